"""Whole games by the forms in the pages alone, as somebody without JavaScript plays them."""

import random
from collections.abc import Sequence

import pytest
from django.urls import reverse

from games.checking import differences
from games.models import Game
from games.rules import Phase
from tests.forms import Browser, Page
from tests.games.records import check_record
from tests.games.tables import SPICES
from tests.site.reading import due_on, fold, shown_on

pytestmark = pytest.mark.django_db

PASSWORD = "seven-rugs-in-a-row"


def address(name: str, game: Game) -> str:
    """The address of one of a game's pages."""
    return reverse(f"games:{name}", args=[game.code])


def sign_up(browser: Browser, name: str) -> Page:
    """Fill in and send the sign-up form that the browser shows."""
    form = browser.page.form(reverse("account_signup"))
    return browser.send(form.fill("username", name).fill("password1", PASSWORD))


def newcomers(number: int) -> list[Browser]:
    """Browsers of people who have just signed up: anise, basil, cumin, dill."""
    browsers = [Browser() for _ in range(number)]
    for browser, name in zip(browsers, SPICES, strict=False):
        browser.open(reverse("account_signup"))
        sign_up(browser, name)
    return browsers


def open_table(browser: Browser, **choices: str) -> Game:
    """Open a table by the form in the lobby, with these choices; the browser then shows the table."""
    form = browser.open(reverse("games:lobby")).form(reverse("games:open"))
    for name, choice in choices.items():
        form.fill(name, choice)
    page = browser.send(form)
    assert page.status == 200, page.text
    return Game.objects.latest("pk")


def sit_down(browser: Browser, game: Game) -> Page:
    """Take a seat at the table that the browser shows."""
    return browser.send(browser.page.form(address("join", game)))


def table_of(number: int, **choices: str) -> tuple[Game, list[Browser]]:
    """A game of people who have just signed up, begun by the forms: its browsers in order of the seats."""
    browsers = newcomers(number)
    game = open_table(browsers[0], players=str(number), **choices)
    for browser in browsers[1:]:
        browser.open(game.get_absolute_url())
        sit_down(browser, game)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    return game, browsers


def check_boards(game: Game, browsers: Sequence[Browser], onlooker: Browser | None = None) -> None:
    """The board in each browser is what the log leads to, as its reader may know it."""
    position = fold(game)
    for viewer, browser in enumerate(browsers):
        assert shown_on(browser.page, game) == due_on(game, position, viewer)
    if onlooker is not None:
        assert shown_on(onlooker.open(game.get_absolute_url()), game) == due_on(game, position, None)


def decide(game: Game, browser: Browser, chooser: random.Random) -> None:
    """Do one of the things that the browser's page offers."""
    page = browser.page
    if page.has_form(address("arrange", game)):
        form = page.form(address("arrange", game))
        colours = form.choices("rug") * 12
        chooser.shuffle(colours)
        browser.send(form.fill("rug", *colours))
        return
    form = page.form(address("act", game))
    sides = [button["value"] for button in form.buttons if button.get("value")]
    if sides:
        browser.send(form, press=chooser.choice(sides))
    else:
        browser.send(form.fill("action", chooser.choice(form.choices("action"))))


def offers_something(browser: Browser, game: Game) -> bool:
    """Whether the page is its reader's to decide on."""
    return any(browser.page.has_form(address(name, game)) for name in ("act", "arrange"))


def play_to_the_end(game: Game, browsers: Sequence[Browser], onlooker: Browser | None = None) -> None:
    """Play at random; after every decision everybody loads the game's page anew, and all boards are looked at."""
    chooser = random.Random(1)
    for browser in browsers:
        browser.open(game.get_absolute_url())
    check_boards(game, browsers, onlooker)
    while due := [browser for browser in browsers if offers_something(browser, game)]:
        before = game.moves.count()
        player = chooser.choice(due)
        decide(game, player, chooser)
        assert game.moves.count() == before + 1
        for browser in browsers:
            if browser is not player:  # whose page the site has sent him back to
                browser.open(game.get_absolute_url())
        check_boards(game, browsers, onlooker)
    game.refresh_from_db()
    assert fold(game).phase is Phase.OVER
    assert game.status == Game.Status.OVER
    assert not list(differences(game))
    check_record(game)


@pytest.mark.parametrize("colours", ["shuffled", "arranged", "swapped"])
def test_two_play_a_whole_game(colours: str) -> None:
    game, browsers = table_of(2, colours=colours)
    play_to_the_end(game, browsers, Browser() if colours == "arranged" else None)


def test_three_play_a_whole_game_after_an_invitation_by_link() -> None:
    host, *guests = (Browser() for _ in range(3))
    host.open(reverse("account_signup"))
    sign_up(host, "anise")
    game = open_table(host, players="3", listed="no", dirhams="10", title="Saffron & <b>silk</b>")
    link = host.page.with_id("link")
    assert link is not None
    for guest, name in zip(guests, ("basil", "cumin"), strict=True):
        page = guest.open(link["value"])
        guest.open(page.link(reverse("account_signup")))
        page = sign_up(guest, name)
        assert page.url == game.get_absolute_url()
        sit_down(guest, game)
    game.refresh_from_db()
    play_to_the_end(game, [host, *guests])


def test_four_play_a_whole_game_in_which_assam_is_turned_after_laying() -> None:
    game, browsers = table_of(4, turning="after", dirhams="10")
    play_to_the_end(game, browsers)


def test_resigning_by_form_asks_first() -> None:
    game, (anise, basil) = table_of(2)
    anise.open(game.get_absolute_url())
    question = anise.open(anise.page.link(address("resign", game)))
    assert not game.moves.exists()
    page = anise.send(question.form(address("resign", game)))
    assert page.url == game.get_absolute_url()
    game.refresh_from_db()
    assert (game.status, game.ply) == (Game.Status.OVER, 1)
    basil.open(game.get_absolute_url())
    check_boards(game, [anise, basil])
    assert [seat.rank for seat in game.seats.order_by("index")] == [2, 1]


def test_keeping_on_after_the_question_changes_nothing() -> None:
    game, (anise, _basil) = table_of(2)
    question = anise.open(address("resign", game))
    anise.open(question.link(game.get_absolute_url()))
    assert not game.moves.exists()
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def agree(browser: Browser, game: Game) -> Page:
    """Press the button about calling the game off, whichever way it goes."""
    return browser.send(browser.open(game.get_absolute_url()).form(address("call_off", game)))


def test_a_game_is_called_off_by_form_when_all_agree() -> None:
    game, browsers = table_of(3)
    anise, basil, cumin = browsers
    agree(anise, game)
    agree(anise, game)  # and takes it back
    agree(basil, game)
    agree(cumin, game)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    agree(anise, game)
    game.refresh_from_db()
    assert game.status == Game.Status.CALLED_OFF
    for browser in browsers:
        browser.open(game.get_absolute_url())
        assert not offers_something(browser, game)
    check_boards(game, browsers)


def test_a_rematch_by_form_seats_the_same_players_with_the_same_options() -> None:
    game, (anise, basil) = table_of(2, colours="swapped", turning="after", dirhams="7", listed="no")
    anise.send(anise.open(address("resign", game)).form(address("resign", game)))
    basil.open(game.get_absolute_url())
    basil.send(basil.page.form(address("rematch", game)))
    again = Game.objects.latest("pk")
    assert basil.page.url == again.get_absolute_url()
    anise.open(game.get_absolute_url())
    anise.send(anise.page.form(address("rematch", game)))
    assert anise.page.url == again.get_absolute_url()
    again.refresh_from_db()
    assert (again.status, again.variant, again.listed) == (Game.Status.PLAYING, game.variant, False)
    basil.open(again.get_absolute_url())
    check_boards(again, [basil, anise])


def test_a_stale_page_has_one_effect_and_is_told() -> None:
    game, browsers = table_of(2)
    player = next(each for each in browsers if each.open(game.get_absolute_url()) and offers_something(each, game))
    form = player.page.form(address("act", game))
    player.send(form, press="L")
    assert player.send(form, press="L").status == 200  # the same button again
    assert game.moves.count() == 1
    page = player.send(form, press="R")  # Back, and then another one
    assert page.status == 409
    assert page.with_id("refusal") is not None
    assert game.moves.count() == 1
    game.refresh_from_db()
    assert shown_on(page, game) == due_on(game, fold(game), browsers.index(player))
