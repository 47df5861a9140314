"""The one door by which a running game changes.

Each function here is one use case and one transaction: it locks the game, lets time pass up to the moment when the
request arrived, asks the rules, and then carries the decision out (`games.deciding`) or lets something happen to the
clocks (`games.timekeeping`), and announces on commit. What it refuses raises `games.refusals.Refusal` and changes
nothing but what time has done already.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import deciding, rules
from games.announcing import announce_game
from games.conditional_turns import set_conditional_turns
from games.deciding import decide
from games.gifts import require_gift
from games.locking import lock_game
from games.models import ClockEvent, Game, Seat
from games.passing import let_time_pass
from games.pauses import record_outage
from games.refusals import NotAllowed, Outdated, Refusal, TooLate
from games.rules import Action, Arrange, CallOff, IllegalAction, Lay, Leave, Status, Turn
from games.timekeeping import enter


def begin(game: Game, seats: Sequence[Seat], at: datetime) -> None:
    """Start the game of a table that has just filled: draw who is first, and play the chance that is due at once.

    The caller (`games.lobby`) holds the game's lock and announces.
    """
    if game.rated:
        record_outage(at)  # its lock comes before those of ladders, as when a game ends
    deciding.begin(game, seats, at)
    let_time_pass(game, seats, at)  # it may begin in a pause, or in somebody's vacation


def act(code: str, user: User, ply: int, action: Turn | Lay, at: datetime) -> Game:
    """Turn Assam or lay a rug, looking at the game as it was after `ply` decisions.

    The same action sent again for the same ply has no second effect and is no error.
    """
    with _seated(code, user, at) as (game, seats, seat):
        if ply < game.ply and _was_played(game, ply, seat, action):
            return game
        _require_running(game, seat)
        if ply != game.ply:
            raise Outdated(_("The game has moved on since this page was drawn. Here is the board as it is now."))
        if seat.index not in game.current().movers:
            raise NotAllowed(_("It is not your turn."))
        return decide(game, seats, seat, action, at)


def arrange(code: str, user: User, pile: Sequence[int], at: datetime) -> Game:
    """Put the opponent's 24 rugs in this order, the top first. Once for a seat; the same order again is no error."""
    with _seated(code, user, at) as (game, seats, seat):
        try:
            action = Arrange(seat.index, tuple(pile))
        except (IllegalAction, ValueError) as error:
            raise Refusal(_("That is not an order of all 24 rugs. Check the numbers of both colours.")) from error
        earlier = game.moves.filter(seat=seat.index, action__startswith="pile").first()
        if earlier and earlier.action == rules.action_to_text(action):
            return game
        if earlier:
            raise Outdated(_("You have arranged the rugs already, and an arrangement is final."))
        _require_running(game, seat)
        return decide(game, seats, seat, action, at)


def resign(code: str, user: User, at: datetime) -> Game:
    """Leave a running game for good. Resigning again is no error."""
    with _seated(code, user, at) as (game, seats, seat):
        if game.moves.filter(seat=seat.index, action__startswith="leave").exists():
            return game
        _require_running(game, seat)
        return decide(game, seats, seat, Leave(seat.index, "resigned"), at)


def agree_to_call_off(code: str, user: User, agrees: bool, at: datetime) -> Game:
    """Say, or take back, that the game may be called off; it is when all players still in agree.

    House players agree to what all people want. An agreement lapses when the player who gave it turns Assam or lays a
    rug, and all lapse when somebody goes out.
    """
    with _seated(code, user, at) as (game, seats, seat):
        if game.status == Game.Status.CALLED_OFF and agrees:
            return game
        _require_running(game, seat)
        position = game.current()
        if position.seats[seat.index].status != "in":
            raise NotAllowed(_("You are out of this game, so it is not yours to call off."))
        if seat.agrees_to_call_off == agrees:
            return game
        seat.agrees_to_call_off = agrees
        if all(_agrees(other) for other in seats if position.seats[other.index].status == "in"):
            return decide(game, seats, seat, CallOff(), at)
        seat.save(update_fields=["agrees_to_call_off"])
        game.version += 1
        game.save(update_fields=["version"])
        announce_game(game, [seat.user_id for seat in seats])
        return game


def give_time(code: str, user: User, index: int, ply: int, at: datetime) -> Game:
    """Give the player in the seat `index` more time: a day, or a minute of live time (`TimeControl.gift`).

    For an opponent who is still in; among three or four players, for the one on move alone. Each player can do so once
    a decision: given again for the same `ply` it has no second effect and is no error.
    """
    with _seated(code, user, at) as (game, seats, seat):
        if game.clock_events.filter(kind=ClockEvent.Kind.GIVEN, ply=ply, seat=index, giver=seat.index).exists():
            return game
        _require_running(game, seat)
        if ply != game.ply:
            raise Outdated(_("The game has moved on since this page was drawn. Here is the board as it is now."))
        require_gift(game, seats, seat.index, index, at)
        enter(game, seats, ClockEvent.Kind.GIVEN, at, seat=index, giver=seat.index, amount=game.time_control.gift)
        return game


def say_beforehand(code: str, user: User, turns: Mapping[str, str], at: datetime) -> Game:
    """Say how to turn Assam when the turn comes to this user: a side for a heading ("" for any); `{}` takes it back.

    Nobody else is told of it, so that nothing is announced.
    """
    with _seated(code, user, at) as (game, _seats, seat):
        _require_running(game, seat)
        set_conditional_turns(game, seat, turns)
        return game


def expire(code: str, at: datetime) -> Game:
    """Record what time alone has done to a game up to this moment: pauses and vacations, and who is out of time.

    Harmless when done again, or by several at once.
    """
    with transaction.atomic():
        game, seats = lock_game(code)
        let_time_pass(game, seats, at)
        return game


@contextmanager
def _seated(code: str, user: User, at: datetime) -> Iterator[tuple[Game, list[Seat], Seat]]:
    """The game as it is at this moment, locked, with its seats and the one of this user. NotAllowed if he has none.

    A refusal, which comes before anything is changed, does not undo what time has done.
    """
    refused = None
    with transaction.atomic():
        game, seats = lock_game(code)
        seat = _seat_of(user, seats)
        let_time_pass(game, seats, at)
        try:
            yield game, seats, seat
        except Refusal as refusal:
            refused = refusal
    if refused is not None:
        raise refused


def _agrees(seat: Seat) -> bool:
    return seat.agrees_to_call_off or seat.user.kind == User.Kind.HOUSE


def _seat_of(user: User, seats: Sequence[Seat]) -> Seat:
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    raise NotAllowed(_("Only those who sit at this table can do that."))


def _require_running(game: Game, seat: Seat) -> None:
    """Refuse what comes too late, for the game or for this seat's clock."""
    if game.first is None:
        raise Outdated(_("This game has not begun."))
    if _has_run_out(game, seat):
        raise TooLate(_("Your time ran out before this came in, so you are out of this game."))
    if game.status != Game.Status.PLAYING:
        raise Outdated(_("This game is over."))


def _has_run_out(game: Game, seat: Seat) -> bool:
    if game.status != Game.Status.CALLED_OFF:
        return game.current().seats[seat.index].status is Status.TIME
    return game.moves.filter(seat=seat.index, action=rules.action_to_text(Leave(seat.index, "time"))).exists()


def _was_played(game: Game, ply: int, seat: Seat, action: Action) -> bool:
    return game.moves.filter(ply=ply, seat=seat.index, action=rules.action_to_text(action)).exists()
