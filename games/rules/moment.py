"""What can be known of one moment of a game: the facts, what is due, and what may be done.

RULES.md is the authority: "Words", "A turn" and "The end".
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple, Self

from games.rules.actions import ALL_LAYS, ALL_ROLLS, ALL_TURNS, FACES, Action, Arrange, Draw, Lay, Roll
from games.rules.market import NAMES, Assam, Walk, walk
from games.rules.outcome import Outcome, ranks
from games.rules.paying import Toll, toll_at
from games.rules.rugs import PLACE_OF, PLACES_BESIDE, Rugs, layings_beside
from games.rules.seat import Seat, Status
from games.rules.variant import Variant


class Phase(StrEnum):
    """What is due. ARRANGE, TURN and LAY wait for a player; DRAW and ROLL are chance."""

    ARRANGE = "arrange"
    DRAW = "draw"
    TURN = "turn"
    ROLL = "roll"
    LAY = "lay"
    OVER = "over"


_ROLL_CHANCES: Final = tuple((roll, FACES.count(roll.face)) for roll in ALL_ROLLS)


class Moment(NamedTuple):
    """The facts of one moment, and what follows from them. Games are played with ``Position``.

    variant: the options of the table. phase: what is due. turn: the number of the turn, from 1.
    mover: the seat (from 0) whose turn it is. roll: the face thrown this turn, None before.
    assam: his square and heading. rugs: what lies on the market. seats: what each player has.
    gone: the seats that went out, the first first. called_off: whether the game ended so.
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
        if self.roll is not None:  # the mover has just laid
            return self.mover
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
        return toll_at(self.walk(face).end.square, self.rugs, self.variant, self.seats, self.mover)

    def layings(self) -> tuple[tuple[int, int], ...]:
        """Where the mover's next rug may lie with Assam standing where he does.

        Each is two squares, the one beside Assam first.
        """
        return layings_beside(self.assam.square, self._open_places())

    def beside_first(self, lay: Lay) -> tuple[str, str]:
        """The two squares of a laying that is possible now, by name, the one beside Assam first."""
        first, second = next(squares for squares in self.layings() if PLACE_OF[squares] == lay.place)
        return NAMES[first], NAMES[second]

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
        return _draw_chances(drawer, seat.colours, seat.left)

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
                return _lays(self.layings())
            case Phase.ARRANGE:
                return tuple(Arrange(seat, self.seats[1 - seat].sorted_rugs()) for seat in self.movers)
            case _:
                return tuple([action for action, _ in self.chances()])

    def seen_by(self, viewer: int | None) -> Self:
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

    def _open_places(self) -> int:
        """The set of places where the mover's rug may lie: beside Assam, and on no whole rug."""
        beside = PLACES_BESIDE[self.assam.square]
        whole = self.rugs.whole & beside
        if whole and self.variant.own_cover:
            whole ^= self.rugs.whole_of(self.seats[self.mover].colours, whole)
        return beside ^ whole


@cache
def _lays(layings: tuple[tuple[int, int], ...]) -> tuple[Lay, ...]:
    """The actions for some layings. Cached as the layings themselves are."""
    return tuple(ALL_LAYS[PLACE_OF[squares]] for squares in layings)


@cache
def _draw_chances(seat: int, colours: tuple[int, ...], left: tuple[int, ...]) -> tuple[tuple[Draw, int], ...]:
    """What may come up from a pile that holds ``left`` rugs of each colour."""
    return tuple((Draw(seat, colour), count) for colour, count in zip(colours, left, strict=True) if count)
