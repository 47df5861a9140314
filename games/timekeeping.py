"""The clocks of one game: as they are kept, after a decision or a clock event, and as they follow from the log.

What is kept, on `Game` and `Seat`, is a cache of the fold of moves and clock events, as the position is one of the
moves. Only a game that has started has clocks.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby

from games.announcing import announce_game
from games.clock import Clock, SeatTime
from games.history import History
from games.models import ClockEvent, Game, Seat
from games.rules import Phase, Position, Status

Kind = ClockEvent.Kind


def clock_of(game: Game, seats: Sequence[Seat]) -> Clock:
    """The clocks as they are kept. ValueError for a game that has not started."""
    moment = game.clock_at or game.started_at
    if moment is None:
        raise ValueError(f"game {game.pk} has not started")
    times = tuple(SeatTime(seat.time_left, seat.to_move, seat.away_until) for seat in seats)
    return Clock(game.time_control, times, moment, game.clock_paused)


def keep_clock(game: Game, seats: Sequence[Seat], clock: Clock) -> None:
    """Set what is kept of the clocks, with each seat's deadline; the caller saves it."""
    game.clock_at, game.clock_paused = clock.at, clock.paused
    for seat, time in zip(seats, clock.seats, strict=True):
        seat.time_left, seat.away_until = time.left, time.away_until
        seat.deadline = clock.deadline(seat.index)


def started(game: Game, position: Position, at: datetime) -> Clock:
    """The clocks of a game that starts at this moment, in this position."""
    return Clock.start(game.time_control, game.players, at).turn_to(position.movers, at)


def moved(clock: Clock, before: Position, after: Position, actor: int, at: datetime) -> Clock:
    """The clocks after a decision of this seat, and the chance that followed it.

    Rolling stops no clock: finishing the turn does, and so does arranging the opponent's rugs.
    """
    if _has_finished(before, after, actor):
        return clock.finish(actor, at).turn_to(after.movers, at)
    return clock if after.movers == before.movers else clock.turn_to(after.movers, at)


def _has_finished(before: Position, after: Position, actor: int) -> bool:
    """Whether a decision of this seat finished what was his to do, with him still in."""
    if actor not in before.movers or after.called_off or after.seats[actor].status is not Status.IN:
        return False
    return before.phase is Phase.ARRANGE or after.turn != before.turn or actor not in after.movers


def happened(clock: Clock, event: ClockEvent) -> Clock:
    """The clocks after this event."""
    seat, amount = event.seat, event.amount
    match event.kind:
        case Kind.PAUSE:
            return clock.pause(event.at)
        case Kind.RESUME:
            return clock.resume(event.at)
    assert seat is not None  # the other kinds have one
    if event.kind == Kind.BACK:
        return clock.back(seat, event.at)
    assert amount is not None  # what is left has one
    if event.kind == Kind.AWAY:
        return clock.away(seat, event.at, event.at + amount)
    return clock.give(seat, event.at, amount)


def derived(game: Game, history: History, events: Iterable[ClockEvent]) -> Clock:
    """The clocks as they follow from the whole log and from all clock events, in order of their numbers.

    ValueError if somebody decided, or something happened, when a seat had run out already.
    """
    *_, (clock, _finisher) = clocks(game, history, events)
    return clock


def clocks(game: Game, history: History, events: Iterable[ClockEvent]) -> Iterator[tuple[Clock, int | None]]:
    """The clocks as the game starts and then after each decision and each clock event, as they follow from the log.

    With each of them who finished what was his to do by this decision, None where nobody did. ValueError as `derived`.
    """
    assert game.started_at is not None  # it has a history
    between = {ply: list(group) for ply, group in groupby(events, key=lambda event: event.ply)}
    clock = started(game, history.until(0).position, game.started_at)
    yield clock, None
    for ply, group in groupby(history.since(0), key=lambda step: step.ply):
        steps = list(group)
        for event in between.pop(ply or 0, ()):
            clock = happened(clock, event)
            yield clock, None
        seat, at = steps[0].seat, steps[0].at
        assert seat is not None  # it is a decision of the log
        assert at is not None
        before, after = steps[0].before, steps[-1].after
        clock = moved(clock, before, after, seat, at)
        yield clock, seat if _has_finished(before, after, seat) else None
    for event in (event for group in between.values() for event in group):
        clock = happened(clock, event)
        yield clock, None


def enter(  # noqa: PLR0913 - what there is to say of an event
    game: Game,
    seats: Sequence[Seat],
    kind: ClockEvent.Kind,
    at: datetime,
    *,
    seat: int | None = None,
    giver: int | None = None,
    amount: timedelta | None = None,
) -> None:
    """Let this happen to the clocks of a game that the caller has locked: append the event, save, announce."""
    event = ClockEvent(game=game, ply=game.ply, kind=kind, seat=seat, giver=giver, amount=amount, at=at)
    event.number = game.clock_events.count() + 1
    event.save()
    keep_clock(game, seats, happened(clock_of(game, seats), event))
    game.version += 1
    game.save(update_fields=["clock_at", "clock_paused", "version"])
    Seat.objects.bulk_update(seats, ["time_left", "away_until", "deadline"])
    announce_game(game, [each.user_id for each in seats])
