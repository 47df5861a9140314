"""Notes of one's own on a game, which nobody else sees."""

import hashlib

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.locking import lock_game
from games.models import Game, Note
from games.refusals import Outdated


def note_on(game: Game, user: User) -> str:
    """What this user has noted on the game; empty if nothing."""
    return Note.objects.filter(game=game, user=user).values_list("text", flat=True).first() or ""


def mark_of(text: str) -> str:
    """What tells this text from others, for a form to say which it was written on; empty for an empty one."""
    return hashlib.sha256(text.encode()).hexdigest() if text else ""


def write(code: str, user: User, text: str, mark: str) -> Game:
    """Keep this note instead of the one with that mark; an empty one is none.

    Raises `Outdated` if another was written meanwhile, and `Game.DoesNotExist`.
    """
    with transaction.atomic():
        game, _seats = lock_game(code)
        kept = note_on(game, user)
        if text == kept:
            return game
        if mark != mark_of(kept):
            raise Outdated(
                _("Your note was changed in another window. Here is what you wrote; below it is what is kept.")
            )
        if text:
            Note.objects.update_or_create(game=game, user=user, defaults={"text": text})
        else:
            Note.objects.filter(game=game, user=user).delete()
        return game
