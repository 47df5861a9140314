"""Until when a vacation lasts."""

from datetime import date, datetime, time, timedelta

from django import forms
from django.core.exceptions import ValidationError
from django.utils.timezone import get_current_timezone, localdate
from django.utils.translation import gettext_lazy as _

FURTHEST = timedelta(days=366)


class VacationForm(forms.Form):
    """The last day of a vacation in the reader's zone; when cleaned, the moment at which it is over, None if open."""

    until = forms.DateField(
        label=_("Last day of the vacation"),
        help_text=_("If you know it. You can come back at any time; at the latest it ends when your days are used up."),
        required=False,
        label_suffix="",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def clean_until(self) -> datetime | None:
        """The end of that day, which must be today or later."""
        day: date | None = self.cleaned_data["until"]
        if day is None:
            return None
        if day < localdate():
            raise ValidationError(_("This day is past. Choose today or a later one."), code="past")
        if day > localdate() + FURTHEST:
            raise ValidationError(_("This is more than a year away. Choose an earlier day."), code="far")
        return datetime.combine(day + timedelta(days=1), time(), get_current_timezone())
