"""Finding a rated game: choosing one, the page on which one waits for it, and what is done there."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from games import lobby
from games.refusals import Refusal
from games.views.requests import arrival, is_fragment, player, reader, whole
from ladder import seeking
from ladder.clocks import LIVE, OFFERED
from ladder.forms import SeekForm
from ladder.matching import STEP
from ladder.models import WIDENS_DAYS, WIDENS_LIVE, Seek


@never_cache
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """The games one can look for; who is looking already is led to his search."""
    seek = seeking.seek_of(request.user)
    if seek is not None and seek.is_looking:
        return redirect("ladder:seeking", seek.number)
    return page(request, seek)


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Look for the game that was chosen: on to the search, and from there to the game if it has been found."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("ladder:find"))
    user = player(request)
    form = SeekForm(request.POST)
    try:
        if not form.is_valid():
            raise Refusal(_("That is not a game one can look for. Choose how many play, and press one of the clocks."))
        seek = seeking.begin(user, form.wish, form.cleaned_data["number"], arrival(request))
    except Refusal as refusal:
        return page(request, seeking.seek_of(user), refusal=refusal)
    return redirect("ladder:seeking", seek.number)


@never_cache
@require_safe
def wait(request: HttpRequest, number: int) -> HttpResponse:
    """The search of this number while it goes on; then the game that it led to, or the games one can look for."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("ladder:find"))
    seek = seeking.seek_of(request.user)
    if seek is None or seek.number != number:
        return redirect("ladder:find")
    if seek.is_looking:
        return render(request, "ladder/seeking.html", _context(request, seek))
    if seek.game is not None and not seek.game.is_ended:
        return redirect(seek.game)
    return redirect("ladder:find")


@require_POST
def here(request: HttpRequest) -> HttpResponse:
    """Say that one is still there, on the page of the search `number`; for htmx, what changes on that page."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("ladder:find"))
    seeking.still_here(player(request), arrival(request))
    number = whole(request.POST.get("number", ""))
    address = reverse("ladder:find") if number is None else reverse("ladder:seeking", args=[number])
    if not is_fragment(request):
        return redirect(address)
    seek = seeking.seek_of(request.user)
    if seek is None or not seek.is_looking or seek.number != number:
        return HttpResponseClientRedirect(address)
    return render(request, "ladder/seeking.html#seek", _context(request, seek))


@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """Look no more; to the game if it has been found meanwhile."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("ladder:find"))
    seeking.stop(player(request))
    seek = seeking.seek_of(request.user)
    return redirect("ladder:seeking", seek.number) if seek else redirect("ladder:find")


def page(request: HttpRequest, seek: Seek | None, *, refusal: Refusal | None = None) -> HttpResponse:
    """The games one can look for, for the one who has this seek; with a refusal, its sentence and its status."""
    user = reader(request)
    known = {"players": seek.players, "reach": seek.reach, "number": seek.number} if seek else {}
    context = {
        "seek": seek,
        "form": SeekForm(initial=known),
        "live": {name: control for name, control in OFFERED.items() if name in LIVE},
        "days": {name: control for name, control in OFFERED.items() if name not in LIVE},
        "kinds": seeking.kinds_looked_for(),
        "refusal": refusal,
        "hindrance": _hindrance(user, request) if user and not refusal else "",
        "step": STEP,
        "widens_live": WIDENS_LIVE,
        "widens_days": WIDENS_DAYS,
        "absent_after": seeking.ABSENT_AFTER,
        "stale_after": seeking.STALE_AFTER,
    }
    return render(request, "ladder/find.html", context, status=refusal.status if refusal else 200)


def _hindrance(user: User, request: HttpRequest) -> object:
    """Why this user cannot look for a game now; empty if he can, or needs an account for it."""
    if user.kind != User.Kind.PERSON:
        return ""
    try:
        lobby.require_rated_player(user, arrival(request))
    except Refusal as refusal:
        return refusal.message
    return ""


def _context(request: HttpRequest, seek: Seek) -> dict[str, object]:
    reach = seek.reach_at(arrival(request))
    return {
        "seek": seek,
        "reach": reach,
        "least": None if reach is None else max(0, seek.rating - reach),
        "most": None if reach is None else seek.rating + reach,
        "others": seeking.looking_for_the_same(seek).count(),
        "is_live": seek.clock in LIVE,
        "absent_after": seeking.ABSENT_AFTER,
        "stale_after": seeking.STALE_AFTER,
    }
