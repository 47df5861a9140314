"""Long lists of games: read on and on by scrolling, or page by page by links alone; what was looked for stays."""

import re
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.paging import PAGE_SIZE
from tests.browser.conftest import Person
from tests.games.tables import people
from tests.games.test_archive import NOON, game

GAMES = 2 * PAGE_SIZE + 5
ADDRESSES = ("/player/anise/", "/archive/")


@pytest.fixture
def players(transactional_db: None) -> list[User]:
    """anise, basil and cumin. Anise has played many games, the last of them longest ago; cumin won two of them."""
    anise, basil, cumin = people(3)
    for number in range(GAMES):
        pair = (cumin, anise) if number in (3, GAMES - 3) else (anise, basil)
        game(*pair, title=f"Evening {number:02}", ended=NOON - timedelta(days=number))
    return [anise, basil, cumin]


def rows(page: Page) -> Locator:
    """The games in the list."""
    return page.locator("#games > li")


def titles(page: Page) -> list[str]:
    """Their titles, from the top on."""
    return [name.strip() for name in page.locator("#games .name").all_inner_texts()]


@pytest.mark.parametrize("address", ADDRESSES)
def test_older_games_come_as_the_end_of_the_list_comes_into_view(
    players: list[User], visitor: Callable[..., Page], address: str
) -> None:
    page = visitor()
    page.goto(address)
    title = page.title()
    expect(rows(page)).to_have_count(PAGE_SIZE)
    rows(page).last.scroll_into_view_if_needed()
    expect(rows(page)).to_have_count(2 * PAGE_SIZE)
    rows(page).last.scroll_into_view_if_needed()
    expect(rows(page)).to_have_count(GAMES)
    assert titles(page) == [f"Evening {number:02}" for number in range(GAMES)]
    expect(page.get_by_role("link", name="Older games")).to_have_count(0)
    assert page.title() == title


def test_who_comes_back_from_a_game_is_where_he_was(players: list[User], visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.goto("/player/anise/")
    rows(page).last.scroll_into_view_if_needed()
    expect(rows(page)).to_have_count(2 * PAGE_SIZE)
    page.get_by_role("link", name="Evening 33", exact=True).click()
    expect(page).to_have_url(re.compile(r"/game/"))
    page.go_back()
    expect(page.get_by_role("link", name="Evening 33", exact=True)).to_be_in_viewport()
    assert titles(page)[0] == "Evening 00"


def test_the_keyboard_reads_on_and_keeps_its_place(players: list[User], person: Callable[..., Person]) -> None:
    page = person("dill").page
    page.goto("/player/anise/")
    page.get_by_role("link", name="Evening 18", exact=True).focus()
    seen: list[str] = []
    while not seen or seen[-1] != f"Evening {GAMES - 1:02}":
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.closest('#games > li')?.querySelector('.name').innerText ?? ''")
        assert focused or page.evaluate("document.activeElement.id === 'more'"), "the focus has left the list"
        if focused and focused.strip() not in seen:
            seen.append(focused.strip())
        expect(page.locator(".htmx-request")).to_have_count(0)
    assert all(int(one[-2:]) + 1 == int(next_one[-2:]) for one, next_one in pairwise(seen))


def test_games_are_looked_for_and_read_on_without_scripts(players: list[User], visitor: Callable[..., Page]) -> None:
    page = visitor(java_script_enabled=False)
    page.goto("/player/anise/")
    page.get_by_text("Find games", exact=True).first.click()
    page.get_by_label("Against", exact=True).fill("basil")
    page.get_by_label("Result", exact=True).select_option("won")
    page.get_by_role("button", name="Find games").click()
    expect(page.get_by_label("Against", exact=True)).to_have_value("basil")
    read = titles(page)
    while page.get_by_role("link", name="Older games").count():
        page.get_by_role("link", name="Older games").click()
        read += titles(page)
    assert read == [f"Evening {number:02}" for number in range(GAMES) if number not in (3, GAMES - 3)]
    page.get_by_role("link", name="Newest").click()
    expect(page.get_by_role("link", name="Evening 00", exact=True)).to_be_visible()


def test_games_are_looked_for_with_scripts(players: list[User], visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.goto("/player/anise/")
    page.get_by_role("link", name="2 games with cumin").click()
    expect(rows(page)).to_have_count(2)
    assert titles(page) == ["Evening 03", f"Evening {GAMES - 3:02}"]
    page.get_by_label("Result", exact=True).select_option("won")
    page.get_by_role("button", name="Find games").click()
    expect(page.get_by_text("No game is like that. Ask for less.")).to_be_visible()
    page.get_by_role("link", name="All games").click()
    rows(page).last.scroll_into_view_if_needed()
    expect(rows(page)).to_have_count(2 * PAGE_SIZE)
