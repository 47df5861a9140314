"""What guests leave behind in games: to the account they go home to, or to nobody when they leave or stay away."""

import logging
from contextlib import suppress
from datetime import datetime, timedelta

from django.contrib.auth.signals import user_logged_out
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.dispatch import receiver
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games import lobby, play
from games.announcing import announce_game, announce_table
from games.locking import lock_game
from games.models import Game, Invitation, Message, Note, SavedRecord, Seat
from games.rules import Status

logger = logging.getLogger(__name__)

IDLE_AFTER = timedelta(days=30)


@receiver(guests.guest_signed_up)
def show_new_name(user: User, **kwargs: object) -> None:
    """Let all boards show the name that a guest has chosen by signing up. The caller's transaction holds his row."""
    for code in _codes_of(user):
        game, seats = lock_game(code)
        _show_other_name(game, [seat.user_id for seat in seats])


@receiver(guests.guest_came_home)
def leave_games_to(guest: User, user: User, **kwargs: object) -> None:
    """Let this user have the guest's seats, and all that goes with them; where both sit, the guest gets up.

    The limits on games and records are for opening, joining and saving: here nobody is asked to give something up. The
    caller's transaction holds the guest's row.
    """
    for code in _codes_of(guest):
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
    _show_other_name(game, [user.pk if seat.user_id == guest.pk else seat.user_id for seat in seats])


def _show_other_name(game: Game, players: list[int]) -> None:
    game.version += 1
    game.save(update_fields=["creator", "version"])
    announce = announce_table if game.first is None else announce_game  # what never began has no board
    announce(game, players)


@receiver(user_logged_out)
def close_who_leaves(user: User | None, **kwargs: object) -> None:
    """Close a guest who logs out: nobody can come back as him."""
    if user is not None and user.kind == User.Kind.GUEST:
        _close(user, timezone.now())


def close_idle(now: datetime) -> int:
    """Close the guests who have done nothing here for 30 days; how many that were.

    They resign the games that go on and get up from tables. One with whom that fails is logged, and stops no other.
    """
    long_ago = now - IDLE_AFTER
    closed = 0
    for guest in list(User.objects.filter(kind=User.Kind.GUEST, is_active=True, last_login__lt=long_ago)):
        try:
            closed += _close(guest, now, idle_since=long_ago)
        except Exception:
            logger.exception("%s has been idle and could not be closed", guest)
    return closed


def _close(guest: User, at: datetime, *, idle_since: datetime | None = None) -> bool:
    """Get the guest up from everywhere and lock him out; False if he is a guest no more, or is here again."""
    with transaction.atomic():
        still_open = guests.lock(guest)
        if still_open is None or (idle_since and still_open.last_login and still_open.last_login >= idle_since):
            return False
        _get_up(still_open, at)
        # Nobody can read his notes or delete his records any more.
        Note.objects.filter(user=still_open).delete()
        SavedRecord.objects.filter(owner=still_open).delete()
        guests.close(still_open)
        return True


def delete_traceless() -> None:
    """Delete the closed guests of whom nothing is left; who sits in a game stays, for those he played with."""
    for guest in User.objects.filter(kind=User.Kind.GUEST, is_active=False, seats=None):
        with suppress(ProtectedError, IntegrityError):  # something else is left, or somebody invites him this moment
            guest.delete()


def _get_up(guest: User, at: datetime) -> None:
    """Resign the games that go on, and get up from tables or close them. Within a transaction that holds his row."""
    for code in _codes_of(guest):
        game, _seats = lock_game(code)  # what it is now it stays: no table begins while he gets up
        seat = Seat.objects.filter(game=game, user=guest).first()
        if seat is None:
            continue
        if game.status == Game.Status.WAITING and game.creator_id == guest.pk:
            lobby.close(code, guest, at)
        elif game.status == Game.Status.WAITING:
            lobby.leave(code, guest)
        elif game.status == Game.Status.PLAYING and game.current().seats[seat.index].status is Status.IN:
            play.resign(code, guest, at)


def _codes_of(user: User) -> list[str]:
    """The games and tables at which he sits, in the order in which they are locked."""
    return list(Game.objects.filter(seats__user=user).order_by("pk").values_list("code", flat=True))
