"""Whether what is kept of a game beside its log is what the log says."""

from collections.abc import Iterator, Sequence

from games.clock_log import clock_events
from games.history import History
from games.models import Game
from games.reliability import counts, who_stayed
from games.rules import Draw, IllegalAction, Roll
from games.tallies import FIELDS, Tally, tallies_of
from games.timekeeping import clock_of, derived


def differences(game: Game) -> Iterator[str]:
    """One sentence for each thing kept of a started game that its log does not bear out."""
    try:
        history = History.opened(game).extended(game.moves.order_by("ply"))
    except (IllegalAction, ValueError) as error:
        yield f"the log does not replay: {error}"
        return
    position = history.position
    if game.position != position.to_text():
        yield "the position kept is not the fold of the log"
    if game.ply != history.ply:
        yield f"ply {game.ply} is kept, the log has {history.ply} decisions"
    if game.dice_events != _dice_events(history, game.colours):
        yield f"{game.dice_events} dice events are kept, the log has {_dice_events(history, game.colours)}"
    if (position.outcome is not None) != game.is_ended:
        yield f"the status is {game.status!r}, the log ends in {position.phase}"
    yield from _seat_differences(game, history)
    yield from _clock_differences(game, history)
    yield from _tally_differences(game, history)


def _clock_differences(game: Game, history: History) -> Iterator[str]:
    if game.pace == Game.Pace.NONE:
        return
    seats = list(game.seats.order_by("index"))
    try:
        clock = derived(game, history, game.clock_events.order_by("number"))
    except ValueError as error:
        yield f"the clocks do not follow from the log: {error}"
        return
    if clock_of(game, seats) != clock:
        yield "the clocks kept are not the fold of moves and clock events"
    for seat in seats:
        if seat.deadline != clock.deadline(seat.index):
            yield f"seat {seat.index} has the deadline {seat.deadline}, the log says {clock.deadline(seat.index)}"


def _tally_differences(game: Game, history: History) -> Iterator[str]:
    seats = game.seated()
    due: Sequence[Tally | None] = [None] * len(seats)
    outcome = history.position.outcome
    if outcome is not None and outcome.ranks is not None:
        try:
            due = tallies_of(game, history, clock_events(game))
        except ValueError:
            return  # said of the clocks already
    for seat, tally in zip(seats, due, strict=True):
        for field in FIELDS:
            kept, told = getattr(seat, field), getattr(tally, field, None)
            if kept != told:
                yield f"seat {seat.index} has {field} {kept}, the log says {told}"


def _dice_events(history: History, colours: str) -> int:
    # The draw of the first player is event 0; an arranged pile says itself what comes.
    drawn = (Roll,) if colours == "arranged" else (Roll, Draw)
    return 1 + sum(isinstance(step.action, drawn) for step in history.steps)


def _seat_differences(game: Game, history: History) -> Iterator[str]:
    position, outcome = history.position, history.position.outcome
    results: list[tuple[int | None, ...]] = [(None, None, None)] * game.players
    stayed: Sequence[bool | None] = [None] * game.players
    if outcome is not None and outcome.ranks is not None:
        results = list(zip(outcome.ranks, outcome.points, outcome.dirhams, strict=True))
    if outcome is not None and counts(game.seated()):
        stayed = who_stayed(history)
    for seat in game.seated():
        if seat.to_move != (seat.index in position.movers):
            yield f"seat {seat.index} is wrongly marked as waited for or not"
        kept = seat.rank, seat.points, seat.final_dirhams
        if kept != results[seat.index]:
            yield f"seat {seat.index} has rank, points and dirhams {kept}, the log says {results[seat.index]}"
        if seat.stayed != stayed[seat.index]:
            yield f"seat {seat.index} has stayed: {seat.stayed}, the log says {stayed[seat.index]}"
        if seat.ended_at != game.ended_at:
            yield f"seat {seat.index} has another moment of the end than its game"
