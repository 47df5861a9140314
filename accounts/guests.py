"""Guests: users without a name of their own choice and without a password, known by their session alone.

A guest becomes a person when he signs up, and keeps everything. Logging in to an account that he has already, he leaves
what he did to it: other apps hear `guest_came_home` and see to their part, and the guest is closed. To allauth's pages
a guest is nobody (`accounts.middleware.GuestMiddleware`): he has no account that they could show or guard.
"""

import secrets
from datetime import timedelta

from django.contrib.auth import SESSION_KEY, login
from django.db import IntegrityError, transaction
from django.dispatch import Signal
from django.http import HttpRequest

from accounts.models import User
from accounts.names import GUEST_PREFIX

SESSION_LENGTH = timedelta(days=365)
"""A session cannot be had again without a password; a guest who stays away is closed long before it ends."""

NAME_ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"
NAME_LENGTHS = (4, 4, 5, 6, 8)

# kwargs: guest (a User), user (whose account it is). Sent inside the transaction of the log-in.
guest_came_home = Signal()


def begin_visit(request: HttpRequest) -> User:
    """Make a new guest, and log him in."""
    guest = _new_guest()
    login(request, guest)
    request.session.set_expiry(SESSION_LENGTH)
    return guest


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


def _new_guest() -> User:
    """A guest with a random name; longer and longer ones, should short ones be used up."""
    for length in NAME_LENGTHS:
        name = GUEST_PREFIX + "".join(secrets.choice(NAME_ALPHABET) for _ in range(length))
        try:
            with transaction.atomic():
                return User.objects.create_user(name, kind=User.Kind.GUEST)
        except IntegrityError:
            continue
    raise RuntimeError("no name is free for a guest")
