"""The one door by which messages come into the chat of a game.

A chat is for the players of its game only, from the game's beginning and for good; to everybody else it is not there.
Saying something is one transaction that locks the game, so that messages are numbered without a gap, and announces on
commit. What is refused raises `games.refusals.Refusal` and changes nothing.
"""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.announcing import announce_message
from games.locking import lock_game
from games.models import Game, Message, Seat
from games.refusals import NotAllowed, Outdated, TooOften

MOST_A_MINUTE = 10


def say(code: str, user: User, text: str, at: datetime, *, token: str = "") -> Message:
    """Say this in a game's chat; who says it has read all before it.

    A form carries a `token` of its own: sent again with the same text, it says it once. Raises `Game.DoesNotExist`.
    """
    form = _mark(user, token, text) if token else secrets.token_hex(32)
    with transaction.atomic():
        game, seats = lock_game(code)
        seat = _seat_of(user, seats)
        _require_open(game, seat)
        earlier = game.messages.filter(form=form).first()
        if earlier is not None:
            return earlier
        last = last_number(code)
        _require_patience(game, user, last, at)
        message = Message.objects.create(game=game, number=last + 1, author=user, text=text, form=form, at=at)
        read(game, user, message.number)
        announce_message(game, message.number, [each.user_id for each in seats if not is_off(each)])
        return message


def read(game: Game, user: User, number: int) -> None:
    """Remember that this player has read the messages up to this number, if he had read fewer."""
    number = min(number, last_number(game.code))
    Seat.objects.filter(game=game, user=user, read_messages__lt=number).update(read_messages=number)


def switch(game: Game, user: User, *, off: bool) -> None:
    """Let this player have no chat in this game, or have it again. What was said meanwhile is unread then."""
    Seat.objects.filter(game=game, user=user).update(chat_off=off)


def last_number(code: str) -> int:
    """The number of the last message in the game with this code; 0 if nothing has been said."""
    numbers = Message.objects.filter(game__code=code).order_by("-number").values_list("number", flat=True)
    return numbers.first() or 0


def is_off(seat: Seat) -> bool:
    """Whether who has this seat (loaded with its user) wants no chat, in this game or in any."""
    return seat.chat_off or seat.user.chat_off


def _mark(user: User, token: str, text: str) -> str:
    """What a form leaves on the message it sent: the same whenever it is sent again."""
    return hashlib.sha256(repr((user.pk, token, text)).encode()).hexdigest()


def _seat_of(user: User, seats: Sequence[Seat]) -> Seat:
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    raise NotAllowed(_("Only those who sit at this table can write here."))


def _require_open(game: Game, seat: Seat) -> None:
    if game.first is None:
        raise Outdated(_("The chat opens when the game begins."))
    if is_off(seat):
        raise NotAllowed(_("You have switched the chat off. Switch it on again to write."))


def _require_patience(game: Game, user: User, last: int, at: datetime) -> None:
    # Nobody is faster than that, so the last minute's messages are among so many.
    recent = game.messages.filter(number__gt=last - MOST_A_MINUTE * game.players)
    if recent.filter(author=user, at__gt=at - timedelta(minutes=1)).count() >= MOST_A_MINUTE:
        raise TooOften(
            _("You have written %(most)d messages within a minute. Wait a little, and send this one then.")
            % {"most": MOST_A_MINUTE}
        )
