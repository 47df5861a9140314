"""Records that are refused: each with the true reason, nothing lost, and nothing kept."""

from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.models import SavedRecord
from games.rules import Leave, Variant
from tests.forms import Page
from tests.games.tables import logged_in, people
from tests.rules.invariants import random_game, record_of

pytestmark = pytest.mark.django_db

TYPED = """\
[Variant "3-before-shuffled-30"]
[Player1 "anise"]
[Player2 "basil"]
[Player3 "cumin"]

1. S1 d6d7
2. L1 e4f4
3. R1 e7f7
"""
POOR = TYPED.replace("shuffled-30", "shuffled-1")


@cache
def played(variant: Variant) -> str:
    """The record of a game that was played to its end in this way, with its dice."""
    games = map(random_game, count())
    game = next(
        game
        for game in games
        if game.variant == variant
        and not any(isinstance(action, Leave) for action in game.actions)
        and not game.positions[-1].called_off
    )
    return record_of(game).dump()


def three() -> str:
    """A whole game of three."""
    return played(Variant(3))


def two(colours: str = "shuffled") -> str:
    """A whole game of two."""
    return played(Variant(2, colours=colours))


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """The text with something else in the place of something that is in it."""
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def with_tag(text: str, name: str, value: str) -> str:
    """The text with another value of a tag."""
    lines = text.splitlines()
    number = next(number for number, line in enumerate(lines) if line.startswith(f"[{name} "))
    return "\n".join([*lines[:number], f'[{name} "{value}"]', *lines[number + 1 :]])


def without(text: str, name: str) -> str:
    """The text without a tag."""
    return "\n".join(line for line in text.splitlines() if not line.startswith(f"[{name} "))


def turn_line(text: str, number: int) -> str:
    """The line of a turn."""
    return next(line for line in text.splitlines() if line.startswith(f"{number}. "))


NO_TAG = "One of the first lines is no tag."
TAG = "A tag is missing, stands there twice, or does not hold what it should:"

# What is wrong, the text that is brought, and the reason that is given.
BROKEN: dict[str, tuple[Callable[[], str | bytes], str]] = {
    "nothing": (lambda: "", "Choose a file, or paste"),
    "empty lines": (lambda: "\n \n\t\n", "Choose a file, or paste"),
    "no record": (lambda: "Dear site, what a fine evening it was.", f"{TAG} Variant"),
    "cut in the tags": (lambda: three()[: three().index("[Player2") + 12], NO_TAG),
    "cut after the tags": (lambda: three()[: three().index("\n\n")], "Perhaps the record is not complete"),
    "cut in a turn": (lambda: three()[: three().index("\n20. ") + 9], "is not how a record is written"),
    "cut between turns": (lambda: three()[: three().index("\n20. ")], "Perhaps the record is not complete"),
    "its beginning cut": (lambda: three()[three().index("[First") :], f"{TAG} Variant."),
    "a turn left out": (
        lambda: changed(three(), (f"{turn_line(three(), 7)}\n", "")),
        "Turn 7: The record says “8.” there: turns are numbered as they were played.",
    ),
    "a turn twice": (
        lambda: changed(three(), (turn_line(three(), 7), f"{turn_line(three(), 7)}\n{turn_line(three(), 7)}")),
        "Turn 8: The record says “7.” there",
    ),
    "a wrong number": (lambda: changed(TYPED, ("2. L1", "5. L1")), "Turn 2: The record says “5.” there"),
    "an impossible roll": (lambda: changed(TYPED, ("L1", "L5")), "Turn 2: “L5” is not how a record is written."),
    "an impossible turning": (lambda: changed(TYPED, ("L1", "B1")), "Turn 2: “B1” is not how a record is written."),
    "two rolls": (lambda: changed(TYPED, ("L1", "L1 2")), "Turn 2: Something else is due there"),
    "a laying before the roll": (lambda: changed(TYPED, ("L1 e4f4", "e4f4")), "Turn 2: Something else is due there"),
    "a roll changed": (lambda: changed(TYPED, ("L1", "L3")), "Turn 2: One half of the rug has to lie beside Assam."),
    "a rug far from Assam": (lambda: changed(TYPED, ("e4f4", "a1a2")), "Turn 2: One half of the rug has to lie beside"),
    "a rug under Assam": (lambda: changed(TYPED, ("e4f4", "e5e4")), "Turn 2: A rug cannot lie under Assam."),
    "a rug in two pieces": (lambda: changed(TYPED, ("e4f4", "e4g4")), "Turn 2: A rug lies on two squares that share"),
    "a rug off the market": (
        lambda: changed(TYPED, ("e4f4", "e4h4")),
        "Turn 2: “e4h4” is not how a record is written.",
    ),
    "a whole rug covered": (
        lambda: changed(TYPED, ("e7f7", "d6d7")),
        "Turn 3: A rug may not cover both halves of one and the same rug.",
    ),
    "a turn after the end": (lambda: f"{three()}\nS1", "The game is over before that."),
    "somebody leaves twice": (lambda: f"{TYPED}4. player2:resigns player2:time", "Turn 4: This player is out already."),
    "somebody leaves who is not there": (lambda: f"{TYPED}4. player4:resigns", "Turn 4: There is no such player"),
    "out without being it": (lambda: changed(TYPED, ("L1 e4f4", "L1 e4f4 out")), "It has to say “out” where the mover"),
    "out and not said": (lambda: changed(POOR, ("2. L1 e4f4", "2. S1 e7f7")), "Turn 2: It has to say “out” where"),
    "a player missing": (lambda: without(TYPED, "Player2"), f"{TAG} Player2."),
    "a player too many": (lambda: f'[Player4 "dill"]\n{TYPED}', f"{TAG} Player4."),
    "a tag twice": (lambda: f'[Player1 "dill"]\n{TYPED}', f"{TAG} Player1."),
    "a tag that is not closed": (lambda: changed(TYPED, ('basil"]', "basil")), NO_TAG),
    "five players": (
        lambda: with_tag(TYPED, "Variant", "5-before-shuffled-30"),
        "The tag Variant is not how the options of a game are written.",
    ),
    "another way to turn": (
        lambda: with_tag(TYPED, "Variant", "3-during-shuffled-30"),
        "The tag Variant: Assam is turned “before” or “after”",
    ),
    "colours mixed": (
        lambda: with_tag(TYPED, "Variant", "3-before-mixed-30"),
        "The tag Variant: colours come “shuffled”, “arranged” or “swapped”.",
    ),
    "swapping with three": (
        lambda: with_tag(TYPED, "Variant", "3-before-swapped-30"),
        "The tag Variant: colours come “shuffled” where more than two play",
    ),
    "a first player who is not there": (lambda: f'[First "4"]\n{TYPED}', f"{TAG} First."),
    "a date that is none": (lambda: f'[Date "30.11.2026"]\n{TYPED}', f"{TAG} Date."),
    "a name that is too long": (
        lambda: with_tag(TYPED, "Player1", "x" * 201),
        "What the tag Player1 holds is too long, or has signs in it that cannot be printed.",
    ),
    "a name that cannot be printed": (
        lambda: with_tag(TYPED, "Player2", "a\u2028b"),
        "What the tag Player2 holds is too long, or has signs in it that cannot be printed.",
    ),
    "a tag of others that is too long": (
        lambda: f'[Site "{"x" * 201}"]\n{TYPED}',
        "What the tag Site holds is too long",
    ),
    "a contribution that is too long": (
        lambda: with_tag(three(), "Contribution2", "x" * 65),
        "What the tag Contribution2 holds is too long",
    ),
    "thirty tags that mean nothing": (
        lambda: "".join(f'[More{number} "x"]\n' for number in range(30)) + TYPED,
        "There are too many tags that mean nothing here.",
    ),
    "another result": (lambda: with_tag(three(), "Result", "3 3 3"), "The tags Result and Points are not what"),
    "other points": (lambda: with_tag(three(), "Points", "1 2 3"), "The tags Result and Points are not what"),
    "another contribution": (lambda: with_tag(three(), "Contribution2", "mine"), "The dice do not fall so"),
    "another number of the game": (lambda: with_tag(three(), "Game", "99"), "The dice do not fall so"),
    "another seed": (lambda: with_tag(three(), "Seed", "00" * 32), "The seed is not the one that was committed to"),
    "another commitment": (
        lambda: with_tag(three(), "Commitment", "00" * 32),
        "The seed is not the one that was committ",
    ),
    "a seed that is too short": (lambda: with_tag(three(), "Seed", "00"), f"{TAG} Seed."),
    "a seed that is empty": (lambda: with_tag(three(), "Seed", ""), f"{TAG} Seed."),
    "other dice": (lambda: with_tag(three(), "Dice", "coins-1"), f"{TAG} Dice."),
    "a contribution missing": (lambda: without(three(), "Contribution3"), f"{TAG} Contribution3."),
    "no colour with two players": (
        lambda: changed(two(), (turn_line(two(), 3), turn_line(two(), 3)[:-2])),
        "Turn 3: With two players a laying names the colour",
    ),
    "the colour of the other player": (
        lambda: _with_colour_of_other(two()),
        "No rug of that colour can come up there.",
    ),
    "an open rug that never came up": (lambda: with_tag(two(), "Open", "1 3"), "tells of a rug that never came up"),
    "an arranged pile of 23": (lambda: with_tag(two("arranged"), "Pile1", "1" * 23), f"{TAG} Pile1."),
    "an arranged pile of one colour": (lambda: with_tag(two("arranged"), "Pile1", "1" * 24), "A pile lists 24 rugs"),
    "several records": (lambda: f"{TYPED}\n{TYPED}", "This text holds several records."),
    "more than any game": (lambda: TYPED + "S " * 10_000, "It is longer than the record of any game."),
    "hostile text": (
        lambda: f"{TYPED}4. <script>alert(1)</script>{{{{7|add:7}}}}",
        "Turn 4: “<script>alert(1)</sc” is not how a record is written.",
    ),
    "hostile tags": (lambda: f"[Player1 \"'><img src=x onerror=alert(1)>\n{TYPED}", NO_TAG),
    "signs for an end of the text": (lambda: f"{TYPED}4. S1\x1a", "“S1\x1a” is not how a record is written."),
    "digits of other scripts": (lambda: changed(TYPED, ("2. L1", "2. L٢")), "Turn 2: “L٢” is not how a record is"),
    "UTF-16": (lambda: TYPED.encode("utf-16"), "This file is written in UTF-16. Save it as UTF-8"),
    "UTF-16, the other way round": (lambda: b"\xfe\xff" + TYPED.encode("utf-16-be"), "This file is written in UTF-16."),
    "UTF-32": (lambda: TYPED.encode("utf-32"), "This file is written in UTF-32."),
    "UTF-16 without a mark": (lambda: TYPED.encode("utf-16-le"), NO_TAG),
    "Latin-1": (
        lambda: changed(TYPED, ("anise", "Zoé")).encode("latin-1"),
        "is no text in UTF-8: byte 46 does not belong",
    ),
    "Latin-1 after a byte order mark": (
        lambda: b"\xef\xbb\xbf" + changed(TYPED, ("anise", "Zoé")).encode("latin-1"),
        "is no text in UTF-8: byte 49 does not belong",
    ),
    "a picture": (lambda: b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "is no text in UTF-8: byte 1 does not belong"),
    "a packed file": (lambda: b"PK\x03\x04\x14\x00\x08\x08\xff\xfe\x00", "is no text in UTF-8: byte 9 does not belong"),
    "an empty file": (lambda: b"", "The submitted file is empty."),
}


def _with_colour_of_other(text: str) -> str:
    line = turn_line(text, 3)
    return changed(text, (line, f"{line[:-1]}{(int(line[-1]) + 1) % 4 + 1}"))


def bring(brought: str | bytes) -> Any:
    """What the site answers to somebody who brings this, as text or as a file."""
    (user,) = people(1)
    fields = {"text": brought} if isinstance(brought, str) else {"file": SimpleUploadedFile("game.txt", brought)}
    return logged_in(user).post("/records/", fields)


@pytest.mark.parametrize(("make", "reason"), BROKEN.values(), ids=BROKEN)
def test_a_broken_record_is_refused_with_the_true_reason(make: Callable[[], str | bytes], reason: str) -> None:
    brought = make()
    response = bring(brought)
    page = Page("/records/", response.status_code, response.content.decode())
    assert page.status == 400
    errors = [each.text for each in page.elements if "errorlist" in each.classes]
    assert len(errors) == 1
    assert reason in errors[0]
    if isinstance(brought, str):
        (text,) = (each for each in page.elements if each.get("name") == "text")
        assert text.text == " ".join(brought.split())
    assert not SavedRecord.objects.exists()


@pytest.mark.parametrize("make", [lambda: TYPED, three, two, lambda: two("arranged")])
def test_the_records_they_were_made_of_are_good(make: Callable[[], str]) -> None:
    assert bring(make()).status_code == 302
    assert SavedRecord.objects.count() == 1


@pytest.mark.parametrize("kind", [str, bytes])
def test_what_is_too_large_is_refused_unread(kind: type) -> None:
    brought = TYPED + " " * 10_000_000
    response = bring(brought if kind is str else brought.encode())
    assert response.status_code == 413
    assert "That is larger than any record of a game." in response.content.decode()
    assert len(response.content) < 20_000
    assert not SavedRecord.objects.exists()


def test_a_file_that_is_refused_stands_in_the_form_to_be_put_right() -> None:
    response = bring(changed(TYPED, ("e4f4", "a1a2")).encode("utf-8-sig"))
    page = Page("/records/", response.status_code, response.content.decode())
    (text,) = (each for each in page.elements if each.get("name") == "text")
    assert "2. L1 a1a2 3. R1" in text.text
