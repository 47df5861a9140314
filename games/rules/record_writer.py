r"""How the record of a game is written.

First the tags, one a line, each a name and a value in double quotes, in which ``\"`` and ``\\`` stand
for a quote and a backslash. Players are counted from 1.

======================  ================================================================
``Variant`` ``First``   the options of the table, as in ``2-before-shuffled-30``; who began
``Date``                the day of the game, ``2026-11-30``
``Player1`` ...         the players
``Dice``                the algorithm of the dice; then ``Game``, its number, ``Commitment``,
                        ``Contribution1`` ..., and ``Seed`` once the game is over
``Pile1`` ``Pile2``     in ``arranged``: that player's rugs from the top down, as his opponent put
                        them, the pile first put in order first; ``?`` as long as it is secret
``Open``                where there are piles, the rug of each player that was turned up and never
                        laid, as in ``1 4``; ``-`` for none
``Result``              the rank of each player, ``1 2``; ``*`` if the game goes on; ``called off``
``Points``              the points of each player
======================  ================================================================

Then the turns, one a line, in the order of play:

- ``1.`` is the number of the turn. ``L3``: Assam was turned left (``S``: not, ``R``: right), the die showed 3.
- ``d5e5``: where the rug was laid, the square beside Assam first. With two players its colour
  follows, ``d5e5/2``.
- ``out``: the mover could not pay and is out. ``resigns`` and ``time``: the mover leaves;
  ``player3:resigns`` if it was not player 3's turn. ``called-off``: the game was called off.

In ``after`` the order of a turn is ``1. 3 d5e5 L``. Rugs turned up are not written: the colours of
the layings and ``Open`` tell them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from games.rules.actions import Arrange, CallOff, Draw, Lay, Leave, Roll, Turn
from games.rules.dice import ALGORITHM
from games.rules.position import Position
from games.rules.record import DiceTags, Record

CALLED_OFF: Final = "called-off"
OUT: Final = "out"


def write_record(record: Record) -> str:
    """The record as text, with a newline at the end."""
    tags = [f'[{name} "{_escaped(value)}"]' for name, value in _tags(record)]
    return "\n".join([*tags, "", *_turns(record)]) + "\n"


def result_text(end: Position) -> str:
    """The value of the tag ``Result`` when the record ends so."""
    outcome = end.outcome
    if outcome is None:
        return "*"
    return "called off" if outcome.ranks is None else " ".join(map(str, outcome.ranks))


def points_text(end: Position) -> str:
    """The value of the tag ``Points``."""
    return " ".join(str(end.points(seat)) for seat in range(len(end.seats)))


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    yield "Variant", record.variant.to_text()
    yield "First", str(record.first + 1)
    if record.date is not None:
        yield "Date", record.date.isoformat()
    yield from _numbered("Player", record.names)
    if record.dice is not None:
        yield from _dice_tags(record.dice)
    for action in record.actions:
        if isinstance(action, Arrange):
            yield f"Pile{2 - action.seat}", "".join(map(str, action.pile))
    for arranger in record.unseen:
        yield f"Pile{2 - arranger}", "?"
    end = record.end
    if record.variant.has_piles:
        yield "Open", _open_text(record)
    yield "Result", result_text(end)
    yield "Points", points_text(end)
    yield from record.other


def _open_text(record: Record) -> str:
    """The rugs that were turned up and never laid."""
    tops = ["-", "-"]
    for position, action in zip(record.positions, record.actions, strict=False):
        if isinstance(action, Draw):
            tops[action.seat] = str(action.colour)
        elif isinstance(action, Lay):
            tops[position.mover] = "-"
    return " ".join(tops)


def _numbered(name: str, values: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for number, value in enumerate(values, start=1):
        yield f"{name}{number}", value


def _dice_tags(dice: DiceTags) -> Iterator[tuple[str, str]]:
    yield "Dice", ALGORITHM
    yield "Game", dice.game_number
    yield "Commitment", dice.commitment
    yield from _numbered("Contribution", dice.contributions)
    if dice.seed is not None:
        yield "Seed", dice.seed.hex()


def _turns(record: Record) -> Iterator[str]:
    """One line for each turn in which something is to be told."""
    turn, words = 0, list[str]()
    for action, (before, after) in zip(record.actions, pairwise(record.positions), strict=True):
        if before.turn != turn and words:
            yield f"{turn}. {' '.join(words)}"
            words = []
        turn = before.turn
        match action:
            case Turn(side):
                words.append(side)
            case Roll(face) if words and words[-1] in ("L", "S", "R"):
                words[-1] += str(face)
            case Roll(face):
                words.append(str(face))
            case Lay():
                words.append(_laying(before, action))
            case Leave(seat, why):
                leaves = "resigns" if why == "resigned" else why
                words.append(leaves if seat == before.mover else f"player{seat + 1}:{leaves}")
            case CallOff():
                words.append(CALLED_OFF)
        if isinstance(action, Roll) and after.gone != before.gone:
            words.append(OUT)
    if words:
        yield f"{turn}. {' '.join(words)}"


def _laying(before: Position, action: Lay) -> str:
    """The squares of a laying, the one beside Assam first, and with two players the colour."""
    colour = f"/{before.next_colour(before.mover)}" if len(before.seats) == 2 else ""
    return f"{''.join(before.beside_first(action))}{colour}"
