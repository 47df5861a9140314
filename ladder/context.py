"""What pages may need to know of the reader's ratings."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from ladder.ranges import OwnRatings


def ratings(request: HttpRequest) -> dict[str, OwnRatings]:
    """`own_ratings`: the reader's, asked of the database where they are used."""
    # A request refused before anybody could be recognised, as from a foreign host, has no user.
    user = getattr(request, "user", AnonymousUser())
    return {"own_ratings": OwnRatings(user)}
