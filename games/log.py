"""The log of a game: its turns, and what happened to its clocks between them, as lines of HTML.

A turn that is over never changes, nor does what happened to a clock, so each process tells it once and keeps the line.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from django.template import loader
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from games.clock_log import ClockEntry, clock_entries
from games.history import History, Step
from games.models import ClockEvent
from games.rules import Draw, Lay
from games.telling import Telling, actor_of

KEPT_LINES = 20_000

_lines: dict[tuple[object, ...], SafeString] = {}

Turn = tuple[int | None, list[Step]]
"""A line of the log: whose doing it was, nobody's if the game was called off, and the steps."""


def log_of(code: str, history: History, telling: Telling, events: Iterable[ClockEvent] = ()) -> list[SafeString]:
    """The log so far of the game with this code, the last line first."""
    lines = []
    first = 0
    for entry in entries_of(history, telling, events):
        if isinstance(entry, ClockEntry):
            # It may tell a date, in the reader's zone.
            key = (code, get_language(), *telling.names, get_current_timezone_name(), entry.number, entry.text)
            lines.append(_lines.get(key) or _kept(key, _rendered(clock_line(entry, telling))))
            continue
        seat, steps = entry
        # What these steps are is settled by where they stand in the log.
        key = (code, get_language(), *telling.names, first, len(steps))
        lines.append(_lines.get(key) or _kept(key, _rendered(line_of(seat, steps, telling))))
        first += len(steps)
    return lines[::-1]


def entries_of(history: History, telling: Telling, events: Iterable[ClockEvent]) -> Iterator[Turn | ClockEntry]:
    """The turns, and what happened to the clocks, in order; what happened within a turn comes after it."""
    waiting = list(clock_entries(events, telling.names))
    for seat, steps in turns_of(history):
        while waiting and steps[0].ply is not None and waiting[0].ply <= steps[0].ply:
            yield waiting.pop(0)
        yield seat, steps
    yield from waiting


def turns_of(history: History) -> Iterator[Turn]:
    """The turns alone, in order."""
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


def clock_line(entry: ClockEntry, telling: Telling) -> dict[str, object]:
    """What happened to the clocks, in the words of its line."""
    return {"name": "" if entry.seat is None else telling.names[entry.seat], "text": entry.text}


def _kept(key: tuple[object, ...], line: SafeString) -> SafeString:
    if len(_lines) >= KEPT_LINES:
        _lines.clear()
    _lines[key] = line
    return line


def _rendered(line: dict[str, object]) -> SafeString:
    return loader.render_to_string("games/_board_log_turn.html", line)


def _mark(seat: int, steps: Sequence[Step]) -> int:
    """The colour that marks a player's turn: the one he lays, or else his first."""
    laid = (step.before.next_colour(seat) for step in steps if isinstance(step.action, Lay))
    return next(laid, None) or steps[0].before.seats[seat].colours[0]
