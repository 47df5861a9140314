"""What a game that was played to its end adds to the numbers of its players: money, the largest area, and thinking.

They are kept with the seats when the game ends, and follow from the log of moves and clock events.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from itertools import pairwise

from django.db import transaction

from games.clock import NO_TIME
from games.clock_log import clock_events
from games.history import History
from games.locking import lock_game
from games.models import ClockEvent, Game, Seat
from games.telling import toll_of
from games.timekeeping import clocks

logger = logging.getLogger(__name__)

SEATS_AT_ONCE = 500
"""So many that the job which counts earlier games is done within seconds, and the site's loop can end."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The numbers of one seat; its fields are those of `Seat` that keep them.

    paid, received: dirhams paid to others, and taken from them. collected_from: the squares of the largest area that
    somebody paid him for, 0 if nobody did. turns: how many turns he finished, an arrangement among them. thought: how
    long these took by his clock, which stands still in pauses and on vacation. Both are None without a clock.
    """

    paid: int
    received: int
    collected_from: int
    turns: int | None
    thought: timedelta | None


FIELDS = tuple(Tally.__dataclass_fields__)


def tallies_of(game: Game, history: History, events: Iterable[ClockEvent]) -> tuple[Tally, ...]:
    """The numbers of each seat of a game, from its history and all its clock events in order.

    ValueError if the clocks do not follow from the log.
    """
    paid, received, collected_from = ([0] * game.players for _ in range(3))
    for step in history.steps:
        toll = toll_of(step)
        if toll is not None:
            paid[step.before.mover] += toll.paid
            received[toll.owner] += toll.paid
            collected_from[toll.owner] = max(collected_from[toll.owner], toll.due)
    turns, thought = _thinking(game, history, events)
    return tuple(map(Tally, paid, received, collected_from, turns, thought))


def set_tallies(game: Game, seats: Sequence[Seat], history: History) -> None:
    """Set the numbers of all seats of a game that has ended, in order; the caller saves them."""
    tallies = tallies_of(game, history, clock_events(game))
    for seat, tally in zip(seats, tallies, strict=True):
        for field, value in asdict(tally).items():
            setattr(seat, field, value)


def count_earlier_games() -> None:
    """Count some of the games that ended before these numbers were kept, each in a transaction of its own.

    One in which that fails is logged, and stops no other.
    """
    uncounted = Seat.objects.filter(rank__isnull=False, paid__isnull=True)
    first = uncounted.order_by("pk").values_list("game__code", flat=True)[:SEATS_AT_ONCE]
    for code in dict.fromkeys(first):
        try:
            with transaction.atomic():
                game, seats = lock_game(code)
                set_tallies(game, seats, History.opened(game).extended(game.moves.order_by("ply")))
                Seat.objects.bulk_update(seats, FIELDS)
        except Exception:
            logger.exception("The numbers of game %s could not be counted", code)


def _thinking(
    game: Game, history: History, events: Iterable[ClockEvent]
) -> tuple[Sequence[int | None], Sequence[timedelta | None]]:
    """How many turns each seat finished, and how long they took."""
    if not game.time_control.is_timed:
        return (None,) * game.players, (None,) * game.players
    turns, thought, this_turn = [0] * game.players, [NO_TIME] * game.players, [NO_TIME] * game.players
    for (before, _), (after, finisher) in pairwise(clocks(game, history, events)):
        for seat, time in enumerate(before.seats):
            this_turn[seat] += time.left - before.left(seat, after.at)
        if finisher is not None:
            turns[finisher] += 1
            thought[finisher] += this_turn[finisher]
            this_turn[finisher] = NO_TIME
    return turns, thought
