"""A small site with one of everything: people of every kind, and tables and games in every state."""

import base64
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import history, lobby, pauses, saved_records, sweep, vacations
from games.courses import course_of_game
from games.models import Game, SavedRecord
from games.rules import Variant
from tests.games.tables import people, play_on, play_to_the_end, start_game, user_at

PASSWORD = "seven-rugs-in-a-row"
ROLES = ("visitor", "guest", "player", "other", "staff", "admin")


@dataclass(frozen=True)
class World:
    """The people, and a table or game in each state.

    `player` is on move in `running` against `opponent`, has opened `waiting`, sits at `joined`, is invited to `kept`.
    `running` and `kept` are to be seen by link only, and the piles of `running` are arranged. `saved` is a record that
    the player keeps. `guest` plays without an account, and `other` has one: they play in none of the games. `staff` may
    enter admin but has no second factor, `admin` has one.
    """

    player: User
    opponent: User
    guest: User
    other: User
    staff: User
    admin: User
    running: Game
    waiting: Game
    joined: Game
    kept: Game
    ended: Game
    closed: Game
    saved: SavedRecord

    HIDDEN_TITLE: ClassVar[str] = "Hidden-caravan"

    def user(self, role: str) -> User | None:
        """Who has this role; nobody for a visitor, who is not logged in."""
        user: User | None = None if role == "visitor" else getattr(self, role)
        return user

    def browser(self, role: str) -> Client:
        """A browser in which the one of this role has logged in."""
        client = Client()
        user = self.user(role)
        if user is not None:
            client.force_login(user)
        return client


class Visitors:
    """One of each role, logged in once; what they change can be taken back."""

    def __init__(self, world: World) -> None:
        self._clients = {role: world.browser(role) for role in ROLES}
        self._cookies = {role: client.cookies.output(header="", sep=";") for role, client in self._clients.items()}

    def of(self, role: str) -> Client:
        """Their browser, as it was after logging in."""
        client = self._clients[role]
        client.cookies = SimpleCookie(self._cookies[role])
        return client


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever is changed within is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()
    history._recent.clear()


def build() -> World:
    """That site, in an empty database."""
    users = people(3)
    running = start_game(users[:2], Variant(colours="arranged"), listed=False)
    Game.objects.filter(pk=running.pk).update(title=World.HIDDEN_TITLE)
    running = play_on(running, 2, seed=1)  # the arrangements
    running = play_on(running, 6, seed=1)
    player, opponent = (user_at(running, seat) for seat in (running.current().mover, 1 - running.current().mover))
    at = timezone.now()
    waiting = lobby.open_table(player, Variant(players=3), at, title="Saffron & <b>silk</b>")
    joined = lobby.open_table(opponent, Variant(players=4), at)
    lobby.join(joined.code, player, at)
    kept = lobby.open_table(opponent, Variant(), at, listed=False, invited=[player])
    ended = play_to_the_end(start_game([player, opponent], Variant(dirhams=5)), seed=1)
    closed = lobby.close(lobby.open_table(player, Variant(), at).code, player, at)
    EmailAddress.objects.create(user=player, email="player@example.org", primary=True, verified=True)
    guest = User.objects.create_user("guest-x7", kind=User.Kind.GUEST)
    staff, admin = (User.objects.create_superuser(name) for name in ("saffron", "sumac"))
    TOTP.activate(admin, generate_totp_secret())
    RecoveryCodes.activate(admin)
    for user in (player, opponent, users[2], staff, admin):
        user.set_password(PASSWORD)
        user.save()
    vacations.begin_vacation(staff, at)
    pauses.pause_clocks(at)
    sweep.tell_games(at)
    pauses.resume_clocks(at)
    sweep.tell_games(at)
    fresh = {game.pk: game for game in Game.objects.all()}
    games = (fresh[game.pk] for game in (running, waiting, joined, kept, ended, closed))
    saved = saved_records.save(player, course_of_game(ended.code, player).record, at)
    things: list[Any] = [*games, saved]
    return World(player, opponent, guest, users[2], staff, admin, *things)


def seeds_of(games: Sequence[Game]) -> list[str]:
    """The seeds of these games in every way in which they are usually written."""
    written = []
    for game in games:
        seed = bytes(game.seed.value)
        written += [seed.hex(), seed.hex().upper(), repr(seed)[2:-1]]
        written += [encode(seed).decode().rstrip("=") for encode in (base64.b64encode, base64.urlsafe_b64encode)]
    return written


def pile_pattern(pile: Sequence[int]) -> re.Pattern[str]:
    """Finds these colours in this order, as numbers or as words, with up to 40 other signs between them."""
    words = {1: "red", 2: "blue", 3: "yellow", 4: "green"}
    number = r"\D{0,40}".join(str(colour) for colour in pile)
    word = r"(?:(?!red|blue|yellow|green)[\s\S]){0,40}".join(words[colour] for colour in pile)
    return re.compile(f"{number}|{word}")
