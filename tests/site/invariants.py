"""What is true of the database whatever people send: a picture of it, and what a later one must still bear out."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model

from accounts.models import Follow, User, validate_name
from games.checking import differences
from games.models import ClockEvent, Game, Invitation, Message, Move, Note, SavedRecord, Seat, Seed, Vacation
from games.rules import Record, RulesError
from ladder.models import Seek

Rows = dict[Any, tuple[Any, ...]]

_KEPT: tuple[type[Model], ...] = (
    *(User, Follow, Game, Seed, Seat, Invitation, Move, ClockEvent, Vacation),
    *(Message, Note, SavedRecord, Seek),
)
_LASTING: tuple[type[Model], ...] = (Move, ClockEvent, Seed, Message)


@dataclass(frozen=True)
class Picture:
    """All rows of people and games at one moment, by their keys."""

    rows: dict[type[Model], Rows]
    staff: frozenset[int]

    @classmethod
    def taken(cls) -> "Picture":
        """As they are now."""
        rows = {model: {row[0]: row for row in model._default_manager.values_list()} for model in _KEPT}
        return cls(rows, frozenset(User.objects.filter(is_staff=True).values_list("pk", flat=True)))


def broken(before: Picture, *, may_appoint: bool = False) -> list[str]:
    """Everything that is wrong now, given that nothing was wrong before; empty if nothing is.

    `may_appoint`: somebody acted who may let others into admin.
    """
    now = Picture.taken()
    if now == before:
        return []
    return [
        *(f"a row of {model.__name__} was changed" for model in _LASTING if not _only_grown(before, now, model)),
        *(["others may enter admin than before"] if now.staff != before.staff and not may_appoint else []),
        *(fault for game in Game.objects.select_related("seed") for fault in _faults_of_game(game)),
        *_faults_of_users(),
        *_faults_of_records(),
        *_faults_of_seeks(),
    ]


def _only_grown(before: Picture, now: Picture, model: type[Model]) -> bool:
    return before.rows[model].items() <= now.rows[model].items()


def _faults_of_game(game: Game) -> Iterator[str]:
    seats = list(game.seats.order_by("index"))
    kept = game.invitations.open().count() if game.status == Game.Status.WAITING else 0
    if hashlib.sha256(bytes(game.seed.value)).hexdigest() != game.commitment:
        yield f"game {game.pk} has another seed than it is committed to"
    if [seat.index for seat in seats] != list(range(len(seats))):
        yield f"game {game.pk} has the seats {[seat.index for seat in seats]}"
    if not seats or seats[0].user_id != game.creator_id:
        yield f"who opened table {game.pk} does not sit at it first"
    if any(not 1 <= len(seat.contribution) <= 64 or not seat.contribution.isprintable() for seat in seats):
        yield f"game {game.pk} has a contribution to the dice that cannot be written down"
    if not game.title.isprintable() or len(game.title) > 60:
        yield f"game {game.pk} is called {game.title!r}"
    if game.status in (Game.Status.WAITING, Game.Status.CLOSED):
        if len(seats) + kept > game.players or (game.status == Game.Status.WAITING and len(seats) == game.players):
            yield f"table {game.pk} for {game.players} has {len(seats)} seats taken and {kept} kept"
        if game.position or game.moves.exists() or any(seat.to_move for seat in seats):
            yield f"table {game.pk} is being played at"
        return
    if len(seats) != game.players:
        yield f"game {game.pk} of {game.players} is played by {len(seats)}"
    yield from (f"game {game.pk}: {fault}" for fault in differences(game))


def _faults_of_users() -> Iterator[str]:
    names = list(User.objects.values_list("name", flat=True))
    for name in names:
        try:
            validate_name(name)
        except ValidationError:
            yield f"somebody is called {name!r}"
    yield from (
        f"{count} people are called {name}" for name, count in Counter(map(str.lower, names)).items() if count > 1
    )


def _faults_of_records() -> Iterator[str]:
    for saved in SavedRecord.objects.all():
        try:
            Record.parse(saved.text)
        except RulesError as error:
            yield f"record {saved.pk} is no record: {error}"


def _faults_of_seeks() -> Iterator[str]:
    for seek in Seek.objects.select_related("user"):
        has_found = seek.state == Seek.State.FOUND
        if has_found != (seek.game is not None) or (seek.game and not seek.game.seats.filter(user=seek.user).exists()):
            yield f"{seek.user} has {seek.state} and the game {seek.game_id}"
