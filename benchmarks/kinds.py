"""What is sent in the comparison of views."""

from collections.abc import Iterator
from itertools import chain, cycle

from benchmarks import known_games
from benchmarks.known_games import KnownGame
from benchmarks.load import Request

MOVES_OF_A_GAME = 96  # of two players, when nobody goes out

type Lanes = list[Iterator[Request]]


def sources(connections: int, moves: int) -> dict[str, Lanes]:
    """For each kind of request an endless source a connection; of moves, as many as were asked for."""
    # Twice the games needed, as some end early.
    number = 2 * (moves // MOVES_OF_A_GAME + 1)
    lanes = [
        [known_games.start(f"{connection}-{i}", players=2) for i in range(number)] for connection in range(connections)
    ]
    return {
        "bare": [cycle([Request("/benchmark/bare/", {})]) for _ in lanes],
        "one row": [cycle([row for game in games for row in rows(game)]) for games in lanes],
        "board page": [cycle([page for game in games for page in pages(game)]) for games in lanes],
        "move": [chain.from_iterable(game.moves for game in games) for games in lanes],
    }


def rows(game: KnownGame) -> list[Request]:
    """A write of one row by each of its players."""
    return [Request("/benchmark/one-row/", headers, body="nothing=said") for headers in game.members]


def pages(game: KnownGame) -> list[Request]:
    """The game's page, for each of its players."""
    return [Request(game.page, headers) for headers in game.members]
