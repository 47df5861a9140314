"""Very many games at once, as the database has them after years: not played, but as lists and searches find them."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Game, Move, Seat, Seed, new_code
from games.rules import Position, Variant

CROWD = 200
# Of every ten games so many are going on, and so many were called off.
PLAYING, CALLED_OFF = 2, 1


def crowd() -> list[User]:
    """Many players, made when first asked for."""
    users = list(User.objects.filter(name__startswith="crowd-"))
    return users or User.objects.bulk_create(User(name=f"crowd-{number}") for number in range(CROWD))


def fill(number: int, *regular: User) -> None:
    """Let there be so many more games, half of them with one of these users, and all other seats taken by the crowd.

    They are of all numbers of players and ways to turn Assam; most are over, and they ended an hour apart.
    """
    chance = Random(number)
    users, now = crowd(), timezone.now()
    games: list[Game] = []
    seats: list[Seat] = []
    for game in islice(_games(users, now, chance), number):
        players = chance.sample(users, game.players)
        if regular and chance.random() < 1 / 2:
            players[0] = regular[len(games) % len(regular)]
        games.append(game)
        seats += [_seat(game, index, user, now) for index, user in enumerate(players)]
    Game.objects.bulk_create(games, batch_size=2000)
    for seat in seats:
        seat.game_id = seat.game.pk
    Seat.objects.bulk_create(seats, batch_size=2000)


def copy(game: Game, number: int) -> None:
    """Let there be so many more games that are like this one in all they keep, and in their logs."""
    seats, moves, seed = list(game.seats.all()), list(game.moves.all()), game.seed
    games = [Game(**_fields(game) | {"code": new_code()}) for _ in range(number)]
    Game.objects.bulk_create(games, batch_size=1000)
    again = [Seat(**_fields(seat) | {"game_id": each.pk}) for each in games for seat in seats]
    Seat.objects.bulk_create(again, batch_size=1000)
    log = [Move(**_fields(move) | {"game_id": each.pk}) for each in games for move in moves]
    Move.objects.bulk_create(log, batch_size=1000)
    Seed.objects.bulk_create([Seed(game=each, value=seed.value) for each in games], batch_size=1000)


def _fields(row: Game | Seat | Move) -> dict[str, Any]:
    """What a row has in all columns but its key."""
    columns = [field.attname for field in row._meta.concrete_fields if not field.primary_key]
    return {column: getattr(row, column) for column in columns}


def _games(users: list[User], now: datetime, chance: Random) -> Iterator[Game]:
    positions = {players: Position.start(Variant(players=players)).to_text() for players in (2, 3, 4)}
    number = 0
    while True:
        number += 1
        players = chance.choice((2, 2, 3, 4))
        kind = number % 10
        status = Game.Status.CALLED_OFF if kind < PLAYING + CALLED_OFF else Game.Status.OVER
        yield Game(
            code=new_code(),
            creator=users[0],
            status=Game.Status.PLAYING if kind < PLAYING else status,
            listed=chance.random() < 0.9,
            players=players,
            turning=chance.choice(Game.Turning.values),
            own_cover=chance.random() < 0.2,
            first=0,
            position=positions[players],
            created_at=now - timedelta(hours=number),
            started_at=now - timedelta(hours=number),
            ended_at=None if kind < PLAYING else now - timedelta(hours=number),
        )


def _seat(game: Game, index: int, user: User, now: datetime) -> Seat:
    result: dict[str, Any] = {}
    if game.status == Game.Status.OVER:
        result = {"rank": index + 1, "points": 40 - index, "stayed": True}
        result |= {"paid": 20 + index, "received": 30 - index, "collected_from": 5 + index}
        result |= {"turns": 12, "thought": timedelta(hours=index + 1)}
    return Seat(
        game=game,
        index=index,
        user=user,
        contribution="x",
        sat_down_at=now,
        to_move=game.status == Game.Status.PLAYING and index == 0,
        ended_at=game.ended_at,
        **result,
    )
