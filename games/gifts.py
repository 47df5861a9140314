"""Who may give whom more time: an opponent a day, or a minute of live time, once a decision."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games.clock_words import span_in_words
from games.models import ClockEvent, Game, Seat
from games.refusals import NotAllowed, Refusal, TooLate
from games.rules import Status
from games.timekeeping import clock_of


@dataclass(frozen=True, slots=True)
class Gift:
    """More time for the player of a seat: how much, and whether the viewer has given it since the last decision."""

    seat: int
    name: str
    span: str
    is_given: bool


def require_gift(game: Game, seats: Sequence[Seat], giver: int, index: int, at: datetime) -> None:
    """Refuse to give time to the seat `index` if it cannot have more, or if the seat `giver` cannot give it.

    Among three or four players only the one on move can be given time.
    """
    if game.pace == Game.Pace.NONE:
        raise NotAllowed(_("This game has no clock."))
    if index == giver or index not in range(game.players):
        raise NotAllowed(_("Time can be given to an opponent only."))
    position = game.current()
    if position.seats[giver].status is not Status.IN:
        raise NotAllowed(_("You are out of this game, so you have no time to give."))
    if position.seats[index].status is not Status.IN:
        raise TooLate(_("This player is out of the game, and time does not bring him back."))
    if game.players > 2 and not seats[index].to_move:
        raise NotAllowed(_("Only the player on move can be given time."))
    if clock_of(game, seats).left(index, at) >= game.time_control.most:
        raise NotAllowed(_("This player has as much time as the clock can hold."))


def gifts(game: Game, seats: Sequence[Seat], giver: int, events: Iterable[ClockEvent], at: datetime) -> Iterator[Gift]:
    """What the player of the seat `giver` can give, or has just given; `events` are all of the game's clocks."""
    given = {event.seat for event in events if event.ply == game.ply and event.giver == giver}
    span = span_in_words(game.time_control.gift)
    for seat in seats:
        if seat.index in given or _may_give(game, seats, giver, seat.index, at):
            yield Gift(seat.index, seat.user.name, span, seat.index in given)


def _may_give(game: Game, seats: Sequence[Seat], giver: int, index: int, at: datetime) -> bool:
    try:
        require_gift(game, seats, giver, index, at)
    except Refusal:
        return False
    return True
