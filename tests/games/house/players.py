"""House players for tests, in a module of their own so that child processes find them."""

import time
from datetime import timedelta

from games.house import Decision, Sight
from games.rules import Turn


def broken(sight: Sight, time_left: timedelta | None) -> Decision:
    """Has a bug."""
    raise ZeroDivisionError("a bug")


def cheating(sight: Sight, time_left: timedelta | None) -> Decision:
    """Never does what is due."""
    return Turn("S") if sight.position.phase == "lay" else Turn("B")


def endless(sight: Sight, time_left: timedelta | None) -> Decision:
    """Thinks for ever."""
    while True:
        time.sleep(1)


def dying(sight: Sight, time_left: timedelta | None) -> Decision:
    """Takes its process with it."""
    import os

    os._exit(7)
