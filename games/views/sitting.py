"""What is done at tables, by POST alone: sitting down, letting house players do so, getting up, closing, inviting,
declining, and asking for a rematch."""

from collections.abc import Callable

from allauth.core import ratelimit
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from games import lobby
from games.forms import HousePlayerForm, InviteForm, SitDownForm
from games.models import Game
from games.refusals import Refusal, TooOften
from games.views import game as game_page
from games.views import lobby as lobby_page
from games.views import table as table_page
from games.views.requests import arrival, player


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down. Whom that is refused sees the table while it still waits, and otherwise the lobby as it is now."""
    form = SitDownForm(request.POST)
    game = get_object_or_404(Game, code=code)
    if not request.user.is_authenticated:
        return redirect_to_login(game.get_absolute_url())
    if not form.is_valid() and game.status == Game.Status.WAITING:
        return table_page.page(request, game, form=form)
    contribution = form.cleaned_data.get("contribution", "")
    try:
        game = lobby.join(code, player(request), arrival(request), contribution=contribution)
    except Refusal as refusal:
        game.refresh_from_db()
        if game.status == Game.Status.WAITING:
            return table_page.page(request, game, form=form, refusal=refusal)
        return lobby_page.page(request, refusal=refusal)
    return redirect(game)


@require_POST
def add_house_player(request: HttpRequest, code: str) -> HttpResponse:
    """Let a house player (`player`) take the seat that is free by the page (`seat`) at one's own table."""
    form = HousePlayerForm(request.POST)

    def change(user: User) -> Game:
        if not form.is_valid():
            raise Refusal(_("Choose a house player for the free seat."))
        return lobby.add_house_player(
            code, user, form.cleaned_data["player"], form.cleaned_data["seat"], arrival(request)
        )

    return _change(request, code, change)


@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Keep a free seat at one's own table for the player of this `name`."""

    def change(user: User) -> Game:
        if not ratelimit.consume(request, action="invite"):
            raise TooOften(_("You have invited many players within an hour. Invite the next one a little later."))
        return lobby.invite(code, user, _named(InviteForm(request.POST)))

    return _change(request, code, change)


@require_POST
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Take back the invitation of the player of this `name`."""
    return _change(request, code, lambda user: lobby.withdraw(code, user, _named(InviteForm(request.POST))))


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Get up, and go back to the lobby."""
    return _change(request, code, lambda user: lobby.leave(code, user), go_to_lobby=True)


@require_POST
def close(request: HttpRequest, code: str) -> HttpResponse:
    """Close one's own table."""
    return _change(request, code, lambda user: lobby.close(code, user, arrival(request)))


@require_POST
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Turn an invitation down."""
    return _change(request, code, lambda user: lobby.decline(code, user, arrival(request)))


@require_POST
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Play an ended game again: go to the new table, or to the one that another player has opened already."""
    return _change(request, code, lambda user: lobby.rematch(code, user, arrival(request)))


def _named(form: InviteForm) -> User:
    if not form.is_valid():
        raise Refusal(str(form.errors["name"][0]))
    player: User = form.cleaned_data["name"]
    return player


def _change(
    request: HttpRequest, code: str, change: Callable[[User], Game], *, go_to_lobby: bool = False
) -> HttpResponse:
    """Let the one who is logged in make this change, and go on to what came of it; or say on its page why not."""
    game = get_object_or_404(Game, code=code)
    if not request.user.is_authenticated:
        return redirect_to_login(game.get_absolute_url())
    try:
        game = change(player(request))
    except Refusal as refusal:
        game.refresh_from_db()
        return game_page.page(request, game, refusal=refusal)
    return redirect("games:lobby") if go_to_lobby else redirect(game)
