"""What a player owes for the square on which Assam ends. RULES.md, "Paying"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.rugs import BARE, Rugs, members
from games.rules.seat import Seat, Status
from games.rules.variant import Variant


class Toll(NamedTuple):
    """What the mover owes: to whom, for which area, how much, and what he can pay of it."""

    owner: int
    colour: int
    area: int
    due: int
    paid: int

    @property
    def eliminated(self) -> bool:
        """Whether the mover has less than he owes, and so is out."""
        return self.paid < self.due

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares of the area."""
        return members(self.area)


def toll_at(square: int, rugs: Rugs, variant: Variant, seats: Sequence[Seat], mover: int) -> Toll | None:
    """What ``mover`` owes when Assam ends on ``square``; None if nothing is due there."""
    colour = rugs.colour_at(square)
    if colour == BARE:
        return None
    owner = variant.owner(colour)
    if owner == mover or seats[owner].status is not Status.IN:
        return None
    area = rugs.area(square, colour)
    due = area.bit_count()
    return Toll(owner, colour, area, due, min(due, seats[mover].dirhams))


def paid(seats: Sequence[Seat], mover: int, toll: Toll) -> tuple[Seat, ...]:
    """The seats after ``mover`` has paid."""
    after = list(seats)
    after[mover] = seats[mover].with_dirhams(seats[mover].dirhams - toll.paid)
    after[toll.owner] = seats[toll.owner].with_dirhams(seats[toll.owner].dirhams + toll.paid)
    return tuple(after)
