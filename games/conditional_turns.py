"""What players say beforehand: how Assam shall be turned when the turn comes to them.

A row a seat and heading, for its owner's eyes alone, until his turn comes: then the one that fits is played as
his decision, in the same transaction that brought him the turn, and all of them are gone, whether one fitted or not. A
game in which Assam is turned after laying has no use for them: there a turn begins with the roll anyway.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import ConditionalTurn, Game, Seat
from games.refusals import NotAllowed, Outdated, Refusal
from games.rules import Phase, Position, Status, Turn


def conditional_turns_of(game: Game, user: User) -> dict[str, str]:
    """What this user has said beforehand: a side (L, S or R) for a heading (N, E, S, W, or "" for any)."""
    own = ConditionalTurn.objects.filter(seat__game=game, seat__user=user)
    return dict(own.order_by("heading").values_list("heading", "side"))


def set_conditional_turns(game: Game, seat: Seat, turns: Mapping[str, str]) -> None:
    """Keep what the player of this seat says beforehand, in place of what he said before; `{}` takes it back.

    `turns` has a side for a heading, as `conditional_turns_of`; the one for a heading goes before the one for any.
    Refusal of what makes no sense, or if the seat has no turn to wait for. The caller holds the game's lock.
    """
    if not set(turns) <= set(ConditionalTurn.Heading.values) or not set(turns.values()) <= set(ConditionalTurn.Side):
        raise Refusal(_("Assam can go straight on or turn left or right, whatever his heading. Choose again."))
    require_waiting(game, seat, game.current())
    seat.conditional_turns.all().delete()
    ConditionalTurn.objects.bulk_create(
        [ConditionalTurn(seat=seat, heading=heading, side=side) for heading, side in turns.items()]
    )


def require_waiting(game: Game, seat: Seat, position: Position) -> None:
    """Refuse a seat of a running game no turn of which is yet to come, or none that begins with turning Assam."""
    own = position.seats[seat.index]
    if game.turning != Game.Turning.BEFORE:
        raise NotAllowed(_("At this table Assam is turned after laying, and your turn begins with the roll anyway."))
    if own.status is not Status.IN:
        raise NotAllowed(_("You are out of this game."))
    if seat.index in position.movers:
        raise Outdated(_("It is your turn already. Choose on the board below."))
    if own.rugs == 0:
        raise NotAllowed(_("You have no rugs left, so that no turn comes to you any more."))


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
