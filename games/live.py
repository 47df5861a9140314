"""The socket that carries live updates to one page."""

import asyncio
import contextlib
from collections.abc import Collection
from typing import Any
from urllib.parse import parse_qs

from autobahn.exception import Disconnected
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase

from accounts.models import User
from accounts.zones import zone_of
from games.announcing import LADDERS, LOBBY, game_group, session_group, use_running_loop, user_group
from games.chat import last_number
from games.models import Game, Seat, is_code
from games.spectators import spectators_board, spectators_glimpse
from games.threads import in_thread
from games.watching import watchers

LISTS = {"lobby": LOBBY, "ladder": LADDERS}
"""The groups of lists that a page can follow, by what they are called in its address and in what it is told."""
MOST_GLIMPSES = 24  # games that one page can follow at a glance


class LiveConsumer(AsyncJsonWebsocketConsumer):
    """One page's socket. `?game=<code>` follows a game, `?glimpses=<codes>` several at a glance, `?lobby=1` the lobby,
    `?ladder=1` all standings.

    A user's own games, and what is said in them, are always followed. It only speaks: moves travel by POST. What it
    says is JSON, `{"kind": "game" | "glimpse" | "lobby" | "ladder" | "mine" | "watching" | "chat", ...}`.
    """

    code: str | None = None
    glimpses: tuple[str, ...] = ()
    language: str = settings.LANGUAGE_CODE
    user: User | None = None
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
        if self.code is None:
            self.glimpses = tuple(filter(is_code, query.get("glimpses", "").split(",")[:MOST_GLIMPSES]))
        if self.code is not None and not is_code(self.code):
            self.code = None
            await self.close(code=4404)
            return
        lists = [kind for kind in LISTS if kind in query]
        await self._join(lists)
        await self._say_how_things_stand(lists)
        self._close_with_session()

    async def __call__(self, *args: Any) -> None:
        """Serve the socket until it ends, and leave all groups then, however it came to its end."""
        try:
            await super().__call__(*args)
        finally:
            await self._leave()

    async def send_json(self, content: Any, close: bool = False) -> None:
        """Say something; to a socket that is just closing there is nothing more to say."""
        with contextlib.suppress(Disconnected):
            await super().send_json(content, close)

    async def _leave(self) -> None:
        if self.expiry is not None:
            self.expiry.cancel()
        for name in self.names:
            await self.channel_layer.group_discard(name, self.channel_name)
        for followed in self._followed:
            watchers.left(followed, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Nothing is to be said here; whoever does speaks another protocol."""
        await self.close(code=4400)

    async def game_changed(self, event: dict[str, Any]) -> None:
        """A version hint for players; spectators, who all see the same, are sent the board or the glimpse itself."""
        if event["code"] != self.code:
            if event["has_board"]:
                await self._say_glimpse(event["code"], event["version"])
            return
        is_player = self.user is not None and self.user.pk in event["players"]
        if is_player or not event["has_board"]:
            await self.send_json({"kind": "game", "code": event["code"], "version": event["version"]})
            return
        version, html = await spectators_board(event["code"], event["version"], self.language, zone_of(self.user))
        await self.send_json({"kind": "game", "code": event["code"], "version": version, "board": html})

    async def game_watching(self, event: dict[str, Any]) -> None:
        """How many are watching, by what this and the other processes know."""
        code = event["code"]
        # Noted here too: it may come before what the process itself hears, and would show an old number.
        watchers.heard(event["process"], {code: event["number"]})
        await self._say_how_many_watch(code)

    async def lobby_changed(self, event: dict[str, Any]) -> None:
        await self.send_json({"kind": "lobby"})

    async def ladder_changed(self, event: dict[str, Any]) -> None:
        await self.send_json({"kind": "ladder"})

    async def mine_changed(self, event: dict[str, Any]) -> None:
        await self.send_json({"kind": "mine"})

    async def chat_said(self, event: dict[str, Any]) -> None:
        """There is a message; its text is fetched by those who may read it."""
        await self.send_json({"kind": "chat", "code": event["code"], "number": event["number"]})

    async def access_ended(self, event: dict[str, Any]) -> None:
        """Logged out, suspended, or a new password: this socket has nothing more to say to whoever holds it."""
        await self.close(code=4401)

    async def _join(self, lists: Collection[str]) -> None:
        names = []
        if self.user is not None:
            names.append(user_group(self.user.pk))
            key = self.scope["session"].session_key
            if key:
                names.append(session_group(key))
        names += (LISTS[kind] for kind in lists)
        names += map(game_group, self._followed)
        for name in names:
            await self.channel_layer.group_add(name, self.channel_name)
        self.names = tuple(names)

    async def _say_how_things_stand(self, lists: Collection[str]) -> None:
        """The first words on a socket: what a page may have missed while it had none."""
        if self.user is not None:
            waiting = await in_thread(Seat.objects.filter(user=self.user, to_move=True).count)
            await self.send_json({"kind": "mine", "waiting": waiting})
        for kind in lists:
            await self.send_json({"kind": kind})
        if self.code is not None:
            await self._follow_game(self.code)
        elif self.glimpses:
            await self._follow_glimpses()

    async def _follow_game(self, code: str) -> None:
        found = await in_thread(_version_and_players, code)
        if found is None:
            self.code = None
            await self.close(code=4404)
            return
        version, players = found
        await self.send_json({"kind": "game", "code": code, "version": version})
        is_player = self.user is not None and self.user.pk in players
        if not is_player:
            watchers.came(code, self.channel_name)
        await self._say_how_many_watch(code)
        if is_player:
            await self.send_json({"kind": "chat", "code": code, "number": await in_thread(last_number, code)})

    async def _follow_glimpses(self) -> None:
        """Say which versions there are; the page fetches what it does not show."""
        versions = await in_thread(_versions, self.glimpses)
        self.glimpses = tuple(versions)
        for code, version in versions.items():
            await self.send_json({"kind": "glimpse", "code": code, "version": version})
            await self._say_how_many_watch(code)

    async def _say_how_many_watch(self, code: str) -> None:
        await self.send_json({"kind": "watching", "code": code, "number": watchers.number(code)})

    async def _say_glimpse(self, code: str, version: int) -> None:
        version, html = await spectators_glimpse(code, version, self.language)
        await self.send_json({"kind": "glimpse", "code": code, "version": version, "glimpse": html})

    @property
    def _followed(self) -> tuple[str, ...]:
        """The games whose groups this socket joins: the one of its page, or those of a list."""
        return self.glimpses if self.code is None else (self.code,)

    def _close_with_session(self) -> None:
        session: SessionBase | None = self.scope.get("session")
        if self.user is None or session is None:
            return
        loop = asyncio.get_running_loop()
        self.expiry = loop.call_later(session.get_expiry_age(), lambda: loop.create_task(self.close(code=4401)))


def _versions(codes: Collection[str]) -> dict[str, int]:
    return dict(Game.objects.exclude(first=None).filter(code__in=codes).values_list("code", "version"))


def _version_and_players(code: str) -> tuple[int, list[int]] | None:
    found = list(Game.objects.filter(code=code).values_list("version", "seats__user_id"))
    return (found[0][0], [player for _, player in found]) if found else None
