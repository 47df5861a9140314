"""What all spectators of a game share, its board and its glimpse: drawn once a version, language and zone."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.utils import timezone, translation

from games.board import board_of
from games.glimpses import rendered_glimpse
from games.models import Game
from games.rendering import rendered
from games.threads import in_thread

KEPT_DRAWINGS = 512

Rendered = tuple[int, str]
Draw = Callable[[str], Rendered]
_drawings: OrderedDict[tuple[Draw, str, int, str, ZoneInfo], asyncio.Task[Rendered]] = OrderedDict()


async def spectators_board(code: str, version: int, language: str, zone: ZoneInfo) -> Rendered:
    """The version that was drawn, `version` or a later one, and its HTML; those who ask meanwhile share one drawing.

    It tells moments, as deadlines, in this time zone.
    """
    return await _shared(_draw_board, code, version, language, zone)


async def spectators_glimpse(code: str, version: int, language: str) -> Rendered:
    """The same of the game as it is shown among others, which tells no moments."""
    return await _shared(_draw_glimpse, code, version, language, ZoneInfo("UTC"))


async def _shared(draw: Draw, code: str, version: int, language: str, zone: ZoneInfo) -> Rendered:
    key = (draw, code, version, language, zone)
    task = _drawings.get(key)
    if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
        task = asyncio.create_task(in_thread(_drawn, draw, code, language, zone))
        _drawings[key] = task
        while len(_drawings) > KEPT_DRAWINGS:
            _drawings.popitem(last=False)
    # Shielded: one spectator's closed socket must not cancel what the others wait for.
    return await asyncio.shield(task)


def _drawn(draw: Draw, code: str, language: str, zone: ZoneInfo) -> Rendered:
    with translation.override(language), timezone.override(zone):
        return draw(code)


def _draw_board(code: str) -> Rendered:
    game = Game.objects.get(code=code)
    return game.version, rendered(board_of(game, None))


def _draw_glimpse(code: str) -> Rendered:
    game = Game.objects.with_players().get(code=code)
    return game.version, rendered_glimpse(game)
