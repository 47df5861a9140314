"""The standings of a ladder, page by page, as one reader sees them.

Shown is who has a place: whose rating is no longer provisional, and who has finished a game in the last 60 days. A
place is one more than the number of those above, counted in the index that keeps ratings in order; equals share it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from ladder import elo
from ladder.models import Ladder, RatingChange, Standing, in_points

PAGE_SIZE = 25
SHOWN_ABOVE = 5  # of the player to whom a page jumps
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Row:
    """One player with his place, and how his rating, as people read it, has changed within a week.

    `place` is that on the whole ladder; `among` is that among those shown, where they are not all.
    """

    place: int
    standing: Standing
    week: int
    among: int | None = None


@dataclass(frozen=True, slots=True)
class Standings:
    """Some rows, the key that asks for the rows below them, and whether there are rows above."""

    rows: list[Row]
    next: str
    has_above: bool

    def place_of(self, standing: Standing) -> int:
        """The place of one who has one; counted by a query if he is not in these rows."""
        return (
            next((row.place for row in self.rows if row.standing.pk == standing.pk), None)
            or _places([standing])[standing.rating]
        )


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where one player stands: `standing` is None for who has no rated game here, and need not have a place."""

    user: User
    standing: Standing | None
    games_missing: int
    """So many more games until the rating has a place."""

    @property
    def has_place(self) -> bool:
        """Whether he is in the standings."""
        return self.standing is not None and self.standing.has_place


def standings(
    ladder: Ladder, now: datetime, key: str = "", circle: Sequence[int] | None = None, *, size: int = PAGE_SIZE
) -> Standings:
    """The page that begins with this key; one that makes no sense begins at the top. At most four queries.

    With a `circle`, the keys of some users, those alone are shown.
    """
    begin = _read(key)
    shown = _placed(ladder.pk, ladder.generation, circle)
    if begin is not None:
        shown = shown.filter(_at_or_below(*begin))
    shown = shown.annotate(week_ago=_rating_at(ladder, now - WEEK)).select_related("user").order_by("-rating", "user")
    found = list(shown[: size + 1])
    place = number = 1
    if begin is not None and found:
        others = _others(found[0], circle)
        place = others.filter(rating__gt=found[0].rating).count() + 1
        number = place + others.filter(rating=found[0].rating, user__lt=found[0].user_id).count()
    whole = {} if circle is None else _places(found[:size])
    rows: list[Row] = []
    for index, standing in enumerate(found[:size]):
        if index and standing.rating != found[index - 1].rating:
            place = number + index
        week = standing.points - in_points(standing.week_ago)
        rows.append(Row(whole[standing.rating], standing, week, place) if whole else Row(place, standing, week))
    return Standings(rows, key_of(found[size]) if len(found) > size else "", number > 1)


def key_of(standing: Standing) -> str:
    """The key of the page that begins with this row."""
    return f"{standing.rating}_{standing.user_id}"


def key_around(standing: Standing, circle: Sequence[int] | None = None) -> str:
    """The key of the page that shows this row with a few above it, of a circle if one is given; one query."""
    above = _others(standing, circle).filter(_above(standing.rating, standing.user_id)).order_by("rating", "-user")
    return key_of([standing, *above[:SHOWN_ABOVE]][-1])


def whereabouts(ladder: Ladder, user: User | AnonymousUser) -> Whereabouts | None:
    """Where this user stands; None for who is not logged in. One query."""
    if not isinstance(user, User):
        return None
    standing = ladder.standings.filter(generation=ladder.generation, user=user).first()
    return Whereabouts(user, standing, max(0, ladder.provisional - (standing.games if standing else 0)))


def _placed(ladder_id: int, generation: int, circle: Sequence[int] | None = None) -> QuerySet[Standing]:
    """Those that have a place; of the users of a circle alone, if one is given."""
    placed = Standing.objects.filter(ladder=ladder_id, generation=generation, has_place=True)
    return placed if circle is None else placed.filter(user__in=circle)


def _others(standing: Standing, circle: Sequence[int] | None = None) -> QuerySet[Standing]:
    return _placed(standing.ladder_id, standing.generation, circle)


def _places(found: Sequence[Standing]) -> dict[int, int]:
    """The places of these on their whole ladder, by rating; one query, which goes once down to the lowest of them."""
    if not found:
        return {}
    ratings = {standing.rating for standing in found}
    above = {f"above_{rating}": Count("rating", filter=Q(rating__gt=rating)) for rating in ratings}
    counted = _others(found[0]).filter(rating__gt=min(ratings)).aggregate(**above)
    return {rating: counted[f"above_{rating}"] + 1 for rating in ratings}


def _rating_at(ladder: Ladder, moment: datetime) -> Coalesce:
    """The rating that the player of the query around this had then."""
    then = RatingChange.objects.filter(
        ladder=ladder, generation=ladder.generation, user=OuterRef("user"), at__lte=moment
    )
    last = then.order_by("-sequence").values("after")[:1]
    return Coalesce(Subquery(last), elo.new_rating(ladder.constants))


# Both begin with a bound of the rating alone, by which the index is entered.
def _at_or_below(rating: int, user_id: int) -> Q:
    return Q(rating__lte=rating) & (Q(rating__lt=rating) | Q(user__gte=user_id))


def _above(rating: int, user_id: int) -> Q:
    return Q(rating__gte=rating) & (Q(rating__gt=rating) | Q(user__lt=user_id))


def _read(key: str) -> tuple[int, int] | None:
    rating, _, user_id = key.partition("_")
    is_key = rating.isdecimal() and user_id.isdecimal() and key.isascii() and len(rating) < 10 and len(user_id) < 19
    return (int(rating), int(user_id)) if is_key else None
