"""Many random games through the same checks as the suite: ``python -m tests.rules.soak --games 100000``.

Each game has a number and is the same game every time; a failure prints the number, and
``--from NUMBER --games 1`` plays it again.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Iterable
from multiprocessing import Pool
from time import monotonic

from tests.rules.invariants import check_game, random_game

SECONDS_BETWEEN_LINES = 5


def failure(seed: int) -> str | None:
    """What went wrong in one game, or None."""
    try:
        check_game(random_game(seed))
    except Exception:
        return f"game {seed} (again: --from {seed} --games 1)\n{traceback.format_exc()}"
    return None


def report(failures: Iterable[str | None], games: int) -> int:
    """Print progress and every failure as they come; the number of failures."""
    began = shown = monotonic()
    failed = 0
    for done, found in enumerate(failures, start=1):
        if found is not None:
            failed += 1
            print(found, file=sys.stderr, flush=True)
        if monotonic() - shown > SECONDS_BETWEEN_LINES or done == games:
            shown = monotonic()
            print(f"{done:,} of {games:,} games, {failed} failed, {done / (shown - began):,.0f} games/s", flush=True)
    return failed


def main() -> int:
    """Play the games; the exit code says whether any failed."""
    parser = argparse.ArgumentParser(description="Play random games and check what must be so in each.")
    parser.add_argument("--games", type=int, default=100_000, help="how many")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="NUMBER", help="the first game's number")
    parser.add_argument("--processes", type=int, default=1, help="at the same time")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.games)
    if options.processes == 1:
        failed = report(map(failure, seeds), options.games)
    else:
        with Pool(options.processes) as pool:
            failed = report(pool.imap_unordered(failure, seeds, chunksize=20), options.games)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
