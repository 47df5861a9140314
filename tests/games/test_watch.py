"""Games going on, side by side: which, in what order, and that the boards follow the play."""

from collections.abc import Iterator

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import lobby, play
from games.live import MOST_GLIMPSES
from games.models import Game
from games.rules import Variant
from games.views.watch import MOST_WATCHED, PAGE_SIZE
from games.watching import Watchers, watchers
from tests.games.tables import logged_in, people, play_on, play_to_the_end, start_game, user_at
from tests.games.test_live import heard, opened, until_closed

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def watched() -> Iterator[Watchers]:
    """The numbers of people watching, for a test to set; forgotten after it."""
    yield watchers
    watchers._spectators.clear()
    watchers._heard.clear()


def shown(client: Client | None = None, **query: str) -> list[str]:
    """The codes of the games on the page, in order."""
    return [glimpse.game.code for glimpse in (client or Client()).get("/watch/", query).context["glimpses"]]


@pytest.mark.django_db
def test_listed_games_going_on_the_latest_first() -> None:
    users = people(3)
    games = [start_game(users[:2]) for _ in range(3)]
    start_game(users[:2], listed=False)
    play_to_the_end(start_game(users[:2], Variant(dirhams=3)))
    lobby.open_table(users[0], Variant(), timezone.now())
    latest_first = [game.code for game in reversed(games)]
    for client in (Client(), logged_in(users[0]), logged_in(users[2])):
        assert shown(client) == latest_first


@pytest.mark.django_db
def test_the_most_watched_come_before_the_latest(watched: Watchers) -> None:
    users = people(2)
    games = [start_game(users) for _ in range(4)]
    hidden = start_game(users, listed=False)
    ended = play_to_the_end(start_game(users, Variant(dirhams=3)))
    watched._spectators |= {games[0].code: {"a"}, games[1].code: {"b", "c"}, hidden.code: set("def"), ended.code: {"g"}}
    watched.heard("another process", {games[0].code: 2})
    assert shown() == [games[index].code for index in (0, 1, 3, 2)]
    page = Client().get("/watch/").content.decode()
    assert "3 people watching" in page
    assert hidden.code not in page


@pytest.mark.django_db
def test_all_games_are_there_page_by_page(watched: Watchers) -> None:
    users = people(2)
    games = [start_game(users) for _ in range(PAGE_SIZE + 8)]
    watched._spectators |= {game.code: {"a"} for game in games[: MOST_WATCHED + 1]}
    first = Client().get("/watch/").context
    assert len(first["glimpses"]) == MOST_WATCHED + PAGE_SIZE <= MOST_GLIMPSES
    assert set(shown()) | set(shown(before=first["next"])) == {game.code for game in games}
    assert first["followed"] == ",".join(shown())


@pytest.mark.django_db
def test_a_glimpse_shows_who_plays_how_they_stand_and_whose_turn_it_is() -> None:
    game = play_on(start_game(people(3)), 9)
    Game.objects.filter(pk=game.pk).update(title=HOSTILE)
    answer = Client().get("/watch/")
    (glimpse,) = answer.context["glimpses"]
    position = game.current()
    assert [player.name for player in glimpse.players] == ["anise", "basil", "cumin"]
    assert [player.points for player in glimpse.players] == [position.points(seat) for seat in range(3)]
    assert [player.is_due for player in glimpse.players] == [seat in position.movers for seat in range(3)]
    page = answer.content.decode()
    assert f"turn {position.turn}" in page
    assert "&lt;script&gt;" in page
    assert HOSTILE not in page


@pytest.mark.django_db
def test_nothing_to_watch_is_said() -> None:
    assert "No game is going on" in Client().get("/watch/").content.decode()


@sync_to_async
def two_games() -> tuple[Game, Game, User]:
    """Two games of anise and basil, and cumin, who plays in neither."""
    anise, basil, cumin = people(3)
    return start_game([anise, basil]), start_game([anise, basil], listed=False), cumin


async def move(game: Game) -> Game:
    """Let somebody decide something in it."""
    return await sync_to_async(play_on)(game, 1)


@pytest.mark.django_db(transaction=True)
async def test_a_move_brings_the_glimpse_of_its_game_to_the_pages_that_show_it() -> None:
    first, second, _ = await two_games()
    both = await opened(f"glimpses={first.code},{second.code},nonsense,abcdefghabcdefgh")
    other = await opened(f"glimpses={second.code}")
    assert {(await heard(both, "glimpse"))["code"] for _ in range(2)} == {first.code, second.code}
    assert await heard(other, "glimpse") == {"kind": "glimpse", "code": second.code, "version": second.version}
    moved = await move(first)
    said = await heard(both, "glimpse")
    assert (said["code"], said["version"]) == (first.code, moved.version)
    assert f'id="glimpse-{first.code}"' in said["glimpse"]
    assert "glimpse" not in [message["kind"] for message in await until_closed(other)]
    await both.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_the_end_of_a_game_is_shown_too() -> None:
    game, *_ = await two_games()
    page = await opened(f"glimpses={game.code}")
    await heard(page, "glimpse")
    await sync_to_async(lambda: play.resign(game.code, user_at(game, 0), timezone.now()))()
    assert "over" in (await heard(page, "glimpse"))["glimpse"]
    await page.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_the_page_hears_how_many_watch_and_does_not_count_itself() -> None:
    game, *_ = await two_games()
    page = await opened(f"glimpses={game.code}")
    assert (await heard(page, "watching"))["number"] == 0
    spectator = await opened(f"game={game.code}")
    assert await heard(page, "watching") == {"kind": "watching", "code": game.code, "number": 1}
    await spectator.disconnect()
    assert (await heard(page, "watching"))["number"] == 0
    await page.disconnect()
    assert game.code not in watchers._spectators


@pytest.mark.django_db(transaction=True)
async def test_a_table_that_waits_is_not_followed_at_a_glance() -> None:
    anise, basil = await sync_to_async(people)(2)
    table = await sync_to_async(lobby.open_table)(anise, Variant(players=3), timezone.now())
    page = await opened(f"glimpses={table.code}")
    await sync_to_async(lobby.join)(table.code, basil, timezone.now())
    assert await until_closed(page) == []


@pytest.mark.django_db(transaction=True)
async def test_one_page_follows_so_many_games_and_no_more() -> None:
    users = await sync_to_async(people)(2)
    games = await sync_to_async(lambda: [start_game(users) for _ in range(MOST_GLIMPSES + 1)])()
    page = await opened("glimpses=" + ",".join(game.code for game in games))
    told = {(await heard(page, "glimpse"))["code"] for _ in range(MOST_GLIMPSES)}
    assert told == {game.code for game in games[:MOST_GLIMPSES]}
    await page.disconnect()
