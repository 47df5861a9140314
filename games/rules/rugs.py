"""The rugs that lie on the market, seen from above, and where one more may be laid.

A **place** is two squares that share a side: where one rug can lie. There are 84, numbered
from 0. Sets are integers: a set of squares has 49 bits, bit ``s`` for square ``s``; a set of
places has 84 bits. What lies under a visible half never shows again, so the visible halves
and the places of the rugs still whole say all there is to know about the market.

RULES.md, "Words", "Paying" and "Laying", is the authority.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from games.rules.market import SQUARES, neighbours

COLOURS: Final = (1, 2, 3, 4)
BARE: Final = 0
"""The colour of a square without a rug."""


def _places() -> Iterator[tuple[int, int]]:
    for square in SQUARES:
        for neighbour in neighbours(square):
            if square < neighbour:
                yield square, neighbour


PLACES: Final = tuple(_places())
"""The two squares of each place, the smaller first."""

PLACE_OF: Final = {
    squares: place for place, (first, second) in enumerate(PLACES) for squares in ((first, second), (second, first))
}
"""The place of two squares that share a side, in either order."""

# For each place: the set of its two squares, the set of all other squares, and the set of the places
# that have no square in common with it.
_SQUARES_OF: Final = tuple(1 << first | 1 << second for first, second in PLACES)
_OTHER_SQUARES: Final = tuple((1 << len(SQUARES)) - 1 ^ own for own in _SQUARES_OF)
_APART_FROM: Final = tuple(
    sum(1 << other for other, squares in enumerate(_SQUARES_OF) if not squares & own) for own in _SQUARES_OF
)

# For each square, as a set of one: the set of squares that share a side with it.
_NEIGHBOURS_OF: Final = {1 << square: sum(1 << near for near in neighbours(square)) for square in SQUARES}


def members(squares: int) -> tuple[int, ...]:
    """The numbers in a set, smallest first."""
    found = []
    while squares:
        lowest = squares & -squares
        found.append(lowest.bit_length() - 1)
        squares ^= lowest
    return tuple(found)


def _beside(square: int) -> tuple[tuple[int, int], ...]:
    """The places beside Assam on ``square``, as (half beside him, other half)."""
    return tuple((half, other) for half in neighbours(square) for other in neighbours(half) if other != square)


_BESIDE: Final = tuple(_beside(square) for square in SQUARES)
PLACES_BESIDE: Final = tuple(sum(1 << PLACE_OF[squares] for squares in beside) for beside in _BESIDE)
"""For each square, the set of places where a rug may lie when Assam stands on it, as far as
the other rugs allow."""


@cache
def layings_beside(square: int, places: int) -> tuple[tuple[int, int], ...]:
    """The layings on a set of places beside Assam on ``square``, each as (half beside him, other half).

    The places are those that whole rugs leave open; whole rugs do not overlap, so there are few
    such sets and the cache stays small.
    """
    return tuple(squares for squares in _BESIDE[square] if places >> PLACE_OF[squares] & 1)


class Rugs(NamedTuple):
    """Everything that lies on the market.

    ``visible`` has one set of squares a colour, colours 1 to 4; ``whole`` is the set of places
    where both halves of one rug are visible.
    """

    visible: tuple[int, int, int, int] = (0, 0, 0, 0)
    whole: int = 0

    def lay(self, colour: int, place: int) -> Rugs:
        """The market after a rug of ``colour`` is laid on ``place``, over whatever was there."""
        others = _OTHER_SQUARES[place]
        first, second, third, fourth = self.visible
        visible = [first & others, second & others, third & others, fourth & others]
        visible[colour - 1] |= _SQUARES_OF[place]
        whole = self.whole & _APART_FROM[place] | 1 << place
        return Rugs((visible[0], visible[1], visible[2], visible[3]), whole)

    def colour_at(self, square: int) -> int:
        """The colour of the visible half on ``square``; 0 if it is bare."""
        for colour, squares in enumerate(self.visible, start=1):
            if squares >> square & 1:
                return colour
        return BARE

    def colours(self) -> tuple[int, ...]:
        """The colour of all 49 squares, in order; 0 for a bare one."""
        colours = [BARE] * len(SQUARES)
        for colour, squares in zip(COLOURS, self.visible, strict=True):
            for square in members(squares):
                colours[square] = colour
        return tuple(colours)

    def halves(self, colours: Iterable[int]) -> int:
        """How many halves of these colours are visible."""
        return sum(self.visible[colour - 1].bit_count() for colour in colours)

    def area(self, square: int, colour: int) -> int:
        """The set of squares connected by sides with ``square`` in its ``colour``, itself included."""
        within = self.visible[colour - 1]
        frontier = 1 << square
        rest = within ^ frontier
        while frontier:
            edge = frontier & -frontier
            reached = _NEIGHBOURS_OF[edge] & rest
            rest ^= reached
            frontier ^= edge ^ reached
        return within ^ rest

    def whole_rugs(self) -> tuple[tuple[int, int], ...]:
        """The two squares of every rug that is still whole."""
        return tuple(PLACES[place] for place in members(self.whole))

    def single_halves(self) -> tuple[int, ...]:
        """The squares that hold the one visible half of a rug whose other half is covered."""
        first, second, third, fourth = self.visible
        return members((first | second | third | fourth) & ~_squares_of(self.whole))

    def whole_of(self, colours: Iterable[int], among: int) -> int:
        """Those of the places ``among`` that hold a whole rug in one of these colours."""
        own = 0
        for colour in colours:
            own |= self.visible[colour - 1]
        return sum(1 << place for place in members(self.whole & among) if own & _SQUARES_OF[place])


def _squares_of(places: int) -> int:
    """All squares of a set of places."""
    squares = 0
    for place in members(places):
        squares |= _SQUARES_OF[place]
    return squares
