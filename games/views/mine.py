"""A user's own games: what waits for him, what goes on, what was."""

from datetime import datetime, timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games import archive
from games.conversation import mark_unread
from games.models import Game, Seat
from games.seat_clocks import seat_clock
from games.tables import tables, with_people
from games.vacations import on_vacation_until
from games.views.requests import arrival, player

MOST_INVITATIONS = 50


@never_cache
@require_safe
@login_required
def show(request: HttpRequest) -> HttpResponse:
    """The reader's games: those waiting for him first, then invitations, tables, games going on, ended ones.

    Of those that wait, and of those going on, the one whose time is up first comes first, those without a clock last.
    """
    user = player(request)
    now = arrival(request)
    playing = list(Game.objects.current_of(user).playing().with_players().order_by("started_at", "pk"))
    going_on = sorted(playing, key=lambda game: _time_left(user, game, now))
    invited = with_people(Game.objects.waiting().filter(pk__in=user.invitations.open().values("game")))
    waiting_tables = with_people(Game.objects.current_of(user).waiting())
    ended = archive.played_by(user, user, request.GET.get("before", ""))
    mark_unread([*going_on, *ended.rows], user)
    context = {
        "away_until": on_vacation_until([user], now).get(user.pk),
        "to_move": [game for game in going_on if _waits_for(user, game)],
        "going_on": [game for game in going_on if not _waits_for(user, game)],
        "invitations": tables(invited.order_by("-pk")[:MOST_INVITATIONS], user, now),
        "tables": tables(waiting_tables.order_by("-pk"), user, now),
        "ended": ended.rows,
        "next": ended.next,
    }
    return render(request, "games/mine.html", context)


@never_cache
@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """On to a game that waits for the reader: the one whose time is up first; or the next after `?after=<code>`.

    A game that waits for him still can be left for later so, round and round.
    """
    due = Seat.objects.filter(user=player(request), to_move=True).select_related("game")
    games = [seat.game for seat in due.order_by(F("deadline").asc(nulls_last=True), "game")]
    if not games:
        messages.info(request, _("No game is waiting for you."))
        return redirect("games:mine")
    place = next((place for place, game in enumerate(games) if game.code == request.GET.get("after")), -1)
    return redirect(games[(place + 1) % len(games)])


@never_cache
@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """The counter in the navigation, for pages that stay open."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    return render(request, "games/_waiting.html")


def _time_left(user: User, game: Game, at: datetime) -> timedelta:
    """How much time the reader has for his turn, or else the one who has least of those he waits for."""
    due = [seat for seat in game.seats.all() if seat.to_move]
    own = [seat for seat in due if seat.user_id == user.pk]
    clocks = [seat_clock(game, seat, at) for seat in own or due]
    return min((clock.left for clock in clocks if clock and clock.left is not None), default=timedelta.max)


def _waits_for(user: User, game: Game) -> bool:
    return any(seat.user_id == user.pk and seat.to_move for seat in game.seats.all())
