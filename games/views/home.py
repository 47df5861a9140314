"""The home page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.drawing import market_of
from games.forms import PlayNowForm
from games.models import Game, Seat
from games.refusals import Refusal
from games.rules import Position
from games.tables import tables, with_people
from games.views.requests import arrival

MOST_SHOWN = 5
# The picture beside the welcome: a game of four after a few rounds.
SHOWN_POSITION = (
    "....1v2v./..3v1v12./4>431.3>3/1v2>24>44>4/1...1v2v3v/.4v2v1v123/.4213>3. e3N 18 turn 2"
    " - 28:7:1;28:8:2;34:8:3;30:8:4 - 4-before-shuffled-30"
)


@never_cache
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """What this site is; games and tables of others to look at, and for a user his games that wait for him."""
    return page(request)


def page(request: HttpRequest, *, refusal: Refusal | None = None) -> HttpResponse:
    """The home page as it is now; with a refusal, its sentence above and its status."""
    listed = Game.objects.filter(listed=True)
    if request.user.is_authenticated:
        listed = listed.exclude(pk__in=Seat.objects.filter(user=request.user).values("game"))
    context = {
        "play_now": PlayNowForm(),
        "refusal": refusal,
        "market": market_of(Position.from_text(SHOWN_POSITION)),
        "games": listed.playing().with_players().order_by("-started_at", "-pk")[:MOST_SHOWN],
        "tables": tables(
            with_people(listed).joinable().order_by("-created_at")[:MOST_SHOWN], request.user, arrival(request)
        ),
    }
    if request.user.is_authenticated:
        mine = Game.objects.playing().filter(seats__user=request.user, seats__to_move=True)
        context["to_move"] = mine.with_players().order_by("started_at", "pk")[:MOST_SHOWN]
    return render(request, "games/home.html", context, status=refusal.status if refusal else 200)
