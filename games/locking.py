"""Taking a game, or what one user has, for oneself until the end of a transaction."""

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Seat
from games.refusals import NotAllowed


def lock_game(code: str) -> tuple[Game, list[Seat]]:
    """The game with this code and its seats in order, for the caller alone until his transaction ends.

    PostgreSQL locks the row; on SQLite the transaction holds the only write lock from its start.
    Raises `Game.DoesNotExist`.
    """
    # Without a change of its key, so that rows which point to it, as rating changes do, can be written meanwhile.
    game = Game.objects.select_for_update(of=("self",), no_key=True).select_related("seed").get(code=code)
    return game, game.seated()


def lock_user(user: User) -> None:
    """Let one request at a time count and change what this user has: his tables, his records.

    Raises `NotAllowed` if he was locked out meanwhile: suspended, or a guest who has gone home.
    """
    # Without a change of its key, so that others may meanwhile keep a seat for this user.
    if not User.objects.select_for_update(no_key=True).get(pk=user.pk).is_active:
        raise NotAllowed(_("You are no longer logged in as %(name)s. Load this page anew.") % {"name": user.name})
