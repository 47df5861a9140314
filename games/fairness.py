"""Checking a game's dice: every event of the stream computed anew, beside what was played.

`games.rules.dice` is the algorithm; the page that shows this explains it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games import rules
from games.history import History, Step
from games.rules import Dice, DiceTags, Draw, Roll


@dataclass(frozen=True, slots=True)
class Event:
    """One event of the stream: number `k`, with `n` equally likely outcomes, and the one that came.

    `decided` is what the stream says, a seat for the first event; `step` is where the game has it, None for the first.
    """

    k: int
    n: int
    outcome: int
    decided: int | Roll | Draw
    step: Step | None
    fits: bool


def events_of(history: History, proof: DiceTags) -> Iterator[Event]:
    """All events of a game, in order; only for one whose seed is told."""
    assert proof.seed is not None
    dice = Dice(proof.seed, proof.game_number, proof.contributions)
    players = len(history.start.seats)
    first = dice.first_player(players)
    yield Event(0, players, first, first, None, first == history.start.mover)
    k = 1
    for step in history.steps:
        if not isinstance(step.action, Roll | Draw) or rules.arranged_draw(step.before) is not None:
            continue
        n = sum(weight for _action, weight in step.before.chances())
        decided = dice.action(step.before, k)
        yield Event(k, n, dice.outcome(k, n), decided, step, decided == step.action)
        k += 1
