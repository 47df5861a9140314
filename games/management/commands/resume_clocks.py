"""Let every clock of the site go on after maintenance."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games import pauses


class Command(BaseCommand):
    """Does nothing more when the clocks go already. The site tells games and pages of it by itself."""

    help = "Lets the clocks of all games go on after `pause_clocks`."

    def handle(self, *args: Any, **options: Any) -> None:
        stood = pauses.resume_clocks(timezone.now())
        self.stdout.write("All clocks go on." if stood else "The clocks were not stopped for maintenance.")
