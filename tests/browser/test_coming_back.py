"""Coming back to a game after others have moved: what happened is shown step by step, once, and then it is my turn."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.history import history_of
from games.rules import Phase
from games.telling import Telling
from tests.browser import pages
from tests.browser.conftest import Person
from tests.browser.tables import Table

NAMES = ("anise", "basil", "cumin")


@pytest.fixture
def away(person: Callable[..., Person]) -> Callable[..., tuple[Table, Person, list[str]]]:
    """`away()` plays on until somebody who was away has to turn Assam again: the table, he, and what he has missed."""

    def play(**options: object) -> tuple[Table, Person, list[str]]:
        table = Table(*(person(name, **options) for name in NAMES), decisions=6)
        back, since = table.mover, table.ply + 2
        seat = table.people.index(back)
        table.play_on(2)
        while table.position.mover != seat or table.position.phase is not Phase.TURN:
            table.play_on()
        telling = Telling(NAMES, seat)
        missed = [telling.sentence(step) for step in history_of(table.game).since(since)]
        assert len(missed) >= 6
        return table, back, missed

    return play


def test_steps_are_shown_one_after_the_other_and_then_it_is_my_turn(
    away: Callable[..., tuple[Table, Person, list[str]]],
) -> None:
    table, back, missed = away()
    table.open(back)
    for sentence in missed:
        expect(pages.happening(back.page)).to_have_text(sentence)
    expect(pages.way(back.page, "L")).to_be_visible()
    table.expect_board(back)
    expect(pages.happening(back.page)).to_have_count(0)


def test_what_was_shown_is_not_shown_again(away: Callable[..., tuple[Table, Person, list[str]]]) -> None:
    table, back, missed = away()
    page = back.page
    table.open(back)
    expect(pages.happening(page)).to_have_text(missed[0])
    with page.expect_response("**/seen/"):
        page.get_by_role("button", name="Skip").click()
    expect(pages.way(page, "L")).to_be_visible()
    table.expect_board(back)

    page.reload()
    expect(pages.way(page, "L")).to_be_visible()
    expect(pages.happening(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Skip")).to_be_hidden()


def test_under_reduced_motion_the_steps_are_a_list(away: Callable[..., tuple[Table, Person, list[str]]]) -> None:
    table, back, missed = away(reduced_motion="reduce")
    page = back.page
    table.open(back)
    expect(page.get_by_role("heading", name="Since you last looked")).to_be_visible()
    expect(pages.happening(page)).to_have_text(missed)
    expect(pages.way(page, "L")).to_be_visible()
    with page.expect_response("**/seen/"):
        page.get_by_role("button", name="Got it").click()
    expect(pages.happening(page)).to_have_count(0)
    page.reload()
    expect(pages.way(page, "L")).to_be_visible()
    expect(pages.happening(page)).to_have_count(0)
