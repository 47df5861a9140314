"""Where house players think: in child processes, so that pages and sockets do not wait for them.

No two players share a process, and a process thinks about one thing at a time. So a player that thinks for too long, or
takes its process with it, holds up none but itself.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import timedelta

from games.house import Choose, Decision, Sight

PROCESSES = 2
"""For each player, so that a thought of which nothing comes does not hold up its other games."""

LONGEST_THOUGHT = timedelta(seconds=10)


class Thinking:
    """The child processes of all house players, started when there is first something to think about."""

    def __init__(self) -> None:
        self._minds: list[_Mind] = []
        self._free: dict[Choose, asyncio.LifoQueue[_Mind]] = {}

    async def decide(self, choose: Choose, sight: Sight, time_left: timedelta | None) -> Decision:
        """What this house player decides. Raises what it raises, and `TimeoutError` if it thinks for too long.

        `BrokenProcessPool` if it took its process with it.
        """
        if choose not in self._free:
            self._add_player(choose)
        mind = await self._free[choose].get()
        try:
            return await mind.decide(choose, sight, time_left)
        finally:
            self._free[choose].put_nowait(mind)

    def _add_player(self, choose: Choose) -> None:
        # Last in, first out: the second process is started only when two things are to be thought about at once.
        self._free[choose] = asyncio.LifoQueue()
        for _ in range(PROCESSES):
            mind = _Mind()
            self._minds.append(mind)
            self._free[choose].put_nowait(mind)

    def close(self) -> None:
        """End the processes, once what is being thought of is decided."""
        for mind in self._minds:
            mind.close()
        self._minds.clear()
        self._free.clear()


class _Mind:
    """A child process; after trouble, another."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0

    async def decide(self, choose: Choose, sight: Sight, time_left: timedelta | None) -> Decision:
        pool = await self._begun()
        thought = pool.submit(choose, sight, time_left)
        try:
            async with asyncio.timeout(LONGEST_THOUGHT.total_seconds()):
                return await asyncio.wrap_future(thought)
        except (TimeoutError, BrokenProcessPool):
            # Who thinks for ever is stopped by nothing else; the next decision is made in a new process.
            self._kill()
            raise

    async def _begun(self) -> ProcessPoolExecutor:
        """The process, once it is there: to start it is not to think. If it ended since the last thought, a new one."""
        if self._pool is not None:
            try:
                return await self._answering(self._pool)
            except BrokenProcessPool:
                self._kill()
        spawn = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=_begin)
        return await self._answering(self._pool)

    async def _answering(self, pool: ProcessPoolExecutor) -> ProcessPoolExecutor:
        self._pid = await asyncio.wrap_future(pool.submit(os.getpid))
        return pool

    def _kill(self) -> None:
        for child in multiprocessing.active_children():
            if child.pid == self._pid:
                child.kill()
        self.close(wait=False)

    def close(self, *, wait: bool = True) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=wait)
            self._pool = None


def _begin() -> None:
    """The first thing in a child process. It ends with its parent, however that ends, and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
