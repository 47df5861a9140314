"""The house players as users: each sits at tables like anybody, but nobody can log in as one.

A player sits at a table once, so that each house player has a few users, for tables where it fills several seats:
apprentice, apprentice-2, apprentice-3. They are made when they are first needed.
"""

import logging
from collections.abc import Collection

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import rules
from games.house import PLAYERS, Choose
from games.refusals import Refusal

logger = logging.getLogger(__name__)

MOST_AT_A_TABLE = max(rules.PLAYERS) - 1


def _names(player: str) -> list[str]:
    return [player, *(f"{player}-{number}" for number in range(2, MOST_AT_A_TABLE + 1))]


_PLAYER_OF = {name: player for player in PLAYERS for name in _names(player)}

NAMES = frozenset(_PLAYER_OF)
"""The names of all users that house players have or may come to have."""


def choose_of(user: User) -> Choose:
    """How this house user plays. Raises `KeyError` if no player of the house is called so."""
    return PLAYERS[_PLAYER_OF[user.name]]


def house_user(player: str, seated: Collection[str] = ()) -> User:
    """The first user of this house player whose name is not among those `seated`. Raises `Refusal` if there is none."""
    if player not in PLAYERS:
        raise Refusal(_("There is no such house player."))
    name = next((name for name in _names(player) if name not in seated), None)
    if name is None:
        raise Refusal(_("No more house players of this kind can sit down here."))
    return _user(name)


def house_user_called(name: str) -> User | None:
    """The user of a house player who has this name, in whatever case; None if no house player is called so."""
    return _user(name.lower()) if name.lower() in NAMES else None


def _user(name: str) -> User:
    """The user of this name, made if he is needed for the first time."""
    try:
        user, _created = User.objects.get_or_create(
            name=name, kind=User.Kind.HOUSE, defaults={"password": make_password(None)}
        )
    except IntegrityError as error:
        logger.exception("The house player %s cannot play: somebody else has the name", name)
        raise Refusal(_("The house player cannot come just now. Please play with others meanwhile.")) from error
    return user
