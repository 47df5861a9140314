"""Rating games: settling as they start whether they count, and counting them in the transaction in which they end."""

from collections import Counter
from collections.abc import Collection, Container, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter

from django.db import transaction
from django.dispatch import receiver

from games.announcing import announce_ladders
from games.models import Game, Seat
from games.signals import game_ended, game_starts, game_voided
from ladder.book import Finish, enter
from ladder.models import Ladder, RatedGame, RatingChange
from ladder.rebuilding import begin_anew
from ladder.seasons import ladders_at

MOST_A_DAY = 5
"""So many games between the same players, begun within 24 hours, are rated."""
DAY = timedelta(days=1)


@receiver(game_starts)
def settle(game: Game, seats: Sequence[Seat], **kwargs: object) -> None:
    """Take back that a game is rated which no ladder counts, or whose players have begun enough of them today."""
    if game.rated:
        assert game.started_at is not None
        ladders = ladders_at(game.started_at)
        # What has begun is counted under the ladders' locks: of two games that begin at once, one counts the other.
        _locked(ladder for ladder in ladders if ladder.counts(game, seats))
        met = met_too_often([seat.user_id for seat in seats], game.started_at)
        why_not = why_unrated(game, seats, ladders, met)
        game.rated, game.unrated_because = why_not is None, why_not or ""


@receiver(game_ended)
def rate(game: Game, **kwargs: object) -> None:
    """Let all ladders that count this game count it; in the transaction in which it ends, or not at all."""
    if not game.rated or game.status != Game.Status.OVER:
        return
    assert game.ended_at is not None
    with transaction.atomic():
        seats = game.seated()
        # Asked under the locks of all it could be: whoever adds or changes a ladder has them, and builds it then.
        _locked(ladders_at(game.ended_at))  # which makes seasons that lack before anything is locked
        ladders = _locked(counting(game, seats))
        # Its key is the game's place in the order of all: taken under the locks, see there.
        RatedGame.objects.create(game=game)
        for ladder in ladders:
            ladder.sequence = enter(ladder, ladder.generation, ladder.sequence, [Finish.of(game, seats)])
            ladder.save(update_fields=["sequence"])
        announce_ladders()


@receiver(game_voided)
def recount(game: Game, **kwargs: object) -> None:
    """Let the ladders be built anew that have a game which was voided, or lack one that was restored."""
    if not RatedGame.objects.filter(game=game).exists():
        return
    # Asked under the locks of all: whoever builds a generation takes in, until then, the game as it was before.
    ladders = _locked(Ladder.objects.all())
    seats = game.seated()
    having = set(RatingChange.objects.filter(game=game).values_list("ladder", flat=True))
    for ladder in ladders:
        if ladder.pk in having or ladder.counts(game, seats):
            begin_anew(ladder)


def counting(game: Game, seats: Sequence[Seat]) -> list[Ladder]:
    """The ladders that count this game if it is rated; of one that goes on, if it ended as it began."""
    moment = game.ended_at or game.started_at
    assert moment is not None
    return [ladder for ladder in ladders_at(moment) if ladder.counts(game, seats)]


def why_unrated(
    game: Game, seats: Sequence[Seat], ladders: Iterable[Ladder], met: Container[frozenset[int]]
) -> Game.Unrated | None:
    """Why a game that is to be rated would not be, with those who sit there so far; None if nothing keeps it.

    `ladders` are those that count what begins then; `met` is from `met_too_often`, of these users among others.
    """
    fitting = [ladder for ladder in ladders if ladder.is_for(game, [])]
    if not fitting:
        return Game.Unrated.NO_LADDER
    if not any(ladder.is_for(game, seats) for ladder in fitting):
        return Game.Unrated.HOUSE
    is_full = len(seats) == game.players
    return Game.Unrated.MET if is_full and frozenset(seat.user_id for seat in seats) in met else None


def met_too_often(users: Collection[int], at: datetime) -> set[frozenset[int]]:
    """The groups among these users who have begun as many rated games as count within 24 hours; one query.

    A group has begun a game if nobody else played it.
    """
    seats = Seat.objects.filter(
        user__in=users,
        game__status__in=[Game.Status.PLAYING, Game.Status.OVER],
        game__started_at__gt=at - DAY,
        game__rated=True,
    )
    there = groupby(seats.order_by("game_id").values_list("game_id", "game__players", "user_id"), key=itemgetter(0, 1))
    groups = ((players, frozenset(user for *_game, user in rows)) for (_key, players), rows in there)
    begun = Counter(group for players, group in groups if len(group) == players)
    return {group for group, games in begun.items() if games >= MOST_A_DAY}


def _locked(ladders: Iterable[Ladder]) -> list[Ladder]:
    """The same ladders as they are now, for the caller alone until his transaction ends; all lock in one order."""
    keys = [ladder.pk for ladder in ladders]
    return list(Ladder.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk")) if keys else []
