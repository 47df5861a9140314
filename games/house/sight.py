"""What a house player is given and what it gives back: the one interface of all of them."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import NamedTuple

from games.rules import Arrange, Lay, Position, Turn

Decision = Turn | Lay | Arrange


class Sight(NamedTuple):
    """All that a house player may look at when it is to decide.

    position: as its seat sees it. seat: its own, one of `position.movers`. seed: what its random choices come from,
    another text for every decision: asked again, as after a crash, it decides the same.
    """

    position: Position
    seat: int
    seed: str

    @classmethod
    def of(cls, position: Position, seat: int, seed: str) -> "Sight":
        """What the player in this seat sees of a full position."""
        return cls(position.seen_by(seat), seat, seed)

    def chance(self) -> Random:
        """The generator of its random choices, at its beginning."""
        return Random(self.seed)  # noqa: S311 - it plays, it guards nothing


Choose = Callable[[Sight, timedelta | None], Decision]
"""A house player: from what it sees and the time it has left (None: without end) to one of the legal actions."""
