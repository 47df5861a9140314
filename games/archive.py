"""Ended games, found again by who played them, how, when, and with what result; the last to end first.

One player's games are read along his seats, everybody's along the games, each by an index in the order of their
ends. There is such an index for every way to play that can be searched for, so that a page costs about the same
however many games there are, however far down it is, and also where nothing is found. What takes longer the more
there is to walk past: two things that are common, but seldom found together (the games that have one of them); one
player's games in which something is rare, as an opponent (all his games); and with SQLite a page far below the last
day that was asked for (the games between).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Prefetch
from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat
from games.paging import PAGE_SIZE, Page, newest_first

WON = "won"
LOST = "lost"
CALLED_OFF = "called off"


@dataclass(frozen=True, slots=True)
class Search:
    """What is asked for; all of it optional. Days are the reader's, both included.

    `options` are the fields of `Game` that say how it was played, with the values wanted. `result` is `WON` or `LOST`,
    by `player`, or `CALLED_OFF`; who shares the first place has won.
    """

    player: User | None = None
    against: User | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    result: str = ""
    since: date | None = None
    until: date | None = None


def found(search: Search, reader: User | AnonymousUser, before: str, size: int = PAGE_SIZE) -> Page[Game]:
    """The page below the key `before`, of so many games at most, of those that this reader may be told of."""
    games = Game.objects.ended().filter(**search.options).shown_to(reader)
    if search.result == CALLED_OFF:
        games = games.filter(status=Game.Status.CALLED_OFF)
    player, against = search.player or search.against, search.against if search.player else None
    if against is not None:
        games = games.filter(Exists(Seat.objects.filter(game=OuterRef("pk"), user=against)))
    if player is None:
        return newest_first(games.filter(**_days(search)).with_players(), "ended_at", before, size)
    seats = Seat.objects.filter(Exists(games.filter(pk=OuterRef("game"))), user=player, **_days(search))
    if search.result == WON:
        seats = seats.filter(rank=1)
    elif search.result == LOST:
        seats = seats.filter(rank__gt=1)
    seats = seats.select_related("game").prefetch_related(Prefetch("game__seats", Seat.objects.select_related("user")))
    page = newest_first(seats, "ended_at", before, size)
    return Page([seat.game for seat in page.rows], page.next)


def played_by(player: User, reader: User | AnonymousUser, before: str) -> Page[Game]:
    """The page below the key `before` of this player's ended games that this reader may be told of."""
    return found(Search(player), reader, before)


def _days(search: Search) -> dict[str, datetime | bool]:
    """The wanted time of the end, of a game or of a seat."""
    days: dict[str, datetime | bool] = {"ended_at__isnull": False}
    if search.since is not None:
        days["ended_at__gte"] = _midnight(search.since)
    if search.until is not None:
        days["ended_at__lt"] = _midnight(search.until + timedelta(days=1))
    return days


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
