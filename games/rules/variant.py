"""The options of a table: how many play, and by which of the published ways.

RULES.md, "Set-up" and "Options of a table", is the authority.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from games.rules.errors import Code, RulesError

PLAYERS: Final = (2, 3, 4)
TURNINGS: Final = ("before", "after")
COLOUR_RULES: Final = ("shuffled", "arranged", "swapped")
LEAST_DIRHAMS: Final = 1
MOST_DIRHAMS: Final = 99

_COLOURS: Final = {
    2: ((1, 2), (3, 4)),
    3: ((1,), (2,), (3,)),
    4: ((1,), (2,), (3,), (4,)),
}
_RUGS_OF_A_COLOUR: Final = {2: 12, 3: 15, 4: 12}
_TEXT: Final = re.compile(r"([234])-([a-z]+)-([a-z]+)-([1-9][0-9]?)(-own)?")


class VariantCode(Code):
    """Why a set of options is refused."""

    PLAYERS = "players", "Two, three or four can play."
    TURNING = "turning", "Assam is turned before or after the rest of the turn."
    COLOURS = "colours", "The next colour is found by shuffled, arranged or swapped."
    COLOURS_NEED_TWO = "colours_need_two", "Only two players can choose how colours come."
    DIRHAMS = "dirhams", "Everybody starts with 1 to 99 dirhams."
    OWN_COVER = "own_cover", "Covering one's own rugs is either allowed or not."
    TEXT = "text", "This is not how the options of a table are written."


class IllegalVariant(RulesError):
    """Options that make no game; ``code`` is a VariantCode."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The options of one table. Raises IllegalVariant if they make no game.

    players: 2, 3 or 4. turning: ``"before"`` or ``"after"``. colours: ``"shuffled"``,
    ``"arranged"`` or ``"swapped"``, a choice with two players only. dirhams: what everybody
    starts with, 1 to 99. own_cover: whether one's own whole rugs may be covered.
    """

    players: int = 2
    turning: str = "before"
    colours: str = "shuffled"
    dirhams: int = 30
    own_cover: bool = False

    def __post_init__(self) -> None:
        if type(self.players) is not int or self.players not in PLAYERS:
            raise IllegalVariant(VariantCode.PLAYERS)
        if type(self.turning) is not str or self.turning not in TURNINGS:
            raise IllegalVariant(VariantCode.TURNING)
        if type(self.colours) is not str or self.colours not in COLOUR_RULES:
            raise IllegalVariant(VariantCode.COLOURS)
        if self.players != 2 and self.colours != COLOUR_RULES[0]:
            raise IllegalVariant(VariantCode.COLOURS_NEED_TWO)
        if type(self.dirhams) is not int or not LEAST_DIRHAMS <= self.dirhams <= MOST_DIRHAMS:
            raise IllegalVariant(VariantCode.DIRHAMS)
        if type(self.own_cover) is not bool:
            raise IllegalVariant(VariantCode.OWN_COVER)

    @property
    def rugs_of_a_colour(self) -> int:
        """How many rugs there are of each colour."""
        return _RUGS_OF_A_COLOUR[self.players]

    @property
    def rugs_each(self) -> int:
        """How many rugs each player starts with."""
        return self.rugs_of_a_colour * len(self.colours_of(0))

    @property
    def has_piles(self) -> bool:
        """Whether each player's next rug is turned up from a pile."""
        return self.players == 2 and self.colours != "swapped"

    def colours_of(self, seat: int) -> tuple[int, ...]:
        """The colours that ``seat`` (from 0) owns."""
        return _COLOURS[self.players][seat]

    def owner(self, colour: int) -> int:
        """The seat (from 0) that owns ``colour``."""
        return (colour - 1) // 2 if self.players == 2 else colour - 1

    def to_text(self) -> str:
        """The options in one word, as in ``2-before-shuffled-30`` or ``4-after-shuffled-10-own``."""
        own = "-own" if self.own_cover else ""
        return f"{self.players}-{self.turning}-{self.colours}-{self.dirhams}{own}"

    @classmethod
    def from_text(cls, text: str) -> Variant:
        """Read what ``to_text`` writes; IllegalVariant for anything else."""
        found = _TEXT.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise IllegalVariant(VariantCode.TEXT)
        players, turning, colours, dirhams, own = found.groups()
        return cls(int(players), turning, colours, int(dirhams), own is not None)
