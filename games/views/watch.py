"""The page of games going on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.glimpses import glimpse_of
from games.models import Game, GameQuerySet
from games.paging import newest_first
from games.watching import watchers

MOST_WATCHED = 6
MOST_ASKED = 60  # of the most watched games, since not all of them are listed
PAGE_SIZE = 12


@never_cache
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Listed games going on: on the first page those most watched first, then all by when they began."""
    before = request.GET.get("before", "")
    playing = Game.objects.playing().filter(listed=True).with_players()
    watched = [] if before else _most_watched(playing)
    recent = newest_first(playing.exclude(pk__in=[game.pk for game in watched]), "started_at", before, PAGE_SIZE)
    games = [*watched, *recent.rows]
    context = {
        "glimpses": [glimpse_of(game) for game in games],
        "followed": ",".join(game.code for game in games),
        "next": recent.next,
    }
    return render(request, "games/watch.html", context)


def _most_watched(playing: GameQuerySet) -> list[Game]:
    """Those of these games that are watched most, the most watched first."""
    places = {code: place for place, code in enumerate(watchers.most_watched(MOST_ASKED))}
    return sorted(playing.filter(code__in=places), key=lambda game: places[game.code])[:MOST_WATCHED]
