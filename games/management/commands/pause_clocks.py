"""Stop every clock of the site, for maintenance."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games import pauses, sweep


class Command(BaseCommand):
    """Does nothing more when the clocks stand still already."""

    help = "Stops the clocks of all games, until `resume_clocks`. Moves can still be made."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        pause = pauses.pause_clocks(now)
        sweep.tell_games(now)
        self.stdout.write(f"All clocks stand still since {pause.begins_at:%Y-%m-%d %H:%M:%S} UTC.")
