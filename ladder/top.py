"""What the home page tells of the main ladder: who leads it, and where the reader stands."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from ladder.models import Ladder
from ladder.standings import Row, Whereabouts, standings, whereabouts

NUMBER = 3


@dataclass(frozen=True, slots=True)
class Top:
    """The first of a ladder; where the reader stands, None for who cannot play rated; and his place if he has one."""

    ladder: Ladder
    rows: list[Row]
    mine: Whereabouts | None
    my_place: int | None


def top_for(reader: User | AnonymousUser) -> Top | None:
    """The top of the main ladder as this reader is told of it, if there is a ladder. At most four queries."""
    ladder = Ladder.objects.main().first()
    if ladder is None:
        return None
    page = standings(ladder, timezone.now(), size=NUMBER)
    mine = whereabouts(ladder, reader) if isinstance(reader, User) and reader.kind == User.Kind.PERSON else None
    my_place = page.place_of(mine.standing) if mine and mine.standing and mine.has_place else None
    return Top(ladder, page.rows, mine, my_place)
