"""What ladders have to say on the pages of tables and games."""

import re

import pytest
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import lobby, play, voiding
from games.models import Game
from games.rules import Variant
from ladder.elo import POINT
from ladder.models import Ladder, RatingChange
from tests.games.tables import logged_in, play_to_the_end, queries, start_game
from tests.ladder.rated import confirmed_people, open_rated, start_rated, win

pytestmark = pytest.mark.django_db

FORM = {"players": "2", "listed": "yes", "turning": "before", "dirhams": "30"}


def rows(reader: User, address: str) -> dict[str, str]:
    """The rows of tables on a page, by the code of the table."""
    page = logged_in(reader).get(address).text
    return dict(re.findall(r'<li id="table-(\w+)" class="table-row">(.*?</div>\s*</li>)', page, re.DOTALL))


def brought(page: str) -> dict[str, int]:
    """What a page or a row says that each rank would bring; nothing if it does not."""
    words = " ".join(re.sub(r"<[^>]*>", "", page).split())
    return {rank: int(change) for rank, change in re.findall(r"rank (\d): ([+-]?\d+)", words)}


def test_a_table_is_opened_rated_and_says_so() -> None:
    anise, basil = confirmed_people(2)
    logged_in(anise).post("/lobby/open/", FORM | {"rated": "on"})
    game = Game.objects.get()
    assert game.rated
    assert "<b>rated</b>" in logged_in(basil).get("/lobby/").text
    assert "<b>rated</b>" in logged_in(basil).get(game.get_absolute_url()).text


def test_at_a_rated_table_one_sees_what_each_rank_would_bring(client: Client) -> None:
    anise, basil, cumin, dill = confirmed_people()
    table = open_rated(anise, 2, timezone.now()).get_absolute_url()
    page = " ".join(logged_in(basil).get(table).text.split())
    assert "rank 1: +50" in page
    assert "rank 2: -50" in page
    assert 'id="prospects"' not in logged_in(anise).get(table).text  # he sits there alone
    assert 'id="prospects"' not in client.get(table).text
    three = open_rated(anise, 3, timezone.now())
    lobby.join(three.code, cumin, timezone.now())
    page = " ".join(logged_in(dill).get(three.get_absolute_url()).text.split())
    assert "rank 1: +50" in page
    assert "rank 2: 0" in page
    assert "rank 3: -50" in page


def test_lists_tell_in_short_what_the_page_of_a_table_does_and_what_the_game_then_changes() -> None:
    anise, basil, cumin, dill = confirmed_people()
    for _ in range(4):  # after which the change of the hundredths, rounded, is not that of what people read
        win(anise, basil)
    win(cumin, dill)
    table = open_rated(anise, 2, timezone.now())
    three = lobby.join(open_rated(cumin, 3, timezone.now()).code, dill, timezone.now())
    lists = rows(basil, "/lobby/")
    home = rows(basil, "/")
    for game in (table, three):
        page = logged_in(basil).get(game.get_absolute_url()).text
        assert brought(home[game.code]) == brought(lists[game.code]) == brought(page) != {}
    foretold = brought(lists[table.code])
    play.resign(lobby.join(table.code, basil, timezone.now()).code, anise, timezone.now())
    change = RatingChange.objects.get(game=table, user=basil, ladder__slug="all")
    assert foretold["1"] == change.points != round((change.after - change.before) / POINT)
    page = logged_in(basil).get(table.get_absolute_url()).text
    assert f'<td class="number">+{foretold["1"]}</td><td class="number"><b>{change.points_after}</b></td>' in page


def test_who_is_invited_sees_among_his_games_what_each_rank_would_bring() -> None:
    anise, basil, *_others = confirmed_people()
    now = timezone.now()
    table = lobby.open_table(anise, Variant(), now, rated=True, listed=False, invited=[basil])
    own = open_rated(basil, 2, now)
    found = rows(basil, "/games/")
    assert brought(found[table.code]) == {"1": 50, "2": -50}
    assert brought(found[own.code]) == {}


def test_a_list_tells_nothing_of_a_table_that_the_reader_cannot_join(client: Client) -> None:
    anise, basil, cumin, dill = confirmed_people()
    win(basil, cumin)
    now = timezone.now()
    codes = {
        "asks for less": lobby.open_table(anise, Variant(), now, rated=True, most_rating=1500).code,
        "not rated": lobby.open_table(anise, Variant(), now).code,
        "kept for another": lobby.open_table(anise, Variant(players=3), now, rated=True, invited=[dill]).code,
        "joins": open_rated(anise, 2, now).code,
    }
    lobby.join(codes["kept for another"], basil, now)
    assert [name for name, code in codes.items() if brought(rows(basil, "/lobby/").get(code, ""))] == ["joins"]
    assert "by rank" not in client.get("/lobby/").text


@pytest.mark.parametrize("address", ["/lobby/", "/"])
def test_a_page_of_many_rated_tables_asks_as_often_as_one_of_few(address: str) -> None:
    anise, basil, cumin, dill = confirmed_people()
    reader = logged_in(dill)
    lobby.open_table(cumin, Variant(), timezone.now())
    without = queries(lambda: reader.get(address))
    open_rated(anise, 2, timezone.now())
    few = queries(lambda: reader.get(address))
    for number in range(6):
        win(anise, basil)
        lobby.join(open_rated(basil, 4, timezone.now()).code, anise, timezone.now())
        open_rated(cumin, 2 + number % 3, timezone.now())
    assert queries(lambda: reader.get(address)) == few == without + 3


def test_who_has_met_too_often_today_is_told_before_he_sits_down_that_the_game_will_not_be_rated() -> None:
    anise, basil, cumin, _dill = confirmed_people()
    for _ in range(5):
        win(anise, basil)
    two, three = (open_rated(anise, players, timezone.now()) for players in (2, 3))
    says = "If you sit down, the game is not rated: its players have begun too many rated games with each other"
    for page in (logged_in(basil).get(two.get_absolute_url()).text, rows(basil, "/lobby/")[two.code]):
        assert says in page
        assert brought(page) == {}
    assert not lobby.join(two.code, basil, timezone.now()).rated
    for reader, table in ((cumin, open_rated(anise, 2, timezone.now())), (basil, three)):
        for page in (logged_in(reader).get(table.get_absolute_url()).text, rows(reader, "/lobby/")[table.code]):
            assert "too many rated games" not in page
            assert brought(page)


def test_who_would_sit_down_with_a_player_of_the_house_or_where_no_ladder_counts_is_told_so_before() -> None:
    anise, basil, *_others = confirmed_people()
    table = open_rated(anise, 3, timezone.now())
    lobby.add_house_player(table.code, anise, "apprentice", 1, timezone.now())
    assert "The game will not be rated: a player of the house" in logged_in(anise).get(table.get_absolute_url()).text
    says = "If you sit down, the game is not rated: a player of the house takes part."
    assert says in logged_in(basil).get(table.get_absolute_url()).text
    assert says in rows(basil, "/lobby/")[table.code]
    Ladder.objects.update(clocks=["live"])
    alone = open_rated(anise, 2, timezone.now())
    assert "will not be rated: no ladder counts such games." in logged_in(anise).get(alone.get_absolute_url()).text
    assert "is not rated: no ladder counts such games." in rows(basil, "/lobby/")[alone.code]


@pytest.mark.parametrize(
    ("reason", "says"),
    [
        (Game.Unrated.HOUSE, "not rated: a player of the house takes part"),
        (Game.Unrated.NO_LADDER, "not rated: no ladder counts such games"),
        (Game.Unrated.MET, "not rated: its players have begun too many rated games with each other within 24 hours"),
    ],
)
def test_a_game_that_began_unrated_though_its_table_was_to_be_rated_says_why(
    reason: Game.Unrated, says: str, client: Client
) -> None:
    anise, basil, *_others = confirmed_people()
    if reason == Game.Unrated.NO_LADDER:
        Ladder.objects.update(clocks=["live"])
    if reason == Game.Unrated.MET:
        for _ in range(5):
            win(anise, basil)
    table = open_rated(anise, 2, timezone.now())
    if reason == Game.Unrated.HOUSE:
        lobby.add_house_player(table.code, anise, "apprentice", 1, timezone.now())
    else:
        lobby.join(table.code, basil, timezone.now())
    table.refresh_from_db()
    assert (table.status, table.rated, table.unrated_because) == (Game.Status.PLAYING, False, reason)
    assert says in client.get(table.get_absolute_url()).text
    play.resign(table.code, anise, timezone.now())
    assert says in client.get(table.get_absolute_url()).text


def test_no_game_that_is_rated_has_a_reason_why_not() -> None:
    game = start_rated(confirmed_people(2))
    assert game.unrated_because == ""
    with pytest.raises(IntegrityError):
        Game.objects.filter(pk=game.pk).update(unrated_because=Game.Unrated.MET)


def test_a_table_that_is_not_rated_brings_nothing() -> None:
    anise, basil = confirmed_people(2)
    table = lobby.open_table(anise, Variant(), timezone.now())
    assert 'id="prospects"' not in logged_in(basil).get(table.get_absolute_url()).text


def test_the_page_of_a_rated_game_shows_what_it_changed_when_it_is_over(client: Client) -> None:
    anise, basil, *_ = confirmed_people()
    running = start_rated([anise, basil])
    assert 'id="ratings"' not in client.get(running.get_absolute_url()).text
    game = win(anise, basil)
    page = client.get(game.get_absolute_url()).text
    assert 'id="ratings"' in page
    assert page.count('<td class="number">+50</td><td class="number"><b>1550</b></td>') == 2  # all games, and duels
    assert page.count('<td class="number">-50</td><td class="number"><b>1450</b></td>') == 2


def test_a_voided_game_says_why(client: Client) -> None:
    anise, basil, *_ = confirmed_people()
    game = win(anise, basil)
    voiding.void(game.code, "One person <played> both sides.", timezone.now())
    page = client.get(game.get_absolute_url()).text
    assert "counts for no ladder: One person &lt;played&gt; both sides." in page
    assert "1550" not in page


def test_a_game_that_is_not_rated_says_so(client: Client) -> None:
    game = play_to_the_end(start_game(confirmed_people(2)))
    page = client.get(game.get_absolute_url()).text
    assert "not rated" in page
    assert "not rated:" not in page
    assert 'id="ratings"' not in page
