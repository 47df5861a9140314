"""Games whose every decision is known before they are played, so that measuring them is only sending requests."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from urllib.parse import urlencode

from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from benchmarks.load import Request
from games import lobby, rules
from games.models import Game
from games.rules import Lay, Phase, Turn, Variant

CSRF_TOKEN = "0123456789abcdefghijklmnopqrstuv"  # what a browser was given, at the length Django wants


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game that has begun: its code, the headers that make a request one of its players', and all its moves."""

    code: str
    members: list[dict[str, str]]
    moves: list[Request]

    @property
    def page(self) -> str:
        return reverse("games:game", args=[self.code])


def start(name: str, players: int) -> KnownGame:
    """Start a game of new users, whose names begin with `name`, and find out how it will go."""
    users = [User.objects.create_user(f"{name}-{seat}") for seat in range(players)]
    game = lobby.open_table(users[0], Variant(players=players), timezone.now())
    for user in users[1:]:
        game = lobby.join(game.code, user, timezone.now())
    members = [_headers(user) for user in users]
    path = reverse("games:act", args=[game.code])
    moves = [
        Request(path, members[seat], urlencode({"ply": ply, "action": action}))
        for ply, (seat, action) in enumerate(_decisions(game, Random(name)))
    ]
    return KnownGame(game.code, members, moves)


def _headers(user: User) -> dict[str, str]:
    """What this user's browser sends with a request that htmx makes."""
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return {
        "Cookie": f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={CSRF_TOKEN}",
        "X-CSRFToken": CSRF_TOKEN,
        "HX-Request": "true",
        "Content-Type": "application/x-www-form-urlencoded",
    }


def _decisions(game: Game, chance: Random) -> Iterator[tuple[int, str]]:
    """Each decision of the game to come, at random: the seat, and the action as the form sends it."""
    contributions = [seat.contribution for seat in game.seats.order_by("index")]
    dice = rules.Dice(bytes(game.seed.value), str(game.pk), contributions)
    position, event = game.current(), game.dice_events
    while position.phase is not Phase.OVER:
        action = chance.choice(position.legal_actions())
        match action:
            case Turn(side):
                yield position.mover, side
            case Lay(first, second):
                yield position.mover, f"{first} {second}"
        position, _, event = rules.settle(position.play(action), dice, event)
