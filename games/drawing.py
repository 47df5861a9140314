"""How the market is drawn: where everything lies in the picture, as pieces of SVG.

The picture is 616 units wide: seven squares of 72 and a margin of 56 for the mosaics. What never changes (the weaves,
the ground, the mosaics) is `templates/games/market_defs.html`, which stands once on every page that draws a market.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.rules import NAMES, Assam, Heading, Position, Rugs, Step, Toll, Walk

SIZE = 7
SQUARE = 72
MARGIN = 56

_ANGLES = {Heading.S: 0, Heading.W: 90, Heading.N: 180, Heading.E: 270}
_OUTWARD = {Heading.N: (0, -1), Heading.E: (1, 0), Heading.S: (0, 1), Heading.W: (-1, 0)}


@dataclass(frozen=True, slots=True)
class Market:
    """The changing parts of one picture of the market, for `templates/games/market.html`."""

    rugs: SafeString
    assam: str  # an SVG transform
    at: str  # the same in words of the rules, as in "d4S"
    trail: str = ""  # the path of a walk
    area: str = ""  # the outline of the squares that were paid for


@dataclass(frozen=True, slots=True)
class Piece:
    """One rug of the picture: which drawing of the definitions, and where."""

    drawing: str
    x: int
    y: int


def market_of(position: Position, walked: tuple[Assam, Walk] | None = None, toll: Toll | None = None) -> Market:
    """The picture of a position; with the walk that led to it, and the area that was paid for, where wanted."""
    return Market(
        rugs=rugs_svg(position.rugs),
        assam=assam_transform(position.assam),
        at=position.assam.to_text(),
        trail=walk_path(*walked) if walked else "",
        area=area_path(toll.squares) if toll else "",
    )


@lru_cache(maxsize=1024)
def rugs_svg(rugs: Rugs) -> SafeString:
    """Everything that lies on the market, one `<use>` for each whole rug and each single half."""
    whole = [_use(rugs.colour_at(first), first, second) for first, second in rugs.whole_rugs()]
    halves = [_use(rugs.colour_at(square), square) for square in rugs.single_halves()]
    return mark_safe("".join([*whole, *halves]))  # noqa: S308 - made of constants


def piece(colour: int, squares: Iterable[int]) -> Piece:
    """A rug of this colour on two squares, or a single half on one."""
    first, *rest = sorted(squares)
    x, y = _corner(first)
    shape = "half" if not rest else "wide" if rest[0] == first + 1 else "tall"
    return Piece(f"rug-{colour}-{shape}", x, y)


def assam_transform(assam: Assam) -> str:
    """The SVG transform that puts Assam on his square and turns him to his heading."""
    x, y = _centre(assam.square)
    return f"translate({x} {y}) rotate({_ANGLES[assam.heading]})"


def walk_path(start: Assam, walk: Walk) -> str:
    """The line of a walk from the middle of Assam's square along squares and mosaics, as SVG path data."""
    parts = ["M{} {}".format(*_centre(start.square))]
    at = start
    for step in walk.steps:
        if step.mosaic:
            parts.append(_curve(at, step))
        parts.append("L{} {}".format(*_centre(step.square)))
        at = Assam(step.square, step.heading)
    return "".join(parts)


def area_path(squares: Collection[int]) -> str:
    """The outline of an area, as SVG path data: every side of its squares that it does not share with itself."""
    return "".join(
        _side(square, outward)
        for square in squares
        for outward in _OUTWARD.values()
        if not _within(square, outward, squares)
    )


def spot(square: int) -> str:
    """The CSS classes that put something over a square, in the grid of 9 by 9 that lies over the picture."""
    row, column = divmod(square, SIZE)
    return f"column-{column + 1} row-{row + 1}"


def spot_ahead(assam: Assam) -> str:
    """The CSS classes for the place before Assam: a square, or a part of the margin."""
    row, column = divmod(assam.square, SIZE)
    x, y = _OUTWARD[assam.heading]
    return f"column-{column + 1 + x} row-{row + 1 + y}"


@lru_cache(maxsize=1024)
def _use(colour: int, *squares: int) -> str:
    drawn = piece(colour, squares)
    names = " ".join(NAMES[square] for square in squares)
    return format_html(
        '<use class="rug" href="#{}" x="{}" y="{}" data-colour="{}" data-squares="{}"/>',
        drawn.drawing, drawn.x, drawn.y, colour, names,
    )  # fmt: skip


def _corner(square: int) -> tuple[int, int]:
    """The top left corner of a square."""
    row, column = divmod(square, SIZE)
    return MARGIN + column * SQUARE, MARGIN + row * SQUARE


def _centre(square: int) -> tuple[int, int]:
    x, y = _corner(square)
    return x + SQUARE // 2, y + SQUARE // 2


def _edge(square: int, outward: tuple[int, int]) -> tuple[int, int]:
    """The middle of the side of a square in this direction."""
    x, y = _centre(square)
    return x + outward[0] * SQUARE // 2, y + outward[1] * SQUARE // 2


def _within(square: int, outward: tuple[int, int], squares: Collection[int]) -> bool:
    """Whether the neighbour in this direction is one of these squares."""
    row, column = divmod(square, SIZE)
    column, row = column + outward[0], row + outward[1]
    return 0 <= column < SIZE and SIZE * row + column in squares


def _side(square: int, outward: tuple[int, int]) -> str:
    """One side of a square, clockwise, a little inside it."""
    x, y = _edge(square, outward)
    x, y = x - 2 * outward[0], y - 2 * outward[1]
    along = (-outward[1] * SQUARE // 2, outward[0] * SQUARE // 2)
    return f"M{x - along[0]} {y - along[1]}L{x + along[0]} {y + along[1]}"


def _curve(start: Assam, step: Step) -> str:
    """From the edge of the market where Assam leaves it along the mosaic to the edge where he comes back."""
    leaving = _OUTWARD[start.heading]
    returning = _OUTWARD[step.heading]
    x1, y1 = _edge(start.square, leaving)
    x2, y2 = _edge(step.square, (-returning[0], -returning[1]))
    # Clockwise where the way along the edge has the market on its right, and a corner's loop is three quarters round.
    clockwise = int(leaving[0] * (y2 - y1) - leaving[1] * (x2 - x1) > 0)
    loop = int(start.square == step.square)
    return f"L{x1} {y1}A{SQUARE // 2} {SQUARE // 2} 0 {loop} {clockwise} {x2} {y2}"
