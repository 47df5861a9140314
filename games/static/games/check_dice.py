#!/usr/bin/env python3
"""Check the dice of a game of Marrakech from its record: python3 check_dice.py record.txt (or - for standard input).

Computes every event of the dice anew, from the seed and the players' contributions, and compares it with what the
record says was rolled and turned up. Prints one line an event. Ends with status 0 if all is as it should be, else 1.

This file stands alone: it needs Python 3.8 or later and nothing else, and knows nothing of the site's own code. What it
does is short enough to read:

- The seed's SHA-256 must be the commitment, which was shown before anybody sat down.
- key = HMAC-SHA256(seed, "marrakech-dice-1", game number and contributions in seat order, joined by zero bytes).
- Event k with n equally likely outcomes: x = the first 8 bytes, big-endian, of HMAC-SHA256(key, k as 8 bytes and t as
  4 bytes, both big-endian), t = 0; while x >= n * (2**64 // n), t + 1. The outcome is x mod n.
- Event 0 is the first player (n = players). A roll has n = 6 and the faces 1, 2, 2, 3, 3, 4. A rug turned up from a
  shuffled pile has n = the rugs left in it; the first of its owner's colours comes if the outcome is less than what is
  left of that.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ALGORITHM = "marrakech-dice-1"
FACES = (1, 2, 2, 3, 3, 4)
COLOURS = {1: "red", 2: "blue", 3: "yellow", 4: "green"}
RUGS_OF_A_COLOUR = 12  # with two players, who alone turn up rugs

TAG = re.compile(r'\[([A-Za-z0-9]+) "((?:[^"\\]|\\.)*)"\]')
VARIANT = re.compile(r"([234])-(?:before|after)-([a-z]+)-[0-9]+(?:-own)?")
TURN_AND_ROLL = re.compile(r"[LSR]?([1-4]?)")
LAYING = re.compile(r"(?:[a-g][1-7]){2}(?:/([1-4]))?")


class Problem(Exception):
    """Why the dice of a record cannot be checked."""


class Event(NamedTuple):
    """One event: how many outcomes were equally likely, which came, what that means, and what the record says."""

    n: int
    outcome: int
    computed: str
    told: str


class Record:
    """What a record says: its tags, and the words of its turns."""

    def __init__(self, text: str) -> None:
        lines = [line.strip() for line in text.splitlines()]
        found = [tag for line in lines if (tag := TAG.fullmatch(line))]
        self.tags = {tag[1]: re.sub(r"\\(.)", r"\1", tag[2]) for tag in found}
        self.words = " ".join(line for line in lines if not line.startswith("[")).split()
        variant = VARIANT.fullmatch(self.tag("Variant"))
        if not variant:
            raise Problem("the tag Variant is none of this game")
        self.players = int(variant[1])
        self.has_shuffled_piles = self.players == 2 and variant[2] == "shuffled"
        self.names = self.numbered("Player")
        if self.tags.get("First", "1") not in [str(number) for number in range(1, self.players + 1)]:
            raise Problem("the tag First is no player of the game")
        self.first = int(self.tags.get("First", "1")) - 1

    def tag(self, name: str) -> str:
        """The value of a tag that has to be there."""
        if name not in self.tags:
            raise Problem(f"the record has no tag {name}" + (": the game is not over yet" if name == "Seed" else ""))
        return self.tags[name]

    def numbered(self, name: str) -> list[str]:
        """The values of a tag that every player has."""
        return [self.tag(f"{name}{number}") for number in range(1, self.players + 1)]


class Dice:
    """The stream of one game, from its first event on."""

    def __init__(self, record: Record) -> None:
        if record.tag("Dice") != ALGORITHM:
            raise Problem(f"the dice are not {ALGORITHM}")
        if not re.fullmatch("[0-9a-f]{64}", record.tag("Seed")):
            raise Problem("the seed is not 32 bytes in hexadecimal")
        self.seed = bytes.fromhex(record.tag("Seed"))
        message = "\0".join([ALGORITHM, record.tag("Game"), *record.numbered("Contribution")])
        self.key = hmac.new(self.seed, message.encode(), hashlib.sha256).digest()
        self.k = 0

    def draw(self, n: int) -> int:
        """The outcome of the next event, one of 0 to n - 1."""
        t = 0
        while (x := self.number(t)) >= n * (2**64 // n):
            t += 1
        self.k += 1
        return x % n

    def number(self, t: int) -> int:
        """The 64-bit number of one attempt at the event."""
        message = self.k.to_bytes(8, "big") + t.to_bytes(4, "big")
        return int.from_bytes(hmac.new(self.key, message, hashlib.sha256).digest()[:8], "big")


class Pile:
    """The shuffled rugs of one of two players; `tops` are the colours that came up, as the record tells them."""

    def __init__(self, name: str, seat: int, tops: list[int]) -> None:
        self.name = name
        self.colours = (2 * seat + 1, 2 * seat + 2)
        self.left = [RUGS_OF_A_COLOUR, RUGS_OF_A_COLOUR]
        self.tops = tops

    def turn_up(self, dice: Dice) -> Iterator[Event]:
        """The event of turning up the next rug; none if no rug is left, or if the record ends before."""
        n = sum(self.left)
        if n == 0 or not self.tops:
            return
        outcome = dice.draw(n)
        which = 0 if outcome < self.left[0] else 1
        self.left[which] -= 1
        told = COLOURS[self.tops.pop(0)]
        computed = COLOURS[self.colours[which]]
        yield Event(n, outcome, f"{self.name} turns up: {computed}", f"{self.name} turns up: {told}")


def piles_of(record: Record) -> list[Pile]:
    """The two piles, with what came up in each: players lay by turns, so every other laying is the same player's."""
    laid = [int(found[1]) for word in record.words if (found := LAYING.fullmatch(word)) and found[1]]
    still_open = [0 if top == "-" else int(top) for top in record.tag("Open").split()]
    tops = [
        laid[(seat - record.first) % 2 :: 2] + [top for top in still_open[seat : seat + 1] if top] for seat in (0, 1)
    ]
    return [Pile(record.names[seat], seat, tops[seat]) for seat in (0, 1)]


def events(record: Record, dice: Dice) -> Iterator[Event]:
    """Every event of the game, in order."""
    outcome = dice.draw(record.players)
    yield Event(record.players, outcome, f"{record.names[outcome]} begins", f"{record.names[record.first]} begins")
    piles = piles_of(record) if record.has_shuffled_piles else []
    for pile in piles:
        yield from pile.turn_up(dice)
    layer = record.first
    for word in record.words:
        roll = TURN_AND_ROLL.fullmatch(word)
        if roll and roll[1]:
            outcome = dice.draw(len(FACES))
            yield Event(len(FACES), outcome, f"the die shows {FACES[outcome]}", f"the die shows {roll[1]}")
        elif piles and LAYING.fullmatch(word):
            yield from piles[layer].turn_up(dice)
            layer = 1 - layer


def check(text: str) -> bool:
    """Print every event; whether all of them, and the commitment, are as they should be."""
    record = Record(text)
    dice = Dice(record)
    digest = hashlib.sha256(dice.seed).hexdigest()
    good = digest == record.tag("Commitment")
    print(f"SHA-256 of the seed: {digest}")
    print("It is the commitment." if good else f"WRONG: the commitment is {record.tag('Commitment')}")
    for k, (n, outcome, computed, told) in enumerate(events(record, dice)):
        fits = computed == told
        good = good and fits
        print(
            f"{k:4}  n {n:2}  outcome {outcome:2}  {computed}" + ("" if fits else f"   WRONG: the record has: {told}")
        )
    print("The dice are as they should be." if good else "THE DICE ARE NOT AS THEY SHOULD BE.")
    return good


def main() -> int:
    """Read the record that is named, or standard input; the status to end with."""
    if len(sys.argv) != 2:
        print("Usage: python3 check_dice.py record.txt   (- for standard input)", file=sys.stderr)
        return 1
    if isinstance(sys.stdout, io.TextIOWrapper):  # names may hold what a console cannot show
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        data = sys.stdin.buffer.read() if sys.argv[1] == "-" else Path(sys.argv[1]).read_bytes()
        return 0 if check(data.decode("utf-8-sig")) else 1
    except (Problem, OSError, ValueError, LookupError) as problem:
        print(f"The dice cannot be checked: {problem}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
