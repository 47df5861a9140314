"""Announcements of what changed, to the groups that sockets join.

They are hints. They say that a game, the lobby or somebody's list of games changed; browsers fetch what they need, and
a lost hint is repaired by the next one or by the socket's first word after it connects again.
"""

import asyncio
import hashlib
import logging
from collections.abc import Iterable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.signals import access_ended
from games.models import Game

logger = logging.getLogger(__name__)

LOBBY = "lobby"
"""The group of those who look at the lobby."""

LADDERS = "ladders"
"""The group of those who look at standings."""


def game_group(code: str) -> str:
    """The group of everybody who follows this game."""
    return f"game.{code}"


def user_group(user_id: int) -> str:
    """The group of all pages that a user has open."""
    return f"user.{user_id}"


def session_group(key: str) -> str:
    """The group of the pages that are open in one session."""
    # A session's key lets whoever knows it in, so it goes nowhere as it is.
    return "session." + hashlib.sha256(key.encode()).hexdigest()[:40]


class _Loop:
    """The event loop this process's sockets live on, once there is one."""

    running: asyncio.AbstractEventLoop | None = None


def use_running_loop() -> None:
    """Send announcements made by other threads over the event loop that is running now."""
    _Loop.running = asyncio.get_running_loop()


def announce_game(game: Game, user_ids: Iterable[int]) -> None:
    """When the transaction commits: tell the game's page, and its players that their list of games changed."""
    _on_commit(_changed(game, list(user_ids), has_board=True))


def announce_table(game: Game, user_ids: Iterable[int]) -> None:
    """As `announce_game`, for what changes at a table and not on a board; and tell the lobby too."""
    _on_commit(_changed(game, list(user_ids), has_board=False))
    if game.listed:
        _on_commit([(LOBBY, {"type": "lobby.changed"})])


def announce_mine(user_ids: Iterable[int]) -> None:
    """When the transaction commits: tell these users' pages that what they show of their own has changed."""
    _on_commit([_mine_changed(user_id) for user_id in user_ids])


def announce_ladders() -> None:
    """When the transaction commits: tell those who look at standings that some have changed."""
    _on_commit([(LADDERS, {"type": "ladder.changed"})])


@receiver(access_ended)
def _close_sockets_of_user(user: User, **kwargs: Any) -> None:
    # All of them: pages in a session that goes on connect again.
    _on_commit([(user_group(user.pk), {"type": "access.ended"})])


def announce_message(game: Game, number: int, user_ids: Iterable[int]) -> None:
    """When the transaction commits: tell these players' pages, and nobody else's, that there is a message."""
    said = {"type": "chat.said", "code": game.code, "number": number}
    _on_commit([(user_group(user_id), said) for user_id in user_ids])


@receiver(user_logged_out)
def _close_sockets_of_session(request: HttpRequest, **kwargs: Any) -> None:
    key = request.session.session_key
    if key:
        _on_commit([(session_group(key), {"type": "access.ended"})])


def _changed(game: Game, players: list[int], *, has_board: bool) -> list[tuple[str, dict[str, Any]]]:
    change = {"code": game.code, "version": game.version, "players": players, "has_board": has_board}
    return [(game_group(game.code), {"type": "game.changed", **change}), *map(_mine_changed, players)]


def _mine_changed(user_id: int) -> tuple[str, dict[str, Any]]:
    return user_group(user_id), {"type": "mine.changed"}


def _on_commit(messages: list[tuple[str, dict[str, Any]]]) -> None:
    # Robust: a channel layer that is down must not make a committed move look failed.
    transaction.on_commit(lambda: _send(messages), robust=True)


def _send(messages: list[tuple[str, dict[str, Any]]]) -> None:
    """Send from any thread. On the sockets' own loop where there is one: it delivers within milliseconds."""
    if _Loop.running is not None and _Loop.running.is_running():
        asyncio.run_coroutine_threadsafe(_deliver(messages), _Loop.running)
    else:
        async_to_sync(_deliver)(messages)


async def _deliver(messages: list[tuple[str, dict[str, Any]]]) -> None:
    layer = get_channel_layer()
    try:
        for group, message in messages:
            await layer.group_send(group, message)
    except Exception:
        logger.exception("An announcement could not be sent; browsers will catch up when they connect again")
