"""The one door by which a running game changes.

Each function here is one use case and one transaction: it locks the game, asks the rules, appends a `Move`, saves
the snapshot and the seats, and announces on commit. What it refuses raises `games.refusals.Refusal` and changes
nothing.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import rules
from games.announcing import announce_game
from games.bell import house_turn
from games.history import History
from games.locking import lock_game
from games.models import Game, Move, Seat
from games.refusals import NotAllowed, Outdated, Refusal, illegal
from games.reliability import counts, who_stayed
from games.rules import Action, Arrange, CallOff, Dice, IllegalAction, Lay, Leave, Position, Turn
from games.signals import game_ended


def begin(game: Game, seats: Sequence[Seat], at: datetime) -> None:
    """Start the game of a table that has just filled: draw who is first, and play the chance that is due at once.

    The caller (`games.lobby`) holds the game's lock and announces.
    """
    dice = _dice(game, seats)
    game.first = dice.first_player(game.players)
    position, chance, game.dice_events = rules.settle(game.start(), dice, 1)
    game.opening = _to_text(chance)
    game.status = Game.Status.PLAYING
    game.started_at = at
    _keep(game, seats, position, at)


def act(code: str, user: User, ply: int, action: Turn | Lay, at: datetime) -> Game:
    """Turn Assam or lay a rug, looking at the game as it was after `ply` decisions.

    The same action sent again for the same ply has no second effect and is no error.
    """
    with transaction.atomic():
        game, seats = lock_game(code)
        seat = _seat_of(user, seats)
        if ply < game.ply and _was_played(game, ply, seat, action):
            return game
        if ply != game.ply:
            raise Outdated(_("The game has moved on since this page was drawn. Here is the board as it is now."))
        _require_running(game)
        if seat.index not in game.current().movers:
            raise NotAllowed(_("It is not your turn."))
        return _decide(game, seats, seat, action, at)


def arrange(code: str, user: User, pile: Sequence[int], at: datetime) -> Game:
    """Put the opponent's 24 rugs in this order, the top first. Once for a seat; the same order again is no error."""
    with transaction.atomic():
        game, seats = lock_game(code)
        seat = _seat_of(user, seats)
        try:
            action = Arrange(seat.index, tuple(pile))
        except (IllegalAction, ValueError) as error:
            raise Refusal(_("That is not an order of all 24 rugs. Check the numbers of both colours.")) from error
        earlier = game.moves.filter(seat=seat.index, action__startswith="pile").first()
        if earlier and earlier.action == rules.action_to_text(action):
            return game
        if earlier:
            raise Outdated(_("You have arranged the rugs already, and an arrangement is final."))
        _require_running(game)
        return _decide(game, seats, seat, action, at)


def resign(code: str, user: User, at: datetime) -> Game:
    """Leave a running game for good. Resigning again is no error."""
    with transaction.atomic():
        game, seats = lock_game(code)
        seat = _seat_of(user, seats)
        if game.moves.filter(seat=seat.index, action__startswith="leave").exists():
            return game
        _require_running(game)
        return _decide(game, seats, seat, Leave(seat.index, "resigned"), at)


def agree_to_call_off(code: str, user: User, agrees: bool, at: datetime) -> Game:
    """Say, or take back, that the game may be called off; it is when all players still in agree.

    House players agree to what all people want. An agreement lapses when the player who gave it turns Assam or lays a
    rug, and all lapse when somebody goes out.
    """
    with transaction.atomic():
        game, seats = lock_game(code)
        seat = _seat_of(user, seats)
        if game.status == Game.Status.CALLED_OFF and agrees:
            return game
        _require_running(game)
        position = game.current()
        if position.seats[seat.index].status != "in":
            raise NotAllowed(_("You are out of this game, so it is not yours to call off."))
        if seat.agrees_to_call_off == agrees:
            return game
        seat.agrees_to_call_off = agrees
        if all(_agrees(other) for other in seats if position.seats[other.index].status == "in"):
            return _decide(game, seats, seat, CallOff(), at)
        seat.save(update_fields=["agrees_to_call_off"])
        game.version += 1
        game.save(update_fields=["version"])
        announce_game(game, [seat.user_id for seat in seats])
        return game


def _agrees(seat: Seat) -> bool:
    return seat.agrees_to_call_off or seat.user.kind == User.Kind.HOUSE


def _seat_of(user: User, seats: Sequence[Seat]) -> Seat:
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    raise NotAllowed(_("Only those who sit at this table can do that."))


def _require_running(game: Game) -> None:
    if game.status == Game.Status.WAITING:
        raise Outdated(_("This game has not begun yet."))
    if game.status != Game.Status.PLAYING:
        raise Outdated(_("This game is over."))


def _was_played(game: Game, ply: int, seat: Seat, action: Action) -> bool:
    return game.moves.filter(ply=ply, seat=seat.index, action=rules.action_to_text(action)).exists()


def _decide(game: Game, seats: Sequence[Seat], seat: Seat, action: Action, at: datetime) -> Game:
    """Play one decision and the chance that follows it, log it, and save and announce what came of it."""
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
    _keep(game, seats, position, at)
    announce_game(game, [seat.user_id for seat in seats])
    return game


def _let_agreements_lapse(seats: Sequence[Seat]) -> None:
    """Take back what these players agreed to at a table that was not as it is now."""
    for seat in seats:
        if seat.agrees_to_call_off:
            seat.agrees_to_call_off = False
            seat.save(update_fields=["agrees_to_call_off"])


def _keep(game: Game, seats: Sequence[Seat], position: Position, at: datetime) -> None:
    """Save the snapshot, whose turn it is and, when the game is over, the result. The one ending path."""
    game.position = position.to_text()
    game.version += 1
    outcome = position.outcome
    if outcome is not None:
        game.status = Game.Status.CALLED_OFF if outcome.called_off else Game.Status.OVER
        game.ended_at = at
    game.save()
    stayed = None
    if game.status == Game.Status.OVER and counts(seats):
        stayed = who_stayed(History.opened(game).extended(game.moves.order_by("ply")))
    for seat in seats:
        _keep_seat(game, seat, position, stayed)
    if any(seat.to_move and seat.user.kind == User.Kind.HOUSE for seat in seats):
        transaction.on_commit(house_turn.ring, robust=True)
    if outcome is not None:
        game_ended.send(sender=Game, game=game)


def _keep_seat(game: Game, seat: Seat, position: Position, stayed: Sequence[bool] | None) -> None:
    """Save what the position changed for one seat, if anything; with who stayed, if that counts in a game now over."""
    to_move = seat.index in position.movers
    outcome = position.outcome
    if outcome is None and to_move == seat.to_move:
        return
    seat.to_move = to_move
    seat.ended_at = game.ended_at
    if outcome is not None and outcome.ranks is not None:
        seat.rank = outcome.ranks[seat.index]
        seat.points = outcome.points[seat.index]
        seat.final_dirhams = outcome.dirhams[seat.index]
    if stayed is not None:
        seat.stayed = stayed[seat.index]
    seat.save(update_fields=["to_move", "ended_at", "rank", "points", "final_dirhams", "stayed"])


def _dice(game: Game, seats: Sequence[Seat]) -> Dice:
    return Dice(bytes(game.seed.value), str(game.pk), [seat.contribution for seat in seats])


def _to_text(chance: Sequence[Action]) -> str:
    return " ".join(rules.action_to_text(action) for action in chance)
