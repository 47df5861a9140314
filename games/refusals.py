"""Why the site will not do something, in words for the person who asked."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refusal(Exception):
    """Nothing was changed. `message` says why and what to do; `status` is the HTTP status to answer with."""

    status = 400

    def __init__(self, message: str | Promise) -> None:
        super().__init__(message)
        self.message = message


class NotAllowed(Refusal):
    """This person may not do this here."""

    status = 403


class Outdated(Refusal):
    """The request was made looking at something that has changed since."""

    status = 409


ILLEGAL = {
    "covers_whole_rug": _("A rug may not cover both halves of one and the same rug. Choose other squares."),
}


def illegal(code: str) -> Refusal:
    """The refusal for an `IllegalAction` with this code."""
    return Refusal(ILLEGAL.get(code, _("The rules do not allow that. Look at the board and choose again.")))
