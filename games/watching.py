"""How many people are watching a game, over all processes.

Each process counts its own spectators' sockets and tells the others, through the game's group, when that number
changes, when its first socket follows the game, and when its last one no longer does. Hearing of a process for the
first time it tells its own number once more, for the newcomer to know.
"""

import asyncio
import uuid

from channels.layers import get_channel_layer

from games.announcing import game_group

# Seconds over which comings and goings are told at once: all who follow hear of each, and all may come together.
PAUSE = 0.2


class Watchers:
    """The sockets of this process that follow games, and the numbers heard of the other processes."""

    def __init__(self) -> None:
        self.process = uuid.uuid4().hex
        self._others: dict[str, set[str]] = {}
        self._spectators: dict[str, set[str]] = {}
        self._heard: dict[str, dict[str, int]] = {}
        self.telling: dict[str, asyncio.Task[None]] = {}

    def came(self, code: str, socket: str, *, is_spectator: bool) -> None:
        """A socket now follows this game: that of a spectator, who counts; or of a player, or of a list of games."""
        is_first = not self._follows(code)
        sockets = self._spectators if is_spectator else self._others
        sockets.setdefault(code, set()).add(socket)
        if is_first or is_spectator:
            self._tell_soon(code)

    def left(self, code: str, socket: str) -> None:
        """A socket is gone."""
        was_spectator = socket in self._spectators.get(code, ())
        for sockets in (self._others, self._spectators):
            sockets.get(code, set()).discard(socket)
            if not sockets.get(code):
                sockets.pop(code, None)
        is_last = not self._follows(code)
        if is_last:
            self._heard.pop(code, None)
        if is_last or was_spectator:
            self._tell_soon(code)

    async def tell(self, code: str) -> None:
        """Announce this process's number to everybody who follows the game; -1 if nobody does here any more."""
        number = self._here(code) if self._follows(code) else -1
        message = {"type": "game.watching", "code": code, "process": self.process, "number": number}
        await get_channel_layer().group_send(game_group(code), message)

    def _tell_soon(self, code: str) -> None:
        if code not in self.telling:
            self.telling[code] = asyncio.create_task(self._tell_after_pause(code))

    async def _tell_after_pause(self, code: str) -> None:
        await asyncio.sleep(PAUSE)
        del self.telling[code]
        await self.tell(code)

    def heard(self, code: str, process: str, number: int) -> bool:
        """Note another process's number; whether it is a process not heard of before, and wants to know ours."""
        if process == self.process or not self._follows(code):
            return False
        heard = self._heard.setdefault(code, {})
        if number < 0:
            heard.pop(process, None)
            return False
        is_new = process not in heard
        heard[process] = number
        return is_new

    def most_watched(self, most: int) -> list[str]:
        """The codes of the games with most spectators, as far as this process knows; at most so many."""
        # Copied first: views ask from threads of their own.
        codes = {*dict(self._spectators), *dict(self._heard)}
        numbers = {code: number for code in codes if (number := self.number(code))}
        return sorted(numbers, key=lambda code: (-numbers[code], code))[:most]

    def number(self, code: str) -> int:
        """How many are watching, as far as this process knows."""
        return self._here(code) + sum(dict(self._heard.get(code, {})).values())

    def _here(self, code: str) -> int:
        return len(self._spectators.get(code, ()))

    def _follows(self, code: str) -> bool:
        return code in self._others or code in self._spectators


watchers = Watchers()
