"""Whether a position set up by hand can be: whether its parts agree with each other.

What is asked is that the pieces are those of the game (rugs, dirhams, players) and that what is due
can be done. How the moment came about is not asked: no turn need lead to it, and a single half may
lie anywhere.
"""

from __future__ import annotations

from games.rules.errors import Code, RulesError
from games.rules.moment import Phase
from games.rules.position import Position
from games.rules.rugs import BARE, COLOURS, PLACES, members
from games.rules.seat import UNKNOWN, Seat, Status


class PositionCode(Code):
    """Why a position is refused."""

    SYNTAX = "syntax", "This is not how a position is written."
    VARIANT = "variant", "The options make no game."
    COLOUR = "colour", "Nobody in this game has rugs of that colour."
    WHOLE_RUG = "whole_rug", "A whole rug has two squares of one colour, and no square belongs to two."
    RUGS = "rugs", "There are more rugs of that colour than the game has."
    DIRHAMS = "dirhams", "The dirhams are not those the game began with."
    GONE = "gone", "The players who went out are not those listed, or nobody is left."
    TURN = "turn", "Turns are counted from 1."
    MOVER = "mover", "It cannot be that player's turn."
    ROLL = "roll", "The face thrown does not go with what is due."
    NEXT_COLOUR = "next_colour", "A player's next rug is not one he has, or is not turned up when it should be."
    PILE = "pile", "A pile does not hold the rugs its owner has left."
    PHASE = "phase", "What is due does not go with the rest of the position."


class IllegalPosition(RulesError):
    """A text that tells no position, or one that cannot be; ``code`` is a PositionCode."""


def check(position: Position) -> None:
    """IllegalPosition if the parts of the position do not agree with each other."""
    _check_market(position)
    _check_rugs(position)
    _check_players(position)
    _check_end(position)
    _check_mover(position)
    _check_roll(position)
    for seat in position.seats:
        _check_next_colour(position, seat)
        _check_pile(position, seat)
    _check_drawing(position)
    _check_arranging(position)


def _check_market(position: Position) -> None:
    owned = {colour for seat in position.seats for colour in seat.colours}
    colours = position.rugs.colours()
    for colour in COLOURS:
        if colour in colours and colour not in owned:
            raise IllegalPosition(PositionCode.COLOUR, str(colour))
    halves: set[int] = set()
    for place in members(position.rugs.whole):
        first, second = PLACES[place]
        one_rug = colours[first] == colours[second] != BARE
        if not one_rug or halves & {first, second}:
            raise IllegalPosition(PositionCode.WHOLE_RUG)
        halves |= {first, second}


def _check_rugs(position: Position) -> None:
    """No more rugs of a colour lie and are left than there are; each single half is one rug."""
    colours = position.rugs.colours()
    seen = [first for first, _ in position.rugs.whole_rugs()] + list(position.rugs.single_halves())
    for seat in position.seats:
        for colour, left in zip(seat.colours, seat.left, strict=True):
            lying = sum(colours[square] == colour for square in seen)
            if lying + left > position.variant.rugs_of_a_colour:
                raise IllegalPosition(PositionCode.RUGS, str(colour))


def _check_players(position: Position) -> None:
    """The goings-out are those of the seats, and no dirham has come or gone."""
    out = [index for index, seat in enumerate(position.seats) if seat.status is not Status.IN]
    if sorted(position.gone) != out or len(out) == len(position.seats):
        raise IllegalPosition(PositionCode.GONE)
    held = sum(seat.dirhams + seat.set_aside for seat in position.seats)
    if held != position.variant.dirhams * position.variant.players:
        raise IllegalPosition(PositionCode.DIRHAMS, str(held))


def _check_end(position: Position) -> None:
    """The game is over if, and only if, it ended by itself or was called off before."""
    alone = len(position.gone) == len(position.seats) - 1
    ended = alone or not any(seat.rugs for seat in position.seats)
    over = position.phase is Phase.OVER
    if over != (ended or position.called_off) or (ended and position.called_off):
        raise IllegalPosition(PositionCode.PHASE)


def _check_mover(position: Position) -> None:
    if position.turn < 1:
        raise IllegalPosition(PositionCode.TURN)
    if position.mover not in range(len(position.seats)):
        raise IllegalPosition(PositionCode.MOVER)
    mover = position.seats[position.mover]
    if position.phase is Phase.OVER:
        return
    # After laying his last rug a player still turns Assam, where that comes last.
    needs_a_rug = position.phase in (Phase.ROLL, Phase.LAY) or (
        position.phase is Phase.TURN and position.variant.turning == "before"
    )
    if mover.status is not Status.IN or (needs_a_rug and not mover.rugs):
        raise IllegalPosition(PositionCode.MOVER)


def _check_roll(position: Position) -> None:
    """The die is thrown before LAY and, in ``after``, before TURN; never before ROLL."""
    if position.roll not in (None, 1, 2, 3, 4):
        raise IllegalPosition(PositionCode.ROLL)
    match position.phase:
        case Phase.ARRANGE | Phase.ROLL:
            wrong = position.roll is not None
        case Phase.LAY:
            wrong = position.roll is None
        case Phase.TURN:
            wrong = (position.roll is None) != (position.variant.turning == "before")
        case _:
            wrong = False
    if wrong:
        raise IllegalPosition(PositionCode.ROLL)


def _check_next_colour(position: Position, seat: Seat) -> None:
    if seat.next_colour is not None and not dict(zip(seat.colours, seat.left, strict=True)).get(seat.next_colour):
        raise IllegalPosition(PositionCode.NEXT_COLOUR)
    may_wait = position.variant.has_piles and position.phase in (Phase.ARRANGE, Phase.DRAW, Phase.OVER)
    if seat.draws and not may_wait:
        raise IllegalPosition(PositionCode.NEXT_COLOUR)


def _check_pile(position: Position, seat: Seat) -> None:
    if seat.pile is None:
        if position.variant.colours != "arranged" or position.phase not in (Phase.ARRANGE, Phase.OVER):
            raise IllegalPosition(PositionCode.PILE)
        return
    below = dict(zip(seat.colours, seat.left, strict=True))
    if seat.next_colour is not None:
        below[seat.next_colour] -= 1
    known = {colour: seat.pile.count(colour) for colour in below}
    all_unknown = set(seat.pile) <= {UNKNOWN} and len(seat.pile) == sum(below.values())
    all_known = known == below and len(seat.pile) == sum(below.values())
    arranged = position.variant.colours == "arranged" and seat.status is Status.IN
    if not (all_known or all_unknown if arranged else seat.pile == ()):
        raise IllegalPosition(PositionCode.PILE)


def _check_drawing(position: Position) -> None:
    """In DRAW a rug is due: anybody's at the start, afterwards only that of the mover, who laid."""
    if position.phase is not Phase.DRAW:
        return
    drawers = [index for index, seat in enumerate(position.seats) if seat.draws]
    if not drawers or (position.roll is not None and drawers != [position.mover]):
        raise IllegalPosition(PositionCode.PHASE)


def _check_arranging(position: Position) -> None:
    """Arranging comes before anything else, and lasts until both piles are arranged."""
    if position.phase is not Phase.ARRANGE:
        return
    untouched = position.turn == 1 and not any(position.rugs.visible) and all(seat.draws for seat in position.seats)
    full = all(seat.rugs == position.variant.rugs_each for seat in position.seats)
    if not (untouched and full and any(seat.pile is None for seat in position.seats)):
        raise IllegalPosition(PositionCode.PHASE)
