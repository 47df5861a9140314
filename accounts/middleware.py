"""Per-request settings of the reader."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from accounts.guests import notice
from accounts.models import User
from accounts.zones import zone_of


class GuestMiddleware(MiddlewareMixin):
    """Makes a guest nobody to the pages that are about accounts, so that he can sign up or log in; but he may log out.

    There `request.guest` is who he is (`accounts.guests.guest_of`). Everywhere it is noticed that he does something.
    """

    def process_view(self, request: HttpRequest, view: Callable[..., HttpResponse], *_arguments: Any) -> None:
        """Called once it is known which page it is."""
        user = request.user
        if not isinstance(user, User) or user.kind != User.Kind.GUEST:
            return
        if request.method == "POST":
            notice(user, timezone.now())
        if _is_of_accounts(request):
            request.guest = user  # type: ignore[attr-defined]  # an attribute of ours
            request.user = AnonymousUser()


def _is_of_accounts(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and match.route.startswith("account/") and match.view_name != "account_logout"


class TimeZoneMiddleware(MiddlewareMixin):
    """Shows times in the reader's zone while his request is served."""

    def process_request(self, request: HttpRequest) -> None:
        """Take on the reader's zone."""
        timezone.activate(zone_of(request.user))

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Leave it again, for whoever uses this thread next."""
        timezone.deactivate()
        return response
