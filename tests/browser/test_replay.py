"""Going through a game move by move: by buttons, keys and the slider, and without JavaScript."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.courses import course_of_game
from games.models import Game
from games.replay import moment_of
from tests.browser.tables import elsewhere
from tests.games.tables import people, play_on, start_game

LAST = 24


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game some way on."""
    return elsewhere(lambda: play_on(start_game(people(2)), LAST))


def expect_moment(page: Page, game: Game, ply: int) -> None:
    """The page is at the address of this moment, and shows it."""
    expect(page).to_have_url(f"{_base(page)}{game.get_absolute_url()}replay/{ply}/")
    moment = moment_of(course_of_game(game.code, None), ply)
    expect(page.locator("#said")).to_have_text(" ".join(moment.sentences), use_inner_text=True)
    expect(page.get_by_label(f"After {ply} of {LAST} decisions")).to_have_value(str(ply))
    expect(page.locator("#replay .assam")).to_have_attribute("data-at", moment.market.at)


def _base(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])


def open_moment(page: Page, game: Game, ply: int) -> Page:
    """Go to a moment."""
    page.goto(f"{game.get_absolute_url()}replay/{ply}/")
    expect_moment(page, game, ply)
    return page


def test_buttons_change_the_moment_and_the_address_without_loading_the_page(
    visitor: Callable[..., Page], game: Game
) -> None:
    page = open_moment(visitor(), game, 10)
    page.evaluate("window.same = true")
    for name, ply in (
        ("Next", 11),
        ("Next", 12),
        ("Previous", 11),
        ("First", 0),
        ("Last", LAST),
        ("Previous", LAST - 1),
    ):
        page.get_by_role("link", name=f"{name} moment").click()
        expect_moment(page, game, ply)
    assert page.evaluate("window.same")
    expect(page.get_by_role("link", name="Previous moment")).to_be_focused()


def test_back_goes_back_through_the_moments(visitor: Callable[..., Page], game: Game) -> None:
    page = open_moment(visitor(), game, 10)
    page.get_by_role("link", name="Next moment").click()
    expect_moment(page, game, 11)
    page.go_back()
    expect_moment(page, game, 10)
    page.get_by_role("link", name="Next moment").click()
    expect_moment(page, game, 11)


def test_keys_go_from_moment_to_moment(visitor: Callable[..., Page], game: Game) -> None:
    page = open_moment(visitor(), game, 10)
    for key, ply in (("ArrowRight", 11), ("ArrowLeft", 10), ("End", LAST), ("ArrowLeft", LAST - 1), ("Home", 0)):
        page.keyboard.press(key)
        expect_moment(page, game, ply)


def test_no_step_is_lost_however_fast_they_are_asked_for(visitor: Callable[..., Page], game: Game) -> None:
    page = open_moment(visitor(), game, 10)
    page.evaluate("for (let i = 0; i < 4; i++) document.getElementById('next').click()")
    expect_moment(page, game, 14)
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    expect_moment(page, game, 11)


def test_the_slider_goes_to_its_moment_and_keeps_the_focus(visitor: Callable[..., Page], game: Game) -> None:
    page = open_moment(visitor(), game, 10)
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect_moment(page, game, 11)
    page.keyboard.press("End")
    expect_moment(page, game, LAST)
    expect(slider).to_be_focused()
    slider.fill("5")
    expect_moment(page, game, 5)
    page.get_by_role("link", name="Next moment").click()
    expect_moment(page, game, 6)


def test_turns_of_the_log_lead_to_their_moments(visitor: Callable[..., Page], game: Game) -> None:
    page = open_moment(visitor(), game, 0)
    turns = page.get_by_role("region", name="Turns").get_by_role("link")
    turns.nth(4).click()
    expect_moment(page, game, 10)
    expect(turns.nth(4)).to_have_attribute("aria-current", "step")


def test_without_javascript_buttons_are_links_and_the_slider_is_a_form(
    visitor: Callable[..., Page], game: Game
) -> None:
    page = open_moment(visitor(java_script_enabled=False), game, 10)
    page.get_by_role("link", name="Next moment").click()
    expect_moment(page, game, 11)
    page.get_by_role("slider").fill("20")
    page.get_by_role("button", name="Go there").click()
    expect_moment(page, game, 20)


def test_the_picture_of_a_moment_is_drawn_by_a_browser(visitor: Callable[..., Page], game: Game) -> None:
    page = visitor()
    page.goto(f"{game.get_absolute_url()}replay/{LAST}/board.svg")
    ground = "getComputedStyle(document.querySelector('.ground')).fill"
    assert page.evaluate(ground) == "rgb(201, 120, 63)"
    box = page.locator(".rugs").bounding_box()
    assert box is not None
    assert box["width"] > 72
