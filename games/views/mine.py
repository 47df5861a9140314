"""A user's own games."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def mine(request: HttpRequest) -> HttpResponse:
    """The reader's games."""
    return render(request, "games/mine.html")


def next_game(request: HttpRequest) -> HttpResponse:
    """The next game that waits for the reader."""
    return mine(request)


def waiting(request: HttpRequest) -> HttpResponse:
    """The counter in the navigation."""
    return mine(request)
