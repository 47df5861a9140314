"""The course of a game as one reader may know it: of a game played here, or of one that a saved record tells.

Replays, pictures, downloads, the check of the dice and the statistics are all made of courses, and so cannot tell
more than a course shows.
"""

import datetime
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from typing import Any

from django.db.models import BinaryField, Case, F, Q, QuerySet, When

from accounts.models import User
from games.clock_log import clock_events
from games.history import History, history_of
from games.models import ClockEvent, Game, SavedRecord, Seat
from games.rules import DiceTags, Position, Record, Variant
from games.telling import Telling


@dataclass(frozen=True, slots=True)
class Player:
    """Who played, the address of his page, empty for a name in a record, what kind of user he is, and what he
    contributed to the dice.
    """

    name: str
    url: str = ""
    kind: str = User.Kind.PERSON
    contribution: str = ""


@dataclass(frozen=True)
class Course:
    """One game from its start up to now. `me` is the reader's seat, None for everybody who does not play in it.

    `history` is all that happened; positions of it are shown through `seen` alone. `seed` is that of a game played
    here, once it is over.
    """

    source: Game | SavedRecord
    players: tuple[Player, ...]
    me: int | None
    history: History
    variant: Variant
    date: datetime.date | None
    is_over: bool
    seed: bytes | None = None

    @property
    def code(self) -> str:
        """What its addresses have in them."""
        return self.source.code

    @property
    def name(self) -> str:
        """What it is called."""
        if isinstance(self.source, SavedRecord):
            return ", ".join(self.names)
        return self.source.name

    @property
    def names(self) -> tuple[str, ...]:
        """The players by name, in seat order."""
        return tuple(player.name for player in self.players)

    @property
    def telling(self) -> Telling:
        """Tells the reader what happened."""
        return Telling(self.names, self.me)

    @property
    def is_saved(self) -> bool:
        """Whether it is told by a saved record."""
        return isinstance(self.source, SavedRecord)

    @property
    def is_listed(self) -> bool:
        """Whether those who search the web may find it."""
        return isinstance(self.source, Game) and self.source.listed

    @property
    def pages(self) -> str:
        """What the names of its addresses begin with: `games.course_urls` has their ends. Each takes its code."""
        return "games:saved_" if self.is_saved else "games:"

    @property
    def options(self) -> Game:
        """A game with the options of this one, in words."""
        return self.source if isinstance(self.source, Game) else Game(**asdict(self.variant))

    def seen(self, position: Position) -> Position:
        """A position of the history without what the reader may not know; of what is over he may know all."""
        return position if self.is_over or self.is_saved else position.seen_by(self.me)

    @cached_property
    def proof(self) -> DiceTags | None:
        """What proves its dice, with the seed once it is over; None for a record that says nothing of them."""
        if isinstance(self.source, SavedRecord):
            return self.record.dice
        contributions = tuple(player.contribution for player in self.players)
        return DiceTags(str(self.source.pk), self.source.commitment, contributions, self.seed)

    @cached_property
    def clock_events(self) -> list[ClockEvent]:
        """What happened to its clocks; nothing where a saved record tells it, which does not say."""
        return clock_events(self.source) if isinstance(self.source, Game) else []

    @cached_property
    def record(self) -> Record:
        """The record of it that the reader may have."""
        if isinstance(self.source, SavedRecord):
            return parsed(self.source.text)
        record = Record(
            variant=self.variant,
            names=self.names,
            actions=tuple(step.action for step in self.history.steps),
            first=self.history.start.mover,
            date=self.date,
            dice=self.proof,
        )
        return record.seen_by(self.me)


def started_games() -> QuerySet[Any]:
    """Each `Game` that has a course, with one more attribute, `shown_seed`: the seed if it is over, else None.

    The seed of a game that goes on does not leave the database.
    """
    is_over = Q(status__in=(Game.Status.OVER, Game.Status.CALLED_OFF))
    shown_seed = Case(When(is_over, then=F("seed__value")), default=None, output_field=BinaryField())
    return Game.objects.filter(first__isnull=False).annotate(shown_seed=shown_seed)


def course_of_game(code: str, reader: User | None) -> Course:
    """The course of a started game. Raises `Game.DoesNotExist`."""
    game = started_games().get(code=code)
    seats = Seat.objects.filter(game=game).select_related("user").order_by("index")
    return course_of(game, list(seats), reader, history_of(game), game.shown_seed)


def course_of(
    game: Game, seats: Sequence[Seat], reader: User | None, history: History, shown_seed: bytes | None
) -> Course:
    """The course of one of `started_games`, with its seats in order."""
    return Course(
        source=game,
        players=tuple(
            Player(seat.user.name, seat.user.get_absolute_url(), seat.user.kind, seat.contribution) for seat in seats
        ),
        me=next((seat.index for seat in seats if reader is not None and seat.user_id == reader.pk), None),
        history=history,
        variant=game.variant,
        date=game.started_at.date() if game.started_at else None,
        is_over=game.is_ended,
        seed=None if shown_seed is None else bytes(shown_seed),
    )


def course_of_record(code: str, _reader: User | None) -> Course:
    """The course that a saved record tells. Raises `SavedRecord.DoesNotExist`."""
    saved = SavedRecord.objects.get(code=code)
    record = parsed(saved.text)
    return Course(
        source=saved,
        players=tuple(Player(name) for name in record.names),
        me=None,
        history=_recorded(saved.text),
        variant=record.variant,
        date=record.date,
        is_over=record.end.outcome is not None,
    )


@lru_cache(maxsize=128)
def parsed(text: str) -> Record:
    """The record that a saved text tells."""
    return Record.parse(text)


@lru_cache(maxsize=128)
def _recorded(text: str) -> History:
    return History.recorded(parsed(text))
