"""The player page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def player(request: HttpRequest, name: str) -> HttpResponse:
    """Who a player is, and his games."""
    return render(request, "ladder/player.html", {"name": name})
