"""The player page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from accounts.models import User
from games.models import Game
from games.paging import newest_first


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Who a player is, and those of his games the reader may know of; `?before=` turns to older ones."""
    subject = get_object_or_404(User.objects.named(name))
    if subject.name != name:
        return redirect(subject, permanent=True)
    if not subject.is_active:
        return render(request, "ladder/closed.html", {"subject": subject}, status=410)
    games = Game.objects.filter(seats__user=subject).shown_to(request.user).prefetch_related("seats__user")
    played = newest_first(games.ended(), "ended_at", request.GET.get("before", ""))
    context = {
        "subject": subject,
        "going_on": games.playing().order_by("-started_at", "-pk"),
        "played": played.rows,
        "older": played.next,
    }
    return render(request, "ladder/player.html", context)
