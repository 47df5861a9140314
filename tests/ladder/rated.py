"""Rated games, played through the site's own doors, and what ladders say of them."""

from collections.abc import Sequence
from datetime import datetime

from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from games import lobby, play
from games.clock import DEFAULT as CONTROL
from games.clock import TimeControl
from games.models import Game
from games.rules import Variant
from ladder import checking
from ladder.models import Ladder, RatingChange, Standing, in_points
from tests.games.tables import people, play_to_the_end


def confirmed_people(number: int = 4) -> list[User]:
    """That many players who may play rated: anise, basil, cumin, dill."""
    users = people(number)
    for user in users:
        EmailAddress.objects.create(user=user, email=f"{user.name}@example.org", verified=True, primary=True)
    return users


def open_rated(
    user: User, players: int, at: datetime, *, control: TimeControl = CONTROL, variant: Variant | None = None
) -> Game:
    """A rated table with a clock, at which this user sits."""
    return lobby.open_table(user, variant or Variant(players=players), at, rated=True, control=control)


def start_rated(
    users: Sequence[User],
    at: datetime | None = None,
    *,
    control: TimeControl = CONTROL,
    variant: Variant | None = None,
) -> Game:
    """A game that has just begun at a rated table."""
    at = at or timezone.now()
    game = open_rated(users[0], len(users), at, control=control, variant=variant)
    for user in users[1:]:
        game = lobby.join(game.code, user, at)
    return game


def play_rated(users: Sequence[User], *, seed: int = 0) -> Game:
    """A rated game, played to its end at random."""
    return play_to_the_end(start_rated(users), seed=seed)


def win(winner: User, *losers: User, at: datetime | None = None) -> Game:
    """A rated game in which the others resign, the last of them first, so that they rank in this order."""
    at = at or timezone.now()
    game = start_rated([winner, *losers], at)
    for loser in reversed(losers):
        game = play.resign(game.code, loser, at)
    return game


def ladder(slug: str = "all") -> Ladder:
    """The ladder as it is now."""
    return Ladder.objects.get(slug=slug)


def ratings(slug: str = "all") -> dict[str, int]:
    """The rating of each player on a ladder, in points as people read them."""
    shown = ladder(slug)
    standings = Standing.objects.filter(ladder=shown, generation=shown.generation).select_related("user")
    return {standing.user.name: in_points(standing.rating) for standing in standings}


def numbers() -> dict[str, list[tuple[object, ...]]]:
    """All that each ladder says, but for the number of its generation."""
    return {
        each.slug: [
            *RatingChange.objects.filter(ladder=each, generation=each.generation)
            .order_by("sequence")
            .values_list("sequence", "game", "user", "rank", "players", "games", "before", "after", "at"),
            *Standing.objects.filter(ladder=each, generation=each.generation)
            .order_by("user")
            .values_list("user", "rating", "games", "wins", "has_place", "last_ended_at", "last_results"),
        ]
        for each in Ladder.objects.all()
    }


def found_wrong() -> list[str]:
    """What `manage.py rate --check` finds, but for the names of the ladders."""
    return [*checking.missed(), *(each for ladder in Ladder.objects.all() for each in checking.differences(ladder))]
