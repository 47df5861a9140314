"""What the site does by itself: jobs that come round again, each kept apart from the troubles of the others.

`manage.py serve` runs the loop beside the web server, on the same event loop; with Redis, `manage.py work` runs it
alone.
"""

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.core.management import call_command
from django.utils import timezone

from games import guests, lobby, pauses, sweep, tallies
from games.announcing import use_running_loop
from games.bell import Bell, house_turn
from games.house.turns import Turns
from games.threads import in_thread
from games.watching import TELL_AGAIN, watchers

logger = logging.getLogger(__name__)

LONGEST_BACK_OFF = timedelta(minutes=5)
"""Shorter than the gap in heartbeats after which the site is taken to have been down (`games.pauses.LONGEST_GAP`)."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something to do again and again, with a pause after each time.

    `work` takes nothing and returns nothing. A plain function runs in a thread of its own and may use the
    database; an async one runs on the event loop and must not block it. Several processes may do
    the same job at once: it has to be harmless when done twice. `bell` cuts the pause short; `close` is awaited when
    the loop ends.
    """

    name: str
    pause: timedelta
    work: Callable[[], Awaitable[None] | None]
    bell: Bell | None = None
    close: Callable[[], Awaitable[None]] | None = None

    async def once(self) -> bool:
        """Do the job once; an exception is logged, not raised. Return whether it went well."""
        try:
            if inspect.iscoroutinefunction(self.work):
                await self.work()
            else:
                await in_thread(self.work)
        except Exception:
            logger.exception("The job %r failed and will be tried again.", self.name)
            return False
        return True

    def next_pause(self, failures: int) -> timedelta:
        """How long to wait after so many failures in a row: doubled for each, up to 5 minutes or the job's pause."""
        # Past 20 failures every pause is at its longest, and a timedelta would overflow in time.
        doubled: timedelta = self.pause * 2 ** min(failures, 20)
        return min(doubled, max(self.pause, LONGEST_BACK_OFF))

    async def until(self, stopping: asyncio.Event) -> None:
        """Do the job now and after every pause, until told to stop."""
        rung = self.bell.listen() if self.bell else asyncio.Event()
        failures = 0
        while not stopping.is_set():
            rung.clear()
            failures = 0 if await self.once() else failures + 1
            await _wait_for_any(stopping, rung, at_most=self.next_pause(failures))
        if self.close:
            await self.close()


async def _wait_for_any(*events: asyncio.Event, at_most: timedelta) -> None:
    waiting = [asyncio.create_task(event.wait()) for event in events]
    await asyncio.wait(waiting, timeout=at_most.total_seconds(), return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()


async def run(jobs: Iterable[Job], stopping: asyncio.Event) -> None:
    """Run all jobs side by side until told to stop; what is under way then is finished first."""
    use_running_loop()
    async with asyncio.TaskGroup() as group:
        for job in jobs:
            group.create_task(job.until(stopping), name=job.name)


def beat() -> None:
    """Write down that the site is alive; if it was not, every clock has stood still."""
    pauses.beat(timezone.now())


def let_time_pass() -> None:
    """Record in all games what time has done: pauses of the clocks, and who has run out."""
    now = timezone.now()
    sweep.tell_games(now)
    sweep.sweep(now)


def close_stale_tables() -> None:
    """Close tables that nobody has filled for too long."""
    lobby.close_stale_tables(timezone.now())


def close_idle_guests() -> None:
    """Close guests who have not come for too long, and delete those of whom nothing is left."""
    guests.close_idle(timezone.now())
    guests.delete_traceless()


def clear_sessions() -> None:
    """Delete sessions that have expired."""
    call_command("clearsessions")


house_turns = Turns()

JOBS = [
    Job("beat", timedelta(minutes=1), beat),
    Job("let time pass", timedelta(seconds=2), let_time_pass),
    # Between processes nobody rings, so that the pause is short.
    Job("play house players' turns", timedelta(seconds=1), house_turns.play_due, house_turn, house_turns.close),
    Job("close stale tables", timedelta(hours=1), close_stale_tables),
    Job("close idle guests", timedelta(days=1), close_idle_guests),
    Job("count earlier games", timedelta(minutes=1), tallies.count_earlier_games),
    Job("clear expired sessions", timedelta(days=1), clear_sessions),
]

# What each web process does for itself.
WEB_JOBS = [
    Job("keep up with who is watching", timedelta(seconds=TELL_AGAIN), watchers.keep_up, close=watchers.close),
]
