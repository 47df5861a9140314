"""How the record of a game is read; ``record_writer`` says how it is written.

Reading takes time in proportion to the text, whose length is bounded, and whatever the text, either
gives a Record or raises IllegalRecord.
"""

from __future__ import annotations

import datetime
import re
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from games.rules.actions import Action, Arrange, CallOff, Draw, IllegalAction, Lay, Leave, Roll, Turn
from games.rules.dice import ALGORITHM
from games.rules.moment import Phase
from games.rules.position import Position
from games.rules.record import OWN_TAGS, DiceTags, IllegalRecord, Record, RecordCode
from games.rules.record_writer import CALLED_OFF, OUT, points_text, result_text
from games.rules.variant import IllegalVariant, Variant

LONGEST_RECORD: Final = 20_000
"""Characters; no record takes more."""

_TAG: Final = re.compile(r'\[([A-Za-z0-9]{1,30}) "((?:[^"\\]|\\["\\])*)"\]')
_ESCAPE: Final = re.compile(r"\\(.)")
_NUMBER: Final = re.compile(r"([1-9][0-9]{0,3})\.")
_TURN_AND_ROLL: Final = re.compile("(?=.)([LSR]?)([1-4]?)")
_LAYING: Final = re.compile("([a-g][1-7])([a-g][1-7])(?:/([1-4]))?")
_LEAVING: Final = re.compile("(?:player([1-4]):)?(resigns|time)")
_SEED: Final = re.compile("[0-9a-f]{64}")
_PILE: Final = re.compile(r"[1-4]{24}|\?")
_OPEN: Final = re.compile("([1-4]|-) ([1-4]|-)")


def read_record(text: str) -> Record:
    """The record that a text tells; IllegalRecord if it tells none, or if its dice are wrong."""
    if not isinstance(text, str):
        raise IllegalRecord(RecordCode.SYNTAX)
    if len(text) > LONGEST_RECORD:
        raise IllegalRecord(RecordCode.TOO_LONG)
    head, turns = _parts(text)
    tags = _read_tags(head)
    words = " ".join(turns).split()
    variant = _read_variant(_required(tags, "Variant"))
    _check_names(tags, variant)
    piles = _read_piles(tags)
    unplayed = Record(
        variant=variant,
        first=_read_first(tags.get("First", "1"), variant),
        names=tuple(_required(tags, f"Player{number}") for number in range(1, variant.players + 1)),
        actions=tuple(Arrange(arranger, pile) for arranger, pile in piles.items() if pile),
        unseen=tuple(sorted(arranger for arranger, pile in piles.items() if not pile)),
        date=_read_date(tags["Date"]) if "Date" in tags else None,
        other=tuple((name, value) for name, value in tags.items() if not OWN_TAGS.fullmatch(name)),
    )
    replay = _Replay(unplayed, words, tags.get("Open"))
    for word in words:
        replay.read(word)
    replay.finish()
    _check_end(tags, replay.position)
    record = replace(unplayed, actions=tuple(replay.actions), dice=_read_dice(tags, variant))
    record.check_dice()
    return record


def read_tags(text: str) -> dict[str, str]:
    """The tags of a record by name, without looking at what was played; IllegalRecord if they are not written so."""
    return _read_tags(_parts(text)[0])


def _parts(text: str) -> tuple[list[str], list[str]]:
    """The lines of the tags, and those of the turns."""
    lines = [line.strip() for line in text.split("\n")]
    count = next((number for number, line in enumerate(lines) if line and not line.startswith("[")), len(lines))
    return [line for line in lines[:count] if line], lines[count:]


def _read_tags(lines: Iterable[str]) -> dict[str, str]:
    tags: dict[str, str] = {}
    for line in lines:
        found = _TAG.fullmatch(line)
        if found is None:
            raise IllegalRecord(RecordCode.SYNTAX, detail="tags")
        if found[1] in tags:
            raise IllegalRecord(RecordCode.TAG, detail=found[1])
        tags[found[1]] = _ESCAPE.sub(r"\1", found[2])
    return tags


def _required(tags: dict[str, str], name: str) -> str:
    if name not in tags:
        raise IllegalRecord(RecordCode.TAG, detail=name)
    return tags[name]


def _read_variant(text: str) -> Variant:
    try:
        return Variant.from_text(text)
    except IllegalVariant as error:
        raise IllegalRecord(RecordCode.VARIANT, detail=str(error)) from error


def _check_names(tags: dict[str, str], variant: Variant) -> None:
    """No tag speaks of a player or a pile that the game does not have."""
    numbers = range(1, variant.players + 1)
    piles = numbers if variant.colours == "arranged" else ()
    known = {f"Player{number}" for number in numbers} | {f"Contribution{number}" for number in numbers}
    known |= {f"Pile{number}" for number in piles}
    for name in tags:
        if name[-1].isdigit() and OWN_TAGS.fullmatch(name) and name not in known:
            raise IllegalRecord(RecordCode.TAG, detail=name)


def _read_first(text: str, variant: Variant) -> int:
    if text not in [str(number) for number in range(1, variant.players + 1)]:
        raise IllegalRecord(RecordCode.TAG, detail="First")
    return int(text) - 1


def _read_date(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise IllegalRecord(RecordCode.TAG, detail="Date") from error


def _read_piles(tags: dict[str, str]) -> dict[int, tuple[int, ...]]:
    """The arrangement each seat made, in the order of the tags; empty where it is secret."""
    piles = {}
    arrangers = {"Pile1": 1, "Pile2": 0}
    for name, value in tags.items():
        if name not in arrangers:
            continue
        if _PILE.fullmatch(value) is None:
            raise IllegalRecord(RecordCode.TAG, detail=name)
        piles[arrangers[name]] = () if value == "?" else tuple(map(int, value))
    return piles


def _read_dice(tags: dict[str, str], variant: Variant) -> DiceTags | None:
    if "Dice" not in tags:
        if "Seed" in tags or "Commitment" in tags:
            raise IllegalRecord(RecordCode.TAG, detail="Dice")
        return None
    if tags["Dice"] != ALGORITHM:
        raise IllegalRecord(RecordCode.TAG, detail="Dice")
    if "Seed" in tags and _SEED.fullmatch(tags["Seed"]) is None:
        raise IllegalRecord(RecordCode.TAG, detail="Seed")
    return DiceTags(
        game_number=_required(tags, "Game"),
        commitment=_required(tags, "Commitment"),
        contributions=tuple(_required(tags, f"Contribution{number}") for number in range(1, variant.players + 1)),
        seed=bytes.fromhex(tags["Seed"]) if "Seed" in tags else None,
    )


def _check_end(tags: dict[str, str], end: Position) -> None:
    """What the tags say of the end, if they do, is so."""
    if tags.get("Result", result_text(end)) != result_text(end):
        raise IllegalRecord(RecordCode.RESULT)
    if tags.get("Points", points_text(end)) != points_text(end):
        raise IllegalRecord(RecordCode.RESULT)


class _Replay:
    """Plays the words of a record one after the other."""

    def __init__(self, record: Record, words: list[str], open_tops: str | None) -> None:
        self.position = record.end
        self.actions: list[Action] = list(record.actions)
        self._out_in: int | None = None  # the turn in which the mover could not pay, until the record says so
        self._tops = _tops(words, record.first, open_tops) if record.variant.has_piles else {}

    def read(self, word: str) -> None:
        """Play one word, after the rugs that were turned up before it."""
        self._turn_up()
        if (self._out_in is not None) != (word == OUT):
            raise self._refusal_of_out()
        if word == OUT:
            self._out_in = None
        elif found := _NUMBER.fullmatch(word):
            if int(found[1]) != self.position.turn:
                raise self._refusal(RecordCode.TURN_NUMBER, word)
        elif found := _TURN_AND_ROLL.fullmatch(word):
            if found[1]:
                self._play(Turn(found[1]))
            if found[2]:
                self._roll(Roll(int(found[2])))
        elif found := _LAYING.fullmatch(word):
            self._lay(found[1], found[2], found[3])
        elif found := _LEAVING.fullmatch(word):
            seat = self.position.mover if found[1] is None else int(found[1]) - 1
            self._play(Leave(seat, "resigned" if found[2] == "resigns" else found[2]))
        elif word == CALLED_OFF:
            self._play(CallOff())
        else:
            raise self._refusal(RecordCode.SYNTAX, word[:20])

    def finish(self) -> None:
        """Turn up what is due after the last word; every rug that is told must have come up."""
        self._turn_up()
        if any(self._tops.values()):
            raise self._refusal(RecordCode.OPEN)
        if self._out_in is not None:
            raise self._refusal_of_out()

    def _turn_up(self) -> None:
        """Turn up the rugs that are due, as far as the record tells them."""
        while self.position.phase is Phase.DRAW:
            drawer = self.position.drawer
            assert drawer is not None  # in DRAW somebody's rug is due
            if not self._tops[drawer]:
                return
            self._play(Draw(drawer, self._tops[drawer].popleft()))

    def _roll(self, roll: Roll) -> None:
        before = self.position
        self._play(roll)
        if self.position.gone != before.gone:
            self._out_in = before.turn

    def _lay(self, first: str, second: str, colour: str | None) -> None:
        before = self.position
        try:
            lay = Lay(first, second)
        except IllegalAction as error:
            raise self._refusal(RecordCode.ILLEGAL, str(error)) from error
        self._play(lay)
        if colour is None and before.variant.players > 2:
            return
        if colour != str(before.next_colour(before.mover)):
            raise IllegalRecord(RecordCode.COLOUR, before.turn)

    def _play(self, action: Action) -> None:
        try:
            self.position = self.position.play(action)
        except IllegalAction as error:
            raise self._refusal(RecordCode.ILLEGAL, str(error)) from error
        self.actions.append(action)

    def _refusal_of_out(self) -> IllegalRecord:
        """The mover is out and the record does not say so, or the other way round."""
        return IllegalRecord(RecordCode.OUT, self._out_in or self.position.turn)

    def _refusal(self, code: RecordCode, detail: str = "") -> IllegalRecord:
        return IllegalRecord(code, self.position.turn, detail)


def _tops(words: list[str], first: int, open_tops: str | None) -> dict[int, deque[int]]:
    """The rugs that two players turned up, in order: those they laid, then the ones open at the end.

    Two players lay in turn, so every other laying is the same player's.
    """
    laid = [found[3] for word in words if (found := _LAYING.fullmatch(word))]
    if None in laid:
        raise IllegalRecord(RecordCode.COLOUR, laid.index(None) + 1)
    found = _OPEN.fullmatch("- -" if open_tops is None else open_tops)
    if found is None:
        raise IllegalRecord(RecordCode.TAG, detail="Open")
    return {
        seat: deque(int(colour) for colour in (*laid[(seat - first) % 2 :: 2], found[seat + 1]) if colour != "-")
        for seat in (0, 1)
    }
