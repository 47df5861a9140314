"""The player page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from accounts.models import User
from games import archive, lobby
from games.models import Game
from games.reliability import reliabilities
from games.vacations import on_vacation_until
from games.views.requests import arrival
from ladder.careers import career_of


@require_safe
def show(request: HttpRequest, name: str) -> HttpResponse:
    """Who a player is, and those of his games the reader may know of; `?before=` turns to older ones.

    `?ladder=` chooses of which ladder the chart is.
    """
    subject = get_object_or_404(User.objects.named(name))
    if subject.name != name:
        return redirect(subject, permanent=True)
    if not subject.is_active:
        return render(request, "ladder/closed.html", {"subject": subject}, status=410)
    going_on = Game.objects.current_of(subject).playing().shown_to(request.user).with_players()
    played = archive.played_by(subject, request.user, request.GET.get("before", ""))
    context = {
        "subject": subject,
        "reliability": reliabilities([subject])[subject.pk],
        "away_until": on_vacation_until([subject], arrival(request)).get(subject.pk),
        "career": career_of(subject, request.GET.get("ladder", "")),
        "going_on": going_on.order_by("-started_at", "-pk")[: lobby.MAX_PLAYING],
        "played": played.rows,
        "older": played.next,
    }
    return render(request, "ladder/player.html", context)
