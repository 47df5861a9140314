"""The board as HTML: the one part of a game's page that changes while people play."""

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import loader

from accounts.models import User
from games.board import Board, board_of
from games.models import Game, Seat
from games.refusals import Refusal


def board_html(game: Game, user: User | None) -> str:
    """The fragment `<section id="board">` of a started game, as this user (None: a spectator) may see it.

    Without a request, its forms have no token: they work through htmx alone.
    """
    return rendered(board_of(game, user))


def rendered(board: Board, request: HttpRequest | None = None, refusal: Refusal | None = None) -> str:
    """A board as HTML; `request` gives its forms their token, `refusal` says why something was not done.

    An arrangement that was refused is kept in its form.
    """
    context = {
        "board": board,
        "game": board.game,
        "refusal": refusal,
        "pile": _pile(board, request),
        "csrf_token": get_token(request) if request and board.me is not None else "",
        "others_wait": board.me is not None and not board.is_due and _others_wait(board.game, board.me),
    }
    return loader.render_to_string("games/_board.html", context)


def _others_wait(game: Game, seat: int) -> bool:
    """Whether another game waits for who sits here."""
    waiting = Seat.objects.filter(to_move=True).exclude(game=game)
    return waiting.filter(user__seats__game=game, user__seats__index=seat).exists()


def _pile(board: Board, request: HttpRequest | None) -> list[int]:
    """The order that the form to arrange the opponent's rugs starts from: the one sent, or the colours by turns."""
    if not board.may_arrange:
        return []
    colours = board.opponent.colours
    by_turns = [colour.number for _ in range(colours[0].left) for colour in colours]
    sent = [int(rug) for rug in request.POST.getlist("rug") if rug in ("1", "2", "3", "4")] if request else []
    return sent if len(sent) == len(by_turns) else by_turns
