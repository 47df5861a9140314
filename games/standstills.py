"""When the clocks of one game stand still besides: the site's pauses, and its players' vacations.

Both are rows of their own, which are written first and then entered as events in every game they concern. A game that
has not been told yet learns of them here before anybody is judged by its clocks, with the moments at which they
began and ended, so that nothing depends on who comes first.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from django.db.models import Q

from games.clock import Clock
from games.models import ClockEvent, Game, Pause, Seat, Vacation
from games.pauses import record_outage
from games.timekeeping import clock_of

Kind = ClockEvent.Kind


@dataclass(frozen=True, slots=True)
class Untold:
    """A clock event that a game has not been told of yet."""

    at: datetime
    kind: ClockEvent.Kind
    seat: int | None = None
    amount: timedelta | None = None


def untold(game: Game, seats: Sequence[Seat], at: datetime) -> list[Untold]:
    """What has happened up to this moment to the clocks of a game that the caller has locked, in order."""
    record_outage(at)
    clock = clock_of(game, seats)
    moment = max(at, clock.at)
    events = [*_pauses(clock, moment)]
    if clock.control.is_correspondence:
        events += _absences(clock, seats, moment)
    return sorted(events, key=lambda event: event.at)


def _pauses(clock: Clock, moment: datetime) -> Iterator[Untold]:
    """When the site's pauses began and ended since the clock's moment."""
    not_over = Q(ends_at=None) | Q(ends_at__gt=clock.at)
    spans = list(_merged(Pause.objects.filter(not_over, begins_at__lte=moment).order_by("begins_at")))
    paused = clock.paused
    if paused and (not spans or spans[0][0] > clock.at):
        yield Untold(clock.at, Kind.RESUME)
        paused = False
    for begin, end in spans:
        if not paused:
            yield Untold(max(begin, clock.at), Kind.PAUSE)
        paused = end is None or end > moment
        if end is not None and not paused:
            yield Untold(end, Kind.RESUME)


def _merged(pauses: Iterable[Pause]) -> Iterator[tuple[datetime, datetime | None]]:
    """The spans of pauses, in order of their beginnings; those that touch are one, and one may have no end."""
    span: tuple[datetime, datetime | None] | None = None
    for pause in pauses:
        if span is None:
            span = pause.begins_at, pause.ends_at
        elif span[1] is None:
            break
        elif pause.begins_at <= span[1]:
            span = span[0], None if pause.ends_at is None else max(span[1], pause.ends_at)
        else:
            yield span
            span = pause.begins_at, pause.ends_at
    if span is not None:
        yield span


def _absences(clock: Clock, seats: Sequence[Seat], moment: datetime) -> Iterator[Untold]:
    """When vacations of the players began since the clock's moment, or ended before their time."""
    users = [seat.user_id for seat in seats]
    rows = Vacation.objects.filter(user__in=users, begins_at__lte=moment, ends_at__gt=clock.at)
    of_user = {
        user: list(group)
        for user, group in groupby(rows.order_by("user", "begins_at"), key=lambda vacation: vacation.user_id)
    }
    for seat in seats:
        yield from _absences_of(seat, of_user.get(seat.user_id, []), clock.at, moment)


def _absences_of(seat: Seat, vacations: Sequence[Vacation], since: datetime, moment: datetime) -> Iterator[Untold]:
    until = seat.away_until
    if until is not None and until > since and not any(vacation.begins_at <= since for vacation in vacations):
        yield Untold(since, Kind.BACK, seat.index)  # it was ended before what the clock knows last
        until = None
    for vacation in vacations:
        if vacation.ends_at == until:
            continue
        if until is not None and until > vacation.ends_at and vacation.ends_at <= moment:
            yield Untold(max(vacation.ends_at, since), Kind.BACK, seat.index)
            until = None
        else:
            begin = max(vacation.begins_at, since)
            yield Untold(begin, Kind.AWAY, seat.index, vacation.ends_at - begin)
            until = vacation.ends_at
