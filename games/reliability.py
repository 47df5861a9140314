"""Whether players stay to the end: who did in one game, and how much of a player's last games that is.

A game that was played to its end counts for everybody who sat there, if at least two of them were people: to stay with
the house is no promise to anybody. A game that was called off counts for nobody. A player stayed unless he ran out of
time or resigned early. Early is the first third of a full game, in which everybody lays all his rugs, one a turn: up to
and with turn 16 for two or four players, turn 15 for three. Who could not pay has stayed.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from games.history import History
from games.models import Seat
from games.rules import Leave

LAST_GAMES = 50
FEWEST_GAMES = 5
"""With fewer games a player is new: his share would say little."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """In how many of a player's last games, at most 50, he stayed."""

    games: int
    stayed: int

    @property
    def is_new(self) -> bool:
        """Whether he has played too few games to tell."""
        return self.games < FEWEST_GAMES

    @property
    def percent(self) -> int:
        """The share in percent, rounded down, so that 100 is always; of no games it is 100."""
        return 100 * self.stayed // self.games if self.games else 100

    def suffices(self, least: int) -> bool:
        """Whether he may sit down where this share is asked. New players may, or nobody could ever begin."""
        return self.is_new or self.percent >= least


def counts(seats: Iterable[Seat]) -> bool:
    """Whether it counts who of these stays: at least two are people, guests among them."""
    return sum(seat.user.kind != User.Kind.HOUSE for seat in seats) >= 2


def who_stayed(history: History) -> tuple[bool, ...]:
    """For each seat of a game that is over, whether its player stayed."""
    variant = history.position.variant
    left_early = set()
    for step in history.steps:
        match step.action:
            case Leave(seat=seat, why="resigned") if 3 * step.before.turn > variant.players * variant.rugs_each:
                continue
            case Leave(seat=seat):
                left_early.add(seat)
    return tuple(seat not in left_early for seat in range(variant.players))


def reliabilities(users: Iterable[User]) -> dict[int, Reliability]:
    """The reliability of each of these users, by his key; one query, which reads at most 50 games of each."""
    counted = User.objects.filter(pk__in={user.pk for user in users})
    rows = counted.values_list("pk", _number_of_last(), _number_of_last(stayed=True))
    return {pk: Reliability(games, stayed) for pk, games, stayed in rows}


def _number_of_last(**which: bool) -> Coalesce:
    """How many of the last games of the user of the query around this are so."""
    ended = Seat.objects.filter(user=OuterRef(OuterRef("pk")), stayed__isnull=False, ended_at__isnull=False)
    last = ended.order_by("-ended_at", "-pk").values("pk")[:LAST_GAMES]
    number = Seat.objects.filter(pk__in=last, **which).order_by().values("user").annotate(number=Count("pk"))
    return Coalesce(Subquery(number.values("number")), 0)
