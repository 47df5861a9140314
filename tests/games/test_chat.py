"""What players of a game say to each other: numbered, said once, not too often, and told to nobody else."""

import re
import threading
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import chat, lobby
from games.conversation import SHOWN_MESSAGES, conversation, marked
from games.models import Game, Message, Seat
from games.refusals import NotAllowed, Outdated
from games.rules import Variant
from tests.games.tables import logged_in, people, play_to_the_end, queries, start_game
from tests.site.test_hostile_requests import CONTENT_TYPES, WILD, urlencoded

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
FORM = CONTENT_TYPES[0]


@pytest.fixture
def users() -> list[User]:
    """anise, basil, cumin and dill."""
    return people(4)


@pytest.fixture
def game(users: list[User]) -> Game:
    """A game of anise, basil and cumin."""
    return start_game(users[:3])


def place(game: Game, rest: str = "") -> str:
    """The address of the chat of this game, or one below it."""
    return f"{game.get_absolute_url()}chat/{rest}"


def said(game: Game) -> list[tuple[int, str, str]]:
    """What has been said in it: number, author, text."""
    return [(each.number, each.author.name, each.text) for each in game.messages.select_related("author")]


def filled(game: Game, users: list[User], number: int) -> None:
    """Let so many messages have been said, by turns."""
    at = timezone.now() - timedelta(days=1)
    Message.objects.bulk_create(
        Message(game=game, number=each, author=users[each % 3], text=f"word {each}", form=str(each), at=at)
        for each in range(1, number + 1)
    )


def unread(game: Game, user: User) -> int:
    """How many messages this player has not read."""
    talk = conversation(game, user)
    assert talk is not None
    return talk.unread


def test_messages_are_numbered_from_one_in_each_game(users: list[User], game: Game) -> None:
    anise, basil, *_ = users
    other = start_game(users[:2])
    chat.say(game.code, anise, "Good evening", timezone.now())
    chat.say(other.code, anise, "And here", timezone.now())
    chat.say(game.code, basil, "Welcome", timezone.now())
    assert said(game) == [(1, "anise", "Good evening"), (2, "basil", "Welcome")]
    assert said(other) == [(1, "anise", "And here")]


@pytest.mark.django_db(transaction=True)
def test_messages_at_the_same_moment_get_a_number_each(users: list[User], game: Game) -> None:
    barrier = threading.Barrier(6)

    def speak(user: User, word: str) -> None:
        barrier.wait()
        chat.say(game.code, user, word, timezone.now())
        connection.close()

    threads = [threading.Thread(target=speak, args=(users[each % 3], f"word {each}")) for each in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [number for number, _, _ in said(game)] == [1, 2, 3, 4, 5, 6]
    assert {text for _, _, text in said(game)} == {f"word {each}" for each in range(6)}


@pytest.mark.django_db(transaction=True)
def test_a_form_sent_several_times_at_once_says_it_once(users: list[User], game: Game) -> None:
    barrier = threading.Barrier(4)

    def send() -> None:
        barrier.wait()
        chat.say(game.code, users[0], "Once", timezone.now(), token="one")
        connection.close()

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said(game) == [(1, "anise", "Once")]


def test_the_form_as_the_page_has_it_says_it_once_and_a_fresh_one_says_it_again(users: list[User], game: Game) -> None:
    client = logged_in(users[0])
    address = place(game, "say/")
    for token in ("one", "one", "two"):
        answer = client.post(address, {"text": "Yes", "token": token})
        assert answer.headers["Location"] == f"{game.get_absolute_url()}#chat"
    assert said(game) == [(1, "anise", "Yes"), (2, "anise", "Yes")]


def test_a_form_that_comes_back_with_other_words_loses_none(users: list[User], game: Game) -> None:
    for text in ("Yes", "No"):
        chat.say(game.code, users[0], text, timezone.now(), token="one")
    chat.say(game.code, users[1], "Yes", timezone.now(), token="one")
    assert said(game) == [(1, "anise", "Yes"), (2, "anise", "No"), (3, "basil", "Yes")]


def test_ten_messages_a_minute_and_the_eleventh_stays_in_the_form(users: list[User], game: Game) -> None:
    client = logged_in(users[0])
    address = place(game, "say/")
    for number in range(chat.MOST_A_MINUTE):
        assert client.post(address, {"text": f"word {number}", "token": str(number)}).status_code == 302
    assert client.post(address, {"text": "word 9", "token": "9"}).status_code == 302  # said already
    for headers in ({}, HTMX):
        refused = client.post(address, {"text": "one too many", "token": "x"}, headers=headers)
        assert refused.status_code == 429
        page = refused.content.decode()
        assert "You have written 10 messages within a minute." in page
        assert "one too many</textarea>" in page
    chat.say(game.code, users[1], "Others may go on", timezone.now())
    assert game.messages.count() == 11
    chat.say(game.code, users[0], "Later", timezone.now() + timedelta(minutes=1, seconds=1))


@pytest.mark.parametrize(
    ("text", "said_of_it"),
    [
        ("", "Write something"),
        ("   \r\n ", "Write something"),
        ("x" * 501, "at most 500 characters"),
        ("a\x07b", "cannot be shown"),
    ],
    ids=["nothing", "blanks", "too long", "a bell"],
)
def test_what_does_not_do_is_said_and_kept_in_the_form(
    users: list[User], game: Game, text: str, said_of_it: str
) -> None:
    answer = logged_in(users[0]).post(place(game, "say/"), {"text": text}, headers=HTMX)
    assert answer.status_code == 400
    assert said_of_it in answer.content.decode()
    assert text.strip() in answer.content.decode()
    assert not game.messages.exists()


def test_five_hundred_characters_fit_and_a_line_end_is_one(users: list[User], game: Game) -> None:
    text = "é" * 248 + "\r\n" + "🐪" * 251
    assert logged_in(users[0]).post(place(game, "say/"), {"text": text}).status_code == 302
    assert game.messages.get().text == text.replace("\r\n", "\n")


def test_hostile_text_is_shown_as_text(users: list[User], game: Game) -> None:
    client = logged_in(users[0])
    at = timezone.now()
    for number, text in enumerate(WILD):
        client.post(place(game, "say/"), urlencoded([("text", text)]), content_type=FORM)
        Message.objects.filter(game=game).update(at=at - timedelta(minutes=number + 2))
    page = client.get(game.get_absolute_url()).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page
    assert "{{ 7|add:7 }}" in page


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("@basil, your turn", '<b class="mention">@basil</b>, your turn'),
        ("well, @BASIL!", 'well, <b class="mention">@BASIL</b>!'),
        ("@basil-2 @basils x@basil", "@basil-2 @basils x@basil"),
        ("@cumin @nobody", "@cumin @nobody"),
        ("@a_b-c @basil", '<b class="mention">@a_b-c</b> <b class="mention">@basil</b>'),
        ("<b>@basil</b>", '&lt;b&gt;<b class="mention">@basil</b>&lt;/b&gt;'),
    ],
)
def test_names_of_players_at_the_table_are_marked(text: str, html: str) -> None:
    assert marked(text, ["basil", "a_b-c"]) == html


def test_who_is_named_is_told_so(users: list[User], game: Game) -> None:
    anise, basil, cumin, _ = users
    chat.say(game.code, anise, "Your turn, @basil", timezone.now())
    assert "names you" in logged_in(basil).get(game.get_absolute_url()).content.decode()
    assert "names you" not in logged_in(cumin).get(game.get_absolute_url()).content.decode()


def test_what_others_said_is_unread_until_it_is_posted_as_read(users: list[User], game: Game) -> None:
    anise, basil, *_ = users
    for number in range(3):
        chat.say(game.code, anise, f"word {number}", timezone.now())
    assert (unread(game, anise), unread(game, basil)) == (0, 3)
    client = logged_in(basil)
    for address in (
        game.get_absolute_url(),
        place(game),
        place(game, "?after=0"),
    ):
        client.get(address)
    assert unread(game, basil) == 3
    assert "3 unread messages" in client.get("/games/").content.decode()
    client.post(place(game, "read/"), {"number": "2"})
    assert unread(game, basil) == 1
    assert "1 unread message<" in client.get("/games/").content.decode()
    client.post(place(game, "read/"), {"number": "1"})
    assert unread(game, basil) == 1
    client.post(place(game, "read/"), {"number": "999999"})
    assert unread(game, basil) == 0
    assert game.seats.get(user=basil).read_messages == 3
    assert "unread message" not in client.get("/games/").content.decode()


def test_what_an_ended_game_has_unread_stands_in_my_games_too(users: list[User]) -> None:
    game = play_to_the_end(start_game(users[:2], Variant(dirhams=3)))
    chat.say(game.code, users[0], "Well played", timezone.now())
    assert "1 unread message<" in logged_in(users[1]).get("/games/").content.decode()


@pytest.mark.parametrize("code", ["abcdefghabcdefgh", "nosuchgame"])
def test_a_game_that_is_not_there_has_no_chat(users: list[User], code: str) -> None:
    client = logged_in(users[0])
    assert client.get(f"/game/{code}/chat/").status_code == 404
    for deed in ("say", "read", "switch"):
        assert client.post(f"/game/{code}/chat/{deed}/", {"text": "Hello"}).status_code == 404


def test_others_have_no_chat_and_learn_nothing_of_it(users: list[User], game: Game) -> None:
    chat.say(game.code, users[0], "Between us", timezone.now())
    for client in (Client(), logged_in(users[3])):
        page = client.get(game.get_absolute_url()).content.decode()
        assert "Between us" not in page
        assert 'id="chat"' not in page
        for query in ("", "?after=0", "?before=9"):
            assert client.get(place(game, query)).status_code == 404
        assert client.post(place(game, "say/"), {"text": "Me too"}).status_code == 403
        assert "Between us" not in client.post(place(game, "say/"), {"text": "Me too"}).content.decode()
        client.post(place(game, "read/"), {"number": "1"})
        client.post(place(game, "switch/"), {"chat": "off"})
    assert said(game) == [(1, "anise", "Between us")]
    assert not Seat.objects.filter(chat_off=True).exists()


def test_a_board_that_is_fetched_brings_no_messages(users: list[User], game: Game) -> None:
    chat.say(game.code, users[0], "Between us", timezone.now())
    assert "Between us" not in logged_in(users[0]).get(f"{game.get_absolute_url()}board/").content.decode()


def test_a_table_that_waits_or_was_closed_has_no_chat(users: list[User]) -> None:
    table = lobby.open_table(users[0], Variant(), timezone.now())
    with pytest.raises(Outdated):
        chat.say(table.code, users[0], "Anybody?", timezone.now())
    lobby.close(table.code, users[0], timezone.now())
    with pytest.raises(Outdated):
        chat.say(table.code, users[0], "Nobody.", timezone.now())
    assert logged_in(users[0]).get(place(table)).status_code == 404


def test_after_the_end_players_read_on_and_may_still_say_something(users: list[User]) -> None:
    game = start_game(users[:2], Variant(dirhams=3))
    chat.say(game.code, users[0], "Good luck", timezone.now())
    play_to_the_end(game)
    client = logged_in(users[1])
    assert "Good luck" in client.get(game.get_absolute_url()).content.decode()
    client.post(place(game, "say/"), {"text": "Well played"})
    assert [text for _, _, text in said(game)] == ["Good luck", "Well played"]


def test_who_switches_the_chat_off_sees_and_says_nothing_until_it_is_on_again(users: list[User], game: Game) -> None:
    anise, basil, *_ = users
    client = logged_in(basil)
    client.post(place(game, "switch/"), {"chat": "off"})
    chat.say(game.code, anise, "Hello?", timezone.now())
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Hello?" not in page
    assert "Switch it on" in page
    assert "unread message" not in client.get("/games/").content.decode()
    with pytest.raises(NotAllowed):
        chat.say(game.code, basil, "No", timezone.now())
    refused = client.post(place(game, "say/"), {"text": "No"}, headers=HTMX)
    assert refused.status_code == 403
    assert "Switch it on again to write" in refused.content.decode()
    client.post(place(game, "switch/"), {"chat": "on"})
    assert "Hello?" in client.get(game.get_absolute_url()).content.decode()
    assert unread(game, basil) == 1


def test_what_is_said_while_one_has_no_chat_is_unread_after_however_it_was_off(users: list[User], game: Game) -> None:
    anise, basil, cumin, _ = users
    chat.say(game.code, anise, "Good evening", timezone.now())
    chat.switch(game, basil, off=True)
    User.objects.filter(pk=cumin.pk).update(chat_off=True)
    chat.say(game.code, anise, "Hello?", timezone.now())
    chat.switch(game, basil, off=False)
    User.objects.filter(pk=cumin.pk).update(chat_off=False)
    cumin.refresh_from_db()
    assert (unread(game, basil), unread(game, cumin)) == (2, 2)


def test_who_wants_no_chat_in_any_game_has_none(users: list[User], game: Game) -> None:
    anise, basil, *_ = users
    User.objects.filter(pk=basil.pk).update(chat_off=True)
    chat.say(game.code, anise, "Hello?", timezone.now())
    client = logged_in(basil)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Hello?" not in page
    assert "You want no chat in your games" in page
    assert "unread message" not in client.get("/games/").content.decode()


def test_the_last_messages_are_on_the_page_and_all_are_to_be_had(users: list[User], game: Game) -> None:
    filled(game, users, 2 * SHOWN_MESSAGES + 5)
    client = logged_in(users[0])

    def numbers(address: str) -> list[int]:
        context = client.get(address).context
        return [line.number for line in context["talk"].lines]

    talk = conversation(game, users[0])
    assert talk is not None
    assert [line.number for line in talk.lines] == list(range(56, 106))
    seen: list[int] = []
    before = ""
    while True:
        seen = numbers(place(game, before)) + seen
        if seen[0] == 1:
            break
        before = f"?before={seen[0]}"
    assert seen == list(range(1, 106))
    assert "Earlier messages" not in client.get(place(game, before)).content.decode()


def test_those_after_a_number_come_as_items_of_a_list(users: list[User], game: Game) -> None:
    filled(game, users, 5)
    address = place(game)
    fragment = logged_in(users[0]).get(f"{address}?after=3").content.decode()
    assert fragment.count("<li ") == 2
    assert "word 3" not in fragment
    assert "word 4" in fragment
    assert logged_in(users[0]).get(f"{address}?after=5").content.decode().strip() == ""


def test_who_missed_more_than_a_page_of_messages_gets_them_all_in_order(users: list[User], game: Game) -> None:
    filled(game, users, 2 * SHOWN_MESSAGES + 5)
    client = logged_in(users[0])
    seen = 0
    while fragment := client.get(place(game, f"?after={seen}")).content.decode().strip():
        numbers = [int(number) for number in re.findall(r'data-number="(\d+)"', fragment)]
        assert numbers == list(range(seen + 1, min(seen + SHOWN_MESSAGES, 105) + 1))
        seen = numbers[-1]
    assert seen == 105


def test_a_message_keeps_its_author_though_his_seat_has_gone_to_the_account_he_came_home_to(
    users: list[User], game: Game
) -> None:
    _, basil, _, guest = users
    Message.objects.create(game=game, number=1, author=guest, text="I sign up now", form="1", at=timezone.now())
    page = logged_in(basil).get(game.get_absolute_url()).content.decode()
    assert "<b>dill</b>" in page


def test_the_page_costs_the_same_however_much_was_said(users: list[User], game: Game) -> None:
    client = logged_in(users[0])
    addresses = (game.get_absolute_url(), place(game), place(game, "?after=0"))
    chat.say(game.code, users[1], "Hello", timezone.now())
    client.get(addresses[0])  # this process has shown the game before
    few = [queries(partial(client.get, address)) for address in addresses]
    Message.objects.all().delete()
    filled(game, users, 500)
    assert [queries(partial(client.get, address)) for address in addresses] == few
