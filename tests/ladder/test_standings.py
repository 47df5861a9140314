"""The standings page: who is shown in which order, paging, finding players, and what it costs."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game
from ladder.models import Ladder, RatingChange, Standing
from ladder.quiet import let_go_of_the_quiet
from ladder.standings import PAGE_SIZE
from tests.games.tables import queries
from tests.ladder.rated import ladder

pytestmark = pytest.mark.django_db


def stands(name: str, rating: int, *, games: int = 20, ended: datetime | None = None, on: Ladder | None = None) -> User:
    """A player with this rating in points, as the page finds it."""
    user = User.objects.filter(name=name).first() or User.objects.create_user(name)
    on = on or ladder()
    Standing.objects.create(
        ladder=on,
        generation=on.generation,
        user=user,
        rating=100 * rating,
        games=games,
        wins=games // 2,
        has_place=games >= 10,
        last_ended_at=ended or timezone.now(),
        last_results="122233"[: 2 * games],
    )
    return user


def shown(client: Client, address: str = "/ladder/all/") -> list[tuple[int, str]]:
    """Places and names on a page."""
    rows = client.get(address).context["page"].rows
    return [(row.place, row.standing.user.name) for row in rows]


def test_players_stand_by_rating_and_equals_share_a_place(client: Client) -> None:
    for name, rating in (("anise", 1500), ("basil", 1700), ("cumin", 1500), ("dill", 1300)):
        stands(name, rating)
    assert shown(client) == [(1, "basil"), (2, "anise"), (2, "cumin"), (4, "dill")]
    page = client.get("/ladder/all/").text
    assert '<a href="/player/basil/">basil</a>' in page
    assert "rank 2 of 2" in page


def test_who_is_provisional_or_has_not_played_for_60_days_has_no_place(client: Client) -> None:
    stands("anise", 1900, games=9)
    stands("basil", 1800, ended=timezone.now() - timedelta(days=61))
    stands("cumin", 1500, ended=timezone.now() - timedelta(days=59))
    let_go_of_the_quiet()
    assert shown(client) == [(1, "cumin")]
    assert (
        "anise has a rating of 1900, and a place after 1 more rated game."
        in client.get("/ladder/all/?player=anise").text
    )
    assert (
        "basil has a rating of 1800, and no place until he finishes a game again."
        in client.get("/ladder/all/?player=BASIL").text
    )


def test_an_old_season_is_seen_as_it_ended(client: Client) -> None:
    end = timezone.now() - timedelta(days=400)
    season = Ladder.objects.create(
        slug="all-old", name="All games", season_of=ladder(), begins_at=end - timedelta(days=90), ends_at=end
    )
    stands("anise", 1600, ended=end - timedelta(days=59), on=season)
    stands("basil", 1700, ended=end - timedelta(days=61), on=season)
    let_go_of_the_quiet()
    assert shown(client, "/ladder/all-old/") == [(1, "anise")]
    assert "This season is over." in client.get("/ladder/all-old/").text
    assert "basil had no place here." in client.get("/ladder/all-old/?player=basil").text
    for name, told in (("anise", "You were at place <b>1</b>"), ("basil", "You had no place.")):
        client.force_login(User.objects.get(name=name))
        assert told in client.get("/ladder/all-old/").text
    client.force_login(User.objects.create_user("dill"))
    assert "You have" not in client.get("/ladder/all-old/").text


def test_from_a_season_one_gets_to_a_players_ratings_in_it(client: Client) -> None:
    user = stands("anise", 1500)
    season = Ladder.objects.create(
        slug="all-now", name="All games", season_of=ladder(), begins_at=timezone.now() - timedelta(days=9)
    )
    stands("basil", 1600, on=season)
    assert 'href="/player/basil/?ladder=all-now#ratings"' in client.get("/ladder/all-now/").text
    assert f'href="{user.get_absolute_url()}"' in client.get("/ladder/all/").text


def test_pages_follow_each_other_without_gap_or_repetition(client: Client) -> None:
    names = [stands(f"player-{number:02}", 1500 + number // 4).name for number in range(60)]
    seen: list[tuple[int, str]] = []
    address = "/ladder/all/"
    while True:
        seen += shown(client, address)
        key = client.get(address).context["page"].next
        if not key:
            break
        address = f"/ladder/all/?from={key}"
    assert sorted(name for _, name in seen) == names
    assert [place for place, _ in seen] == [4 * (number // 4) + 1 for number in range(60)]


def test_a_player_is_found_with_some_above_him(client: Client) -> None:
    for number in range(60):
        stands(f"player-{number:02}", 1500 + number)
    found = shown(client, "/ladder/all/?player=player-10")
    assert found[5] == (50, "player-10")
    assert len(found) == 16
    assert shown(client, "/ladder/all/?player=player-58")[:2] == [(1, "player-59"), (2, "player-58")]


def test_nobody_of_that_name(client: Client) -> None:
    stands("anise", 1500)
    response = client.get("/ladder/all/?player=nobody")
    assert response.status_code == 404
    assert "There is no player of this name." in response.text
    assert shown(client, "/ladder/all/?player=nobody") == [(1, "anise")]
    User.objects.create_user("basil")
    assert "basil has not played a game that counts here." in client.get("/ladder/all/?player=basil").text


def test_the_reader_is_told_where_he_stands(client: Client) -> None:
    client.force_login(stands("anise", 1500))
    stands("basil", 1600)
    page = client.get("/ladder/all/").text
    assert "You are at place <b>2</b> with a rating of <b>1500</b>." in page
    assert "/ladder/all/" in page
    assert "?player=anise#player-" in page
    client.force_login(stands("cumin", 1550, games=3))
    assert "Your rating is <b>1550</b>. After 7 more rated games you have a place." in client.get("/ladder/all/").text
    client.force_login(User.objects.create_user("dill"))
    assert "You have no rating here yet. After 10 rated games you have a place." in client.get("/ladder/all/").text


def test_the_change_within_a_week_is_that_of_what_people_read(client: Client) -> None:
    user = stands("anise", 1500)
    for number, (days, after) in enumerate(((10, 148049), (8, 148051), (6, 149000), (1, 150000)), start=1):
        game = Game.objects.create(creator=user, created_at=timezone.now())
        at = timezone.now() - timedelta(days=days)
        change = {"rank": 1, "players": 2, "games": number, "before": 150000, "after": after, "at": at}
        RatingChange.objects.create(ladder=ladder(), generation=1, sequence=number, game=game, user=user, **change)
    stands("basil", 1450)
    rows = client.get("/ladder/all/").context["page"].rows
    assert [row.week for row in rows] == [1500 - 1481, 1450 - 1500]


@pytest.mark.parametrize(
    "key", ["x", "1", "_", "1_", "_1", "-1_1", "1_x", "٣_1", "9" * 30 + "_1", "1_" + "9" * 30, "²_1"]
)
def test_a_made_up_key_breaks_nothing(client: Client, key: str) -> None:
    stands("anise", 1500)
    assert shown(client, f"/ladder/all/?from={key}") == [(1, "anise")]


def test_the_first_ladder_is_where_the_ladder_is(client: Client) -> None:
    assert client.get("/ladder/").headers["Location"] == "/ladder/all/"
    assert client.get("/ladder/nothing/").status_code == 404
    Ladder.objects.all().delete()
    assert client.get("/ladder/").status_code == 404


def test_the_formula_is_told_with_the_ladders_own_numbers(client: Client) -> None:
    Ladder.objects.filter(slug="duel").update(start=1000, first_k=90, fading=20, least_k=7)
    page = client.get("/ladder/duel/formula/").text
    assert "Everybody begins with a rating of 1000." in page
    assert "K = 1800 / (20 + your games so far), but never less than 7." in page
    assert "Games of 2 to 2 players" not in page
    assert "have 1000 each and have played 40 games, so K is 30, and 15 for each opponent." in page
    assert "twice, 15 in all. Basil loses 7.50 to her" in page


def test_the_number_of_queries_does_not_grow_with_the_players(client: Client) -> None:
    client.force_login(stands("anise", 1200))
    for number in range(PAGE_SIZE + 1):
        stands(f"player-{number:03}", 1500)
    few = queries(lambda: client.get("/ladder/all/"))
    for number in range(PAGE_SIZE + 1, 3 * PAGE_SIZE):
        stands(f"player-{number:03}", 1500 + number)
    assert queries(lambda: client.get("/ladder/all/")) == few
    below = f"/ladder/all/?from={client.get('/ladder/all/').context['page'].next}"
    assert queries(lambda: client.get(below)) == few + 2
