"""What the pages of a course have in common; games played here and saved records have the same pages.

Each view takes `find`, which gives the course with a code.
"""

from collections.abc import Callable

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from accounts.models import User
from games.courses import Course
from games.views.requests import reader

Find = Callable[[str, User | None], Course]


def course_or_404(request: HttpRequest, code: str, find: Find) -> Course:
    """The course of this code, as who asks may see it."""
    try:
        return find(code, reader(request))
    except ObjectDoesNotExist as error:
        raise Http404 from error


def as_file[Response: HttpResponseBase](response: Response, name: str = "") -> Response:
    """Mark what is no page: it stands in no index of the web, and is saved under this name, if it has one."""
    response["X-Robots-Tag"] = "noindex"
    if name:
        response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
