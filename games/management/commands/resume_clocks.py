"""Let every clock of the site go on after maintenance."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games import pauses, sweep


class Command(BaseCommand):
    """Does nothing more when the clocks go already."""

    help = "Lets the clocks of all games go on after `pause_clocks`."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        stood = pauses.resume_clocks(now)
        sweep.tell_games(now)
        self.stdout.write("All clocks go on." if stood else "The clocks were not stopped for maintenance.")
