"""Guests: users without a name of their own choice and without a password, known by their session alone.

A guest becomes a person when he signs up, and keeps everything. Logging in to an account that he has already, he leaves
what he did to it: other apps hear `guest_came_home` and see to their part, and the guest is closed. To allauth's pages
a guest is nobody (`accounts.middleware.GuestMiddleware`): he has no account that they could show or guard.
"""

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth import SESSION_KEY, login
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import IntegrityError, transaction
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.letters import LETTERS, spelled
from accounts.models import User
from accounts.names import GUEST_PREFIX

SESSION_LENGTH = timedelta(days=365)
"""A session cannot be had again without a password; a guest who stays away is closed long before it ends."""

NAME_ALPHABET = LETTERS
NAME_LENGTHS = (4, 4, 5, 6, 8)

NOTICED_EVERY = timedelta(hours=1)

# kwargs: user (a person now, under the name he chose). Sent inside the transaction of the sign-up.
guest_signed_up = Signal()

# kwargs: guest (a User), user (whose account it is). Sent inside the transaction of the log-in.
guest_came_home = Signal()


def begin_visit(request: HttpRequest, token: str) -> User:
    """Make a new guest, and log him in. The same form (`token`) sent twice by one browser makes one guest."""
    guest = _new_guest(_mark(request, token))
    login(request, guest)
    request.session.set_expiry(SESSION_LENGTH)
    return guest


def notice(guest: User, at: datetime) -> None:
    """Remember, to the hour, that a guest has done something here: as his last log-in, of which he has but one."""
    if guest.last_login is None or guest.last_login < at - NOTICED_EVERY:
        User.objects.filter(pk=guest.pk).update(last_login=at)


def guest_of(request: HttpRequest) -> User | None:
    """The guest whose session it is, on pages to which he is nobody."""
    guest: User | None = getattr(request, "guest", None)
    return guest


def forget_session_user(request: HttpRequest) -> None:
    """Let whoever logs in next go on with the guest's session, as long as his own would last: he is the same person."""
    request.session.pop(SESSION_KEY, None)
    request.session.set_expiry(None)


def come_home(guest: User, user: User) -> None:
    """Leave to this user what the guest did, and close the guest."""
    with transaction.atomic():
        # Two log-ins at once: the second finds the guest closed.
        still_open = lock(guest)
        if still_open is not None:
            guest_came_home.send(sender=User, guest=still_open, user=user)
            close(still_open)


def lock(guest: User) -> User | None:
    """The guest, for the caller alone until his transaction ends; None if he has signed up or was closed meanwhile."""
    guests = User.objects.filter(kind=User.Kind.GUEST, is_active=True)
    # Without a change of his key, so that others may meanwhile keep a seat for him.
    return guests.select_for_update(no_key=True).filter(pk=guest.pk).first()


def close(guest: User) -> None:
    """Lock a guest out for good."""
    guest.is_active = False
    guest.save(update_fields=["is_active"])


def _mark(request: HttpRequest, token: str) -> str:
    """What only this browser can come to with this form: its secret against forgery is in it, and nobody else's."""
    browser = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
    if not browser or not token:
        return secrets.token_hex(32)
    return salted_hmac("accounts.guests", f"{browser} {token}", algorithm="sha256").hexdigest()


def _new_guest(mark: str) -> User:
    """The guest of this mark; new, his name is one that is free, longer and longer if short ones are used up.

    He bears the mark where others have a password. The database keeps names apart, so that it is one guest however
    many requests make him at the same moment, in whatever processes.
    """
    password = UNUSABLE_PASSWORD_PREFIX + mark
    for attempt, length in enumerate(NAME_LENGTHS):
        digest = salted_hmac("accounts.guests.name", f"{mark} {attempt}", algorithm="sha256").digest()
        name = GUEST_PREFIX + spelled(digest[:length], NAME_ALPHABET)
        try:
            with transaction.atomic():
                return User.objects.create(name=name, kind=User.Kind.GUEST, password=password)
        except IntegrityError:
            twin = User.objects.named(name).filter(kind=User.Kind.GUEST, is_active=True, password=password).first()
            if twin is not None:
                return twin
    raise RuntimeError("no name is free for a guest")
