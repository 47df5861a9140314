"""The site's addresses, and two views that do as little as can be done."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.utils import timezone

from accounts.models import User
from games.views.requests import player


def bare(_request: HttpRequest) -> HttpResponse:
    """Nothing but a word."""
    return HttpResponse("Assam")


def one_row(request: HttpRequest) -> HttpResponse:
    """Find who asks by the session, and update one row of the database."""
    User.objects.filter(id=player(request).id).update(last_login=timezone.now())
    return HttpResponse("Assam")


urlpatterns = [
    path("benchmark/bare/", bare),
    path("benchmark/one-row/", one_row),
    path("", include("marrakech_site.urls")),
]
