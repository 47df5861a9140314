"""Finding a rated game, in real browsers: nobody loads a page anew, and everybody lands at the game."""

from collections.abc import Callable
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Game
from ladder.models import Seek
from tests.browser.conftest import Person
from tests.browser.tables import elsewhere
from tests.ladder.rated import win

CLOCK = "10 minutes, and 20 seconds more for each turn"


def confirmed(person: Callable[..., Person], *names: str, **options: object) -> list[Person]:
    """People of these names who may play rated."""
    people = [person(name, **options) for name in names]
    for each in people:
        EmailAddress.objects.create(user=each.user, email=f"{each.user.name}@example.org", verified=True)
    return people


def look(person: Person, *, reach: str = "Near mine", clock: str = CLOCK) -> None:
    """Choose how near the others' ratings are to be, and press a clock."""
    person.page.goto("/find/")
    person.page.get_by_label(reach).check()
    person.page.get_by_role("button", name=clock, exact=True).click()


def expect_game(*people: Person) -> None:
    """Wait until all of them are at the one game there is, which is rated and goes on."""
    for each in people:
        expect(each.page.locator("#board")).to_be_visible()
    game = Game.objects.latest("pk")
    assert {each.page.url.partition("/game/")[2] for each in people} == {f"{game.code}/"}
    assert (game.status, game.rated) == (Game.Status.PLAYING, True)


def test_two_who_press_the_same_clock_find_themselves_in_one_game(person: Callable[..., Person]) -> None:
    anise, basil = confirmed(person, "anise", "basil")
    look(anise)
    expect(anise.page.get_by_role("heading", name="Looking for a rated game")).to_be_visible()
    elsewhere_open = anise.context.new_page()
    elsewhere_open.goto("/lobby/")
    expect(elsewhere_open.get_by_text("You are looking for a rated game")).to_be_visible()
    look(basil)
    expect_game(anise, basil)
    expect(elsewhere_open.get_by_text("You are looking for a rated game")).to_be_hidden()


def has_looked_for(seconds: int, *people: Person) -> None:
    """Set for how long these have been looking; with less than none their reach does not grow meanwhile."""
    users = [person.user for person in people]
    Seek.objects.filter(user__in=users).update(since=timezone.now() - timedelta(seconds=seconds))


def test_ratings_far_from_each_other_meet_when_the_reach_has_grown(person: Callable[..., Person]) -> None:
    anise, basil = confirmed(person, "anise", "basil")
    for _ in range(2):
        elsewhere(lambda: win(anise.user, basil.user))
    for each in (anise, basil):
        look(each)
        has_looked_for(-3600, each)
    rating = Seek.objects.get(user=anise.user).rating
    reach = anise.page.locator("#reach")
    narrow = f"from {rating - 100} to {rating + 100}"
    expect(reach).to_have_text(narrow)
    has_looked_for(25, anise)
    expect(reach).not_to_have_text(narrow)
    expect(basil.page.locator("#others")).to_have_text("1")
    has_looked_for(25, basil)
    expect_game(anise, basil)


def test_who_stops_is_left_alone(person: Callable[..., Person]) -> None:
    anise, basil = confirmed(person, "anise", "basil")
    look(anise)
    anise.page.get_by_role("button", name="Stop looking").click()
    expect(anise.page.get_by_role("heading", name="Find a rated game")).to_be_visible()
    look(basil)
    expect(basil.page.locator("#others")).to_have_text("0")
    anise.page.goto("/")
    anise.page.get_by_role("button", name="Find a rated game").click()  # the same once more
    expect_game(anise, basil)


def test_a_search_whose_page_was_not_heard_of_ends_and_the_page_says_so(person: Callable[..., Person]) -> None:
    (anise,) = confirmed(person, "anise")
    look(anise)
    Seek.objects.update(seen_at=timezone.now() - timedelta(minutes=2))
    expect(anise.page.get_by_text("had not been heard of for 1 minute 30 seconds")).to_be_visible()


def test_without_javascript_one_looks_again(person: Callable[..., Person]) -> None:
    anise, basil = confirmed(person, "anise", "basil", java_script_enabled=False)
    look(anise)
    anise.page.get_by_role("button", name="look again").click()
    expect(anise.page.get_by_role("heading", name="Looking for a rated game")).to_be_visible()
    look(basil)
    expect(basil.page.locator("#board")).to_be_visible()
    # By the button, or because the page has looked by itself.
    expect(anise.page.locator("#board")).to_be_visible()
