"""The board as HTML: the one part of a game's page that changes while people play."""

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import loader
from django.utils.safestring import mark_safe

from games.board import Board
from games.models import Game, Seat
from games.refusals import Refusal


def rendered(
    board: Board, request: HttpRequest | None = None, refusal: Refusal | None = None, *, chat: str = ""
) -> str:
    """The fragment `<section id="board">`.

    `request`, without which there are no forms that work, gives them their token; an arrangement that was refused is
    kept in its form. `refusal` says why something was not done. `chat` stands in the place of the players' chat; a page
    that has one keeps it when the board changes.
    """
    context = {
        "board": board,
        "game": board.game,
        "refusal": refusal,
        "chat": mark_safe(chat),  # noqa: S308 - rendered by a template
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
