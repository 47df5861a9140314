"""Players of a game talk on its page, and nobody else hears of it."""

from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Locator, Page, Route, expect

from games.conversation import SHOWN_MESSAGES
from games.models import Message, Seat
from tests.browser import pages
from tests.browser.conftest import Person
from tests.browser.tables import Table

HOSTILE = "<img src=x onerror='window.hacked = 1'><script>window.hacked = 1</script>"


def write(page: Page, text: str) -> None:
    """Say something, and send it with the Enter key."""
    page.get_by_label("Message").fill(text)
    page.keyboard.press("Enter")
    expect(said(page).filter(has_text=text)).to_be_visible()
    expect(page.get_by_label("Message")).to_have_value("")


def said(page: Page) -> Locator:
    """The messages on the page."""
    return page.get_by_role("log", name="Chat").get_by_role("listitem")


def test_two_players_talk_and_a_spectator_hears_nothing(
    person: Callable[..., Person], visitor: Callable[..., Page]
) -> None:
    table = Table(person("anise"), person("basil"))
    anise, basil = (each.page for each in table.people)
    guest = visitor()
    table.open()
    guest.goto(table.game.get_absolute_url())
    expect(guest.locator("#board")).to_be_visible()

    write(anise, "Good evening, @basil")
    expect(said(basil)).to_have_count(1)
    expect(said(basil)).to_contain_text("names you")
    write(basil, "Good evening")
    write(anise, HOSTILE)
    for page in (anise, basil):
        expect(said(page)).to_have_count(3)
        expect(said(page).last).to_contain_text(HOSTILE)
        assert page.evaluate("window.hacked") is None
    expect(guest.get_by_text("Good evening")).to_have_count(0)
    expect(guest.get_by_role("heading", name="Chat")).to_have_count(0)


def test_a_move_leaves_alone_what_is_being_written(person: Callable[..., Person]) -> None:
    table = Table(person("anise", reduced_motion="reduce"), person("basil", reduced_motion="reduce"))
    table.open()
    mover, (other,) = table.mover, table.others
    write(mover.page, "Your rugs are everywhere")
    expect(said(other.page)).to_have_count(1)
    other.page.get_by_label("Message").fill("Not for lo")
    with pages.another_board(mover.page):
        mover.page.get_by_role("button", name="Left to the").click()
    table.expect_board(other)
    other.page.keyboard.type("ng")
    expect(other.page.get_by_label("Message")).to_have_value("Not for long")
    expect(said(other.page)).to_have_count(1)


def test_what_others_say_is_unread_until_it_is_looked_at(person: Callable[..., Person]) -> None:
    table = Table(person("anise"), person("basil"))
    anise, basil = (each.page for each in table.people)
    table.open(table.people[0])
    basil.goto("/games/")
    for number in (1, 2):
        write(anise, f"word {number}")
    expect(basil.get_by_role("link", name="2 unread messages")).to_be_visible()
    basil.get_by_role("link", name="2 unread messages").click()
    expect(said(basil)).to_have_count(2)
    expect(basil.locator("#chat-unread")).to_be_hidden()
    basil.wait_for_load_state("networkidle")
    basil.goto("/games/")
    expect(basil.get_by_role("link", name="Play").or_(basil.get_by_role("link", name="Look")).first).to_be_visible()
    expect(basil.get_by_text("unread message")).to_have_count(0)


def test_a_page_that_was_offline_catches_up_with_what_was_said(person: Callable[..., Person]) -> None:
    table = Table(person("anise"), person("basil"))
    anise, basil = table.people
    table.open()
    write(anise.page, "Are you there?")
    expect(said(basil.page)).to_have_count(1)
    basil.context.set_offline(True)
    write(anise.page, "Hello?")
    basil.context.set_offline(False)
    expect(said(basil.page)).to_have_count(2)


def test_a_page_that_was_offline_for_very_long_misses_nothing(person: Callable[..., Person]) -> None:
    table = Table(person("anise"), person("basil"))
    table.open()
    anise, basil = table.people
    write(anise.page, "Are you there?")
    expect(said(basil.page)).to_have_count(1)
    basil.context.set_offline(True)
    last, long_ago = 2 * SHOWN_MESSAGES + 5, timezone.now() - timedelta(days=1)
    Message.objects.bulk_create(
        Message(game=table.game, number=number, author=anise.user, text="Hello?", form=str(number), at=long_ago)
        for number in range(2, last)
    )
    write(anise.page, "Good night, then")
    basil.context.set_offline(False)
    expect(said(basil.page)).to_have_count(last)
    assert [int(line.get_attribute("data-number") or 0) for line in said(basil.page).all()] == [*range(1, last + 1)]


def test_a_page_that_is_refused_what_was_said_says_so_and_does_not_ask_on_and_on(person: Callable[..., Person]) -> None:
    table = Table(person("anise"), person("basil"))
    anise, basil = (each.page for each in table.people)
    basil.clock.install()
    table.open()
    asked = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=403)

    basil.route("**/chat/?after=*", refuse)
    write(anise, "Are you there?")
    expect(basil.get_by_role("alert").filter(has_text="Load the page again")).to_be_visible()
    basil.clock.fast_forward(60_000)
    basil.unroute("**/chat/?after=*")
    write(anise, "Hello?")
    expect(said(basil)).to_have_count(2)
    assert len(asked) == 1


def test_who_has_gone_on_to_the_board_is_not_called_back_by_the_answer(person: Callable[..., Person]) -> None:
    table = Table(person("anise"), person("basil"))
    table.open()
    page = table.mover.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/chat/say/", hold)
    page.get_by_label("Message").fill("Good evening")
    with page.expect_request("**/chat/say/"):
        page.keyboard.press("Enter")
    button = page.get_by_role("button", name="Left to the")
    button.focus()
    held[0].continue_()
    expect(said(page)).to_have_count(1)
    expect(button).to_be_focused()


def test_who_is_too_fast_keeps_his_words(person: Callable[..., Person]) -> None:
    table = Table(person("anise"), person("basil"))
    table.open(table.people[0])
    page = table.people[0].page
    for number in range(10):
        write(page, f"word {number}")
    page.get_by_label("Message").fill("one too many")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("alert").filter(has_text="10 messages within a minute")).to_be_visible()
    expect(page.get_by_label("Message")).to_have_value("one too many")
    assert Message.objects.count() == 10


def test_the_chat_is_switched_off_and_on(person: Callable[..., Person]) -> None:
    table = Table(person("anise"), person("basil"))
    table.open()
    anise, basil = (each.page for each in table.people)
    basil.get_by_role("button", name="No chat in this game").click()
    expect(basil.get_by_text("You have switched the chat of this game off.")).to_be_visible()
    write(anise, "Hello?")
    basil.get_by_role("button", name="Switch it on").click()
    expect(said(basil)).to_have_count(1)


def test_by_forms_alone(person: Callable[..., Person]) -> None:
    table = Table(*(person(name, java_script_enabled=False) for name in ("anise", "basil")))
    table.open()
    anise, basil = (each.page for each in table.people)
    anise.get_by_label("Message").fill("Good evening")
    anise.get_by_role("button", name="Send").click()
    expect(said(anise)).to_contain_text("Good evening")
    basil.reload()
    expect(basil.get_by_role("heading", name="Chat 1 unread")).to_be_visible()
    basil.get_by_role("button", name="Mark as read").click()
    expect(basil.get_by_role("heading", name="Chat", exact=True)).to_be_visible()
    assert Seat.objects.get(user__name="basil").read_messages == 1
    basil.get_by_text("My note on this game").click()
    basil.get_by_label("Only you see this").fill("Watch the blue ones")
    basil.get_by_role("button", name="Keep the note").click()
    expect(basil.get_by_label("Only you see this")).to_have_value("Watch the blue ones")
