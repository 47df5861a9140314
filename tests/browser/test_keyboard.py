"""Playing with keys alone: what they do, and where the focus is when the board has changed under it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import pages
from tests.browser.conftest import Person
from tests.browser.tables import Table


@pytest.fixture
def table(person: Callable[..., Person]) -> Table:
    """A game of two some moves on; the mover's page is open, and nothing is being shown on it."""
    table = Table(person("anise", reduced_motion="reduce"), person("basil", reduced_motion="reduce"), decisions=6)
    table.open(table.mover)
    table.expect_board(table.mover)
    return table


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what has this name has the focus."""
    for _press in range(60):
        if page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''").startswith(name):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} cannot be reached by Tab")


def expect_focus_on_board(page: Page) -> None:
    expect(page.locator("#board:focus-within")).to_be_attached()


def test_letters_turn_assam(table: Table) -> None:
    page = table.mover.page
    with pages.another_board(page):
        page.keyboard.press("l")
    table.expect_board(table.mover)
    assert table.game.moves.get(ply=6).action == "L"


def test_letters_can_be_switched_off(table: Table) -> None:
    page = table.mover.page
    page.get_by_text("Keys", exact=True).click()
    page.get_by_label("Use the keys L, S and R").uncheck()
    page.reload()
    page.keyboard.press("l")
    page.get_by_text("Keys", exact=True).click()
    expect(page.get_by_label("Use the keys L, S and R")).not_to_be_checked()
    assert table.game.moves.count() == 6


def test_arrows_turn_assam_the_way_they_point_while_the_board_has_the_focus(table: Table) -> None:
    page = table.mover.page
    left = table.position.assam.turned("L").heading
    tab_to(page, "Left,")
    with pages.another_board(page):
        page.keyboard.press({"N": "ArrowUp", "E": "ArrowRight", "S": "ArrowDown", "W": "ArrowLeft"}[left])
    table.expect_board(table.mover)
    assert table.game.moves.get(ply=6).action == "L"


def test_a_whole_turn_by_tab_and_enter(table: Table) -> None:
    mover, page = table.mover, table.mover.page
    tab_to(page, "Straight on,")
    with pages.another_board(page):
        page.keyboard.press("Enter")
    table.expect_board(mover)
    expect_focus_on_board(page)

    laying = table.a_laying()
    first, second = laying.first, laying.second
    if not pages.square(page, first).is_visible():
        first, second = second, first
    tab_to(page, f"Lay on {first} ")
    page.keyboard.press("Enter")
    expect(pages.square(page, first)).to_have_attribute("aria-pressed", "true")
    expect(pages.square(page, first)).to_be_focused()
    tab_to(page, f"Lay on {second} ")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=f"Lay {first} {second}")).to_be_focused()
    with pages.another_board(page):
        page.keyboard.press("Enter")
    table.expect_board(mover)
    expect_focus_on_board(page)


def test_escape_lets_me_choose_other_squares(table: Table) -> None:
    mover, page = table.mover, table.mover.page
    with pages.another_board(page):
        page.keyboard.press("r")
    table.expect_board(mover)
    beside = pages.market(page).get_by_role("button", name="Lay on").first
    chosen = beside.get_attribute("aria-label") or ""
    beside.click()
    expect(page.get_by_text("Now choose the square for the other half.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Choose a marked square beside Assam")).to_be_visible()
    expect(page.get_by_role("button", name=chosen)).to_be_focused()
    assert table.ply == 7


def test_what_i_have_chosen_stays_while_the_board_changes(person: Callable[..., Person]) -> None:
    table = Table(person("anise", reduced_motion="reduce"), person("basil", reduced_motion="reduce"), decisions=1)
    table.open()
    mover, (other,) = table.mover, table.others
    name = pages.market(mover.page).get_by_role("button", name="Lay on").first.get_attribute("aria-label") or ""
    beside = mover.page.get_by_role("button", name=name)
    beside.focus()
    mover.page.keyboard.press("Enter")
    expect(mover.page.get_by_text("Now choose the square for the other half.")).to_be_visible()
    other.page.get_by_text("Leave the game").click()
    other.page.get_by_role("button", name="Agree to call it off").click()
    expect(mover.page.get_by_text("would call the game off")).to_be_visible()
    expect(beside).to_be_focused()
    expect(mover.page.get_by_text("Now choose the square for the other half.")).to_be_visible()


def test_focus_stays_while_the_board_changes(person: Callable[..., Person]) -> None:
    """Somebody who reads or is about to press something is not thrown out by the opponent's move."""
    table = Table(person("anise", reduced_motion="reduce"), person("basil", reduced_motion="reduce"))
    table.open()
    mover, (other,) = table.mover, table.others
    leave = other.page.get_by_text("Leave the game")
    leave.focus()
    pages.turn(mover.page, "S")
    table.expect_board(mover)
    table.expect_board(other)
    expect(leave).to_be_focused()
