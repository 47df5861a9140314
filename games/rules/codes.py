"""One action as a short stable word, the form in which a move is stored.

====================  =====================================================
``L`` ``S`` ``R``     Assam is turned, or left straight
``1`` ``2`` ``3`` ``4``  the face thrown
``d5e5``              a rug is laid
``draw:0:1``          seat 0 turns up a rug of colour 1
``pile:0:3443…``      seat 0 puts the opponent's rugs in this order
``leave:2:time``      seat 2 runs out of time (``resigned``: resigns)
``calloff``           the game is called off
====================  =====================================================

Seats count from 0, as everywhere in the code. A laying names its squares in the order of the
market; the record of a game, which knows where Assam stands, names the one beside him first.
"""

from __future__ import annotations

import re
from typing import Final

from games.rules.actions import (
    FACES,
    SIDES,
    Action,
    ActionCode,
    Arrange,
    CallOff,
    Draw,
    IllegalAction,
    Lay,
    Leave,
    Roll,
    Turn,
)

_CALL_OFF: Final = "calloff"
_SQUARES: Final = re.compile("([a-g][1-7])([a-g][1-7])")
_DRAW: Final = re.compile("draw:([0-3]):([1-4])")
_PILE: Final = re.compile("pile:([0-3]):([1-4]{1,24})")
_LEAVE: Final = re.compile("leave:([0-3]):([a-z]{1,8})")


def action_to_text(action: Action) -> str:
    """The word for an action."""
    match action:
        case Turn(side):
            text = side
        case Roll(face):
            text = str(face)
        case Lay(first, second):
            text = f"{first}{second}"
        case Draw(seat, colour):
            text = f"draw:{seat}:{colour}"
        case Arrange(seat, pile):
            text = f"pile:{seat}:{''.join(map(str, pile))}"
        case Leave(seat, why):
            text = f"leave:{seat}:{why}"
        case CallOff():
            text = _CALL_OFF
    return text


def action_from_text(text: str) -> Action:
    """The action that a word stands for; IllegalAction if it stands for none."""
    if not isinstance(text, str):
        raise IllegalAction(ActionCode.NOT_AN_ACTION)
    action: Action
    if text in SIDES:
        action = Turn(text)
    elif text in map(str, FACES):
        action = Roll(int(text))
    elif text == _CALL_OFF:
        action = CallOff()
    elif found := _SQUARES.fullmatch(text):
        action = Lay(found[1], found[2])
    elif found := _DRAW.fullmatch(text):
        action = Draw(int(found[1]), int(found[2]))
    elif found := _PILE.fullmatch(text):
        action = Arrange(int(found[1]), tuple(map(int, found[2])))
    elif found := _LEAVE.fullmatch(text):
        action = Leave(int(found[1]), found[2])
    else:
        raise IllegalAction(ActionCode.NOT_AN_ACTION)
    return action
