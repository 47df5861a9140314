"""What happened to the clocks of a game besides its moves, as entries of its log."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.clock_words import span_in_words
from games.models import ClockEvent, Game

Kind = ClockEvent.Kind


@dataclass(frozen=True, slots=True)
class ClockEntry:
    """One entry: its number, how many decisions had been made, whose doing it was (None: nobody's), and the words."""

    number: int
    ply: int
    seat: int | None
    text: str


def clock_events(game: Game) -> list[ClockEvent]:
    """All that happened to the clocks of a game, in order; one query, and none for a game without a clock."""
    return [] if game.pace == Game.Pace.NONE else list(game.clock_events.order_by("number"))


def clock_entries(events: Iterable[ClockEvent], names: Sequence[str]) -> Iterator[ClockEntry]:
    """These events, in order from the first on, of a game between players of these names, in seat order."""
    paused_at = None
    for event in events:
        if event.kind == Kind.PAUSE:
            paused_at = event.at
        doer = event.giver if event.kind == Kind.GIVEN else event.seat
        yield ClockEntry(event.number, event.ply, doer, _told(event, names, paused_at))


def _told(event: ClockEvent, names: Sequence[str], paused_at: datetime | None) -> str:
    match event.kind:
        case Kind.PAUSE:
            return _("All clocks stand still")
        case Kind.RESUME:
            assert paused_at is not None  # they stood still before
            return _("All clocks go on after %(span)s") % {"span": span_in_words(event.at - paused_at)}
        case Kind.BACK:
            return _("is back from vacation")
    assert event.amount is not None  # what is left has one
    if event.kind == Kind.AWAY:
        until = date_format(localtime(event.at + event.amount), "DATE_FORMAT")
        return _("is on vacation until %(until)s") % {"until": until}
    assert event.seat is not None  # it was given to somebody
    return _("gives %(name)s %(span)s") % {"name": names[event.seat], "span": span_in_words(event.amount)}
