"""The player page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from accounts.models import User
from games import lobby
from games.models import Game
from games.reliability import reliabilities
from games.search_form import PlayerGamesForm
from games.vacations import on_vacation_until
from games.views.ended_games import ended_games
from games.views.requests import arrival
from ladder.careers import career_of
from ladder.results import FIRST_OPPONENTS, MOST_GAMES, MOST_OPPONENTS, groups_of, largest_area_of, opponents_of


@require_safe
def show(request: HttpRequest, name: str) -> HttpResponse:
    """Who a player is, what he has achieved, and those of his games the reader may know of.

    `?ladder=` chooses of which ladder the chart is, `?opponents=all` shows more opponents. The fields of a form say
    which of his ended games are listed, and `?before=` turns to older ones (`games.views.ended_games`).
    """
    subject = get_object_or_404(User.objects.named(name))
    if subject.name != name:
        return redirect(subject, permanent=True)
    if not subject.is_active:
        return render(request, "ladder/closed.html", {"subject": subject}, status=410)
    form = PlayerGamesForm(subject, request.GET)
    is_valid = form.is_valid()
    asked = form.asked()
    going_on = Game.objects.current_of(subject).playing().shown_to(request.user).with_players()
    most_opponents = MOST_OPPONENTS if request.GET.get("opponents") == "all" else FIRST_OPPONENTS
    context = {
        "subject": subject,
        "reliability": reliabilities([subject])[subject.pk],
        "away_until": on_vacation_until([subject], arrival(request)).get(subject.pk),
        "career": career_of(subject, request.GET.get("ladder", "")),
        "groups": groups_of(subject, request.user),
        "opponents": opponents_of(subject, request.user, most_opponents),
        "largest": largest_area_of(subject, request.user),
        "most_games": MOST_GAMES,
        "going_on": going_on.order_by("-started_at", "-pk")[: lobby.MAX_PLAYING],
        "form": form,
        "is_searched": True,
    }
    if is_valid:
        context |= ended_games(request, form.search(), asked, {"player": subject.name, **asked})
    return render(request, "ladder/player.html", context, status=200 if is_valid else 400)
