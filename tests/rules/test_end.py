"""RULES.md, "The end": points and ranks, with the examples."""

from games.rules import Leave, Outcome, Phase
from games.rules.outcome import ranks
from tests.rules.table import moment, play_turn


def test_points_are_dirhams_and_visible_halves() -> None:
    market = """
    1>11v....
    ..1....
    2.2>2...
    .......
    .......
    .......
    .......
    """
    position = moment(market, seats="12:13:1;48:13:2;30:15:3")
    assert [position.points(seat) for seat in range(3)] == [16, 51, 30]


def test_both_colours_of_a_player_count() -> None:
    market = """
    1>12v....
    ..2....
    3......
    .......
    .......
    .......
    .......
    """
    position = moment(market, seats="20:11+11:1;40:11+12:3", variant="2-before-shuffled-30")
    assert [position.points(seat) for seat in range(2)] == [24, 41]


def test_20_points_with_12_dirhams_beats_20_with_9() -> None:
    assert ranks((20, 20), (9, 12), ()) == (2, 1)


def test_20_and_12_twice_is_a_shared_rank() -> None:
    assert ranks((20, 20), (12, 12), ()) == (1, 1)


def test_ranks_are_counted_as_in_sport() -> None:
    assert ranks((20, 31, 20, 11), (10, 10, 10, 10), ()) == (2, 1, 2, 4)


def test_the_one_who_lasted_longest_stands_first_among_those_who_went_out() -> None:
    assert ranks((0, 40, 0, 0), (0, 30, 0, 0), (2, 0, 3)) == (3, 1, 4, 2)


def test_a_player_with_nothing_who_is_in_stands_above_those_who_went_out() -> None:
    assert ranks((0, 50, 0), (0, 40, 0), (2,)) == (2, 1, 3)


def test_a_b_eliminated_on_turn_8_c_resigning_on_turn_19() -> None:
    """Three players A, B, C: A wins, C is second, B third."""
    market = """
    .......
    .......
    .......
    .......
    ...1>1..
    .......
    .......
    """
    position = moment(market, phase="roll", mover=2, turn=8, seats="59:12:1;1:13:2;30:13:3")
    position = position.play(position.legal_actions()[0])
    while position.turn < 19:
        position = play_turn(position, "R", 1)
    over = position.play(Leave(2, "resigned"))
    assert over.phase is Phase.OVER
    assert over.outcome is not None
    assert over.outcome.ranks == (1, 3, 2)
    assert over.gone == (1, 2)


def test_the_outcome_tells_ranks_points_and_dirhams() -> None:
    position = moment(phase="lay", roll="1", mover=3, seats="29:0:-;31:0:-;30:1:3")
    over = position.play(position.legal_actions()[0])
    assert over.outcome == Outcome(False, ranks=(3, 2, 1), points=(29, 31, 32), dirhams=(29, 31, 30))


def test_there_is_no_outcome_before_the_end() -> None:
    assert moment().outcome is None
