"""What is answered before any page is: to whoever asks too often, and while the database cannot be had."""

from collections.abc import Callable

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client
from django.test.client import RequestFactory
from pytest_django import Settings

from games import play
from games.middleware import BusyDatabaseMiddleware
from games.models import Game
from tests.games.tables import logged_in, mover, people, start_game

pytestmark = pytest.mark.django_db

LIMITS = ("read_visitor", "read_member", "write_visitor", "write_member")


@pytest.fixture
def game() -> Game:
    return start_game(people(2))


@pytest.mark.parametrize(
    ("limit", "ask"),
    [
        ("read_visitor", lambda _game: Client().get("/lobby/")),
        ("read_member", lambda game: logged_in(mover(game)).get("/lobby/")),
        ("write_visitor", lambda game: Client().post(f"{game.get_absolute_url()}act/")),
        ("write_member", lambda game: logged_in(mover(game)).post(f"{game.get_absolute_url()}act/")),
    ],
)
def test_who_asks_too_often_is_asked_to_wait(
    settings: Settings, game: Game, limit: str, ask: Callable[[Game], HttpResponse]
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {each: "1/m/ip" if each == limit else "9/m/ip" for each in LIMITS}
    assert ask(game).status_code in (200, 400, 403)
    refused = ask(game)
    assert refused.status_code == 429
    assert "Slowly, please" in refused.content.decode()


def test_a_move_while_the_database_is_busy_is_asked_for_again(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*args: object) -> None:
        raise OperationalError("database is locked")

    client, address = logged_in(mover(game)), f"{game.get_absolute_url()}act/"
    monkeypatch.setattr(play, "act", busy)
    refused = client.post(address, {"ply": 0, "action": "L"})
    assert refused.status_code == 503
    assert int(refused["Retry-After"]) > 0
    assert "nothing has changed" in refused.content.decode()
    monkeypatch.undo()
    assert client.post(address, {"ply": 0, "action": "L"}).status_code == 303


def test_other_errors_take_their_usual_way() -> None:
    middleware = BusyDatabaseMiddleware(lambda _request: HttpResponse())
    assert middleware.process_exception(RequestFactory().get("/"), ValueError()) is None
