"""The rules of Marrakech as a library: frozen values, legal actions, text in and out.

It needs nothing but the standard library. RULES.md says how the game goes.

>>> from games.rules import Lay, Position, Roll, Turn, Variant
>>> start = Position.start(Variant(players=3))
>>> start.play(Turn("L")).play(Roll(3)).play(Lay("g5", "g6")).mover
1
"""

from games.rules.actions import (
    FACES,
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
from games.rules.codes import action_from_text, action_to_text
from games.rules.consistency import IllegalPosition, PositionCode
from games.rules.dice import ALGORITHM, LONGEST_CONTRIBUTION, SEED_BYTES, Dice, arranged_draw, commitment, settle
from games.rules.errors import Code, RulesError
from games.rules.market import NAMES, SQUARES, Assam, Heading, Step, Walk, square_named
from games.rules.moment import Phase
from games.rules.outcome import Outcome
from games.rules.paying import Toll
from games.rules.position import Position
from games.rules.record import DiceTags, IllegalRecord, Record, RecordCode
from games.rules.rugs import COLOURS, Rugs
from games.rules.seat import UNKNOWN, Seat, Status
from games.rules.variant import LEAST_DIRHAMS, MOST_DIRHAMS, PLAYERS, IllegalVariant, Variant, VariantCode

__all__ = [
    "ALGORITHM",
    "COLOURS",
    "FACES",
    "LEAST_DIRHAMS",
    "LONGEST_CONTRIBUTION",
    "MOST_DIRHAMS",
    "NAMES",
    "PLAYERS",
    "SEED_BYTES",
    "SQUARES",
    "UNKNOWN",
    "Action",
    "ActionCode",
    "Arrange",
    "Assam",
    "CallOff",
    "Code",
    "Dice",
    "DiceTags",
    "Draw",
    "Heading",
    "IllegalAction",
    "IllegalPosition",
    "IllegalRecord",
    "IllegalVariant",
    "Lay",
    "Leave",
    "Outcome",
    "Phase",
    "Position",
    "PositionCode",
    "Record",
    "RecordCode",
    "Roll",
    "Rugs",
    "RulesError",
    "Seat",
    "Status",
    "Step",
    "Toll",
    "Turn",
    "Variant",
    "VariantCode",
    "Walk",
    "action_from_text",
    "action_to_text",
    "arranged_draw",
    "commitment",
    "settle",
    "square_named",
]
