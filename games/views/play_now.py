"""Playing at once: a game against a house player, for anybody."""

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.guests import begin_visit
from accounts.models import User
from games import lobby
from games.forms import PlayNowForm
from games.house import BEGINNERS_PLAYER
from games.house.users import house_user
from games.refusals import Refusal, TooOften
from games.rules import Variant
from games.views import home
from games.views.requests import arrival, player


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Begin a game and go to it. Who is not logged in becomes a guest."""
    form = PlayNowForm(request.POST)
    try:
        if not form.is_valid():
            raise Refusal(_("That did not look like our button. Press it once more."))
        opponent = house_user(BEGINNERS_PLAYER)  # first: without him nobody becomes a guest
        user = _user(request, form.cleaned_data["token"])
        game = lobby.open_table(
            user, Variant(), arrival(request), listed=False, invited=[opponent], **form.cleaned_data
        )
    except Refusal as refusal:
        return home.page(request, refusal=refusal)
    return redirect(game)


def _user(request: HttpRequest, token: str) -> User:
    if request.user.is_authenticated:
        if not ratelimit.consume(request, action="open_table"):
            raise TooOften(_("You have begun many games within an hour. Begin the next one a little later."))
        return player(request)
    if not ratelimit.consume(request, action="new_guest"):
        raise TooOften(_("Many guests came from your address within an hour. Sign up, or come back a little later."))
    return begin_visit(request, token)
