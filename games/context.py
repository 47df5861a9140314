"""What every page's frame shows of a user's games."""

from collections.abc import Callable
from functools import cache

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from accounts.models import User
from games.models import Seat


def navigation(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """`waiting`: how many games wait for the reader; asked of the database once, and only where it is shown."""
    # A request refused before anybody could be recognised, as from a foreign host, has no user.
    user = getattr(request, "user", AnonymousUser())

    @cache
    def waiting() -> int:
        return Seat.objects.filter(user=user, to_move=True).count() if isinstance(user, User) else 0

    return {"waiting": waiting}
