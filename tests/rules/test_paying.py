"""RULES.md, "Paying", with its examples."""

import pytest

from games.rules import NAMES, Phase, Roll, Status
from tests.rules.table import moment

AREA_OF_FOUR = """
.......
.......
.......
.......
...22..
..2.2..
....2..
"""

AREA_OF_FIVE = """
.......
.......
.......
.......
...222.
..2.2..
....2..
"""


def test_one_dirham_for_each_half_of_the_connected_area() -> None:
    before = moment(AREA_OF_FOUR, phase="roll", seats="30:15:1;30:10:2;30:15:3")
    toll = before.toll(1)
    assert toll is not None
    assert (toll.owner, toll.colour, toll.due, toll.paid, toll.eliminated) == (1, 2, 4, 4, False)
    assert [NAMES[square] for square in toll.squares] == ["d5", "e5", "e6", "e7"]  # c6 touches by a corner only
    after = before.play(Roll(1))
    assert [seat.dirhams for seat in after.seats] == [26, 34, 30]
    assert after.phase is Phase.LAY


def test_a_mover_with_exactly_enough_plays_on_with_nothing() -> None:
    before = moment(AREA_OF_FOUR, phase="roll", seats="4:15:1;56:10:2;30:15:3")
    after = before.play(Roll(1))
    assert [seat.dirhams for seat in after.seats] == [0, 60, 30]
    assert after.seats[0].status is Status.IN
    assert after.phase is Phase.LAY


def test_a_mover_with_less_pays_all_he_has_and_is_out() -> None:
    before = moment(AREA_OF_FIVE, phase="roll", seats="4:15:1;56:9:2;30:15:3")
    toll = before.toll(1)
    assert toll is not None
    assert (toll.due, toll.paid, toll.eliminated) == (5, 4, True)
    after = before.play(Roll(1))
    assert [seat.dirhams for seat in after.seats] == [0, 60, 30]
    assert after.seats[0].status is Status.ELIMINATED
    assert after.seats[0].set_aside == 0


def test_a_mover_with_nothing_is_out_on_any_rug_of_an_opponent() -> None:
    before = moment(AREA_OF_FOUR, "c5S", "roll", seats="0:15:1;60:10:2;30:15:3")
    after = before.play(Roll(1))
    assert after.gone == (0,)
    assert [seat.dirhams for seat in after.seats] == [0, 60, 30]


ONE_OF_EACH = """
.......
.......
.......
.......
.......
...1...
...3...
"""


@pytest.mark.parametrize(("face", "where"), [(1, "on a bare square"), (2, "on his own rug"), (3, "its owner is out")])
def test_nothing_is_due(face: int, where: str) -> None:
    before = moment(ONE_OF_EACH, phase="roll", seats="30:14:1;30:15:2;resigned:30", gone="3")
    assert before.toll(face) is None, where
    assert [seat.dirhams for seat in before.play(Roll(face)).seats] == [30, 30, 0]


def test_two_colours_of_one_owner_are_two_areas() -> None:
    market = """
    .......
    .......
    .......
    .......
    ..33>3..
    ...44..
    ...3...
    """
    seats = "30:12+12:1;30:9+10:3"
    before = moment(market, phase="roll", seats=seats, variant="2-before-shuffled-30")
    on_d5, on_d6, on_d7 = before.toll(1), before.toll(2), before.toll(3)
    assert on_d5 is not None
    assert on_d6 is not None
    assert on_d7 is not None
    assert (on_d5.due, on_d6.due, on_d7.due) == (3, 2, 1)


def test_neither_colour_of_ones_own_costs_anything() -> None:
    market = """
    .......
    .......
    .......
    .......
    ...1...
    ...2...
    .......
    """
    before = moment(market, phase="roll", seats="30:11+11:1;30:12+12:3", variant="2-before-shuffled-30")
    assert before.toll(1) is before.toll(2) is None


def test_an_area_does_not_reach_round_the_edge() -> None:
    market = """
    .......
    .......
    .......
    ......2
    22.....
    .......
    .......
    """
    before = moment(market, "e4E", "roll", seats="30:15:1;30:12:2;30:15:3")
    toll = before.toll(2)
    assert toll is not None
    assert toll.due == 1


def test_a_whole_row_and_column_is_one_area() -> None:
    market = """
    ...2...
    ...2...
    ...2...
    2222222
    ...2...
    ...2...
    ...2...
    """
    before = moment(market, "d1N", "roll", seats="30:15:1;30:2:2;30:15:3")
    toll = moment(market, "a5N", "roll", seats="30:15:1;30:2:2;30:15:3").toll(1)
    assert toll is not None
    assert toll.due == 13
    assert before.toll(1) is None  # c1, where the mosaic leads, is bare
