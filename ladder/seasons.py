"""Seasons: a quarter of a year by the calendar of UTC, for each ladder that has them. Old ones stay as they ended."""

from datetime import UTC, datetime

from django.utils import timezone

from ladder.models import Ladder

COPIED = (
    "name",
    "fewest",
    "most",
    "clocks",
    "counts_house",
    "start",
    "floor",
    "scale",
    "first_k",
    "least_k",
    "fading",
    "provisional",
)


def quarter_of(at: datetime) -> tuple[datetime, datetime]:
    """The quarter that this moment is in: its first moment, and that of the next one."""
    at = at.astimezone(UTC)
    begin = datetime(at.year, (at.month - 1) // 3 * 3 + 1, 1, tzinfo=UTC)
    return begin, begin.replace(year=begin.year + begin.month // 10, month=(begin.month + 2) % 12 + 1)


def ladders_at(at: datetime) -> list[Ladder]:
    """The ladders that count what ends at this moment, in the order of their keys. Seasons that lack are made."""
    ladders = list(Ladder.objects.open_at(at).order_by("pk"))
    there = {ladder.season_of_id for ladder in ladders}
    return ladders + [_season(ladder, at) for ladder in ladders if ladder.has_seasons and ladder.pk not in there]


def make_present_seasons() -> None:
    """Make the seasons of the present quarter, so that they are to be seen before a game has ended in them."""
    ladders_at(timezone.now())


def _season(ladder: Ladder, at: datetime) -> Ladder:
    begin, end = quarter_of(at)
    season, _created = Ladder.objects.get_or_create(
        season_of=ladder,
        begins_at=begin,
        defaults={
            "slug": f"{ladder.slug}-{begin.year}-{(begin.month + 2) // 3}",
            "ends_at": end,
            **{name: getattr(ladder, name) for name in COPIED},
        },
    )
    return season
