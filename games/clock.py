"""Clocks: how much time the players of a game have, and until when.

Pure arithmetic on aware datetimes in UTC and whole timedeltas; it knows nothing of the game but its seats, which count
from 0. A clock is a frozen value, each operation gives the next one, and time left is never stored for
"now" but for the moment of the last operation, so that a clock which nobody touches needs no upkeep.

>>> from datetime import UTC, datetime, timedelta
>>> noon = datetime(2030, 1, 1, 12, tzinfo=UTC)
>>> clock = Clock.start(TimeControl.per_move(3), 2, noon).turn_to([0], noon)
>>> clock.deadline(0) == noon + timedelta(days=3), clock.deadline(1)
(True, None)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

NO_TIME: Final = timedelta(0)
DAY: Final = timedelta(days=1)
MINUTE: Final = timedelta(minutes=1)
SECOND: Final = timedelta(seconds=1)

MOST_DAYS: Final = 14
"""The longest time for a move, and the fullest bank to begin with, in days."""

MOST_INCREMENT_DAYS: Final = 7
MOST_CAP_DAYS: Final = 28
MOST_MINUTES: Final = 180
MOST_INCREMENT_SECONDS: Final = 180


class Pace(StrEnum):
    """The kinds of time control."""

    NONE = "none"
    PER_MOVE = "per move"
    BANK = "bank"
    LIVE = "live"


class IllegalTimeControl(ValueError):
    """A time control that no table can have."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time the players of a game get.

    NONE: no clock. PER_MOVE: `time`, from 1 to 14 whole days, for each turn anew. BANK: `time` to begin with and
    `increment` for each finished turn, but never more than `cap`; all in whole days. LIVE: `time` in whole minutes and
    `increment` in whole seconds. IllegalTimeControl for anything else.
    """

    pace: Pace
    time: timedelta = NO_TIME
    increment: timedelta = NO_TIME
    cap: timedelta | None = None

    def __post_init__(self) -> None:
        if not _LEGAL[self.pace](self):
            raise IllegalTimeControl(f"{self.pace}: {self.time} + {self.increment}, at most {self.cap}")

    @classmethod
    def none(cls) -> TimeControl:
        """No clock at all."""
        return cls(Pace.NONE)

    @classmethod
    def per_move(cls, days: int) -> TimeControl:
        """So many days for each turn."""
        return cls(Pace.PER_MOVE, days * DAY)

    @classmethod
    def bank(cls, days: int, increment: int, cap: int) -> TimeControl:
        """So many days, and `increment` more days for each finished turn, never above `cap` days."""
        return cls(Pace.BANK, days * DAY, increment * DAY, cap * DAY)

    @classmethod
    def live(cls, minutes: int, seconds: int) -> TimeControl:
        """So many minutes, and so many seconds more for each finished turn."""
        return cls(Pace.LIVE, minutes * MINUTE, seconds * SECOND)

    @property
    def is_timed(self) -> bool:
        """Whether there is a clock."""
        return self.pace is not Pace.NONE

    @property
    def is_correspondence(self) -> bool:
        """Whether it is counted in days, so that a vacation stops the clock."""
        return self.pace in (Pace.PER_MOVE, Pace.BANK)

    @property
    def gift(self) -> timedelta:
        """How much time an opponent gives at once."""
        return DAY if self.is_correspondence else MINUTE

    @property
    def most(self) -> timedelta:
        """What no gift can bring a player above."""
        if self.pace is Pace.LIVE:
            return MOST_MINUTES * MINUTE
        return self.cap or MOST_DAYS * DAY

    def after_turn(self, left: timedelta) -> timedelta:
        """What a player has for his next turn who finishes one with so much left."""
        match self.pace:
            case Pace.PER_MOVE:
                return self.time
            case Pace.BANK:
                assert self.cap is not None  # a bank has one
                return min(left + self.increment, self.cap)
            case _:
                return left + self.increment


def _is_whole(amount: timedelta, unit: timedelta, least: int, most: int) -> bool:
    """Whether this is a whole number of units, from `least` to `most`."""
    return amount % unit == NO_TIME and least * unit <= amount <= most * unit


def _is_legal_bank(control: TimeControl) -> bool:
    return (
        _is_whole(control.time, DAY, 1, MOST_DAYS)
        and _is_whole(control.increment, DAY, 0, MOST_INCREMENT_DAYS)
        and control.cap is not None
        and _is_whole(control.cap, DAY, control.time.days, MOST_CAP_DAYS)
    )


def _is_legal_live(control: TimeControl) -> bool:
    return (
        _is_whole(control.time, MINUTE, 1, MOST_MINUTES)
        and _is_whole(control.increment, SECOND, 0, MOST_INCREMENT_SECONDS)
        and control.cap is None
    )


_LEGAL: Final = {
    Pace.NONE: lambda control: control.time == control.increment == NO_TIME and control.cap is None,
    Pace.PER_MOVE: lambda control: (
        _is_whole(control.time, DAY, 1, MOST_DAYS) and control.increment == NO_TIME and control.cap is None
    ),
    Pace.BANK: _is_legal_bank,
    Pace.LIVE: _is_legal_live,
}

DEFAULT: Final = TimeControl.bank(3, 1, 7)
"""What a new table has when nothing else is chosen."""


@dataclass(frozen=True, slots=True)
class SeatTime:
    """The time of one seat at the moment of its clock.

    left: what it has for the turn that is going on, or else for its next. runs: whether that is a turn of its own.
    away_until: the end of its player's last vacation, until which it stands still; None if there was none.
    """

    left: timedelta
    runs: bool = False
    away_until: datetime | None = None

    def starts_at(self, at: datetime) -> datetime:
        """When time that is counted from this moment on begins to pass."""
        return at if self.away_until is None else max(at, self.away_until)


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of all seats of a game, as they were left by what happened last, at the moment `at`.

    While `paused` all stand still. What arrives out of order, with a moment before `at`, counts as of `at`. An
    operation at a moment when a seat has already run out raises ValueError: let that seat go out first.
    """

    control: TimeControl
    seats: tuple[SeatTime, ...]
    at: datetime
    paused: bool = False

    @classmethod
    def start(cls, control: TimeControl, players: int, at: datetime) -> Clock:
        """The clocks of a game that begins; none of them runs yet."""
        return cls(control, (SeatTime(control.time),) * players, at)

    def turn_to(self, seats: Collection[int], at: datetime) -> Clock:
        """From now on the clocks of these seats run and no others; none of them, when the game is over."""
        now = self._at(at)
        return replace(now, seats=tuple(replace(seat, runs=index in seats) for index, seat in enumerate(now.seats)))

    def finish(self, seat: int, at: datetime) -> Clock:
        """This seat has finished its turn: its clock stops, and it gets its increment, or its time anew."""
        now = self._at(at)
        return now._with(seat, left=self.control.after_turn(now.seats[seat].left), runs=False)

    def pause(self, at: datetime) -> Clock:
        """All clocks stand still."""
        return replace(self._at(at), paused=True)

    def resume(self, at: datetime) -> Clock:
        """The clocks go on after a pause."""
        return replace(self._at(at), paused=False)

    def away(self, seat: int, at: datetime, until: datetime) -> Clock:
        """This seat's clock stands still until then; of correspondence games only (ValueError)."""
        if not self.control.is_correspondence:
            raise ValueError("a vacation stops no live clock")
        return self._at(at)._with(seat, away_until=until)

    def back(self, seat: int, at: datetime) -> Clock:
        """This seat's clock goes on, before the time that was said."""
        return self._at(at)._with(seat, away_until=None)

    def give(self, seat: int, at: datetime, amount: timedelta) -> Clock:
        """This seat gets so much more time for its present turn, or else its next; never above `control.most`."""
        now = self._at(at)
        left = now.seats[seat].left
        return now._with(seat, left=max(left, min(left + amount, self.control.most)))

    def deadline(self, seat: int) -> datetime | None:
        """The moment after which this seat is out of time if nothing happens before; None while it cannot be."""
        time = self.seats[seat]
        if not time.runs or self.paused or not self.control.is_timed:
            return None
        return time.starts_at(self.at) + time.left

    def left(self, seat: int, at: datetime) -> timedelta:
        """What this seat has left at a moment, none if it has run out; without a clock that is no time."""
        return max(NO_TIME, self._left(seat, max(at, self.at)))

    def first_out(self, at: datetime, mover: int) -> tuple[int, datetime] | None:
        """The first seat that has run out before this moment, and when: of several at once the next from the mover."""
        players = len(self.seats)
        deadlines = ((self.deadline(seat), (seat - mover) % players, seat) for seat in range(players))
        out = [(deadline, place, seat) for deadline, place, seat in deadlines if deadline is not None and deadline < at]
        if not out:
            return None
        deadline, _place, seat = min(out)
        return seat, deadline

    def _left(self, seat: int, at: datetime) -> timedelta:
        """What this seat has left at a moment that is not before the clock's; negative if it ran out before."""
        time = self.seats[seat]
        if self.deadline(seat) is None:
            return time.left
        return time.left - max(NO_TIME, at - time.starts_at(self.at))

    def _at(self, at: datetime) -> Clock:
        """The same clocks at a later moment."""
        moment = max(at, self.at)
        left = [self._left(seat, moment) for seat in range(len(self.seats))]
        if min(left) < NO_TIME:
            seat = left.index(min(left))
            raise ValueError(f"seat {seat} has run out at {self.deadline(seat)}")
        times = tuple(replace(time, left=now) for time, now in zip(self.seats, left, strict=True))
        return replace(self, seats=times, at=moment)

    def _with(self, index: int, **changes: object) -> Clock:
        seats = list(self.seats)
        seats[index] = replace(seats[index], **changes)  # type: ignore[arg-type]
        return replace(self, seats=tuple(seats))
