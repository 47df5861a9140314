"""Live updates: announcements of what changed, and the socket that carries them to browsers.

Announcements are hints. They say that a game, the lobby or somebody's list of games changed; browsers fetch what
they need, and a lost hint is repaired by the next one or by the socket's first word after it connects again.
"""

import asyncio
import hashlib
import logging
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qs

from asgiref.sync import async_to_sync
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from games.models import Game, Seat, is_code
from games.spectators import spectators_board
from games.threads import in_thread
from games.watching import group_of, watchers

logger = logging.getLogger(__name__)

LOBBY = "lobby"


class _Loop:
    """The event loop this process's sockets live on, once there is one."""

    running: asyncio.AbstractEventLoop | None = None


def use_running_loop() -> None:
    """Send announcements made by other threads over the event loop that is running now."""
    _Loop.running = asyncio.get_running_loop()


def announce_game(game: Game, user_ids: Iterable[int]) -> None:
    """When the transaction commits: tell the game's page, and its players that their list of games changed."""
    _on_commit(_changed(game, list(user_ids), has_board=True))


def announce_table(game: Game, user_ids: Iterable[int]) -> None:
    """As `announce_game`, for what changes at a table and not on a board; and tell the lobby too."""
    _on_commit(_changed(game, list(user_ids), has_board=False))
    if game.listed:
        _on_commit([(LOBBY, {"type": "lobby.changed"})])


@receiver(post_save, sender=User)
def _close_sockets_of_suspended(instance: User, **kwargs: Any) -> None:
    if not instance.is_active:
        _on_commit([(_user_group(instance.pk), {"type": "access.ended"})])


@receiver(user_logged_out)
def _close_sockets_of_session(request: HttpRequest, **kwargs: Any) -> None:
    key = request.session.session_key
    if key:
        _on_commit([(_session_group(key), {"type": "access.ended"})])


def _changed(game: Game, players: list[int], *, has_board: bool) -> list[tuple[str, dict[str, Any]]]:
    change = {"code": game.code, "version": game.version, "players": players, "has_board": has_board}
    mine = [(_user_group(user_id), {"type": "mine.changed"}) for user_id in players]
    return [(group_of(game.code), {"type": "game.changed", **change}), *mine]


def _user_group(user_id: int) -> str:
    return f"user.{user_id}"


def _session_group(key: str) -> str:
    # A session's key lets whoever knows it in, so it goes nowhere as it is.
    return "session." + hashlib.sha256(key.encode()).hexdigest()[:40]


def _on_commit(messages: list[tuple[str, dict[str, Any]]]) -> None:
    # Robust: a channel layer that is down must not make a committed move look failed.
    transaction.on_commit(lambda: _send(messages), robust=True)


def _send(messages: list[tuple[str, dict[str, Any]]]) -> None:
    """Send from any thread. On the sockets' own loop where there is one: it delivers within milliseconds."""
    if _Loop.running is not None and _Loop.running.is_running():
        asyncio.run_coroutine_threadsafe(_deliver(messages), _Loop.running)
    else:
        async_to_sync(_deliver)(messages)


async def _deliver(messages: list[tuple[str, dict[str, Any]]]) -> None:
    layer = get_channel_layer()
    try:
        for group, message in messages:
            await layer.group_send(group, message)
    except Exception:
        logger.exception("An announcement could not be sent; browsers will catch up when they connect again")


class LiveConsumer(AsyncJsonWebsocketConsumer):
    """One page's socket. `?game=<code>` follows a game, `?lobby=1` the lobby; a user's own games are always followed.

    It only speaks: moves travel by POST. What it says is JSON, `{"kind": "game" | "lobby" | "mine" | "watching", ...}`.
    """

    code: str | None = None
    language: str = settings.LANGUAGE_CODE
    user: User | None = None
    seated: bool = False
    names: tuple[str, ...] = ()
    expiry: asyncio.TimerHandle | None = None

    async def connect(self) -> None:
        """Join the groups first and say how things stand after, so that no change falls in between."""
        use_running_loop()
        user = self.scope.get("user")
        self.user = user if user is not None and user.is_authenticated else None
        query = {key: values[0] for key, values in parse_qs(self.scope["query_string"].decode("latin-1")).items()}
        if query.get("language") in dict(settings.LANGUAGES):
            self.language = query["language"]
        await self.accept()
        self.code = query.get("game")
        if self.code is not None and not is_code(self.code):
            self.code = None
            await self.close(code=4404)
            return
        await self._join(lobby="lobby" in query)
        await self._say_how_things_stand(lobby="lobby" in query)
        self._close_with_session()

    async def disconnect(self, code: int) -> None:
        if self.expiry is not None:
            self.expiry.cancel()
        for name in self.names:
            await self.channel_layer.group_discard(name, self.channel_name)
        if self.code is not None and not self.seated:
            await watchers.left(self.code, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Nothing is to be said here; whoever does speaks another protocol."""
        await self.close(code=4400)

    async def game_changed(self, event: dict[str, Any]) -> None:
        """A version hint for players; spectators, who all see the same, are sent the board itself."""
        is_player = self.user is not None and self.user.pk in event["players"]
        if is_player or not event["has_board"]:
            await self.send_json({"kind": "game", "code": event["code"], "version": event["version"]})
            return
        version, html = await spectators_board(event["code"], event["version"], self.language)
        await self.send_json({"kind": "game", "code": event["code"], "version": version, "board": html})

    async def game_watching(self, event: dict[str, Any]) -> None:
        """How many are watching, by what this and the other processes know."""
        code = event["code"]
        if watchers.heard(code, event["process"], event["number"]):
            await watchers.tell(code)
        await self.send_json({"kind": "watching", "code": code, "number": watchers.number(code)})

    async def lobby_changed(self, event: dict[str, Any]) -> None:
        await self.send_json({"kind": "lobby"})

    async def mine_changed(self, event: dict[str, Any]) -> None:
        await self.send_json({"kind": "mine"})

    async def access_ended(self, event: dict[str, Any]) -> None:
        """Logged out or suspended: this socket has nothing more to say to whoever holds it."""
        await self.close(code=4401)

    async def _join(self, *, lobby: bool) -> None:
        names = []
        if self.user is not None:
            names.append(_user_group(self.user.pk))
            key = self.scope["session"].session_key
            if key:
                names.append(_session_group(key))
        if lobby:
            names.append(LOBBY)
        if self.code is not None:
            names.append(group_of(self.code))
        for name in names:
            await self.channel_layer.group_add(name, self.channel_name)
        self.names = tuple(names)

    async def _say_how_things_stand(self, *, lobby: bool) -> None:
        """The first words on a socket: what a page may have missed while it had none."""
        if self.user is not None:
            waiting = await in_thread(Seat.objects.filter(user=self.user, to_move=True).count)
            await self.send_json({"kind": "mine", "waiting": waiting})
        if lobby:
            await self.send_json({"kind": "lobby"})
        if self.code is not None:
            await self._follow_game(self.code)

    async def _follow_game(self, code: str) -> None:
        found = await in_thread(_version_and_players, code)
        if found is None:
            self.code = None
            await self.close(code=4404)
            return
        version, players = found
        self.seated = self.user is not None and self.user.pk in players
        await self.send_json({"kind": "game", "code": code, "version": version})
        if not self.seated:
            await watchers.came(code, self.channel_name)

    def _close_with_session(self) -> None:
        session: SessionBase | None = self.scope.get("session")
        if self.user is None or session is None:
            return
        loop = asyncio.get_running_loop()
        self.expiry = loop.call_later(session.get_expiry_age(), lambda: loop.create_task(self.close(code=4401)))


def _version_and_players(code: str) -> tuple[int, list[int]] | None:
    found = list(Game.objects.filter(code=code).values_list("version", "seats__user_id"))
    return (found[0][0], [player for _, player in found]) if found else None
