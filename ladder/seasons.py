"""Seasons: a quarter of a year by the calendar of UTC, for each ladder that has them. Old ones stay as they ended."""

from datetime import UTC, datetime

from django.utils import timezone

from ladder.models import Ladder, RatedGame

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
    """The ladders that count what ends at this moment, in the order of their keys.

    Seasons that lack are made; the site's loop lets them count what has ended already.
    """
    ladders = list(Ladder.objects.open_at(at).order_by("pk"))
    there = {ladder.season_of_id for ladder in ladders}
    return ladders + [_season(ladder, at) for ladder in ladders if ladder.has_seasons and ladder.pk not in there]


def make_present_seasons() -> None:
    """Make the seasons of the present quarter, so that they are to be seen before a game has ended in them."""
    ladders_at(timezone.now())


def let_follow(ladder: Ladder, season: Ladder) -> None:
    """Let a season that goes on be as its ladder is now, and end with it if that is sooner than the quarter does.

    The caller holds the locks of both.
    """
    assert season.begins_at is not None
    _begin, end = quarter_of(season.begins_at)
    season.ends_at = min(end, ladder.ends_at or end)
    for name in COPIED:
        setattr(season, name, getattr(ladder, name))
    season.save(update_fields=["ends_at", *COPIED])


def _season(ladder: Ladder, at: datetime) -> Ladder:
    begin, end = quarter_of(at)
    # Where its ladder got seasons in the middle of the quarter, there is something to compute from the records.
    ended = RatedGame.objects.filter(game__ended_at__gte=begin, game__ended_at__lt=end)
    season, _created = Ladder.objects.get_or_create(
        season_of=ladder,
        begins_at=begin,
        defaults={
            "slug": _address(ladder, f"{begin.year}-{(begin.month + 2) // 3}"),
            "ends_at": min(end, ladder.ends_at or end),
            "building": 2 if ended.exists() else None,
            **{name: getattr(ladder, name) for name in COPIED},
        },
    )
    return season


def _address(ladder: Ladder, quarter: str) -> str:
    """The address of a ladder's season: after the ladder's own, but where that is too long or taken after its key.

    Games end in the transaction that may have to make a season, and must not fail for a name that an admin chose.
    """
    address = f"{ladder.slug}-{quarter}"
    longest = Ladder._meta.get_field("slug").max_length or 0
    is_free = len(address) <= longest and not Ladder.objects.filter(slug=address).exists()
    return address if is_free else f"season-{ladder.pk}-{quarter}"
