"""What the site can do: `python -m benchmarks.site`.

Starts the real server as in production (DEBUG off, SQLite, one process) with a database of its own, and prints

- requests a second of a bare view, of a view that loads the session and updates one row, of the board page, and of
  a played move (a POST answered with the board), measured by turns in rounds, with their ratios;
- how long it takes from sending a move until the last of many spectators' sockets has the board after it.

Server and load share the machine: the load's share of a processor is printed, so that one can tell whether it held
the server up.
"""

import argparse
import asyncio
import os
import tempfile
import time
from itertools import islice
from pathlib import Path
from statistics import median, quantiles

import django

from benchmarks import load, sockets
from tests.server import Server, manage


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Requests a second, and the delay of live updates.")
    parser.add_argument("--rounds", type=int, default=7, help="rounds, whose median counts")
    parser.add_argument("--requests", type=int, default=200, help="requests of each kind in a round")
    parser.add_argument("--connections", type=int, default=4, help="connections that send at the same time")
    parser.add_argument("--sockets", type=int, default=200, help="spectators of one game")
    parser.add_argument("--moves", type=int, default=60, help="moves they watch")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        prepare(Path(directory))
        print_rates(options)
        print_delays(options)


def prepare(directory: Path) -> None:
    """Point this process, and those it starts, to a fresh database and static files in this directory."""
    os.environ |= {
        "ENV_FILE": os.devnull,
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "SECRET_KEY": "only for measuring",
        "DEBUG": "off",
        "DATABASE_URL": f"sqlite:///{directory / 'site.sqlite3'}",
        "STATIC_ROOT": str(directory / "static"),
    }
    for command in (["migrate"], ["collectstatic", "--noinput"]):
        manage(*command).check_returncode()
    django.setup()


def print_rates(options: argparse.Namespace) -> None:
    """Requests a second of each kind, the median of the rounds, and as parts of each other."""
    each = options.requests // options.connections
    from benchmarks import kinds  # it needs the settings that `prepare` has named

    sources = kinds.sources(options.connections, each * options.rounds)
    rates: dict[str, list[float]] = {}
    with Server() as server:
        connections = [load.Connection(server.url) for _ in range(options.connections)]
        began, worked = time.perf_counter(), time.process_time()
        for _ in range(options.rounds):
            for name, lanes in sources.items():
                shares = [list(islice(lane, each)) for lane in lanes]
                rates.setdefault(name, []).append(load.rate(connections, shares))
        share = (time.process_time() - worked) / (time.perf_counter() - began)
    rows = rates["one row"]
    print(f"{options.connections} connections, the median of {options.rounds} rounds of {each * options.connections}")
    print(f"{'':12}{'requests/s':>12}{'of one row':>12}")
    for name, values in rates.items():
        ratio = median(value / row for value, row in zip(values, rows, strict=True))
        print(f"{name:12}{median(values):12.0f}{ratio:12.2f}")
    print(f"The load took {share:.0%} of one of {os.cpu_count()} processors.")


def print_delays(options: argparse.Namespace) -> None:
    """From a move to the last of the sockets."""
    from benchmarks import known_games  # it needs the settings that `prepare` has named

    game = known_games.start("watched", players=4)
    with Server() as server:
        taken = asyncio.run(sockets.delays(server.url, game.code, game.moves[: options.moves], options.sockets))
    cuts = quantiles(taken, n=20)
    print(f"From a move to the last of {options.sockets} sockets, over {len(taken)} moves: ", end="")
    print(f"p50 {1000 * median(taken):.0f} ms, p95 {1000 * cuts[18]:.0f} ms")


if __name__ == "__main__":
    main()
