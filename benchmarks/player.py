"""What the page of a player costs who has played much: `python -m benchmarks.player`.

In a database of its own (SQLite, unless DATABASE_URL names an empty PostgreSQL) it prints the number of queries, and
the median time, of a player's page with few games and with very many, of its longest list, and of a search that finds
nothing.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.ladder import number_of_queries, seconds
from benchmarks.site import prepare

GAMES = (100, 1_000, 20_000)
PAGES = {"the page": "", "five pages of games": "?pages=5", "what he lost": "?result=lost"}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="What the page of a player costs who has played much.")
    parser.add_argument("--times", type=int, default=21, help="how often each page is fetched; the median counts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        prepare(Path(directory))
        print_pages(options.times)


def print_pages(times: int) -> None:
    """A player's page, as another player sees it, with more and more games of his."""
    from django.test import Client

    from accounts.models import User
    from tests.games import many

    player, reader = User.objects.create_user("anise"), User.objects.create_user("basil")
    client = Client(headers={"host": "localhost"})
    client.force_login(reader)
    print(f"{'The page of a player':44}{'queries':>8}{'median':>10}")
    for games in GAMES:
        played = player.seats.filter(rank__isnull=False)
        while played.count() < games:
            many.fill(max(10, 2 * (games - played.count())), player)
        for name, query in PAGES.items():

            def fetch(address: str = player.get_absolute_url() + query) -> None:
                assert client.get(address).status_code == 200

            fetch()  # what is remembered of a page is remembered now
            took = median(seconds(fetch) for _ in range(times))
            label = f"{games:,} games played to the end, {name}"
            print(f"{label:44}{number_of_queries(fetch):8}{1000 * took:7.1f} ms")


if __name__ == "__main__":
    main()
