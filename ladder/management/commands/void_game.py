"""Void a game that was played to its end, or take that back."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games import voiding
from games.models import LONGEST_REASON, Game
from games.refusals import Refusal
from ladder import rebuilding
from ladder.management.progress import Bar
from ladder.models import Ladder


class Command(BaseCommand):
    """The ladders that the game counts for are computed anew, by the site's loop should this be interrupted."""

    help = "Lets a game count for no ladder, as if it had never been played; with --undo it counts again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the last part of the game's address")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--because", help="why, for the players to read")
        what.add_argument("--undo", action="store_true", help="let a voided game count again")

    def handle(self, *args: Any, code: str, because: str | None, undo: bool, **options: Any) -> None:
        if because is not None and not 0 < len(because) <= LONGEST_REASON:
            raise CommandError(f"Say why in 1 to {LONGEST_REASON} characters.")
        try:
            if because is not None:
                voiding.void(code, because, timezone.now())
            else:
                voiding.restore(code)
        except Game.DoesNotExist as error:
            raise CommandError(f"There is no game {code}.") from error
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"Game {code} {'counts again' if undo else 'is voided'}.")
        for ladder in Ladder.objects.to_rebuild():
            bar = Bar(self.stdout, ladder.slug)
            rebuilding.build(ladder.pk, bar.show)
            bar.end()
