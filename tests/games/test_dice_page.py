"""The page that explains a game's dice and computes them anew; and the script that does so apart from the site."""

import re
import subprocess
import sys
from dataclasses import replace

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import history, saved_records
from games.courses import course_of_game
from games.downloads import records_of
from games.fairness import events_of
from games.history import History
from games.models import Game, Seed
from games.refusals import Refusal
from games.rules import Record, Variant, action_to_text
from tests.games.tables import people, play_on, play_to_the_end, start_game
from tests.games.test_broken_records import TYPED
from tests.games.test_every_way_to_play import SCRIPT, checked_by_script, events_by_script, with_another_roll
from tests.rules.invariants import random_game, record_of
from tests.rules.table import ALL_VARIANTS

pytestmark = pytest.mark.django_db


def record_text(game: Game) -> str:
    """The record that everybody can download."""
    response = Client().get(f"{game.get_absolute_url()}record.txt")
    assert response.status_code == 200
    return response.content.decode()


async def all_records(user: User) -> str:
    """The records of all games of this user, as one text."""
    return "".join([text async for text in records_of(user)])


OTHER = {"1": "2", "2": "1", "3": "4", "4": "3"}
"""The other player, or a player's other colour."""


def dice_page(game: Game) -> str:
    """The page of this game's dice."""
    response = Client().get(f"{game.get_absolute_url()}dice/")
    assert response.status_code == 200
    return response.content.decode()


def test_while_the_game_goes_on_the_page_shows_what_is_committed_to_and_no_event() -> None:
    game = play_on(start_game(people(2)), 9)
    page = dice_page(game)
    assert game.commitment in page
    for seat in game.seats.all():
        assert seat.contribution in page
    assert bytes(game.seed.value).hex() not in page
    assert "Every event" not in page


def test_a_seed_that_was_not_committed_to_is_told() -> None:
    game = play_to_the_end(start_game(people(2), Variant(dirhams=1)))
    Seed.objects.filter(game=game).update(value=bytes(32))
    page = dice_page(game)
    assert "The dice are not as they should be." in page
    assert "The SHA-256 of the seed is not the commitment." in page
    said = checked_by_script(record_text(game))
    assert said.returncode == 1
    assert f"WRONG: the commitment is {game.commitment}" in said.stdout


def test_a_roll_that_was_played_otherwise_is_told_in_its_line() -> None:
    game = play_on(start_game(people(2)), 1)
    move = game.moves.get()
    move.chance = "1" if move.chance != "1" else "2"
    move.save()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    history._recent.clear()
    page = dice_page(game)
    assert "Some events were played otherwise than they come out" in page
    assert len(re.findall(rf"<b>no: \w+ rolls {move.chance}\.</b>", page)) == 1
    said = checked_by_script(record_text(game))
    assert said.returncode == 1
    assert said.stdout.count(f"WRONG: the record has: the die shows {move.chance}") == 1


@pytest.mark.parametrize("variant", [Variant(dirhams=1), Variant(colours="arranged", dirhams=1)], ids=Variant.to_text)
def test_a_game_whose_dice_are_wrong_is_told_in_every_download(variant: Variant) -> None:
    users = people(2)
    game = play_to_the_end(start_game(users, variant))
    Seed.objects.filter(game=game).update(value=bytes(32))
    text = record_text(game)
    assert f'[Seed "{"00" * 32}"]' in text
    told = Client().get(f"{game.get_absolute_url()}record.json")
    assert (told.status_code, told.json()["dice"]["seed"]) == (200, "00" * 32)
    assert async_to_sync(all_records)(users[0]) == f"{text}\n"
    with pytest.raises(Refusal, match="The seed is not the one that was committed to"):
        saved_records.checked(text)


def test_a_saved_record_with_a_seed_is_checked_like_a_game_and_one_without_dice_says_so() -> None:
    users = people(2)
    game = play_to_the_end(start_game(users, Variant(dirhams=2)))
    text = course_of_game(game.code, None).record.dump()
    saved = saved_records.save(users[0], Record.parse(text), timezone.now())
    page = Client().get(f"/record/{saved.code}/dice/").content.decode()
    assert "The dice are as they should be." in page
    assert page.count("<td>yes</td>") == game.dice_events
    typed = saved_records.save(users[0], Record.parse(TYPED), timezone.now())
    assert "This record says nothing of its dice" in Client().get(f"/record/{typed.code}/dice/").content.decode()


def test_the_script_can_be_downloaded_and_needs_nothing_of_ours() -> None:
    script = Client().get("/static/games/check_dice.py")
    text = b"".join(script).decode()
    assert {line.split()[1].split(".")[0] for line in text.splitlines() if line.startswith(("import ", "from "))} <= {
        "__future__", "collections", "hashlib", "hmac", "io", "pathlib", "re", "sys", "typing"
    }  # fmt: skip


@pytest.mark.parametrize("number", range(len(ALL_VARIANTS)))
def test_the_script_agrees_with_the_site_in_every_variant(number: int) -> None:
    record = record_of(random_game(number))
    assert record.dice is not None
    events = list(events_of(History.recorded(record), record.dice))
    assert all(event.fits for event in events)
    said = checked_by_script(record.dump())
    assert (said.returncode, said.stderr) == (0, "")
    assert events_by_script(said.stdout) == [(event.k, event.n, event.outcome) for event in events]


def test_the_script_catches_a_roll_a_rug_a_seed_and_a_contribution_that_were_changed() -> None:
    record = record_of(random_game(next(n for n, variant in enumerate(ALL_VARIANTS) if variant == Variant())))
    text = record.dump()
    assert checked_by_script(text).returncode == 0
    changed = (
        with_another_roll(text),
        re.sub(r"(?<=/)[1-4]", lambda found: OTHER[found[0]], text, count=1),
        re.sub(r'(?<=Contribution1 ")[^"]*', "x", text),
        re.sub(r'(?<=Game ")[^"]*', "x", text),
        re.sub(r'(?<=Seed ")[^"]*', "00" * 32, text),
        re.sub(r'(?<=Commitment ")[^"]*', "00" * 32, text),
        re.sub(r'(?<=First ")[12]', lambda found: OTHER[found[0]], text),
    )
    for each in changed:
        assert each != text
        assert checked_by_script(each).returncode == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the record has no tag Variant"),
        ("no record at all", "the record has no tag Variant"),
        (TYPED, "the record has no tag Dice"),
        (TYPED.replace("3-before", "9-before"), "the tag Variant is none of this game"),
        (f'[First "12"]\n{TYPED}', "the tag First is no player of the game"),
        (f'[First "4"]\n{TYPED}', "the tag First is no player of the game"),
        (f'[First ""]\n{TYPED}', "the tag First is no player of the game"),
    ],
)
def test_the_script_says_why_it_cannot_check(text: str, reason: str) -> None:
    said = checked_by_script(text)
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr == f"The dice cannot be checked: {reason}\n"


def test_the_script_tells_names_that_a_console_cannot_show() -> None:
    record = record_of(random_game(0))
    record = replace(record, names=("لالة", *record.names[1:]))
    narrow = {"PYTHONIOENCODING": "cp1252"}
    command = [sys.executable, str(SCRIPT), "-"]
    said = subprocess.run(command, input=record.dump().encode(), capture_output=True, env=narrow, check=False)
    assert (said.returncode, said.stderr) == (0, b"")
    assert rb"\u0644\u0627\u0644\u0629 " in said.stdout


def test_the_script_says_that_a_game_goes_on() -> None:
    game = play_on(start_game(people(2)), 5)
    said = checked_by_script(course_of_game(game.code, None).record.dump())
    assert said.returncode == 1
    assert said.stderr == "The dice cannot be checked: the record has no tag Seed: the game is not over yet\n"


def test_what_the_dice_decided_is_told_in_words() -> None:
    users = people(2)
    game = play_to_the_end(start_game(users, Variant(dirhams=1)))
    page = dice_page(game)
    assert game.first is not None
    assert f"<td>{users[game.first].name} begins.</td>" in page
    steps = course_of_game(game.code, None).history.steps
    roll = next(action_to_text(step.action) for step in steps if action_to_text(step.action) in "1234")
    assert f"{users[game.first].name} rolls {roll}." in page
    assert "turns up a" in page
