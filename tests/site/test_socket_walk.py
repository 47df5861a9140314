"""A walk over every socket group of the site: who hears of what.

`HEARD` has a row for each thing that can happen and a column for each socket of `SOCKETS`, with the kinds of message
that the socket is sent: `board` stands for word of a game that brings the board with it. Later work adds its rows.
"""

import json
import re
from collections.abc import Callable, Iterable

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.test import Client
from django.utils import timezone

from games import chat, lobby, play
from games.rules import Turn, Variant
from tests.site.test_access_walk import told_piles
from tests.site.world import World, build, seeds_of
from tests.sockets import all_sent, socket_to

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 60  # seconds until a socket that says nothing fails the test
# Whose page it is, and what it follows besides its reader's own games.
SOCKETS = (
    *("visitor", "visitor lobby", "visitor game", "visitor watch", "player", "player game", "player watch"),
    *("other lobby", "other game", "other table"),
)

HEARD = """
# what happens           visitor  visitor  visitor  visitor  player  player     player        other   other  other
#                                 lobby    game     watch            game       watch         lobby   game   table
a move                   -        -        board    glimpse  mine    mine,game  mine,glimpse  -       board  -
an agreement             -        -        board    glimpse  mine    mine,game  mine,glimpse  -       board  -
a message                -        -        -        -        chat    chat       chat          -       -      -
a listed table opens     -        lobby    -        -        -       -          -             lobby   -      -
a table by link opens    -        -        -        -        mine    mine       mine          -       -      -
somebody sits down       -        lobby    -        -        mine    mine       mine          lobby   -      game
somebody gets up         -        lobby    -        -        mine    mine       mine          lobby   -      game
a table by link closes   -        -        -        -        mine    mine       mine          -       -      -
a table closes           -        lobby    -        -        mine    mine       mine          lobby   -      game
the end of a game        -        -        board    glimpse  mine    mine,game  mine,glimpse  -       board  -
a rematch                -        -        game     -        mine    mine,game  mine          -       game   -
"""


def happenings(world: World) -> dict[str, Callable[[], object]]:
    """What can happen, each under its name in the table."""
    player, opponent = world.player, world.opponent
    running, waiting, kept, at = world.running, world.waiting, world.kept, timezone.now()
    return {
        "a move": lambda: play.act(running.code, player, running.ply, Turn("S"), at),
        "an agreement": lambda: play.agree_to_call_off(running.code, opponent, True, at),
        "a message": lambda: chat.say(running.code, opponent, "Between us", at),
        "a listed table opens": lambda: lobby.open_table(opponent, Variant(), at),
        "a table by link opens": lambda: lobby.open_table(opponent, Variant(), at, listed=False, invited=[player]),
        "somebody sits down": lambda: lobby.join(waiting.code, opponent, at),
        "somebody gets up": lambda: lobby.leave(waiting.code, opponent),
        "a table by link closes": lambda: lobby.close(kept.code, opponent, at),
        "a table closes": lambda: lobby.close(waiting.code, player, at),
        "the end of a game": lambda: play.resign(running.code, player, at),
        "a rematch": lambda: lobby.rematch(running.code, opponent, at),
    }


class Socket:
    """One page's socket. `who` and `follows` are the words of its name."""

    def __init__(self, name: str, client: Client, world: World) -> None:
        self.who, _, self.follows = name.partition(" ")
        query = {
            "": "",
            "lobby": "lobby=1",
            "game": f"game={world.running.code}",
            "table": f"game={world.waiting.code}",
            "watch": f"glimpses={world.running.code},{world.waiting.code}",
        }
        self.wire = socket_to(query[self.follows], client)

    async def heard(self) -> list[str]:
        """The messages sent to it until now, but for the numbers of people watching."""
        texts = []
        while '"marker"' not in (text := await self.wire.receive_from(timeout=PATIENCE)):
            texts.append(text)
        return [text for text in texts if json.loads(text)["kind"] != "watching"]


async def mark(channels: Iterable[str]) -> None:
    """Once all that was announced has been sent, send every socket a message to know the end by."""
    await all_sent()
    for channel in channels:
        await get_channel_layer().send(channel, {"type": "game.watching", "code": "marker", "process": "", "number": 0})


def kinds(texts: list[str]) -> str:
    """The kinds of these messages, as the table has them."""
    found = {"board" if "board" in json.loads(text) else json.loads(text)["kind"] for text in texts}
    return ",".join(sorted(found, reverse=True)) or "-"


async def test_everybody_hears_what_the_table_says_and_no_secret() -> None:
    world = await sync_to_async(build)()
    clients = {who: await sync_to_async(world.browser)(who) for who in ("visitor", "player", "other")}
    sockets = [Socket(name, clients[name.partition(" ")[0]], world) for name in SOCKETS]
    for socket in sockets:
        assert (await socket.wire.connect(timeout=PATIENCE))[0]
    channels = list(get_channel_layer().channels)
    await mark(channels)
    first_words = [await socket.heard() for socket in sockets]
    table, seen = [], list(zip(SOCKETS, first_words, strict=True))
    for name, happening in happenings(world).items():
        await sync_to_async(happening)()
        await mark(channels)
        heard = [await socket.heard() for socket in sockets]
        table.append((name, *map(kinds, heard)))
        # Once the game is over its seed and its piles are told.
        if name not in ("the end of a game", "a rematch"):
            seen += zip(SOCKETS, heard, strict=True)
    for socket in sockets:
        await socket.wire.disconnect()
    assert table == [tuple(re.split(" {2,}", line)) for line in HEARD.strip().splitlines() if line[0] != "#"]
    assert not await sync_to_async(secrets_in)(seen, world)


def secrets_in(seen: Iterable[tuple[str, list[str]]], world: World) -> list[str]:
    """What these messages, by their sockets' names, tell of seeds, and of piles to those who did not arrange them."""
    assert not any("Between us" in text for _name, texts in seen for text in texts)
    seeds = seeds_of([world.running, world.waiting, world.kept])
    told = [(name.partition(" ")[0], text) for name, texts in seen for text in texts]
    piles = [fault for who, text in told for fault in told_piles(text, who, world)]
    return piles + [text for _who, text in told if any(seed in text for seed in seeds)]
