"""A player's games as his page lists them: what the reader may know of, seen from the player's own seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, Q, QuerySet

from accounts.models import User
from games.models import Game, GameQuerySet, Seat

GAMES_A_PAGE = 20
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class PlayedGame:
    """One game as one of its players sees it."""

    game: Game
    seat: Seat
    opponents: tuple[User, ...]

    @classmethod
    def of(cls, game: Game, player: User) -> "PlayedGame":
        """The game from this player's seat; its seats and their users must be there already."""
        seats = game.seats.all()
        return cls(
            game,
            next(seat for seat in seats if seat.user_id == player.pk),
            tuple(seat.user for seat in seats if seat.user_id != player.pk),
        )


@dataclass(frozen=True)
class Page:
    """Some ended games, newest first, and the key under which the next older ones are found, if there are any."""

    games: Sequence[PlayedGame]
    older: str | None


def games_going_on(player: User, reader: User | AnonymousUser) -> list[PlayedGame]:
    """The games the player is in the middle of, newest first."""
    games = _games_of(player, reader).playing().order_by("-started_at", "-pk")
    return [PlayedGame.of(game, player) for game in games]


def games_played(player: User, reader: User | AnonymousUser, before: str = "") -> Page:
    """The games the player has ended: the newest, or those after a page's `older`; ValueError if it is no key."""
    games: QuerySet[Game] = _games_of(player, reader).ended().order_by("-ended_at", "-pk")
    if before:
        ended_at, pk = _read_key(before)
        games = games.filter(Q(ended_at__lt=ended_at) | Q(ended_at=ended_at, pk__lt=pk))
    found = list(games[: GAMES_A_PAGE + 1])
    shown = found[:GAMES_A_PAGE]
    return Page([PlayedGame.of(game, player) for game in shown], _key(shown[-1]) if len(found) > len(shown) else None)


def _games_of(player: User, reader: User | AnonymousUser) -> GameQuerySet:
    seats = Seat.objects.select_related("user").order_by("index")
    games = Game.objects.filter(seats__user=player).prefetch_related(Prefetch("seats", seats))
    return games.shown_to(reader)


def _key(game: Game) -> str:
    assert game.ended_at is not None
    return f"{(game.ended_at - EPOCH) // timedelta(microseconds=1)}-{game.pk}"


def _read_key(text: str) -> tuple[datetime, int]:
    microseconds, _dash, pk = text.partition("-")
    try:
        return EPOCH + timedelta(microseconds=int(microseconds)), int(pk)
    except OverflowError as error:
        raise ValueError(text) from error
