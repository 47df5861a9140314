"""Following other players: a list of one's own, by which their games and tables are found again.

Only people with accounts follow and are followed: a guest may be gone tomorrow, and house players are always there.
Whoever is followed is not asked, and told only when he follows too. Closed accounts are in nobody's list.
"""

from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from accounts.models import Follow, User

MOST_FOLLOWED = 300


def follow(follower: User, followed: User, at: datetime) -> None:
    """Follow somebody from now on; following twice is no error. ValidationError says why that cannot be."""
    with transaction.atomic():
        # One request at a time counts whom he follows; without a change of his key, so that others may follow him.
        User.objects.select_for_update(no_key=True).get(pk=follower.pk)
        if Follow.objects.filter(follower=follower, followed=followed).exists():
            return
        _require_people(follower, followed)
        if followed_by(follower).count() >= MOST_FOLLOWED:
            raise ValidationError(
                _("You follow %(most)d players, and more are not allowed. Unfollow one first."),
                params={"most": MOST_FOLLOWED},
            )
        Follow.objects.create(follower=follower, followed=followed, made_at=at)


def unfollow(follower: User, followed: User) -> None:
    """Follow him no longer; nothing happens if he was not followed."""
    Follow.objects.filter(follower=follower, followed=followed).delete()


def followed_by(user: User) -> QuerySet[User]:
    """The players whom he follows, by name, each with `follows_back`; at most MOST_FOLLOWED."""
    back = Follow.objects.filter(follower=OuterRef("pk"), followed=user)
    people = User.objects.filter(followers__follower=user, is_active=True)
    return people.annotate(follows_back=Exists(back)).order_by(Lower("name"))


def circle_of(user: User) -> list[int]:
    """The keys of him and of whom he follows; one query."""
    return [user.pk, *followed_by(user).values_list("pk", flat=True)]


def may_follow(user: User | AnonymousUser) -> bool:
    """Whether he is somebody who can follow others."""
    return isinstance(user, User) and user.kind == User.Kind.PERSON


def _require_people(follower: User, followed: User) -> None:
    if not may_follow(follower):
        raise ValidationError(_("Following players needs an account. Sign up, and follow him then."))
    if follower == followed:
        raise ValidationError(_("This is you. You can follow others."))
    if followed.kind == User.Kind.GUEST:
        raise ValidationError(_("A guest can be followed when he has signed up."))
    if followed.kind == User.Kind.HOUSE:
        raise ValidationError(_("Players of the house are always there: nobody needs to follow them."))
    if not followed.is_active:
        raise ValidationError(_("This account is closed."))
