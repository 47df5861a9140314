"""What people write about games: messages in a chat, and notes of their own."""

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.forms import TokenField
from games.models import LONGEST_MESSAGE, LONGEST_NOTE


class TextField(forms.CharField):
    """Text of several lines, each ended by one character, without other control characters."""

    def to_python(self, value: Any) -> str:
        """The text with the line ends that a browser counts."""
        return (super().to_python(value) or "").replace("\r\n", "\n")

    def validate(self, value: Any) -> None:
        """Refuse what no keyboard writes."""
        super().validate(value)
        if any(unicodedata.category(letter) in ("Cc", "Cs") and letter not in "\n\t" for letter in value):
            raise ValidationError(_("There is a character in it that cannot be shown. Write it anew."), code="control")


class MessageForm(forms.Form):
    """A message; the form's own `token` lets it be said once, however often it is sent."""

    text = TextField(
        label=_("Message"),
        max_length=LONGEST_MESSAGE,
        error_messages={"required": _("There is nothing to send yet. Write something.")},
        widget=forms.Textarea(attrs={"rows": 2, "id": "chat-text", "autocomplete": "off"}),
    )
    token = TokenField(id="chat-token")


class NoteForm(forms.Form):
    """A note of one's own. `mark` says on which text it was written, so that no window undoes another's work."""

    text = TextField(
        label=_("Only you see this"),
        required=False,
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 4, "id": "note-text"}),
    )
    mark = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput(attrs={"id": "note-mark", "autocomplete": "off"})
    )
