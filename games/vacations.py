"""Vacations: while one is on, the correspondence clocks of its player stand still, in every game.

A vacation is a row that counts as soon as it is there: every game learns of it before its clocks are judged
(`games.standstills`). It begins when it is switched on, and ends when it is switched off or by itself: clocks know from
its beginning when that is, so that nothing needs to be done then. Each calendar year, in UTC, has a budget of days
(`settings.VACATION_DAYS`); what is not used is not carried over.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Greatest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import sweep
from games.locking import lock_user
from games.models import Game, Vacation
from games.refusals import NotAllowed, Refusal


def begin_vacation(user: User, at: datetime, until: datetime | None = None) -> Vacation:
    """Switch the user's vacation on, until it is switched off, but no longer than `until` or than his days last.

    If it is on already, its end is changed. Refusal if `until` is past or his days are used up.
    """
    if user.kind == User.Kind.GUEST:
        raise NotAllowed(_("Vacations are for players with an account. Sign up to take one."))
    with transaction.atomic():
        lock_user(user)
        vacations = list(user.vacations.filter(ends_at__gt=_year(at)[0]).order_by("begins_at"))
        # All begin when they are switched on: one that has not ended is on, even if that was heard out of order.
        current = next((each for each in vacations if each.ends_at > at), None)
        others = [each for each in vacations if each != current]
        vacation = current or Vacation(user=user, begins_at=at)
        last = _longest(others, vacation.begins_at)
        vacation.ends_at = last if until is None else min(until, last)
        if last <= at:
            raise Refusal(_("You have used all your vacation days of this year."))
        if vacation.ends_at <= at:
            raise Refusal(_("A vacation ends in the future. Choose a later day."))
        vacation.save()
    _tell_games(user, at)
    return vacation


def end_vacation(user: User, at: datetime) -> bool:
    """Switch the user's vacation off; whether it was on."""
    with transaction.atomic():
        lock_user(user)
        was_on = bool(user.vacations.filter(ends_at__gt=at).update(ends_at=Greatest("begins_at", at)))
    _tell_games(user, at)
    return was_on


def on_vacation_until(users: Iterable[User], at: datetime) -> dict[int, datetime]:
    """Of these users those who are on vacation, by their keys, and until when; one query. Everybody may know."""
    on = Vacation.objects.on_at(at).filter(user__in={user.pk for user in users})
    return dict(on.values_list("user", "ends_at"))


def days_left(user: User, at: datetime) -> timedelta:
    """How much of this year's vacation the user has not used up to this moment; one query."""
    begin, end = _year(at)
    past = user.vacations.filter(ends_at__gt=begin, begins_at__lt=at)
    return max(timedelta(0), _budget() - _used(past, begin, min(at, end)))


def _tell_games(user: User, at: datetime) -> None:
    """Enter it in the log of each of his games with a correspondence clock; one it does not reach learns later."""
    paces = (Game.Pace.PER_MOVE, Game.Pace.BANK)
    current = Game.objects.playing().current_of(user).filter(pace__in=paces)
    sweep.let_time_pass(current.order_by("pk").values_list("code", flat=True), at)


def _longest(others: Sequence[Vacation], begin: datetime) -> datetime:
    """The latest end of a vacation that begins then, beside others: at most into the next year, with its days."""
    year, next_year = _year(begin)
    end = begin + _budget() - _used(others, year, next_year)
    if end < next_year:
        return end
    return next_year + _budget()


def _used(vacations: Iterable[Vacation], begin: datetime, end: datetime) -> timedelta:
    """How much of these vacations lies between two moments."""
    parts = (min(each.ends_at, end) - max(each.begins_at, begin) for each in vacations)
    return sum((max(part, timedelta(0)) for part in parts), timedelta(0))


def _budget() -> timedelta:
    return timedelta(days=settings.VACATION_DAYS)


def _year(at: datetime) -> tuple[datetime, datetime]:
    """The beginning of the calendar year of this moment, and that of the next."""
    year = at.astimezone(UTC).year
    return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
