"""Positions as text: what is accepted, and what is refused with which code."""

import pickle
from typing import Any

import pytest

from games.rules import Arrange, IllegalPosition, Leave, Phase, Position, PositionCode, Status, Turn, Variant
from tests.rules.table import BARE, moment


def test_the_start_of_a_game_of_three() -> None:
    assert Position.start(Variant(players=3)).to_text() == (
        "......./......./......./......./......./......./....... d4S 1 turn 1 - "
        "30:15:1;30:15:2;30:15:3 - 3-before-shuffled-30"
    )


def test_the_market_tells_which_rugs_are_whole() -> None:
    market = """
    1>11v....
    ..1....
    2.2>2...
    .......
    .......
    .......
    3.....4
    """
    position = moment(market, seats="30:10:1;30:10:2;30:10:3;30:10:4", variant="4-before-shuffled-30")
    assert position.rugs.whole_rugs() == ((0, 1), (2, 9), (16, 17))
    assert position.rugs.single_halves() == (14, 42, 48)
    assert position.rugs.colour_at(42) == 3
    assert "1>11v..../..1..../2.2>2.../" in position.to_text()


def test_every_field_is_read() -> None:
    text = (
        "......./......./......./......./......./......./3>3..... b6W 17 lay 3 4 "
        "42:3:1;resigned:48;30:9:3;eliminated:0 4,2 4-after-shuffled-30-own"
    )
    position = Position.from_text(text)
    assert position.to_text() == text
    assert (position.turn, position.phase, position.mover, position.roll) == (17, Phase.LAY, 2, 4)
    assert position.assam.to_text() == "b6W"
    assert [seat.status for seat in position.seats] == ["in", "resigned", "in", "eliminated"]
    assert [seat.dirhams for seat in position.seats] == [42, 0, 30, 0]
    assert position.seats[1].set_aside == 48
    assert position.gone == (3, 1)
    assert position.variant == Variant(4, "after", "shuffled", 30, True)


def test_a_pile_half_known_to_nobody_and_known_to_its_arranger() -> None:
    position = moment(seats="30:2+2:1:221;30:2+2:3:???", variant="2-before-arranged-30")
    assert (position.seats[0].pile, position.seats[1].pile) == ((2, 2, 1), (0, 0, 0))


def test_piles_still_to_be_arranged() -> None:
    start = Position.start(Variant(colours="arranged"))
    assert start.to_text().split()[6] == "30:12+12:-:-;30:12+12:-:-"
    one = start.play(Arrange(1, (1, 2) * 12))
    assert one.to_text().split()[6] == f"30:12+12:-:{'12' * 12};30:12+12:-:-"
    assert Position.from_text(one.to_text()) == one


def test_a_game_called_off() -> None:
    over = Position.start(Variant(players=3)).play(Leave(0, "time"))
    assert over.to_text().split()[3] == "called-off"
    assert Position.from_text(over.to_text()) == over


def test_a_position_set_up_by_hand_plays_on() -> None:
    position = moment(phase="turn").play(Turn("R"))
    assert position.seats[0].status is Status.IN
    assert position.assam.to_text() == "d4W"


def refused(**fields: Any) -> PositionCode:
    with pytest.raises(IllegalPosition) as refusal:
        moment(**fields)
    assert str(refusal.value)
    code = refusal.value.code
    assert isinstance(code, PositionCode)
    return code


TWO = "2-before-shuffled-30"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        # how it is written
        ({"market": BARE.replace(".......", "......", 1)}, PositionCode.SYNTAX),
        ({"market": BARE.replace(".......", "5......", 1)}, PositionCode.SYNTAX),
        ({"market": BARE.replace(".......", ".>......", 1)}, PositionCode.SYNTAX),
        ({"assam": "h4S"}, PositionCode.SYNTAX),
        ({"assam": "d4"}, PositionCode.SYNTAX),
        ({"phase": "dance"}, PositionCode.SYNTAX),
        ({"mover": "x"}, PositionCode.SYNTAX),
        ({"turn": "01"}, PositionCode.SYNTAX),
        ({"turn": "٣"}, PositionCode.SYNTAX),
        ({"roll": "x"}, PositionCode.SYNTAX),
        ({"seats": "30:15:1;30:15:2"}, PositionCode.SYNTAX),
        ({"seats": "30:15:1;30:15:2;30:15"}, PositionCode.SYNTAX),
        ({"seats": "30:7+8:1;30:15:2;30:15:3"}, PositionCode.SYNTAX),
        ({"seats": "30:12:1;30:12+12:3", "variant": TWO}, PositionCode.SYNTAX),
        ({"gone": "x"}, PositionCode.SYNTAX),
        ({"variant": "3-before-arranged-30"}, PositionCode.VARIANT),
        ({"variant": "3"}, PositionCode.VARIANT),
        # rugs
        ({"market": BARE.replace(".......", "4......", 1)}, PositionCode.COLOUR),
        ({"market": BARE.replace(".......", "......1>", 1)}, PositionCode.WHOLE_RUG),
        ({"market": BARE.strip()[:-1] + "1v"}, PositionCode.WHOLE_RUG),
        ({"market": BARE.replace(".......", "1>......", 1)}, PositionCode.WHOLE_RUG),
        ({"market": BARE.replace(".......", "1>2.....", 1)}, PositionCode.WHOLE_RUG),
        ({"market": BARE.replace(".......", "1>1>1....", 1)}, PositionCode.WHOLE_RUG),
        ({"market": BARE.replace(".......", "1>1.....", 1)}, PositionCode.RUGS),
        ({"market": BARE.replace(".......", "1111111"), "seats": "30:1:1;30:1:2;30:1:3"}, PositionCode.RUGS),
        ({"seats": "30:16:1;30:15:2;30:15:3"}, PositionCode.RUGS),
        ({"seats": "30:13+5:1;30:12+12:3", "variant": TWO}, PositionCode.RUGS),
        # players
        ({"seats": "31:15:1;30:15:2;30:15:3"}, PositionCode.DIRHAMS),
        ({"seats": "29:15:1;30:15:2;30:15:3"}, PositionCode.DIRHAMS),
        ({"seats": "30:15:1;30:15:2;time:30"}, PositionCode.GONE),
        ({"gone": "3"}, PositionCode.GONE),
        ({"seats": "30:15:1;30:15:2;time:30", "gone": "3,3"}, PositionCode.GONE),
        ({"seats": "time:30;time:30;time:30", "gone": "1,2,3", "phase": "over"}, PositionCode.GONE),
        ({"turn": 0}, PositionCode.TURN),
        ({"mover": 0}, PositionCode.MOVER),
        ({"mover": 4}, PositionCode.MOVER),
        ({"mover": 3, "seats": "30:15:1;30:15:2;time:30", "gone": "3"}, PositionCode.MOVER),
        ({"seats": "30:0:-;30:15:2;30:15:3"}, PositionCode.MOVER),
        # what is due
        ({"roll": "3"}, PositionCode.ROLL),
        ({"phase": "roll", "roll": "3"}, PositionCode.ROLL),
        ({"phase": "lay"}, PositionCode.ROLL),
        ({"phase": "lay", "roll": "5"}, PositionCode.ROLL),
        ({"variant": "3-after-shuffled-30"}, PositionCode.ROLL),
        ({"phase": "over"}, PositionCode.PHASE),
        ({"seats": "30:0:-;30:0:-;30:0:-"}, PositionCode.PHASE),
        ({"seats": "30:0:-;30:0:-;30:0:-", "phase": "called-off"}, PositionCode.PHASE),
        ({"seats": "30:5:1;time:30;time:30", "gone": "2,3"}, PositionCode.PHASE),
        ({"phase": "draw", "seats": "30:5:-;30:5:2;30:5:3"}, PositionCode.NEXT_COLOUR),
        ({"phase": "draw", "variant": TWO}, PositionCode.PHASE),
        ({"phase": "draw", "roll": "2", "seats": "30:5+5:1;30:5+5:-", "variant": TWO}, PositionCode.PHASE),
        ({"phase": "arrange", "variant": TWO, "seats": "30:12+12:-;30:12+12:-"}, PositionCode.PHASE),
        ({"phase": "arrange", "variant": "2-before-arranged-30", "seats": "30:12+12:-:-;30:12+12:-:-"}, "phase"),
        # next rugs and piles
        ({"seats": "30:15:2;30:15:2;30:15:3"}, PositionCode.NEXT_COLOUR),
        ({"seats": "30:15:-;30:15:2;30:15:3"}, PositionCode.NEXT_COLOUR),
        ({"seats": "30:12+12:-;30:12+12:3", "variant": TWO}, PositionCode.NEXT_COLOUR),
        ({"seats": "30:0+12:1;30:12+12:3", "variant": TWO}, PositionCode.NEXT_COLOUR),
        ({"seats": "30:2+1:1:21;30:12+12:3", "variant": TWO}, PositionCode.PILE),
        ({"seats": "30:2+1:1:-;30:2+1:3:34", "variant": "2-before-arranged-30"}, PositionCode.PILE),
        ({"seats": "30:2+1:1:22;30:2+1:3:34", "variant": "2-before-arranged-30"}, PositionCode.PILE),
        ({"seats": "30:2+1:1:211;30:2+1:3:34", "variant": "2-before-arranged-30"}, PositionCode.PILE),
        ({"seats": "30:2+1:1:???;30:2+1:3:34", "variant": "2-before-arranged-30"}, PositionCode.PILE),
        ({"seats": "30:2+1:1;30:2+1:3:34", "variant": "2-before-arranged-30"}, PositionCode.PILE),
    ],
)
def test_what_does_not_fit_together_is_refused(fields: dict[str, Any], code: str) -> None:
    assert refused(**fields) == code


@pytest.mark.parametrize("text", ["", " ", "x" * 10_000, None, 7, b"", "a b c d e f g h i"])
def test_what_is_no_position_at_all(text: Any) -> None:
    with pytest.raises(IllegalPosition) as refusal:
        Position.from_text(text)
    assert refusal.value.code in (PositionCode.SYNTAX, PositionCode.VARIANT)


def test_a_refusal_survives_the_way_to_another_process() -> None:
    with pytest.raises(IllegalPosition) as refusal:
        Position.from_text("")
    copy = pickle.loads(pickle.dumps(refusal.value))
    assert (copy.code, str(copy)) == (refusal.value.code, str(refusal.value))
