"""The board as HTML: the one part of a game's page that changes while people play."""

from collections.abc import Sequence

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import loader
from django.utils.functional import Promise

from accounts.models import User
from games.board import Board, board_of
from games.models import Game, Seat


def board_html(
    game: Game,
    user: User | None,
    *,
    request: HttpRequest | None = None,
    since: int | None = None,
    refusal: str | Promise = "",
    pile: Sequence[int] = (),
) -> str:
    """The fragment `<section id="board">` of a started game, as this user (None: a spectator) may see it.

    `request` gives its forms their token: with it they work without JavaScript. `since` is the ply from which on
    steps are to be shown, `refusal` the sentence that says why something was not done, and `pile` an arrangement
    that was not taken.
    """
    return rendered(board_of(game, user, since), request=request, refusal=refusal, pile=pile)


def rendered(
    board: Board, *, request: HttpRequest | None = None, refusal: str | Promise = "", pile: Sequence[int] = ()
) -> str:
    """A board as HTML; see `board_html`."""
    context = {
        "board": board,
        "game": board.game,
        "refusal": refusal,
        "pile": pile or _example_pile(board),
        "csrf_token": get_token(request) if request and board.me is not None else "",
        "others_wait": board.me is not None and _others_wait(board),
    }
    return loader.render_to_string("games/game_board.html", context)


def _others_wait(board: Board) -> bool:
    """Whether another game waits for the viewer, who plays in this one."""
    waiting = Seat.objects.filter(to_move=True).exclude(game=board.game)
    return waiting.filter(user__seats__game=board.game, user__seats__index=board.me).exists()


def _example_pile(board: Board) -> tuple[int, ...]:
    """An order of the opponent's rugs to start from, where the viewer may arrange them: the colours by turns."""
    if not board.may_arrange:
        return ()
    colours = board.opponent.colours
    return tuple(colour.number for _ in range(colours[0].left) for colour in colours)
