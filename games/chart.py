"""Money over time as pieces of SVG, for `templates/games/_chart.html`.

The picture is 360 by 200 units. Turns go from left to right, dirhams from the bottom up, on the same scale for all
players of a game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

LEFT, RIGHT, TOP, BOTTOM = 34, 352, 10, 176
STEPS = (1, 2, 5, 10, 20, 25, 50, 100)
MOST_TICKS = 5


@dataclass(frozen=True, slots=True)
class Tick:
    """A number at one of the axes, and how far along it stands."""

    number: int
    at: float


@dataclass(frozen=True, slots=True)
class Chart:
    """One player's line among those of the others, as SVG path data. The grid goes from `left` to `right`."""

    left: ClassVar = LEFT
    right: ClassVar = RIGHT
    own: str
    others: tuple[str, ...]
    end: tuple[float, float]
    dirhams: tuple[Tick, ...]
    turns: tuple[Tick, ...]


def charts_of(turns: Sequence[int], money: Sequence[Sequence[int]]) -> list[Chart]:
    """A chart for each player; `money` holds what each held at each of these turns, which begin with 0."""
    most = max(max(line) for line in money)
    lines = [_line(turns, line, most) for line in money]
    return [
        Chart(
            own=lines[own],
            others=tuple(line for other, line in enumerate(lines) if other != own),
            end=(_x(turns[-1], turns[-1]), _y(money[own][-1], most)),
            dirhams=tuple(Tick(number, _y(number, most)) for number in _ticks(most)),
            turns=tuple(Tick(number, _x(number, turns[-1])) for number in _ticks(turns[-1])),
        )
        for own in range(len(money))
    ]


def _line(turns: Sequence[int], line: Sequence[int], most: int) -> str:
    """A line that keeps its height until a turn changes it: money moves in jumps."""
    last = turns[-1]
    parts = [f"M{_x(turns[0], last)} {_y(line[0], most)}"]
    for (_before, held), (turn, holds) in pairwise(zip(turns, line, strict=True)):
        parts.append(f"H{_x(turn, last)}")
        if holds != held:
            parts.append(f"V{_y(holds, most)}")
    return "".join(parts)


def _ticks(most: int) -> range:
    """Round numbers from 0 to at most this, not too many of them."""
    step = next((step for step in STEPS if most <= step * MOST_TICKS), STEPS[-1])
    return range(0, most + 1, step)


def _x(turn: int, last: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * turn / max(last, 1), 1)


def _y(number: int, most: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * number / max(most, 1), 1)
