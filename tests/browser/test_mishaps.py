"""What goes wrong on real pages: second clicks, second tabs, going back, two at once, and hostile words."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from tests.browser import pages
from tests.browser.boards import expect_board
from tests.browser.conftest import Person
from tests.browser.tables import Table

HOSTILE = """<img src=x onerror="window.hacked=1">'"><script>window.hacked=1</script>"""


def cut_off(page: Page) -> None:
    """Let the page's socket hear nothing from now on, as on a bad connection."""
    page.route_web_socket("**/ws/**", lambda socket: None)


@pytest.fixture
def table(person: Callable[..., Person]) -> Table:
    """A game of two that has just begun."""
    return Table(person("anise", reduced_motion="reduce"), person("basil", reduced_motion="reduce"))


def test_a_double_click_is_one_roll(table: Table) -> None:
    table.open()
    mover = table.mover
    pages.way(mover.page, "L").dblclick()
    expect(mover.page.locator("#board.phase-lay")).to_be_attached()
    for each in table.people:
        table.expect_board(each)
    assert table.game.moves.count() == 1
    expect(mover.page.get_by_role("alert").filter(visible=True)).to_have_count(0)


def test_a_double_click_is_one_roll_without_javascript(person: Callable[..., Person]) -> None:
    table = Table(person("anise", java_script_enabled=False), person("basil", java_script_enabled=False))
    table.open()
    page = table.mover.page
    page.get_by_role("button", name="Left to the").dblclick()
    expect(page.get_by_role("button", name="Lay the rug there")).to_be_visible()
    assert table.game.moves.count() == 1
    expect(page.get_by_role("alert").filter(visible=True)).to_have_count(0)


def test_a_second_tab_with_an_old_board_is_told_and_shown_the_present_one(
    table: Table, person: Callable[..., Person]
) -> None:
    mover = table.mover
    second = person(mover.user.name, reduced_motion="reduce")
    cut_off(second.page)
    table.open(mover, second)
    pages.turn(mover.page, "L")
    table.expect_board(mover)

    pages.turn(second.page, "R")
    expect(second.page.get_by_role("alert")).to_contain_text("The game has moved on since this page was drawn.")
    expect_board(second.page, table.game, table.people.index(mover))
    assert table.game.moves.count() == 1


def test_the_same_move_from_a_second_tab_is_no_mishap(table: Table, person: Callable[..., Person]) -> None:
    mover = table.mover
    second = person(mover.user.name, reduced_motion="reduce")
    cut_off(second.page)
    table.open(mover, second)
    pages.turn(mover.page, "L")
    table.expect_board(mover)

    pages.turn(second.page, "L")
    expect_board(second.page, table.game, table.people.index(mover))
    expect(second.page.get_by_role("alert").filter(visible=True)).to_have_count(0)
    assert table.game.moves.count() == 1


def test_back_after_a_move_shows_the_present_board(table: Table) -> None:
    mover = table.mover
    table.open(mover)
    pages.turn(mover.page, "L")
    table.expect_board(mover)
    mover.page.goto("/lobby/")
    mover.page.go_back()
    table.expect_board(mover)
    assert table.game.moves.count() == 1


def test_back_after_a_move_shows_the_present_board_without_javascript(person: Callable[..., Person]) -> None:
    table = Table(person("anise", java_script_enabled=False), person("basil", java_script_enabled=False))
    table.open(table.mover)
    page = table.mover.page
    page.get_by_role("button", name="Left to the").click()
    expect(page.get_by_role("button", name="Lay the rug there")).to_be_visible()
    page.goto("/lobby/")
    page.go_back()
    expect(page.get_by_role("button", name="Lay the rug there")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Lay the rug there")).to_be_visible()
    assert table.game.moves.count() == 1


def test_of_two_who_take_the_last_seat_one_sits_and_the_other_is_told(person: Callable[..., Person]) -> None:
    link = pages.open_table(person("anise").page)
    rivals = [person("basil"), person("cumin")]
    for rival in rivals:
        cut_off(rival.page)
        rival.page.goto(link)
    for rival in rivals:
        rival.page.get_by_role("button", name="Sit down").click(no_wait_after=True)

    game = Game.objects.get()
    seated, late = sorted(rivals, key=lambda rival: not game.seats.filter(user=rival.user).exists())
    expect(pages.board(seated.page)).to_be_visible()
    expect(late.page.get_by_role("alert")).to_contain_text("This game has begun already.")
    assert game.seats.count() == 2


def test_hostile_words_are_shown_as_words(person: Callable[..., Person]) -> None:
    people = [person("anise"), person("basil")]
    host, guest = (each.page for each in people)
    title = HOSTILE[:60]
    link = pages.open_table(host, title=title, listed=True, contribution=HOSTILE[-64:])
    expect(host.get_by_role("heading", name=title)).to_be_visible()
    for page, address in ((host, "/lobby/"), (host, "/games/"), (guest, "/")):
        page.goto(address)
        expect(page.get_by_text(title).first).to_be_visible()
    pages.sit_down(guest, link)
    expect(guest.get_by_role("heading", name=title)).to_be_visible()
    guest.get_by_text("The dice", exact=True).click()
    expect(guest.get_by_text(HOSTILE[-64:])).to_be_visible()
    guest.goto("/games/")
    expect(guest.get_by_text(title).first).to_be_visible()
    for page in (host, guest):
        assert page.evaluate("window.hacked") is None


@pytest.mark.parametrize("title", ["W" * 60, "\ufdfd" * 30])
def test_a_title_without_an_end_makes_no_page_wider(person: Callable[..., Person], title: str) -> None:
    host, guest = person("a" * 20), person("basil")
    link = pages.open_table(host.page, title=title, listed=True)
    looking = guest.page
    looking.set_viewport_size({"width": 360, "height": 800})
    for address in ("/", "/lobby/", link):
        looking.goto(address)
        expect(looking.get_by_text(title).first).to_be_visible()
        assert looking.evaluate("document.documentElement.scrollWidth") <= 360, address
    pages.sit_down(looking, link)
    expect(pages.board(looking)).to_be_visible()
    for address in ("/games/", "/watch/", link, f"{link}replay/0/", f"{link}dice/", f"{link}chat/"):
        looking.goto(address)
        expect(looking.get_by_text(title).first).to_be_visible()
        assert looking.evaluate("document.documentElement.scrollWidth") <= 360, address


def test_a_move_that_does_not_reach_the_site_is_told_and_can_be_made_again(table: Table) -> None:
    mover = table.mover
    table.open(mover)
    mover.context.set_offline(True)
    pages.way(mover.page, "L").click()
    expect(mover.page.get_by_role("alert")).to_contain_text("That did not reach the site.")
    mover.context.set_offline(False)
    pages.turn(mover.page, "L")
    expect(mover.page.locator("#board.phase-lay")).to_be_attached()
    table.expect_board(mover)
    assert table.game.moves.count() == 1
