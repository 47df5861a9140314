"""Per-request settings of the reader."""

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


class TimeZoneMiddleware:
    """Shows times in the reader's zone while his request is served."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        zone = request.user.time_zone if request.user.is_authenticated else "UTC"
        with timezone.override(zoneinfo.ZoneInfo(zone)):
            return self.get_response(request)
