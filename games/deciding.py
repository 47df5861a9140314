"""How a decision is carried out: played, followed by chance, logged and saved. The one path by which games end.

For `games.play` and what acts for it; the caller has locked the game and judged that the decision may be made.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games import rules, tallies
from games.announcing import announce_game
from games.bell import house_turn
from games.clock import Clock
from games.conditional_turns import take_turn
from games.history import History
from games.models import Game, Move, Seat
from games.refusals import illegal
from games.reliability import counts, who_stayed
from games.rules import Action, Dice, IllegalAction, Lay, Outcome, Position, Turn
from games.signals import game_ended, game_starts
from games.timekeeping import clock_of, keep_clock, moved, started


def begin(game: Game, seats: Sequence[Seat], at: datetime) -> None:
    """Draw who is first, play the chance that is due at once, and let the clocks run."""
    dice = _dice(game, seats)
    game.first = dice.first_player(game.players)
    position, chance, game.dice_events = rules.settle(game.start(), dice, 1)
    game.opening = _to_text(chance)
    game.status = Game.Status.PLAYING
    game.started_at = at
    game_starts.send(sender=Game, game=game, seats=seats)
    _keep(game, seats, position, started(game, position, at), at)


def decide(game: Game, seats: Sequence[Seat], seat: Seat, action: Action, at: datetime) -> Game:
    """Play one decision and the chance that follows it, log it, and save and announce what came of it.

    Where the turn comes to somebody who has said beforehand how to turn Assam, his turn is played too. Refusal if the
    rules do not allow the action.
    """
    _play(game, seats, seat, action, at)
    while (foreseen := take_turn(game, seats)) is not None:
        _play(game, seats, *foreseen, at)
    announce_game(game, [seat.user_id for seat in seats])
    return game


def _play(game: Game, seats: Sequence[Seat], seat: Seat, action: Action, at: datetime) -> None:
    before = game.current()
    try:
        decided = before.play(action)
    except IllegalAction as error:
        raise illegal(error.code) from error
    position, chance, game.dice_events = rules.settle(decided, _dice(game, seats), game.dice_events)
    Move.objects.create(
        game=game, ply=game.ply, seat=seat.index, action=rules.action_to_text(action), chance=_to_text(chance), at=at
    )
    game.ply += 1
    if position.gone != before.gone:
        _let_agreements_lapse(seats)
    elif isinstance(action, Turn | Lay):
        _let_agreements_lapse([seat])
    _keep(game, seats, position, moved(clock_of(game, seats), before, position, seat.index, at), at)


def _let_agreements_lapse(seats: Sequence[Seat]) -> None:
    """Take back what these players agreed to at a table that was not as it is now."""
    for seat in seats:
        if seat.agrees_to_call_off:
            seat.agrees_to_call_off = False
            seat.save(update_fields=["agrees_to_call_off"])


def _keep(game: Game, seats: Sequence[Seat], position: Position, clock: Clock, at: datetime) -> None:
    """Save the snapshot, the clocks, whose turn it is and, when the game is over, the result."""
    game.position = position.to_text()
    game.version += 1
    outcome = position.outcome
    if outcome is not None:
        game.status = Game.Status.CALLED_OFF if outcome.called_off else Game.Status.OVER
        game.ended_at = at
    before = [_saved(seat) for seat in seats]
    keep_clock(game, seats, clock)
    game.save()
    for seat in seats:
        seat.to_move = seat.index in position.movers
        seat.ended_at = game.ended_at
    if outcome is not None:
        _set_results(game, seats, outcome)
    for seat, saved in zip(seats, before, strict=True):
        if _saved(seat) != saved:
            seat.save(update_fields=_SEAT_FIELDS)
    if any(seat.to_move and seat.user.kind == User.Kind.HOUSE for seat in seats):
        transaction.on_commit(house_turn.ring, robust=True)
    if outcome is not None:
        game_ended.send(sender=Game, game=game)


_CLOCK_FIELDS = ("time_left", "away_until", "deadline")
_RESULT_FIELDS = ("ended_at", "rank", "points", "final_dirhams", "stayed", *tallies.FIELDS)
_SEAT_FIELDS = ("to_move", *_RESULT_FIELDS, *_CLOCK_FIELDS)


def _saved(seat: Seat) -> tuple[object, ...]:
    """What a decision may change of a seat."""
    return tuple(getattr(seat, field) for field in _SEAT_FIELDS)


def _set_results(game: Game, seats: Sequence[Seat], outcome: Outcome) -> None:
    """Set what a game now over says of its seats: who stayed, if that counts, and with which numbers they ended."""
    history = History.opened(game).extended(game.moves.order_by("ply"))
    if counts(seats):
        for seat, stayed in zip(seats, who_stayed(history), strict=True):
            seat.stayed = stayed
    if outcome.ranks is None:
        return
    for seat in seats:
        seat.rank = outcome.ranks[seat.index]
        seat.points = outcome.points[seat.index]
        seat.final_dirhams = outcome.dirhams[seat.index]
    tallies.set_tallies(game, seats, history)


def _dice(game: Game, seats: Sequence[Seat]) -> Dice:
    return Dice(bytes(game.seed.value), str(game.pk), [seat.contribution for seat in seats])


def _to_text(chance: Sequence[Action]) -> str:
    return " ".join(rules.action_to_text(action) for action in chance)
