"""What views ask of a request, with its types."""

import re
from datetime import datetime

from django.http import HttpRequest

from accounts.models import User


def arrival(request: HttpRequest) -> datetime:
    """The moment the request came in, as `ArrivalMiddleware` stamped it."""
    moment: datetime = request.arrived_at  # type: ignore[attr-defined]
    return moment


def player(request: HttpRequest) -> User:
    """Who is logged in; only for views that have made sure that somebody is."""
    assert isinstance(request.user, User)
    return request.user


def is_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks, who wants the part of the page that changes and not the whole."""
    return bool(request.htmx)  # type: ignore[attr-defined]


def reader(request: HttpRequest) -> User | None:
    """Who is logged in, if anybody is."""
    return player(request) if request.user.is_authenticated else None


def whole(text: str) -> int | None:
    """A whole number as forms and addresses write it; None for anything else."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None
