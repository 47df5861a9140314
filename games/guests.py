"""What guests leave behind in games: to the account they go home to, or to nobody when they do not come again."""

from contextlib import suppress
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, ProtectedError
from django.dispatch import receiver
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games import lobby, play
from games.announcing import announce_game, announce_table
from games.locking import lock_game
from games.models import Game, Invitation, Message, Move, Note, SavedRecord, Seat
from games.refusals import Outdated
from games.rules import Status

IDLE_AFTER = timedelta(days=30)


@receiver(guests.guest_came_home)
def leave_games_to(guest: User, user: User, **kwargs: object) -> None:
    """Let this user have the guest's seats, and all that goes with them; where both sit, the guest gets up.

    The caller's transaction holds the guest's row.
    """
    for code in Game.objects.filter(seats__user=guest).order_by("pk").values_list("code", flat=True):
        _leave_game_to(code, guest, user)
    Invitation.objects.filter(user=guest).exclude(game__invitations__user=user).update(user=user)
    Note.objects.filter(user=guest).exclude(game__notes__user=user).update(user=user)
    SavedRecord.objects.filter(owner=guest).update(owner=user)
    _get_up(guest, timezone.now())


def _leave_game_to(code: str, guest: User, user: User) -> None:
    game, seats = lock_game(code)
    if any(seat.user_id == user.pk for seat in seats):
        return
    game.seats.filter(user=guest).update(user=user)
    Message.objects.filter(game=game, author=guest).update(author=user)
    if game.creator_id == guest.pk:
        game.creator = user
    game.version += 1  # another name on the board
    game.save(update_fields=["creator", "version"])
    players = [user.pk if seat.user_id == guest.pk else seat.user_id for seat in seats]
    announce = announce_table if game.status == Game.Status.WAITING else announce_game
    announce(game, players)


def close_idle(now: datetime) -> int:
    """Close the guests who have not logged in or moved for 30 days; how many that were.

    They resign the games that go on and get up from tables.
    """
    long_ago = now - IDLE_AFTER
    moved = Move.objects.filter(game__seats__user=OuterRef("pk"), seat=F("game__seats__index"), at__gte=long_ago)
    idle = User.objects.filter(kind=User.Kind.GUEST, is_active=True, last_login__lt=long_ago).exclude(Exists(moved))
    closed = 0
    for guest in list(idle):
        with transaction.atomic():
            still_open = guests.lock(guest)
            if still_open is not None:
                _get_up(still_open, now)
                guests.close(still_open)
                closed += 1
    return closed


def delete_traceless() -> None:
    """Delete the closed guests of whom nothing is left; who sits in a game stays, for those he played with."""
    for guest in User.objects.filter(kind=User.Kind.GUEST, is_active=False, seats=None):
        with suppress(ProtectedError, IntegrityError):  # something else is left, or somebody invites him this moment
            guest.delete()


def _get_up(guest: User, at: datetime) -> None:
    """Resign the games that go on, and get up from tables or close them."""
    for seat in Seat.objects.filter(user=guest).select_related("game").order_by("game_id"):
        with suppress(Outdated):  # it began or ended a moment ago
            if seat.game.status == Game.Status.WAITING and seat.game.creator_id == guest.pk:
                lobby.close(seat.game.code, guest, at)
            elif seat.game.status == Game.Status.WAITING:
                lobby.leave(seat.game.code, guest)
            elif seat.game.status == Game.Status.PLAYING and _is_in(seat):
                play.resign(seat.game.code, guest, at)


def _is_in(seat: Seat) -> bool:
    return seat.game.current().seats[seat.index].status is Status.IN
