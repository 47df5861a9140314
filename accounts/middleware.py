"""Per-request settings of the reader."""

import logging
import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

logger = logging.getLogger(__name__)


class TimeZoneMiddleware:
    """Shows times in the reader's zone while his request is served."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(_zone_of(request)):
            return self.get_response(request)


def _zone_of(request: HttpRequest) -> zoneinfo.ZoneInfo:
    if not request.user.is_authenticated:
        return zoneinfo.ZoneInfo("UTC")
    try:
        return zoneinfo.ZoneInfo(request.user.time_zone)
    except zoneinfo.ZoneInfoNotFoundError:
        # It was one when it was chosen; a machine with other zone files may not know it.
        logger.warning("User %s has the unknown time zone %s", request.user.pk, request.user.time_zone)
        return zoneinfo.ZoneInfo("UTC")
