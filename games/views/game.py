"""The page of a game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from games.models import Game
from games.views import table


def show(request: HttpRequest, code: str) -> HttpResponse:
    """The game with this code, or its table until it starts."""
    game = get_object_or_404(Game, code=code)
    if game.status in (Game.Status.WAITING, Game.Status.CLOSED):
        return table.show(request, game)
    return HttpResponse("")
