"""The player page: who he is, and those of his games the reader may know of."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Seat
from games.rules import Position, Variant
from tests.forms import Page
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
    second = client.get(f"/player/anise/?{first.context['older']}")
    assert "Evening 05" not in second.text
    assert "Evening 04" in second.text
    assert "Evening 00" in second.text
    assert "Older games" not in second.text


FILTERS: list[tuple[dict[str, str], set[str]]] = [
    ({"result": "won"}, {"Won by anise", "Shared", "By minutes"}),
    ({"result": "lost"}, {"Lost to cumin"}),
    ({"result": "called off"}, {"Called off"}),
    ({"players": "3"}, {"Lost to cumin"}),
    ({"against": "CUMIN"}, {"Lost to cumin"}),
    ({"rated": "on"}, {"Shared"}),
    ({"pace": "live"}, {"By minutes"}),
    ({"since": "2026-01-03"}, {"By minutes", "Called off"}),
    ({"until": "2026-01-03", "result": "won"}, {"Won by anise", "Shared", "By minutes"}),
    ({"against": "dill"}, set()),
]


@pytest.mark.parametrize(("asked", "titles"), FILTERS)
def test_his_games_are_found_by_how_they_were_and_whom_they_were_with(
    client: Client, players: list[User], asked: dict[str, str], titles: set[str]
) -> None:
    anise, basil, cumin, dill = players
    game(anise, basil, title="Won by anise", ended=NOON)
    game(cumin, anise, basil, title="Lost to cumin", ended=NOON)
    shared = game(basil, anise, title="Shared", ended=NOON + timedelta(days=1))
    shared.seats.update(rank=1)
    live = game(anise, basil, title="By minutes", ended=NOON + timedelta(days=2))
    off = game(anise, basil, title="Called off", ended=NOON + timedelta(days=3))
    off.seats.update(rank=None)
    Game.objects.filter(pk=shared.pk).update(rated=True)
    Game.objects.filter(pk=live.pk).update(pace="live", time=timedelta(minutes=10))
    Game.objects.filter(pk=off.pk).update(status=Game.Status.CALLED_OFF)
    game(basil, dill, title="Not his", ended=NOON)

    response = client.get("/player/anise/", asked)
    assert response.status_code == 200
    assert {each.title for each in response.context["games"]} == titles
    assert ("No game is like that" in response.text) == (not titles)
    assert '<details id="filter" class="card filter" open>' in response.text


@pytest.mark.parametrize(
    ("asked", "field"),
    [({"against": "nobody"}, "against"), ({"result": "drawn"}, "result"), ({"since": "tomorrow"}, "since")],
    ids=str,
)
def test_what_cannot_be_looked_for_is_said_at_its_field(
    client: Client, players: list[User], asked: dict[str, str], field: str
) -> None:
    game(*players, title="Old game", ended=NOON)
    response = client.get("/player/anise/", asked)
    assert response.status_code == 400
    assert field in response.context["form"].errors
    assert "Please look at what is marked in the form." in response.text
    assert "Old game" not in response.text[response.text.index('id="found"') :]


def test_the_games_of_nobody_else_can_be_asked_for_on_his_page(client: Client, players: list[User]) -> None:
    anise, basil, cumin, dill = players
    game(anise, basil, title="Of anise", ended=NOON)
    game(cumin, dill, title="Of others", ended=NOON)
    response = client.get("/player/anise/", {"player": "cumin", "turning": "after"})
    assert [each.title for each in response.context["games"]] == ["Of anise"]


def test_the_link_to_older_games_keeps_what_was_asked_for(client: Client, players: list[User]) -> None:
    anise, basil, cumin, _dill = players
    for number in range(21):
        game(anise, basil, title=f"Won {number:02}", ended=NOON + timedelta(days=number))
        game(cumin, anise, title=f"Lost {number:02}", ended=NOON + timedelta(days=number))
    page = Page("", 200, client.get("/player/anise/", {"result": "won", "against": ""}).text)
    (link,) = (each for each in page.elements if each.get("id") == "more")
    assert link["href"].startswith("?result=won&before=")
    older = client.get(f"/player/anise/{link['href']}").context
    assert [each.title for each in older["games"]] == ["Won 00"]
    fetched = client.get(link["hx-get"], headers={"HX-Request": "true"})
    assert [each.title for each in fetched.context["games"]] == ["Won 00"]
    assert "Newest" not in fetched.text


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
