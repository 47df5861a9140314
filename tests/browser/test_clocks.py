"""Clocks before the eyes of players: countdowns, deadlines that pass, vacations, and turns said beforehand."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.clock import MINUTE, SECOND, TimeControl
from games.clock_words import left_in_words
from games.models import ConditionalTurn, Game
from games.rules import Phase
from tests.browser import pages
from tests.browser.conftest import Person
from tests.browser.tables import Table
from tests.browser.test_mishaps import cut_off

HOUR = timedelta(hours=1)
LIVE = TimeControl.live(20, 15)
HOURS = {"ahead": 26, "behind": -26}

WRONG_CLOCK = """
  const Real = Date;
  const now = () => Real.now() + %d * 3_600_000;
  window.Date = class extends Real {
    constructor(...parts) { parts.length ? super(...parts) : super(now()); }
    static now() { return now(); }
  };
"""

# What a countdown says, in seconds, and how far that is from its deadline by a clock that is right.
SECONDS_OFF = """index => {
  const clock = document.querySelector(`#seat-${index} [data-deadline]`);
  const units = { day: 86400, hour: 3600, minute: 60, second: 1 };
  const said = [...clock.querySelector(".left").textContent.matchAll(/(\\d+) (day|hour|minute|second)/g)];
  const left = said.reduce((sum, [, number, unit]) => sum + number * units[unit], 0);
  return (Date.parse(clock.dataset.deadline) - Date.now()) / 1000 - left;
}"""


def seat_of(table: Table, person: Person) -> int:
    """Where this person sits."""
    return table.people.index(person)


def nearly_out(*people: Person) -> Table:
    """A live game in which the mover has some seconds left; everybody has finished a first turn."""
    at = timezone.now() - 20 * MINUTE + 8 * SECOND
    return Table(*people, control=TimeControl.live(20, 0), decisions=4, at=at)


def expect_agreement(page: Page, game: Game, index: int) -> None:
    """Wait until the countdown of this seat is by the server's deadline, and says what is left until then."""
    deadline = game.seats.get(index=index).deadline
    assert deadline is not None
    clock = page.locator(f"#seat-{index} [data-deadline]")
    expect(clock).to_be_attached()
    assert abs(datetime.fromisoformat(clock.get_attribute("data-deadline") or "") - deadline) < SECOND
    page.wait_for_function(f"index => Math.abs(({SECONDS_OFF})(index)) < 3", arg=index)


def test_a_countdown_agrees_with_the_server_after_the_move_of_another_tab(
    person: Callable[..., Person], visitor: Callable[..., Page]
) -> None:
    """The clocks of live games, whose seconds can be seen to pass."""
    table = Table(person("anise", reduced_motion="reduce"), person("basil", reduced_motion="reduce"), control=LIVE)
    mover, (other,) = table.mover, table.others
    second, guest = person(mover.user.name, reduced_motion="reduce"), visitor(reduced_motion="reduce")
    table.open(mover, second, other)
    guest.goto(table.game.get_absolute_url())
    everywhere = [mover.page, second.page, other.page, guest]
    for page in everywhere:
        expect_agreement(page, table.game, seat_of(table, mover))
    pages.turn(mover.page, "S")
    table.expect_board(mover)
    pages.decide(mover.page, table.a_laying())
    for page in everywhere:
        expect(page.locator(f"#seat-{seat_of(table, other)} [data-deadline]")).to_be_attached()
        expect_agreement(page, table.game, seat_of(table, other))
        expect(pages.seat(page, mover.user.name)).to_contain_text(re.compile(r"(19|20) minutes( \d+ seconds?)? left"))


SET_DEADLINE = """seconds => {
  const clock = document.querySelector("#seats [data-deadline]");
  clock.dataset.deadline = new Date(Date.now() + seconds * 1000).toISOString();
}"""


def test_a_countdown_says_it_in_the_words_of_the_server(person: Callable[..., Person]) -> None:
    table = Table(person("anise"), person("basil"), control=TimeControl.per_move(3))
    page = table.mover.page
    page.goto(table.game.get_absolute_url())
    half_a_minute = 30 * SECOND  # so that the words stay while they are counted
    for span in (51 * HOUR, 24 * HOUR, 24 * HOUR - MINUTE, 2 * HOUR, HOUR + 5 * MINUTE, HOUR):
        page.evaluate(SET_DEADLINE, (span + half_a_minute).total_seconds())
        expect(page.locator("#seats [data-deadline] .left")).to_have_text(left_in_words(span + half_a_minute))


@pytest.mark.parametrize("wrong", ["ahead", "behind"])
def test_a_browser_whose_own_clock_is_a_day_wrong_shows_what_is_left(person: Callable[..., Person], wrong: str) -> None:
    table = Table(person("anise"), person("basil"), control=TimeControl.per_move(3))
    mover, (other,) = table.mover, table.others
    other.context.add_init_script(WRONG_CLOCK % HOURS[wrong])
    for place in (table.game.get_absolute_url(), "/games/"):
        other.page.goto(place)
        assert abs(other.page.evaluate("Date.now()") / 1000 - timezone.now().timestamp()) > 24 * 3600
        # From 3 days to less the script must have counted.
        expect(other.page.get_by_text("2 days 23 hours left").first).to_be_visible()
    assert mover is not other


@pytest.mark.parametrize("place", ["game", "list"])
def test_a_page_whose_device_has_slept_asks_what_time_it_is(person: Callable[..., Person], place: str) -> None:
    """A slept device is one whose clock has gone on without the page's."""
    table = Table(person("anise"), person("basil"), control=TimeControl.per_move(3))
    page = table.mover.page
    page.goto(table.game.get_absolute_url() if place == "game" else "/games/")
    expect(page.get_by_text("2 days 23 hours left").first).to_be_visible()
    with page.expect_response("**/board/*" if place == "game" else "**/games/*") as answer:
        page.evaluate("() => {" + WRONG_CLOCK % HOURS["ahead"] + "}")
    assert "data-now" in answer.value.text()
    expect(page.get_by_text("2 days 23 hours left").first).to_be_visible()


def test_the_deadline_passes_in_front_of_both_players(
    person: Callable[..., Person], visitor: Callable[..., Page]
) -> None:
    table = nearly_out(person("anise"), person("basil"))
    mover, (other,) = table.mover, table.others
    guest = visitor()
    table.open()
    guest.goto(table.game.get_absolute_url())
    for page in (mover.page, other.page, guest):
        expect(pages.seat(page, mover.user.name)).to_contain_text(re.compile(r"\d seconds? left|the time is up"))
    expect(mover.page.locator("#say")).to_contain_text(f"{other.user.name} won with")
    expect(other.page.locator("#say")).to_contain_text("You won with")
    expect(guest.locator("#say")).to_contain_text(f"{other.user.name} won with")
    for page in (mover.page, other.page, guest):
        expect(pages.seat(page, mover.user.name)).to_contain_text("out: ran out of time")
        expect(page.locator("[data-deadline]")).to_have_count(0)
        expect(page.locator("#recent").get_by_text("runs out of time")).to_be_visible()


def test_a_page_that_hears_nothing_asks_for_the_board_when_the_time_is_up(person: Callable[..., Person]) -> None:
    table = nearly_out(person("anise"), person("basil"))
    other = table.others[0]
    cut_off(other.page)
    table.open(other)
    expect(other.page.locator("#say")).to_contain_text("You won with")


def test_a_move_after_the_deadline_is_refused_and_shows_how_things_are(person: Callable[..., Person]) -> None:
    table = nearly_out(person("anise"), person("basil"))
    page = table.mover.page
    cut_off(page)
    page.route("**/board/*", lambda route: route.abort())
    table.open(table.mover)
    expect(pages.seat(page, table.mover.user.name)).to_contain_text("the time is up")
    pages.way(page, "L").click()
    expect(page.get_by_role("alert").filter(visible=True)).to_contain_text("Your time ran out before this came in")
    expect(pages.seat(page, table.mover.user.name)).to_contain_text("out: ran out of time")


def test_a_vacation_is_switched_on_and_off(person: Callable[..., Person], visitor: Callable[..., Page]) -> None:
    table = Table(person("anise"), person("basil"), control=TimeControl.per_move(3))
    mover, (other,) = table.mover, table.others
    guest = visitor()
    table.open(other)
    guest.goto(table.game.get_absolute_url())
    mover.page.goto("/games/")
    mover.page.get_by_role("link", name="Vacation", exact=True).click()
    mover.page.get_by_role("button", name="Begin the vacation now").click()
    expect(mover.page.get_by_role("heading", name="You are on vacation")).to_be_visible()
    for page in (other.page, guest):
        expect(pages.seat(page, mover.user.name)).to_contain_text("on vacation until")
        expect(page.locator("#recent")).to_contain_text(f"{mover.user.name} is on vacation until")
    away = table.game.seats.get(user=mover.user)
    assert away.deadline is not None
    assert away.deadline > timezone.now() + timedelta(days=30)
    # The time stands still, and is not counted from the deadline.
    expect(pages.seat(guest, mover.user.name)).to_contain_text(re.compile("(3 days|2 days 23 hours) left"))

    mover.page.get_by_role("button", name="I am back").click()
    expect(mover.page.get_by_role("heading", name="You are not on vacation")).to_be_visible()
    for page in (other.page, guest):
        expect(pages.seat(page, mover.user.name)).not_to_contain_text("on vacation")
        expect(page.locator("#recent")).to_contain_text(f"{mover.user.name} is back from vacation")


def test_a_turn_said_beforehand_is_used(person: Callable[..., Person]) -> None:
    table = Table(person("anise", reduced_motion="reduce"), person("basil", reduced_motion="reduce"))
    mover, (other,) = table.mover, table.others
    table.open()
    say_beforehand(other.page, "Left")
    expect(mover.page.get_by_text("beforehand")).to_have_count(0)
    pages.turn(mover.page, "S")
    table.expect_board(mover)
    pages.decide(mover.page, table.a_laying())
    for each in table.people:
        table.expect_board(each)
    assert (table.mover, table.position.phase) == (other, Phase.LAY)
    expect(pages.market(other.page).get_by_role("button", name="Lay on").first).to_be_visible()
    expect(other.page.locator("#recent li").first).to_contain_text("turns left, rolls")
    expect(other.page.get_by_text("Say beforehand")).to_have_count(0)


def test_a_turn_said_beforehand_is_taken_back(person: Callable[..., Person]) -> None:
    table = Table(person("anise", reduced_motion="reduce"), person("basil", reduced_motion="reduce"))
    mover, (other,) = table.mover, table.others
    table.open()
    say_beforehand(other.page, "Right")
    other.page.get_by_role("button", name="Take it back").click()
    expect(other.page.get_by_role("button", name="Take it back")).to_have_count(0)
    expect(other.page.get_by_label("Whatever way he looks")).to_have_value("")
    assert not ConditionalTurn.objects.exists()
    pages.turn(mover.page, "S")
    table.expect_board(mover)
    pages.decide(mover.page, table.a_laying())
    table.expect_board(other)
    assert (table.mover, table.position.phase) == (other, Phase.TURN)


def say_beforehand(page: Page, side: str) -> None:
    """Say how Assam is turned, whatever way he looks."""
    page.get_by_text("Say beforehand how to turn Assam").click()
    page.get_by_label("Whatever way he looks").select_option(side)
    page.get_by_role("button", name="Keep this for my turn").click()
    expect(page.get_by_role("button", name="Take it back")).to_be_visible()


def test_time_that_is_given_is_seen_at_once(person: Callable[..., Person]) -> None:
    table = Table(person("anise"), person("basil"), control=TimeControl.per_move(3))
    mover, (other,) = table.mover, table.others
    table.open()
    other.page.get_by_text("Give more time").click()
    other.page.get_by_role("button", name=f"Give {mover.user.name} 1 day").click()
    expect(other.page.get_by_text(f"You have given {mover.user.name} 1 day.")).to_be_visible()
    for page in (mover.page, other.page):
        expect(pages.seat(page, mover.user.name)).to_contain_text("3 days 23 hours left")


def test_only_the_numbers_of_the_clock_that_is_chosen_are_asked_for(person: Callable[..., Person]) -> None:
    page = person("anise").page
    page.goto("/lobby/")
    form = page.locator("#open-form")
    labels = ("Days for each turn", "Days to begin with", "Minutes to begin with")
    for clock, shown in (("Some days", 0), ("A bank of days", 1), ("Minutes: everybody", 2), ("No clock", None)):
        form.get_by_label(clock).check()
        for place, label in enumerate(labels):
            expect(form.get_by_label(label, exact=True)).to_be_visible(visible=place == shown)
    form.get_by_label("Minutes: everybody").check()
    form.get_by_label("Minutes to begin with").select_option("10")
    form.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("10 minutes, and 15 seconds more for each turn").first).to_be_visible()
