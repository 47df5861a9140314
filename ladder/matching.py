"""Who plays with whom among those who look for the same kind of rated game. Pure: whole points and timedeltas.

Each seeker takes opponents whose rating is not further from his than his reach, which grows while he waits. A group
plays if all of its pairs take each other; whoever has waited longest comes first.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

STEP: Final = 50
"""By so many points a reach grows at once."""


class Reach(StrEnum):
    """How near in rating the others are to be."""

    NEAR = "near"
    WIDE = "wide"
    ANY = "any"


LIMITS: Final = {Reach.NEAR: (100, 300), Reach.WIDE: (250, 750)}
"""How far one reaches at first, and at last, in points."""


def reach_after(reach: Reach, waited: timedelta, every: timedelta) -> int | None:
    """How far somebody reaches who has waited so long, in points; a step further `every` so often. None: any rating."""
    if reach is Reach.ANY:
        return None
    first, last = LIMITS[reach]
    return min(last, first + STEP * max(0, waited // every))


@dataclass(frozen=True, slots=True)
class Seeker:
    """One who looks for a game: his key, his rating, how far he reaches at this moment, and since when he looks."""

    key: int
    rating: int
    reach: int | None
    since: datetime

    def takes(self, other: "Seeker") -> bool:
        """Whether the other's rating is within his reach."""
        return self.reach is None or abs(self.rating - other.rating) <= self.reach


def first_group(
    seekers: Iterable[Seeker], players: int, may_meet: Callable[[frozenset[int]], bool]
) -> tuple[Seeker, ...] | None:
    """The first that can play together, by how long they have waited; None if none can.

    `may_meet` says of the keys of a group whether it may play. The first group is the one whose member who has waited
    longest has waited longer than that of any other, or else the next, and so on.
    """
    waiting = sorted(seekers, key=lambda seeker: (seeker.since, seeker.key))
    groups = _groups((), waiting, players)
    return next((group for group in groups if may_meet(frozenset(each.key for each in group))), None)


def _groups(group: tuple[Seeker, ...], others: Sequence[Seeker], missing: int) -> Iterator[tuple[Seeker, ...]]:
    """All ways to fill a group up with so many of the others, who all go with it, the first of them first."""
    if missing == 0:
        yield group
        return
    for place, each in enumerate(others):
        fitting = [other for other in others[place + 1 :] if each.takes(other) and other.takes(each)]
        yield from _groups((*group, each), fitting, missing - 1)
