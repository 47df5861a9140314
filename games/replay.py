"""A game shown moment by moment: after each decision, the board, what was said, and what was special."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.board import SeatView, market_at, seat_view
from games.clock_log import ClockEntry
from games.courses import Course
from games.drawing import Market
from games.history import Step
from games.log import clock_line, entries_of, line_of
from games.rules import NAMES, UNKNOWN, Draw, Leave, Position
from games.squares import squares_table
from games.telling import COLOURS, WAYS, Telling, toll_of

HIGH_PAYMENT = 5


@dataclass(frozen=True, slots=True)
class KeyMoment:
    """Something special that the decision before `ply` brought about, in which turn, as a sentence."""

    ply: int
    turn: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of the log, and the moment after it, or of it if it is no decision."""

    ply: int
    line: dict[str, object]
    is_current: bool


@dataclass(frozen=True, slots=True)
class Pile:
    """The rugs that come next for a player, from the top down, where the reader may know them."""

    owner: str
    rugs: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A game when `ply` decisions had been made, of `last` by now, as the reader of the course may see it."""

    course: Course
    ply: int
    last: int
    position: Position
    sentences: tuple[str, ...]
    seats: tuple[SeatView, ...]
    market: Market
    squares: SafeString
    at: str
    way: str
    turns: tuple[Turn, ...]
    key_moments: tuple[KeyMoment, ...]
    piles: tuple[Pile, ...]

    @property
    def is_first(self) -> bool:
        """Whether there is no moment before it."""
        return self.ply == 0

    @property
    def is_last(self) -> bool:
        """Whether there is no moment after it, as yet."""
        return self.ply == self.last

    @property
    def previous(self) -> int:
        """The ply of the moment before, or of this one if it is the first."""
        return max(self.ply - 1, 0)

    @property
    def next(self) -> int:
        """The ply of the moment after, or of this one if it is the last."""
        return min(self.ply + 1, self.last)


def moment_of(course: Course, ply: int) -> Moment:
    """The moment after `ply` decisions; there have been that many."""
    whole, then = course.history, course.history.until(ply)
    position = course.seen(then.position)
    return Moment(
        course=course,
        ply=ply,
        last=whole.ply,
        position=position,
        sentences=tuple(_sentences(course, ply)),
        seats=tuple(
            seat_view(position, index, course.me, name=player.name, kind=player.kind, url=player.url)
            for index, player in enumerate(course.players)
        ),
        market=market_at(then),
        squares=squares_table(position.rugs),
        at=NAMES[position.assam.square],
        way=str(WAYS[position.assam.heading]),
        turns=tuple(_turns(course, ply)),
        key_moments=tuple(key_moments(course)),
        piles=tuple(_piles(course, position)),
    )


def key_moments(course: Course) -> Iterator[KeyMoment]:
    """High payments, players going out, and the lead changing, in order."""
    telling, leader = course.telling, None
    for step in course.history.steps:
        toll = toll_of(step)
        if isinstance(step.action, Leave) or (toll and (toll.paid >= HIGH_PAYMENT or toll.eliminated)):
            yield KeyMoment(step.moment, step.before.turn, telling.sentence(step))
        if step.ends_turn:
            ahead = _leader(step.after)
            if ahead is not None and leader not in (None, ahead):
                yield KeyMoment(step.moment, step.before.turn, telling.leads(ahead))
            leader = leader if ahead is None else ahead


def _leader(position: Position) -> int | None:
    """Who has more points than everybody else, if anybody has."""
    points = [position.points(seat) for seat in range(len(position.seats))]
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


def _sentences(course: Course, ply: int) -> Iterator[str]:
    """What the decision before this moment brought about; at the start, who begins."""
    history, telling = course.history, course.telling
    if ply == 0:
        yield telling.begins(history.start.mover)
    for step in history.steps:
        if step.moment == ply:
            yield from filter(None, [_told(step, telling)])
    if ply == history.ply:
        yield from filter(None, [telling.result(history.position)])


def _told(step: Step, telling: Telling) -> str:
    """One step as a sentence; rugs that are turned up are told too, as there is time for that here."""
    if isinstance(step.action, Draw):
        return telling.chance(step.action, step.action.seat)
    return telling.sentence(step)


def _turns(course: Course, ply: int) -> Iterator[Turn]:
    """The lines of the log so far and to come, the first first."""
    begins = 0
    for entry in entries_of(course.history, course.telling, course.clock_events):
        if isinstance(entry, ClockEntry):
            yield Turn(entry.ply, clock_line(entry, course.telling), is_current=False)
            continue
        seat, steps = entry
        after = steps[-1].moment
        yield Turn(after, line_of(seat, steps, course.telling), begins < ply <= after)
        begins = after


def _piles(course: Course, position: Position) -> Iterator[Pile]:
    """The piles that the reader may know."""
    if position.variant.colours != "arranged":
        return
    for index, seat in enumerate(position.seats):
        if seat.pile and UNKNOWN not in seat.pile:
            yield Pile(course.names[index], tuple((colour, str(COLOURS[colour])) for colour in seat.pile))
