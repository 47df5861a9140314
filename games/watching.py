"""How many people are watching which games, over all processes.

Each process counts its own spectators' sockets. When the number of a game changes it tells all processes, and the pages
that follow the game. It tells all its numbers when it hears of a process for the first time, and again every few
moments, for those that missed one. A process that is not heard of for long is gone, and nobody is counted there.
"""

import asyncio
import time
import uuid
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from channels.layers import get_channel_layer

from games.announcing import game_group

PROCESSES = "processes"
"""The group that each process hears the others by."""

# Seconds over which comings and goings are told at once: all who follow hear of each, and all may come together.
PAUSE = 0.2
# Seconds after which all is told again, and after which a silent process is taken to be gone.
TELL_AGAIN = 10
FORGET_AFTER = 60


class Heard(NamedTuple):
    """What another process has told: its numbers by game, and when that was, in seconds of this one's clock."""

    numbers: dict[str, int]
    at: float


class Watchers:
    """The spectators' sockets at this process, and the numbers heard of the other processes."""

    def __init__(self) -> None:
        self.process = uuid.uuid4().hex
        self.channel: str | None = None  # by which this process hears the others
        self.telling: dict[str, asyncio.Task[None]] = {}
        self._hearing: asyncio.Task[None] | None = None
        self._spectators: dict[str, set[str]] = {}
        self._heard: dict[str, Heard] = {}  # by process

    def came(self, code: str, socket: str) -> None:
        """A spectator's socket now follows this game."""
        self._spectators.setdefault(code, set()).add(socket)
        self._tell_soon(code)

    def left(self, code: str, socket: str) -> None:
        """A socket is gone; it may have been a spectator's."""
        sockets = self._spectators.get(code, set())
        if socket not in sockets:
            return
        sockets.discard(socket)
        if not sockets:
            del self._spectators[code]
        self._tell_soon(code)

    def _tell_soon(self, code: str) -> None:
        if code not in self.telling:
            self.telling[code] = asyncio.create_task(self._tell_after_pause(code))

    async def _tell_after_pause(self, code: str) -> None:
        await asyncio.sleep(PAUSE)
        del self.telling[code]
        number = self._here(code)
        layer = get_channel_layer()
        await layer.group_send(PROCESSES, self._numbers([code], are_all=False))
        followers = {"type": "game.watching", "code": code, "process": self.process, "number": number}
        await layer.group_send(game_group(code), followers)

    async def keep_up(self) -> None:
        """Hear the other processes from now on, tell them all numbers of this one, and forget those that are gone."""
        if self._hearing is None or self._hearing.done():
            layer = get_channel_layer()
            self.channel = await layer.new_channel()
            await layer.group_add(PROCESSES, self.channel)
            self._hearing = asyncio.create_task(self._hear(self.channel))
        await self._tell_all()
        self._forget(FORGET_AFTER)

    async def close(self) -> None:
        """Hear no more, and let the others count nobody here."""
        if self._hearing is not None:
            await get_channel_layer().group_discard(PROCESSES, self.channel)
            self._hearing.cancel()
        await get_channel_layer().group_send(PROCESSES, self._numbers([], are_all=True))

    async def _hear(self, channel: str) -> None:
        while True:
            told = await get_channel_layer().receive(channel)
            is_new = told["process"] not in {self.process, *self._heard}
            self.heard(told["process"], told["numbers"], are_all=told["are_all"])
            if is_new:
                await self._tell_all()

    async def _tell_all(self) -> None:
        await get_channel_layer().group_send(PROCESSES, self._numbers(self._spectators, are_all=True))

    def _numbers(self, codes: Iterable[str], *, are_all: bool) -> dict[str, Any]:
        numbers = {code: self._here(code) for code in codes}
        return {"type": "watching.told", "process": self.process, "numbers": numbers, "are_all": are_all}

    def heard(self, process: str, numbers: Mapping[str, int], *, are_all: bool = False) -> None:
        """Note the numbers of a process, of some games or of all it has spectators of."""
        if process == self.process:
            return
        before = self._heard.get(process)
        known = before.numbers if before and not are_all else {}
        now = {code: number for code, number in {**known, **numbers}.items() if number}
        self._heard[process] = Heard(now, time.monotonic())

    def _forget(self, seconds: float) -> None:
        for process, heard in list(self._heard.items()):
            if time.monotonic() - heard.at >= seconds:
                del self._heard[process]

    def most_watched(self, most: int) -> list[str]:
        """The codes of the games with most spectators, as far as this process knows; at most so many."""
        # Copied first: views ask from threads of their own.
        codes = set(self._spectators.copy()).union(*(heard.numbers for heard in self._heard.copy().values()))
        numbers = {code: number for code in codes if (number := self.number(code))}
        return sorted(numbers, key=lambda code: (-numbers[code], code))[:most]

    def number(self, code: str) -> int:
        """How many are watching, as far as this process knows."""
        return self._here(code) + sum(heard.numbers.get(code, 0) for heard in self._heard.copy().values())

    def _here(self, code: str) -> int:
        return len(self._spectators.get(code, ()))


watchers = Watchers()
