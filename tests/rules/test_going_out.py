"""RULES.md, "Going out", with the game called off."""

import pytest

from games.rules import ActionCode, CallOff, IllegalAction, Lay, Leave, Phase, Position, Roll, Status, Turn, Variant
from tests.rules.table import EVERYBODY_IN, moment, play_turn

MARKET = """
.......
.......
.......
.......
...2>2..
...3...
...3...
"""
SEATS = "10:14:1;40:13:2;40:12:3"


def test_a_leaver_loses_rugs_points_and_dirhams() -> None:
    after = moment(MARKET, seats=SEATS).play(Leave(1, "resigned"))
    leaver = after.seats[1]
    assert (leaver.status, leaver.dirhams, leaver.set_aside, leaver.rugs) == (Status.RESIGNED, 0, 40, 0)
    assert after.points(1) == 0
    assert after.next_colour(1) is None
    assert after.gone == (1,)


def test_a_leavers_rugs_stay_and_cost_nobody_anything() -> None:
    before = moment(MARKET, phase="roll", seats=SEATS)
    assert before.toll(1) is not None
    after = before.play(Leave(1, "time"))
    assert after.rugs == before.rugs
    assert after.toll(1) is None


@pytest.mark.parametrize("phase", ["turn", "roll", "lay"])
def test_not_on_move_the_movers_phase_is_unchanged(phase: str) -> None:
    before = moment(MARKET, phase=phase, roll="1" if phase == "lay" else "-", seats=SEATS)
    after = before.play(Leave(2, "resigned"))
    assert (after.phase, after.mover, after.turn, after.roll) == (before.phase, 0, 20, before.roll)


@pytest.mark.parametrize("phase", ["turn", "roll", "lay"])
def test_on_move_what_was_done_stands_and_the_next_player_begins(phase: str) -> None:
    before = moment(MARKET, "b2E", phase, roll="1" if phase == "lay" else "-", seats=SEATS)
    after = before.play(Leave(0, "time"))
    assert (after.phase, after.mover, after.turn, after.roll) == (Phase.TURN, 1, 21, None)
    assert after.assam.to_text() == "b2E"
    assert after.rugs == before.rugs
    assert after.seats[0].set_aside == 10


def test_an_eliminated_mover_lays_nothing() -> None:
    before = moment(MARKET, phase="roll", seats="1:14:1;49:13:2;40:12:3")
    after = before.play(Roll(1))
    assert after.seats[0].status is Status.ELIMINATED
    assert (after.phase, after.mover, after.turn) == (Phase.TURN, 1, 21)
    assert after.assam.to_text() == "d5S"
    assert after.rugs == before.rugs
    assert [seat.dirhams for seat in after.seats] == [0, 50, 40]


def test_the_turn_passes_over_players_who_are_out() -> None:
    before = moment(seats="30:9:1;resigned:30;30:9:3;30:9:4", gone="2", variant="4-before-shuffled-30")
    assert before.play(Leave(0, "time")).mover == 2
    assert play_turn(before).mover == 2


def test_nobody_goes_out_twice() -> None:
    after = moment(MARKET, seats=SEATS).play(Leave(1, "resigned"))
    with pytest.raises(IllegalAction) as refusal:
        after.play(Leave(1, "time"))
    assert refusal.value.code == ActionCode.ALREADY_OUT


def test_only_those_who_sit_there_leave() -> None:
    with pytest.raises(IllegalAction) as refusal:
        Position.start(Variant(players=3)).play(Leave(3, "resigned"))
    assert refusal.value.code == ActionCode.NO_SUCH_SEAT


@pytest.mark.parametrize("leaver", [0, 1])
@pytest.mark.parametrize("phase", ["turn", "roll", "lay"])
def test_when_one_player_is_left_the_game_is_over(phase: str, leaver: int) -> None:
    before = moment(
        phase=phase,
        roll="4" if phase == "lay" else "-",
        seats="30:7+7:1;30:7+8:3",
        variant="2-before-swapped-30",
    )
    after = before.play(Leave(leaver, "resigned"))
    assert after.phase is Phase.OVER
    assert after.mover == 0
    assert after.turn == 20
    assert after.outcome is not None
    assert after.outcome.ranks == ((2, 1) if leaver == 0 else (1, 2))


def test_leaving_while_a_rug_is_due_ends_a_game_of_two() -> None:
    before = moment(phase="draw", roll="3", seats="30:7+7:-;30:7+8:3", variant="2-before-shuffled-30")
    assert before.play(Leave(0, "time")).phase is before.play(Leave(1, "time")).phase is Phase.OVER


def test_when_no_player_still_in_has_a_rug_the_game_is_over_in_whatever_phase() -> None:
    before = moment(phase="lay", roll="3", mover=4, seats="30:0:-;30:0:-;30:0:-;30:1:4", variant="4-before-shuffled-30")
    after = before.play(Leave(3, "time"))
    assert after.phase is Phase.OVER
    assert after.outcome is not None
    assert after.outcome.ranks == (1, 1, 1, 4)


def test_an_elimination_too_can_leave_nobody_with_a_rug() -> None:
    market = """
    .......
    .......
    .......
    .......
    ...1...
    .......
    .......
    """
    before = moment(market, phase="roll", mover=3, seats="45:0:-;45:0:-;0:1:3")
    after = before.play(Roll(1))
    assert after.phase is Phase.OVER
    assert after.outcome is not None
    assert after.outcome.ranks == (1, 2, 3)  # 46 points before 45
    assert after.outcome.points == (46, 45, 0)


# Called off


def called_off(position: Position) -> bool:
    outcome = position.outcome
    return outcome is not None and outcome.called_off and outcome.ranks is None


def test_time_running_out_in_the_first_turn_calls_the_game_off() -> None:
    start = Position.start(Variant(players=3))
    for position in (start, start.play(Turn("L")), start.play(Turn("L")).play(Roll(1))):
        for seat in (0, 1, 2):
            over = position.play(Leave(seat, "time"))
            assert over.phase is Phase.OVER
            assert called_off(over)
            assert over.gone == ()


def test_it_is_called_off_until_every_player_has_finished_a_turn() -> None:
    position = Position.start(Variant(players=3), first=1)
    position = play_turn(play_turn(position))
    assert position.mover == 0
    laying = position.play(Turn("S")).play(Roll(1))
    assert called_off(laying.play(Leave(1, "time")))
    finished = laying.play(laying.legal_actions()[0])
    after = finished.play(Leave(1, "time"))
    assert (after.phase, after.seats[0].status, after.gone) == (Phase.TURN, Status.IN, (1,))


def test_resigning_in_the_first_turn_is_going_out() -> None:
    after = Position.start(Variant(players=3)).play(Leave(0, "resigned"))
    assert (after.phase, after.mover, after.turn, after.gone) == (Phase.TURN, 1, 2, (0,))


def test_a_player_who_resigned_before_his_first_turn_is_not_waited_for() -> None:
    position = play_turn(Position.start(Variant(players=3))).play(Leave(1, "resigned"))
    assert called_off(position.play(Leave(0, "time")))
    position = play_turn(position)
    assert not called_off(position.play(Leave(0, "time")))


def test_in_after_a_first_turn_is_finished_by_turning_assam() -> None:
    position = Position.start(Variant(2, "after", "swapped"))
    for _ in range(2):
        position = position.play(Roll(1))
        position = position.play(position.legal_actions()[0])
        assert position.phase is Phase.TURN
        assert called_off(position.play(Leave(0, "time")))
        position = position.play(Turn("S"))
    assert not called_off(position.play(Leave(0, "time")))


def test_a_rug_still_to_be_turned_up_belongs_to_the_turn() -> None:
    before = moment(phase="draw", mover=2, roll="3", seats="30:11+12:1;30:11+12:-", variant="2-before-shuffled-30")
    assert called_off(before.play(Leave(0, "time")))


def test_time_running_out_while_arranging_calls_the_game_off() -> None:
    start = Position.start(Variant(colours="arranged"))
    assert called_off(start.play(Leave(1, "time")))


def test_resigning_while_arranging_ends_the_game() -> None:
    after = Position.start(Variant(colours="arranged")).play(Leave(1, "resigned"))
    assert after.outcome is not None
    assert after.outcome.ranks == (1, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_can_agree_to_call_it_off_at_any_time(players: int) -> None:
    before = moment(variant=f"{players}-before-shuffled-30", seats=EVERYBODY_IN[players])
    for position in (before, before.play(Turn("L")), before.play(Turn("L")).play(Roll(1))):
        assert called_off(position.play(CallOff()))


def test_a_game_called_off_keeps_its_market_and_its_players() -> None:
    before = moment(MARKET, seats="10:14:1;resigned:40;40:12:3", gone="2")
    over = before.play(CallOff())
    assert (over.rugs, over.seats, over.gone) == (before.rugs, before.seats, (1,))
    assert over.outcome is not None
    assert over.outcome.points == (10, 0, 42)
    assert over.outcome.dirhams == (10, 0, 40)


def test_leaving_after_the_last_laying_but_one() -> None:
    """Once A has laid his last rug and B leaves, C lays the last of all."""
    before = moment(phase="lay", roll="1", seats="30:1:1;30:1:2;30:1:3")
    after = before.play(Lay("d5", "d6")).play(Leave(1, "resigned"))
    assert (after.phase, after.mover) == (Phase.TURN, 2)
    assert play_turn(after, "L").phase is Phase.OVER
