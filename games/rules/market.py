"""The market: its squares, the four headings, the mosaics at its edge, and Assam's walks.

A square is an integer from 0 to 48, row by row from the top left: ``a1`` is 0, ``g1`` is 6,
``a7`` is 42. RULES.md, "Words" and "Walking and the mosaics", is the authority.

>>> NAMES[24], square_named("d4")
('d4', 24)
>>> walk(Assam(square_named("d4"), Heading.S), 4).end.to_text()
'e7N'
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

SIZE: Final = 7
SQUARES: Final = range(SIZE * SIZE)
NAMES: Final = tuple(f"{column}{row}" for row in "1234567" for column in "abcdefg")
"""The name of each square, by its number."""

LONGEST_WALK: Final = 4
"""The highest face of the die."""

_BY_NAME: Final = {name: square for square, name in enumerate(NAMES)}


class Heading(StrEnum):
    """The way Assam faces; ``N`` is towards row 1, ``E`` towards column g."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"


CLOCKWISE: Final = (Heading.N, Heading.E, Heading.S, Heading.W)

# How far each side turns, in quarter turns clockwise.
_QUARTERS: Final = {"L": -1, "S": 0, "R": 1}


class Assam(NamedTuple):
    """Where Assam stands and which way he faces."""

    square: int
    heading: Heading

    def turned(self, side: str) -> Assam:
        """Assam turned 90° left (``"L"``) or right (``"R"``), or left straight (``"S"``)."""
        return _TURNED[self][side]

    def to_text(self) -> str:
        """His square and heading, as in ``d4S``."""
        return f"{NAMES[self.square]}{self.heading}"


class Step(NamedTuple):
    """One step of a walk: the square it leads to, the heading there, and whether
    Assam followed a mosaic to make it."""

    square: int
    heading: Heading
    mosaic: bool


class Walk(NamedTuple):
    """A whole walk: its steps in order, where it ends, and whether any step followed a mosaic."""

    steps: tuple[Step, ...]
    end: Assam
    mosaic: bool


def square_named(name: str) -> int:
    """The number of the square called ``name``; ValueError if there is none."""
    try:
        return _BY_NAME[name]
    except (KeyError, TypeError):
        raise ValueError(f"there is no square called {name!r}") from None


def neighbours(square: int) -> tuple[int, ...]:
    """The squares that share a side with ``square``, clockwise from the north."""
    return tuple(neighbour for heading in CLOCKWISE if (neighbour := _straight(square, heading)) is not None)


def walk(assam: Assam, face: int) -> Walk:
    """Assam's walk of ``face`` squares (1 to 4)."""
    return _WALKS[assam][face - 1]


def _straight(square: int, heading: Heading) -> int | None:
    """The next square in a straight line, or None at the edge of the market."""
    row, column = divmod(square, SIZE)
    match heading:
        case Heading.N:
            row -= 1
        case Heading.E:
            column += 1
        case Heading.S:
            row += 1
        case Heading.W:
            column -= 1
    if row in range(SIZE) and column in range(SIZE):
        return row * SIZE + column
    return None


# The table of RULES.md: heading on leaving, heading on re-entering, and the squares a curve
# joins. A curve with one end is the loop of a corner.
_CURVES: Final[tuple[tuple[Heading, Heading, tuple[str, ...]], ...]] = (
    (Heading.N, Heading.S, ("a1 b1", "c1 d1", "e1 f1")),
    (Heading.N, Heading.W, ("g1",)),
    (Heading.E, Heading.S, ("g1",)),
    (Heading.E, Heading.W, ("g2 g3", "g4 g5", "g6 g7")),
    (Heading.S, Heading.N, ("b7 c7", "d7 e7", "f7 g7")),
    (Heading.S, Heading.E, ("a7",)),
    (Heading.W, Heading.E, ("a1 a2", "a3 a4", "a5 a6")),
    (Heading.W, Heading.N, ("a7",)),
)


def _mosaics() -> dict[Assam, Assam]:
    """Where following a mosaic leads, for every square and heading that leaves the market."""
    mosaics = {}
    for leaving, entering, curves in _CURVES:
        for curve in curves:
            ends = [square_named(name) for name in curve.split()]
            for end, other in zip(ends, reversed(ends), strict=True):
                mosaics[Assam(end, leaving)] = Assam(other, entering)
    return mosaics


MOSAICS: Final = _mosaics()
"""Assam about to leave the market -> Assam after the one step along the mosaic."""


def _step(assam: Assam) -> Step:
    square = _straight(assam.square, assam.heading)
    if square is None:
        return Step(*MOSAICS[assam], mosaic=True)
    return Step(square, assam.heading, mosaic=False)


def _walks(assam: Assam) -> tuple[Walk, ...]:
    """The walks of 1, 2, 3 and 4 squares from one place."""
    steps: list[Step] = []
    walks = []
    end = assam
    for _ in range(LONGEST_WALK):
        steps.append(_step(end))
        end = Assam(steps[-1].square, steps[-1].heading)
        walks.append(Walk(tuple(steps), end, any(step.mosaic for step in steps)))
    return tuple(walks)


def _turns(assam: Assam) -> dict[str, Assam]:
    facing = CLOCKWISE.index(assam.heading)
    return {side: Assam(assam.square, CLOCKWISE[(facing + quarters) % 4]) for side, quarters in _QUARTERS.items()}


_EVERYWHERE: Final = [Assam(square, heading) for square in SQUARES for heading in CLOCKWISE]
_WALKS: Final = {assam: _walks(assam) for assam in _EVERYWHERE}
_TURNED: Final = {assam: _turns(assam) for assam in _EVERYWHERE}
