"""The board that all spectators of a game share, rendered once a version for however many are watching."""

import asyncio
from collections import OrderedDict

from django.utils import translation

from games.board import board_of
from games.models import Game
from games.rendering import rendered
from games.threads import in_thread

KEPT_BOARDS = 256

Rendered = tuple[int, str]
_boards: OrderedDict[tuple[str, int, str], asyncio.Task[Rendered]] = OrderedDict()


async def spectators_board(code: str, version: int, language: str) -> Rendered:
    """The version that was drawn, `version` or a later one, and its HTML; those who ask meanwhile share one drawing."""
    key = (code, version, language)
    task = _boards.get(key)
    if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
        task = asyncio.create_task(in_thread(_render, code, language))
        _boards[key] = task
        while len(_boards) > KEPT_BOARDS:
            _boards.popitem(last=False)
    # Shielded: one spectator's closed socket must not cancel what the others wait for.
    return await asyncio.shield(task)


def _render(code: str, language: str) -> Rendered:
    game = Game.objects.get(code=code)
    with translation.override(language):
        return game.version, rendered(board_of(game, None))
