"""The pages on which one looks for a rated game, as they work without JavaScript and with htmx."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import lobby
from games.models import Game
from ladder import seeking
from ladder.clocks import LIVE, OFFERED
from ladder.models import Seek
from tests.forms import Browser
from tests.games.tables import logged_in, people, queries, start_game
from tests.ladder.rated import confirmed_people, win
from tests.ladder.test_seeking import look

pytestmark = pytest.mark.django_db

CHOICE = {"players": "2", "reach": "near", "clock": "live", "number": "0"}
HTMX = {"HX-Request": "true"}


def seek_of(user: User) -> Seek:
    """What this user looks for."""
    return Seek.objects.get(user=user)


@pytest.mark.parametrize("clock", OFFERED)
def test_two_who_press_the_same_clock_land_at_the_same_game(clock: str) -> None:
    anise, basil = (logged_in(user) for user in confirmed_people(2))
    waiting = anise.post("/find/begin/", CHOICE | {"clock": clock}, follow=True)
    assert waiting.redirect_chain == [("/find/1/", 302)]
    assert "Looking for a rated game" in waiting.text
    assert ("Keep it open" in waiting.text) == (clock in LIVE)
    found = basil.post("/find/begin/", CHOICE | {"clock": clock}, follow=True)
    game = Game.objects.get()
    assert found.redirect_chain[-1] == (game.get_absolute_url(), 302)
    again = anise.post("/find/here/", {"number": "1"}, follow=True)
    assert again.redirect_chain[-1] == (game.get_absolute_url(), 302)


def test_the_page_says_since_when_how_far_one_reaches_and_how_many_look_for_the_same() -> None:
    anise, basil, cumin, dill = confirmed_people()
    win(anise, cumin)
    win(anise, cumin)
    rating = look(anise, timezone.now() - timedelta(seconds=25)).rating
    look(cumin)
    page = logged_in(anise).get("/find/1/").text
    assert f"from {rating - 200} to {rating + 200}" in page, (
        "a hundred, and a step further after ten and twenty seconds"
    )
    assert '<dd id="others">1</dd>' in page
    assert "data-relative" in page
    look(basil, reach="any", players=3)
    assert "any</dd>" in logged_in(basil).get("/find/1/").text
    page = " ".join(logged_in(dill).get("/find/").text.split())
    assert "<b>2 players:</b> a game of 2 players · 10 minutes, and 20 seconds more for each turn" in page


def test_who_looks_is_led_to_his_search_and_told_of_it_elsewhere() -> None:
    (anise,) = confirmed_people(1)
    browser = logged_in(anise)
    assert "You are looking for" not in browser.get("/").text
    look(anise, clock="bank")
    assert browser.get("/find/")["Location"] == "/find/1/"
    for address in ("/", "/lobby/"):
        page = browser.get(address).text
        assert "You are looking for a rated game" in page
        assert "/find/stop/" in page
    assert browser.post("/find/stop/", follow=True).redirect_chain == [("/find/1/", 302), ("/find/", 302)]
    assert "You are looking for" not in browser.get("/").text


def test_the_button_on_the_home_page_looks_for_the_last_choice_again() -> None:
    (anise,) = confirmed_people(1)
    browser = Browser(anise)
    browser.open("/find/")
    look(anise, players=3, clock="days", reach="any")
    seeking.stop(anise)
    browser.send(browser.open("/").form("/find/begin/"))
    again = seek_of(anise)
    assert (again.state, again.number) == (Seek.State.LOOKING, 2)
    assert (again.players, again.clock, again.reach) == (3, "days", "any")


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (Seek.State.ABSENT, "had not been heard of for 1 minute 30 seconds"),
        (Seek.State.STALE, "within 7 days"),
        (Seek.State.UNABLE, "others had come"),
    ],
)
def test_who_looks_no_more_is_told_why(state: Seek.State, says: str) -> None:
    (anise,) = confirmed_people(1)
    look(anise)
    Seek.objects.update(state=state)
    page = logged_in(anise).get("/find/1/", follow=True)
    assert page.redirect_chain == [("/find/", 302)]
    assert says in page.text


def test_saying_that_one_is_there_keeps_the_search_and_brings_the_page_up_to_date() -> None:
    (anise,) = confirmed_people(1)
    look(anise, timezone.now() - timedelta(seconds=55))
    browser = logged_in(anise)
    answer = browser.post("/find/here/", {"number": "1"}, headers=HTMX)
    assert answer.text.strip().startswith('<div id="seek"')
    assert "from 1200 to 1800" in answer.text
    seeking.end_abandoned(timezone.now() + timedelta(seconds=50))
    assert seek_of(anise).is_looking
    seeking.stop(anise)
    assert browser.post("/find/here/", {"number": "1"}, headers=HTMX)["HX-Redirect"] == "/find/1/"
    assert browser.post("/find/here/", {"number": "x"}, headers=HTMX)["HX-Redirect"] == "/find/"


def test_reading_changes_nothing() -> None:
    (anise,) = confirmed_people(1)
    look(anise, timezone.now() - timedelta(seconds=55))
    before = Seek.objects.values().get()
    for address in ("/find/", "/find/1/", "/find/2/", "/", "/lobby/"):
        logged_in(anise).get(address)
    assert Seek.objects.values().get() == before


def test_a_search_that_led_to_a_game_which_is_over_leads_to_the_next_choice() -> None:
    anise, basil = confirmed_people(2)
    look(anise)
    look(basil)
    Game.objects.update(status=Game.Status.OVER)
    assert logged_in(anise).get("/find/1/")["Location"] == "/find/"


def test_who_cannot_look_is_told_before_and_when_he_tries(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    anise, basil = people(2)
    page = logged_in(anise).get("/find/").text
    assert "have confirmed an e-mail address" in page
    assert "<fieldset disabled" in page
    answer = logged_in(anise).post("/find/begin/", CHOICE)
    assert answer.status_code == 403
    assert "have confirmed an e-mail address" in answer.text
    guest = User.objects.create_user("guest-1", kind=User.Kind.GUEST)
    assert "Sign up" in logged_in(guest).get("/find/").text
    assert logged_in(guest).post("/find/begin/", CHOICE).status_code == 403
    assert "Sign up" in client.get("/find/").text
    assert client.post("/find/begin/", CHOICE)["Location"].startswith("/account/login/?next=/find/")
    monkeypatch.setattr(lobby, "MAX_PLAYING", 1)
    start_game([anise, basil])
    assert not Seek.objects.exists()


@pytest.mark.parametrize(
    "wrong", [{"players": "5"}, {"clock": "none"}, {"reach": "far"}, {"number": "-1"}, {"number": ""}]
)
def test_what_is_not_offered_cannot_be_looked_for(wrong: dict[str, str]) -> None:
    (anise,) = confirmed_people(1)
    answer = logged_in(anise).post("/find/begin/", CHOICE | wrong)
    assert answer.status_code == 400
    assert "press one of the clocks" in answer.text
    assert not Seek.objects.exists()


def test_a_form_of_another_time_is_told_how_things_stand() -> None:
    (anise,) = confirmed_people(1)
    for _ in range(2):
        look(anise)
    answer = logged_in(anise).post("/find/begin/", CHOICE)
    assert answer.status_code == 409
    assert "on another page" in answer.text
    assert "To the search" in answer.text


def test_the_page_asks_as_often_however_many_look() -> None:
    anise, *others = confirmed_people()
    few = queries(lambda: logged_in(anise).get("/find/"))
    for number, user in enumerate(others):
        look(user, clock=list(OFFERED)[number])
    assert queries(lambda: logged_in(anise).get("/find/")) == few
