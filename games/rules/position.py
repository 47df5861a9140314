"""One moment of a game, and what each action makes of it.

RULES.md is the authority: "A turn", "Going out", "The end" and the options.
"""

from __future__ import annotations

from typing import Final

from games.rules.actions import (
    TIME,
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
from games.rules.market import Assam, Heading, square_named, walk
from games.rules.moment import Moment, Phase
from games.rules.paying import paid, toll_at
from games.rules.rugs import PLACES, PLACES_BESIDE, Rugs
from games.rules.seat import Seat, Status
from games.rules.variant import PLAYERS, Variant

ASSAM_AT_START: Final = Assam(square_named("d4"), Heading.S)

# What is due first in a turn, by when Assam is turned.
_FIRST_PHASE: Final = {"before": Phase.TURN, "after": Phase.ROLL}


class Position(Moment):
    """One immutable moment of a game, with the fields of ``Moment``.

    ``Position.start`` and ``Position.from_text`` make one; ``play`` makes the next.

    >>> start = Position.start(Variant(players=3))
    >>> later = start.play(Turn("L")).play(Roll(3)).play(Lay("g5", "g6"))
    >>> later.assam.to_text(), later.mover, later.seats[0].rugs
    ('g4E', 1, 14)
    """

    __slots__ = ()

    @classmethod
    def start(cls, variant: Variant, first: int = 0) -> Position:
        """The moment before anything has happened; ``first`` begins. ValueError for no such seat."""
        if type(first) is not int or first not in range(variant.players):
            raise ValueError(f"no seat {first!r} begins a game of {variant.players}")
        if variant.colours == "arranged":
            phase = Phase.ARRANGE
        elif variant.has_piles:
            phase = Phase.DRAW
        else:
            phase = _FIRST_PHASE[variant.turning]
        seats = tuple(Seat.at_start(variant, seat) for seat in range(variant.players))
        return cls(variant, phase, 1, first, None, ASSAM_AT_START, Rugs(), seats)

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Read what ``to_text`` writes, also set up by hand; IllegalPosition if inconsistent."""
        from games.rules.notation import read_position  # it needs this class

        return read_position(text)

    def to_text(self) -> str:
        """The whole moment in one line; ``games.rules.notation`` says how."""
        from games.rules.notation import write_position  # it needs this class

        return write_position(self)

    def play(self, action: Action) -> Position:
        """The moment after ``action``; IllegalAction, with a code, if it cannot be played now."""
        match action:
            case Turn():
                later = self._turn(action)
            case Roll():
                later = self._roll(action)
            case Lay():
                later = self._lay(action)
            case Draw():
                later = self._draw(action)
            case Arrange():
                later = self._arrange(action)
            case Leave():
                later = self._leave(action)
            case CallOff():
                later = self._call_off()
            case _:
                raise IllegalAction(ActionCode.NOT_AN_ACTION)
        return later

    def _turn(self, action: Turn) -> Position:
        if self.phase is not Phase.TURN:
            raise self._untimely()
        variant, _, turn, mover, roll, assam, rugs, seats, gone, _ = self
        assam = assam.turned(action.side)
        if variant.turning == "before":
            return Position(variant, Phase.ROLL, turn, mover, roll, assam, rugs, seats, gone)
        return self._next_turn(assam, rugs, seats, gone)

    def _roll(self, action: Roll) -> Position:
        """Assam walks, the mover swaps his colour if a mosaic says so, and pays what is due."""
        if self.phase is not Phase.ROLL:
            raise self._untimely()
        variant, _, turn, mover, _, assam, rugs, seats, gone, _ = self
        steps = walk(assam, action.face)
        assam = steps.end
        toll = toll_at(assam.square, rugs, variant, seats, mover)
        if toll is not None:
            seats = paid(seats, mover, toll)
        if steps.mosaic and variant.colours == "swapped":
            seats = _replaced(seats, mover, seats[mover].after_mosaic())
        walked = Position(variant, Phase.LAY, turn, mover, action.face, assam, rugs, seats, gone)
        if toll is not None and toll.eliminated:
            return walked._without(mover, Status.ELIMINATED)
        return walked

    def _lay(self, action: Lay) -> Position:
        if self.phase is not Phase.LAY:
            raise self._untimely()
        if not self._open_places() >> action.place & 1:
            raise self._misplaced(action.place)
        variant, _, turn, mover, roll, assam, rugs, seats, gone, _ = self
        layer = seats[mover]
        assert layer.next_colour is not None  # in LAY the mover has a rug ready
        rugs = rugs.lay(layer.next_colour, action.place)
        layer = layer.after_laying(variant.has_piles)
        seats = _replaced(seats, mover, layer)
        if layer.draws:
            return Position(variant, Phase.DRAW, turn, mover, roll, assam, rugs, seats, gone)
        return self._laid(rugs, seats)

    def _laid(self, rugs: Rugs, seats: tuple[Seat, ...]) -> Position:
        """What follows a laying once the layer's next rug is known."""
        if self.variant.turning == "before":
            return self._next_turn(self.assam, rugs, seats, self.gone)
        phase = Phase.TURN if any(any(seat.left) for seat in seats) else Phase.OVER
        return self._replace(phase=phase, rugs=rugs, seats=seats)

    def _draw(self, action: Draw) -> Position:
        if self.phase is not Phase.DRAW:
            raise self._untimely()
        if action not in [draw for draw, _ in self.chances()]:
            due = action.seat == self.drawer
            raise IllegalAction(ActionCode.NOT_IN_PILE if due else ActionCode.NOT_YOUR_TURN)
        seats = _replaced(self.seats, action.seat, self.seats[action.seat].after_draw(action.colour))
        if self.roll is not None:
            return self._laid(self.rugs, seats)
        # At the start both tops are turned up; then the first turn begins.
        phase = Phase.DRAW if any(seat.draws for seat in seats) else _FIRST_PHASE[self.variant.turning]
        return self._replace(phase=phase, seats=seats)

    def _arrange(self, action: Arrange) -> Position:
        if self.phase is not Phase.ARRANGE:
            raise self._untimely()
        if action.seat not in range(len(self.seats)):
            raise IllegalAction(ActionCode.NO_SUCH_SEAT)
        if action.seat not in self.movers:
            raise IllegalAction(ActionCode.ALREADY_ARRANGED)
        owner = 1 - action.seat
        if tuple(sorted(action.pile)) != self.seats[owner].sorted_rugs():
            raise IllegalAction(ActionCode.BAD_PILE)
        seats = _replaced(self.seats, owner, self.seats[owner]._replace(pile=action.pile))
        arranged = all(seat.pile is not None for seat in seats)
        return self._replace(phase=Phase.DRAW if arranged else Phase.ARRANGE, seats=seats)

    def _leave(self, action: Leave) -> Position:
        if self.phase is Phase.OVER:
            raise self._untimely()
        if action.seat not in range(len(self.seats)):
            raise IllegalAction(ActionCode.NO_SUCH_SEAT)
        if self.seats[action.seat].status is not Status.IN:
            raise IllegalAction(ActionCode.ALREADY_OUT)
        staying = [seat for seat in range(len(self.seats)) if seat not in self.gone]
        if action.why == TIME and not all(self._has_finished_a_turn(seat) for seat in staying):
            return self._call_off()
        return self._without(action.seat, Status(action.why))

    def _call_off(self) -> Position:
        """The end without a result: market, seats and goings-out stay as they are."""
        if self.phase is Phase.OVER:
            raise self._untimely()
        return self._replace(phase=Phase.OVER, called_off=True)

    def _without(self, leaver: int, status: Status) -> Position:
        """The moment after a player has gone out, on move or not."""
        seats = _replaced(self.seats, leaver, self.seats[leaver].gone(status))
        gone = (*self.gone, leaver)
        if len(gone) == len(seats) - 1 or not any(any(seat.left) for seat in seats):
            return self._replace(phase=Phase.OVER, seats=seats, gone=gone)
        if leaver == self.mover:
            return self._next_turn(self.assam, self.rugs, seats, gone)
        return self._replace(seats=seats, gone=gone)

    def _next_turn(self, assam: Assam, rugs: Rugs, seats: tuple[Seat, ...], gone: tuple[int, ...]) -> Position:
        """The next player clockwise who has a rug left begins his turn; the end if nobody has one.

        Who is out has no rug left.
        """
        variant = self.variant
        for seat in _SEATS_AFTER[len(seats)][self.mover]:
            if any(seats[seat].left):
                phase = _FIRST_PHASE[variant.turning]
                return Position(variant, phase, self.turn + 1, seat, None, assam, rugs, seats, gone)
        return Position(variant, Phase.OVER, self.turn, self.mover, self.roll, assam, rugs, seats, gone)

    def _untimely(self) -> IllegalAction:
        """The refusal of an action that belongs to another phase."""
        return IllegalAction(ActionCode.OVER if self.phase is Phase.OVER else ActionCode.WRONG_PHASE)

    def _misplaced(self, place: int) -> IllegalAction:
        """The refusal of a laying on a place that is not open."""
        square = self.assam.square
        if square in PLACES[place]:
            return IllegalAction(ActionCode.UNDER_ASSAM)
        beside = PLACES_BESIDE[square] >> place & 1
        return IllegalAction(ActionCode.COVERS_WHOLE_RUG if beside else ActionCode.NOT_BESIDE_ASSAM)

    def _has_finished_a_turn(self, seat: int) -> bool:
        """Whether a player who is in has finished his first turn.

        Every turn he finished laid a rug, so his rugs tell; but the mover, once he has rolled and need
        not lay any more, has laid one in the turn that is under way.
        """
        laid = self.variant.rugs_each - self.seats[seat].rugs
        under_way = seat == self.mover and self.roll is not None and self.phase is not Phase.LAY
        return laid > (1 if under_way else 0)


# By the number of players: for each seat, the others clockwise from it, and then the seat itself.
_SEATS_AFTER: Final = {
    players: tuple(tuple((seat + distance) % players for distance in range(1, players + 1)) for seat in range(players))
    for players in PLAYERS
}


def _replaced(seats: tuple[Seat, ...], index: int, seat: Seat) -> tuple[Seat, ...]:
    """The seats with one of them replaced."""
    changed = list(seats)
    changed[index] = seat
    return tuple(changed)
