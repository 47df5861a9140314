"""The lobby."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def lobby(request: HttpRequest) -> HttpResponse:
    """Tables that wait for players."""
    return render(request, "games/lobby.html")


def open_table(request: HttpRequest) -> HttpResponse:
    """Open a table."""
    return render(request, "games/lobby.html")
