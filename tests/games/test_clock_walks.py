"""Whatever happens to games in whatever order: their clocks are always what follows from their logs."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from accounts.models import User
from games import pauses, play, sweep
from games.checking import differences
from games.clock import DAY, TimeControl
from games.models import Game, Heartbeat
from games.refusals import Refusal
from games.rules import Variant
from games.vacations import begin_vacation, end_vacation
from tests.games.tables import people, play_on, start_game

pytestmark = pytest.mark.django_db

START = datetime(2030, 12, 20, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
STEPS = 50


class Walk:
    """Games of people to whom anything happens, one thing after another, some of it heard late."""

    def __init__(self, players: int, control: TimeControl, chance: Random, **options: str) -> None:
        self.users = people(players)
        self.chance = chance
        self.now = START
        variant = Variant(players=players, dirhams=99, **options)  # type: ignore[arg-type]
        self.games = [start_game(self.users, variant, control=control, at=START) for _ in range(2)]

    def step(self) -> None:
        """Let some time pass, and one thing happen."""
        self.now += self.chance.random() * self.chance.choice([MINUTE, 60 * MINUTE, DAY, 2 * DAY])
        if self.chance.random() < 0.9:  # the site was up meanwhile
            Heartbeat.objects.update_or_create(pk=1, defaults={"at": self.now})
        happening = self.chance.choice(
            [*[self._move] * 9, self._give, self._say, self._go, self._come_back, self._pause, self._sweep]
        )
        with suppress(Refusal):  # what is refused has changed nothing but what time has done
            happening(self.now - self.chance.choice([0, 0, 3]) * timedelta(seconds=1))

    def _game(self) -> Game:
        return Game.objects.get(pk=self.chance.choice(self.games).pk)

    def _user(self) -> User:
        return self.chance.choice(self.users)

    def _move(self, at: datetime) -> None:
        play_on(self._game(), self.chance.choice([1, 2]), seed=self.chance.randrange(99), at=at)

    def _give(self, at: datetime) -> None:
        game = self._game()
        play.give_time(game.code, self._user(), self.chance.randrange(game.players), game.ply, at)

    def _say(self, at: datetime) -> None:
        play.say_beforehand(self._game().code, self._user(), {"": "S"}, at)

    def _go(self, at: datetime) -> None:
        begin_vacation(self._user(), at, at + self.chance.random() * 20 * DAY)

    def _come_back(self, at: datetime) -> None:
        end_vacation(self._user(), at)

    def _pause(self, at: datetime) -> None:
        if not pauses.resume_clocks(at):
            pauses.pause_clocks(at)
        if self.chance.random() < 1 / 2:
            sweep.tell_games(at)

    def _sweep(self, at: datetime) -> None:
        sweep.tell_games(at)
        sweep.sweep(at)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("players", "control", "options"),
    [
        (2, TimeControl.per_move(3), {}),
        (2, TimeControl.bank(3, 1, 7), {"colours": "arranged"}),
        (3, TimeControl.bank(2, 1, 3), {"turning": "after"}),
        (4, TimeControl.per_move(2), {}),
        (2, TimeControl.live(60, 30), {}),
    ],
)
def test_clocks_follow_from_the_log_whatever_happened(
    players: int, control: TimeControl, options: dict[str, str], seed: int
) -> None:
    walk = Walk(players, control, Random(f"{players} {control.pace} {seed}"), **options)
    for step in range(STEPS):
        walk.step()
        for game in walk.games if step % 5 == 4 else ():
            assert list(differences(Game.objects.get(pk=game.pk))) == []
