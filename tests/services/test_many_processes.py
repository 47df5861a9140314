"""The site as two web processes and a worker, on PostgreSQL and Redis."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.urls import reverse
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.forms import Form, Page
from tests.server import Server, Worker, manage
from tests.services.network import NetworkBrowser


@pytest.fixture(scope="module")
def servers(services: dict[str, str]) -> Iterator[tuple[Server, Server]]:
    """Two web processes; beside them a third does the recurring jobs."""
    with (
        Server("--web-only", **services) as first,
        Server("--web-only", **services) as second,
        Worker(**services) as worker,
    ):
        yield first, second
        assert worker.stop() == 0
        assert not any("Traceback" in line for program in (first, second, worker) for line in program.output)


def newcomer(server: Server, name: str) -> NetworkBrowser:
    """The browser of somebody who has just signed up at this server."""
    browser = NetworkBrowser(server.url)
    form = browser.open(reverse("account_signup")).form(reverse("account_signup"))
    page = browser.send(form.fill("username", name).fill("password1", "seven-rugs-in-a-row"))
    assert page.status == 200, page.text
    return browser


def open_table(browser: NetworkBrowser) -> str:
    """Open a table for two and return its code."""
    page = browser.send(browser.open(reverse("games:lobby")).form(reverse("games:open")))
    assert page.status == 200, page.text
    return page.url.strip("/").split("/")[-1]


def join(browser: NetworkBrowser, code: str) -> Page:
    """Take a seat at the table the browser shows."""
    return browser.send(browser.page.form(reverse("games:join", args=[code])))


def decisions(players: list[NetworkBrowser], code: str) -> Iterator[bool]:
    """Play by the forms in the pages, at random, until nobody is offered anything; True after each decision."""
    chance = random.Random(1)
    act = reverse("games:act", args=[code])
    played = True
    while played:
        played = False
        for player in players:
            page = player.open(reverse("games:game", args=[code]))
            while page.has_form(act):
                page = decide(player, page.form(act), chance)
                played = True
                yield True


def decide(player: NetworkBrowser, form: Form, chance: random.Random) -> Page:
    """Choose one of the things that the form for turning or laying offers."""
    if sides := [button["value"] for button in form.buttons if button.get("value")]:
        page = player.send(form, press=chance.choice(sides))
    else:
        page = player.send(form.fill("action", chance.choice(form.choices("action"))))
    assert page.status == 200, page.text
    return page


def test_one_of_two_who_take_the_last_seat_at_the_same_moment_sits(servers: tuple[Server, Server]) -> None:
    code = open_table(newcomer(servers[0], "anise"))
    racers = [newcomer(server, name) for server, name in zip(servers, ("basil", "cumin"), strict=True)]
    for racer in racers:
        racer.open(reverse("games:game", args=[code]))
    start = Barrier(2)

    def race(racer: NetworkBrowser) -> Page:
        start.wait()
        return join(racer, code)

    with ThreadPoolExecutor(2) as threads:
        pages = list(threads.map(race, racers))
    assert sorted(page.status for page in pages) == [200, 409]


async def test_moves_at_one_process_are_heard_at_the_other_to_the_end_of_the_game(
    servers: tuple[Server, Server], services: dict[str, str]
) -> None:
    players = [newcomer(server, name) for server, name in zip(servers, ("dill", "fennel"), strict=True)]
    code = open_table(players[0])
    players[1].open(reverse("games:game", args=[code]))
    join(players[1], code)
    async with listen(servers[0], code) as at_first, listen(servers[1], code) as at_second:
        sockets = at_first, at_second
        version = max(await asyncio.gather(*(hear(socket, 0) for socket in sockets)))
        playing = decisions(players, code)
        while await asyncio.to_thread(next, playing, False):
            version = min(await asyncio.gather(*(hear(socket, version + 1) for socket in sockets)))
    checked = manage("check_games", **services)
    assert checked.returncode == 0, checked.stderr
    assert "over" in players[0].page.text


CONFIRM = """
from allauth.account.models import EmailAddress
from accounts.models import User
for user in User.objects.exclude(kind="house"):
    EmailAddress.objects.get_or_create(user=user, email=f"{user.name}@example.org", verified=True)
"""


def test_all_who_look_for_a_rated_game_at_the_same_moment_play_in_one_game_each(
    servers: tuple[Server, Server], services: dict[str, str]
) -> None:
    names = ("ginger", "hyssop", "juniper", "laurel", "mace", "nutmeg")
    browsers = [newcomer(servers[number % 2], name) for number, name in enumerate(names)]
    assert manage("shell", "--no-imports", "-c", CONFIRM, **services).returncode == 0
    start = Barrier(len(browsers))

    def look(browser: NetworkBrowser) -> None:
        form = browser.open(reverse("ladder:find")).form(reverse("ladder:begin_seek"))
        start.wait()
        assert browser.send(form, press="days").status == 200

    with ThreadPoolExecutor(len(browsers)) as threads:
        list(threads.map(look, browsers))
    # What two processes were about at the same moment, and neither did, is done by the next try.
    match = "from ladder import seeking; seeking.match_all()"
    assert manage("shell", "--no-imports", "-c", match, **services).returncode == 0
    games = Counter(browser.open(reverse("ladder:seeking", args=[1])).url for browser in browsers)
    assert all(address.startswith("/game/") for address in games), games
    assert sorted(games.values()) == [2, 2, 2]
    assert manage("check_games", **services).returncode == 0


def listen(server: Server, code: str) -> connect:
    """A spectator's socket."""
    return connect(f"ws{server.url.removeprefix('http')}/ws/?game={code}", origin=Origin(server.url))


async def hear(socket: ClientConnection, least: int) -> int:
    """Wait until the socket speaks of this version of the game or a later one."""
    while True:
        message = json.loads(await socket.recv())
        if message["kind"] == "game" and message["version"] >= least:
            return int(message["version"])
