"""Games as files: one as JSON, and all games of a user as the text of one record after the other.

The JSON of a game is one object. Seats count from 0; what is not known, or not to be known yet, is null.

============  ====================================================================================================
`format`      `marrakech-game-1`
`variant`     the options: `players`, `turning`, `colours`, `dirhams`, `own_cover`
`players`     their names, in seat order
`first`       the seat that began
`date`        the day on which it began, `2026-11-30`
`dice`        `algorithm`, `game` (its number), `commitment`, `contributions`, and `seed` once the game is over
`opening`     the chance before the first decision, a list of actions
`moves`       the decisions in order: `seat` (null if all agreed to call the game off), `action`, `at`, and `chance`,
              the actions that followed by chance
`result`      once it is over: `ranks` (null if it was called off), `points`, `dirhams`, in seat order
============  ====================================================================================================

Actions are the words of `games.rules.codes`; an arrangement that is still a secret is `pile:0:?`.
"""

from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import asdict
from itertools import groupby

from asgiref.sync import sync_to_async

from accounts.models import User
from games import rules
from games.courses import Course, course_of, started_games
from games.history import History, Step
from games.models import Move, Seat
from games.rules import Action, Arrange
from games.telling import actor_of

FORMAT = "marrakech-game-1"
GAMES_AT_ONCE = 20


def json_of(course: Course) -> dict[str, object]:
    """A game as the reader of the course may know it."""
    outcome = course.history.position.outcome
    decisions = [list(steps) for _ply, steps in groupby(course.history.steps, key=lambda step: step.ply)]
    opening = decisions.pop(0) if decisions and decisions[0][0].ply is None else []
    return {
        "format": FORMAT,
        "variant": asdict(course.variant),
        "players": course.names,
        "first": course.history.start.mover,
        "date": course.date and course.date.isoformat(),
        "dice": _dice(course),
        "opening": [_word(step.action, course) for step in opening],
        "moves": [_move(steps, course) for steps in decisions],
        "result": outcome and {"ranks": outcome.ranks, "points": outcome.points, "dirhams": outcome.dirhams},
    }


def _dice(course: Course) -> dict[str, object] | None:
    proof = course.proof
    if proof is None:
        return None
    return {
        "algorithm": rules.ALGORITHM,
        "game": proof.game_number,
        "commitment": proof.commitment,
        "contributions": proof.contributions,
        "seed": proof.seed and proof.seed.hex(),
    }


def _move(steps: list[Step], course: Course) -> dict[str, object]:
    """One decision and the chance that followed it."""
    decided, *chance = steps
    return {
        "seat": actor_of(decided),
        "action": _word(decided.action, course),
        "chance": [_word(step.action, course) for step in chance],
        "at": decided.at and decided.at.isoformat(),
    }


def _word(action: Action, course: Course) -> str:
    if isinstance(action, Arrange) and action not in course.record.actions:
        return f"pile:{action.seat}:?"
    return rules.action_to_text(action)


async def records_of(user: User) -> AsyncIterator[str]:
    """The records of all games that this user plays or has played, the oldest first, with an empty line after each.

    Only a few games are in memory at once.
    """
    after = 0
    while True:
        records, after = await sync_to_async(_next_records)(user, after)
        if not records:
            return
        for record in records:
            yield f"{record}\n"


def _next_records(user: User, after: int) -> tuple[list[str], int]:
    """The records of this user's next games after the one of this number, and the number of the last of them."""
    games = list(started_games().filter(seats__user=user, pk__gt=after).order_by("pk")[:GAMES_AT_ONCE])
    # Rows that know nothing of each other: in a circle they would stay in memory until it is tidied up.
    seats, moves = defaultdict[int, list[Seat]](list), defaultdict[int, list[Move]](list)
    for seat in Seat.objects.filter(game__in=games).select_related("user").order_by("index"):
        seats[seat.game_id].append(seat)
    for move in Move.objects.filter(game__in=games).order_by("ply"):
        moves[move.game_id].append(move)
    courses = (
        course_of(game, seats[game.pk], user, History.opened(game).extended(moves[game.pk]), game.shown_seed)
        for game in games
    )
    return [course.record.dump() for course in courses], games[-1].pk if games else after
