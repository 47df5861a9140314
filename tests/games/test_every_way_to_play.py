"""A whole game of each way to play: its record comes back, its dice are right, and its numbers add up."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from games import play
from games.courses import course_of_game
from games.fairness import events_of
from games.models import Game
from games.rules import FACES, Variant
from games.statistics import statistics_of
from tests.games.records import check_record
from tests.games.tables import mover, people, play_on, play_to_the_end, start_game

pytestmark = pytest.mark.django_db

SCRIPT = Path("games/static/games/check_dice.py")
VARIANTS = (
    *(
        Variant(2, turning, colours)
        for turning in ("before", "after")
        for colours in ("shuffled", "arranged", "swapped")
    ),
    *(Variant(players, turning, dirhams=6) for players in (3, 4) for turning in ("before", "after")),
)


def checked_by_script(text: str) -> subprocess.CompletedProcess[str]:
    """What the stand-alone script says of a record; it is run apart from all of our code."""
    command = [sys.executable, "-I", str(SCRIPT.absolute()), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, cwd="/", check=False)


def events_by_script(output: str) -> list[tuple[int, int, int]]:
    """The number, the number of outcomes and the outcome of each event, as the script printed them."""
    found = re.findall(r"^ *(\d+)  n +(\d+)  outcome +(\d+)  ", output, re.MULTILINE)
    return [(int(k), int(n), int(outcome)) for k, n, outcome in found]


def with_another_roll(text: str) -> str:
    """The record with the last roll changed to a face that it did not show."""
    *_, last = re.finditer(r"(?<=[LSR])[1-4]|(?<=\. )[1-4](?= )", text)
    other = next(face for face in FACES if str(face) != last[0])
    return f"{text[: last.start()]}{other}{text[last.end() :]}"


@pytest.mark.parametrize("variant", VARIANTS, ids=Variant.to_text)
def test_a_whole_game(variant: Variant) -> None:
    game = play_to_the_end(start_game(people(variant.players), variant), seed=variant.players)
    check_record(game)
    check_dice(game)
    check_numbers(game)


@pytest.mark.parametrize("variant", [Variant(colours="arranged"), Variant(3, "after")], ids=Variant.to_text)
def test_a_game_that_was_left(variant: Variant) -> None:
    game = play_on(start_game(people(variant.players), variant), 25)
    while not game.is_ended:
        game = play_on(play.resign(game.code, mover(game), timezone.now()), 5)
    check_record(game)
    check_dice(game)
    check_numbers(game)


@pytest.mark.parametrize("decisions", [0, 1, 2, 11])
def test_a_game_that_was_called_off(decisions: int) -> None:
    users = people(2)
    game = play_on(start_game(users, Variant(colours="arranged")), decisions)
    for user in users:
        game = play.agree_to_call_off(game.code, user, True, timezone.now())
    assert game.status == Game.Status.CALLED_OFF
    check_record(game)
    check_dice(game)
    assert '"ranks": null' in Client().get(f"{game.get_absolute_url()}record.json").content.decode()


def check_dice(game: Game) -> None:
    """Site and script come to the same events, find nothing wrong, and see it when a roll is changed."""
    course = course_of_game(game.code, None)
    assert course.proof is not None
    events = list(events_of(course.history, course.proof))
    assert all(event.fits for event in events)
    assert len(events) == game.dice_events
    page = Client().get(f"{game.get_absolute_url()}dice/").content.decode()
    assert "The dice are as they should be." in page
    assert page.count("<td>yes</td>") == len(events)
    text = course.record.dump()
    said = checked_by_script(text)
    assert (said.returncode, said.stderr) == (0, "")
    assert events_by_script(said.stdout) == [(event.k, event.n, event.outcome) for event in events]
    if any(event.n == 6 and event.step is not None for event in events):
        said = checked_by_script(with_another_roll(text))
        assert said.returncode == 1
        assert said.stdout.count("WRONG") == 1


def check_numbers(game: Game) -> None:
    """What the players paid others received, in fact and in expectation, and money changes by payments alone."""
    history = course_of_game(game.code, None).history
    statistics = statistics_of(history)
    lucks = [player.luck for player in statistics.players]
    assert sum(luck.paid for luck in lucks) == sum(luck.received for luck in lucks)
    assert sum(luck.expected_paid for luck in lucks) == sum(luck.expected_received for luck in lucks)
    assert sum(luck.gain for luck in lucks) == 0
    for seat, player in enumerate(statistics.players):
        assert len(player.money) == len(statistics.turns)
        assert player.money[0] == game.dirhams
        held = history.position.seats[seat]
        assert game.dirhams - player.luck.paid + player.luck.received == held.dirhams + held.set_aside
        assert player.money[-1] == held.dirhams
        assert player.largest_area >= (player.visible_halves > 0)
    assert Client().get(f"{game.get_absolute_url()}statistics/").status_code == 200
