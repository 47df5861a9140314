"""What views ask of a request, with its types."""

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
