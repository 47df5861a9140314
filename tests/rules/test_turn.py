"""RULES.md, "A turn": what comes after what."""

from typing import Any

import pytest

from games.rules import (
    Action,
    ActionCode,
    Arrange,
    CallOff,
    Draw,
    IllegalAction,
    Lay,
    Leave,
    Phase,
    Position,
    Roll,
    Turn,
    Variant,
)
from tests.rules.table import moment, play_turn


def refused(position: Position, action: Action) -> str:
    with pytest.raises(IllegalAction) as refusal:
        position.play(action)
    assert str(refusal.value)
    return refusal.value.code


def test_a_turn_is_turn_roll_lay() -> None:
    start = Position.start(Variant(players=3))
    turned = start.play(Turn("L"))
    assert (turned.phase, turned.assam.to_text()) == (Phase.ROLL, "d4E")
    walked = turned.play(Roll(3))
    assert (walked.phase, walked.assam.to_text(), walked.roll) == (Phase.LAY, "g4E", 3)
    laid = walked.play(Lay("g5", "g6"))
    assert (laid.phase, laid.mover, laid.turn, laid.roll) == (Phase.TURN, 1, 2, None)
    assert laid.seats[0].rugs == 14
    assert laid.rugs.whole_rugs() == ((34, 41),)


def test_play_is_clockwise_in_seat_order() -> None:
    position = Position.start(Variant(players=4), first=2)
    movers = []
    for _ in range(6):
        movers.append(position.mover)
        position = play_turn(position, "R")
    assert movers == [2, 3, 0, 1, 2, 3]
    assert position.turn == 7


def test_playing_leaves_the_moment_before_as_it_was() -> None:
    start = Position.start(Variant(players=3))
    start.play(Turn("L")).play(Roll(3)).play(Lay("g5", "g6"))
    assert start == Position.start(Variant(players=3))


def test_what_may_be_done_in_each_phase() -> None:
    start = Position.start(Variant(players=3))
    assert start.legal_actions() == (Turn("L"), Turn("S"), Turn("R"))
    assert start.movers == (0,)
    rolling = start.play(Turn("S"))
    assert rolling.legal_actions() == (Roll(1), Roll(2), Roll(3), Roll(4))
    assert rolling.movers == ()
    laying = rolling.play(Roll(1))
    assert len(laying.legal_actions()) == 12
    assert laying.movers == (0,)


def test_the_die_has_two_twos_and_two_threes() -> None:
    rolling = Position.start(Variant(players=3)).play(Turn("S"))
    assert rolling.chances() == ((Roll(1), 1), (Roll(2), 2), (Roll(3), 2), (Roll(4), 1))
    assert Position.start(Variant(players=3)).chances() == ()


def test_nothing_else_is_due() -> None:
    turning = Position.start(Variant(players=3))
    not_turning: tuple[Action, ...] = (Roll(1), Lay("d5", "d6"), Draw(0, 1), Arrange(0, (3,) * 12 + (4,) * 12))
    for action in not_turning:
        assert refused(turning, action) == ActionCode.WRONG_PHASE
    rolling = turning.play(Turn("S"))
    not_rolling: tuple[Action, ...] = (Turn("S"), Lay("d5", "d6"))
    for action in not_rolling:
        assert refused(rolling, action) == ActionCode.WRONG_PHASE


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    over = Position.start(Variant(players=2, colours="swapped")).play(Leave(0, "resigned"))
    for action in (Turn("S"), Roll(1), Lay("d5", "d6"), Draw(0, 1), Leave(1, "time"), CallOff()):
        assert refused(over, action) == ActionCode.OVER
    assert not over.legal_actions()
    assert not over.movers
    assert not over.chances()


@pytest.mark.parametrize("action", [None, "L", 3, ("d5", "d6"), Turn])
def test_what_is_no_action_is_refused(action: Any) -> None:
    assert refused(Position.start(Variant()), action) == ActionCode.NOT_AN_ACTION


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        (Turn, ("N",), ActionCode.NO_SUCH_TURN),
        (Turn, ("LL",), ActionCode.NO_SUCH_TURN),
        (Turn, (["L"],), ActionCode.NO_SUCH_TURN),
        (Roll, (0,), ActionCode.NO_SUCH_FACE),
        (Roll, (5,), ActionCode.NO_SUCH_FACE),
        (Roll, (2.0,), ActionCode.NO_SUCH_FACE),
        (Roll, (True,), ActionCode.NO_SUCH_FACE),
        (Roll, (10**30,), ActionCode.NO_SUCH_FACE),
        (Draw, (4, 1), ActionCode.NO_SUCH_SEAT),
        (Draw, (0, 5), ActionCode.NO_SUCH_COLOUR),
        (Draw, (0, None), ActionCode.NO_SUCH_COLOUR),
        (Lay, ("d5", "h1"), ActionCode.NO_SUCH_SQUARE),
        (Lay, (None, {}), ActionCode.NO_SUCH_SQUARE),
        (Lay, ("d5", "d5"), ActionCode.NOT_A_RUG),
        (Lay, ("d5", "e6"), ActionCode.NOT_A_RUG),
        (Lay, ("g1", "a2"), ActionCode.NOT_A_RUG),
        (Arrange, (0, "34" * 12), ActionCode.BAD_PILE),
        (Arrange, (0, (3,) * 23), ActionCode.BAD_PILE),
        (Arrange, (0, (3,) * 23 + ("4",)), ActionCode.BAD_PILE),
        (Arrange, (None, (3,) * 24), ActionCode.NO_SUCH_SEAT),
        (Leave, (-1, "time"), ActionCode.NO_SUCH_SEAT),
        (Leave, ("0", "time"), ActionCode.NO_SUCH_SEAT),
        (Leave, (0, "bored"), ActionCode.NO_SUCH_REASON),
        (Leave, (0, None), ActionCode.NO_SUCH_REASON),
    ],
)
def test_garbage_makes_no_action(kind: type[Any], fields: tuple[Any, ...], code: ActionCode) -> None:
    with pytest.raises(IllegalAction) as refusal:
        kind(*fields)
    assert refusal.value.code is code


def test_a_refusal_may_be_named_by_its_word() -> None:
    refusal = IllegalAction("not_your_turn")
    assert refusal.code is ActionCode.NOT_YOUR_TURN
    assert str(refusal) == "Another player is due."


def test_a_turn_comes_only_to_a_player_with_a_rug_left() -> None:
    position = moment(seats="30:1:1;30:0:-;30:1:3")
    assert play_turn(position).mover == 2
