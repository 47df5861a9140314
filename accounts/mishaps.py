"""The answers to requests that went wrong outside of views; their pages need neither request nor database."""

import sys

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.template.loader import render_to_string
from django.views.defaults import server_error


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for what cannot be read. Django's own looks for a form's token first, and fails where reading did."""
    return HttpResponseBadRequest(render_to_string("400.html"))


def failure(request: HttpRequest) -> HttpResponse:
    """The page for an error that is being handled: ours, or that of a database that cannot be had."""
    return database_busy() if isinstance(sys.exception(), OperationalError) else server_error(request)


def database_busy() -> HttpResponse:
    """The page to answer with when the database cannot be had in time."""
    return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": "5"})
