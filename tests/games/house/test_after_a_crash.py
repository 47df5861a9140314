"""What is left when the server is killed in the middle: nothing that runs, and a game that goes on."""

import json
import os
import select
import signal
import sys
from pathlib import Path

from django.urls import reverse
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.programs import Program
from tests.server import Server, manage
from tests.services.network import NetworkBrowser

THINKER = """
import asyncio, multiprocessing
from games.house import PLAYERS, Sight
from games.house.thinking import Thinking
from games.rules import Position, Variant

async def main():
    await Thinking().decide(PLAYERS["apprentice"], Sight.of(Position.start(Variant(players=3)), 0, ""), None)
    print("thought in", *(child.pid for child in multiprocessing.active_children()), flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def test_a_game_goes_on_after_the_server_was_killed_while_a_house_player_was_due(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'db.sqlite3'}"
    assert manage("migrate", DATABASE_URL=database).returncode == 0
    with Server(DATABASE_URL=database, HOUSE_PAUSE="1000") as server:
        browser = NetworkBrowser(server.url)
        home = browser.open("/")
        page = browser.send(home.form(reverse("games:play_now")))
        code = page.url.strip("/").split("/")[-1]
        act = reverse("games:act", args=[code])
        while page.has_form(act):
            form = page.form(act)
            choices = [button["value"] for button in form.buttons if button.get("value")]
            page = (
                browser.send(form, press="S")
                if choices
                else browser.send(form.fill("action", form.choices("action")[0]))
            )
        due = version_of(server, code)
        assert server.stop(signal.SIGKILL) == -signal.SIGKILL

    with Server(DATABASE_URL=database) as server, follow(server, code) as socket:
        # Turns Assam and lays a rug: two decisions, and then it is my turn.
        while heard(socket) < due + 2:
            pass
        browser.client.url = server.url
        assert browser.open(reverse("games:game", args=[code])).has_form(act)
    checked = manage("check_games", DATABASE_URL=database)
    assert checked.returncode == 0, checked.stderr


def test_the_processes_in_which_house_players_think_end_with_a_server_that_is_killed() -> None:
    with Program(sys.executable, "-c", THINKER, ready=r"thought in (\d+)") as program:
        assert program.ready_line
        child = os.pidfd_open(int(program.ready_line[1]))
        program.stop(signal.SIGKILL)
        ended, _, _ = select.select([child], [], [], 60)
        os.close(child)
    assert ended


def follow(server: Server, code: str) -> ClientConnection:
    """A spectator's socket."""
    return connect(f"ws{server.url.removeprefix('http')}/ws/?game={code}", origin=Origin(server.url))


def heard(socket: ClientConnection) -> int:
    """The next version of the game that the socket speaks of."""
    while True:
        message = json.loads(socket.recv(timeout=60))
        if message["kind"] == "game":
            return int(message["version"])


def version_of(server: Server, code: str) -> int:
    """The version of the game as it is now."""
    with follow(server, code) as socket:
        return heard(socket)
