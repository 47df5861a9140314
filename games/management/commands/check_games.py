"""Compare what is kept of every game with the fold of its log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.checking import differences
from games.models import Game


class Command(BaseCommand):
    """Prints each difference; the exit status is 1 if there was one."""

    help = "Checks that the position and results kept of every started game are what its log says."

    def handle(self, *args: Any, **options: Any) -> None:
        games = wrong = 0
        for game in Game.objects.exclude(first=None).order_by("pk").iterator(chunk_size=200):
            found = list(differences(game))
            games += 1
            wrong += bool(found)
            for difference in found:
                self.stdout.write(f"game {game.pk} ({game.code}): {difference}")
        if wrong:
            raise CommandError(f"{wrong} of {games} games differ from their log.")
        self.stdout.write(f"{games} games are as their log says.")
