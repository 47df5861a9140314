"""The clock of one seat of a running game, as pages show it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clock import NO_TIME, Pace
from games.clock_words import left_in_words
from games.models import Game, Seat


@dataclass(frozen=True, slots=True)
class SeatClock:
    """What there is to say of it at one moment, or at any moment: then nothing that goes stale.

    deadline: when its time will be up, None while it does not run. away_until: until when it stands still since its
    player is on vacation. left: how much time it has, None where that is not known or is no matter of interest.
    is_live: whether it is counted in minutes.
    """

    deadline: datetime | None
    away_until: datetime | None
    left: timedelta | None
    is_live: bool = False

    @property
    def words(self) -> str:
        """How much time is left, empty where that is not known."""
        return "" if self.left is None else left_in_words(self.left)


def seat_clock(game: Game, seat: Seat, at: datetime | None) -> SeatClock | None:
    """The clock of this seat at this moment, or for a page that is kept (None); None where there is no clock."""
    if game.status != Game.Status.PLAYING or game.pace == Game.Pace.NONE:
        return None
    away_until = seat.away_until
    if away_until is not None and at is not None and away_until <= at:
        away_until = None
    return SeatClock(seat.deadline, away_until, _left(game, seat, away_until, at), game.pace == Pace.LIVE)


def _left(game: Game, seat: Seat, away_until: datetime | None, at: datetime | None) -> timedelta | None:
    if seat.deadline is None:
        # The time for a turn anew is the same for everybody who waits, and was given none.
        is_usual = game.pace == Pace.PER_MOVE and seat.time_left == game.time
        return seat.time_left if seat.to_move or not is_usual else None
    if at is None:
        return None
    return max(NO_TIME, seat.deadline - (away_until or at))
