"""Bringing the record of a game, as a file or as text."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.refusals import Refusal
from games.rules import Record
from games.saved_records import checked, decoded


class RecordForm(forms.Form):
    """A record; `record` of the cleaned data is what was brought. A file's text stays in the form like a typed one."""

    file = forms.FileField(label=_("A file"), required=False, help_text=_("A text file in UTF-8, with one record."))
    text = forms.CharField(
        label=_("Or the text itself"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 14,
                "spellcheck": "false",
                "autocapitalize": "none",
                "autocomplete": "off",
                "class": "record",
            }
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""

    def clean(self) -> dict[str, Any]:
        """Add `record`; where it is refused, the error stands at the field it came from."""
        cleaned = self.cleaned_data
        if not self.errors:
            try:
                cleaned["record"] = self._record()
            except Refusal as refusal:
                self.add_error("text", ValidationError(str(refusal.message), code="record"))
        return cleaned

    def _record(self) -> Record:
        file = self.cleaned_data["file"]
        if file is None and not self.cleaned_data["text"].strip():
            raise Refusal(_("Choose a file, or paste the text of a record here."))
        if file is not None:
            self.cleaned_data["text"] = decoded(file.read())
            self.data = {**self.data, "text": self.cleaned_data["text"]}
        return checked(self.cleaned_data["text"])
