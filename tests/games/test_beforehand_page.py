"""The form by which a waiting player says how to turn Assam: for him alone, kept, changed, taken back, and used."""

import pytest
from django.utils import timezone

from accounts.models import User
from games import play
from games.clock import TimeControl
from games.conditional_turns import conditional_turns_of
from games.models import ConditionalTurn, Game
from games.rules import Phase, Variant
from tests.forms import Browser, Page
from tests.games.tables import logged_in, mover, other, people, play_on, start_game

pytestmark = pytest.mark.django_db


def address(game: Game) -> str:
    """Where it is said."""
    return f"{game.get_absolute_url()}beforehand/"


def begun() -> Game:
    """A game of two that has begun; without a clock, so that its page stays as it is."""
    return start_game(people(2), control=TimeControl.none())


def chosen(page: Page, game: Game) -> dict[str, str]:
    """What the form on this page holds, but for its token."""
    return {name: side for name, side in page.form(address(game)).fields if name != "csrfmiddlewaretoken" and side}


def test_who_waits_says_it_changes_it_and_takes_it_back() -> None:
    game = begun()
    waits = other(game)
    browser = Browser(waits)
    form = browser.open(game.get_absolute_url()).form(address(game))
    page = browser.send(form.fill("any", "S").fill("north", "L"))
    assert page.url == game.get_absolute_url()
    assert chosen(page, game) == {"any": "S", "north": "L"}
    assert conditional_turns_of(game, waits) == {"": "S", "N": "L"}
    page = browser.send(page.form(address(game)).fill("any", "").fill("west", "R"))
    assert conditional_turns_of(game, waits) == {"N": "L", "W": "R"}
    page = browser.send(page.form(address(game)), press="yes")
    assert conditional_turns_of(game, waits) == {}
    assert chosen(page, game) == {}
    assert "yes" not in [button.get("value") for button in page.form(address(game)).buttons]


def test_it_is_used_when_the_turn_comes() -> None:
    game = begun()
    waits = other(game)
    browser = Browser(waits)
    browser.send(browser.open(game.get_absolute_url()).form(address(game)).fill("any", "L"))
    game = play_on(game, 2)
    assert (mover(game), game.current().phase) == (waits, Phase.LAY)
    page = browser.open(game.get_absolute_url())
    assert not page.has_form(address(game))
    assert "turns left" in page.text


def test_nobody_else_sees_it() -> None:
    game = begun()
    waits = other(game)
    stranger = User.objects.create_user("cumin")

    def seen() -> list[str]:
        pages = [Browser(user).open(game.get_absolute_url()) for user in (mover(game), stranger, None)]
        assert not any(page.has_form(address(game)) for page in pages)
        return [page.text for page in pages]

    before = seen()
    logged_in(waits).post(address(game), {"any": "R"})
    assert ConditionalTurn.objects.count() == 1
    assert seen() == before


def test_only_who_waits_for_a_turn_that_begins_with_turning_is_asked() -> None:
    game = begun()
    assert not Browser(mover(game)).open(game.get_absolute_url()).has_form(address(game))
    play.resign(game.code, mover(game), timezone.now())
    for user in User.objects.all():
        assert not Browser(user).open(game.get_absolute_url()).has_form(address(game))
    after = start_game(list(User.objects.all()), Variant(turning="after"))
    for user in User.objects.all():
        assert not Browser(user).open(after.get_absolute_url()).has_form(address(after))


def test_what_makes_no_sense_or_comes_too_late_is_refused_in_words() -> None:
    game = begun()
    answer = logged_in(other(game)).post(address(game), {"north": "back"})
    assert (answer.status_code, "Choose again." in answer.content.decode()) == (400, True)
    answer = logged_in(mover(game)).post(address(game), {"any": "S"})
    assert (answer.status_code, "It is your turn already." in answer.content.decode()) == (409, True)
    answer = logged_in(User.objects.create_user("cumin")).post(address(game), {"any": "S"})
    assert (answer.status_code, "Only those who sit at this table" in answer.content.decode()) == (403, True)
    assert not ConditionalTurn.objects.exists()
