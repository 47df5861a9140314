"""Rating games: settling as they start whether they count, and counting them in the transaction in which they end."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
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
        users = {seat.user_id for seat in seats}
        # What has begun is counted under the ladders' locks: of two games that begin at once, one counts the other.
        game.rated = bool(_locked(counting(game, seats))) and users not in met_too_often(
            users, game.players, game.started_at
        )


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


def met_too_often(users: Collection[int], players: int, at: datetime) -> set[frozenset[int]]:
    """The groups of so many of these users who have begun as many rated games as count within 24 hours; one query."""
    begun = Game.objects.filter(
        status__in=[Game.Status.PLAYING, Game.Status.OVER], started_at__gt=at - DAY, rated=True, players=players
    )
    seats = Seat.objects.filter(game__in=begun, user__in=users).order_by("game_id").values_list("game_id", "user_id")
    groups = (frozenset(user for _game, user in there) for _key, there in groupby(seats, key=itemgetter(0)))
    return {group for group, games in Counter(groups).items() if len(group) == players and games >= MOST_A_DAY}


def _locked(ladders: Iterable[Ladder]) -> list[Ladder]:
    """The same ladders as they are now, for the caller alone until his transaction ends; all lock in one order."""
    keys = [ladder.pk for ladder in ladders]
    return list(Ladder.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk")) if keys else []
