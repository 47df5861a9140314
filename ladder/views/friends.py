"""The page of whom the reader follows."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.following import may_follow
from games.views.requests import arrival, player
from ladder.friends import friends_of


@never_cache
@require_safe
@login_required
def show(request: HttpRequest) -> HttpResponse:
    """Whom the reader follows, and what there is to watch and to join."""
    user = player(request)
    context = {"may_follow": may_follow(user), "friends": friends_of(user, arrival(request))}
    return render(request, "ladder/friends.html", context)
