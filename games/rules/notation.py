"""A position as one line of text, in the spirit of chess's FEN.

Nine fields stand with a space between them; a player's number is counted from 1:

1. The market, rows 1 to 7 with ``/`` between them. A square is ``.`` if bare, else its colour; after
   the colour stands ``>`` if the half belongs to a whole rug with the square to its right, ``v`` if
   with the square below. A whole rug is marked on its first half only.
2. Assam: square and heading, ``d4S``.
3. The number of the turn.
4. The phase: ``arrange draw turn roll lay over``, or ``called-off``.
5. The mover.
6. The face thrown this turn, ``-`` before the roll.
7. The players in seat order with ``;`` between them. One who is in: dirhams, rugs left (of both
   colours with ``+`` between them) and the next colour, ``-`` if it is not turned up or there is none,
   as in ``30:12+11:1``; with an arranged pile also the colours below the top from the top down, ``?``
   for one not known, ``-`` as long as it is not arranged. One who is out: how he went out and what
   was set aside, ``resigned:12``.
8. The players who went out, the first first, as in ``3,1``; ``-`` if none.
9. The options of the table, ``2-before-shuffled-30``.

>>> from games.rules import Position, Variant
>>> Position.start(Variant(players=3)).to_text()
'......./......./......./......./......./......./....... d4S 1 turn 1 - 30:15:1;30:15:2;30:15:3 - 3-before-shuffled-30'
"""

from __future__ import annotations

import re
from typing import Final

from games.rules.consistency import IllegalPosition, PositionCode, check
from games.rules.market import NAMES, SIZE, SQUARES, Assam, Heading, square_named
from games.rules.moment import Phase
from games.rules.position import Position
from games.rules.rugs import PLACE_OF, PLACES, Rugs, members
from games.rules.seat import UNKNOWN, Seat, Status
from games.rules.variant import IllegalVariant, Variant

LONGEST_TEXT: Final = 400
"""No position takes more characters than this."""

_CALLED_OFF: Final = "called-off"
_NUMBER: Final = "(0|[1-9][0-9]{0,3})"
_ASSAM: Final = re.compile("([a-g][1-7])([NESW])")
_SQUARE: Final = re.compile(r"\.|[1-4][>v]?")
_IN: Final = re.compile(rf"{_NUMBER}:{_NUMBER}(?:\+{_NUMBER})?:([1-4]|-)(?::([1-4]+|\?+|-))?")
_OUT: Final = re.compile(rf"({Status.ELIMINATED}|{Status.RESIGNED}|{Status.TIME}):{_NUMBER}")


def write_position(position: Position) -> str:
    """The position in one line."""
    fields = (
        _market_text(position.rugs),
        position.assam.to_text(),
        str(position.turn),
        _CALLED_OFF if position.called_off else position.phase,
        str(position.mover + 1),
        str(position.roll or "-"),
        ";".join(_seat_text(seat) for seat in position.seats),
        ",".join(str(seat + 1) for seat in position.gone) or "-",
        position.variant.to_text(),
    )
    return " ".join(fields)


def read_position(text: str) -> Position:
    """The position that a line tells; IllegalPosition if it tells none, or one that cannot be."""
    fields = text.split(" ") if isinstance(text, str) and len(text) <= LONGEST_TEXT else []
    if len(fields) != 9:
        raise IllegalPosition(PositionCode.SYNTAX)
    market, assam, turn, phase, mover, roll, seats, gone, variant = fields
    table = _read_variant(variant)
    position = Position(
        variant=table,
        phase=_read_phase(phase),
        turn=_read_number(turn),
        mover=_read_number(mover) - 1,
        roll=None if roll == "-" else _read_number(roll),
        assam=_read_assam(assam),
        rugs=_read_market(market),
        seats=_read_seats(seats, table),
        gone=() if gone == "-" else tuple(_read_number(seat) - 1 for seat in gone.split(",")),
        called_off=phase == _CALLED_OFF,
    )
    check(position)
    return position


def _market_text(rugs: Rugs) -> str:
    colours = rugs.colours()
    squares = [str(colour) if colour else "." for colour in colours]
    for place in members(rugs.whole):
        first, second = PLACES[place]
        squares[first] += ">" if second == first + 1 else "v"
    return "/".join("".join(squares[row : row + SIZE]) for row in range(0, len(SQUARES), SIZE))


def _seat_text(seat: Seat) -> str:
    if seat.status is not Status.IN:
        return f"{seat.status}:{seat.set_aside}"
    left = "+".join(str(count) for count in seat.left)
    pile = "" if seat.pile == () else f":{_pile_text(seat.pile)}"
    return f"{seat.dirhams}:{left}:{seat.next_colour or '-'}{pile}"


def _pile_text(pile: tuple[int, ...] | None) -> str:
    if pile is None:
        return "-"
    return "".join("?" if colour == UNKNOWN else str(colour) for colour in pile)


def _read_variant(text: str) -> Variant:
    try:
        return Variant.from_text(text)
    except IllegalVariant as error:
        raise IllegalPosition(PositionCode.VARIANT, str(error)) from error


def _read_phase(text: str) -> Phase:
    if text == _CALLED_OFF:
        return Phase.OVER
    if text in Phase:
        return Phase(text)
    raise IllegalPosition(PositionCode.SYNTAX, f"phase {text!r}")


def _read_number(text: str) -> int:
    if re.fullmatch(_NUMBER, text) is None:
        raise IllegalPosition(PositionCode.SYNTAX, f"number {text!r}")
    return int(text)


def _read_assam(text: str) -> Assam:
    found = _ASSAM.fullmatch(text)
    if found is None:
        raise IllegalPosition(PositionCode.SYNTAX, f"Assam {text!r}")
    return Assam(square_named(found[1]), Heading(found[2]))


def _read_market(text: str) -> Rugs:
    rows = [_SQUARE.findall(row) for row in text.split("/")]
    if "/".join("".join(row) for row in rows) != text or [len(row) for row in rows] != [SIZE] * SIZE:
        raise IllegalPosition(PositionCode.SYNTAX, "market")
    visible = [0, 0, 0, 0]
    whole = 0
    for square, content in enumerate(content for row in rows for content in row):
        if content == ".":
            continue
        visible[int(content[0]) - 1] |= 1 << square
        if len(content) == 2:
            whole |= 1 << _place(square, content[1])
    return Rugs((visible[0], visible[1], visible[2], visible[3]), whole)


def _place(square: int, mark: str) -> int:
    """The place of the whole rug marked on its first half."""
    other = square + (1 if mark == ">" else SIZE)
    if (square, other) not in PLACE_OF:
        raise IllegalPosition(PositionCode.WHOLE_RUG, f"from {NAMES[square]}")
    return PLACE_OF[square, other]


def _read_seats(text: str, variant: Variant) -> tuple[Seat, ...]:
    texts = text.split(";")
    if len(texts) != variant.players:
        raise IllegalPosition(PositionCode.SYNTAX, "number of players")
    return tuple(_read_seat(seat, variant.colours_of(index)) for index, seat in enumerate(texts))


def _read_seat(text: str, colours: tuple[int, ...]) -> Seat:
    if found := _OUT.fullmatch(text):
        return Seat(colours, 0, (0,) * len(colours), None, (), Status(found[1]), int(found[2]))
    found = _IN.fullmatch(text)
    if found is None or (found[3] is None) != (len(colours) == 1):
        raise IllegalPosition(PositionCode.SYNTAX, f"player {text!r}")
    dirhams, first, second, top, pile = found.groups()
    left = (int(first),) if second is None else (int(first), int(second))
    return Seat(colours, int(dirhams), left, None if top == "-" else int(top), _read_pile(pile))


def _read_pile(text: str | None) -> tuple[int, ...] | None:
    if text == "-":
        return None
    return tuple(UNKNOWN if colour == "?" else int(colour) for colour in text or "")
