"""A table until it starts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.models import Game


def show(request: HttpRequest, game: Game) -> HttpResponse:
    """The page of a table that waits for players or was closed."""
    return render(request, "games/table.html", {"game": game})


def seats(request: HttpRequest, code: str) -> HttpResponse:
    return show(request, Game.objects.get(code=code))


join = leave = close = decline = rematch = seats
