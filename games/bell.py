"""Waking what waits on the event loop, from whatever thread."""

import asyncio


class Bell:
    """Rung by any thread of this process, heard by the one who listens on an event loop; unheard while nobody does.

    It is for this process alone, and no more than a hint: who listens looks for himself now and then.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._rung = asyncio.Event()

    def listen(self) -> asyncio.Event:
        """An event that is set, on the running event loop, at each ring from now on."""
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()
        return self._rung

    def ring(self) -> None:
        """Wake who listens, if anybody does."""
        if self._loop is not None and self._loop.is_running():
            self._loop.call_soon_threadsafe(self._rung.set)


house_turn = Bell()
"""Rung when a house player is to move."""
