"""The turns of house players, played through `games.play` like those of people.

Whose turn it is stands in the database alone, so that a turn is picked up again after a crash, by whichever process
looks next. Two that play the same turn do no harm: a house player decides the same twice.
"""

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic

from django.conf import settings
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import User
from games import play
from games.house import Decision, Sight
from games.house.thinking import Thinking
from games.house.users import choose_of
from games.models import Game, Move, Seat
from games.refusals import Outdated
from games.rules import Arrange
from games.threads import in_thread

logger = logging.getLogger(__name__)

AT_ONCE = 8
FIRST_REST = timedelta(seconds=5)
LONGEST_REST = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Turn:
    """One decision that waits for a house player: `ply` is its number, `since` when the one before it was made."""

    code: str
    ply: int
    user: User
    sight: Sight
    since: datetime

    @property
    def key(self) -> tuple[str, int, int]:
        """What tells it from all others."""
        return self.code, self.ply, self.sight.seat

    def play(self, decision: Decision) -> None:
        """Play it like a person would. Raises `Refusal` as `games.play` does."""
        if isinstance(decision, Arrange):
            play.arrange(self.code, self.user, decision.pile, timezone.now())
        else:
            play.act(self.code, self.user, self.ply, decision, timezone.now())


def due_turns() -> list[Turn]:
    """The turns that wait for house players now, in all games; one query."""
    last_move = Move.objects.filter(game=OuterRef("game")).order_by("-ply").values("at")[:1]
    since = Coalesce(Subquery(last_move), F("game__started_at"))
    seats = Seat.objects.filter(to_move=True, user__kind=User.Kind.HOUSE, game__status=Game.Status.PLAYING)
    return [
        Turn(
            code=seat.game.code,
            ply=seat.game.ply,
            user=seat.user,
            sight=Sight.of(seat.game.current(), seat.index, _seed(seat)),
            since=seat.since,
        )
        for seat in seats.select_related("user", "game").annotate(since=since).order_by("pk")
    ]


def _seed(seat: Seat) -> str:
    """The same whenever this decision is made, and known to nobody before: not even to who knows how it is used."""
    return salted_hmac("games.house", f"{seat.game_id} {seat.game.ply} {seat.index}", algorithm="sha256").hexdigest()


class Turns:
    """Plays the turns that are due. One that fails is left alone for a while, longer each time, and stops no other."""

    def __init__(self) -> None:
        self._thinking = Thinking()
        self._failed: dict[tuple[str, int, int], tuple[timedelta, float]] = {}  # how long to rest, and until when

    async def play_due(self) -> None:
        """Play each turn that is due now, a moment after the decision before it."""
        turns = await in_thread(due_turns)
        keys = {turn.key for turn in turns}
        self._failed = {key: rest for key, rest in self._failed.items() if key in keys}
        few = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._play(turn, few) for turn in self._rested(turns)))

    def close(self) -> None:
        """End the processes in which house players think."""
        self._thinking.close()

    def _rested(self, turns: list[Turn]) -> Iterator[Turn]:
        for turn in turns:
            _length, until = self._failed.get(turn.key, (FIRST_REST, 0.0))
            if until <= monotonic():
                yield turn

    async def _play(self, turn: Turn, few: asyncio.Semaphore) -> None:
        pause = timedelta(seconds=settings.HOUSE_PAUSE)
        await asyncio.sleep(min(turn.since + pause - timezone.now(), pause).total_seconds())
        async with few:
            try:
                decision = await self._thinking.decide(choose_of(turn.user), turn.sight, None)
                await in_thread(turn.play, decision)
            except Outdated:
                pass  # another process has played it, or the game ended meanwhile
            except Exception:
                self._rest(turn)
                return
        self._failed.pop(turn.key, None)

    def _rest(self, turn: Turn) -> None:
        last, _until = self._failed.get(turn.key, (FIRST_REST / 2, 0.0))
        rest = min(2 * last, LONGEST_REST)
        self._failed[turn.key] = rest, monotonic() + rest.total_seconds()
        logger.exception(
            "%s could not play decision %d of game %s, and will try again in %s", turn.user, turn.ply, turn.code, rest
        )
