"""Computing a ladder anew: into a generation beside the one that pages show, which takes its place when complete.

It is done game by game in the order of `RatedGame`, in short transactions that hold the ladder's lock, so that the
site goes on meanwhile. What has been done is kept: whoever calls `build` next goes on from there, after a crash
too, and several at once do no harm.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet

from games.announcing import announce_ladders
from games.models import Game, Seat
from ladder.book import Finish, enter
from ladder.models import Ladder, RatedGame, RatingChange, Standing

GAMES_AT_ONCE = 500
ROWS_AT_ONCE = 2000
GAME_FIELDS = ("players", "pace", "started_at", "ended_at", "voided_at")
"""What of a game decides whether a ladder counts it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a new generation has come: so many of the games that are to be gone through."""

    done: int
    games: int


def begin_anew(ladder: Ladder) -> None:
    """Ask for a new generation; one that is being built is left. The caller holds the ladder's lock."""
    ladder.building = max(ladder.generation, ladder.building or 0) + 1
    ladder.built_sequence = ladder.built_up_to = 0
    ladder.save(update_fields=["building", "built_sequence", "built_up_to"])


def ask(key: int) -> None:
    """Ask for a new generation of this ladder, unless one is being built."""
    with transaction.atomic():
        ladder = Ladder.objects.select_for_update(no_key=True).get(pk=key)
        if ladder.building is None:
            begin_anew(ladder)


def enter_missed() -> None:
    """Give rated games that have ended a place among the others, should they lack one: behind all, by their ends."""
    lacking = Game.objects.filter(rated=True, status=Game.Status.OVER, rated_game=None)
    with transaction.atomic():
        list(Ladder.objects.select_for_update(no_key=True).order_by("pk"))
        RatedGame.objects.bulk_create(RatedGame(game=game) for game in lacking.order_by("ended_at", "pk").iterator())


def build(key: int, tell: Callable[[Progress], None] = lambda progress: None) -> None:
    """Complete the new generation that was asked for, if one was, and tell after each step how far it has come."""
    ladder = Ladder.objects.get(pk=key)
    games = _to_go_through(ladder).count()
    done = _to_go_through(ladder).filter(pk__lte=ladder.built_up_to).count()
    while (more := _go_on(key)) is not None:
        done += more
        tell(Progress(min(done, games), games))


def build_all_asked_for() -> None:
    """Complete all new generations that were asked for."""
    for key in Ladder.objects.to_rebuild().values_list("pk", flat=True):
        build(key)


def finishes(games: Sequence[RatedGame], ladder: Ladder) -> list[Finish]:
    """Those of these games that the ladder counts, from `with_seats`."""
    counted = [(each.game, list(each.game.seats.all())) for each in games]
    return [Finish.of(game, seats) for game, seats in counted if ladder.counts(game, seats)]


def with_seats(ladder: Ladder, above: int) -> QuerySet[RatedGame]:
    """The rated games above this key that the ladder may count, in order, with all that `finishes` needs."""
    games = _to_go_through(ladder).filter(pk__gt=above).order_by("pk").select_related("game")
    seats = Seat.objects.select_related("user").only("game_id", "index", "rank", "user__kind").order_by("index")
    return games.only(*(f"game__{name}" for name in GAME_FIELDS)).prefetch_related(Prefetch("game__seats", seats))


def delete_old_generations() -> None:
    """Delete what no page shows any more, in short transactions."""
    for ladder in Ladder.objects.all():
        for model in (RatingChange, Standing):
            # Not what is above: a generation may begin to be built at this moment.
            old = model.objects.filter(ladder=ladder, generation__lt=ladder.generation)
            while keys := list(old.values_list("pk", flat=True)[:ROWS_AT_ONCE]):
                model.objects.filter(pk__in=keys).delete()


def _to_go_through(ladder: Ladder) -> QuerySet[RatedGame]:
    period = Q()
    if ladder.begins_at is not None:
        period &= Q(game__ended_at__gte=ladder.begins_at)
    if ladder.ends_at is not None:
        period &= Q(game__ended_at__lt=ladder.ends_at)
    return RatedGame.objects.filter(period)


def _go_on(key: int) -> int | None:
    """Go through the next games for the generation that is being built, and say how many; None if there is none.

    After the last game it is the one that is shown.
    """
    with transaction.atomic():
        ladder = Ladder.objects.select_for_update(no_key=True).get(pk=key)
        if ladder.building is None:
            return None
        games = list(with_seats(ladder, ladder.built_up_to)[:GAMES_AT_ONCE])
        if games:
            ladder.built_sequence = enter(ladder, ladder.building, ladder.built_sequence, finishes(games, ladder))
            ladder.built_up_to = games[-1].pk
        else:
            # No game can come in between: who ends one that counts needs the lock that is held here.
            ladder.generation, ladder.sequence, ladder.building = ladder.building, ladder.built_sequence, None
            announce_ladders()
        ladder.save(update_fields=["generation", "sequence", "building", "built_sequence", "built_up_to"])
        return len(games)
