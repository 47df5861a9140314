"""The standings of a ladder, page by page, as one reader sees them.

Shown is who has a place: whose rating is no longer provisional, and who has finished a game in the last 60 days. A
place is one more than the number of those above, counted in the index that keeps ratings in order; equals share it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from ladder import elo
from ladder.models import Ladder, RatingChange, Standing, in_points

PAGE_SIZE = 25
SHOWN_ABOVE = 5  # of the player to whom a page jumps
QUIET_AFTER = timedelta(days=60)
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Row:
    """One player with his place, and how his rating, as people read it, has changed within a week."""

    place: int
    standing: Standing
    week: int


@dataclass(frozen=True, slots=True)
class Standings:
    """Some rows, the key that asks for the rows below them, and whether there are rows above."""

    rows: list[Row]
    next: str
    has_above: bool


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where one player stands: `place` is None for who has none, and `standing` for who has no rated game here."""

    user: User
    standing: Standing | None
    place: int | None
    games_missing: int
    """So many more games until the rating has a place."""


def listed(ladder: Ladder, now: datetime) -> QuerySet[Standing]:
    """The standings that have a place. An old season is seen as it ended."""
    since = min(now, ladder.ends_at or now) - QUIET_AFTER
    kept = Standing.objects.filter(ladder=ladder, generation=ladder.generation)
    return kept.filter(is_provisional=False, last_ended_at__gte=since)


def standings(ladder: Ladder, now: datetime, key: str = "") -> Standings:
    """The page that begins with this key; one that makes no sense begins at the top. At most three queries."""
    there = listed(ladder, now)
    begin = _read(key)
    shown = there if begin is None else there.filter(_at_or_below(*begin))
    shown = shown.annotate(week_ago=_rating_at(ladder, now - WEEK)).select_related("user").order_by("-rating", "user")
    found = list(shown[: PAGE_SIZE + 1])
    above = there.exclude(_at_or_below(*begin)).count() if begin is not None else 0
    rows: list[Row] = []
    for number, standing in enumerate(found[:PAGE_SIZE], start=above + 1):
        place = rows[-1].place if rows and rows[-1].standing.rating == standing.rating else number
        if not rows and above:
            place = _place(there, standing)
        rows.append(Row(place, standing, standing.points - in_points(standing.week_ago)))
    return Standings(rows, key_of(found[PAGE_SIZE]) if len(found) > PAGE_SIZE else "", above > 0)


def key_of(standing: Standing) -> str:
    """The key of the page that begins with this row."""
    return f"{standing.rating}_{standing.user_id}"


def key_around(ladder: Ladder, now: datetime, standing: Standing) -> str:
    """The key of the page that shows this row with a few above it."""
    above = listed(ladder, now).exclude(_at_or_below(standing.rating, standing.user_id)).order_by("rating", "-user")
    return key_of([standing, *above[:SHOWN_ABOVE]][-1])


def whereabouts(ladder: Ladder, now: datetime, user: User | AnonymousUser) -> Whereabouts | None:
    """Where this user stands; None for who is not logged in. Two queries."""
    if not isinstance(user, User):
        return None
    standing = Standing.objects.filter(ladder=ladder, generation=ladder.generation, user=user).first()
    missing = max(0, ladder.provisional - (standing.games if standing else 0))
    has_place = standing is not None and listed(ladder, now).filter(pk=standing.pk).exists()
    place = _place(listed(ladder, now), standing) if standing is not None and has_place else None
    return Whereabouts(user, standing, place, missing)


def _place(there: QuerySet[Standing], standing: Standing) -> int:
    return there.filter(rating__gt=standing.rating).count() + 1


def _rating_at(ladder: Ladder, moment: datetime) -> Coalesce:
    """The rating that the player of the query around this had then."""
    then = RatingChange.objects.filter(
        ladder=ladder, generation=ladder.generation, user=OuterRef("user"), at__lte=moment
    )
    last = then.order_by("-sequence").values("after")[:1]
    return Coalesce(Subquery(last), elo.new_rating(ladder.constants))


def _at_or_below(rating: int, user_id: int) -> Q:
    return Q(rating__lt=rating) | Q(rating=rating, user__gte=user_id)


def _read(key: str) -> tuple[int, int] | None:
    rating, _, user_id = key.partition("_")
    is_key = rating.isdecimal() and user_id.isdecimal() and key.isascii() and len(rating) < 10 and len(user_id) < 19
    return (int(rating), int(user_id)) if is_key else None
