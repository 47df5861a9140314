"""A game moment by moment, and the market of each moment as a picture."""

import base64
import hashlib
from functools import cache
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template import loader
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.utils.csp import CSP
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from games.board import market_at
from games.courses import Course
from games.models import SavedRecord
from games.replay import moment_of
from games.views.courses import Find, as_file, course_or_404
from games.views.previews import preview_of_course
from games.views.requests import whole

PICTURE_KEPT = 7 * 24 * 3600  # seconds


@cache
def _market_style() -> str:
    """The style of a market that stands by itself."""
    style = Path(__file__).parents[1] / "static/games/market.css"
    return f":root {{ --sans: system-ui, sans-serif; }}\n{style.read_text()}"


def _hash(text: str) -> str:
    """What a Content Security Policy calls a text that it allows."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@never_cache
@require_safe
def show(request: HttpRequest, code: str, find: Find) -> HttpResponse:
    """On to a moment of the game: the one that `?ply=` asks for, or the first."""
    course = course_or_404(request, code, find)
    wanted = whole(request.GET.get("ply", "")) or 0
    return redirect(f"{course.pages}moment", code, min(wanted, course.history.ply))


@never_cache
@require_safe
def moment(request: HttpRequest, code: str, ply: int, find: Find) -> HttpResponse:
    """The game after so many decisions."""
    course = _course_up_to(request, code, ply, find)
    context = {
        "moment": moment_of(course, ply),
        "course": course,
        "owner": isinstance(course.source, SavedRecord) and course.source.owner_id == request.user.pk,
        "preview": preview_of_course(request, course, ply),
    }
    return render(request, "games/replay.html", context)


@csp_override({"default-src": [CSP.NONE], "style-src": [_hash(_market_style())]})
@require_safe
def picture(request: HttpRequest, code: str, ply: int, find: Find) -> HttpResponse:
    """The market after so many decisions, as a picture that stands by itself."""
    course = _course_up_to(request, code, ply, find)
    context = {
        "market": market_at(course.history.until(ply)),
        "label": _("The market after %(ply)d decisions") % {"ply": ply},
        "style": _market_style(),
    }
    response = HttpResponse(loader.render_to_string("games/picture.svg", context), content_type="image/svg+xml")
    if course.is_over and not course.is_saved:  # a saved record can be deleted, and its pictures with it
        patch_cache_control(response, public=True, max_age=PICTURE_KEPT)
    else:
        add_never_cache_headers(response)
    return as_file(response)


def _course_up_to(request: HttpRequest, code: str, ply: int, find: Find) -> Course:
    """The course of a game in which so many decisions have been made."""
    course = course_or_404(request, code, find)
    if ply > course.history.ply:
        raise Http404
    return course
