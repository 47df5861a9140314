"""How a game ended: points and ranks. RULES.md, "The end"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game, one entry a seat.

    ranks: 1 is best, equal players share a rank, the next is counted as in sport (1, 2, 2, 4);
    None if the game was called off, which has no result. points and dirhams: as the market and
    the seats show them at the end, 0 for a player who went out.
    """

    called_off: bool
    ranks: tuple[int, ...] | None
    points: tuple[int, ...]
    dirhams: tuple[int, ...]


def ranks(points: Sequence[int], dirhams: Sequence[int], gone: Sequence[int]) -> tuple[int, ...]:
    """The rank of each seat; ``gone`` lists the seats that went out, the first first.

    Players still in stand above those who went out, by points, then dirhams; the others by
    how long they lasted.
    """
    # The first to go out is the lowest; all who are in are above every place in that order.
    lasted = {seat: order for order, seat in enumerate(gone)}
    merits = [(lasted.get(seat, len(gone)), points[seat], dirhams[seat]) for seat in range(len(points))]
    return tuple(1 + sum(other > own for other in merits) for own in merits)
