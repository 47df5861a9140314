"""A browser with JavaScript switched off: the same pages, by their forms alone."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.history import history_of
from games.models import Game
from games.rules import NAMES, Phase
from tests.browser import pages
from tests.browser.boards import folded, shown


def test_two_meet_play_and_resign(visitor: Callable[..., Page]) -> None:
    tabs = [visitor(java_script_enabled=False) for _player in range(2)]
    host, guest = tabs
    host.goto("/")
    pages.sign_up(host, "anise")
    link = pages.open_table(host, title="By forms alone")
    guest.goto(link)
    pages.sign_up(guest, "basil")
    pages.sit_down(guest, link)
    game = Game.objects.get()

    for _decision in range(8):
        position = history_of(game).position
        page = tabs[position.mover]
        page.goto(link)
        # A page is read once it is there: a script sent to one that is just leaving may never come back.
        with pages.another_board(page):
            if position.phase is Phase.TURN:
                page.get_by_role("button", name="Left to the").click()
            else:
                first, second = position.layings()[0]
                page.get_by_label(f"{NAMES[first]} {NAMES[second]}").check()
                page.get_by_role("button", name="Lay the rug there").click()
        assert shown(page) == folded(game, position.mover)
    assert game.moves.count() == 8

    pages.resign(guest)
    expect(guest.get_by_text("anise won with")).to_be_visible()
    host.goto(link)
    expect(host.get_by_text("You won with")).to_be_visible()


def test_nothing_is_offered_that_only_scripts_can_do(visitor: Callable[..., Page]) -> None:
    page = visitor(java_script_enabled=False)
    page.goto("/")
    pages.sign_up(page, "anise")
    pages.open_table(page)
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()
