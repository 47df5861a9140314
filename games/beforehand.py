"""What a waiting player may say beforehand, as the form on his game's page has it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.choices import SIDES
from games.conditional_turns import conditional_turns_of, require_waiting
from games.models import Game, Seat
from games.refusals import Refusal
from games.rules import Phase, Position

FIELDS = {"": "any", "N": "north", "E": "east", "S": "south", "W": "west"}
"""What the fields of the form are called, by the heading they are about."""

LABELS = {
    "": _("Whatever way he looks"),
    "N": _("If he looks north"),
    "E": _("If he looks east"),
    "S": _("If he looks south"),
    "W": _("If he looks west"),
}


@dataclass(frozen=True, slots=True)
class Foreseen:
    """One list of the form: the way Assam looks, what can be chosen for it, and what was (a side, empty if nothing)."""

    field: str
    label: Promise
    sides: Mapping[str, Promise]
    chosen: str


def foreseen(game: Game, seat: Seat, position: Position) -> tuple[Foreseen, ...]:
    """The form for the player of this seat, with what he has said; empty if there is nothing to say. One query."""
    if not _may_foresee(game, seat, position):
        return ()
    said = conditional_turns_of(game, seat.user)
    return tuple(Foreseen(field, LABELS[heading], SIDES, said.get(heading, "")) for heading, field in FIELDS.items())


def _may_foresee(game: Game, seat: Seat, position: Position) -> bool:
    """Whether his turn has yet to come, and will begin with turning Assam."""
    try:
        require_waiting(game, seat, position)
    except Refusal:
        return False
    return position.phase is not Phase.OVER
