"""The home page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def home(request: HttpRequest) -> HttpResponse:
    """What this site is, and what there is to do for the reader."""
    return render(request, "games/home.html")
