"""Friends in real browsers: followed from a page, invited to a table, and there at once."""

from collections.abc import Callable

from allauth.account.models import EmailAddress
from playwright.sync_api import Page, expect

from games.history import history_of
from games.models import Game
from ladder.models import Ladder, Standing
from tests.browser import pages
from tests.browser.conftest import Person
from tests.browser.test_ladder import before_the_last_rug


def test_a_player_follows_another_invites_him_to_his_table_and_the_friend_is_told_at_once_and_accepts(
    person: Callable[..., Person],
) -> None:
    anise, basil = person("anise", reduced_motion="reduce"), person("basil", reduced_motion="reduce")
    basil.page.goto("/games/")
    anise.page.goto("/player/basil/")
    anise.page.get_by_role("button", name="Follow basil", exact=True).press("Enter")
    button = anise.page.get_by_role("button", name="Unfollow basil")
    expect(button).to_be_focused()
    expect(anise.page.get_by_text("You follow this player.")).to_be_visible()

    pages.open_table(anise.page, players=2, title="Among friends")
    anise.page.get_by_label("Invite a friend").select_option("basil")
    anise.page.get_by_role("button", name="Invite this friend").click()
    expect(anise.page.locator("#seat-1")).to_contain_text("kept for basil")

    # Basil has loaded nothing since before the table was there.
    invitation = basil.page.get_by_role("listitem").filter(has_text="Among friends").first
    expect(invitation).to_be_visible()
    basil.page.get_by_role("button", name="Accept Among friends").click()
    expect(basil.page.locator("#board")).to_be_visible()
    expect(anise.page.locator("#board")).to_be_visible()
    assert Game.objects.get().status == Game.Status.PLAYING


def test_an_invitation_that_is_taken_back_goes_before_the_eyes_of_who_was_invited(
    person: Callable[..., Person],
) -> None:
    anise, basil = person("anise"), person("basil")
    basil.page.goto("/games/")
    pages.open_table(anise.page, players=2, title="Among friends")
    anise.page.get_by_label("Invite a player by name").fill("basil")
    anise.page.get_by_label("Invite a player by name").press("Enter")
    expect(basil.page.get_by_text("You are invited")).to_be_visible()
    anise.page.get_by_role("button", name="Take the invitation back of basil").click()
    expect(anise.page.locator("#seat-1")).to_contain_text("free seat")
    expect(basil.page.get_by_text("You are invited")).to_be_hidden()


def test_the_page_of_friends_shows_a_table_as_soon_as_a_friend_waits_there(person: Callable[..., Person]) -> None:
    anise, basil = person("anise"), person("basil")
    anise.page.goto("/player/basil/")
    anise.page.get_by_role("button", name="Follow basil", exact=True).click()
    expect(anise.page.get_by_role("button", name="Unfollow basil")).to_be_visible()
    anise.page.get_by_text("anise", exact=True).click()
    anise.page.get_by_role("link", name="Friends").click()
    expect(anise.page.get_by_role("heading", name="Friends")).to_be_visible()
    pages.open_table(basil.page, players=2, title="By the well", listed=True)
    anise.page.get_by_role("link", name="By the well").click()
    anise.page.get_by_role("button", name="Sit down").click()
    expect(basil.page.locator("#board")).to_be_visible()


def test_the_home_page_tells_who_leads_the_ladder_as_soon_as_a_game_has_ended(
    person: Callable[..., Person], visitor: Callable[..., Page]
) -> None:
    people = [person(name, reduced_motion="reduce") for name in ("anise", "basil")]
    for each in people:
        EmailAddress.objects.create(user=each.user, email=f"{each.user.name}@example.org", verified=True)
    Ladder.objects.update(provisional=1)
    game = before_the_last_rug(*people)
    stranger, own = visitor(), people[0].context.new_page()
    for page in (stranger, own):
        page.goto("/")
    expect(own.get_by_text("You have no rating here yet.")).to_be_visible()
    expect(stranger.locator("#ladder-top")).to_be_hidden()

    position = history_of(game).position
    mover = people[position.mover]
    mover.page.goto(game.get_absolute_url())
    pages.decide(mover.page, position.legal_actions()[0])  # type: ignore[arg-type]
    for page in (stranger, own):
        expect(page.locator("#ladder-top .podium li")).to_have_count(2)
    leader = Standing.objects.filter(ladder=Ladder.objects.main()[0]).order_by("-rating", "user")[0].user.name
    expect(stranger.locator("#ladder-top .podium li").first).to_contain_text(leader)
    expect(own.get_by_text("You are at place")).to_be_visible()
