"""What players say beforehand: how Assam shall be turned when the turn comes to them.

A row a seat and heading, for its owner's eyes alone, until his turn comes: then the one that fits is played as
his decision, in the same transaction that brought him the turn, and all of them are gone, whether one fitted or not. A
game in which Assam is turned after laying has no use for them: there a turn begins with the roll anyway.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.locking import lock_game
from games.models import ConditionalTurn, Game, Seat
from games.refusals import NotAllowed, Outdated, Refusal
from games.rules import Phase, Status, Turn


def conditional_turns_of(game: Game, user: User) -> dict[str, str]:
    """What this user has said beforehand: a side (L, S or R) for a heading (N, E, S, W, or "" for any)."""
    own = ConditionalTurn.objects.filter(seat__game=game, seat__user=user)
    return dict(own.order_by("heading").values_list("heading", "side"))


def set_conditional_turns(code: str, user: User, turns: dict[str, str], at: datetime) -> Game:
    """Say how to turn Assam when the turn comes to this user, in place of what he said before; `{}` takes it back.

    `turns` has a side for a heading, as `conditional_turns_of`; the one for a heading goes before the one for any.
    """
    if not set(turns) <= set(ConditionalTurn.Heading.values) or not set(turns.values()) <= set(ConditionalTurn.Side):
        raise Refusal(_("Assam can go straight on or turn left or right, whatever his heading. Choose again."))
    with transaction.atomic():
        game, seats = lock_game(code)
        seat = _seat_that_waits(game, seats, user)
        seat.conditional_turns.all().delete()
        ConditionalTurn.objects.bulk_create(
            [ConditionalTurn(seat=seat, heading=heading, side=side) for heading, side in turns.items()]
        )
        return game


def _seat_that_waits(game: Game, seats: Sequence[Seat], user: User) -> Seat:
    """The seat of this user, if it can say beforehand what to do."""
    seat = next((seat for seat in seats if seat.user_id == user.pk), None)
    if seat is None:
        raise NotAllowed(_("Only those who sit at this table can do that."))
    if game.status != Game.Status.PLAYING:
        raise Outdated(_("This game is not going on, so there is nothing to say beforehand."))
    if game.turning != Game.Turning.BEFORE:
        raise NotAllowed(_("At this table Assam is turned after laying, and your turn begins with the roll anyway."))
    if game.current().seats[seat.index].status is not Status.IN:
        raise NotAllowed(_("You are out of this game."))
    if seat.to_move:
        raise Outdated(_("It is your turn already. Choose on the board below."))
    return seat


def take_turn(game: Game, seats: Sequence[Seat]) -> tuple[Seat, Turn] | None:
    """Who has just got the turn, and how he said beforehand that Assam is turned; None if nobody did.

    What he said is gone with it; so is what anybody said, when the game is over. The caller holds the game's lock.
    """
    said = ConditionalTurn.objects.filter(seat__game=game)
    if game.turning != Game.Turning.BEFORE:
        return None
    if game.is_ended:
        said.delete()
        return None
    position = game.current()
    if position.phase is not Phase.TURN:
        return None
    seat = seats[position.mover]
    sides = dict(seat.conditional_turns.values_list("heading", "side"))
    if not sides:
        return None
    seat.conditional_turns.all().delete()
    side = sides.get(position.assam.heading.name, sides.get(""))
    return None if side is None else (seat, Turn(side))
