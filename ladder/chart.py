"""A player's rating over time as pieces of SVG, for `templates/ladder/_career.html`.

The picture is 360 by 200 units. Time goes from left to right, the rating from the bottom up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate
from typing import ClassVar

from games.chart import Tick

LEFT, RIGHT, TOP, BOTTOM = 42, 348, 10, 176
STEPS = (10, 20, 50, 100, 200, 500, 1000)
MOST_TICKS = 5


@dataclass(frozen=True, slots=True)
class Chart:
    """The line as SVG path data, where it ends, and what stands at the axes. The grid goes from `left` to `right`."""

    left: ClassVar = LEFT
    right: ClassVar = RIGHT
    line: str
    end: tuple[float, float]
    ratings: tuple[Tick, ...]
    first: datetime
    last: datetime


def chart_of(points: Sequence[tuple[datetime, int]]) -> Chart:
    """The chart of these ratings in points, one or more, each with the moment from which it held, in their order."""
    # In the order in which the games counted, of which moments may differ by a little.
    moments = list(accumulate((at for at, _ in points), max))
    first, last = moments[0], moments[-1]
    ticks = _ticks(min(rating for _, rating in points), max(rating for _, rating in points))
    low, high = ticks[0], ticks[-1]
    places = [(_x(at, first, last), _y(rating, low, high)) for at, (_, rating) in zip(moments, points, strict=True)]
    return Chart(
        line="M" + "L".join(f"{x} {y}" for x, y in places),
        end=places[-1],
        ratings=tuple(Tick(rating, _y(rating, low, high)) for rating in ticks),
        first=first,
        last=last,
    )


def _ticks(lowest: int, highest: int) -> range:
    """Round numbers, not too many of them, with all ratings between the first and the last."""
    step = next((step for step in STEPS if highest - lowest <= step * (MOST_TICKS - 2)), STEPS[-1])
    return range(lowest // step * step, highest + step, step)


def _x(at: datetime, first: datetime, last: datetime) -> float:
    span = last - first
    return round(LEFT + (RIGHT - LEFT) * (1 if span == timedelta(0) else (at - first) / span), 1)


def _y(rating: int, low: int, high: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * (rating - low) / (high - low), 1)
