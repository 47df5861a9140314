"""One moment of a game, and what each action makes of it.

RULES.md is the authority: "A turn", "Going out", "The end" and the options.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from games.rules.actions import (
    ALL_LAYS,
    ALL_ROLLS,
    ALL_TURNS,
    FACES,
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
from games.rules.market import Assam, Heading, Walk, square_named, walk
from games.rules.outcome import Outcome, ranks
from games.rules.paying import Toll, toll_at
from games.rules.rugs import PLACE_OF, PLACES, PLACES_BESIDE, Rugs, layings_beside
from games.rules.seat import Seat, Status
from games.rules.variant import PLAYERS, Variant


class Phase(StrEnum):
    """What is due. ARRANGE, TURN and LAY wait for a player; DRAW and ROLL are chance."""

    ARRANGE = "arrange"
    DRAW = "draw"
    TURN = "turn"
    ROLL = "roll"
    LAY = "lay"
    OVER = "over"


ASSAM_AT_START: Final = Assam(square_named("d4"), Heading.S)

_ROLL_CHANCES: Final = tuple((roll, FACES.count(roll.face)) for roll in ALL_ROLLS)


class Position(NamedTuple):
    """One immutable moment of a game.

    variant: the options of the table. phase: what is due. turn: the number of the turn, from 1.
    mover: the seat (from 0) whose turn it is. roll: the face thrown this turn, None before.
    assam: his square and heading. rugs: what lies on the market. seats: what each player has.
    gone: the seats that went out, the first first. called_off: whether the game ended so.

    ``Position.start`` and ``Position.from_text`` make one; ``play`` makes the next.

    >>> start = Position.start(Variant(players=3))
    >>> later = start.play(Turn("L")).play(Roll(3)).play(Lay("g5", "g6"))
    >>> later.assam.to_text(), later.mover, later.seats[0].rugs
    ('g4E', 1, 14)
    """

    variant: Variant
    phase: Phase
    turn: int
    mover: int
    roll: int | None
    assam: Assam
    rugs: Rugs
    seats: tuple[Seat, ...]
    gone: tuple[int, ...] = ()
    called_off: bool = False

    # Making one

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
            phase = _first_phase(variant)
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

    def seen_by(self, viewer: int | None) -> Position:
        """This moment without what the seat ``viewer``, or None, a spectator, may not know.

        Only the order of an arranged pile is ever hidden, until the game is over: the player who
        arranged it knows it, its owner and spectators see its top. ValueError for no such seat.
        """
        if viewer is not None and viewer not in range(len(self.seats)):
            raise ValueError(f"there is no seat {viewer!r}")
        if self.phase is Phase.OVER or self.variant.colours != "arranged":
            return self
        seats = tuple(seat if viewer == 1 - owner else seat.with_hidden_pile() for owner, seat in enumerate(self.seats))
        return self._replace(seats=seats)

    # What can be known of it

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that may decide something now: the mover, or all who have yet to arrange.

        Empty while chance is due and when the game is over.
        """
        match self.phase:
            case Phase.TURN | Phase.LAY:
                return (self.mover,)
            case Phase.ARRANGE:
                return tuple(1 - owner for owner in (1, 0) if self.seats[owner].pile is None)
            case _:
                return ()

    @property
    def drawer(self) -> int | None:
        """The seat whose next rug is turned up now; None if no rug is."""
        if self.phase is not Phase.DRAW:
            return None
        return next(index for index, seat in enumerate(self.seats) if seat.draws)

    def next_colour(self, seat: int) -> int | None:
        """The colour ``seat`` lays next; None if it has no rug left or has yet to turn it up."""
        return self.seats[seat].next_colour

    def rugs_left(self, seat: int) -> dict[int, int]:
        """How many rugs ``seat`` has still to lay, by colour, the open one counted."""
        return dict(zip(self.seats[seat].colours, self.seats[seat].left, strict=True))

    def points(self, seat: int) -> int:
        """Dirhams plus visible halves; 0 for a player who is out."""
        player = self.seats[seat]
        return player.dirhams + self.rugs.halves(player.colours) if player.status is Status.IN else 0

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if self.phase is not Phase.OVER:
            return None
        points = tuple(self.points(seat) for seat in range(len(self.seats)))
        dirhams = tuple(seat.dirhams for seat in self.seats)
        return Outcome(
            called_off=self.called_off,
            ranks=None if self.called_off else ranks(points, dirhams, self.gone),
            points=points,
            dirhams=dirhams,
        )

    def walk(self, face: int) -> Walk:
        """The walk Assam makes from here if the die shows ``face``."""
        return walk(self.assam, face)

    def toll(self, face: int) -> Toll | None:
        """What the mover owes if the die shows ``face`` now; None if nothing."""
        return toll_at(self.walk(face).end.square, self.rugs, self.seats, self.mover)

    def layings(self) -> tuple[tuple[int, int], ...]:
        """Where the mover's next rug may lie with Assam standing where he does.

        Each is two squares, the one beside Assam first.
        """
        square = self.assam.square
        return layings_beside(square, self._barred(square))

    def chances(self) -> tuple[tuple[Roll | Draw, int], ...]:
        """What chance may do now, each with its weight; empty if no chance is due.

        The weights are outcomes of the dice stream: six for a roll, one a rug for a draw. A pile
        whose order is known leaves nothing to chance: its one draw is certain.
        """
        if self.phase is Phase.ROLL:
            return _ROLL_CHANCES
        drawer = self.drawer
        if drawer is None:
            return ()
        seat = self.seats[drawer]
        if seat.known_top:
            return ((Draw(drawer, seat.known_top), 1),)
        return tuple((Draw(drawer, colour), left) for colour, left in zip(seat.colours, seat.left, strict=True) if left)

    def legal_actions(self) -> tuple[Action, ...]:
        """What may be done now; in ROLL and DRAW, what chance may do.

        In ARRANGE, where there are millions of orders, one example for each seat that has yet to
        arrange: its opponent's colours, one after the other. Leaving and calling off, possible at any
        time before the end, are not listed.
        """
        match self.phase:
            case Phase.TURN:
                return ALL_TURNS
            case Phase.LAY:
                return tuple([ALL_LAYS[PLACE_OF[squares]] for squares in self.layings()])
            case Phase.ARRANGE:
                return tuple(Arrange(seat, _sorted_pile(self.seats[1 - seat])) for seat in self.movers)
            case _:
                return tuple(action for action, _ in self.chances())

    # Playing on

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
        toll = toll_at(assam.square, rugs, seats, mover)
        if toll is not None:
            seats = _replaced(seats, toll.owner, seats[toll.owner].after_paying(-toll.paid))
            seats = _replaced(seats, mover, seats[mover].after_paying(toll.paid))
        if steps.mosaic and variant.colours == "swapped":
            seats = _replaced(seats, mover, seats[mover].after_mosaic())
        walked = Position(variant, Phase.LAY, turn, mover, action.face, assam, rugs, seats, gone)
        if toll is not None and toll.eliminated:
            return walked._without(mover, Status.ELIMINATED)
        return walked

    def _lay(self, action: Lay) -> Position:
        if self.phase is not Phase.LAY:
            raise self._untimely()
        variant, _, turn, mover, roll, assam, rugs, seats, gone, _ = self
        self._check_laying(action)
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
        variant, _, turn, mover, roll, assam, _, _, gone, _ = self
        if variant.turning == "before":
            return self._next_turn(assam, rugs, seats, gone)
        phase = Phase.TURN if any(any(seat.left) for seat in seats) else Phase.OVER
        return Position(variant, phase, turn, mover, roll, assam, rugs, seats, gone)

    def _draw(self, action: Draw) -> Position:
        if self.phase is not Phase.DRAW:
            raise self._untimely()
        if action.seat != self.drawer:
            raise IllegalAction(ActionCode.NOT_YOUR_TURN)
        if all(action != draw for draw, _ in self.chances()):
            raise IllegalAction(ActionCode.NOT_IN_PILE)
        seats = _replaced(self.seats, action.seat, self.seats[action.seat].after_draw(action.colour))
        if any(seat.draws for seat in seats):
            return self._replace(seats=seats)
        if self.roll is None:  # the tops turned up at the start: the first turn begins
            return self._replace(phase=_first_phase(self.variant), seats=seats)
        return self._laid(self.rugs, seats)

    def _arrange(self, action: Arrange) -> Position:
        if self.phase is not Phase.ARRANGE:
            raise self._untimely()
        if action.seat not in range(len(self.seats)):
            raise IllegalAction(ActionCode.NO_SUCH_SEAT)
        if action.seat not in self.movers:
            raise IllegalAction(ActionCode.ALREADY_ARRANGED)
        owner = 1 - action.seat
        if tuple(sorted(action.pile)) != _sorted_pile(self.seats[owner]):
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
        if action.why == TIME and not self._all_finished_a_turn():
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
        for seat in _CLOCKWISE[len(seats)][self.mover]:
            if any(seats[seat].left):
                phase = _first_phase(variant)
                return Position(variant, phase, self.turn + 1, seat, None, assam, rugs, seats, gone)
        return Position(variant, Phase.OVER, self.turn, self.mover, self.roll, assam, rugs, seats, gone)

    # Small judgements

    def _untimely(self) -> IllegalAction:
        """The refusal of an action that belongs to another phase."""
        return IllegalAction(ActionCode.OVER if self.phase is Phase.OVER else ActionCode.WRONG_PHASE)

    def _barred(self, square: int) -> int:
        """The places beside Assam on ``square`` where the mover may not lay: on a whole rug."""
        barred = self.rugs.whole & PLACES_BESIDE[square]
        if barred and self.variant.own_cover:
            barred &= ~self.rugs.whole_of(self.seats[self.mover].colours, barred)
        return barred

    def _check_laying(self, action: Lay) -> None:
        """IllegalAction if the mover's rug may not lie there."""
        square = self.assam.square
        place = 1 << action.place
        if not PLACES_BESIDE[square] & place:
            under = square in PLACES[action.place]
            raise IllegalAction(ActionCode.UNDER_ASSAM if under else ActionCode.NOT_BESIDE_ASSAM)
        if self._barred(square) & place:
            raise IllegalAction(ActionCode.COVERS_WHOLE_RUG)

    def _all_finished_a_turn(self) -> bool:
        """Whether every player still in has finished a first turn.

        Every turn of theirs has laid a rug, so the rugs tell; the mover may have laid one in a
        turn he has not finished.
        """
        laying = self.phase is Phase.DRAW or (self.phase is Phase.TURN and self.variant.turning == "after")
        for index, seat in enumerate(self.seats):
            laid = self.variant.rugs_each - seat.rugs
            unfinished = 1 if laying and index == self.mover else 0
            if seat.status is Status.IN and laid <= unfinished:
                return False
        return True


# The other seats clockwise from each, and then the seat itself, by the number of players.
_CLOCKWISE: Final = {
    players: tuple(tuple((seat + distance) % players for distance in range(1, players + 1)) for seat in range(players))
    for players in PLAYERS
}


def _first_phase(variant: Variant) -> Phase:
    """What is due first in a turn."""
    return Phase.TURN if variant.turning == "before" else Phase.ROLL


def _replaced(seats: tuple[Seat, ...], index: int, seat: Seat) -> tuple[Seat, ...]:
    """The seats with one of them replaced."""
    return (*seats[:index], seat, *seats[index + 1 :])


def _sorted_pile(owner: Seat) -> tuple[int, ...]:
    """All rugs of a player before the game, one colour after the other."""
    return tuple(colour for colour, left in zip(owner.colours, owner.left, strict=True) for _ in range(left))
