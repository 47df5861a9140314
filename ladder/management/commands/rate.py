"""Compare ladders with the records of games, or compute them anew."""

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ladder import checking, rebuilding
from ladder.management.progress import Bar
from ladder.models import Ladder


class Command(BaseCommand):
    """`--check` prints each difference; the exit status is 1 if there was one. Both may be done while the site runs."""

    help = "Compares ladders with the records of games (--check), or computes them anew (--rebuild)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--check", action="store_true", help="recompute everything and print any difference")
        what.add_argument(
            "--rebuild", action="store_true", help="compute everything anew; goes on where it was interrupted"
        )
        parser.add_argument("--ladder", action="append", help="the address of a ladder; without it all of them")

    def handle(self, *args: Any, check: bool, ladder: list[str] | None, **options: Any) -> None:
        ladders = list(Ladder.objects.filter(slug__in=ladder) if ladder else Ladder.objects.all())
        unknown = set(ladder or ()) - {each.slug for each in ladders}
        if unknown:
            known = ", ".join(Ladder.objects.values_list("slug", flat=True))
            raise CommandError(f"There is no ladder {', '.join(sorted(unknown))}. There are: {known}.")
        if check:
            self.check_all(ladders)
        else:
            self.rebuild_all(ladders)

    def check_all(self, ladders: Iterable[Ladder]) -> None:
        """Print what differs. Of a ladder that is being computed anew that need not be wrong: it may be on its way."""
        wrong = self.print_all(checking.missed())
        pending: list[str] = []
        for ladder in ladders:
            try:
                found = self.print_all(f"{ladder.slug}: {each}" for each in checking.differences(ladder))
            except checking.RebuiltMeanwhileError as error:
                raise CommandError(f"{ladder.slug} was rebuilt meanwhile. Please check again.") from error
            if not found:
                self.stdout.write(f"{ladder.slug}: as the records say.")
            elif ladder.building is not None:
                self.stdout.write(f"{ladder.slug}: is being computed anew.")
                pending.append(ladder.slug)
            else:
                wrong += found
        if wrong:
            raise CommandError(f"{wrong} differences. `manage.py rate --rebuild` computes the ladders anew.")
        if pending:
            raise CommandError(f"Please check {', '.join(pending)} again later, or complete them by --rebuild.")

    def print_all(self, found: Iterable[str]) -> int:
        """Print these sentences, and say how many they were."""
        number = 0
        for sentence in found:
            self.stdout.write(sentence)
            number += 1
        return number

    def rebuild_all(self, ladders: Iterable[Ladder]) -> None:
        """Compute these ladders anew, with a bar for each."""
        rebuilding.enter_missed()
        for ladder in ladders:
            rebuilding.ask(ladder.pk)
            bar = Bar(self.stdout, ladder.slug)
            rebuilding.build(ladder.pk, bar.show)
            bar.end()
