"""What changes on open pages while others play, and after a page was cut off."""

import re
import signal
from collections.abc import Callable

from playwright.sync_api import Page, Request, expect

from games.models import Game
from tests.browser import pages
from tests.browser.boards import expect_board
from tests.browser.conftest import Person
from tests.browser.tables import Table
from tests.programs import free_port
from tests.server import Server


def test_a_move_is_shown_with_its_walk_to_the_opponent_and_a_spectator(
    person: Callable[..., Person], visitor: Callable[..., Page]
) -> None:
    """With motion: the other whole games are played without."""
    table = Table(person("anise"), person("basil"), decisions=4)
    guest = visitor()
    table.open()
    guest.goto(table.game.get_absolute_url())
    pages.skip(table.mover.page)
    mover, (other,) = table.mover, table.others

    for _phase in ("turn", "lay"):
        pages.decide(mover.page, table.position.legal_actions()[0])  # type: ignore[arg-type]
        for page in (other.page, guest):
            expect(pages.happening(page)).to_contain_text(mover.user.name)
        for each in table.people:
            table.expect_board(each)
        expect_board(guest, table.game, None)


def test_players_see_how_many_are_watching(person: Callable[..., Person], visitor: Callable[..., Page]) -> None:
    table = Table(person("anise"), person("basil"))
    table.open()
    page = table.mover.page
    expect(page.get_by_text("watching")).to_be_hidden()
    guests = [visitor(), visitor()]
    for guest in guests:
        guest.goto(table.game.get_absolute_url())
    expect(page.get_by_text("2 people are watching.")).to_be_visible()
    guests[0].close()
    expect(page.get_by_text("1 person is watching.")).to_be_visible()
    guests[1].close()
    expect(page.get_by_text("watching")).to_be_hidden()


def test_a_page_that_was_offline_catches_up(person: Callable[..., Person]) -> None:
    table = Table(person("anise", reduced_motion="reduce"), person("basil", reduced_motion="reduce"))
    table.open()
    mover, (other,) = table.mover, table.others
    table.expect_board(other)
    other.context.set_offline(True)
    pages.turn(mover.page, "L")
    table.expect_board(mover)

    other.context.set_offline(False)
    table.expect_board(other)


def test_a_page_fetches_what_others_did_and_not_its_own_moves(person: Callable[..., Person]) -> None:
    table = Table(person("anise", reduced_motion="reduce"), person("basil", reduced_motion="reduce"))
    table.open()
    mover, (other,) = table.mover, table.others
    table.expect_board(mover)
    requests: list[str] = []

    def note(request: Request) -> None:
        requests.append(request.url)

    mover.page.on("request", note)
    pages.turn(mover.page, "S")
    pages.decide(mover.page, table.a_laying())
    table.expect_board(other)
    pages.turn(other.page, "S")
    table.expect_board(mover)
    assert len([url for url in requests if "/board/" in url]) == 1


def test_a_board_that_could_not_be_had_is_fetched_again(person: Callable[..., Person]) -> None:
    table = Table(person("anise", reduced_motion="reduce"), person("basil", reduced_motion="reduce"))
    table.open()
    mover, (other,) = table.mover, table.others
    table.expect_board(other)
    other.page.route("**/board/*", lambda route: route.abort(), times=1)
    pages.turn(mover.page, "L")
    table.expect_board(mover)
    table.expect_board(other)


def test_pages_catch_up_when_the_server_is_back_after_it_was_killed(
    person: Callable[..., Person], server: Server
) -> None:
    table = Table(person("anise", reduced_motion="reduce"), person("basil", reduced_motion="reduce"))
    with Server("--port", str(free_port()), **server.environment) as first:
        for each in table.people:
            each.page.goto(first.url + table.game.get_absolute_url())
            table.expect_board(each)
        first.stop(signal.SIGKILL)
    table.play_on(2)
    with Server("--port", first.url.rpartition(":")[2], **server.environment):
        for each in table.people:
            table.expect_board(each)
        # And from there on by itself, as before.
        pages.turn(table.mover.page, "R")
        for each in table.people:
            table.expect_board(each)


def test_the_lobby_follows_tables(person: Callable[..., Person], visitor: Callable[..., Page]) -> None:
    anise, basil, looker = person("anise"), person("basil"), visitor()
    looker.goto("/lobby/")
    expect(looker.get_by_text("No table is waiting")).to_be_visible()
    link = pages.open_table(anise.page, title="Mint tea", listed=True)
    expect(looker.get_by_role("link", name="Mint tea", exact=True)).to_be_visible()
    pages.sit_down(basil.page, link)
    expect(looker.get_by_text("No table is waiting")).to_be_visible()


def test_a_waiting_table_becomes_the_games_page_by_itself(person: Callable[..., Person]) -> None:
    people = [person(name) for name in ("anise", "basil", "cumin")]
    link = pages.open_table(people[0].page, players=3)
    for guest in people[1:]:
        pages.sit_down(guest.page, link)
    for each in people:
        expect(pages.board(each.page)).to_be_visible()
        expect_board(each.page, Game.objects.get(), people.index(each))


def test_other_pages_say_when_a_game_waits_for_me(person: Callable[..., Person]) -> None:
    table = Table(person("anise"), person("basil"))
    mover, (other,) = table.mover, table.others
    table.open(mover)
    other.page.goto("/preferences/")
    door = other.page.get_by_role("navigation", name="Main")
    expect(door.get_by_role("link", name="My games", exact=True)).to_be_visible()
    pages.turn(mover.page, "S")
    table.expect_board(mover)
    pages.decide(mover.page, table.a_laying())

    expect(door.get_by_role("link", name="My games 1 waiting for you")).to_be_visible()
    expect(other.page).to_have_title(re.compile(r"^\(1\) "))


def test_the_title_of_the_games_page_says_whose_turn_it_is(person: Callable[..., Person]) -> None:
    table = Table(person("anise", reduced_motion="reduce"), person("basil", reduced_motion="reduce"))
    table.open()
    mover, (other,) = table.mover, table.others
    expect(mover.page).to_have_title(re.compile("^(\\(1\\) )?●"))
    expect(other.page).not_to_have_title(re.compile("●"))
    pages.turn(mover.page, "S")
    table.expect_board(mover)
    pages.decide(mover.page, table.a_laying())
    expect(other.page).to_have_title(re.compile(r"^\(1\) ●"))
    expect(mover.page).not_to_have_title(re.compile("●|^\\("))
