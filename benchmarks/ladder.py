"""How fast ladders are computed and shown: `python -m benchmarks.ladder`.

In a database of its own it prints

- how long it takes to compute a ladder anew from very many games: games a second, and the memory of the process before
  and at its most; and how long to check it;
- the number of queries, and the median time, of pages of the standings with a thousand players and a hundred times as
  many: the top, and the page around a player in the middle, each for a player in the middle who is logged in.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.site import prepare

FEW, MANY = 1_000, 100_000
BATCH = 5_000
BEGIN = datetime(2020, 1, 1, tzinfo=UTC)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="How fast ladders are computed and shown.")
    parser.add_argument("--games", type=int, default=200_000, help="rated games")
    parser.add_argument("--players", type=int, default=5_000, help="players of these games")
    parser.add_argument("--times", type=int, default=101, help="how often each page is fetched; the median counts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        prepare(Path(directory))
        print_rebuilding(options.games, options.players)
        print_pages(options.times)


def print_rebuilding(games: int, players: int) -> None:
    """Computing the ladder of all games, and checking it."""
    from ladder import checking, rebuilding
    from ladder.models import Ladder

    fill_with_games(games, players)
    ladder = Ladder.objects.get(slug="all")
    rebuilding.ask(ladder.pk)
    before, began = memory(), perf_counter()
    halfway: list[float] = []

    def watch(progress: rebuilding.Progress) -> None:
        if 2 * progress.done >= progress.games and not halfway:
            halfway.append(memory())

    rebuilding.build(ladder.pk, watch)
    took = perf_counter() - began
    print(
        f"Rebuilding one ladder from {games:,} games of {players:,} players: {took:.0f} s, {games / took:,.0f} games/s"
    )
    print(f"Memory at most: {before:.0f} MB before it, {halfway[0]:.0f} MB half-way, {memory():.0f} MB at its end")
    ladder.refresh_from_db()
    began = perf_counter()
    found = len(list(checking.differences(ladder)))
    took = perf_counter() - began
    print(f"Checking it: {took:.0f} s, {games / took:,.0f} games/s, {found} differences; {memory():.0f} MB at most")


def memory() -> float:
    """The most memory this process has had so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def fill_with_games(games: int, players: int) -> None:
    """Write so many rated games that are over, as the site keeps them, but for their moves."""
    from accounts.models import User
    from games.models import Game, Seat, new_code
    from ladder.models import RatedGame

    users = User.objects.bulk_create((User(name=f"player-{number}") for number in range(players)), batch_size=BATCH)
    chance = Random(games)
    for first in range(0, games, BATCH):
        batch = [
            Game(
                code=new_code(),
                creator=users[0],
                status=Game.Status.OVER,
                rated=True,
                pace=Game.Pace.PER_MOVE,
                time=timedelta(days=3),
                players=chance.choice((2, 2, 3, 4)),
                first=0,
                created_at=BEGIN,
                started_at=BEGIN,
                ended_at=BEGIN + timedelta(minutes=10 * number),
            )
            for number in range(first, min(first + BATCH, games))
        ]
        Game.objects.bulk_create(batch, batch_size=500)
        Seat.objects.bulk_create(
            (
                Seat(game=game, index=index, user=user, sat_down_at=BEGIN, rank=index + 1, ended_at=game.ended_at)
                for game in batch
                for index, user in enumerate(chance.sample(users, game.players))
            ),
            batch_size=500,
        )
        RatedGame.objects.bulk_create((RatedGame(game=game) for game in batch), batch_size=500)


def print_pages(times: int) -> None:
    """Standings with few players and with many."""
    print(f"{'Standings':34}{'queries':>8}{'median':>10}{'of few':>8}")
    few, many = dict(pages(FEW)), dict(pages(MANY))
    for name, fetch_few in few.items():
        # By turns, so that whatever else the machine does falls on both.
        taken = [(seconds(fetch_few), seconds(many[name])) for _ in range(times)]
        of_few = median(of_few for of_few, _ in taken)
        for players, fetch, took in (
            (FEW, fetch_few, of_few),
            (MANY, many[name], median(of_many for _, of_many in taken)),
        ):
            label = f"{players:,} players, {name}"
            print(f"{label:34}{number_of_queries(fetch):8}{1000 * took:7.1f} ms{took / of_few:8.2f}")


def pages(players: int) -> Iterator[tuple[str, Callable[[], None]]]:
    """The pages of a ladder with so many players, for the one in the middle."""
    from django.test import Client

    from accounts.models import User
    from ladder.models import Ladder, Standing

    ladder = Ladder.objects.create(slug=f"players-{players}", name=f"{players} players")
    there = User.objects.filter(name__startswith="rated-").count()
    User.objects.bulk_create((User(name=f"rated-{number}") for number in range(there, players)), batch_size=BATCH)
    chance = Random(players)
    now = datetime.now(UTC)
    users = list(User.objects.filter(name__startswith="rated-").order_by("pk")[:players])
    Standing.objects.bulk_create(
        (
            Standing(
                ladder=ladder,
                generation=1,
                user=user,
                rating=int(100 * chance.gauss(1500, 200)),
                games=30,
                wins=12,
                has_place=True,
                last_ended_at=now - timedelta(hours=chance.random() * 1200),
                last_results="12233413221222121324",
            )
            for user in users
        ),
        batch_size=500,
    )
    middle = Standing.objects.filter(ladder=ladder).order_by("-rating", "user")[players // 2]
    client = Client(headers={"host": "localhost"})
    client.force_login(middle.user)
    for name, query in (("the top", ""), ("my place", f"?player={middle.user.name}")):
        address = ladder.get_absolute_url() + query

        def fetch(address: str = address) -> None:
            assert client.get(address).status_code == 200

        yield name, fetch


def number_of_queries(fetch: Callable[[], None]) -> int:
    """How often this asks the database."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        fetch()
    return len(queries)


def seconds(fetch: Callable[[], None]) -> float:
    """How long this takes."""
    began = perf_counter()
    fetch()
    return perf_counter() - began


if __name__ == "__main__":
    main()
