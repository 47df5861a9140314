"""The page that explains the game, with pictures of real positions."""

from dataclasses import replace
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import drawing
from games.drawing import Market
from games.rules import Lay, Position, Roll, square_named

# Assam is about to walk; five blue halves lie together.
_MIDDLE = (
    "......./.1>1.2v../....22v./3v...22./31v.3>3../.1...../..3>3... "
    "b4E 13 roll 1 - 27:11:1;31:11:2;32:11:3 - 3-before-shuffled-30"
)
_EMPTY = (
    "......./......./......./......./......./......./....... "
    "{} 1 roll 1 - 30:15:1;30:15:2;30:15:3 - 3-before-shuffled-30"
)


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """How to play."""
    return render(request, "games/rules.html", {"pictures": _pictures()})


@cache
def _pictures() -> dict[str, Market]:
    """The pictures of the page, by what they show."""
    paid = Position.from_text(_MIDDLE).play(Roll(3))
    return {
        "start": drawing.market_of(Position.from_text(_EMPTY.format("d4S"))),
        "walk": _walked(_EMPTY.format("d4E"), 3),
        "mosaic": _walked(_EMPTY.format("d4S"), 4),
        "loop": _walked(_EMPTY.format("f1E"), 3),
        "toll": _walked(_MIDDLE, 3),
        "laid": drawing.market_of(paid.play(Lay("d4", "d5"))),
        "barred": replace(
            drawing.market_of(paid), area=drawing.area_path([square_named(name) for name in ("e3", "e2")])
        ),
    }


def _walked(text: str, face: int) -> Market:
    """The picture of a position once Assam has walked so far in it, with his way and what was paid for."""
    position = Position.from_text(text)
    walked = (position.assam, position.walk(face))
    return drawing.market_of(position.play(Roll(face)), walked, position.toll(face))
