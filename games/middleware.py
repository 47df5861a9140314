"""What happens to every request before its view.

All are `MiddlewareMixin`s, as Django's own: one that could only be called synchronously would make the whole chain
change threads for it, and a browser that leaves in the middle of a request would then leave it half cleaned up.
"""

import logging

from allauth.core import ratelimit
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from accounts.mishaps import database_busy

logger = logging.getLogger(__name__)


class ArrivalMiddleware(MiddlewareMixin):
    """Stamps a request with the moment it came in; deadlines and the log go by that stamp."""

    def process_request(self, request: HttpRequest) -> None:
        """Set `request.arrived_at`, an aware datetime."""
        request.arrived_at = timezone.now()  # type: ignore[attr-defined]  # an attribute of ours


class RequestRateMiddleware(MiddlewareMixin):
    """Answers 429 to whoever sends more than the settings allow (`ACCOUNT_RATE_LIMITS`)."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """The refusal for a request too many; None for the others."""
        action = "read" if request.method in ("GET", "HEAD") else "write"
        by = "member" if request.user.is_authenticated else "visitor"
        refusal: HttpResponse | None = ratelimit.consume_or_429(request, action=f"{action}_{by}", limit_get=True)
        return refusal


class BusyDatabaseMiddleware(MiddlewareMixin):
    """Answers 503 when a view cannot have the database in time: nothing was changed, and trying again is right.

    What fails outside of views is `accounts.mishaps.failure`'s.
    """

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page for an `OperationalError`; other errors take their usual way."""
        if not isinstance(exception, OperationalError):
            return None
        logger.error("The database could not be had: %s", exception)
        return database_busy()
