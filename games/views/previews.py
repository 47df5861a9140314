"""What others show of a link to a game: its name, a sentence and a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.board import Board
from games.courses import Course


@dataclass(frozen=True, slots=True)
class Preview:
    """For `templates/games/_preview.html`. The addresses are whole ones; `image` is empty where there is no picture."""

    title: str
    description: str
    url: str
    image: str
    is_listed: bool


def preview_of_board(request: HttpRequest, board: Board) -> Preview:
    """The preview of a game's page, with the market as it is now."""
    game = board.game
    return Preview(
        title=game.name,
        description=_description([seat.name for seat in board.seats], board.result),
        url=request.build_absolute_uri(game.get_absolute_url()),
        image=request.build_absolute_uri(reverse("games:picture", args=[game.code, board.ply])),
        is_listed=game.listed,
    )


def preview_of_course(request: HttpRequest, course: Course, ply: int) -> Preview:
    """The preview of a page about a course, with the market after so many decisions."""
    return Preview(
        title=course.name,
        description=_description(course.names, course.telling.result(course.history.position)),
        url=request.build_absolute_uri(request.path),
        image=request.build_absolute_uri(reverse(f"{course.pages}picture", args=[course.code, ply])),
        is_listed=course.is_listed,
    )


def _description(names: Sequence[str], result: str) -> str:
    sentence = _("A game of Marrakech between %(names)s.") % {"names": ", ".join(names)}
    return f"{sentence} {result}".strip()
