"""How a ladder's numbers follow from games: the one way in which they are computed, as games end and ever after."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from games.models import Game, Seat
from ladder import elo
from ladder.models import LAST_RESULTS, Ladder, RatingChange, Standing

CHUNK = 500


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of a game, as ratings need it: players by key, each with his rank, in the order of their seats."""

    game_id: int
    at: datetime
    ranks: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, game: Game, seats: Sequence[Seat]) -> "Finish":
        """The end of a game that was played out."""
        assert game.ended_at is not None
        return cls(game.pk, game.ended_at, tuple((seat.user_id, seat.rank or 0) for seat in seats))


def changes_of(
    ladder: Ladder, generation: int, sequence: int, finish: Finish, standings: dict[int, Standing]
) -> Iterator[RatingChange]:
    """What a game changes, numbered from `sequence` + 1 in the order of seats; nothing is saved.

    `standings` holds those of players by their keys, and is brought up to date; who is not in it is new.
    """
    constants = ladder.constants
    for user_id, _ in finish.ranks:
        if user_id not in standings:
            standings[user_id] = Standing.of_newcomer(ladder, generation, user_id)
    met = [standings[user_id] for user_id, _ in finish.ranks]
    field = [elo.Player(each.rating, each.games, rank) for each, (_, rank) in zip(met, finish.ranks, strict=True)]
    after = elo.ratings_after(field, constants)
    for number, (standing, player, rating) in enumerate(zip(met, field, after, strict=True), start=1):
        yield RatingChange(
            ladder=ladder,
            generation=generation,
            sequence=sequence + number,
            game_id=finish.game_id,
            user_id=standing.user_id,
            rank=player.rank,
            players=len(field),
            games=player.games,
            before=player.rating,
            after=rating,
            at=finish.at,
        )
        standing.rating = rating
        standing.games += 1
        standing.wins += player.rank == 1
        standing.last_ended_at = finish.at
        standing.last_results = f"{player.rank}{len(field)}{standing.last_results}"[: 2 * LAST_RESULTS]


def enter(ladder: Ladder, generation: int, sequence: int, finishes: Collection[Finish]) -> int:
    """Write what these games change in their order into a generation, whose last change has the number `sequence`.

    Return the last number now. The caller holds the ladder's lock. Four queries, and more for very many games.
    """
    users = {user_id for finish in finishes for user_id, _ in finish.ranks}
    known = Standing.objects.filter(ladder=ladder, generation=generation, user__in=users)
    standings = {standing.user_id: standing for standing in known}
    since = ladder.quiet_since(timezone.now())
    changes: list[RatingChange] = []
    for finish in finishes:
        changes += changes_of(ladder, generation, sequence + len(changes), finish, standings)
    RatingChange.objects.bulk_create(changes, batch_size=CHUNK)
    Standing.objects.bulk_create(
        [_anew(standing, ladder, since) for standing in standings.values()],
        batch_size=CHUNK,
        update_conflicts=True,
        unique_fields=["ladder", "generation", "user"],
        update_fields=["rating", "games", "wins", "has_place", "last_ended_at", "last_results"],
    )
    return sequence + len(changes)


def _anew(standing: Standing, ladder: Ladder, since: datetime) -> Standing:
    """As a row that is not there yet, for which the database finds the one that is; `since` tells who is quiet."""
    is_provisional = elo.is_provisional(standing.games, ladder.constants)
    standing.has_place = not is_provisional and standing.last_ended_at >= since
    standing.pk = None
    return standing
