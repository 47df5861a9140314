"""What people fill in about tables: opening one, and sitting down at one."""

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.crypto import get_random_string
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import rules
from games.clock_form import TimeControlForm
from games.house.users import house_user_called
from games.lobby import clean_contribution
from games.models import Game
from games.refusals import Refusal
from games.rules import IllegalVariant, Variant

# Directions are turned by the page around a text, never by a text that could turn the words beside it.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters and signs by their category that leave no mark: fillers of Hangul, and empty Braille.
EMPTY = frozenset("\u115f\u1160\u3164\uffa0\u2800")
SHARES = (80, 90, 95)
"""The shares of games, in percent, that can be asked of those who join."""
MOST_POINTS = 9999
"""The highest rating that can be asked: above all that there are."""


def validate_one_line(text: str) -> None:
    """Refuse line breaks and what controls the text around, and what nobody could see to click on.

    Joiners stay, which some scripts and emoji need.
    """
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") or letter in TURNING for letter in text):
        raise ValidationError(
            _("This must be one line of text, without marks that turn the direction of writing."), code="one_line"
        )
    if not any(unicodedata.category(letter)[0] in "LNPS" and letter not in EMPTY for letter in text):
        raise ValidationError(
            _("There is nothing to be seen in this. Write something, or leave it empty."), code="blank"
        )


def validate_contribution(text: str) -> None:
    """Refuse what `clean_contribution` refuses, as a form's error."""
    try:
        clean_contribution(text)
    except Refusal as refusal:
        raise ValidationError(str(refusal.message), code="contribution") from refusal


class ContributionField(forms.CharField):
    """What a player adds to the dice. The browser fills it in; empty, the server draws it."""

    def __init__(self, *, widget: type[forms.TextInput | forms.HiddenInput] = forms.TextInput, **kwargs: Any) -> None:
        super().__init__(
            label=_("Your contribution to the dice"),
            help_text=_("Any text, as random as you like: nobody, not even this site, can then choose the dice alone."),
            required=False,
            max_length=rules.LONGEST_CONTRIBUTION,
            validators=[validate_contribution],
            widget=widget(attrs={"data-contribution": True, "autocomplete": "off", "spellcheck": "false"}),
            **kwargs,
        )


class SitDownForm(forms.Form):
    """Taking a seat at a table."""

    contribution = ContributionField(label_suffix="")


class TokenField(forms.CharField):
    """Tells a form that is sent twice from two forms. `id` is what the page calls it, if not by its name."""

    def __init__(self, *, id: str = "") -> None:
        attributes = {"autocomplete": "off"} | ({"id": id} if id else {})
        super().__init__(
            required=False,
            max_length=64,
            initial=lambda: get_random_string(22),
            widget=forms.HiddenInput(attributes),
        )


class PlayNowForm(forms.Form):
    """A game against the house at once: one button, and what the browser adds to the dice."""

    contribution = ContributionField(widget=forms.HiddenInput)
    token = TokenField()


_OF_A_NAME = {"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}


def player_called(name: str) -> User:
    """The player of this name, a house player too, who can play; ValidationError if there is none."""
    found = User.objects.named(name).first() or house_user_called(name)
    if found is None or not found.is_active:
        raise ValidationError(_("There is no player of this name. Look at how it is spelled."), code="unknown")
    return found


class InviteForm(forms.Form):
    """A player by his name, for whom a seat is to be kept, or no longer; `name`, when cleaned, is who that is."""

    name = forms.CharField(
        label=_("Invite a player by name"), label_suffix="", widget=forms.TextInput(attrs=_OF_A_NAME), max_length=20
    )

    def clean_name(self) -> User:
        """Who is called so."""
        return player_called(self.cleaned_data["name"])


class HousePlayerForm(forms.Form):
    """A house player for the seat that is free by the page that was looked at."""

    player = forms.CharField()
    seat = forms.IntegerField(min_value=0)


class RatingField(forms.IntegerField):
    """A rating that is asked of those who join, in whole points; empty is none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, min_value=0, max_value=MOST_POINTS, **kwargs)


class PlayersField(forms.TypedChoiceField):
    """How many play; a number."""

    def __init__(self) -> None:
        choices = [(number, number) for number in rules.PLAYERS]
        super().__init__(label=_("Players"), coerce=int, choices=choices, initial=2, widget=forms.RadioSelect)


class OpenTableForm(TimeControlForm):
    """A new table; `variant`, `control`, `listed` and `opponent`, when cleaned, are what `lobby.open_table` wants."""

    opponent = forms.CharField(
        label=_("Challenge a player"),
        help_text=_("A seat is kept for the player of this name. Leave it empty to play with whoever comes."),
        required=False,
        widget=forms.TextInput(attrs=_OF_A_NAME | {"list": "friends"}),
    )
    players = PlayersField()
    listed = forms.TypedChoiceField(
        label=_("Who may sit down"),
        coerce=lambda value: value == "yes",
        choices=[("yes", _("Anyone: it stands in the lobby")), ("no", _("Only who has the link"))],
        initial="yes",
        help_text=_("A challenge is always by link only."),
        widget=forms.RadioSelect,
    )
    colours = forms.ChoiceField(
        label=_("The next colour"),
        choices=Game.Colours,
        initial=Game.Colours.SHUFFLED,
        help_text=_("Two players have two colours each; this is how the next one is found."),
        widget=forms.RadioSelect,
        required=False,
    )
    turning = forms.ChoiceField(
        label=_("Assam is turned"), choices=Game.Turning, initial=Game.Turning.BEFORE, widget=forms.RadioSelect
    )
    dirhams = forms.IntegerField(
        label=_("Dirhams for everybody"),
        help_text=_("30 by the rules; 10 makes a shorter, harder game."),
        min_value=rules.LEAST_DIRHAMS,
        max_value=rules.MOST_DIRHAMS,
        initial=30,
    )
    own_cover = forms.BooleanField(label=_("Own rugs may be covered whole"), required=False)
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_(
            "The game changes the ratings of all who play. It needs a clock, and players who have confirmed an e-mail"
            " address; with players of the house it is not rated."
        ),
    )
    least_reliability = forms.TypedChoiceField(
        label=_("Who may join by how often he stays to the end"),
        coerce=int,
        choices=[
            (0, _("Everybody")),
            *((each, format_lazy(_("Who stays in {} % of his games"), each)) for each in SHARES),
        ],
        initial=0,
        required=False,
        help_text=_("Not to stay is to run out of time, or to resign early. New and invited players may always join."),
    )
    least_rating = RatingField(label=_("Lowest rating"))
    most_rating = RatingField(label=_("Highest rating"))
    title = forms.CharField(
        label=_("Title"),
        help_text=_("If you like."),
        required=False,
        max_length=60,
        validators=[validate_one_line],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    contribution = ContributionField()
    token = TokenField()

    def __init__(self, *args: Any, reader: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self.reader = reader
        if reader.kind == User.Kind.GUEST:
            # What `lobby.open_table` allows no guest.
            for name in ("opponent", "listed", "rated", "least_rating", "most_rating"):
                del self.fields[name]

    def clean_opponent(self) -> User | None:
        """The player of this name, who must be somebody else and able to play."""
        name = self.cleaned_data["opponent"]
        if not name:
            return None
        opponent = player_called(name)
        if opponent == self.reader:
            raise ValidationError(_("This is you. Challenge somebody else, or leave it empty."), code="oneself")
        return opponent

    def clean_colours(self) -> str:
        """The pile where nothing was chosen: with three or four players there is no choice."""
        return self.cleaned_data["colours"] or Game.Colours.SHUFFLED.value

    def clean_least_reliability(self) -> int:
        """Nothing is asked where nothing was chosen."""
        return self.cleaned_data["least_reliability"] or 0

    def clean(self) -> dict[str, Any]:
        """Add `variant`, and make a challenge one by link."""
        left_out = {"opponent": None, "listed": False, "rated": False, "least_rating": None, "most_rating": None}
        cleaned = left_out | super().clean()
        if cleaned["opponent"]:
            cleaned["listed"] = False
        options = ("players", "turning", "colours", "dirhams", "own_cover")
        if all(option in cleaned for option in options):
            try:
                cleaned["variant"] = Variant(**{option: cleaned[option] for option in options})
            except IllegalVariant:  # each option by itself is one that is offered
                self.add_error(
                    "colours",
                    _("Only two players can choose how the next colour is found. Take two players, or the pile."),
                )
        return cleaned

    def focus_on_first_error(self) -> None:
        """Let the page open where something is to be put right."""
        first = next((name for name in self.fields if name in self.errors), None)
        if first is not None:
            self.fields[first].widget.attrs["autofocus"] = True
