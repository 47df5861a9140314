"""What a rated game would do to a player's rating, before he sits down."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat
from ladder import elo
from ladder.elo import Player
from ladder.models import Ladder, Standing, in_points
from ladder.rating import met_too_often


@dataclass(frozen=True, slots=True)
class Prospects:
    """What each rank would bring on this ladder, in points, the first rank first.

    Nothing, if the game would begin with the reader and not be rated: `met_too_often`.
    """

    ladder: Ladder
    by_rank: tuple[int, ...]
    met_too_often: bool


def prospects(game: Game, seats: Sequence[Seat], user: User) -> Prospects | None:
    """What each rank among those who sit there would bring to this user; None where there is nothing to tell.

    That is so where nobody else sits, or no ladder counts such games. On the first ladder that does; three queries.
    """
    others = [seat.user_id for seat in seats if seat.user_id != user.pk]
    ladder = _first_that_counts(game, seats)
    if not others or ladder is None:
        return None
    there = ladder.standings.filter(generation=ladder.generation, user__in=[user.pk, *others])
    known = {standing.user_id: standing for standing in there}
    field = [_player(known.get(user_id), ladder) for user_id in (user.pk, *others)]
    own, *met = field
    # As people read it: what is foretold is then what is told when the game is over.
    now = in_points(own.rating)
    changes = elo.change_by_rank(own, met, ladder.constants)
    too_often = frozenset((user.pk, *others)) in met_too_often((user.pk, *others), game.players, timezone.now())
    return Prospects(ladder, tuple(in_points(own.rating + change) - now for change in changes), too_often)


def _first_that_counts(game: Game, seats: Sequence[Seat]) -> Ladder | None:
    now = timezone.now()
    ladders = Ladder.objects.open_at(now).filter(season_of=None).order_by("pk")
    return next((ladder for ladder in ladders if ladder.is_for(game, seats)), None)


def _player(standing: Standing | None, ladder: Ladder) -> Player:
    if standing is None:
        return Player(elo.new_rating(ladder.constants), games=0, rank=0)
    return Player(standing.rating, standing.games, rank=0)
