"""The stream that every chance event of a game is drawn from, so that anyone can check it.

The algorithm is called ``marrakech-dice-1``:

- The site draws a 32-byte seed and shows its SHA-256, the commitment, before the players, in seat
  order, each contribute a short text.
- key = HMAC-SHA256(seed, name of the algorithm, game number and contributions joined by a zero
  byte), all in UTF-8.
- Event k (0, 1, 2, ... through the game) with n equally likely outcomes: x = the first 8 bytes,
  big-endian, of HMAC-SHA256(key, k as 8 bytes then t as 4 bytes, both big-endian), for t = 0; while
  x >= n * (2**64 // n), t + 1. The outcome is x mod n.
- Event 0 is the first player: n = players, the outcome is the seat.
- A rug turned up: n = the rugs left in the pile; the first colour of its owner if the outcome is less
  than what is left of it, else the second. A roll: n = 6, for the faces 1, 2, 2, 3, 3, 4.

An arranged pile says itself which rug is next: that draw is no event.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from games.rules.actions import Draw, Roll
from games.rules.moment import Phase
from games.rules.position import Position

ALGORITHM: Final = "marrakech-dice-1"
SEED_BYTES: Final = 32
LONGEST_CONTRIBUTION: Final = 64

_RANGE: Final = 2**64


def commitment(seed: bytes) -> str:
    """What is shown of a seed before the game: its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


class Dice:
    """The stream of one game. Its ``repr`` does not show the seed.

    ValueError if the seed is not 32 bytes, or the game number or a contribution is not
    printable, or a contribution is longer than 64 characters.
    """

    __slots__ = ("_key",)

    def __init__(self, seed: bytes, game_number: str, contributions: Sequence[str]) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        if any(len(contribution) > LONGEST_CONTRIBUTION for contribution in contributions):
            raise ValueError(f"a contribution has at most {LONGEST_CONTRIBUTION} characters")
        parts = (ALGORITHM, game_number, *contributions)
        if not all(part.isprintable() for part in parts):
            raise ValueError("game number and contributions are printable characters")
        self._key = hmac.digest(seed, "\0".join(parts).encode(), "sha256")

    def outcome(self, k: int, n: int) -> int:
        """The outcome of event ``k``, one of 0 to ``n`` - 1. ValueError for numbers out of range."""
        if not 0 <= k < _RANGE or not 1 <= n <= _RANGE:
            raise ValueError(f"there is no event {k} with {n} outcomes")
        fair = n * (_RANGE // n)
        attempt = 0
        while (x := self._number(k, attempt)) >= fair:
            attempt += 1
        return x % n

    def first_player(self, players: int) -> int:
        """The seat (from 0) that begins: event 0."""
        return self.outcome(0, players)

    def action(self, position: Position, k: int) -> Roll | Draw:
        """The chance due in ``position`` as event ``k`` has it. ValueError if none is due."""
        outcomes = [action for action, weight in position.chances() for _ in range(weight)]
        if not outcomes:
            raise ValueError("no chance is due")
        return outcomes[self.outcome(k, len(outcomes))]

    def _number(self, k: int, attempt: int) -> int:
        """The 64-bit number of one attempt at event ``k``."""
        message = k.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        return int.from_bytes(hmac.digest(self._key, message, "sha256")[:8], "big")


def settle(position: Position, dice: Dice, k: int) -> tuple[Position, tuple[Roll | Draw, ...], int]:
    """Play all chance that is due, from event ``k`` on.

    Returns the position that waits for a decision (or is over), what chance did, and the
    number of the next event.
    """
    done: list[Roll | Draw] = []
    while position.phase in (Phase.ROLL, Phase.DRAW):
        action: Roll | Draw | None = arranged_draw(position)
        if action is None:
            action = dice.action(position, k)
            k += 1
        position = position.play(action)
        done.append(action)
    return position, tuple(done), k


def arranged_draw(position: Position) -> Draw | None:
    """The draw due from an arranged pile, which says itself what comes and takes no event."""
    drawer = position.drawer
    if drawer is None or not position.seats[drawer].known_top:
        return None
    return Draw(drawer, position.seats[drawer].known_top)
