"""A game's whole course, folded from its log.

Positions are immutable and the log only grows, so each process keeps the folds of the games it showed last
and extends them by the moves that came since.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from games import rules
from games.models import Game, Move
from games.rules import Action, Arrange, Draw, Leave, Phase, Position, Record, Roll

KEPT_GAMES = 128


@dataclass(frozen=True, slots=True)
class Step:
    """One action: what it was played on, what it led to, and the decision that brought it about."""

    ply: int | None  # of that decision; None for the opening's chance
    seat: int | None  # who decided; None for the opening's chance
    at: datetime | None  # when the decision arrived, where that is known
    before: Position
    action: Action
    after: Position

    @property
    def moment(self) -> int:
        """The ply of the moment it belongs to: how many decisions had been made then."""
        return 0 if self.ply is None else self.ply + 1

    @property
    def ends_turn(self) -> bool:
        """Whether a turn was over with it."""
        return self.after.turn != self.before.turn or self.after.phase is Phase.OVER


@dataclass(frozen=True, slots=True)
class History:
    """The steps of one game in order, up to the decision before `ply`."""

    steps: tuple[Step, ...]
    ply: int
    position: Position

    @classmethod
    def opened(cls, game: Game) -> "History":
        """A started game before its first decision."""
        opening = tuple(rules.action_from_text(text) for text in game.opening.split())
        return cls((), 0, game.start())._played(opening, None, None, None, ply_after=0)

    @classmethod
    def recorded(cls, record: Record) -> "History":
        """The course that a record tells; nothing says when its decisions were made."""
        steps = []
        ply = seat = None
        for before, action, after in zip(record.positions, record.actions, record.positions[1:], strict=False):
            if not isinstance(action, Roll | Draw):
                ply = 0 if ply is None else ply + 1
                seat = action.seat if isinstance(action, Arrange | Leave) else before.mover
            steps.append(Step(ply, seat, None, before, action, after))
        return cls(tuple(steps), 0 if ply is None else ply + 1, record.end)

    def extended(self, moves: Iterable[Move]) -> "History":
        """With the next moves of the log played, in order of ply."""
        history = self
        for move in moves:
            history = history._played(move.actions(), move.ply, move.seat, move.at, ply_after=move.ply + 1)
        return history

    @property
    def start(self) -> Position:
        """The position before anything happened."""
        return self.steps[0].before if self.steps else self.position

    def until(self, ply: int) -> "History":
        """The same game when only so many decisions had been made."""
        steps = tuple(step for step in self.steps if step.moment <= ply)
        return History(steps, ply, steps[-1].after if steps else self.start)

    def since(self, ply: int) -> tuple[Step, ...]:
        """The steps of the decisions numbered `ply` and later."""
        return tuple(step for step in self.steps if step.moment > ply)

    def _played(
        self, actions: Sequence[Action], ply: int | None, seat: int | None, at: datetime | None, *, ply_after: int
    ) -> "History":
        steps = list(self.steps)
        position = self.position
        for action in actions:
            after = position.play(action)
            steps.append(Step(ply, seat, at, position, action, after))
            position = after
        return History(tuple(steps), ply_after, position)


_recent: OrderedDict[str, History] = OrderedDict()
_recent_lock = Lock()


def history_of(game: Game) -> History:
    """The history of a started game as the log has it now: one query, for the moves not folded yet.

    It may be ahead of `game` when a move was played since that was loaded, never behind.
    """
    with _recent_lock:
        history = _recent.get(game.code)
    if history is None:
        history = History.opened(game)
    history = history.extended(game.moves.filter(ply__gte=history.ply).order_by("ply"))
    with _recent_lock:
        _recent[game.code] = history
        _recent.move_to_end(game.code)
        while len(_recent) > KEPT_GAMES:
            _recent.popitem(last=False)
    return history
