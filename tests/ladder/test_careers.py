"""A player's ratings on his page: his standings, and the chart with a table behind it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from ladder import careers
from ladder.chart import BOTTOM, LEFT, RIGHT, TOP, chart_of
from ladder.models import Standing
from tests.games.tables import queries
from tests.ladder.rated import confirmed_people, win

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def users(db: None) -> list[User]:
    """anise, basil, cumin and dill, who may play rated."""
    return confirmed_people()


def test_the_page_shows_ratings_on_each_ladder_and_how_they_came_about(client: Client, users: list[User]) -> None:
    anise, basil, cumin, _dill = users
    win(anise, basil, at=NOON)
    win(cumin, anise, basil, at=NOON + timedelta(days=2))
    career = client.get("/player/anise/").context["career"]
    assert [(each.ladder.slug, each.points, each.games) for each in career.standings] == [
        ("all", 1540, 2),
        ("duel", 1550, 1),
        ("market", 1500, 1),
    ]
    assert [(change.points, change.points_after) for change in career.changes] == [(-10, 1540), (50, 1550)]
    page = client.get("/player/anise/").text
    assert "The rating over time on the ladder All games, now 1540" in page
    assert "rank 2 of 3" in page
    assert '<td class="number">none</td>' in page


def test_places_are_counted_on_ladders_that_are_no_seasons_for_who_has_one(client: Client, users: list[User]) -> None:
    anise, basil, cumin, _dill = users
    win(cumin, anise, basil, at=NOON)
    win(cumin, anise, at=NOON)
    Standing.objects.exclude(ladder__slug="duel").update(has_place=True)
    Standing.objects.filter(ladder__slug="market", user=cumin).update(has_place=False)
    career = client.get("/player/anise/?ladder=all-2030-2").context["career"]
    assert [(each.ladder.slug, each.place) for each in career.standings] == [("all", 2), ("duel", None), ("market", 1)]
    assert career.shown.has_place
    assert career.shown.place is None


def test_the_chart_of_another_ladder_or_a_season_can_be_chosen(client: Client, users: list[User]) -> None:
    win(users[0], users[1], at=NOON)
    for slug in ("duel", "all-2030-2"):
        assert client.get(f"/player/anise/?ladder={slug}").context["career"].shown.ladder.slug == slug
    assert client.get("/player/anise/?ladder=nothing").context["career"].shown.ladder.slug == "all"


def test_of_very_many_games_the_page_says_that_it_tells_the_last(
    client: Client, users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(careers, "MOST_CHANGES", 2)
    for day in range(2):
        win(users[0], users[1], at=NOON + timedelta(days=day))
    assert "<figcaption>All games</figcaption>" in client.get("/player/anise/").text
    win(users[0], users[1], at=NOON + timedelta(days=2))
    page = client.get("/player/anise/")
    assert "<figcaption>All games · the last 2 games</figcaption>" in page.text
    assert len(page.context["career"].changes) == 2


def test_who_has_not_played_rated_has_no_ratings(client: Client, users: list[User]) -> None:
    assert client.get("/player/anise/").context["career"] is None


def test_the_number_of_queries_does_not_grow_with_rated_games(client: Client, users: list[User]) -> None:
    win(*users, at=NOON)
    few = queries(lambda: client.get("/player/anise/"))
    for day in range(5):
        win(users[day % 4], users[(day + 1) % 4], at=NOON + timedelta(days=day))
    assert queries(lambda: client.get("/player/anise/")) == few


def test_a_chart_goes_from_the_first_moment_to_the_last_with_all_ratings_in_it() -> None:
    chart = chart_of([(NOON, 1500), (NOON + timedelta(days=1), 1550), (NOON + timedelta(days=4), 1447)])
    assert [tick.number for tick in chart.ratings] == [1400, 1450, 1500, 1550]
    assert chart.line == f"M{LEFT}.0 {chart.ratings[2].at}L118.5 {float(TOP)}L{RIGHT}.0 {chart.end[1]}"
    assert TOP <= chart.end[1] <= BOTTOM


def test_a_chart_of_one_moment_is_a_point() -> None:
    chart = chart_of([(NOON, 1500), (NOON, 1550)])
    assert chart.end[0] == RIGHT
    assert len(chart.ratings) >= 2


def test_a_chart_never_goes_back_in_time() -> None:
    chart = chart_of([(NOON, 1500), (NOON + timedelta(days=2), 1550), (NOON + timedelta(days=1), 1520)])
    assert chart.line.count(f"L{RIGHT}.0 ") == 2
