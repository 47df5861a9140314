"""The home page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game
from games.tables import table, with_people

MOST_SHOWN = 5


@never_cache
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """What this site is; games and tables to look at, and for a user those that wait for him."""
    listed = with_people(Game.objects.filter(listed=True))
    context = {
        "games": listed.playing().order_by("-started_at")[:MOST_SHOWN],
        "tables": [table(game, request.user) for game in listed.waiting().order_by("-created_at")[:MOST_SHOWN]],
    }
    if request.user.is_authenticated:
        mine = Game.objects.playing().filter(seats__user=request.user, seats__to_move=True)
        context["to_move"] = with_people(mine).order_by("started_at", "pk")[:MOST_SHOWN]
    return render(request, "games/home.html", context)
