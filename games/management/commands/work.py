"""Run the loop without a web server, beside any number of `manage.py serve --web-only`."""

import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games import loop


class Command(BaseCommand):
    """The recurring jobs in a process of their own."""

    help = "Do the site's recurring jobs, for web processes started with `serve --web-only`. Needs REDIS_URL."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.REDIS_URL:
            raise CommandError(
                "`work` needs REDIS_URL, or players would not hear of what it does. "
                "Without Redis, `manage.py serve` does everything in one process."
            )
        self.stdout.write("The recurring jobs are running (Ctrl-C ends them).")
        self.stdout.flush()
        asyncio.run(work())


async def work() -> None:
    """Run the jobs until the process is asked to end."""
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    await loop.run(loop.JOBS, stopping)
