"""Pauses of every clock of the site: for maintenance, and by themselves after an outage.

A pause is a row that counts as soon as it is there: every game is told of it before its clocks are judged
(`games.standstills`). `tell_games` goes through all running games, so that the deadlines that people see are right too.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Greatest

from games.models import Game, Heartbeat, Pause

logger = logging.getLogger(__name__)

LONGEST_GAP = timedelta(minutes=10)
"""Between two heartbeats; after a longer one the site was down."""

_ONLY = 1


def beat(at: datetime) -> None:
    """Write down that the site's recurring jobs are alive; a gap since the last time becomes a pause."""
    if record_outage(at) is None:
        Heartbeat.objects.update_or_create(pk=_ONLY, defaults={"at": at})


def record_outage(at: datetime) -> Pause | None:
    """The pause since the last heartbeat, if the site was down; the heartbeat is moved to its end, so that it is one.

    Without a heartbeat nothing is known, and nothing is recorded.
    """
    last = Heartbeat.objects.filter(pk=_ONLY, at__lt=at - LONGEST_GAP)
    if not last.exists():
        return None
    with transaction.atomic():
        heartbeat = last.select_for_update().first()
        if heartbeat is None:  # somebody else has recorded it this moment
            return None
        pause = Pause.objects.create(cause=Pause.Cause.OUTAGE, begins_at=heartbeat.at, ends_at=at)
        heartbeat.at = at
        heartbeat.save()
        logger.warning(
            "The recurring jobs were not alive from %s to %s, or the clocks of two machines differ by as much."
            " The clocks of all games stood still meanwhile.",
            pause.begins_at,
            pause.ends_at,
        )
        return pause


def pause_clocks(at: datetime) -> Pause:
    """Stop every clock for maintenance, until `resume_clocks`. If they are stopped already, nothing happens."""
    pause, _created = Pause.objects.get_or_create(
        cause=Pause.Cause.MAINTENANCE, ends_at=None, defaults={"begins_at": at}
    )
    return pause


def resume_clocks(at: datetime) -> bool:
    """Let every clock go on after maintenance; whether they had been stopped.

    One that seems to begin or to end in the future is over too: the clock of the machine that recorded it was ahead.
    """
    going_on = Pause.objects.filter(Q(ends_at=None) | Q(ends_at__gt=at))
    return bool(going_on.update(ends_at=Greatest("begins_at", at), told=False))


def untold_pauses(at: datetime) -> list[Pause]:
    """The pauses that have begun or ended, up to this moment, since all running games were told.

    One whose end is yet to come waits for it: games would be told that they stand still, and never that they go on.
    """
    return list(Pause.objects.filter(told=False, begins_at__lte=at).exclude(ends_at__gt=at))


def games_unaware_of(pauses: Iterable[Pause]) -> list[str]:
    """The codes of the games that have clocks and go on, and do not know how these pauses stand."""
    unaware = Q()
    for pause in pauses:
        if pause.ends_at is None:
            unaware |= Q(clock_paused=False)
        else:
            unaware |= Q(clock_paused=True) | Q(clock_at__lt=pause.ends_at)
    running = Game.objects.playing().exclude(pace=Game.Pace.NONE)
    return list(running.filter(unaware).order_by("pk").values_list("code", flat=True))


def mark_told(pauses: list[Pause]) -> None:
    """Remember that all running games know of these pauses, unless one of them has ended meanwhile."""
    for pause in pauses:
        Pause.objects.filter(pk=pause.pk, ends_at=pause.ends_at).update(told=True)
