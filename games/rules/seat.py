"""One player's part of a moment: his dirhams, his rugs still to be laid, and whether he is in.

RULES.md, "Going out" and "Two players: which colour next", is the authority.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from games.rules.variant import Variant

UNKNOWN: Final = 0
"""Stands in a pile for a rug whose colour the viewer may not know."""


class Status(StrEnum):
    """Whether a player is in, or how he went out."""

    IN = "in"
    ELIMINATED = "eliminated"
    RESIGNED = "resigned"
    TIME = "time"


class Seat(NamedTuple):
    """What one player has.

    colours: the colours he owns. dirhams: what he holds, 0 once he is out. left: how many
    rugs he has still to lay of each of his colours, in the order of ``colours``, the next one
    counted. next_colour: the colour he lays next (the open top of his pile, the colour in hand);
    None if he has no rug left or his top has yet to be turned up. pile: in ``arranged`` the
    colours below the open top, from the top down, UNKNOWN where the viewer may not know; None
    until it is arranged; otherwise empty. set_aside: the dirhams he still held on leaving.
    """

    colours: tuple[int, ...]
    dirhams: int
    left: tuple[int, ...]
    next_colour: int | None
    pile: tuple[int, ...] | None = ()
    status: Status = Status.IN
    set_aside: int = 0

    @classmethod
    def at_start(cls, variant: Variant, seat: int) -> Seat:
        """What the player in ``seat`` has before anything has happened."""
        colours = variant.colours_of(seat)
        return cls(
            colours=colours,
            dirhams=variant.dirhams,
            left=(variant.rugs_of_a_colour,) * len(colours),
            next_colour=None if variant.has_piles else colours[0],
            pile=None if variant.colours == "arranged" else (),
        )

    @property
    def rugs(self) -> int:
        """How many rugs he has still to lay."""
        return sum(self.left)

    @property
    def draws(self) -> bool:
        """Whether his next rug has to be turned up before he can lay it."""
        return self.next_colour is None and any(self.left)

    @property
    def known_top(self) -> int:
        """The colour that an arranged pile says comes next; UNKNOWN if it does not say."""
        return self.pile[0] if self.pile else UNKNOWN

    def with_dirhams(self, dirhams: int) -> Seat:
        """The seat holding so many dirhams."""
        colours, _, left, next_colour, pile, status, set_aside = self
        return Seat(colours, dirhams, left, next_colour, pile, status, set_aside)

    def after_mosaic(self) -> Seat:
        """The seat with its other colour in hand, where one is left (``swapped``)."""
        for colour, left in zip(self.colours, self.left, strict=True):
            if left and colour != self.next_colour:
                return self._replace(next_colour=colour)
        return self

    def after_laying(self, has_piles: bool) -> Seat:
        """The seat with its next rug laid, and the one after it ready unless it must be drawn."""
        colours, dirhams, left, laid, pile, status, set_aside = self
        assert laid is not None  # who lays has a rug ready
        counts = list(left)
        counts[colours.index(laid)] -= 1
        next_colour: int | None = laid
        if has_piles:
            next_colour = None
        elif not counts[colours.index(laid)]:
            next_colour = next((colour for colour, count in zip(colours, counts, strict=True) if count), None)
        return Seat(colours, dirhams, tuple(counts), next_colour, pile, status, set_aside)

    def after_draw(self, colour: int) -> Seat:
        """The seat with a rug of ``colour`` turned up on its pile."""
        colours, dirhams, left, _, pile, status, set_aside = self
        return Seat(colours, dirhams, left, colour, pile and pile[1:], status, set_aside)

    def sorted_rugs(self) -> tuple[int, ...]:
        """The colours of all rugs he has still to lay, one colour after the other."""
        return tuple(colour for colour, left in zip(self.colours, self.left, strict=True) for _ in range(left))

    def gone(self, status: Status) -> Seat:
        """The seat out of the game: its rugs leave it, its dirhams are set aside."""
        return Seat(self.colours, 0, (0,) * len(self.left), None, (), status, self.dirhams)

    def with_hidden_pile(self) -> Seat:
        """The seat with every rug of its pile unknown."""
        return self._replace(pile=self.pile and (UNKNOWN,) * len(self.pile))
