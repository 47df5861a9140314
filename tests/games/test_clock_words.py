"""Time controls and spans of time in words."""

from datetime import timedelta

import pytest

from games.clock import DAY, MINUTE, SECOND, TimeControl
from games.clock_words import control_in_words, left_in_words, span_in_words

HOUR = timedelta(hours=1)
MOMENT = timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("control", "words"),
    [
        (TimeControl.none(), "no clock"),
        (TimeControl.per_move(1), "1 day for each turn"),
        (TimeControl.per_move(14), "14 days for each turn"),
        (TimeControl.bank(3, 1, 7), "3 days, and 1 day more for each turn, never above 7 days"),
        (TimeControl.bank(14, 0, 14), "14 days for the whole game"),
        (TimeControl.live(20, 15), "20 minutes, and 15 seconds more for each turn"),
        (TimeControl.live(1, 90), "1 minute, and 1 minute 30 seconds more for each turn"),
        (TimeControl.live(90, 0), "1 hour 30 minutes for the whole game"),
    ],
)
def test_a_time_control_in_words(control: TimeControl, words: str) -> None:
    assert control_in_words(control) == words


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (2 * DAY + 3 * HOUR + 59 * MINUTE, "2 days 3 hours"),
        (DAY + 59 * MINUTE, "1 day"),
        (DAY, "1 day"),
        (DAY - SECOND, "23 hours 59 minutes"),
        (DAY - MOMENT, "1 day"),
        (HOUR, "1 hour"),
        (HOUR - SECOND, "59 minutes 59 seconds"),
        (MINUTE, "1 minute"),
        (59 * SECOND, "59 seconds"),
        (MOMENT, "1 second"),
    ],
)
def test_a_span_is_told_by_its_two_largest_units(span: timedelta, words: str) -> None:
    assert span_in_words(span) == words


def test_who_has_time_left_is_never_told_that_it_is_up() -> None:
    assert left_in_words(MOMENT) == "1 second left"
    assert left_in_words(timedelta(0)) == "the time is up"
