"""The option ``after``: roll, walk, pay, lay, and only then turn Assam."""

import pytest

from games.rules import (
    ActionCode,
    Dice,
    IllegalAction,
    Lay,
    Leave,
    Phase,
    Position,
    Roll,
    Status,
    Turn,
    Variant,
    settle,
)
from tests.rules.table import moment

AFTER = "3-after-shuffled-30"


def test_the_first_roll_is_made_at_the_start_without_turning() -> None:
    start = Position.start(Variant(3, "after"))
    assert start.phase is Phase.ROLL
    with pytest.raises(IllegalAction) as refusal:
        start.play(Turn("L"))
    assert refusal.value.code == ActionCode.WRONG_PHASE


def test_a_turn_is_roll_lay_turn() -> None:
    rolled = Position.start(Variant(3, "after")).play(Roll(2))
    assert (rolled.phase, rolled.assam.to_text(), rolled.mover) == (Phase.LAY, "d6S", 0)
    laid = rolled.play(Lay("d7", "e7"))
    assert (laid.phase, laid.mover, laid.turn, laid.roll) == (Phase.TURN, 0, 1, 2)
    turned = laid.play(Turn("L"))
    assert (turned.phase, turned.mover, turned.turn, turned.roll) == (Phase.ROLL, 1, 2, None)
    assert turned.play(Roll(1)).assam.to_text() == "e6E"


def test_after_the_last_rug_of_the_game_assam_is_not_turned() -> None:
    before = moment(phase="lay", roll="1", seats="30:1:1;30:0:-;30:0:-", variant=AFTER)
    over = before.play(Lay("d5", "d6"))
    assert over.phase is Phase.OVER
    assert over.assam == before.assam


def test_after_his_own_last_rug_a_player_still_turns_assam() -> None:
    before = moment(phase="lay", roll="1", seats="30:1:1;30:1:2;30:1:3", variant=AFTER)
    turning = before.play(Lay("d5", "d6"))
    assert (turning.phase, turning.mover) == (Phase.TURN, 0)
    assert turning.play(Turn("R")).mover == 1


def test_when_the_last_player_with_rugs_leaves_before_the_turning_the_game_is_over() -> None:
    before = moment(phase="turn", roll="1", mover=3, seats="30:0:-;30:0:-;30:0:-;30:1:4", variant="4-after-shuffled-30")
    assert before.play(Leave(3, "resigned")).phase is Phase.OVER


@pytest.mark.parametrize(("phase", "roll"), [("roll", "-"), ("lay", "3"), ("turn", "3")])
def test_when_the_mover_leaves_the_next_player_walks_the_way_assam_faces(phase: str, roll: str) -> None:
    before = moment(assam="b2E", phase=phase, roll=roll, seats="30:9:1;30:9:2;30:9:3", variant=AFTER)
    after = before.play(Leave(0, "resigned"))
    assert (after.phase, after.mover, after.turn, after.roll) == (Phase.ROLL, 1, 21, None)
    assert after.assam.to_text() == "b2E"


def test_when_the_mover_is_eliminated_the_next_player_rolls_at_once() -> None:
    market = """
    .......
    .......
    .......
    .......
    .......
    .......
    ...3>3..
    """
    before = moment(market, "c7E", "roll", seats="1:9:1;59:9:2;30:9:3", variant=AFTER)
    after = before.play(Roll(1))
    assert after.seats[0].status is Status.ELIMINATED
    assert (after.phase, after.mover, after.turn) == (Phase.ROLL, 1, 21)
    assert after.assam.to_text() == "d7E"


def test_one_action_may_be_followed_by_several_rolls() -> None:
    """Wherever the dice lead from d4 to the south, two poor players land on a rug of the third."""
    market = """
    .......
    .......
    ....3v..
    ....3..
    ...3v3v..
    ...33..
    ...3>3..
    """
    seats = "1:8:1;1:8:2;117:8:3;1:8:4"
    before = moment(market, phase="turn", mover=4, roll="1", seats=seats, variant="4-after-shuffled-30")
    turned = before.play(Turn("S"))
    for seed in range(20):
        dice = Dice(bytes([seed] * 32), "7", ["a", "b", "c", "d"])
        after, chance, k = settle(turned, dice, 40)
        assert [type(action) for action in chance] == [Roll, Roll, Roll]
        assert k == 43
        assert after.gone == (0, 1)
        assert (after.phase, after.mover, after.turn) == (Phase.LAY, 2, 23)
