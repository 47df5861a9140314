"""Sounds: for who has asked for them, and only then."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser import pages
from tests.browser.conftest import Person
from tests.browser.tables import Table
from tests.browser.test_chat import write

# Notes the pitch of every tone that begins.
LISTEN = """
  window.heard = [];
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    const tone = make.call(this);
    const start = tone.start.bind(tone);
    tone.start = (at) => { window.heard.push(tone.frequency.value); start(at); };
    return tone;
  };
"""
FIRST = {"turn": 587, "move": 392, "over": 523, "chat": 988}
"""The first note of each sound, in hertz."""


def expect_heard(page: Page, *sounds: str) -> None:
    """Wait until these sounds, and no others, have been heard, each once."""
    first = list(FIRST.values())
    heard = f"window.heard.filter((pitch) => {first}.includes(pitch)).join()"
    page.wait_for_function(f"() => {heard} === {','.join(str(FIRST[sound]) for sound in sounds)!r}")


def listening(person: Callable[..., Person], name: str, *, sounds: bool) -> Person:
    """Somebody who hears, or at least listens."""
    somebody = person(name, reduced_motion="reduce")
    User.objects.filter(pk=somebody.user.pk).update(sounds=sounds)
    somebody.page.add_init_script(LISTEN)
    return somebody


def test_my_turn_a_message_and_the_end_are_heard(person: Callable[..., Person]) -> None:
    table = Table(*(listening(person, name, sounds=True) for name in ("anise", "basil")))
    table.open()
    mover, (other,) = table.mover, table.others
    for each in (mover, other):
        table.expect_board(each)
        each.page.locator("h1").click()  # a page that nobody has touched may not make a sound
    write(mover.page, "Hello")
    expect_heard(other.page, "chat")
    pages.turn(mover.page, "S")
    expect_heard(other.page, "chat", "move")
    pages.decide(mover.page, table.a_laying())
    expect_heard(other.page, "chat", "move", "turn")
    pages.resign(other.page)
    expect_heard(mover.page, "over")


def test_who_has_not_asked_for_sounds_hears_none(person: Callable[..., Person]) -> None:
    table = Table(*(listening(person, name, sounds=False) for name in ("anise", "basil")))
    table.open()
    mover, (other,) = table.mover, table.others
    other.page.locator("h1").click()
    write(mover.page, "Hello")
    pages.turn(mover.page, "S")
    table.expect_board(other)
    expect(other.page.get_by_text("Hello")).to_be_visible()
    assert other.page.evaluate("window.heard") == []


def test_a_page_that_nobody_touched_stays_silent_without_complaint(person: Callable[..., Person]) -> None:
    table = Table(*(listening(person, name, sounds=True) for name in ("anise", "basil")))
    for each in table.people:  # what drives the browser counts as a touch
        each.page.add_init_script("Object.defineProperty(navigator, 'userActivation', { value: {} })")
    table.open()
    mover, (other,) = table.mover, table.others
    table.expect_board(other)
    pages.turn(mover.page, "S")
    table.expect_board(other)
    assert other.page.evaluate("window.heard") == []


def test_sounds_are_asked_for_in_the_preferences(person: Callable[..., Person]) -> None:
    anise = person("anise")
    anise.page.goto("/preferences/")
    expect(anise.page.get_by_label("Play sounds")).not_to_be_checked()
    anise.page.get_by_label("Play sounds").check()
    anise.page.get_by_label("No chat in my games").check()
    anise.page.get_by_role("button", name="Save").click()
    expect(anise.page.get_by_label("Play sounds")).to_be_checked()
    anise.user.refresh_from_db()
    assert anise.user.sounds
    assert anise.user.chat_off
