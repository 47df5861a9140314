"""Example players and games, for trying the site out and working on it."""

from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from accounts.following import follow
from accounts.models import User
from games import lobby, play
from games.clock import TimeControl
from games.models import Game
from games.rules import FACES, Action, Lay, Phase, Position, Roll, Turn, Variant

PLAYERS = ("anise", "basil", "cumin", "dill")
PASSWORD = "mint tea at noon"  # noqa: S105 - for all to know


class Example(NamedTuple):
    """A game to play: who sits down, in this order; how many decisions, None for all; whether someone resigns then."""

    title: str
    players: Sequence[str]
    variant: Variant
    decisions: int | None = None
    resigns: bool = False


EXAMPLES = (
    Example("Duel at the fountain", ("anise", "basil"), Variant(players=2)),
    Example("Three at the spice stall", ("cumin", "anise", "basil"), Variant(players=3)),
    Example("Round of mint tea", PLAYERS, Variant(players=4, turning="after")),
    Example("The long carpet", ("dill", "cumin"), Variant(players=2, colours="arranged", own_cover=True)),
    Example("Ten dirhams each", ("basil", "dill"), Variant(players=2, colours="swapped", dirhams=10), 40, True),
    Example("Evening at the gate", PLAYERS, Variant(players=4), 53),
    Example("Anise against cumin", ("cumin", "anise"), Variant(players=2), 31),
)


class Command(BaseCommand):
    """Fill a database in debug mode; a second time it changes nothing."""

    help = f"Make the example players {', '.join(PLAYERS)} and some games of theirs. For debug mode only."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--first-start", action="store_true", help="do nothing outside debug mode, or where there are users already"
        )

    def handle(self, *args: Any, first_start: bool, **options: Any) -> None:
        if not settings.DEBUG:
            if first_start:
                return
            raise CommandError("Example players have a known password: they are for DEBUG=on only.")
        there = User.objects.filter(name__in=PLAYERS).exists()
        if not there and first_start and User.objects.exists():
            return
        if not there:
            self.stdout.write("Playing some example games...")
            make()
        self.stdout.write(f'Log in as {", ".join(PLAYERS[:-1])} or {PLAYERS[-1]}; the password is "{PASSWORD}".')


@transaction.atomic
def make() -> None:
    """Make the players and play their games: all of it or nothing."""
    users = {name: User.objects.create_user(name, f"{name}@example.org", PASSWORD) for name in PLAYERS}
    for name, user in users.items():
        EmailAddress.objects.create(user=user, email=f"{name}@example.org", verified=True, primary=True)
    now = timezone.now()
    for friend in ("basil", "cumin"):
        follow(users["anise"], users[friend], now)
    follow(users["cumin"], users["anise"], now)
    for index, example in enumerate(EXAMPLES):  # in the order of their moments, in which they count on the ladder
        ago = timedelta(days=len(EXAMPLES) - index)
        play_example(example, [users[name] for name in example.players], now - ago)
    lobby.open_table(users["basil"], Variant(players=3), now - timedelta(hours=2), title="Who joins me?")
    lobby.open_table(users["dill"], Variant(), now - timedelta(hours=1), title="A challenge", invited=[users["anise"]])


def play_example(example: Example, users: Sequence[User], at: datetime) -> None:
    """Play one game through the site's own doors, from this moment on with a decision every ten minutes."""
    chance = Random(example.title)  # noqa: S311 - it plays examples, it guards nothing
    control = TimeControl.per_move(14)
    game = lobby.open_table(users[0], example.variant, at, control=control, title=example.title, rated=True)
    for user in users[1:]:
        game = lobby.join(game.code, user, at)
    while not game.is_ended and game.ply != example.decisions:
        at += timedelta(minutes=10)
        game = decide(game, users, chance, at)
    if example.resigns and not game.is_ended:
        play.resign(game.code, users[-1], at)


def decide(game: Game, users: Sequence[User], chance: Random, at: datetime) -> Game:
    """Make the decision that is due, as a player would who looks one step ahead and is sometimes careless."""
    position = game.current()
    seat = position.movers[0]
    if position.phase is Phase.ARRANGE:
        rugs = [colour for colour in game.variant.colours_of(1 - seat) for _ in range(game.variant.rugs_of_a_colour)]
        return play.arrange(game.code, users[seat], chance.sample(rugs, len(rugs)), at)
    action = max(position.legal_actions(), key=lambda action: worth(position, action) + 2 * chance.random())
    assert isinstance(action, Turn | Lay)
    return play.act(game.code, users[seat], game.ply, action, at)


def worth(position: Position, action: Action) -> float:
    """How far the mover is ahead of the best of the others after this action, on average over the roll it leads to."""
    later = position.play(action)
    ends = [later.play(Roll(face)) for face in FACES] if later.phase is Phase.ROLL else [later]
    return fmean(lead(end, position.mover) for end in ends)


def lead(position: Position, seat: int) -> int:
    """The points of this seat less those of the best of the others."""
    others = (position.points(other) for other in range(len(position.seats)) if other != seat)
    return position.points(seat) - max(others)
