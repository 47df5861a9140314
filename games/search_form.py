"""What people fill in to find games in the archive."""

from dataclasses import replace
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import archive, rules
from games.archive import Search
from games.models import Game

EARLIEST, LATEST = date(2000, 1, 1), date(2999, 12, 31)
ANY = ("", _("any"))
OPTIONS = ("players", "pace", "rated", "turning", "colours", "own_cover", "dirhams")


class PlayerField(forms.CharField):
    """A player's name; the cleaned value is the player, or None if it was left empty."""

    def __init__(self, **kwargs: Any) -> None:
        attributes = {"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
        super().__init__(required=False, max_length=20, widget=forms.TextInput(attrs=attributes), **kwargs)

    def clean(self, value: Any) -> User | None:
        """Find him; ValidationError if there is nobody of that name."""
        name = super().clean(value)
        if not name:
            return None
        player = User.objects.named(name).first()
        if player is None or not player.is_active:
            raise ValidationError(_("There is no player of this name. Look at how it is spelled."), code="unknown")
        return player


class DayField(forms.DateField):
    """A day, chosen from the browser's calendar."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False,
            validators=[MinValueValidator(EARLIEST), MaxValueValidator(LATEST)],
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            input_formats=["%Y-%m-%d"],
            **kwargs,
        )


class SearchForm(forms.Form):
    """Which games somebody looks for. Everything may be left open."""

    player = PlayerField(label=_("Player"))
    against = PlayerField(label=_("Against"))
    result = forms.ChoiceField(
        label=_("Result"),
        choices=[
            ANY,
            (archive.WON, _("won by the player named first")),
            (archive.LOST, _("lost by the player named first")),
            (archive.CALLED_OFF, _("called off")),
        ],
        required=False,
    )
    players = forms.TypedChoiceField(
        label=_("Players"), coerce=int, choices=[ANY, *((number, number) for number in rules.PLAYERS)], required=False
    )
    pace = forms.ChoiceField(label=_("Clock"), choices=[ANY, *Game.Pace.choices], required=False)
    rated = forms.BooleanField(label=_("Rated games only"), required=False)
    turning = forms.ChoiceField(label=_("Assam is turned"), choices=[ANY, *Game.Turning.choices], required=False)
    colours = forms.ChoiceField(label=_("The next colour"), choices=[ANY, *Game.Colours.choices], required=False)
    own_cover = forms.TypedChoiceField(
        label=_("Own rugs may be covered whole"),
        coerce=lambda value: value == "yes",
        choices=[ANY, ("yes", _("yes")), ("no", _("no"))],
        empty_value=None,
        required=False,
    )
    dirhams = forms.IntegerField(
        label=_("Dirhams for everybody"),
        min_value=rules.LEAST_DIRHAMS,
        max_value=rules.MOST_DIRHAMS,
        required=False,
    )
    since = DayField(label=_("Ended on or after"))
    until = DayField(label=_("Ended on or before"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""

    def clean_result(self) -> str:
        """Who is to have won or lost must be said."""
        result: str = self.cleaned_data["result"]
        if result in (archive.WON, archive.LOST) and not self.data.get("player"):
            raise ValidationError(_("Say above who is to have won or lost."), code="nobody")
        return result

    def clean_rated(self) -> bool | None:
        """Who does not ask for rated games takes any."""
        return self.cleaned_data["rated"] or None

    def asked(self) -> dict[str, str]:
        """What was filled in, as it came: what links to further pages have in their addresses."""
        return {name: value for name in self.fields if (value := self.data.get(name))}

    def search(self) -> Search:
        """What was filled in; only of a valid form."""
        filled = self.cleaned_data
        options = {option: filled[option] for option in OPTIONS if filled.get(option) not in ("", None)}
        if options.get("colours"):
            options.setdefault("players", 2)  # only two players choose how colours come
        return Search(
            player=filled.get("player"),
            against=filled["against"],
            options=options,
            result=filled["result"],
            since=filled["since"],
            until=filled["until"],
        )


class PlayerGamesForm(SearchForm):
    """Which games of one player somebody looks for."""

    def __init__(self, player: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.subject = player
        for name in ("player", "turning", "colours", "own_cover", "dirhams"):
            del self.fields[name]
        result = self.fields["result"]
        assert isinstance(result, forms.ChoiceField)
        results = {archive.WON: _("won"), archive.LOST: _("lost"), archive.CALLED_OFF: _("called off")}
        result.choices = [ANY, *results.items()]

    def clean_result(self) -> str:
        """Who is to have won or lost is known."""
        result: str = self.cleaned_data["result"]
        return result

    def search(self) -> Search:
        """What was filled in, of this player; only of a valid form."""
        return replace(super().search(), player=self.subject)
