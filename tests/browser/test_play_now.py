"""A first-time visitor, alone: a whole game from the home page, and then an account that has it."""

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from accounts.models import User
from games.history import history_of
from games.models import Game
from games.rules import NAMES, Lay, Phase, Turn
from tests.browser import pages
from tests.browser.boards import expect_board


def play_now(page: Page) -> Game:
    """Begin a game from the home page."""
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(pages.board(page).get_by_text("apprentice").first).to_be_visible()
    expect(pages.board(page).get_by_text("house player")).to_be_visible()
    return Game.objects.get()


def sign_up_and_find(page: Page, game: Game) -> None:
    """Sign up from the game's page; the game stands among those that ended."""
    expect(page.get_by_role("banner").get_by_text("Guest", exact=True)).to_be_visible()
    pages.sign_up(page, "saffron")
    page.get_by_role("banner").get_by_role("link", name="My games").click()
    row = page.locator(f"#game-{game.code}")
    expect(row.get_by_role("link", name="saffron")).to_be_visible()
    expect(row.get_by_role("link", name="apprentice")).to_be_visible()
    assert User.objects.get(name="saffron").seats.get().game == game


def test_a_visitor_plays_a_whole_game_against_the_house_and_keeps_it(visitor: Callable[..., Page]) -> None:
    page = visitor(reduced_motion="reduce")
    game = play_now(page)
    chance = Random(1)
    while True:
        expect(page.locator("#board.due, #board.phase-over")).to_be_attached()
        expect_board(page, game, 0)
        position = history_of(game).position
        if position.phase is Phase.OVER:
            break
        action = chance.choice(position.legal_actions())
        assert isinstance(action, Turn | Lay)
        pages.decide(page, action)
    expect(pages.board(page).get_by_text("place 1")).to_be_visible()
    sign_up_and_find(page, game)


def test_without_javascript_he_does_so_too(visitor: Callable[..., Page]) -> None:
    page = visitor(java_script_enabled=False)
    game = play_now(page)
    chance = Random(2)
    while True:
        while page.locator("#board.due, #board.phase-over").count() == 0:
            page.get_by_role("link", name="Look whether it is your turn").click()
        position = history_of(game).position
        if position.phase is Phase.OVER:
            break
        if position.phase is Phase.TURN:
            page.get_by_role("button", name="to the").nth(chance.randrange(3)).click()
        else:
            first, second = chance.choice(position.layings())
            page.get_by_label(f"{NAMES[first]} {NAMES[second]}").check()
            page.get_by_role("button", name="Lay the rug there").click()
    expect(pages.board(page).get_by_text("place 1")).to_be_visible()
    sign_up_and_find(page, game)


def test_a_game_is_played_again_at_once(visitor: Callable[..., Page]) -> None:
    page = visitor(reduced_motion="reduce")
    game = play_now(page)
    pages.resign(page)
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(f"#board:not([data-game='{game.code}'])")).to_be_attached()
    expect(page.locator("#board.due")).to_be_attached()
