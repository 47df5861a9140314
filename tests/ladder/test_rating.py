"""Which games are rated, on which ladders, and what that does to their players."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import lobby, play
from games.clock import TimeControl
from games.models import Game
from ladder import rating
from ladder.models import Ladder, RatedGame, RatingChange, Standing
from ladder.seasons import make_present_seasons, quarter_of
from tests.games.tables import play_to_the_end, start_game
from tests.ladder.rated import confirmed_people, found_wrong, ladder, open_rated, play_rated, ratings, start_rated, win

pytestmark = pytest.mark.django_db

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def users() -> list[User]:
    """anise, basil, cumin and dill, who may play rated."""
    return confirmed_people()


def test_a_new_site_has_three_ladders_with_seasons(db: None) -> None:
    assert [(each.slug, each.fewest, each.most, each.has_seasons) for each in Ladder.objects.all()] == [
        ("all", 2, 4, True),
        ("duel", 2, 2, True),
        ("market", 3, 4, True),
    ]


def test_the_winner_of_a_first_game_gains_what_the_loser_loses(users: list[User]) -> None:
    win(users[0], users[1], at=NOON)
    assert ratings() == {"anise": 1550, "basil": 1450}
    first, second = RatingChange.objects.filter(ladder=ladder()).order_by("sequence")
    assert (first.sequence, first.user, first.rank, first.players, first.games) == (1, users[0], 1, 2, 0)
    assert (first.before, first.after, first.points, first.at) == (150000, 155000, 50, NOON)
    assert (second.sequence, second.user, second.rank, second.points) == (2, users[1], 2, -50)
    assert ladder().sequence == 2


def test_a_standing_counts_games_and_wins_and_keeps_the_last_ten_results(users: list[User]) -> None:
    anise, basil, cumin, _dill = users
    for day in range(9):
        win(anise, basil, at=NOON + timedelta(days=day))
    standing = Standing.objects.get(ladder=ladder(), user=anise)
    assert (standing.games, standing.wins, standing.has_place) == (9, 9, False)
    win(basil, cumin, anise, at=NOON + timedelta(days=9))
    win(basil, anise, at=NOON + timedelta(days=10))
    standing.refresh_from_db()
    assert (standing.games, standing.wins, standing.has_place) == (11, 9, True)
    assert standing.results == [(2, 2), (3, 3), *[(1, 2)] * 8]
    assert standing.last_ended_at == NOON + timedelta(days=10)
    assert found_wrong() == []


def test_each_ladder_counts_its_numbers_of_players_and_the_present_season(users: list[User]) -> None:
    win(*users[:2], at=NOON)
    win(*users[:3], at=NOON)
    games = {each.slug: each.changes.values("game").distinct().count() for each in Ladder.objects.all()}
    assert games == {"all": 2, "duel": 1, "market": 1, "all-2030-2": 2, "duel-2030-2": 1, "market-2030-2": 1}


@pytest.mark.parametrize("slug", ["duel", "d" * 50], ids=["the old one of another", "as long as can be"])
def test_games_end_in_a_season_whatever_the_addresses_of_ladders_are(users: list[User], slug: str) -> None:
    make_present_seasons()
    Ladder.objects.filter(slug="duel").update(slug="once-duel")
    named = Ladder.objects.create(slug=slug, name="Named by an admin", has_seasons=True)
    win(*users[:2])
    season = named.seasons.get()
    assert season.standings.count() == 2
    assert len(season.slug) <= 50


def test_a_season_has_the_games_that_end_in_its_quarter_and_everybody_begins_anew(users: list[User]) -> None:
    anise, basil, *_ = users
    last = datetime(2030, 6, 30, 23, 59, 59, 999999, tzinfo=UTC)
    win(anise, basil, at=last)
    game = start_rated([anise, basil], last)
    play.resign(game.code, anise, datetime(2030, 7, 1, tzinfo=UTC))
    assert ratings("all-2030-2") == {"anise": 1550, "basil": 1450}
    assert ratings("all-2030-3") == {"anise": 1450, "basil": 1550}
    assert str(ladder("all-2030-3")) == "All games, 2030/3"
    assert Standing.objects.get(ladder=ladder(), user=anise).games == 2


@pytest.mark.parametrize(
    ("moment", "begin", "end"),
    [
        (datetime(2030, 1, 1, tzinfo=UTC), (2030, 1), (2030, 4)),
        (datetime(2030, 6, 30, 23, 59, tzinfo=UTC), (2030, 4), (2030, 7)),
        (datetime(2030, 7, 1, tzinfo=UTC), (2030, 7), (2030, 10)),
        (datetime(2030, 12, 31, 23, 59, tzinfo=UTC), (2030, 10), (2031, 1)),
        (datetime(2031, 1, 1, 0, 30, tzinfo=timezone.get_fixed_timezone(60)), (2030, 10), (2031, 1)),
    ],
    ids=str,
)
def test_quarters_are_those_of_the_calendar_by_universal_time(
    moment: datetime, begin: tuple[int, int], end: tuple[int, int]
) -> None:
    assert quarter_of(moment) == (datetime(*begin, 1, tzinfo=UTC), datetime(*end, 1, tzinfo=UTC))


def test_players_who_went_out_are_rated_by_how_long_they_lasted(users: list[User]) -> None:
    game = win(*users)
    assert [seat.rank for seat in game.seats.order_by("index")] == [1, 2, 3, 4]
    assert ratings() == {"anise": 1550, "basil": 1517, "cumin": 1483, "dill": 1450}


def test_a_game_at_a_table_that_is_not_rated_changes_nothing(users: list[User]) -> None:
    play_to_the_end(start_game(users[:2]))
    assert ratings() == {}
    assert not RatedGame.objects.exists()


def test_a_ladder_can_count_some_kinds_of_clock_alone(users: list[User]) -> None:
    Ladder.objects.create(slug="live", name="Live", clocks=["live"])
    for control in (TimeControl.live(10, 5), TimeControl.per_move(3), TimeControl.bank(3, 1, 7)):
        game = start_rated(users[:2], control=control)
        play.resign(game.code, users[1], timezone.now())
    assert Standing.objects.get(ladder=ladder("live"), user=users[0]).games == 1
    assert Standing.objects.get(ladder=ladder(), user=users[0]).games == 3


def test_a_game_with_a_house_player_is_not_rated_unless_a_ladder_says_so(users: list[User]) -> None:
    def start() -> Game:
        table = open_rated(users[0], 2, timezone.now())
        return lobby.add_house_player(table.code, users[0], "apprentice", 1, timezone.now())

    assert not start().rated
    Ladder.objects.create(slug="house", name="House", counts_house=True)
    game = start()
    assert game.rated
    play.resign(game.code, users[0], timezone.now())
    assert ratings() == {}
    assert ratings("house") == {"anise": 1450, "apprentice": 1550}


def test_a_game_that_was_called_off_changes_nothing(users: list[User]) -> None:
    game = start_rated(users[:2])
    for user in users[:2]:
        game = play.agree_to_call_off(game.code, user, True, timezone.now())
    assert (game.status, game.rated) == (Game.Status.CALLED_OFF, True)
    assert ratings() == {}
    assert found_wrong() == []


def test_the_sixth_game_between_the_same_players_within_a_day_is_not_rated(users: list[User]) -> None:
    anise, basil, cumin, _dill = users
    for hour in range(5):
        assert start_rated([anise, basil], NOON + timedelta(hours=hour)).rated
    assert not start_rated([basil, anise], NOON + timedelta(hours=6)).rated
    assert start_rated([anise, basil, cumin], NOON + timedelta(hours=6)).rated
    assert start_rated([anise, cumin], NOON + timedelta(hours=6)).rated
    assert start_rated([anise, basil], NOON + timedelta(hours=24)).rated
    assert not start_rated([anise, basil], NOON + timedelta(hours=24)).rated


def test_what_was_settled_at_the_start_stays_whatever_becomes_of_the_ladders(users: list[User]) -> None:
    game = start_rated(users[:2])
    Ladder.objects.update(clocks=[])
    game = play.resign(game.code, users[0], timezone.now())
    assert game.rated
    assert RatedGame.objects.filter(game=game).exists()
    assert ratings() == {}


def test_a_game_that_is_told_twice_is_refused_whole(users: list[User]) -> None:
    game = win(*users[:2])
    before = ratings()
    with pytest.raises(Exception, match=r"(?i)unique"):
        rating.rate(game=game)
    assert ratings() == before
    assert found_wrong() == []


def test_games_played_at_random_are_as_the_records_say(users: list[User]) -> None:
    for seed, number in enumerate((2, 3, 4, 2)):
        play_rated(users[:number], seed=seed)
    assert found_wrong() == []
