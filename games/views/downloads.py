"""Games as files: the record of one as text and as JSON, and the records of all games of a user."""

from allauth.core import ratelimit
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.downloads import json_of, records_of
from games.views.courses import Find, as_file, course_or_404
from games.views.requests import player


@never_cache
@require_safe
def record_text(request: HttpRequest, code: str, find: Find) -> HttpResponse:
    """The game as the text of a record."""
    course = course_or_404(request, code, find)
    response = HttpResponse(course.record.dump(), content_type="text/plain; charset=utf-8")
    return as_file(response, f"marrakech-{code}.txt")


@never_cache
@require_safe
def record_json(request: HttpRequest, code: str, find: Find) -> HttpResponse:
    """The game as JSON."""
    response = JsonResponse(json_of(course_or_404(request, code, find)), json_dumps_params={"ensure_ascii": False})
    return as_file(response, f"marrakech-{code}.json")


@never_cache
@require_safe
@login_required
def all_records(request: HttpRequest) -> HttpResponseBase:
    """The records of all games that the reader plays or has played, as one text that is sent while it is made."""
    refusal: HttpResponse | None = ratelimit.consume_or_429(request, action="all_records", limit_get=True)
    if refusal is not None:
        return refusal
    response = StreamingHttpResponse(records_of(player(request)), content_type="text/plain; charset=utf-8")
    return as_file(response, "marrakech-my-games.txt")
