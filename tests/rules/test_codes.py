"""Actions as the short words in which moves are stored."""

from typing import Any

import pytest

from games.rules import (
    Action,
    Arrange,
    CallOff,
    Draw,
    IllegalAction,
    Lay,
    Leave,
    Roll,
    Turn,
    action_from_text,
    action_to_text,
)


@pytest.mark.parametrize(
    ("action", "word"),
    [
        (Turn("L"), "L"),
        (Turn("S"), "S"),
        (Turn("R"), "R"),
        (Roll(1), "1"),
        (Roll(4), "4"),
        (Lay("d5", "e5"), "d5e5"),
        (Lay("d5", "d6"), "d5d6"),
        (Draw(1, 3), "draw:1:3"),
        (Arrange(0, (3, 4) * 12), "pile:0:343434343434343434343434"),
        (Leave(1, "time"), "leave:1:time"),
        (Leave(3, "resigned"), "leave:3:resigned"),
        (CallOff(), "calloff"),
    ],
)
def test_each_action_has_a_word(action: Action, word: str) -> None:
    assert action_to_text(action) == word
    assert action_from_text(word) == action


def test_a_laying_may_be_written_either_way_round() -> None:
    assert action_from_text("e5d5") == Lay("d5", "e5")


@pytest.mark.parametrize(
    "word",
    [
        *("", "l", "LL", "0", "5", "L3", "٣", "d5", "d5e6", "d5h5", "d5e5 ", "\nd5e5", "D5E5"),
        *("draw:4:1", "draw:0:5", "draw:0", "pile:0:", "pile:0:34", "pile:0:" + "3" * 25, "pile:2:" + "5" * 24),
        *("leave:0:bored", "leave:4:time", "leave:0", "call-off", "x" * 100_000),
        *(None, 3, b"L", ["L"]),
    ],
)
def test_nothing_else_is_an_action(word: Any) -> None:
    with pytest.raises(IllegalAction):
        action_from_text(word)
