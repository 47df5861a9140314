"""What happens to every request before its view."""

import logging
from collections.abc import Callable

from allauth.core import ratelimit
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.mishaps import database_busy

logger = logging.getLogger(__name__)

Handler = Callable[[HttpRequest], HttpResponse]


class ArrivalMiddleware:
    """Stamps a request with the moment it came in; deadlines and the log go by that stamp."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.arrived_at = timezone.now()  # type: ignore[attr-defined]
        return self.get_response(request)


class RequestRateMiddleware:
    """Answers 429 to whoever sends more than the settings allow (`ACCOUNT_RATE_LIMITS`)."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        action = "read" if request.method in ("GET", "HEAD") else "write"
        by = "member" if request.user.is_authenticated else "visitor"
        refusal: HttpResponse | None = ratelimit.consume_or_429(request, action=f"{action}_{by}", limit_get=True)
        return refusal or self.get_response(request)


class BusyDatabaseMiddleware:
    """Answers 503 when a view cannot have the database in time: nothing was changed, and trying again is right.

    What fails outside of views is `accounts.mishaps.failure`'s.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page for an `OperationalError`; other errors take their usual way."""
        if not isinstance(exception, OperationalError):
            return None
        logger.error("The database could not be had: %s", exception)
        return database_busy()
