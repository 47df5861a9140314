"""Voiding a game that was played to its end: it stays to be seen, but counts for no ladder; and taking that back."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.announcing import announce_game
from games.locking import lock_game
from games.models import Game
from games.refusals import Outdated
from games.signals import game_voided


def void(code: str, because: str, at: datetime) -> Game:
    """Let a game that is over count for nothing. Players read `because`. Voiding it again is no error."""
    return _void(code, because, at)


def restore(code: str) -> Game:
    """Let a voided game count again, as if it had never been voided. Restoring it again is no error."""
    return _void(code, "", None)


def _void(code: str, because: str, at: datetime | None) -> Game:
    with transaction.atomic():
        game, seats = lock_game(code)
        if game.status != Game.Status.OVER:
            raise Outdated(_("Only a game that was played to its end can be voided or restored."))
        if (game.voided_at is None) == (at is None):
            return game
        game.voided_at, game.voided_because = at, because
        game.version += 1
        game.save(update_fields=["voided_at", "voided_because", "version"])
        game_voided.send(sender=Game, game=game)
        announce_game(game, [seat.user_id for seat in seats])
        return game
