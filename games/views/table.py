"""The page of a table until it starts, and of one that was closed."""

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from accounts.following import followed_by
from accounts.models import User
from games.drawing import market_of
from games.forms import InviteForm, SitDownForm
from games.house import PLAYERS
from games.models import Game
from games.refusals import Refusal
from games.rules import Position
from games.tables import Table, tables, with_people
from games.views.requests import arrival

STATUSES = (Game.Status.WAITING, Game.Status.CLOSED)


def page(
    request: HttpRequest, game: Game, *, form: SitDownForm | None = None, refusal: Refusal | None = None
) -> HttpResponse:
    """A game whose status is one of `STATUSES`; with a refusal or a form that did not do, it says so."""
    context = _context(request, game) | {"form": form or SitDownForm(), "refusal": refusal}
    status = refusal.status if refusal else 400 if form else 200
    return render(request, "games/table.html", context, status=status)


@never_cache
@require_safe
def seats(request: HttpRequest, code: str) -> HttpResponse:
    """What changes on that page while people come and go; once the game has begun, word to load the page anew."""
    game = get_object_or_404(Game, code=code)
    if game.status not in STATUSES:
        return HttpResponseClientRefresh()
    return render(request, "games/table.html#table", _context(request, game) | {"form": SitDownForm()})


def _context(request: HttpRequest, game: Game) -> dict[str, object]:
    game = with_people(Game.objects.select_related("creator")).get(pk=game.pk)
    table = tables([game], request.user, arrival(request))[0]
    return {
        "game": game,
        "table": table,
        "friends": _friends_to_ask(table),
        # With the name that was typed, where it was refused.
        "invite": InviteForm(initial={"name": request.POST.get("name", "")}),
        "house_players": list(PLAYERS),
        "market": market_of(Position.start(game.variant)),
        "link": request.build_absolute_uri(game.get_absolute_url()),
    }


def _friends_to_ask(table: Table) -> QuerySet[User]:
    """Whom the reader follows and could invite; one query, if his own table asks."""
    if not table.is_mine or not isinstance(table.reader, User):
        return User.objects.none()
    there = [*(seat.user for seat in table.seats), *table.kept_for, *table.declined_by]
    return followed_by(table.reader).exclude(pk__in=[each.pk for each in there])
