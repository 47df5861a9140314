"""The Elo of games of several: worked by hand, and what holds whoever plays.

All hand-worked games have K 30 for everybody and ratings that differ by 0 or 400 points, so that a forecast is 1/2,
10/11 or 1/11.
"""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.outcome import ranks
from ladder.elo import (
    POINT,
    Constants,
    Player,
    change_by_rank,
    forecast,
    is_provisional,
    k_after,
    new_rating,
    ratings_after,
)

CONSTANTS = Constants()
EVEN = replace(CONSTANTS, first_k=30, least_k=30)


def changes(*players: tuple[int, int], constants: Constants = EVEN) -> list[float]:
    """What a game changes, in points, for players with these ratings in points and these ranks."""
    before = [Player(rating * POINT, 0, rank) for rating, rank in players]
    after = ratings_after(before, constants)
    return [(later - player.rating) / POINT for player, later in zip(before, after, strict=True)]


def test_two_equals() -> None:
    # Each is expected to score 1/2: 30 * (1 - 1/2).
    assert changes((1500, 1), (1500, 2)) == [15, -15]


def test_two_who_share_the_first_rank() -> None:
    assert changes((1500, 1), (1500, 1)) == [0, 0]
    # The stronger was expected to score 10/11: 30 * (1/2 - 10/11) = -12.27...
    assert changes((1900, 1), (1500, 1)) == [-12.27, 12.27]


def test_the_favourite_gains_little_and_loses_much() -> None:
    # 30 * (1 - 10/11) = 2.727..., and 30 * (0 - 10/11) = -27.27...
    assert changes((1900, 1), (1500, 2)) == [2.73, -2.73]
    assert changes((1900, 2), (1500, 1)) == [-27.27, 27.27]


def test_three_equals() -> None:
    # Each pair weighs 30 / 2: the first wins two of 7.5, the second wins one and loses one.
    assert changes((1500, 1), (1500, 2), (1500, 3)) == [15, 0, -15]


def test_three_of_whom_two_share_a_rank() -> None:
    assert changes((1500, 1), (1500, 1), (1500, 3)) == [7.5, 7.5, -15]
    assert changes((1500, 1), (1500, 2), (1500, 2)) == [15, -7.5, -7.5]


def test_three_with_a_favourite_who_comes_second() -> None:
    # Against the first 15 * (0 - 10/11) = -13.636, against the third 15 * (1 - 10/11) = 1.3636; the others play even.
    assert changes((1900, 2), (1500, 1), (1500, 3)) == [-12.28, 21.14, -8.86]


def test_four_equals_and_four_who_all_share_a_rank() -> None:
    # Each pair weighs 30 / 3, half of which changes hands.
    assert changes((1500, 1), (1500, 2), (1500, 3), (1500, 4)) == [15, 5, -5, -15]
    assert changes((1500, 1), (1500, 2), (1500, 2), (1500, 4)) == [15, 0, 0, -15]
    assert changes((1500, 1), (1500, 1), (1500, 1), (1500, 1)) == [0, 0, 0, 0]


def test_players_who_went_out_rank_below_the_others_by_how_long_they_lasted() -> None:
    # The third seat could not pay, the first resigned after it; the second and the fourth are equal in both.
    went_out = ranks(points=(0, 41, 0, 41), dirhams=(0, 9, 0, 9), gone=(2, 0))
    assert went_out == (3, 1, 4, 1)
    assert changes(*((1500, rank) for rank in went_out)) == [-5, 10, -15, 10]


def test_the_last_one_left_of_three_gains_as_any_winner() -> None:
    assert changes(*((1500, rank) for rank in ranks((0, 12, 0), (0, 30, 0), gone=(0, 2)))) == [-15, 15, 0]


def test_nobody_falls_below_the_floor_and_nobody_pays_for_it() -> None:
    assert changes((105, 2), (105, 1)) == [-5, 15]
    assert changes((100, 2), (100, 1)) == [0, 15]


def test_who_is_new_moves_by_more_than_who_is_not() -> None:
    newcomer, regular = Player(150000, 0, 1), Player(150000, 200, 2)
    assert ratings_after([newcomer, regular], CONSTANTS) == (155000, 149500)


def test_k_falls_from_game_to_game_to_its_least() -> None:
    assert [k_after(games, CONSTANTS) for games in (0, 10, 40, 90, 1000)] == [100, 50, 20, 10, 10]


def test_a_rating_is_provisional_for_ten_games() -> None:
    assert new_rating(CONSTANTS) == 150000
    assert is_provisional(9, CONSTANTS)
    assert not is_provisional(10, CONSTANTS)


def test_a_game_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="two players"):
        ratings_after([Player(150000, 0, 1)], CONSTANTS)


def test_what_each_rank_would_bring() -> None:
    equals = [Player(150000, 0, 0)] * 2
    assert change_by_rank(equals[0], equals, EVEN) == (1500, 0, -1500)
    # As second behind the stronger one 15 * (0 - 1/11) + 15 * (1 - 10/11) = 0, and the same behind the weaker one.
    field = [Player(110000, 0, 0), Player(190000, 0, 0)]
    assert change_by_rank(equals[0], field, EVEN) == change_by_rank(equals[0], field[::-1], EVEN) == (1500, 0, -1500)


rating = st.integers(CONSTANTS.floor * POINT, 4000 * POINT)
rank = st.integers(1, 4)
player = st.builds(Player, rating, st.integers(0, 300), rank)
game = st.lists(player, min_size=2, max_size=4)


@given(rating, rating)
def test_two_forecasts_of_a_pair_sum_up_to_one(own: int, other: int) -> None:
    assert forecast(own, other, CONSTANTS) + forecast(other, own, CONSTANTS) == 1
    assert 0 <= forecast(own, other, CONSTANTS) <= 1


@given(game)
def test_players_of_the_same_k_win_together_exactly_what_they_lose(players: list[Player]) -> None:
    safe = [replace(player, rating=player.rating + 100 * POINT, games=5) for player in players]
    assert sum(ratings_after(safe, CONSTANTS)) == sum(player.rating for player in safe)


@given(game)
def test_at_the_floor_points_are_only_ever_added(players: list[Player]) -> None:
    equal = [replace(player, games=5) for player in players]
    assert sum(ratings_after(equal, CONSTANTS)) >= sum(player.rating for player in equal)
    assert min(ratings_after(players, CONSTANTS)) >= CONSTANTS.floor * POINT


@given(game, rank)
def test_a_better_rank_never_yields_less(players: list[Player], rank: int) -> None:
    first, *others = players
    better = replace(first, rank=min(rank, first.rank))
    assert ratings_after([better, *others], CONSTANTS)[0] >= ratings_after(players, CONSTANTS)[0]


@given(game)
def test_of_two_equals_the_one_who_did_better_gains_no_less(players: list[Player]) -> None:
    first, second, *others = players
    twin = replace(first, rank=second.rank)
    one, two, *_ = ratings_after([first, twin, *others], CONSTANTS)
    assert (one >= two) if first.rank < twin.rank else (one <= two)


@given(game)
def test_it_does_not_matter_who_sits_where(players: list[Player]) -> None:
    after = ratings_after(players, CONSTANTS)
    for order in permutations(range(len(players))):
        seated = [players[seat] for seat in order]
        assert ratings_after(seated, CONSTANTS) == tuple(after[seat] for seat in order)


@given(player, st.lists(player, min_size=1, max_size=3))
def test_no_rank_would_bring_more_than_a_better_one(own: Player, others: list[Player]) -> None:
    brought = change_by_rank(own, others, CONSTANTS)
    assert len(brought) == len(others) + 1
    assert sorted(brought, reverse=True) == list(brought)


@given(player, st.lists(player, min_size=1, max_size=3))
def test_it_does_not_matter_whom_one_leaves_behind_but_how_many(own: Player, others: list[Player]) -> None:
    brought = change_by_rank(own, others, CONSTANTS)
    for order in permutations(others):
        again = change_by_rank(own, order, CONSTANTS)
        assert all(abs(one - other) <= len(others) for one, other in zip(brought, again, strict=True))
