"""What the home page tells of the ladder: who leads, and where the reader stands."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from ladder.models import Ladder
from ladder.top import top_for
from tests.forms import Browser, parse
from tests.games.tables import logged_in, queries
from tests.ladder.rated import ladder
from tests.ladder.test_standings import stands

pytestmark = pytest.mark.django_db


def told(user: User | None = None) -> str:
    """What the reader can read of the ladder on the home page."""
    part = Browser(user).open("/").with_id("ladder-top")
    assert part is not None
    return "" if "hidden" in part.attributes else part.text


def test_the_first_three_are_told_to_everybody() -> None:
    for name, rating in (("anise", 1500), ("basil", 1700), ("cumin", 1600), ("dill", 1400)):
        stands(name, rating)
    podium = "Place 1 basil Rating 1700 Place 2 cumin Rating 1600 Place 3 anise Rating 1500"
    assert told() == f"Ladder: All games All players {podium}"
    page = Browser().open("/")
    assert page.link("/ladder/all/")
    assert page.link("/player/basil/")


def test_equals_share_a_place() -> None:
    for name in ("anise", "basil", "cumin"):
        stands(name, 1600)
    top = top_for(User.objects.get(name="anise"))
    assert top
    assert [row.place for row in top.rows] == [1, 1, 1]


def test_a_player_is_told_his_own_place_wherever_it_is() -> None:
    users = [stands(f"player-{number}", 1900 - 100 * number) for number in range(5)]
    assert "You are at place 5 with a rating of 1500 ." in told(users[4])
    assert "You are at place 2 with a rating of 1800 ." in told(users[1])
    assert "player-1 you Rating 1800" in told(users[1])


def test_who_has_no_place_is_told_how_many_games_are_missing() -> None:
    stands("anise", 1700)
    beginner, newcomer = stands("basil", 1550, games=8), User.objects.create_user("cumin")
    assert "Your rating is 1550 . After 2 more rated games you have a place." in told(beginner)
    assert "You have no rating here yet. After 10 rated games you have a place." in told(newcomer)


def test_while_nobody_has_a_place_visitors_read_nothing_and_players_one_line() -> None:
    anise = User.objects.create_user("anise")
    guest = User.objects.create_user("guest-x7", kind=User.Kind.GUEST)
    assert told() == told(guest) == ""
    missing = "You have no rating here yet. After 10 rated games you have a place."
    assert told(anise) == f"Ladder: All games All players {missing}"
    Ladder.objects.all().delete()
    assert told(anise) == ""


def test_a_season_or_another_ladder_is_not_meant() -> None:
    duel = ladder("duel")
    stands("anise", 1900, on=duel)
    Ladder.objects.create(slug="all-now", name="All games", season_of=ladder(), begins_at=timezone.now())
    stands("basil", 1800, on=ladder("all-now"))
    assert told() == ""


def test_the_part_is_fetched_by_itself_by_pages_that_stay_open(client: Client) -> None:
    anise = stands("anise", 1700)
    page = logged_in(anise).get("/")
    assert 'hx-get="/top/"' in page.text
    assert "ladder=1" in page.text
    assert 'hx-get="/top/"' in client.get("/").text
    assert "ladder=1" in client.get("/").text
    part = parse(logged_in(anise).get("/top/").text)
    assert "You are at place 1 with a rating of 1700 ." in part.text
    assert next(part.all("section"))["id"] == "ladder-top"


def test_it_costs_the_same_however_many_players_there_are() -> None:
    anise = stands("anise", 1000)
    for number in range(4):
        stands(f"leader-{number}", 1900)
    few = queries(lambda: top_for(anise))
    for number in range(40):
        stands(f"player-{number}", 1500 + number)
    assert queries(lambda: top_for(anise)) == few == 4
