"""Records: taken away, brought back, kept and deleted."""

import gc
import json
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import AsyncClient, Client
from django.utils import timezone

from accounts.models import User
from games import play, saved_records
from games.courses import course_of_game
from games.downloads import GAMES_AT_ONCE, records_of
from games.history import History
from games.models import Game, Move, SavedRecord, Seat, new_code
from games.rules import Record, Variant, action_from_text
from tests.forms import Browser
from tests.games.records import moments
from tests.games.tables import logged_in, people, play_on, play_to_the_end, queries, start_game
from tests.games.test_broken_records import TYPED
from tests.rules.invariants import random_game, record_of

pytestmark = pytest.mark.django_db


def text_of(game: Game, reader: User | None = None) -> str:
    """The record of a game that this reader can download."""
    client = logged_in(reader) if reader else Client()
    response = client.get(f"{game.get_absolute_url()}record.txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="marrakech-{game.code}.txt"'
    return response.content.decode()


def bring(user: User, text: str) -> Any:
    """What the site answers to this user who pastes a record."""
    return logged_in(user).post("/records/", {"text": text})


# Taking away


def test_the_record_of_a_running_game_withholds_the_seed_and_one_of_an_ended_game_tells_it() -> None:
    game = play_on(start_game(people(2), Variant(dirhams=2)), 7)
    assert "[Seed" not in text_of(game)
    assert f'[Commitment "{game.commitment}"]' in text_of(game)
    game = play_to_the_end(game)
    assert f'[Seed "{bytes(game.seed.value).hex()}"]' in text_of(game)


def test_an_arranged_pile_is_in_the_record_of_the_player_who_arranged_it_alone() -> None:
    users = people(3)
    game = play_on(start_game(users[:2], Variant(colours="arranged")), 12)
    piles = {user: [Record.parse(text_of(game, user)).unseen] for user in users}
    assert piles == {users[0]: [(1,)], users[1]: [(0,)], users[2]: [(0, 1)]}
    assert Record.parse(text_of(game)).unseen == (0, 1)


def test_json_tells_the_game_in_full_once_it_is_over() -> None:
    users = people(2)
    game = play_to_the_end(start_game(users, Variant(colours="arranged", dirhams=4)))
    told = json.loads(Client().get(f"{game.get_absolute_url()}record.json").content)
    assert told["format"] == "marrakech-game-1"
    assert told["players"] == ["anise", "basil"]
    assert Variant(**told["variant"]) == game.variant
    assert told["dice"]["seed"] == bytes(game.seed.value).hex()
    assert [move["action"] for move in told["moves"]] == list(game.moves.values_list("action", flat=True))
    assert [move["seat"] for move in told["moves"]] == list(game.moves.values_list("seat", flat=True))
    assert told["moves"][0]["at"] == game.moves.get(ply=0).at.isoformat()
    position = game.start()
    for word in [*told["opening"], *(word for move in told["moves"] for word in (move["action"], *move["chance"]))]:
        position = position.play(action_from_text(word))
    assert position == game.current()
    assert told["result"]["ranks"] == list(game.seats.order_by("index").values_list("rank", flat=True))


def test_json_of_a_running_game_hides_what_the_reader_may_not_know() -> None:
    users = people(2)
    game = play_on(start_game(users, Variant(colours="arranged")), 6)
    for reader, secret in ((users[0], {1}), (users[1], {0}), (None, {0, 1})):
        client = logged_in(reader) if reader else Client()
        told = json.loads(client.get(f"{game.get_absolute_url()}record.json").content)
        assert {move["seat"] for move in told["moves"] if move["action"].endswith(":?")} == secret
        assert told["dice"]["seed"] is None
        assert told["result"] is None


# All games of a player


async def _all(user: User) -> list[str]:
    return [text async for text in records_of(user)]


@pytest.mark.django_db(transaction=True)
async def test_all_games_come_as_one_file_that_is_sent_while_it_is_made() -> None:
    users = await sync_to_async(people)(3)
    games = await sync_to_async(_some_games)(users)
    client = AsyncClient()
    await client.aforce_login(users[0])
    response: Any = await client.get("/games/records.txt")
    assert response.status_code == 200
    assert response.is_async
    assert response["Content-Disposition"] == 'attachment; filename="marrakech-my-games.txt"'
    text = b"".join([part async for part in response]).decode()
    expected = [await sync_to_async(text_of)(game, users[0]) for game in games]
    assert text == "".join(f"{each}\n" for each in expected)
    assert len(expected) == 3


def _some_games(users: list[User]) -> list[Game]:
    """Games of the first user: going on with arranged piles, over, and called off; and one of the others."""
    arranged = play_on(start_game(users[:2], Variant(colours="arranged")), 9)
    over = play_to_the_end(start_game([users[2], users[0]], Variant(dirhams=2)))
    called_off = start_game(users[:2])
    for user in users[:2]:
        called_off = play.agree_to_call_off(called_off.code, user, True, timezone.now())
    play_on(start_game(users[1:]), 3)
    return [arranged, over, called_off]


@pytest.mark.django_db(transaction=True)
async def test_all_games_take_a_few_queries_for_twenty_of_them() -> None:
    users = await sync_to_async(people)(2)
    await sync_to_async(_copies)(users, GAMES_AT_ONCE + 1)
    taken = await sync_to_async(queries)(lambda: _gather(users[0]))
    assert taken == 2 * 3 + 1  # games, seats and moves of either bunch; and that there are no more


@pytest.mark.django_db(transaction=True)
async def test_games_that_were_sent_do_not_stay_in_memory() -> None:
    users = await sync_to_async(people)(2)
    await sync_to_async(_copies)(users, 2 * GAMES_AT_ONCE)
    before = _rows_in_memory()
    gc.disable()  # nothing may wait for what is tidied up now and then
    try:
        assert len(await _all(users[0])) == 2 * GAMES_AT_ONCE
        assert _rows_in_memory() <= before
    finally:
        gc.enable()


def _rows_in_memory() -> int:
    return sum(isinstance(each, Game | Seat | Move) for each in gc.get_objects())


def _gather(user: User) -> None:
    assert len(async_to_sync(_all)(user)) == GAMES_AT_ONCE + 1


def _copies(users: list[User], number: int) -> None:
    """So many games that have just begun."""
    game = start_game(users)
    seats = list(game.seats.all())
    for _ in range(number - 1):
        copy = Game.objects.get(pk=game.pk)
        copy.pk, copy.code = None, new_code()
        copy.save()
        Seat.objects.bulk_create(
            Seat(game=copy, index=seat.index, user=seat.user, contribution="x", sat_down_at=seat.sat_down_at)
            for seat in seats
        )


def test_all_games_may_be_taken_a_few_times_an_hour(settings: LazySettings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"all_records": "2/h/user"}
    client = logged_in(people(1)[0])
    assert [client.get("/games/records.txt").status_code for _ in range(3)] == [200, 200, 429]


# Bringing


@pytest.mark.parametrize("number", range(0, 400, 9))
def test_any_game_comes_back_as_it_was(number: int) -> None:
    """The games that the tests of the rules play, in all variants and with people leaving."""
    game = random_game(number)
    text = record_of(game).dump()
    record = saved_records.checked(text)
    assert record.dump() == text
    history = History.recorded(record)
    assert [step.action for step in history.steps] == list(game.actions)
    assert [history.start, *(step.after for step in history.steps)] == list(game.positions)


def test_a_record_that_is_brought_gets_an_address_and_is_replayed() -> None:
    (user,) = people(1)
    browser = Browser(user)
    form = browser.open("/records/").form("/records/")
    assert [name for name, _value in form.fields] == ["csrfmiddlewaretoken", "file", "text"]
    page = browser.send(form.fill("text", TYPED))
    saved = SavedRecord.objects.get()
    assert page.url == f"/record/{saved.code}/replay/0/"
    assert "anise begins." in page.text
    end = browser.open(f"/record/{saved.code}/replay/6/")
    assert "cumin laid a yellow rug on e7 f7." in end.text


def test_a_saved_record_is_seen_by_all_who_have_its_address_and_deleted_by_who_brought_it() -> None:
    owner, other = people(2)
    saved = saved_records.save(owner, Record.parse(TYPED), timezone.now())
    form = f"/record/{saved.code}/delete/"
    assert not Browser(other).open(saved.get_absolute_url()).has_form(form)
    assert not Browser().open(saved.get_absolute_url()).has_form(form)
    assert logged_in(other).post(form).status_code == 403
    assert SavedRecord.objects.exists()
    browser = Browser(owner)
    page = browser.send(browser.open(saved.get_absolute_url()).form(form))
    assert page.url == "/records/"
    assert "The record is deleted." in page.text
    assert not SavedRecord.objects.exists()
    assert Client().get(saved.get_absolute_url()).status_code == 404


def test_records_are_deleted_one_by_one_from_the_list_of_them() -> None:
    (owner,) = people(1)
    first, second = (
        saved_records.save(owner, Record.parse(TYPED.replace("basil", name)), timezone.now())
        for name in ("dill", "mint")
    )
    browser = Browser(owner)
    page = browser.open("/records/")
    assert "Delete this record : anise, dill, cumin" in page.text
    page = browser.send(page.form(f"/record/{first.code}/delete/"))
    assert page.url == "/records/"
    assert "The record is deleted." in page.text
    assert "dill" not in page.text
    assert list(SavedRecord.objects.all()) == [second]


def test_the_list_tells_who_played_and_the_day_if_the_record_does() -> None:
    (owner,) = people(1)
    for text in (TYPED, f'[Date "2026-11-30"]\n{TYPED}'):
        saved_records.save(owner, Record.parse(text), timezone.now())
    rows = [each.text for each in Browser(owner).open("/records/").elements if "record-row" in each.classes]
    assert [row.startswith("anise , basil , cumin played 2026-11-30 · saved ") for row in rows] == [True, False]
    assert rows[1].startswith("anise , basil , cumin saved ")


def test_a_running_game_is_replayed_from_its_record_as_far_as_it_had_come() -> None:
    users = people(2)
    game = play_on(start_game(users, Variant(colours="arranged")), 15)
    saved = SavedRecord.objects.get(code=bring(users[0], text_of(game, users[0]))["Location"].split("/")[2])
    page = Browser().open(f"{saved.get_absolute_url()}replay/14/")
    assert page.status == 200
    assert Browser().open(f"{saved.get_absolute_url()}statistics/").status == 200
    assert "This record does not tell the seed" in Browser().open(f"{saved.get_absolute_url()}dice/").text
    history = course_of_game(game.code, None).history
    assert History.recorded(Record.parse(saved.text)).position.rugs == history.position.rugs


def test_a_file_may_have_a_byte_order_mark_and_windows_line_ends() -> None:
    (user,) = people(1)
    data = TYPED.replace("\n", "\r\n").encode("utf-8-sig")
    response = logged_in(user).post("/records/", {"file": SimpleUploadedFile("game.txt", data)})
    assert response.status_code == 302
    assert moments(History.recorded(Record.parse(SavedRecord.objects.get().text))) == moments(
        History.recorded(Record.parse(TYPED))
    )


def test_a_contribution_that_looks_like_a_tag_makes_no_second_record_of_it() -> None:
    users = people(2)
    game = start_game(users, Variant(dirhams=1))
    game.seats.update(contribution='[Variant "x"]')
    text = text_of(game)
    assert text.count("[Variant ") == 3
    assert saved_records.checked(text).dice == Record.parse(text).dice


def test_the_same_record_again_is_kept_once() -> None:
    (user,) = people(1)
    assert {bring(user, text)["Location"] for text in (TYPED, TYPED, TYPED.replace("2. L1", "\n\n2. L1"))} == {
        SavedRecord.objects.get().get_absolute_url()
    }


def test_two_hundred_records_and_no_more() -> None:
    (user,) = people(1)
    for number in range(saved_records.MOST_RECORDS):
        SavedRecord.objects.create(owner=user, text=f"{number}", saved_at=timezone.now())
    response = bring(user, TYPED)
    assert response.status_code == 400
    assert "You keep 200 records, and more are not allowed." in response.content.decode()
    assert "2. L1 e4f4" in response.content.decode()


def test_bringing_too_often_says_so_and_keeps_the_text(settings: LazySettings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"save_record": "1/h/user"}
    (user,) = people(1)
    assert bring(user, TYPED).status_code == 302
    response = bring(user, TYPED.replace("basil", "dill"))
    assert response.status_code == 429
    assert "You have brought many records within an hour." in response.content.decode()
    assert "2. L1 e4f4" in response.content.decode()


def test_who_is_not_logged_in_any_more_does_not_lose_the_text() -> None:
    response = Client().post("/records/", {"text": TYPED})
    assert response.status_code == 403
    assert "Log in to keep a record" in response.content.decode()
    assert "2. L1 e4f4" in response.content.decode()


def test_a_form_from_elsewhere_is_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people(1)[0])
    assert client.post("/records/", {"text": TYPED}).status_code == 403
    assert not SavedRecord.objects.exists()


def test_hostile_names_are_shown_as_text() -> None:
    (user,) = people(1)
    name = "<script>alert(1)</script>{{ 7|add:7 }}"
    code = bring(user, TYPED.replace("basil", name))["Location"].split("/")[2]
    for path in ("/records/", f"/record/{code}/replay/3/", f"/record/{code}/dice/", f"/record/{code}/statistics/"):
        html = logged_in(user).get(path).content.decode()
        assert "<script>alert" not in html
        assert "{{ 7|add:7 }}" in html or path.endswith(("dice/", "statistics/"))


def test_records_are_listed_newest_first_and_in_pages() -> None:
    (user,) = people(1)
    now = timezone.now()
    for number in range(25):
        text = TYPED.replace("anise", f"player-{number:02}")
        saved_records.save(user, Record.parse(text), now + timedelta(seconds=number))
    client = logged_in(user)
    first = client.get("/records/").content.decode()
    assert _listed(first) == [f"player-{number:02}" for number in range(24, 4, -1)]
    older = next(part.split('"')[0] for part in first.split('href="/records/?') if part.startswith("before="))
    assert _listed(client.get(f"/records/?{older}").content.decode()) == [
        f"player-{number:02}" for number in range(4, -1, -1)
    ]
    assert queries(lambda: client.get("/records/")) == 4


def _listed(html: str) -> list[str]:
    return [part[:9] for part in html.split("<bdi>") if part.startswith("player-")]
