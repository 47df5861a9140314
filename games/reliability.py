"""Whether players stay to the end: who did in one game, and how much of a player's last games that is.

A game that was played to its end counts for everybody who sat there; one that was called off counts for the player
whose time ran out, if that was why, and for nobody else. Only games count at which at least two people sat: to stay
with the house is no promise to anybody. A player stayed unless he ran out of time or resigned early. Early is the first
third of a full game, in which everybody lays all his rugs, one a turn: up to and with turn 16 for two or four players,
turn 15 for three. Who could not pay has stayed.

Who lets three in ten of these be called off opens no tables for a day.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from games.history import History
from games.models import Game, Seat
from games.rules import Leave

LAST_GAMES = 50
FEWEST_GAMES = 5
"""With fewer games a player is new: his share would say little."""

LAST_ENDED = 10
MOST_CALLED_OFF = 3
"""So many of a player's last ten games that counted, called off because of him, keep him from opening for a day."""


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


def who_stayed(history: History) -> tuple[bool | None, ...]:
    """For each seat of a game that has ended, whether its player stayed; None where the game says nothing of him."""
    variant = history.position.variant
    left_early = set()
    for step in history.steps:
        match step.action:
            case Leave(seat=seat, why="resigned") if 3 * step.before.turn > variant.players * variant.rugs_each:
                continue
            case Leave(seat=seat):
                left_early.add(seat)
    if history.position.called_off:
        last = history.steps[-1].action
        because_of = last.seat if isinstance(last, Leave) else None
        return tuple(False if seat == because_of else None for seat in range(variant.players))
    return tuple(seat not in left_early for seat in range(variant.players))


def reliabilities(users: Iterable[User]) -> dict[int, Reliability]:
    """The reliability of each of these users, by his key; one query, which reads at most 50 games of each."""
    counted = User.objects.filter(pk__in={user.pk for user in users})
    rows = counted.values_list("pk", _number_of_last(), _number_of_last(stayed=True))
    return {pk: Reliability(games, stayed) for pk, games, stayed in rows}


def kept_from_opening_until(user: User) -> datetime | None:
    """Until when games called off because of this user keep him from opening tables, also if that is past.

    A day from the last of them; None if there are fewer than three among the last ten that counted. One query.
    """
    # Of those called off only his own doing counts, and closed tables and games against the house wash nobody clean.
    last = Seat.objects.filter(user=user, stayed__isnull=False, ended_at__isnull=False).order_by("-ended_at", "-pk")
    ended = last.values_list("game__status", "ended_at")[:LAST_ENDED]
    because = [at for status, at in ended if status == Game.Status.CALLED_OFF and at]
    return because[0] + timedelta(days=1) if len(because) >= MOST_CALLED_OFF else None


def _number_of_last(**which: bool) -> Coalesce:
    """How many of the last games of the user of the query around this are so."""
    ended = Seat.objects.filter(user=OuterRef(OuterRef("pk")), stayed__isnull=False, ended_at__isnull=False)
    last = ended.order_by("-ended_at", "-pk").values("pk")[:LAST_GAMES]
    number = Seat.objects.filter(pk__in=last, **which).order_by().values("user").annotate(number=Count("pk"))
    return Coalesce(Subquery(number.values("number")), 0)
