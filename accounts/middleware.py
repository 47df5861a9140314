"""Per-request settings of the reader."""

import logging
import zoneinfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

logger = logging.getLogger(__name__)


class TimeZoneMiddleware(MiddlewareMixin):
    """Shows times in the reader's zone while his request is served."""

    def process_request(self, request: HttpRequest) -> None:
        """Take on the reader's zone."""
        timezone.activate(_zone_of(request))

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Leave it again, for whoever uses this thread next."""
        timezone.deactivate()
        return response


def _zone_of(request: HttpRequest) -> zoneinfo.ZoneInfo:
    if not request.user.is_authenticated:
        return zoneinfo.ZoneInfo("UTC")
    try:
        return zoneinfo.ZoneInfo(request.user.time_zone)
    except zoneinfo.ZoneInfoNotFoundError:
        # It was one when it was chosen; a machine with other zone files may not know it.
        logger.warning("User %s has the unknown time zone %s", request.user.pk, request.user.time_zone)
        return zoneinfo.ZoneInfo("UTC")
