"""What a rated game would do to a player's rating, or why it would not be rated, before he sits down."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat
from games.tables import Table
from ladder import elo
from ladder.elo import Player
from ladder.models import Ladder, Standing, in_points
from ladder.ranges import OwnRatings
from ladder.rating import met_too_often, why_unrated

type Standings = Mapping[tuple[int, int], Standing]
"""By the keys of ladder and player."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """What each rank would bring on this ladder, in points, the first rank first; nothing, if it would not be rated.

    The ladder is the first that counts such games, if any does.
    """

    ladder: Ladder | None
    by_rank: tuple[int, ...]
    unrated_because: Game.Unrated | None


def prospects(tables: Iterable[Table], own: OwnRatings) -> dict[int, Prospects]:
    """What each rank among those who sit there would bring to the reader, by the keys of the tables.

    Without those where there is nothing to tell: that are not rated, or where nobody else sits and nothing keeps the
    game from being rated. Three queries however many tables there are, of which `own` may have made one already; none
    if no table is rated, or the reader is not logged in.
    """
    reader = own.user
    rated = [table for table in tables if table.game.rated]
    if not rated or not isinstance(reader, User):
        return {}
    fields = [(table.game, [Seat(user=reader), *_others(table, reader)]) for table in rated]
    users = {seat.user_id for _game, seats in fields for seat in seats}
    standings = _standings(own.ladders, users)
    met = met_too_often(users, timezone.now())
    told = {}
    for game, seats in fields:
        ladder = next((each for each in own.ladders if each.is_for(game, seats)), None)
        why_not = why_unrated(game, seats, own.ladders, met)
        by_rank = () if why_not or ladder is None else _by_rank(seats, ladder, standings)
        if why_not or by_rank:
            told[game.pk] = Prospects(ladder, by_rank, why_not)
    return told


def _others(table: Table, reader: User) -> list[Seat]:
    return [seat for seat in table.seats if seat.user_id != reader.pk]


def _standings(ladders: Collection[Ladder], users: Collection[int]) -> Standings:
    there = Standing.objects.filter(ladder__in=ladders, generation=F("ladder__generation"), user__in=users)
    return {(standing.ladder_id, standing.user_id): standing for standing in there}


def _by_rank(seats: Sequence[Seat], ladder: Ladder, standings: Standings) -> tuple[int, ...]:
    """What each rank would bring to the first of these; nothing if he is alone."""
    own, *others = (_player(standings.get((ladder.pk, seat.user_id)), ladder) for seat in seats)
    if not others:
        return ()
    # As people read it: what is foretold is then what is told when the game is over.
    now = in_points(own.rating)
    return tuple(in_points(own.rating + change) - now for change in elo.change_by_rank(own, others, ladder.constants))


def _player(standing: Standing | None, ladder: Ladder) -> Player:
    if standing is None:
        return Player(elo.new_rating(ladder.constants), games=0, rank=0)
    return Player(standing.rating, standing.games, rank=0)
