"""Tables and games for tests, made through the same doors the site uses, and the people at them."""

import random
from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import lobby, play
from games.clock import DEFAULT, TimeControl
from games.models import Game
from games.rules import Lay, Phase, Turn, Variant

SPICES = ("anise", "basil", "cumin", "dill")


def people(number: int = 4) -> list[User]:
    """That many players: anise, basil, cumin, dill."""
    return [User.objects.create_user(name) for name in SPICES[:number]]


def start_game(
    users: Sequence[User],
    variant: Variant | None = None,
    *,
    control: TimeControl = DEFAULT,
    at: datetime | None = None,
    listed: bool = True,
) -> Game:
    """A game that has begun now, or at that moment, with these users seated in this order."""
    variant = variant or Variant(players=len(users))
    game = lobby.open_table(users[0], variant, at or timezone.now(), control=control, listed=listed)
    for user in users[1:]:
        game = lobby.join(game.code, user, at or timezone.now())
    return game


def logged_in(user: User) -> Client:
    """A browser in which this user is logged in."""
    client = Client()
    client.force_login(user)
    return client


def queries(do: Callable[[], object]) -> int:
    """How many queries this takes."""
    with CaptureQueriesContext(connection) as captured:
        do()
    return len(captured)


def user_at(game: Game, seat: int) -> User:
    """Who sits there."""
    return game.seats.get(index=seat).user


def mover(game: Game) -> User:
    """The user whose turn it is."""
    return user_at(game, game.current().movers[0])


def other(game: Game) -> User:
    """A seated user whose turn it is not."""
    return user_at(game, (game.current().movers[0] + 1) % game.players)


def play_on(game: Game, decisions: int, *, seed: int = 0, at: datetime | None = None) -> Game:
    """Play so many decisions at random, or to the end if it comes first; all of them now, or at that moment."""
    chooser = random.Random(seed)
    for _ in range(decisions):
        if game.is_ended:
            break
        game = _decide(game, chooser, at or timezone.now())
    return game


def play_to_the_end(game: Game, *, seed: int = 0) -> Game:
    """Play at random until the game is over."""
    return play_on(game, 1000, seed=seed)


def _decide(game: Game, chooser: random.Random, at: datetime) -> Game:
    position = game.current()
    seat = position.movers[0]
    user = user_at(game, seat)
    if position.phase is Phase.ARRANGE:
        pile = [colour for colour in game.variant.colours_of(1 - seat) for _ in range(12)]
        chooser.shuffle(pile)
        return play.arrange(game.code, user, pile, at)
    action = chooser.choice(position.legal_actions())
    assert isinstance(action, Turn | Lay)
    return play.act(game.code, user, game.ply, action, at)
