"""What ladders have to say on the pages of tables and games."""

import pytest
from django.test import Client
from django.utils import timezone

from games import lobby, play, voiding
from games.models import Game
from games.rules import Variant
from ladder.elo import POINT
from ladder.models import RatingChange
from ladder.prospects import prospects
from tests.games.tables import logged_in, play_to_the_end, start_game
from tests.ladder.rated import confirmed_people, open_rated, start_rated, win

pytestmark = pytest.mark.django_db

FORM = {"players": "2", "listed": "yes", "turning": "before", "dirhams": "30"}


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


def test_what_was_foretold_is_what_the_game_changes_as_people_read_it() -> None:
    anise, basil, *_ = confirmed_people()
    for _ in range(4):  # after which the change of the hundredths, rounded, is not that of what people read
        win(anise, basil)
    table = open_rated(anise, 2, timezone.now())
    told = prospects(table, table.seated(), basil)
    assert told
    play.resign(lobby.join(table.code, basil, timezone.now()).code, anise, timezone.now())
    change = RatingChange.objects.get(game=table, user=basil, ladder=told.ladder)
    assert told.by_rank[0] == change.points != round((change.after - change.before) / POINT)


def test_who_has_met_too_often_today_is_told_before_he_sits_down_that_the_game_will_not_be_rated() -> None:
    anise, basil, cumin, _dill = confirmed_people()
    for _ in range(5):
        win(anise, basil)
    two, three = (open_rated(anise, players, timezone.now()) for players in (2, 3))
    page = logged_in(basil).get(two.get_absolute_url()).text
    assert "is not rated: you have begun too many rated games with each other" in page
    assert "rank 1:" not in page
    assert not lobby.join(two.code, basil, timezone.now()).rated
    for reader, table in ((cumin, open_rated(anise, 2, timezone.now())), (basil, three)):
        page = logged_in(reader).get(table.get_absolute_url()).text
        assert "too many rated games" not in page
        assert "rank 1:" in page


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
    assert 'id="ratings"' not in page
