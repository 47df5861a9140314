"""The players whom somebody follows: where they play and wait, as far as he may know of it.

A game or table by link only is told to those alone who sit there or are invited. When somebody logged in last is told
to nobody, so that the order goes by what everybody may see.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Exists, OuterRef, Q

from accounts.following import followed_by
from accounts.models import User
from games.models import Game, Invitation, Seat
from games.tables import Table, tables, with_people
from games.vacations import on_vacation_until
from ladder.models import Ladder, Standing
from ladder.ranges import OwnRatings

MOST_GAMES = 3  # shown of each friend
MOST_TABLES = 100  # the newest of all of them, among which are those that can be joined

_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Friend:
    """Somebody who is followed, with `follows_back` on his user, and what he is about.

    `tables` are those at which he waits and the reader may sit down; `games` some that go on, of `number_of_games`.
    `standing` is that on the main ladder.
    """

    user: User
    away_until: datetime | None
    standing: Standing | None
    tables: Sequence[Table]
    games: Sequence[Game]
    number_of_games: int


def friends_of(reader: User, now: datetime) -> list[Friend]:
    """Whom he follows: who waits for players first, then who plays, then who played rated last.

    The number of queries does not depend on how many there are.
    """
    people = list(followed_by(reader))
    if not people:
        return []
    away = on_vacation_until(people, now)
    standings = _standings(people)
    waiting = _tables(people, reader, now)
    playing = _games(people, reader)
    games = Game.objects.in_bulk([key for keys in playing.values() for key in keys[:MOST_GAMES]])
    friends = [
        Friend(
            user=user,
            away_until=away.get(user.pk),
            standing=standings.get(user.pk),
            tables=[table for table in waiting if any(seat.user_id == user.pk for seat in table.seats)],
            games=[games[key] for key in playing[user.pk][:MOST_GAMES]],
            number_of_games=len(playing[user.pk]),
        )
        for user in people
    ]
    return sorted(friends, key=_order)


def _order(friend: Friend) -> tuple[bool, bool, float]:
    played = friend.standing.last_ended_at if friend.standing else _NEVER
    return not friend.tables, not friend.games, (_NEVER - played).total_seconds()


def _standings(people: Sequence[User]) -> dict[int, Standing]:
    """How they stand on the main ladder; two queries."""
    main = Ladder.objects.main().first()
    if main is None:
        return {}
    there = main.standings.filter(generation=main.generation, user__in=people)
    return {standing.user_id: standing for standing in there}


def _tables(people: Sequence[User], reader: User, now: datetime) -> list[Table]:
    """The tables at which they wait and the reader could sit down, the newest first."""
    invited = Invitation.objects.open().filter(user=reader, game=OuterRef("pk"))
    seats = Seat.objects.filter(game=OuterRef("pk"))
    waiting = Game.objects.waiting().filter(Q(listed=True) | Exists(invited))
    found = waiting.filter(Exists(seats.filter(user__in=people))).exclude(Exists(seats.filter(user=reader)))
    own = OwnRatings(reader)
    return [
        table
        for table in tables(with_people(found).order_by("-pk")[:MOST_TABLES], reader, now)
        if table.may_join and (table.is_invited or not own.why_not(table.game))
    ]


def _games(people: Sequence[User], reader: User) -> Mapping[int, Sequence[int]]:
    """The keys of the games that each of them plays and the reader may know of, by player, the newest first.

    Keys alone: everybody may have many, of which few are shown.
    """
    shown = Game.objects.playing().shown_to(reader)
    seats = Seat.objects.filter(user__in=people, ended_at__isnull=True, game__in=shown)
    playing: dict[int, list[int]] = {user.pk: [] for user in people}
    for user_id, game_id in seats.order_by("-game_id").values_list("user_id", "game_id"):
        playing[user_id].append(game_id)
    return playing
