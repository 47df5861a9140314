"""The player page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts.models import User
from ladder.players import games_going_on, games_played


def player(request: HttpRequest, name: str) -> HttpResponse:
    """Who a player is, and those of his games the reader may know of; `?before=` turns to older ones."""
    subject = get_object_or_404(User.objects.named(name))
    if subject.name != name:
        return redirect(subject, permanent=True)
    if not subject.is_active:
        return render(request, "ladder/closed.html", {"subject": subject}, status=410)
    try:
        played = games_played(subject, request.user, request.GET.get("before", ""))
    except ValueError as error:
        raise Http404 from error
    context = {"subject": subject, "going_on": games_going_on(subject, request.user), "played": played}
    return render(request, "ladder/player.html", context)
