"""Clocks on pages."""

from datetime import datetime, timedelta

from django.template import Library

from games.clock import TimeControl
from games.clock_words import control_in_words, span_in_words
from games.models import Seat
from games.seat_clocks import SeatClock, seat_clock

register = Library()


@register.filter
def in_words(control: TimeControl) -> str:
    """A time control as people read it."""
    return control_in_words(control)


@register.filter
def span(time: timedelta) -> str:
    """A span of time as people read it."""
    return span_in_words(time)


@register.filter
def clock(seat: Seat, at: datetime) -> SeatClock | None:
    """The clock of a seat in a list, at this moment; best of a game from `with_players`: no query then."""
    return seat_clock(seat.game, seat, at)
