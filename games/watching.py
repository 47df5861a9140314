"""How many people are watching a game, over all processes.

Each process counts its own spectators' sockets and tells the others, through the game's group, when that number
changes. Hearing of a process for the first time it tells its own number once more, for the newcomer to know.
"""

import uuid

from channels.layers import get_channel_layer


def group_of(code: str) -> str:
    """The channel group of everybody who follows this game."""
    return f"game.{code}"


class Watchers:
    """The spectators' sockets of this process, and the numbers heard of the other processes."""

    def __init__(self) -> None:
        self.process = uuid.uuid4().hex
        self._sockets: dict[str, set[str]] = {}
        self._heard: dict[str, dict[str, int]] = {}

    async def came(self, code: str, socket: str) -> None:
        """A spectator's socket now follows this game."""
        self._sockets.setdefault(code, set()).add(socket)
        await self.tell(code)

    async def left(self, code: str, socket: str) -> None:
        """A spectator's socket is gone."""
        sockets = self._sockets.get(code, set())
        sockets.discard(socket)
        if not sockets:
            self._sockets.pop(code, None)
            self._heard.pop(code, None)
        await self.tell(code)

    async def tell(self, code: str) -> None:
        """Announce this process's number to everybody who follows the game."""
        message = {"type": "game.watching", "code": code, "process": self.process, "number": self._here(code)}
        await get_channel_layer().group_send(group_of(code), message)

    def heard(self, code: str, process: str, number: int) -> bool:
        """Note another process's number; whether it is news from a process not heard of before."""
        if process == self.process:
            return False
        heard = self._heard.setdefault(code, {})
        unknown = process not in heard
        if number:
            heard[process] = number
        else:
            heard.pop(process, None)
        return unknown and number > 0

    def number(self, code: str) -> int:
        """How many are watching, as far as this process knows."""
        return self._here(code) + sum(self._heard.get(code, {}).values())

    def _here(self, code: str) -> int:
        return len(self._sockets.get(code, ()))


watchers = Watchers()
