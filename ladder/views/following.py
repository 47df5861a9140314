"""Following a player and unfollowing him, by POST alone."""

from collections.abc import Callable

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import following
from accounts.models import User
from games.refusals import NotAllowed, Refusal, TooOften
from games.views.requests import arrival, is_fragment, player


@require_POST
def follow(request: HttpRequest, name: str) -> HttpResponse:
    """Follow the player of this name."""
    return _change(request, name, lambda user, subject: following.follow(user, subject, arrival(request)))


@require_POST
def unfollow(request: HttpRequest, name: str) -> HttpResponse:
    """Follow the player of this name no longer."""
    return _change(request, name, following.unfollow)


def _change(request: HttpRequest, name: str, change: Callable[[User, User], None]) -> HttpResponse:
    """Let the reader make this change; answers with the button as it is then, or by going on to a page.

    That is the player's, or with the field `friends` the page of friends; what was refused has a page of its own.
    """
    subject = get_object_or_404(User.objects.named(name))
    if not request.user.is_authenticated:
        return redirect_to_login(subject.get_absolute_url())
    refusal: Refusal | None = None
    try:
        if not ratelimit.consume(request, action="follow"):
            raise TooOften(_("You have followed and unfollowed many players within an hour. Go on a little later."))
        change(player(request), subject)
    except ValidationError as error:
        refusal = NotAllowed(error.messages[0])
    except Refusal as error:
        refusal = error
    status = refusal.status if refusal else 200
    if is_fragment(request):
        return render(request, "ladder/_followed.html", {"subject": subject, "refusal": refusal}, status=status)
    if refusal:
        return render(request, "ladder/not_followed.html", {"subject": subject, "refusal": refusal}, status=status)
    if "friends" not in request.POST:
        return redirect(subject)
    messages.info(request, _("You no longer follow %(name)s.") % {"name": subject.name})
    return redirect("ladder:friends")
