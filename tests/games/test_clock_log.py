"""What happened to clocks, in the log of the game's page and of its replay: in its place, and in words."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import pauses, play
from games.clock import DAY, TimeControl
from games.models import Game
from games.rules import Variant
from games.vacations import begin_vacation, end_vacation
from tests.forms import Browser
from tests.games.tables import mover, other, people, play_on, start_game

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def lines(game: Game, *, replay: bool) -> list[str]:
    """The log as a guest reads it, the first line first."""
    page = Browser().open(f"{game.get_absolute_url()}replay/0/" if replay else game.get_absolute_url())
    if not replay:
        recent = page.with_id("recent")
        assert recent is not None
        return [line.text for line in recent.all("li")][::-1]
    turns = page.with_id("turns")
    assert turns is not None
    return [line.text for line in turns.all("li")]


@pytest.mark.parametrize("replay", [False, True])
def test_the_log_tells_in_order_what_happened_to_the_clocks(replay: bool) -> None:
    now = timezone.now() - 2 * DAY
    game = start_game(people(3), Variant(players=3, dirhams=99), control=TimeControl.per_move(3), at=now)
    game = play_on(game, 6, at=now)
    giver, receiver = other(game), mover(game)
    play.give_time(game.code, giver, game.seats.get(user=receiver).index, game.ply, now + HOUR)
    game = play_on(Game.objects.get(pk=game.pk), 1, at=now + 2 * HOUR)  # the receiver turns Assam
    begin_vacation(receiver, now + 3 * HOUR)
    end_vacation(receiver, now + 4 * HOUR)
    pauses.pause_clocks(now + 5 * HOUR)
    pauses.resume_clocks(now + 30 * HOUR)
    play.expire(game.code, now + 31 * HOUR)
    game = play_on(Game.objects.get(pk=game.pk), 1, at=now + 32 * HOUR)  # and lays his rug
    told = lines(game, replay=replay)
    assert len(told) == 3 + 1 + 1 + 4
    assert told[3] == f"{giver.name} gives {receiver.name} 1 day"
    assert told[4].startswith(f"4 {receiver.name} "), "his turn, which had begun when the rest happened"
    assert told[5].startswith(f"{receiver.name} is on vacation until ")
    assert told[6:] == [
        f"{receiver.name} is back from vacation",
        "All clocks stand still",
        "All clocks go on after 1 day 1 hour",
    ]


@pytest.mark.parametrize("replay", [False, True])
def test_the_log_tells_who_ran_out_of_time(replay: bool) -> None:
    now = timezone.now() - 4 * DAY
    game = start_game(people(2), control=TimeControl.per_move(3), at=now)
    game = play_on(game, 4, at=now)
    late = mover(game)
    play.expire(game.code, now + 3 * DAY + HOUR)
    assert lines(game, replay=replay)[-1] == f"3 {late.name} runs out of time"


def test_names_and_dates_are_told_in_the_readers_zone_and_kept_apart() -> None:
    anise, basil = people(2)
    game = start_game([anise, basil])
    begin_vacation(anise, timezone.now(), timezone.now().replace(hour=11, minute=30) + 3 * DAY)
    told = set()
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12"):
        User.objects.filter(pk=basil.pk).update(time_zone=zone)
        log = Browser(User.objects.get(pk=basil.pk)).open(game.get_absolute_url()).with_id("recent")
        assert log is not None
        told.add(log.text)
    assert len(told) == 2, "the vacation ends on another day in either zone"
