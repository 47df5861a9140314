"""How soon a page shows the present board after it was cut off: `python -m benchmarks.catching_up`.

A spectator's page in Chromium on the real server: the server is killed, a move is played, and the server is started
again on the same port. The time runs from the moment it is there again.
"""

import argparse
import signal
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from playwright.sync_api import Page, sync_playwright

from benchmarks.site import prepare
from tests import programs
from tests.programs import free_port
from tests.server import Server

if TYPE_CHECKING:
    from games.models import Game


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="From being back to showing the present board.")
    parser.add_argument("--rounds", type=int, default=10, help="how often the server is killed")
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as directory:
        prepare(Path(directory))
        from tests.games.tables import people, start_game  # they need the settings that `prepare` has named

        taken = measure(start_game(people(2)), rounds)
    print(f"From the server's return after kill -9 to the present board, over {rounds} rounds: ", end="")
    print(f"median {1000 * median(taken):.0f} ms, longest {1000 * max(taken):.0f} ms")


def measure(game: "Game", rounds: int) -> list[float]:
    """`after_kill` with a page in a browser of its own."""
    chromium = programs.find("chromium", "chromium-browser", "google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        taken = after_kill(browser.new_page(reduced_motion="reduce"), game, rounds)
        browser.close()
    return taken


def after_kill(page: Page, game: "Game", rounds: int) -> list[float]:
    """Seconds from the server's return to the present board."""
    taken = []
    # Playwright runs an event loop in this thread; moves are played in one that has none.
    elsewhere = ThreadPoolExecutor(1)
    port = str(free_port())
    with Server("--port", port) as server:
        page.goto(server.url + game.get_absolute_url())
        server.stop(signal.SIGKILL)
    for _ in range(rounds):
        ply = elsewhere.submit(play_one, game).result()
        with Server("--port", port) as server:
            taken.append(seconds_until_shown(page, ply))
            server.stop(signal.SIGKILL)
    return taken


def play_one(game: "Game") -> int:
    """Play one decision, which the page does not hear of now; the ply after it."""
    from tests.games.tables import play_on  # as above

    game.refresh_from_db()
    return play_on(game, 1).ply


def seconds_until_shown(page: Page, ply: int) -> float:
    """How long it takes from now until the page shows the board after this ply."""
    began = time.perf_counter()
    page.locator(f"#board[data-ply='{ply}']").wait_for()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
