"""The lobby page: tables that wait for players, and opening one."""

from allauth.core import ratelimit
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.following import followed_by
from accounts.models import User
from games import lobby
from games.forms import OpenTableForm
from games.models import Game
from games.paging import newest_first
from games.refusals import Refusal, TooOften
from games.tables import tables, with_people
from games.views.requests import arrival, player


@never_cache
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """The listed tables with a free seat. `?challenge=<name>` fills in whom to challenge."""
    return page(request)


@never_cache
def open_table(request: HttpRequest) -> HttpResponse:
    """Open a table and go to it; or the lobby again, with what was filled in and why it did not do."""
    if request.method != "POST":
        return redirect("games:lobby")
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("games:lobby"))
    user = player(request)
    form = OpenTableForm(request.POST, reader=user)
    if not form.is_valid():
        form.focus_on_first_error()
        return page(request, form=form, status=400)
    wanted = form.cleaned_data
    try:
        if not ratelimit.consume(request, action="open_table"):
            raise TooOften(_("You have opened many tables within an hour. Open the next one a little later."))
        game = lobby.open_table(
            user,
            wanted["variant"],
            arrival(request),
            control=wanted["control"],
            title=wanted["title"],
            least_reliability=wanted["least_reliability"],
            least_rating=wanted["least_rating"],
            most_rating=wanted["most_rating"],
            listed=wanted["listed"],
            rated=wanted["rated"],
            contribution=wanted["contribution"],
            invited=[wanted["opponent"]] if wanted["opponent"] else [],
            token=wanted["token"],
        )
    except Refusal as refusal:
        return page(request, form=form, refusal=refusal)
    return redirect(game)


def page(
    request: HttpRequest, *, form: OpenTableForm | None = None, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    """The lobby as it is now; with a refusal, its sentence above and its status."""
    games = with_people(Game.objects.filter(listed=True).joinable())
    waiting = newest_first(games, "created_at", request.GET.get("before", ""))
    if form is None and isinstance(request.user, User):
        form = OpenTableForm(initial={"opponent": request.GET.get("challenge", "")}, reader=request.user)
    context = {
        "tables": tables(waiting.rows, request.user, arrival(request)),
        "next": waiting.next,
        "form": form,
        "friends": followed_by(request.user) if isinstance(request.user, User) else (),
        "refusal": refusal,
    }
    return render(request, "games/lobby.html", context, status=refusal.status if refusal else status)
