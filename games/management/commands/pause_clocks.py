"""Stop every clock of the site, for maintenance."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games import pauses


class Command(BaseCommand):
    """Does nothing more when the clocks stand still already. The site tells games and pages of it by itself."""

    help = "Stops the clocks of all games, until `resume_clocks`. Moves can still be made."

    def handle(self, *args: Any, **options: Any) -> None:
        pause = pauses.pause_clocks(timezone.now())
        self.stdout.write(f"All clocks stand still since {pause.begins_at:%Y-%m-%d %H:%M:%S} UTC.")
