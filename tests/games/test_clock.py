"""The arithmetic of clocks: time controls, turns, pauses, vacations and gifts, over moments that tests choose."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import DAY, NO_TIME, Clock, IllegalTimeControl, Pace, TimeControl

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)

PER_MOVE = TimeControl.per_move(3)
BANK = TimeControl.bank(3, 1, 7)
LIVE = TimeControl.live(10, 5)
CONTROLS = [PER_MOVE, BANK, LIVE]


def running(control: TimeControl, players: int = 2) -> Clock:
    """A game that began at noon; seat 0 is to move."""
    return Clock.start(control, players, NOON).turn_to([0], NOON)


def test_a_turn_has_its_days_whatever_was_left_of_the_one_before() -> None:
    clock = running(PER_MOVE)
    assert clock.deadline(0) == NOON + 3 * DAY
    clock = clock.finish(0, NOON + 2 * DAY).turn_to([1], NOON + 2 * DAY)
    assert (clock.deadline(0), clock.deadline(1)) == (None, NOON + 5 * DAY)
    assert clock.left(0, NOON + 4 * DAY) == 3 * DAY


def test_a_bank_grows_when_a_turn_is_finished_but_not_above_its_cap() -> None:
    clock = running(BANK).finish(0, NOON + HOUR)
    assert clock.left(0, NOON + HOUR) == 4 * DAY - HOUR
    for _ in range(5):
        clock = clock.turn_to([0], clock.at).finish(0, clock.at)
    assert clock.left(0, clock.at) == 7 * DAY


def test_live_clocks_count_minutes_and_seconds() -> None:
    clock = running(LIVE).finish(0, NOON + timedelta(minutes=4))
    assert clock.left(0, NOON + timedelta(minutes=4)) == timedelta(minutes=6, seconds=5)


def test_without_a_clock_nobody_has_a_deadline() -> None:
    clock = running(TimeControl.none())
    assert clock.deadline(0) is None
    assert clock.first_out(NOON + 1000 * DAY, 0) is None
    assert clock.finish(0, NOON + 1000 * DAY).left(0, NOON) == NO_TIME


@pytest.mark.parametrize(
    "make",
    [
        lambda: TimeControl.per_move(0),
        lambda: TimeControl.per_move(15),
        lambda: TimeControl(Pace.PER_MOVE, HOUR),
        lambda: TimeControl(Pace.PER_MOVE, DAY, DAY),
        lambda: TimeControl.bank(3, 1, 2),
        lambda: TimeControl.bank(3, -1, 7),
        lambda: TimeControl(Pace.BANK, DAY, DAY),
        lambda: TimeControl.live(0, 10),
        lambda: TimeControl.live(10, -1),
        lambda: TimeControl(Pace.LIVE, HOUR, NO_TIME, HOUR),
        lambda: TimeControl(Pace.NONE, DAY),
    ],
)
def test_a_time_control_that_makes_no_sense_cannot_be_made(make: Callable[[], TimeControl]) -> None:
    with pytest.raises(IllegalTimeControl):
        make()


def test_several_clocks_run_until_each_has_finished() -> None:
    clock = Clock.start(PER_MOVE, 2, NOON).turn_to([0, 1], NOON)
    clock = clock.finish(1, NOON + HOUR).turn_to([0], NOON + HOUR)
    assert (clock.deadline(0), clock.deadline(1)) == (NOON + 3 * DAY, None)


def test_a_pause_moves_every_deadline_by_its_length() -> None:
    clock = running(BANK).pause(NOON + DAY)
    assert clock.deadline(0) is None
    clock = clock.resume(NOON + 3 * DAY)
    assert clock.deadline(0) == NOON + 5 * DAY


def test_turns_that_are_finished_in_a_pause_cost_no_time() -> None:
    clock = running(BANK).pause(NOON + DAY).finish(0, NOON + 2 * DAY).turn_to([1], NOON + 2 * DAY)
    clock = clock.resume(NOON + 3 * DAY)
    assert clock.left(0, NOON + 3 * DAY) == 3 * DAY
    assert clock.deadline(1) == NOON + 6 * DAY


def test_a_vacation_moves_the_deadline_and_ends_by_itself() -> None:
    clock = running(PER_MOVE).away(0, NOON + DAY, until=NOON + 10 * DAY)
    assert clock.deadline(0) == NOON + 12 * DAY
    assert clock.left(0, NOON + 5 * DAY) == 2 * DAY
    assert clock.left(0, NOON + 11 * DAY) == DAY


def test_a_turn_that_comes_in_a_vacation_begins_at_its_end() -> None:
    clock = running(PER_MOVE).away(1, NOON, until=NOON + 10 * DAY)
    clock = clock.finish(0, NOON + DAY).turn_to([1], NOON + DAY)
    assert clock.deadline(1) == NOON + 13 * DAY


def test_who_comes_back_early_goes_on_with_what_he_had() -> None:
    clock = running(PER_MOVE).away(0, NOON + 2 * DAY, until=NOON + 20 * DAY).back(0, NOON + 5 * DAY)
    assert clock.deadline(0) == NOON + 6 * DAY


def test_a_vacation_stops_no_live_clock() -> None:
    with pytest.raises(ValueError, match="live"):
        running(LIVE).away(0, NOON, until=NOON + DAY)


def test_a_pause_does_not_lengthen_a_vacation() -> None:
    clock = running(PER_MOVE).away(0, NOON, until=NOON + 4 * DAY).pause(NOON + DAY).resume(NOON + 2 * DAY)
    assert clock.deadline(0) == NOON + 7 * DAY


def test_time_that_is_given_helps_at_once_and_no_further_than_there_is_a_limit() -> None:
    clock = running(BANK).give(0, NOON + DAY, 2 * DAY)
    assert clock.deadline(0) == NOON + 5 * DAY
    assert clock.give(0, NOON + DAY, 30 * DAY).left(0, NOON + DAY) == 7 * DAY
    assert running(PER_MOVE).give(0, NOON, 30 * DAY).left(0, NOON) == 14 * DAY


def test_a_deadline_belongs_to_the_time_there_is() -> None:
    clock = running(PER_MOVE)
    deadline = NOON + 3 * DAY
    assert clock.first_out(deadline, 0) is None
    assert clock.finish(0, deadline).left(0, deadline) == 3 * DAY
    just_after = deadline + timedelta(microseconds=1)
    assert clock.first_out(just_after, 0) == (0, deadline)
    with pytest.raises(ValueError, match="seat 0 has run out"):
        clock.finish(0, just_after)


@pytest.mark.parametrize(("mover", "first"), [(0, 0), (1, 1), (2, 0)])
def test_of_those_who_run_out_at_once_the_next_clockwise_from_the_mover_goes_first(mover: int, first: int) -> None:
    clock = Clock.start(PER_MOVE, 3, NOON).turn_to([0, 1], NOON)
    assert clock.first_out(NOON + 4 * DAY, mover) == (first, NOON + 3 * DAY)


def test_the_earlier_deadline_goes_first() -> None:
    clock = Clock.start(PER_MOVE, 2, NOON).turn_to([0, 1], NOON).give(0, NOON, DAY)
    assert clock.first_out(NOON + 5 * DAY, 0) == (1, NOON + 3 * DAY)


def test_what_arrives_out_of_order_counts_as_of_what_was_there_first() -> None:
    clock = running(BANK).pause(NOON + HOUR).resume(NOON + 2 * HOUR)
    late = clock.finish(0, NOON + HOUR + timedelta(minutes=30))
    assert (late.at, late.left(0, late.at)) == (NOON + 2 * HOUR, 4 * DAY - HOUR)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Etc/GMT+12", "Pacific/Kiritimati"])
@pytest.mark.parametrize("month", range(1, 13))
def test_three_days_are_72_hours_wherever_and_whenever(zone: str, month: int) -> None:
    """Also over a change to or from summer time and the end of a month: deadlines are moments, and not dates."""
    for day in (1, 8, 27, 28):
        local = datetime(2030, month, day, 1, 30, tzinfo=ZoneInfo(zone))
        clock = Clock.start(PER_MOVE, 2, local.astimezone(UTC)).turn_to([0], local.astimezone(UTC))
        deadline = clock.deadline(0)
        assert deadline is not None
        assert deadline.timestamp() - local.timestamp() == 72 * 3600


@dataclass(frozen=True)
class Event:
    """Something that happens to clocks, so long after what happened before."""

    after: timedelta
    name: str
    amount: timedelta = NO_TIME

    def on(self, clock: Clock) -> Clock:
        """The clock with this happened, before anybody has run out."""
        deadlines = [deadline for seat in range(len(clock.seats)) if (deadline := clock.deadline(seat))]
        at = min([clock.at + self.after, *deadlines])
        mover = next(seat for seat, time in enumerate(clock.seats) if time.runs)
        match self.name:
            case "finish":
                return clock.finish(mover, at).turn_to([(mover + 1) % len(clock.seats)], at)
            case "pause":
                return clock.pause(at)
            case "resume":
                return clock.resume(at)
            case "away":
                return clock.away(mover, at, at + self.amount) if clock.control.is_correspondence else clock
            case "back":
                return clock.back(mover, at)
            case _:
                return clock.give(mover, at, self.amount)


def durations(most: timedelta) -> st.SearchStrategy[timedelta]:
    return st.timedeltas(NO_TIME, most)


controls = st.sampled_from([*CONTROLS, TimeControl.bank(1, 0, 1), TimeControl.live(1, 0)])
events = st.lists(
    st.builds(
        Event,
        durations(5 * DAY) | durations(timedelta(minutes=3)),
        st.sampled_from(["finish", "pause", "resume", "away", "back", "give"]),
        durations(5 * DAY),
    ),
    max_size=30,
)


def played(clock: Clock, happened: list[Event]) -> Clock:
    """The clock after all of this."""
    for event in happened:
        clock = event.on(clock)
    return clock


@given(controls, st.integers(2, 4), events, durations(20 * DAY))
def test_time_is_never_made_or_lost(
    control: TimeControl, players: int, happened: list[Event], later: timedelta
) -> None:
    """What a seat has less than before is what has passed while its clock ran, and nothing else changes by waiting."""
    clock = played(running(control, players), happened)
    moment = clock.at + later
    for seat, time in enumerate(clock.seats):
        assert time.left >= NO_TIME
        if control.cap is not None:
            assert time.left <= control.cap
        deadline = clock.deadline(seat)
        if deadline is None:
            assert clock.left(seat, moment) == time.left
        else:
            stood = max(NO_TIME, time.starts_at(clock.at) - clock.at)
            assert clock.left(seat, moment) == max(NO_TIME, time.left - max(NO_TIME, later - stood))
            assert clock.left(seat, deadline) == NO_TIME


@given(controls, events, durations(5 * DAY), durations(5 * DAY))
def test_looking_at_a_clock_on_the_way_changes_nothing(
    control: TimeControl, happened: list[Event], first: timedelta, second: timedelta
) -> None:
    clock = played(running(control), happened)
    middle, end = clock.at + first, clock.at + first + second
    if clock.first_out(end, 0):
        return
    looked = clock.resume(middle).resume(end) if not clock.paused else clock.pause(middle).pause(end)
    straight = clock.resume(end) if not clock.paused else clock.pause(end)
    assert looked == straight


@given(controls, events, st.integers(0, 30), durations(30 * DAY))
def test_a_pause_anywhere_moves_all_that_follows_and_changes_nothing_else(
    control: TimeControl, happened: list[Event], where: int, length: timedelta
) -> None:
    """Pauses commute with moves: the same course with a pause in it ends with the same time left, so much later."""
    happened = [event for event in happened if event.name in ("finish", "give")]
    before, behind = happened[:where], happened[where:]
    straight = played(running(control), happened)
    clock = played(running(control), before)
    paused = played(clock.pause(clock.at).resume(clock.at + length), behind)
    assert paused.seats == straight.seats
    assert paused.at == straight.at + length


@given(st.sampled_from([PER_MOVE, BANK]), events, st.lists(durations(3 * DAY), max_size=6), durations(40 * DAY))
def test_no_vacation_gives_back_time_that_was_used(
    control: TimeControl, happened: list[Event], steps: list[timedelta], until: timedelta
) -> None:
    """However often somebody goes and comes back: his clock only ever stands still or runs down."""
    clock = played(running(control), happened)
    seat = next(index for index, time in enumerate(clock.seats) if time.runs)
    left = clock.seats[seat].left
    for step in steps:
        away = clock.away(seat, clock.at, clock.at + until)
        if away.first_out(clock.at + step, seat):
            break
        clock = away.back(seat, clock.at + step)
        assert clock.seats[seat].left <= left
        left = clock.seats[seat].left


@given(controls, events)
def test_the_first_to_run_out_is_the_one_with_the_earliest_deadline(
    control: TimeControl, happened: list[Event]
) -> None:
    clock = played(running(control, 3).turn_to([0, 1, 2], NOON), happened)
    deadlines = [deadline for seat in range(3) if (deadline := clock.deadline(seat))]
    if deadlines:
        first = clock.first_out(max(deadlines) + DAY, 0)
        assert first is not None
        assert first[1] == min(deadlines)
