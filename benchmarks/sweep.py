"""How fast games that are out of time are swept: ``python -m benchmarks.sweep``.

Ten thousand games of two, all due at once, in a SQLite database of its own; then how many games a second one sweeper
records, and how many queries each of them takes.
"""

import argparse
import tempfile
from datetime import timedelta
from pathlib import Path
from time import perf_counter

from benchmarks.site import prepare


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="How fast games that are out of time are swept.")
    parser.add_argument("--games", type=int, default=10_000, help="games that are due at once")
    number = parser.parse_args().games
    with tempfile.TemporaryDirectory() as directory:
        prepare(Path(directory))
        queries, seconds = sweep(number)
    print(f"{number} games swept in {seconds:.1f} s: {number / seconds:.0f} a second, {queries} queries each")


def sweep(number: int) -> tuple[int, float]:
    """The queries that one game takes, and the seconds for so many more."""
    from django.utils import timezone  # these need the settings that `prepare` has named

    from games import play, sweep
    from games.clock import TimeControl
    from games.rules import Variant
    from tests.games.many import copy
    from tests.games.tables import people, play_on, queries, start_game

    now = timezone.now()
    begun = now - timedelta(days=4)
    game = start_game(people(2), Variant(dirhams=99), control=TimeControl.per_move(3), at=begun)
    game = play_on(game, 20, at=begun)
    copy(game, number)
    of_one = queries(lambda: play.expire(game.code, now))
    began = perf_counter()
    sweep.sweep(now)
    return of_one, perf_counter() - began


if __name__ == "__main__":
    main()
