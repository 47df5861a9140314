"""The log of a game: its turns as lines of HTML.

A turn that is over never changes, so each process tells it once and keeps the line.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from django.template import loader
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.history import History, Step
from games.rules import Draw, Lay
from games.telling import Telling, actor_of

KEPT_LINES = 20_000

_lines: dict[tuple[object, ...], SafeString] = {}


def log_of(code: str, history: History, telling: Telling) -> list[SafeString]:
    """The turns so far of the game with this code, the last first."""
    lines = []
    first = 0
    for seat, steps in turns_of(history):
        # What these steps are is settled by where they stand in the log.
        key = (code, get_language(), *telling.names, first, len(steps))
        lines.append(_lines.get(key) or _kept(key, _told(seat, steps, telling)))
        first += len(steps)
    return lines[::-1]


def turns_of(history: History) -> Iterator[tuple[int | None, list[Step]]]:
    """What each line of the log tells: whose doing it was, nobody's if the game was called off, and the steps."""
    told = [step for step in history.steps if not isinstance(step.action, Draw)]
    for (_turn, seat), group in groupby(told, key=lambda step: (step.before.turn, actor_of(step))):
        yield seat, list(group)


def line_of(seat: int | None, steps: Sequence[Step], telling: Telling) -> dict[str, object]:
    """One turn, as far as it has been played, in the words of its line."""
    return {
        "number": steps[0].before.turn,
        "name": "" if seat is None else telling.names[seat],
        "colour": None if seat is None else _mark(seat, steps),
        "text": ", ".join(clause for step in steps for clause in telling.clauses(step)),
    }


def _kept(key: tuple[object, ...], line: SafeString) -> SafeString:
    if len(_lines) >= KEPT_LINES:
        _lines.clear()
    _lines[key] = line
    return line


def _told(seat: int | None, steps: Sequence[Step], telling: Telling) -> SafeString:
    return loader.render_to_string("games/_board_log_turn.html", line_of(seat, steps, telling))


def _mark(seat: int, steps: Sequence[Step]) -> int:
    """The colour that marks a player's turn: the one he lays, or else his first."""
    laid = (step.before.next_colour(seat) for step in steps if isinstance(step.action, Lay))
    return next(laid, None) or steps[0].before.seats[seat].colours[0]
