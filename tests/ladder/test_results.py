"""A player in numbers: places by number of players, points, money, areas, time for a turn, and against whom."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games import voiding
from games.models import Game, Seat
from games.rules import Position, Variant
from ladder import results
from ladder.results import Opponent, Results, groups_of, largest_area_of, opponents_of
from tests.forms import Page
from tests.games import many
from tests.games.tables import logged_in, people, play_to_the_end, queries, start_game
from tests.games.test_archive import MOST_WORK, work_of

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
NOBODY = AnonymousUser()


@pytest.fixture
def users() -> list[User]:
    """anise, basil, cumin and dill."""
    return people(4)


@pytest.fixture
def house(users: list[User]) -> User:
    """A player of the house."""
    return User.objects.create(name="wanderer", kind=User.Kind.HOUSE)


def ended(*placed: tuple[User, int], kept: dict[str, Any] | None = None, **options: Any) -> Game:
    """A game of these users, each with his rank, as the page finds it: not played.

    Each has 40 points, has paid 4 dirhams and taken 6, in what is `kept` of a seat if nothing else is said.
    """
    game = Game.objects.create(
        **{"creator": placed[0][0], "players": len(placed), "status": Game.Status.OVER, "first": 0}
        | {"position": Position.start(Variant(players=len(placed))).to_text()}
        | {"created_at": NOON, "started_at": NOON, "ended_at": NOON}
        | options
    )
    numbers = {"points": 40, "paid": 4, "received": 6, "collected_from": 5, "stayed": True} | (kept or {})
    for index, (user, rank) in enumerate(placed):
        Seat.objects.create(
            game=game, index=index, user=user, sat_down_at=NOON, ended_at=game.ended_at, rank=rank, **numbers
        )
    return game


def lines(player: User, reader: User | AnonymousUser = NOBODY) -> list[tuple[bool, int | None, tuple[int, ...]]]:
    """Of each line of the table of results: whether the house sat there, the players, and how often each rank."""
    groups = groups_of(player, reader)
    return [(group.with_house, line.players, line.ranks) for group in groups for line in group.by_players]


def total(player: User) -> Results:
    """All games of a player between people."""
    (group,) = groups_of(player, NOBODY)
    return group.total


def numbers_on_page(browser: Client) -> str:
    """What the page says of anise in numbers."""
    page = Page("", 200, browser.get("/player/anise/").text)
    (career,) = (each for each in page.elements if each.get("id") == "career")
    return career.text


def test_places_are_counted_by_the_number_of_players_and_shared_ones_as_what_they_are(users: list[User]) -> None:
    anise, basil, cumin, dill = users
    ended((anise, 1), (basil, 2))
    ended((anise, 1), (basil, 1))
    ended((anise, 2), (basil, 1), (cumin, 2))
    ended((anise, 4), (basil, 1), (cumin, 2), (dill, 2))
    assert lines(anise) == [(False, 2, (2, 0, 0, 0)), (False, 3, (0, 1, 0, 0)), (False, 4, (0, 0, 0, 1))]
    assert lines(basil) == [(False, 2, (1, 1, 0, 0)), (False, 3, (1, 0, 0, 0)), (False, 4, (1, 0, 0, 0))]
    assert (total(anise).games, total(anise).won) == (4, 50)
    assert (total(basil).games, total(basil).won) == (4, 75)


def test_there_is_no_third_place_among_two(users: list[User]) -> None:
    ended((users[0], 1), (users[1], 2))
    ended((users[0], 3), (users[1], 1), (users[2], 2))
    (group,) = groups_of(users[0], NOBODY)
    assert [line.places for line in group.by_players] == [[1, 0, None, None], [0, 0, 1, None]]


def test_points_and_money_are_averages_of_all_games(users: list[User]) -> None:
    anise, basil, *_ = users
    ended((anise, 1), (basil, 2), kept={"points": 50, "paid": 10, "received": 0})
    ended((anise, 1), (basil, 2), kept={"points": 45, "paid": 3, "received": 7})
    found = total(anise)
    assert (found.points_each, found.paid, found.paid_each, found.received, found.received_each) == (
        *(47.5, 13, 6.5),
        *(7, 3.5),
    )


def test_a_turn_takes_another_time_in_games_of_minutes_and_of_days(users: list[User]) -> None:
    anise, basil, *_ = users
    live = {"pace": "live", "time": timedelta(minutes=10)}
    slow = {"pace": "per move", "time": timedelta(days=3)}
    for options, turns, hours in ((live, 10, 1), (live, 20, 1), (slow, 12, 24), (slow, 12, 72)):
        ended((anise, 1), (basil, 2), kept={"turns": turns, "thought": timedelta(hours=hours)}, **options)
    ended((anise, 1), (basil, 2))  # without a clock
    assert (total(anise).live, total(anise).slow) == (timedelta(minutes=4), timedelta(hours=4))


def test_who_never_had_a_clock_took_no_time_that_could_be_told(users: list[User]) -> None:
    ended((users[0], 1), (users[1], 2))
    assert (total(users[0]).live, total(users[0]).slow) == (None, None)
    assert "A turn, by clocks" not in Client().get("/player/anise/").text


def test_games_with_the_house_stand_apart(users: list[User], house: User) -> None:
    anise, basil, *_ = users
    ended((anise, 1), (house, 2))
    ended((anise, 2), (basil, 1), (house, 3))
    assert lines(anise) == [(True, 2, (1, 0, 0, 0)), (True, 3, (0, 1, 0, 0))]
    ended((anise, 2), (basil, 1))
    assert lines(anise)[0] == (False, 2, (0, 1, 0, 0))
    page = Client().get("/player/anise/").text
    assert page.index("Between people") < page.index("With house players")
    assert "8 dirhams paid, 12 taken" in page


def test_what_was_called_off_or_voided_or_goes_on_does_not_count(users: list[User]) -> None:
    anise, basil, *_ = users
    ended((anise, 1), (basil, 2), voided_at=NOON, voided_because="Because")
    Seat.objects.filter(game=ended((anise, 1), (basil, 2), status="called off")).update(rank=None)
    start_game([anise, basil])
    assert lines(anise) == []
    assert opponents_of(anise, NOBODY).rows == []
    assert largest_area_of(anise, NOBODY) is None
    assert "At a glance" not in Client().get("/player/anise/").text


def test_a_restored_game_counts_again(users: list[User]) -> None:
    game = play_to_the_end(start_game(users[:2]))
    before = groups_of(users[0], NOBODY)
    voiding.void(game.code, "Because", timezone.now())
    assert groups_of(users[0], NOBODY) == []
    voiding.restore(game.code)
    assert groups_of(users[0], NOBODY) == before


def test_what_a_guest_achieved_is_his_own_when_he_comes_home(users: list[User]) -> None:
    anise, basil, *_ = users
    guest = User.objects.create(name="guest-of-anise", kind=User.Kind.GUEST)
    ended((anise, 1), (basil, 2))
    game = ended((guest, 2), (basil, 1))
    guests.come_home(guest, anise)
    assert game.seats.filter(user=anise).exists()
    assert lines(anise) == [(False, 2, (1, 1, 0, 0))]
    assert opponents_of(basil, NOBODY).rows == [Opponent("anise", "person", games=2, above=1, shared=0, below=1)]


def test_those_met_most_often_come_first_and_the_reader_before_them(users: list[User]) -> None:
    anise, basil, cumin, dill = users
    ended((anise, 1), (basil, 2), (cumin, 3))
    ended((anise, 2), (basil, 2), (cumin, 1))
    ended((anise, 2), (basil, 1))
    ended((anise, 1), (dill, 2))
    met_basil = Opponent("basil", "person", games=3, above=1, shared=1, below=1)
    met_cumin = Opponent("cumin", "person", games=2, above=1, shared=0, below=1)
    met_dill = Opponent("dill", "person", games=1, above=1, shared=0, below=0)
    assert opponents_of(anise, NOBODY).rows == [met_basil, met_cumin, met_dill]
    assert opponents_of(anise, anise).rows == [met_basil, met_cumin, met_dill]
    assert opponents_of(anise, dill).rows == [met_dill, met_basil, met_cumin]
    assert opponents_of(dill, anise).rows == [Opponent("anise", "person", games=1, above=0, shared=0, below=1)]
    assert (met_basil.ahead, met_basil.not_below) == (33, 66)


def test_more_opponents_are_a_link_away(users: list[User]) -> None:
    for number in range(12):
        ended((users[0], 1), (User.objects.create_user(f"guest-of-{number:02}"), 2))
    page = Client().get("/player/anise/").text
    assert "guest-of-07" in page[: page.index('id="found"')]
    assert "guest-of-08" not in page[: page.index('id="found"')]
    assert 'href="?opponents=all#against"' in page
    assert 'href="?players=2&amp;opponents=all#against"' in Client().get("/player/anise/?players=2").text
    page = Client().get("/player/anise/?opponents=all").text
    assert "guest-of-11" in page[: page.index('id="found"')]
    assert 'href="?opponents=all#against"' not in page


def test_the_largest_area_leads_to_its_game(users: list[User]) -> None:
    anise, basil, *_ = users
    ended((anise, 1), (basil, 2), kept={"collected_from": 9}, title="Nine")
    ended((anise, 1), (basil, 2), kept={"collected_from": 14}, title="Fourteen")
    ended((anise, 1), (basil, 2), kept={"collected_from": 0}, title="Nothing")
    seat = largest_area_of(anise, NOBODY)
    assert seat
    assert (seat.collected_from, seat.game.title) == (14, "Fourteen")
    page = Page("", 200, Client().get("/player/anise/").text)
    (tile,) = (each for each in page.elements if each.tag == "div" and each.text.startswith("Largest area"))
    assert tile.text == "Largest area collected from 14 squares Fourteen"
    assert next(tile.all("a"))["href"] == seat.game.get_absolute_url()


def test_nobody_learns_of_a_game_by_link_from_the_numbers_but_who_played_in_it(users: list[User]) -> None:
    anise, basil, cumin, _dill = users
    ended((anise, 2), (cumin, 1), kept={"collected_from": 3})
    before = numbers_on_page(Client())
    hidden = ended((anise, 1), (basil, 2), kept={"collected_from": 30}, listed=False, title="Behind the curtain")
    assert numbers_on_page(Client()) == before
    as_cumin = logged_in(cumin).get("/player/anise/").text
    assert "basil" not in as_cumin
    assert hidden.code not in as_cumin
    for reader in (anise, basil):
        page = logged_in(reader).get("/player/anise/").text
        assert "30 squares" in page
        assert hidden.code in page
        assert lines(anise, reader) == [(False, 2, (1, 1, 0, 0))]
        assert {each.name for each in opponents_of(anise, reader).rows} == {"basil", "cumin"}


def test_the_numbers_are_those_of_games_that_were_played(users: list[User]) -> None:
    games = [play_to_the_end(start_game(users[:number]), seed=number) for number in (2, 2, 3, 4)]
    anise = users[0]
    seats = [game.seats.get(user=anise) for game in games]
    assert total(anise).games == 4
    assert total(anise).points == sum(seat.points or 0 for seat in seats)
    assert total(anise).paid == sum(seat.paid or 0 for seat in seats)
    assert total(anise).received == sum(seat.received or 0 for seat in seats)
    largest = largest_area_of(anise, NOBODY)
    assert (largest.collected_from if largest else 0) == max(seat.collected_from or 0 for seat in seats)
    met = opponents_of(anise, NOBODY).rows[0]
    assert (met.name, met.games, met.above + met.shared + met.below) == ("basil", 4, 4)


def test_the_last_games_are_counted_of_very_many(users: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    anise, basil, cumin, _dill = users
    monkeypatch.setattr(results, "MOST_GAMES", 2)
    ended((anise, 1), (basil, 2), ended_at=NOON - timedelta(days=1))
    ended((anise, 2), (cumin, 1))
    ended((anise, 2), (cumin, 1))
    assert lines(anise) == [(False, 2, (0, 2, 0, 0))]
    assert [each.name for each in opponents_of(anise, NOBODY).rows] == ["cumin"]


def test_among_very_many_games_the_page_asks_as_often_and_looks_at_the_last_alone(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "MOST_GAMES", 50)
    client = logged_in(users[1])
    counted = []
    for number in (100, 5_000):
        many.fill(number - Game.objects.count(), users[0])
        counted.append(queries(lambda: client.get("/player/anise/")))
        assert work_of(lambda: client.get("/player/anise/")) < MOST_WORK
    assert counted[0] == counted[1]
