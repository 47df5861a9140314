"""The sweep: what time has done to games that nobody touches is recorded a few seconds later.

It decides nothing. `games.play.expire` derives each deadline anew under the game's lock, so that a second sweeper, or
a player who comes first, does no harm.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.db import OperationalError, transaction

from games import pauses, play
from games.models import Game, Seat

logger = logging.getLogger(__name__)

GRACE = timedelta(seconds=5)
"""How long after a deadline it is recorded, so that a move which arrived just before is heard first."""

REST = timedelta(minutes=5)
"""How long a game is left alone in which there was trouble."""

_resting: dict[str, datetime] = {}
"""The games that this process leaves alone, by code, and until when."""


def sweep(now: datetime) -> int:
    """Record who has run out of time in all games, the earliest deadline first; in how many games this sweeper did."""
    pauses.record_outage(now)  # or it would be taken to have ended a few seconds ago
    moment = now - GRACE
    due = Seat.objects.filter(deadline__lt=moment).order_by("deadline", "pk").values_list("game__code", flat=True)
    swept = 0

    def expire(code: str) -> None:
        nonlocal swept
        swept += _expire(code, moment)

    _each(dict.fromkeys(due), expire, now)
    return swept


def tell_games(now: datetime) -> None:
    """Enter the pauses of all clocks in the log of each running game that does not know of them yet."""
    untold = pauses.untold_pauses(now)
    if untold and let_time_pass(pauses.games_unaware_of(untold), now):
        pauses.mark_told(untold)


def let_time_pass(codes: Iterable[str], now: datetime) -> bool:
    """Bring each of these games up to this moment, whatever trouble there is with others; whether all went well."""
    return _each(codes, lambda code: play.expire(code, now), now)


def _expire(code: str, moment: datetime) -> bool:
    """Record it in one game, unless another sweeper has it in hand or nobody is due there any more."""
    with transaction.atomic():
        claimed = Game.objects.select_for_update(skip_locked=True, no_key=True).filter(code=code)
        # Who is due is asked once the game is in hand: until then another sweeper may have been at it.
        if not claimed.values_list("pk") or not Seat.objects.filter(game__code=code, deadline__lt=moment).exists():
            return False
        play.expire(code, moment)
        return True


def _each(codes: Iterable[str], do: Callable[[str], object], now: datetime) -> bool:
    """Do it for each game, whatever trouble there is with others; whether all went well."""
    well = True
    for code in codes:
        if _resting.get(code, now) > now:
            well = False
            continue
        try:
            do(code)
            _resting.pop(code, None)
        except OperationalError:  # of the database, as a lock that was not to be had
            well = False
            logger.exception("Time could not pass in game %s, and will be tried again.", code)
        except Exception:
            well = False
            _resting[code] = now + REST
            logger.exception("Time could not pass in game %s. It will be tried again in %s.", code, REST)
    return well
