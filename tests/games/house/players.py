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


def stuck_once(sight: Sight, time_left: timedelta | None) -> Decision:
    """Thinks for ever about the decision whose seed says so, and about others not at all."""
    return endless(sight, time_left) if sight.seed == "stuck" else Turn("S")


def slow(sight: Sight, time_left: timedelta | None) -> Decision:
    """Takes half a second."""
    time.sleep(0.5)
    return Turn("S")
