"""What can be done in a game: decisions, chance, leaving, and calling the game off.

Actions are plain frozen values that check only their own shape; whether one is possible now is
for ``Position.play`` to say. Seats count from 0. Chance is explicit: ``Roll`` and ``Draw`` are
actions that nobody decides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from games.rules.errors import Code, RulesError
from games.rules.market import LONGEST_WALK, NAMES, square_named
from games.rules.rugs import COLOURS, PLACE_OF, PLACES
from games.rules.variant import PLAYERS

SIDES: Final = ("L", "S", "R")
FACES: Final = (1, 2, 2, 3, 3, 4)
"""The six faces of the die, in the order in which the dice stream counts them."""

PILE: Final = 24
"""The rugs of one player's pile at the start."""

RESIGNED: Final = "resigned"
TIME: Final = "time"
REASONS: Final = (RESIGNED, TIME)


class ActionCode(Code):
    """Why an action is refused."""

    NOT_AN_ACTION = "not_an_action", "There is no such action."
    OVER = "over", "The game is over."
    WRONG_PHASE = "wrong_phase", "That is not what is due now."
    NOT_YOUR_TURN = "not_your_turn", "Another player is due."
    NO_SUCH_SEAT = "no_such_seat", "There is no such seat at this table."
    NO_SUCH_TURN = "no_such_turn", "Assam is turned left or right or not at all, never back."
    NO_SUCH_FACE = "no_such_face", "The die has no such face."
    NO_SUCH_COLOUR = "no_such_colour", "There is no such colour."
    NOT_IN_PILE = "not_in_pile", "No rug of that colour can come up from the pile."
    NO_SUCH_SQUARE = "no_such_square", "There is no such square in the market."
    NOT_A_RUG = "not_a_rug", "A rug lies on two squares that share a side."
    UNDER_ASSAM = "under_assam", "A rug cannot lie under Assam."
    NOT_BESIDE_ASSAM = "not_beside_assam", "A rug is laid beside Assam."
    COVERS_WHOLE_RUG = "covers_whole_rug", "A rug may not cover both halves of another."
    BAD_PILE = "bad_pile", "An arrangement lists the opponent's rugs, twelve of either colour."
    ALREADY_ARRANGED = "already_arranged", "This player has arranged the pile already."
    NO_SUCH_REASON = "no_such_reason", "A player leaves by resigning or by running out of time."
    ALREADY_OUT = "already_out", "This player is out of the game already."


class IllegalAction(RulesError):
    """An action that cannot be played; ``code`` is an ActionCode.

    The code may be given as its word: ``IllegalAction("not_your_turn")``.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(ActionCode(code), detail)


def _is_whole(value: object, least: int, most: int) -> bool:
    """Whether ``value`` is an integer (True and 1.0 are not) from ``least`` to ``most``."""
    return type(value) is int and least <= value <= most


def _check_seat(seat: int) -> None:
    if not _is_whole(seat, 0, max(PLAYERS) - 1):
        raise IllegalAction(ActionCode.NO_SUCH_SEAT)


@dataclass(frozen=True, slots=True)
class Turn:
    """The mover turns Assam 90° left (``"L"``) or right (``"R"``), or leaves him (``"S"``)."""

    side: str

    def __post_init__(self) -> None:
        if type(self.side) is not str or self.side not in SIDES:
            raise IllegalAction(ActionCode.NO_SUCH_TURN)


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: the die shows ``face``, 1 to 4; Assam walks and the mover pays."""

    face: int

    def __post_init__(self) -> None:
        if not _is_whole(self.face, 1, LONGEST_WALK):
            raise IllegalAction(ActionCode.NO_SUCH_FACE)


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance, or an arranged pile: a rug of ``colour`` is turned up on the pile of ``seat``."""

    seat: int
    colour: int

    def __post_init__(self) -> None:
        _check_seat(self.seat)
        if not _is_whole(self.colour, 1, len(COLOURS)):
            raise IllegalAction(ActionCode.NO_SUCH_COLOUR)


@dataclass(frozen=True, slots=True)
class Lay:
    """The mover lays his next rug on two squares, given by name.

    The two squares are unordered: ``Lay("e5", "d5") == Lay("d5", "e5")``. ``place`` is the
    number of the place, as in ``games.rules.rugs.PLACES``.
    """

    first: str
    second: str
    place: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        try:
            squares = square_named(self.first), square_named(self.second)
        except ValueError:
            raise IllegalAction(ActionCode.NO_SUCH_SQUARE) from None
        if squares not in PLACE_OF:
            raise IllegalAction(ActionCode.NOT_A_RUG)
        first, second = sorted(squares)
        object.__setattr__(self, "first", NAMES[first])
        object.__setattr__(self, "second", NAMES[second])
        object.__setattr__(self, "place", PLACE_OF[squares])


@dataclass(frozen=True, slots=True)
class Arrange:
    """``seat`` puts the opponent's 24 rugs in order: their colours, from the top down."""

    seat: int
    pile: tuple[int, ...]

    def __post_init__(self) -> None:
        _check_seat(self.seat)
        if not isinstance(self.pile, (list, tuple)) or len(self.pile) != PILE:
            raise IllegalAction(ActionCode.BAD_PILE)
        if not all(_is_whole(colour, 1, len(COLOURS)) for colour in self.pile):
            raise IllegalAction(ActionCode.BAD_PILE)
        object.__setattr__(self, "pile", tuple(self.pile))


@dataclass(frozen=True, slots=True)
class Leave:
    """``seat`` goes out, on move or not; ``why`` is ``"resigned"`` or ``"time"``."""

    seat: int
    why: str

    def __post_init__(self) -> None:
        _check_seat(self.seat)
        if type(self.why) is not str or self.why not in REASONS:
            raise IllegalAction(ActionCode.NO_SUCH_REASON)


@dataclass(frozen=True, slots=True)
class CallOff:
    """The game is called off by agreement of all."""


Action = Turn | Roll | Draw | Lay | Arrange | Leave | CallOff

ALL_TURNS: Final = tuple(Turn(side) for side in SIDES)
ALL_ROLLS: Final = tuple(Roll(face) for face in sorted(set(FACES)))
ALL_LAYS: Final = tuple(Lay(NAMES[first], NAMES[second]) for first, second in PLACES)
"""One laying for every place, by the number of the place."""
