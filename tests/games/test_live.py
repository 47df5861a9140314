"""What the socket says, to whom, and when it stops."""

import json
import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from autobahn.exception import Disconnected
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import announcing, chat, live, lobby, play
from games.models import Game
from games.rules import Turn, Variant
from tests.games.tables import people, start_game, user_at
from tests.sockets import all_sent, socket_to

pytestmark = pytest.mark.django_db(transaction=True)


async def opened(query: str, client: Client | None = None) -> WebsocketCommunicator:
    """That socket, connected."""
    communicator = socket_to(query, client)
    connected, _ = await communicator.connect()
    assert connected
    return communicator


async def heard(communicator: WebsocketCommunicator, kind: str) -> dict[str, Any]:
    """The next message of this kind; those of other kinds are passed over."""
    while True:
        message: dict[str, Any] = await communicator.receive_json_from(timeout=10)
        if message["kind"] == kind:
            return message


async def closed_with(communicator: WebsocketCommunicator) -> int:
    """The code the server closes the socket with, whatever it says before."""
    while True:
        message = await communicator.receive_output(timeout=10)
        if message["type"] == "websocket.close":
            return int(message["code"])


async def until_closed(communicator: WebsocketCommunicator) -> list[dict[str, Any]]:
    """What the socket still says until it is closed for speaking to it; AssertionError if it is closed before."""
    await all_sent()
    await communicator.send_json_to({})
    said = []
    while (message := await communicator.receive_output(timeout=10))["type"] == "websocket.send":
        said.append(json.loads(message["text"]))
    assert message["code"] == 4400
    return said


@sync_to_async
def two_players() -> tuple[Game, Client, User, User]:
    """A game of two, the browser of the player on move, he, and the other."""
    game = start_game(people(2))
    on_move = game.current().movers[0]
    mover, other = user_at(game, on_move), user_at(game, 1 - on_move)
    client = Client()
    client.force_login(mover)
    return game, client, mover, other


async def test_the_first_word_is_the_present_version() -> None:
    game, client, *_ = await two_players()
    communicator = await opened(f"game={game.code}", client)
    assert await heard(communicator, "game") == {"kind": "game", "code": game.code, "version": game.version}
    await communicator.disconnect()


async def test_a_move_reaches_players_as_a_hint_and_spectators_as_a_board() -> None:
    game, client, mover, _ = await two_players()
    player = await opened(f"game={game.code}", client)
    spectator = await opened(f"game={game.code}")
    await heard(player, "game")
    await heard(spectator, "game")
    moved = await sync_to_async(play.act)(game.code, mover, 0, Turn("L"), timezone.now())
    assert await heard(player, "game") == {"kind": "game", "code": game.code, "version": moved.version}
    shown = await heard(spectator, "game")
    assert shown["version"] == moved.version
    assert 'id="board"' in shown["board"]
    await player.disconnect()
    await spectator.disconnect()


async def test_spectators_are_told_moments_in_their_own_zones() -> None:
    game, _, mover, _ = await two_players()
    browsers: dict[str, Client | None] = {"UTC": None}
    for zone, sign in (("Pacific/Kiritimati", "+14"), ("Asia/Kolkata", "IST")):
        user = await User.objects.acreate(name=f"guest of {sign}", time_zone=zone)
        browsers[sign] = client = Client()
        await client.aforce_login(user)
    sockets = {sign: await opened(f"game={game.code}", browser) for sign, browser in browsers.items()}
    for socket in sockets.values():
        await heard(socket, "game")
    await sync_to_async(play.act)(game.code, mover, 0, Turn("L"), timezone.now())
    for sign, socket in sockets.items():
        board = (await heard(socket, "game"))["board"]
        (deadline,) = re.findall(r"until <time [^>]+>([^<]+)<", board)
        assert deadline.endswith(f" {sign}")
        await socket.disconnect()


async def test_players_are_told_that_their_list_of_games_changed() -> None:
    game, client, mover, _ = await two_players()
    elsewhere = await opened("", client)
    assert await heard(elsewhere, "mine") == {"kind": "mine", "waiting": 1}
    await sync_to_async(play.act)(game.code, mover, 0, Turn("L"), timezone.now())
    assert await heard(elsewhere, "mine") == {"kind": "mine"}
    await elsewhere.disconnect()


async def test_the_lobby_hears_of_listed_tables_only() -> None:
    users = await sync_to_async(people)(2)
    communicator = await opened("lobby=1")
    assert await heard(communicator, "lobby") == {"kind": "lobby"}
    await sync_to_async(lobby.open_table)(users[0], Variant(), timezone.now(), listed=False)
    await sync_to_async(lobby.open_table)(users[1], Variant(), timezone.now())
    assert await until_closed(communicator) == [{"kind": "lobby"}]


async def test_who_looks_at_a_waiting_table_is_told_of_changes_and_sent_no_board() -> None:
    anise, basil, cumin = await sync_to_async(people)(3)
    table = await sync_to_async(lobby.open_table)(anise, Variant(players=3), timezone.now())
    guest = await opened(f"game={table.code}")
    await heard(guest, "game")
    for user in (basil, cumin):
        table = await sync_to_async(lobby.join)(table.code, user, timezone.now())
        assert await heard(guest, "game") == {"kind": "game", "code": table.code, "version": table.version}
    await guest.disconnect()


async def test_spectators_are_counted_and_players_are_not() -> None:
    game, client, *_ = await two_players()
    player = await opened(f"game={game.code}", client)
    assert (await heard(player, "watching"))["number"] == 0
    first = await opened(f"game={game.code}")
    assert (await heard(player, "watching"))["number"] == 1
    second = await opened(f"game={game.code}")
    assert (await heard(player, "watching"))["number"] == 2
    await first.disconnect()
    assert (await heard(player, "watching"))["number"] == 1
    await second.disconnect()
    await player.disconnect()


async def test_a_socket_that_breaks_down_is_not_counted_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_args: object) -> None:
        raise RuntimeError("no board")

    game, client, mover, _ = await two_players()
    player, spectator = await opened(f"game={game.code}", client), await opened(f"game={game.code}")
    while (await heard(player, "watching"))["number"] == 0:
        pass
    monkeypatch.setattr(live, "spectators_board", broken)
    await sync_to_async(play.act)(game.code, mover, 0, Turn("L"), timezone.now())
    with pytest.raises(RuntimeError, match="no board"):
        await closed_with(spectator)
    assert (await heard(player, "watching"))["number"] == 0
    await player.disconnect()


async def test_what_is_said_to_a_closing_socket_is_lost_without_ado() -> None:
    async def closing(_message: object) -> None:
        raise Disconnected("Attempt to send on a closed protocol")

    consumer = live.LiveConsumer()  # type: ignore[no-untyped-call]
    consumer.base_send = closing
    await consumer.send_json({"kind": "lobby"})


@pytest.mark.parametrize("code", ["abcdefghabcdefgh", "nosuchgame", "%00", "a" * 5000, "%F0%9F%A7%BF"])
async def test_a_game_that_does_not_exist_closes_the_socket(code: str) -> None:
    communicator = await opened(f"game={code}")
    assert await closed_with(communicator) == 4404


async def test_logging_out_closes_the_sockets_of_that_session() -> None:
    game, client, mover, _ = await two_players()
    other_session = Client()
    await sync_to_async(other_session.force_login)(mover)
    here = await opened(f"game={game.code}", client)
    elsewhere = await opened("", other_session)
    await heard(elsewhere, "mine")
    await sync_to_async(client.logout)()
    assert await closed_with(here) == 4401
    assert await until_closed(elsewhere) == []


async def test_the_end_of_the_session_closes_its_sockets() -> None:
    game, client, *_ = await two_players()

    def end_soon() -> None:
        session = client.session
        session.set_expiry(1)
        session.save()

    await sync_to_async(end_soon)()
    communicator = await opened(f"game={game.code}", client)
    assert await closed_with(communicator) == 4401


async def test_a_suspended_user_has_no_socket_any_more() -> None:
    game, client, mover, _ = await two_players()
    communicator = await opened(f"game={game.code}", client)
    mover.is_active = False
    await sync_to_async(mover.save)()
    assert await closed_with(communicator) == 4401


async def test_a_new_password_ends_the_sockets_of_older_sessions() -> None:
    game, client, mover, _ = await two_players()
    communicator = await opened(f"game={game.code}", client)
    mover.set_password("another carpet altogether")
    await sync_to_async(mover.save)()
    assert await closed_with(communicator) == 4401


async def test_moves_are_not_taken_by_socket() -> None:
    game, client, *_ = await two_players()
    communicator = await opened(f"game={game.code}", client)
    await communicator.send_json_to({"ply": 0, "action": "L"})
    assert await closed_with(communicator) == 4400


async def test_a_page_of_another_site_gets_no_socket() -> None:
    game, client, *_ = await two_players()
    connected, _ = await socket_to(f"game={game.code}", client, origin="http://elsewhere.example").connect()
    assert not connected


async def test_a_lost_channel_layer_does_not_undo_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _, mover, _ = await two_players()

    def unreachable(*args: object) -> None:
        raise ConnectionError("the channel layer is down")

    monkeypatch.setattr(announcing, "_send", unreachable)
    moved = await sync_to_async(play.act)(game.code, mover, 0, Turn("L"), timezone.now())
    assert moved.ply == 1


async def test_a_message_reaches_all_pages_of_the_players_as_a_hint_and_nobody_else() -> None:
    game, client, mover, other = await two_players()
    spectator_client, opponents = Client(), Client()
    (cumin,) = await sync_to_async(lambda: [User.objects.create_user("cumin")])()
    await sync_to_async(spectator_client.force_login)(cumin)
    await sync_to_async(opponents.force_login)(other)
    at_game, elsewhere = await opened(f"game={game.code}", client), await opened("lobby=1", opponents)
    outsiders = [await opened(f"game={game.code}", each) for each in (spectator_client, None)]
    outsiders.append(await opened(f"glimpses={game.code}"))
    assert await heard(at_game, "chat") == {"kind": "chat", "code": game.code, "number": 0}
    await sync_to_async(chat.say)(game.code, mover, "Between us", timezone.now())
    for socket_of_player in (at_game, elsewhere):
        assert await heard(socket_of_player, "chat") == {"kind": "chat", "code": game.code, "number": 1}
        await socket_of_player.disconnect()
    for outsider in outsiders:
        said = await until_closed(outsider)
        assert "chat" not in [message["kind"] for message in said]
        assert "Between us" not in json.dumps(said)


async def test_who_has_the_chat_off_is_sent_no_hint() -> None:
    game, client, mover, other = await two_players()
    await sync_to_async(chat.switch)(game, mover, off=True)
    page = await opened(f"game={game.code}", client)
    await sync_to_async(chat.say)(game.code, other, "Hello?", timezone.now())
    assert [message for message in await until_closed(page) if message["kind"] == "chat"][1:] == []


async def test_a_socket_that_comes_back_is_told_the_number_of_the_last_message() -> None:
    game, client, mover, _ = await two_players()
    for _each in range(3):
        await sync_to_async(chat.say)(game.code, mover, "Hello", timezone.now())
    page = await opened(f"game={game.code}", client)
    assert (await heard(page, "chat"))["number"] == 3
    await page.disconnect()
