"""Games going on are watched side by side, and one is found again when it is over."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.history import history_of
from tests.browser import pages
from tests.browser.conftest import Person
from tests.browser.tables import Table


def test_the_small_boards_follow_the_play(person: Callable[..., Person], visitor: Callable[..., Page]) -> None:
    people = [person(name, reduced_motion="reduce") for name in ("anise", "basil")]
    table, other = Table(*people, decisions=4), Table(*people, decisions=4)
    looker = visitor()
    looker.goto("/")
    looker.get_by_role("navigation", name="Main").get_by_role("link", name="Watch").click()
    expect(looker.locator(".glimpse")).to_have_count(2)
    looker.evaluate("window.neverLoadedAgain = true")
    table.open(table.mover)
    for _phase in range(4):
        mover = table.mover
        table.open(mover)
        pages.decide(mover.page, table.position.legal_actions()[0])  # type: ignore[arg-type]
        assam = table.position.assam.to_text()
        expect(looker.locator(f"#glimpse-{table.game.code} .assam")).to_have_attribute("data-at", assam)
    position = history_of(table.game).position
    tile = looker.locator(f"#glimpse-{table.game.code}")
    expect(tile).to_contain_text(f"turn {position.turn}")
    expect(tile.locator(".due")).to_contain_text(people[position.mover].user.name)
    expect(looker.locator(f"#glimpse-{other.game.code}")).to_contain_text(f"turn {other.position.turn}")
    assert looker.evaluate("window.neverLoadedAgain")


def test_the_page_says_how_many_watch_and_that_a_game_is_over(
    person: Callable[..., Person], visitor: Callable[..., Page]
) -> None:
    table = Table(person("anise"), person("basil"))
    looker, spectator = visitor(), visitor()
    looker.goto("/watch/")
    tile = looker.locator(f"#glimpse-{table.game.code}")
    expect(tile).to_be_visible()
    expect(tile.locator(".watching")).to_be_hidden()
    spectator.goto(table.game.get_absolute_url())
    expect(tile).to_contain_text("1 person watching")
    table.open(table.mover)
    pages.resign(table.mover.page)
    expect(tile).to_contain_text("over")


def test_games_that_begin_while_one_looks_come_to_the_page_and_are_followed(
    person: Callable[..., Person], visitor: Callable[..., Page]
) -> None:
    people = [person(name, reduced_motion="reduce") for name in ("anise", "basil")]
    looker = visitor()
    looker.clock.install()
    looker.goto("/watch/")
    expect(looker.get_by_text("No game is going on")).to_be_visible()
    for _game in range(2):
        table = Table(*people)
        tile = looker.locator(f"#glimpse-{table.game.code}")
        let_a_minute_pass(looker)
        expect(tile).to_contain_text("turn 1")
        table.open(table.mover)
        pages.turn(table.mover.page, "L")
        expect(tile.locator(".assam")).to_have_attribute("data-at", table.position.assam.to_text())
        pages.resign(table.mover.page)
        expect(tile).to_contain_text("over")
        let_a_minute_pass(looker)
        expect(looker.get_by_text("No game is going on")).to_be_visible()


def let_a_minute_pass(page: Page) -> None:
    """Let the page take it that a minute has passed, and see it fetch its games anew."""
    with page.expect_response(lambda response: response.url.endswith("/watch/")):
        page.clock.fast_forward(60_000)
        page.clock.fast_forward(1_000)


def test_an_ended_game_is_found_in_the_archive(person: Callable[..., Person], visitor: Callable[..., Page]) -> None:
    table = Table(person("anise"), person("basil"))
    table.open(table.mover)
    loser, winner = table.mover.user.name, table.others[0].user.name
    pages.resign(table.mover.page)
    looker = visitor()
    looker.goto("/watch/")
    looker.get_by_role("link", name="Archive of ended games").click()
    looker.get_by_label("Player", exact=True).fill(winner)
    looker.get_by_label("Against").fill(loser)
    looker.get_by_label("Result").select_option("won by the player named first")
    looker.get_by_role("button", name="Find games").click()
    expect(looker.get_by_role("link", name="Look")).to_have_count(1)
    looker.get_by_label("Result").select_option("called off")
    looker.get_by_role("button", name="Find games").click()
    expect(looker.get_by_text("No game is like that.")).to_be_visible()
    looker.get_by_label("Player", exact=True).fill("nobody-here")
    looker.get_by_role("button", name="Find games").click()
    expect(looker.get_by_text("There is no player of this name.")).to_be_visible()
