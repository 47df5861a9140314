"""The turns of house players, played through `games.play` like those of people.

Whose turn it is stands in the database alone, so that a turn is picked up again after a crash, by whichever process
looks next. Two that play the same turn do no harm: a house player decides the same twice.
"""

import asyncio
import logging
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
from games.rules import Arrange, Position
from games.threads import in_thread

logger = logging.getLogger(__name__)

AT_ONCE = 8
FIRST_REST = timedelta(seconds=5)
LONGEST_REST = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class DueTurn:
    """One decision that waits for a house player: `ply` is its number, `since` when the one before it was made."""

    code: str
    ply: int
    user: User
    seat: int
    position: str
    seed: str
    since: datetime

    @property
    def key(self) -> tuple[str, int, int]:
        """What tells it from all others."""
        return self.code, self.ply, self.seat

    @property
    def sight(self) -> Sight:
        """What the player sees. Raises `ValueError` if the position that is kept cannot be read."""
        return Sight.of(Position.from_text(self.position), self.seat, self.seed)

    def play(self, decision: Decision) -> None:
        """Play it like a person would. Raises `Refusal` as `games.play` does."""
        if isinstance(decision, Arrange):
            play.arrange(self.code, self.user, decision.pile, timezone.now())
        else:
            play.act(self.code, self.user, self.ply, decision, timezone.now())


def due_turns() -> list[DueTurn]:
    """The turns that wait for house players now, in all games; one query."""
    last_move = Move.objects.filter(game=OuterRef("game")).order_by("-ply").values("at")[:1]
    since = Coalesce(Subquery(last_move), F("game__started_at"))
    seats = Seat.objects.filter(to_move=True, user__kind=User.Kind.HOUSE, game__status=Game.Status.PLAYING)
    return [
        DueTurn(
            code=seat.game.code,
            ply=seat.game.ply,
            user=seat.user,
            seat=seat.index,
            position=seat.game.position,
            seed=_seed(seat),
            since=seat.since,
        )
        for seat in seats.select_related("user", "game").annotate(since=since).order_by("pk")
    ]


def _seed(seat: Seat) -> str:
    """The same whenever this decision is made, and known to nobody before: not even to who knows how it is used."""
    return salted_hmac("games.house", f"{seat.game_id} {seat.game.ply} {seat.index}", algorithm="sha256").hexdigest()


class Turns:
    """Plays the turns that are due, each in a task of its own: none waits for another.

    One that fails is left alone for a while, longer each time.
    """

    def __init__(self) -> None:
        self._thinking = Thinking()
        self._few = asyncio.Semaphore(AT_ONCE)  # in the database
        self._under_way: dict[tuple[str, int, int], asyncio.Task[None]] = {}
        self._failed: dict[tuple[str, int, int], tuple[timedelta, float]] = {}  # how long to rest, and until when

    async def play_due(self) -> None:
        """Begin to play each turn that is due now: it is played a moment after the decision before it."""
        turns = await in_thread(due_turns)
        keys = {turn.key for turn in turns}
        self._failed = {key: rest for key, rest in self._failed.items() if key in keys}
        for turn in turns:
            if turn.key not in self._under_way and not self._rests(turn):
                self._under_way[turn.key] = asyncio.create_task(self._play(turn))

    async def close(self) -> None:
        """Finish the turns that are under way, and end the processes in which house players think."""
        await asyncio.gather(*self._under_way.values())
        await asyncio.to_thread(self._thinking.close)

    async def _play(self, turn: DueTurn) -> None:
        pause = timedelta(seconds=settings.HOUSE_PAUSE)
        try:
            await asyncio.sleep(min(turn.since + pause - timezone.now(), pause).total_seconds())
            decision = await self._thinking.decide(choose_of(turn.user), turn.sight, None)
            async with self._few:
                await in_thread(turn.play, decision)
        except Outdated:
            pass  # another process has played it, or the game ended meanwhile
        except Exception:
            self._rest(turn)
        finally:
            del self._under_way[turn.key]

    def _rests(self, turn: DueTurn) -> bool:
        _length, until = self._failed.get(turn.key, (FIRST_REST, 0.0))
        return until > monotonic()

    def _rest(self, turn: DueTurn) -> None:
        last, _until = self._failed.get(turn.key, (FIRST_REST / 2, 0.0))
        rest = min(2 * last, LONGEST_REST)
        self._failed[turn.key] = rest, monotonic() + rest.total_seconds()
        logger.exception(
            "%s could not play decision %d of game %s, and will try again in %s", turn.user, turn.ply, turn.code, rest
        )
