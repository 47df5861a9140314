"""Where a player stands on all ladders, and how his rating came to be what it is."""

from dataclasses import dataclass

from django.db.models import Case, Count, F, OuterRef, Subquery, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from accounts.models import User
from ladder.chart import Chart, chart_of
from ladder.models import RatingChange, Standing, in_points

MOST_CHANGES = 200


@dataclass(frozen=True, slots=True)
class Career:
    """A player's standings, each with its `place` if it has one; of one the last changes, newest first, and a chart."""

    standings: list[Standing]
    shown: Standing
    changes: list[RatingChange]
    chart: Chart

    @property
    def has_earlier(self) -> bool:
        """Whether there were games before those that are told."""
        return self.changes[-1].games > 0


def career_of(user: User, slug: str = "") -> Career | None:
    """What there is to tell of this player, most of it of the ladder with this address, or else the first.

    None of who has not played a rated game. Two queries; seasons are left out unless one is asked for.
    """
    current = Standing.objects.filter(user=user, generation=F("ladder__generation")).select_related("ladder")
    found = list(current.annotate(place=_place()).order_by("ladder"))
    shown = next((each for each in found if each.ladder.slug == slug), found[0] if found else None)
    if shown is None:
        return None
    there = RatingChange.objects.filter(user=user, ladder=shown.ladder, generation=shown.generation)
    changes = list(there.order_by("-sequence")[:MOST_CHANGES])
    if not changes:  # this generation has given way to the next since, and is deleted
        return None
    oldest = changes[-1]
    points = [(oldest.at, in_points(oldest.before)), *((each.at, each.points_after) for each in reversed(changes))]
    standings: list[Standing] = [each for each in found if each.ladder.season_of_id is None]
    return Career(standings, shown, changes, chart_of(points))


def _place() -> Combinable:
    """One more than there are above the standing of the query around this.

    None where no page shows it: it is counted for nobody who has no place, and for none of the many seasons.
    """
    above = Standing.objects.filter(
        ladder=OuterRef("ladder"), generation=OuterRef("generation"), has_place=True, rating__gt=OuterRef("rating")
    )
    number = above.order_by().values("ladder").annotate(number=Count("pk")).values("number")
    return Case(When(has_place=True, ladder__season_of=None, then=Coalesce(Subquery(number), 0) + 1))
