"""The ladder before the eyes of those who play: what a rated game changes is seen at once, wherever one looks."""

import re
from collections.abc import Callable

from allauth.account.models import EmailAddress
from playwright.sync_api import Page, expect

from games.history import history_of
from games.models import Game
from games.rules import Phase, Variant
from ladder.models import Ladder
from tests.browser import pages
from tests.browser.conftest import Person
from tests.browser.tables import elsewhere
from tests.games.tables import play_on
from tests.ladder.rated import start_rated


def before_the_last_rug(*people: Person) -> Game:
    """A rated game of these people in which one rug is left to be laid."""

    def play() -> Game:
        game = start_rated([person.user for person in people], variant=Variant(players=len(people), dirhams=99))
        while not (game.current().phase is Phase.LAY and sum(seat.rugs for seat in game.current().seats) == 1):
            game = play_on(game, 1)
        return game

    return elsewhere(play)


def test_both_players_see_the_change_on_the_game_in_the_standings_and_on_the_chart(
    person: Callable[..., Person],
) -> None:
    people = [person(name, reduced_motion="reduce") for name in ("anise", "basil")]
    for each in people:
        EmailAddress.objects.create(user=each.user, email=f"{each.user.name}@example.org", verified=True)
    Ladder.objects.update(provisional=1)
    game = before_the_last_rug(*people)
    # Each has the game, the standings and the own page open; nothing of them is loaded anew from now on.
    open_pages: list[tuple[Person, Page, Page, Page]] = []
    for each in people:
        standings, own = each.context.new_page(), each.context.new_page()
        each.page.goto(game.get_absolute_url())
        standings.goto("/ladder/all/")
        own.goto(each.user.get_absolute_url())
        expect(standings.get_by_text("Nobody has a place here yet.")).to_be_visible()
        expect(own.locator("#ratings")).to_have_count(0)
        open_pages.append((each, each.page, standings, own))
        for page in (each.page, standings, own):
            page.evaluate("document.body.dataset.untouched = 'yes'")

    position = history_of(game).position
    mover = people[position.mover]
    pages.decide(mover.page, position.legal_actions()[0])  # type: ignore[arg-type]

    for each, at_game, standings, own in open_pages:
        changed = at_game.locator("#ratings").get_by_role("row").filter(has_text=each.user.name).first
        expect(changed).to_contain_text(re.compile(r"All games\s*(\+50\s*1550|-50\s*1450|0\s*1500)"))
        rating = re.findall(r"\d{4}", changed.inner_text())[-1]
        row = standings.locator(f"#player-{each.user.pk}")
        expect(row.locator(".rating")).to_have_text(rating)
        expect(row).to_have_class("mine")
        expect(own.locator("#ratings tbody tr").first).to_contain_text(rating)
        expect(own.get_by_role("img", name=f"now {rating}")).to_be_visible()
        for page in (at_game, standings, own):
            assert page.evaluate("document.body.dataset.untouched") == "yes"
