"""The player page: who he is, and those of his games the reader may know of."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Seat
from games.rules import Position, Variant
from tests.games.tables import queries

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def players(db: None) -> list[User]:
    """anise, basil, cumin and dill."""
    return [User.objects.create_user(name) for name in ("anise", "basil", "cumin", "dill")]


def game(*users: User, title: str = "", listed: bool = True, ended: datetime | None = None) -> Game:
    """A game of these users, going on or ended with ranks in seat order: as the page finds it, not played."""
    kept = Game.objects.create(
        title=title,
        creator=users[0],
        listed=listed,
        players=len(users),
        status=Game.Status.OVER if ended else Game.Status.PLAYING,
        first=0,
        position=Position.start(Variant(players=len(users)), first=0).to_text(),
        created_at=NOON,
        started_at=NOON,
        ended_at=ended,
    )
    for index, user in enumerate(users):
        result = {"rank": index + 1, "points": 40 - index, "stayed": True} if ended else {}
        Seat.objects.create(game=kept, index=index, user=user, sat_down_at=NOON, ended_at=ended, **result)
    return kept


def test_it_shows_games_going_on_and_played_with_opponents_and_result(client: Client, players: list[User]) -> None:
    anise, basil, cumin, dill = players
    game(anise, basil, title="Duel at the fountain")
    game(anise, cumin, dill, title="Three at the gate", ended=NOON)
    game(basil, cumin, title="Not his")

    page = client.get("/player/cumin/").text
    assert "Not his" in page
    assert "Three at the gate" in page
    assert "rank 2 of 3" in page
    assert "39 points" in page
    assert "3 players" in page
    assert '<a href="/player/dill/">dill</a>' in page
    assert 'datetime="2026-01-01T12:00:00+00:00"' in page
    assert "Duel at the fountain" not in page
    assert "40 points · won" in client.get("/player/anise/").text


@pytest.mark.parametrize("ended", [None, NOON])
def test_a_link_only_game_is_shown_to_its_own_players_alone(
    client: Client, players: list[User], ended: datetime | None
) -> None:
    anise, basil, cumin, _dill = players
    hidden = game(anise, basil, title="Behind the curtain", listed=False, ended=ended)

    def shown_to(reader: User | None) -> bool:
        browser = Client()
        if reader:
            browser.force_login(reader)
        page = browser.get("/player/anise/").text
        return "Behind the curtain" in page and hidden.code in page

    assert shown_to(anise)
    assert shown_to(basil)
    assert not shown_to(cumin)
    assert not shown_to(None)


@pytest.mark.parametrize("status", [Game.Status.WAITING, Game.Status.CLOSED])
def test_a_table_that_never_began_is_not_a_game_of_his(client: Client, players: list[User], status: str) -> None:
    table = game(*players, title="Empty table")
    Game.objects.filter(pk=table.pk).update(status=status)
    assert "Empty table" not in client.get("/player/anise/").text


def test_the_name_is_found_whatever_the_case_and_has_one_address(client: Client, players: list[User]) -> None:
    response = client.get("/player/ANISE/")
    assert (response.status_code, response.headers["Location"]) == (301, "/player/anise/")


@pytest.mark.parametrize("name", ["nobody", "an%20ise", "%00", "<script>", "a" * 5000])
def test_nobody_of_that_name(client: Client, players: list[User], name: str) -> None:
    assert client.get(f"/player/{name}/").status_code == 404


def test_a_closed_account_says_so_and_shows_nothing_else(client: Client, players: list[User]) -> None:
    game(*players, title="Old game", ended=NOON)
    User.objects.filter(name="anise").update(is_active=False)
    response = client.get("/player/anise/")
    assert response.status_code == 410
    assert "This account is closed." in response.text
    assert "Old game" not in response.text


def test_hostile_titles_are_shown_as_text(client: Client, players: list[User]) -> None:
    game(*players, title="<script>alert(1)</script>")
    page = client.get("/player/anise/").text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page


def test_others_can_challenge_him_but_he_not_himself(client: Client, players: list[User]) -> None:
    button = "/lobby/?challenge=anise"
    client.force_login(players[1])
    assert button in client.get("/player/anise/").text
    client.force_login(players[0])
    assert button not in client.get("/player/anise/").text


def test_older_games_are_a_link_away(client: Client, players: list[User]) -> None:
    anise, basil, *_ = players
    for number in range(25):
        game(anise, basil, title=f"Evening {number:02}", ended=NOON + timedelta(days=number))

    first = client.get("/player/anise/")
    assert "Evening 24" in first.text
    assert "Evening 05" in first.text
    assert "Evening 04" not in first.text
    second = client.get("/player/anise/", {"before": first.context["older"]})
    assert "Evening 05" not in second.text
    assert "Evening 04" in second.text
    assert "Evening 00" in second.text
    assert "Older games" not in second.text


@pytest.mark.parametrize("key", ["x", "-", "1", "1-", "-1", "1-x", "9" * 30 + "-1", "1-" + "9" * 30, "1e5-1", "٣-1"])
def test_a_made_up_key_breaks_nothing(client: Client, players: list[User], key: str) -> None:
    assert client.get("/player/anise/", {"before": key}).status_code == 200


def test_the_number_of_queries_does_not_grow_with_the_games(client: Client, players: list[User]) -> None:
    client.force_login(players[1])
    game(*players)
    game(*players, ended=NOON)
    few = queries(lambda: client.get("/player/anise/"))
    for _ in range(30):
        game(*players[:3])
        game(*players, ended=NOON)
    assert queries(lambda: client.get("/player/anise/")) == few
