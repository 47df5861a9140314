"""The page on which a player switches his vacation on and off."""

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.refusals import Refusal, TooOften
from games.vacation_form import VacationForm
from games.vacations import begin_vacation, days_left, end_vacation, on_vacation_until
from games.views.requests import arrival, player


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def show(request: HttpRequest) -> HttpResponse:
    """Whether the reader is on vacation, and how much of it he has left; begin one now, or change its end."""
    if request.method != "POST":
        return _page(request, VacationForm())
    form = VacationForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=400)
    try:
        if not ratelimit.consume(request, action="vacation"):  # each change is told in the logs of all his games
            raise TooOften(_("You have begun or changed vacations many times within an hour. Do so a little later."))
        begin_vacation(player(request), arrival(request), form.cleaned_data["until"])
    except Refusal as refusal:
        return _page(request, form, refusal=refusal)
    messages.success(request, _("You are on vacation. Your clocks of days stand still, beginning now."))
    return redirect("games:vacation")


@require_POST
@login_required
def end(request: HttpRequest) -> HttpResponse:
    """Switch the vacation off."""
    try:
        was_on = end_vacation(player(request), arrival(request))
    except Refusal as refusal:
        return _page(request, VacationForm(), refusal=refusal)
    if was_on:
        messages.success(request, _("Welcome back. Your clocks go on."))
    return redirect("games:vacation")


def _page(
    request: HttpRequest, form: VacationForm, *, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    user, at = player(request), arrival(request)
    context = {
        "form": form,
        "refusal": refusal,
        "away_until": on_vacation_until([user], at).get(user.pk),
        "left": days_left(user, at),
        "budget": settings.VACATION_DAYS,
        "year": at.year,
    }
    return render(request, "games/vacation.html", context, status=refusal.status if refusal else status)
