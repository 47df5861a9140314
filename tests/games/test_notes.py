"""Notes of one's own: kept, changed, seen by nobody else, and undone by no other window."""

import threading

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from games import lobby, notes
from games.models import Game, Note
from games.refusals import Outdated
from games.rules import Variant
from tests.forms import Browser
from tests.games.tables import logged_in, people, play_to_the_end, start_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def users() -> list[User]:
    """anise, basil and cumin."""
    return people(3)


@pytest.fixture
def game(users: list[User]) -> Game:
    """A game of anise and basil."""
    return start_game(users[:2])


def place(game: Game) -> str:
    """Where a note is sent."""
    return f"{game.get_absolute_url()}note/"


def test_a_note_is_kept_changed_and_thrown_away_by_the_form_on_the_page(users: list[User], game: Game) -> None:
    browser = Browser(users[0])
    for text in ("Cover the blue ones", "Cover the red ones\nand the green ones", ""):
        page = browser.send(browser.open(game.get_absolute_url()).form(place(game)).fill("text", text))
        assert "Your note is kept." in page.text
        assert notes.note_on(game, users[0]) == text
        assert ("text", text) in page.form(place(game)).fields
    assert not Note.objects.exists()


def test_nobody_else_sees_it(users: list[User], game: Game) -> None:
    anise, basil, cumin = users
    logged_in(anise).post(place(game), {"text": "Cover the blue ones"})
    admin = User.objects.create_superuser("saffron")
    for client in (Client(), logged_in(basil), logged_in(cumin), logged_in(admin)):
        for address in (game.get_absolute_url(), f"{game.get_absolute_url()}board/", f"{game.get_absolute_url()}chat/"):
            assert "Cover the blue" not in client.get(address).content.decode()
    page = logged_in(admin).get(f"/admin/games/game/{game.pk}/change/").content.decode()
    assert "Cover the blue" not in page
    assert "Cover the blue" in logged_in(anise).get(game.get_absolute_url()).content.decode()


def test_who_watches_has_a_note_of_his_own(users: list[User], game: Game) -> None:
    for user in (users[0], users[2]):
        logged_in(user).post(place(game), {"text": f"noted by {user.name}"})
    assert notes.note_on(game, users[0]) == "noted by anise"
    assert notes.note_on(game, users[2]) == "noted by cumin"


def test_a_note_stays_when_the_game_is_over(users: list[User]) -> None:
    game = start_game(users[:2], Variant(dirhams=3))
    logged_in(users[0]).post(place(game), {"text": "Cover the blue ones"})
    play_to_the_end(game)
    assert "Cover the blue" in logged_in(users[0]).get(game.get_absolute_url()).content.decode()


def test_a_window_left_open_does_not_undo_what_another_wrote(users: list[User], game: Game) -> None:
    old, new = Browser(users[0]), Browser(users[0])
    forms = [each.open(game.get_absolute_url()).form(place(game)) for each in (old, new)]
    new.send(forms[1].fill("text", "From the new window"))
    page = old.send(forms[0].fill("text", "From the old window"))
    assert page.status == 409
    assert "changed in another window" in page.text
    assert "From the new window" in page.text
    assert ("text", "From the old window") in page.form(place(game)).fields
    assert notes.note_on(game, users[0]) == "From the new window"
    # Having seen it he may want his own all the same.
    assert "Your note is kept." in old.send(page.form(place(game))).text
    assert notes.note_on(game, users[0]) == "From the old window"


@pytest.mark.django_db(transaction=True)
def test_of_two_windows_at_the_same_moment_one_is_told(users: list[User], game: Game) -> None:
    barrier = threading.Barrier(2)
    outcomes: list[str] = []

    def write(text: str) -> None:
        barrier.wait()
        try:
            notes.write(game.code, users[0], text, "")
            outcomes.append(text)
        except Outdated:
            outcomes.append("told")
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(text,)) for text in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "told" in outcomes
    assert notes.note_on(game, users[0]) in outcomes


def test_the_same_text_sent_again_is_no_error(users: list[User], game: Game) -> None:
    for _ in range(2):
        assert logged_in(users[0]).post(place(game), {"text": "Same"}).status_code == 302


def test_what_is_too_long_is_said_and_stays_in_the_form(users: list[User], game: Game) -> None:
    answer = logged_in(users[0]).post(place(game), {"text": "x" * 5001})
    assert answer.status_code == 400
    assert "at most 5000 characters" in answer.content.decode()
    assert "x" * 5001 in answer.content.decode()
    assert not Note.objects.exists()


def test_hostile_text_is_shown_as_text(users: list[User], game: Game) -> None:
    client = logged_in(users[0])
    client.post(place(game), {"text": "</textarea><script>alert(1)</script>"})
    assert "<script>alert" not in client.get(game.get_absolute_url()).content.decode()
    refused = client.post(place(game), {"text": "other", "mark": "old"})
    assert refused.status_code == 409
    assert "<script>alert" not in refused.content.decode()


def test_a_visitor_is_asked_to_log_in_and_a_table_has_no_note(users: list[User], game: Game) -> None:
    assert Client().post(place(game), {"text": "x"}).headers["Location"] == f"/account/login/?next=/game/{game.code}/"
    table = lobby.open_table(users[0], Variant(), game.created_at)
    assert logged_in(users[0]).post(place(table), {"text": "x"}).status_code == 404
