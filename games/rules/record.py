"""A whole game: who played what, from the start on, with the dice tags that prove its chance.

A ``Record`` that exists is a legal game: making one replays it. Its dice may be dishonest, so that a record
can show them to be; a text whose dice are wrong is refused when it is read. As text it is in the spirit of
chess's PGN, tags first and then numbered turns; ``record_writer`` says how it reads.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from games.rules.actions import Action, Arrange, Draw, IllegalAction, Roll
from games.rules.dice import LONGEST_CONTRIBUTION, SEED_BYTES, Dice, arranged_draw, commitment
from games.rules.errors import Code, RulesError
from games.rules.moment import Phase
from games.rules.position import Position
from games.rules.variant import Variant

LONGEST_VALUE: Final = 200
"""Characters in the value of a tag."""

MOST_OTHER_TAGS: Final = 20

OWN_TAGS: Final = re.compile(
    "Variant|First|Date|Player[0-9]+|Dice|Game|Commitment|Contribution[0-9]+|Seed|Pile[0-9]+|Open|Result|Points"
)
"""The names of the tags that mean something here."""

_TAG_NAME: Final = re.compile("[A-Za-z][A-Za-z0-9]{0,29}")
_HEX_DIGEST: Final = re.compile("[0-9a-f]{64}")


class RecordCode(Code):
    """Why a record is refused."""

    TOO_LONG = "too_long", "The record is longer than any game."
    SYNTAX = "syntax", "This is not how a record is written."
    TAG = "tag", "A tag is missing, given twice, or does not hold what it should."
    TAGS = "tags", "There are too many tags."
    VALUE = "value", "The value of a tag is too long, or not printable."
    VARIANT = "variant", "These options make no game."
    TURN_NUMBER = "turn_number", "The turns are not numbered as they were played."
    ILLEGAL = "illegal", "This cannot be played."
    COLOUR = "colour", "With two players a laying names the colour of the rug, and it has to be the next one."
    OUT = "out", "The record has to say that the mover is out when he cannot pay, and only then."
    OPEN = "open", "A rug that the record tells never came up."
    RESULT = "result", "The result is not that of the game."
    DICE = "dice", "The dice do not fall so."
    COMMITMENT = "commitment", "The seed is not the one that was committed to."


class IllegalRecord(RulesError):
    """A record that tells no legal game; ``code`` is a RecordCode, ``turn`` where known its turn.

    ``detail`` is the name of a tag, or what stands in the record. What the rules themselves refused is the
    cause, an IllegalAction or an IllegalVariant.
    """

    def __init__(self, code: RecordCode, turn: int | None = None, detail: str = "") -> None:
        super().__init__(code, detail)
        self.turn = turn

    def __str__(self) -> str:
        return super().__str__() if self.turn is None else f"Turn {self.turn}: {super().__str__()}"


@dataclass(frozen=True, slots=True)
class DiceTags:
    """What proves the dice of a game: see ``games.rules.dice``.

    contributions are in seat order. seed is None until the game is over: a record is for everyone to read.
    Whether it is the one that was committed to, ``Record.check_dice`` says.
    """

    game_number: str
    commitment: str
    contributions: tuple[str, ...]
    seed: bytes | None = None

    def __post_init__(self) -> None:
        if _HEX_DIGEST.fullmatch(self.commitment) is None:
            raise IllegalRecord(RecordCode.TAG, detail="Commitment")
        if self.seed is not None and len(self.seed) != SEED_BYTES:
            raise IllegalRecord(RecordCode.TAG, detail="Seed")
        check_value("Game", self.game_number)
        for number, text in enumerate(self.contributions, start=1):
            check_value(f"Contribution{number}", text, LONGEST_CONTRIBUTION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A game from its start. IllegalRecord if it is none.

    variant: the options. first: the seat (from 0) that began. names: the players in seat order.
    actions: everything that happened, chance included. unseen: the seats whose arrangement was made
    but is not told, because the game goes on; their ``Arrange`` is not among the actions. date: the
    day of the game. dice: what proves its chance, or proves it wrong: see check_dice. other: more tags,
    name and value, that mean nothing to the rules. positions, which nobody gives: the start, and the
    position after each action in turn.
    """

    variant: Variant
    names: tuple[str, ...]
    actions: tuple[Action, ...]
    first: int = 0
    unseen: tuple[int, ...] = ()
    date: datetime.date | None = None
    dice: DiceTags | None = None
    other: tuple[tuple[str, str], ...] = ()
    positions: tuple[Position, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._check_tags()
        object.__setattr__(self, "positions", tuple(self._replayed()))

    @property
    def end(self) -> Position:
        """The position after the last action."""
        return self.positions[-1]

    def seen_by(self, viewer: int | None) -> Record:
        """The record without what the seat ``viewer``, or None, a spectator, may not know.

        Only arrangements are ever hidden, until the game is over.
        """
        if self.end.phase is Phase.OVER:
            return self
        hidden = [action for action in self.actions if isinstance(action, Arrange) and action.seat != viewer]
        return replace(
            self,
            actions=tuple(action for action in self.actions if action not in hidden),
            unseen=tuple(sorted({*self.unseen, *(action.seat for action in hidden)})),
        )

    def check_dice(self) -> None:
        """IllegalRecord if the seed, where it is told, is not the one committed to, or the dice fell otherwise."""
        if self.dice is None or self.dice.seed is None:
            return
        if commitment(self.dice.seed) != self.dice.commitment:
            raise IllegalRecord(RecordCode.COMMITMENT)
        if self.unseen:
            raise IllegalRecord(RecordCode.TAG, detail=f"Pile{2 - self.unseen[0]}")
        dice = Dice(self.dice.seed, self.dice.game_number, self.dice.contributions)
        if dice.first_player(self.variant.players) != self.first:
            raise IllegalRecord(RecordCode.DICE)
        k = 1
        for position, action in zip(self.positions, self.actions, strict=False):
            if not isinstance(action, Roll | Draw) or arranged_draw(position) is not None:
                continue
            if action != dice.action(position, k):
                raise IllegalRecord(RecordCode.DICE, position.turn)
            k += 1

    def dump(self) -> str:
        """The record as text."""
        from games.rules.record_writer import write_record  # it needs this class

        return write_record(self)

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read what ``dump`` writes, or a person typed; IllegalRecord if it tells no legal game."""
        from games.rules.record_reader import read_record  # it needs this class

        return read_record(text)

    def _check_tags(self) -> None:
        players = self.variant.players
        if len(self.names) != players:
            raise IllegalRecord(RecordCode.TAG, detail=f"Player{players}")
        if self.first not in range(players):
            raise IllegalRecord(RecordCode.TAG, detail="First")
        if self.unseen and (self.variant.colours != "arranged" or self.unseen not in ((0,), (1,), (0, 1))):
            raise IllegalRecord(RecordCode.TAG, detail="Pile1")
        if self.dice is not None and len(self.dice.contributions) != players:
            raise IllegalRecord(RecordCode.TAG, detail=f"Contribution{players}")
        if len(self.other) > MOST_OTHER_TAGS:
            raise IllegalRecord(RecordCode.TAGS)
        for number, name in enumerate(self.names, start=1):
            check_value(f"Player{number}", name)
        self._check_other_tags()

    def _check_other_tags(self) -> None:
        seen = set[str]()
        for name, value in self.other:
            if _TAG_NAME.fullmatch(name) is None or OWN_TAGS.fullmatch(name) or name in seen:
                raise IllegalRecord(RecordCode.TAG, detail=name)
            check_value(name, value)
            seen.add(name)

    def _replayed(self) -> Iterator[Position]:
        position = self._start()
        yield position
        for action in self.actions:
            try:
                position = position.play(action)
            except IllegalAction as error:
                raise IllegalRecord(RecordCode.ILLEGAL, position.turn, str(error)) from error
            yield position

    def _start(self) -> Position:
        """The position before the first action, with the arrangements that are not told."""
        start = Position.start(self.variant, self.first)
        for arranger in self.unseen:
            start = start.play(Arrange(arranger, start.seats[1 - arranger].sorted_rugs()))
        seats = tuple(
            seat.with_hidden_pile() if 1 - owner in self.unseen else seat for owner, seat in enumerate(start.seats)
        )
        return start._replace(seats=seats)


def check_value(name: str, value: str, longest: int = LONGEST_VALUE) -> None:
    """IllegalRecord if a text cannot be the value of the tag ``name``: it is too long, or not printable."""
    if len(value) > longest or not value.isprintable():
        raise IllegalRecord(RecordCode.VALUE, detail=name)
