"""Whether what a ladder says is what follows from the records of games."""

from collections.abc import Iterator

from django.db import transaction
from django.utils import timezone

from games.models import Game
from ladder.book import changes_of
from ladder.elo import is_provisional
from ladder.models import Ladder, RatingChange, Standing
from ladder.rebuilding import GAMES_AT_ONCE, finishes, with_seats

COMPARED = ("rank", "players", "games", "before", "after", "at")
COMPARED_STANDING = ("rating", "games", "wins", "last_ended_at", "last_results")


class RebuiltMeanwhileError(Exception):
    """The ladder was rebuilt while it was being compared."""


def missed() -> Iterator[str]:
    """One sentence for each rated game that has ended and that no ladder was told of."""
    ended = Game.objects.filter(rated=True, status=Game.Status.OVER, rated_game=None)
    for game in ended.order_by("pk").iterator():
        yield f"game {game.pk} ({game.code}): it is rated and over, but has no place among the rated games"


def differences(ladder: Ladder) -> Iterator[str]:
    """One sentence for each thing that the ladder says and that does not follow from the games it counts.

    The site may go on meanwhile; the ladder is locked only for the games that end while it is compared, and for the
    comparison of standings. It needs memory for each player, not for each game. Raises `RebuiltMeanwhileError`.
    """
    comparison = _Comparison(ladder)
    while comparison.has_more:
        yield from comparison.next_games()
    with transaction.atomic():
        now = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
        if now.generation != ladder.generation:
            raise RebuiltMeanwhileError
        comparison.has_more = True
        while comparison.has_more:
            yield from comparison.next_games()
        yield from comparison.rest(now)


class _Comparison:
    """Goes through the games of a ladder in order, and computes what should be there."""

    def __init__(self, ladder: Ladder) -> None:
        self.ladder = ladder
        self.changes = RatingChange.objects.filter(ladder=ladder, generation=ladder.generation)
        self.standings: dict[int, Standing] = {}
        self.last_game = 0
        self.sequence = 0
        self.has_more = True

    def next_games(self) -> Iterator[str]:
        """Compare the changes of the next games."""
        games = list(with_seats(self.ladder, self.last_game)[:GAMES_AT_ONCE])
        if not games:
            self.has_more = False
            return
        self.last_game = games[-1].pk
        kept = {
            (change.game_id, change.user_id): change
            for change in self.changes.filter(game__in=[each.game_id for each in games])
        }
        for finish in finishes(games, self.ladder):
            for due in changes_of(self.ladder, self.ladder.generation, 0, finish, self.standings):
                yield from self._compare(due, kept.pop((due.game_id, due.user_id), None))
        for change in kept.values():
            yield f"game {change.game_id}: it changes the rating of player {change.user_id}, but does not count"

    def _compare(self, due: RatingChange, kept: RatingChange | None) -> Iterator[str]:
        where = f"game {due.game_id}, player {due.user_id}"
        if kept is None:
            yield f"{where}: the change is missing"
            return
        for field in COMPARED:
            if getattr(kept, field) != getattr(due, field):
                yield f"{where}: {field} is {getattr(kept, field)}, the games say {getattr(due, field)}"
        if kept.sequence <= self.sequence:
            yield f"{where}: change {kept.sequence} comes after change {self.sequence}"
        self.sequence = kept.sequence

    def rest(self, now: Ladder) -> Iterator[str]:
        """Compare the standings, and what else the ladder keeps."""
        for change in self.changes.filter(game__rated_game=None).iterator():
            yield f"game {change.game_id}: it changes the rating of player {change.user_id}, but is not rated"
        if now.sequence != self.sequence:
            yield f"the last change is said to be {now.sequence}, and is {self.sequence}"
        kept = Standing.objects.filter(ladder=now, generation=now.generation)
        for standing in kept.iterator():
            due = self.standings.pop(standing.user_id, None)
            if due is None:
                yield f"player {standing.user_id}: he has a standing without a game"
                continue
            for field in COMPARED_STANDING:
                if getattr(standing, field) != getattr(due, field):
                    yield (
                        f"player {standing.user_id}: {field} is {getattr(standing, field)!r},"
                        f" the games say {getattr(due, field)!r}"
                    )
            if standing.has_place and is_provisional(due.games, now.constants):
                yield f"player {standing.user_id}: he has a place after {due.games} games"
            if not standing.has_place and self._deserves_place(due, now):
                yield f"player {standing.user_id}: he has no place, though he has played enough, and lately"
        for user_id in self.standings:
            yield f"player {user_id}: the standing is missing"

    def _deserves_place(self, due: Standing, now: Ladder) -> bool:
        """Who is quiet may still have a place, as it is taken back from time to time; who is not must have his."""
        is_quiet = due.last_ended_at < now.quiet_since(timezone.now())
        return not is_quiet and not is_provisional(due.games, now.constants)
