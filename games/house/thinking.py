"""Where house players think: in child processes, so that pages and sockets do not wait for them."""

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
LONGEST_THOUGHT = timedelta(seconds=10)


class Thinking:
    """A few child processes, started when there is first something to think about."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def decide(self, choose: Choose, sight: Sight, time_left: timedelta | None) -> Decision:
        """What this house player decides. Raises what it raises, and `TimeoutError` if it thinks for too long."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                PROCESSES, mp_context=multiprocessing.get_context("spawn"), initializer=_begin
            )
        pool = self._pool
        try:
            async with asyncio.timeout(LONGEST_THOUGHT.total_seconds()):
                return await asyncio.wrap_future(pool.submit(choose, sight, time_left))
        except (TimeoutError, BrokenProcessPool):
            # Who thinks for ever is stopped by nothing else; the next decision is made in new processes.
            if self._pool is pool:
                self._pool = None
                _kill_children()
                pool.shutdown(wait=False)
            raise

    def close(self) -> None:
        """End the processes, once what is being thought of is decided."""
        if self._pool is not None:
            self._pool.shutdown()
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


def _kill_children() -> None:
    # The site has no other children that multiprocessing knows of.
    for child in multiprocessing.active_children():
        child.kill()
