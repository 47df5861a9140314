"""Time controls and spans of time in words, made when they are shown and in the reader's language.

`static/games/countdown.js` says how much time is left in the same words, while it counts down.
"""

from datetime import timedelta
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clock import NO_TIME, SECOND, Pace, TimeControl


def control_in_words(control: TimeControl) -> str:
    """How much time the players get, as in "3 days, and 1 day more for each turn, never above 7 days"."""
    time, more = span_in_words(control.time), span_in_words(control.increment)
    if control.pace is Pace.NONE:
        return _("no clock")
    if control.pace is Pace.PER_MOVE:
        return _("%(time)s for each turn") % {"time": time}
    if control.increment == NO_TIME:
        return _("%(time)s for the whole game") % {"time": time}
    if control.cap is None:
        return _("%(time)s, and %(more)s more for each turn") % {"time": time, "more": more}
    most = span_in_words(control.cap)
    return _("%(time)s, and %(more)s more for each turn, never above %(most)s") % {
        "time": time,
        "more": more,
        "most": most,
    }


def span_in_words(span: timedelta) -> str:
    """A span by its two largest units, as in "2 days 3 hours"; seconds are rounded up, and larger units down."""
    seconds = ceil(span / SECOND)
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if days:
        return _joined(_days(days), _hours(hours % 24) if hours % 24 else "")
    if hours:
        return _joined(_hours(hours), _minutes(minutes % 60) if minutes % 60 else "")
    if minutes:
        return _joined(_minutes(minutes), _seconds(seconds % 60) if seconds % 60 else "")
    return _seconds(seconds)


def left_in_words(left: timedelta) -> str:
    """How much time somebody has, as in "2 days 3 hours left"."""
    if left <= NO_TIME:
        return _("the time is up")
    return _("%(span)s left") % {"span": span_in_words(left)}


def _joined(larger: str, smaller: str) -> str:
    return f"{larger} {smaller}".rstrip()


def _days(number: int) -> str:
    return ngettext("%(number)d day", "%(number)d days", number) % {"number": number}


def _hours(number: int) -> str:
    return ngettext("%(number)d hour", "%(number)d hours", number) % {"number": number}


def _minutes(number: int) -> str:
    return ngettext("%(number)d minute", "%(number)d minutes", number) % {"number": number}


def _seconds(number: int) -> str:
    return ngettext("%(number)d second", "%(number)d seconds", number) % {"number": number}
