"""What people do on the site's pages, in the words of the game.

Each function takes the page of the one who does it. They find things as people do, by what they are and how they are
called, and wait until it is done.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

from games.rules import Lay, Turn
from tests.browser.conftest import PASSWORD

SIDES = {"L": "Left", "S": "Straight on", "R": "Right"}


def sign_up(page: Page, name: str) -> None:
    """Make an account from whatever page is open, and come back to it."""
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("banner").get_by_text(name, exact=True)).to_be_visible()


def open_table(
    page: Page,
    players: int = 2,
    *,
    turning: str = "",
    colours: str = "",
    dirhams: int = 30,
    title: str = "",
    contribution: str = "",
    listed: bool = False,
) -> str:
    """Open a table in the lobby; its invitation link. `turning` and `colours` are the words of the form's choices."""
    page.goto("/lobby/")
    form = page.get_by_role("main")
    form.get_by_role("group", name="Players").get_by_label(str(players)).check()
    if not listed:
        form.get_by_label("Only who has the link").check()
    form.get_by_text("Options of the game").click()
    for choice in (turning, colours):
        if choice:
            form.get_by_label(choice).check()
    form.get_by_label("Dirhams for everybody").fill(str(dirhams))
    form.get_by_text("Title and dice").click()
    form.get_by_label("Title").fill(title)
    if contribution:
        form.get_by_label("Your contribution to the dice").fill(contribution)
    form.get_by_role("button", name="Open the table").click()
    return page.get_by_label("Invitation link").input_value()


def sit_down(page: Page, link: str) -> None:
    """Follow an invitation link and take a seat."""
    page.goto(link)
    page.get_by_role("button", name="Sit down").click()


def board(page: Page) -> Locator:
    """The part of a game's page that changes while people play."""
    return page.locator("#board")


def market(page: Page) -> Locator:
    """The picture of the market with the buttons that lie over it."""
    return page.locator("#picture")


def way(page: Page, side: str) -> Locator:
    """The button over the market that turns Assam: L, S or R."""
    return market(page).get_by_role("button", name=re.compile(f"^{SIDES[side]},"))


def square(page: Page, name: str) -> Locator:
    """The button over a square that a half of the rug may cover."""
    return market(page).get_by_role("button", name=re.compile(f"^Lay on {name} "))


@contextmanager
def another_board(page: Page) -> Iterator[None]:
    """Wait at the end until the page shows the board after another decision."""
    ply = board(page).get_attribute("data-ply")
    yield
    expect(page.locator(f"#board:not([data-ply='{ply}'])")).to_be_attached()


def turn(page: Page, side: str) -> None:
    """Turn Assam by the arrow on the market."""
    with another_board(page):
        way(page, side).click()


def lay(page: Page, first: str, second: str) -> None:
    """Lay a rug by choosing one square beside Assam and then the other, and confirming."""
    square(page, first).click()
    square(page, second).click()
    with another_board(page):
        page.get_by_role("button", name=f"Lay {first} {second}").click()


def decide(page: Page, action: Turn | Lay) -> None:
    """Do what is due: turn Assam, or lay a rug beginning with the half beside him."""
    if isinstance(action, Turn):
        turn(page, action.side)
    elif square(page, action.first).is_visible():
        lay(page, action.first, action.second)
    else:
        lay(page, action.second, action.first)


def arrange(page: Page, colours: Sequence[str]) -> None:
    """Put the opponent's rugs in this order, the top one first, by their names."""
    form = page.get_by_role("main")
    for colour in colours:
        form.get_by_role("button", name=re.compile(f"^{colour} ")).click()
    form.get_by_role("button", name="Put the rugs in this order").click()
    expect(form.get_by_role("button", name="Put the rugs in this order")).to_be_hidden()


def resign(page: Page) -> None:
    """Leave the game for good, and say so when asked."""
    page.get_by_text("Leave the game").click()
    page.get_by_role("link", name="Resign").click()
    page.get_by_role("button", name="Resign").click()


def seat(page: Page, name: str) -> Locator:
    """What a game's page says of the player of this name."""
    return (
        page.get_by_role("list", name="Players").get_by_role("listitem").filter(has=page.get_by_role("link", name=name))
    )


def happening(page: Page) -> Locator:
    """The sentence of the step that is being shown."""
    return page.get_by_role("list", name="What happened").get_by_role("listitem").filter(visible=True)


def skip(page: Page) -> None:
    """Jump to the end of what is being shown, if anything is."""
    page.keyboard.press("Escape")
    expect(page.locator("#board.showing")).to_have_count(0)
