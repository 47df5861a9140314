"""What people choose who look for a rated game."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.forms import PlayersField
from ladder.clocks import OFFERED
from ladder.matching import LIMITS
from ladder.models import Seek
from ladder.seeking import Wish

WITHIN = _("{}: within {} points, and up to {} as you wait")


class SeekForm(forms.Form):
    """A rated game to look for. Each clock is a button of its own; `wish`, when it is valid, is what is looked for."""

    players = PlayersField()
    reach = forms.ChoiceField(
        label=_("Ratings of the others"),
        choices=[
            *((reach.value, format_lazy(WITHIN, Seek.Reach(reach).label, *limits)) for reach, limits in LIMITS.items()),
            (Seek.Reach.ANY.value, Seek.Reach.ANY.label),
        ],
        initial=Seek.Reach.WIDE,
        widget=forms.RadioSelect,
    )
    clock = forms.ChoiceField(choices=[(name, name) for name in OFFERED])
    number = forms.IntegerField(min_value=0, initial=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""

    @property
    def wish(self) -> Wish:
        """What is looked for, of a form that is valid."""
        chosen = self.cleaned_data
        return Wish(chosen["players"], chosen["clock"], Seek.Reach(chosen["reach"]))
