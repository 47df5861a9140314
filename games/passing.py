"""Letting time pass in one game: pauses and vacations are entered in its log, and who has run out goes out."""

from collections.abc import Sequence
from datetime import datetime

from games.deciding import decide
from games.models import Game, Seat
from games.rules import Leave, Status
from games.standstills import untold
from games.timekeeping import clock_of, enter


def let_time_pass(game: Game, seats: Sequence[Seat], at: datetime) -> None:
    """Bring a game that the caller has locked up to this moment.

    Who ran out goes out at his deadline; the next player's clock runs from there, so that several may go out one after
    another, until one is left.
    """
    if game.status != Game.Status.PLAYING or game.pace == Game.Pace.NONE:
        return
    for event in untold(game, seats, at):
        _let_run_out(game, seats, event.at)
        if game.status != Game.Status.PLAYING:
            return
        if event.seat is None or game.current().seats[event.seat].status is Status.IN:
            enter(game, seats, event.kind, event.at, seat=event.seat, amount=event.amount)
    _let_run_out(game, seats, at)


def _let_run_out(game: Game, seats: Sequence[Seat], at: datetime) -> None:
    """Let everybody go out whose time was up before this moment, in the order in which it was."""
    while game.status == Game.Status.PLAYING:
        out = clock_of(game, seats).first_out(at, game.current().mover)
        if out is None:
            return
        seat, deadline = out
        decide(game, seats, seats[seat], Leave(seat, "time"), deadline)
