"""Choosing a time control.

Each kind of clock has fields of its own, of which only those of the kind that is chosen count. All are lists to choose
from: what is hidden because it does not count can then not be wrong, and keep a form from being sent.
"""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import clock
from games.clock import DEFAULT, IllegalTimeControl, Pace, TimeControl
from games.clock_words import span_in_words

MINUTES = (1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, clock.MOST_MINUTES)
SECONDS = (0, 5, 10, 15, 20, 30, 45, 60, 90, 120, clock.MOST_INCREMENT_SECONDS)


class NumberField(forms.TypedChoiceField):
    """One of several whole numbers; the initial one where nothing was chosen."""

    def __init__(self, numbers: Iterable[int], *, initial: int, **kwargs: Any) -> None:
        super().__init__(
            coerce=int,
            choices=[(number, number) for number in numbers],
            initial=initial,
            empty_value=initial,  # type: ignore[arg-type] # any value will do
            required=False,
            **kwargs,
        )


class TimeControlForm(forms.Form):
    """The clock of a table; `control` of the cleaned data is a `TimeControl`, missing where it could not be one."""

    pace = forms.ChoiceField(
        label=_("Clock"),
        choices=[
            (Pace.PER_MOVE, _("Some days for each turn")),
            (Pace.BANK, _("A bank of days: what a turn does not use is kept")),
            (Pace.LIVE, _("Minutes: everybody plays at once")),
            (Pace.NONE, _("No clock")),
        ],
        initial=DEFAULT.pace,
        required=False,
        help_text=_("Whose time runs out is out of the game."),
        widget=forms.RadioSelect,
    )
    turn_days = NumberField(range(1, clock.MOST_DAYS + 1), initial=3, label=_("Days for each turn"))
    bank_days = NumberField(range(1, clock.MOST_DAYS + 1), initial=DEFAULT.time.days, label=_("Days to begin with"))
    bank_more = NumberField(
        range(clock.MOST_INCREMENT_DAYS + 1), initial=DEFAULT.increment.days, label=_("Days more for each turn")
    )
    bank_most = NumberField(
        range(1, clock.MOST_CAP_DAYS + 1),
        initial=DEFAULT.cap.days if DEFAULT.cap else clock.MOST_CAP_DAYS,
        label=_("Never above so many days"),
    )
    live_minutes = NumberField(MINUTES, initial=20, label=_("Minutes to begin with"))
    live_seconds = NumberField(SECONDS, initial=15, label=_("Seconds more for each turn"))

    def clean_pace(self) -> Pace:
        """The usual clock where nothing was chosen."""
        return Pace(self.cleaned_data["pace"] or DEFAULT.pace)

    def clean(self) -> dict[str, Any]:
        """Add `control`."""
        cleaned: dict[str, Any] = self.cleaned_data
        try:
            cleaned["control"] = _control(cleaned)
        except KeyError:
            pass  # something it needs is not what can be chosen, and has its own error
        except IllegalTimeControl:  # each number by itself is one that is offered
            self.add_error(
                "bank_most",
                _("The bank cannot hold less than it begins with. Let it hold at least %(time)s.")
                % {"time": span_in_words(cleaned["bank_days"] * clock.DAY)},
            )
        return cleaned


def _control(chosen: dict[str, Any]) -> TimeControl:
    """What these choices mean. KeyError if one of them is missing, IllegalTimeControl if they do not go together."""
    match chosen["pace"]:
        case Pace.PER_MOVE:
            return TimeControl.per_move(chosen["turn_days"])
        case Pace.BANK:
            return TimeControl.bank(chosen["bank_days"], chosen["bank_more"], chosen["bank_most"])
        case Pace.LIVE:
            return TimeControl.live(chosen["live_minutes"], chosen["live_seconds"])
        case _:
            return TimeControl.none()
