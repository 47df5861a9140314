"""The standings of a ladder, and the formula behind them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.following import circle_of, may_follow
from accounts.models import User
from games.views.requests import player
from ladder import elo
from ladder.elo import POINT, Constants, Player
from ladder.models import QUIET_AFTER, Ladder
from ladder.rating import MOST_A_DAY
from ladder.standings import Whereabouts, key_around, standings, whereabouts

EXAMPLE_GAMES = (0, 5, 10, 20, 40, 90)
EXAMPLE_LEADS = (0, 50, 100, 200, 300, 400)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The ladders: to the first of them, if there is any."""
    first = get_object_or_404(Ladder.objects.main())
    return redirect("ladder:standings", first.slug)


@never_cache
@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The players in order: from the top, from the key `?from=`, or around the player of the name `?player=`.

    `?friends=1` shows the reader and whom he follows alone, unless another player is looked for.
    """
    ladder = get_object_or_404(Ladder.objects.select_related("season_of"), slug=slug)
    now = timezone.now()
    key, name = request.GET.get("from", ""), request.GET.get("player", "")
    user = User.objects.named(name).first() if name else None
    found = whereabouts(ladder, user) if user else None
    circle = circle_of(player(request)) if "friends" in request.GET and may_follow(request.user) else None
    if circle is not None and user and user.pk not in circle:
        circle = None
    if found and found.standing and found.has_place:
        key = key_around(found.standing, circle)
    base = ladder.season_of or ladder
    page, mine = standings(ladder, now, key, circle), whereabouts(ladder, request.user)
    context = {
        "ladder": ladder,
        "base": base,
        "is_over": ladder.is_over(now),
        "ladders": Ladder.objects.filter(season_of=None).order_by("pk"),
        "seasons": base.seasons.order_by("-begins_at"),
        "page": page,
        "mine": mine,
        "my_place": page.place_of(mine.standing) if mine and mine.standing and mine.has_place else None,
        "may_follow": may_follow(request.user),
        "only_friends": circle is not None,
        "name": name,
        "not_found": _why_not(name, found, ladder.is_over(now)),
        "quiet_days": QUIET_AFTER.days,
    }
    return render(request, "ladder/standings.html", context, status=404 if name and found is None else 200)


@require_safe
def formula(request: HttpRequest, slug: str) -> HttpResponse:
    """How ratings come about on this ladder, with its numbers."""
    ladder = get_object_or_404(Ladder.objects.select_related("season_of"), slug=slug)
    constants = ladder.constants
    context = {
        "ladder": ladder,
        "base": ladder.season_of or ladder,
        "constants": constants,
        "product": constants.first_k * constants.fading,
        "ks": [(games, elo.k_after(games, constants)) for games in EXAMPLE_GAMES],
        "forecasts": [(lead, 100 * elo.forecast(lead * elo.POINT, 0, constants)) for lead in EXAMPLE_LEADS],
        "example": _example(constants),
        "most_a_day": MOST_A_DAY,
        "quiet_days": QUIET_AFTER.days,
    }
    return render(request, "ladder/formula.html", context)


def _example(constants: Constants) -> dict[str, float]:
    """A game of three equals of whom one wins and two share the second rank, in points."""
    games = 40
    k = elo.k_after(games, constants)
    ranks = [1, 2, 2]
    field = [Player(elo.new_rating(constants), games, rank) for rank in ranks]
    gain, loss, _loss = (after / POINT - constants.start for after in elo.ratings_after(field, constants))
    return {"games": games, "k": k, "part": k / 2, "gain": gain, "loss": -loss}


def _why_not(name: str, found: Whereabouts | None, is_over: bool) -> str:
    """Why a player who was looked for is not in the standings; empty if he is, or nobody was looked for."""
    if not name or (found and found.has_place):
        return ""
    if found is None:
        return _("There is no player of this name. Look at how it is spelled.")
    names = {"name": found.user.name}
    if found.standing is None:
        return _("%(name)s has not played a game that counts here.") % names
    if is_over:
        return _("%(name)s had no place here.") % names
    if found.games_missing:
        return ngettext(
            "%(name)s has a rating of %(rating)d, and a place after %(n)d more rated game.",
            "%(name)s has a rating of %(rating)d, and a place after %(n)d more rated games.",
            found.games_missing,
        ) % {
            **names,
            "rating": found.standing.points,
            "n": found.games_missing,
        }
    return _("%(name)s has a rating of %(rating)d, and no place until he finishes a game again.") % {
        **names,
        "rating": found.standing.points,
    }
