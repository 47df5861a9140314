"""What the one on move can choose from, as buttons and lists show it."""

from dataclasses import dataclass
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import drawing
from games.drawing import Piece
from games.rules import NAMES, Heading, Position
from games.squares import colour_on
from games.telling import WAYS

SIDES = {"L": gettext_lazy("Left"), "S": gettext_lazy("Straight on"), "R": gettext_lazy("Right")}


@dataclass(frozen=True, slots=True)
class Turning:
    """One way to turn Assam: the button's value and name, and where over the picture it stands."""

    side: str
    name: str
    way: str
    heading: Heading
    spot: str


@dataclass(frozen=True, slots=True)
class Laying:
    """One place for the rug: the form's value, its words, and the rug drawn there."""

    value: str
    over: str
    piece: Piece


@dataclass(frozen=True, slots=True)
class Spot:
    """A square that a half of the rug may cover: its name, what lies on it, and where over the picture it is."""

    name: str
    lies: str
    classes: str
    half: Piece


def turnings(position: Position) -> tuple[Turning, ...]:
    """The ways to turn Assam."""
    return tuple(_turning(side, name, position) for side, name in SIDES.items())


def _turning(side: str, name: Promise, position: Position) -> Turning:
    turned = position.assam.turned(side)
    return Turning(side, str(name), str(WAYS[turned.heading]), turned.heading, drawing.spot_ahead(turned))


def layings(position: Position) -> tuple[tuple[str, tuple[Laying, ...]], ...]:
    """The places for the mover's rug, grouped by the square beside Assam."""
    pairs = sorted(position.layings())
    return tuple(
        (NAMES[first], tuple(_laying(position, first, second) for _first, second in group))
        for first, group in groupby(pairs, key=lambda pair: pair[0])
    )


def _laying(position: Position, first: int, second: int) -> Laying:
    covered = [lies for square in (first, second) if (lies := colour_on(position.rugs, square))]
    return Laying(
        f"{NAMES[first]} {NAMES[second]}", ", ".join(covered), drawing.piece(_colour_to_lay(position), (first, second))
    )


def spots(position: Position) -> tuple[Spot, ...]:
    """The squares that a half of the mover's rug may cover."""
    colour = _colour_to_lay(position)
    return tuple(
        Spot(
            name=NAMES[square],
            lies=colour_on(position.rugs, square) or _("bare"),
            classes=drawing.spot(square),
            half=drawing.piece(colour, [square]),
        )
        for square in sorted({square for pair in position.layings() for square in pair})
    )


def _colour_to_lay(position: Position) -> int:
    colour = position.next_colour(position.mover)
    assert colour is not None  # in LAY the mover has a rug ready
    return colour
