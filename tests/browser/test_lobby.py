"""Lobby, waiting table and own games change by themselves, in real browsers."""

from collections.abc import Callable

from django.utils import timezone
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from games import lobby
from games.models import Game
from games.rules import Lay, Turn, Variant
from tests.browser.conftest import Person
from tests.browser.pages import decide, sit_down, turn
from tests.games.tables import start_game


def test_two_players_meet_in_the_lobby_and_the_waiting_one_finds_himself_in_the_game(
    person: Callable[..., Person], visitor: Callable[..., Page]
) -> None:
    anise, basil = person("anise"), person("basil")
    guest = visitor()
    guest.goto("/lobby/")
    basil.page.goto("/lobby/")
    expect(basil.page.get_by_text("No table is waiting")).to_be_visible()

    anise.page.goto("/lobby/")
    anise.page.get_by_text("Title and dice").click()
    anise.page.get_by_label("Title").fill("By the well")
    contribution = anise.page.get_by_label("Your contribution to the dice").input_value()
    assert len(contribution) == 16
    anise.page.get_by_role("button", name="Open the table").click()
    expect(anise.page.get_by_role("heading", name="By the well")).to_be_visible()
    expect(anise.page.get_by_text(contribution)).to_be_visible()

    # Nobody reloads anything from here on.
    expect(guest.get_by_role("link", name="By the well")).to_be_visible()
    basil.page.get_by_role("button", name="Sit down By the well").click()
    expect(basil.page.locator("#board")).to_be_visible()
    expect(anise.page.locator("#board")).to_be_visible()
    expect(guest.get_by_text("No table is waiting")).to_be_visible()
    game = Game.objects.get()
    assert game.status == Game.Status.PLAYING
    assert all(len(seat.contribution) == 16 for seat in game.seats.all())


def test_those_who_wait_at_a_table_see_others_come_and_go_and_lose_nothing_they_have_open(
    person: Callable[..., Person], visitor: Callable[..., Page]
) -> None:
    anise, basil = person("anise"), person("basil")
    game = lobby.open_table(anise.user, Variant(players=3), timezone.now())
    dill = person("dill")
    for page in (anise.page, dill.page):
        page.goto(game.get_absolute_url())
    anise.page.get_by_text("Dice that anyone can check").click()
    dill.page.get_by_label("Your contribution to the dice").fill("half-typed")
    dill.page.get_by_label("Your contribution to the dice").focus()

    basil.page.goto(game.get_absolute_url())
    basil.page.get_by_role("button", name="Sit down").click()
    for page in (anise.page, dill.page):
        expect(page.locator("#seat-1")).to_contain_text("basil")
    expect(anise.page.get_by_text(game.commitment)).to_be_visible()
    expect(dill.page.get_by_label("Your contribution to the dice")).to_have_value("half-typed")
    expect(dill.page.get_by_label("Your contribution to the dice")).to_be_focused()

    basil.page.get_by_role("button", name="Leave the table").click()
    expect(anise.page.locator("#seat-1")).to_contain_text("free seat")
    anise.page.get_by_text("Close the table").click()
    anise.page.get_by_role("button", name="Yes, close it").click()
    expect(dill.page.get_by_text("was closed before its game began")).to_be_visible()


def test_a_game_begins_at_the_top_of_its_page_however_far_down_the_table_was(person: Callable[..., Person]) -> None:
    """Both pages have the same address, and a browser shows that as far down as it was."""
    small = {"width": 360, "height": 500}
    anise, basil = person("anise", viewport=small), person("basil", viewport=small)
    game = lobby.open_table(anise.user, Variant(), timezone.now())
    for page in (anise.page, basil.page):
        page.goto(game.get_absolute_url())
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert page.evaluate("scrollY") > 100
    basil.page.get_by_role("button", name="Sit down").click()
    for page in (anise.page, basil.page):
        expect(page.locator("#act")).to_be_visible()
        expect(page.locator("header .mark")).to_be_in_viewport()


def test_the_counter_the_title_and_my_games_follow_the_moves_of_others(person: Callable[..., Person]) -> None:
    people = [person("anise"), person("basil")]
    game = start_game([each.user for each in people])
    mover = game.current().movers[0]
    waiting, other = people[mover], people[1 - mover]
    at_lobby = waiting.context.new_page()
    at_lobby.goto("/lobby/")
    other.page.goto("/games/")
    expect(at_lobby).to_have_title("(1) Lobby · Marrakech")
    expect(other.page).to_have_title("My games · Marrakech")

    waiting.page.goto(game.get_absolute_url())
    turn(waiting.page, "S")
    expect(waiting.page.locator("#board")).to_have_attribute("data-ply", "1")
    expect(at_lobby).to_have_title("(1) Lobby · Marrakech")
    game.refresh_from_db()
    action = game.current().legal_actions()[0]
    assert isinstance(action, Turn | Lay)
    decide(waiting.page, action)

    expect(other.page).to_have_title("(1) My games · Marrakech")
    expect(other.page.locator("#waiting")).to_contain_text("1")
    expect(other.page.get_by_role("link", name="Play")).to_be_visible()
    expect(at_lobby).to_have_title("Lobby · Marrakech")
    expect(at_lobby.locator("#waiting")).to_be_hidden()


def test_a_page_connects_though_its_scripts_come_slowly(person: Callable[..., Person]) -> None:
    anise, basil = person("anise"), person("basil")
    game = lobby.open_table(anise.user, Variant(players=3), timezone.now())
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    anise.page.route("**/hx-ws*.js", hold, times=1)
    anise.page.goto(game.get_absolute_url(), wait_until="commit")
    # Until htmx is there, and has had its turn at the page.
    anise.page.evaluate("""new Promise((done) => {
      const look = () => (window.htmx ? setTimeout(() => setTimeout(done)) : setTimeout(look));
      look();
    })""")
    held[0].continue_()
    sit_down(basil.page, game.get_absolute_url())
    expect(anise.page.locator("#seat-1")).to_contain_text("basil")


def test_a_page_whose_socket_was_away_catches_up_when_it_is_back(person: Callable[..., Person]) -> None:
    anise, basil = person("anise"), person("basil")
    game = lobby.open_table(anise.user, Variant(players=3), timezone.now())
    sockets: list[WebSocketRoute] = []
    away = False

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if away:
            socket.close(code=1012)
        else:
            socket.connect_to_server()

    anise.page.route_web_socket("**/ws/**", connect)
    with anise.page.expect_websocket():
        anise.page.goto(game.get_absolute_url())
    away = True
    sockets[0].close(code=1012)
    sit_down(basil.page, game.get_absolute_url())
    expect(basil.page.locator("#seat-1")).to_contain_text("basil")
    expect(anise.page.locator("#seat-1")).to_contain_text("free seat")
    away = False
    expect(anise.page.locator("#seat-1")).to_contain_text("basil")


def test_the_invitation_link_is_copied(person: Callable[..., Person]) -> None:
    anise = person("anise", permissions=["clipboard-read", "clipboard-write"])
    game = lobby.open_table(anise.user, Variant(), timezone.now(), listed=False)
    anise.page.goto(game.get_absolute_url())
    anise.page.get_by_role("button", name="Copy").click()
    expect(anise.page.get_by_role("button", name="Copied")).to_be_visible()
    assert anise.page.evaluate("navigator.clipboard.readText()") == anise.page.url


def test_the_choice_of_colours_is_off_with_more_than_two_players(person: Callable[..., Person]) -> None:
    anise = person("anise")
    anise.page.goto("/lobby/")
    anise.page.get_by_text("Options of the game").click()
    anise.page.get_by_label("swapped at each mosaic").check()
    anise.page.get_by_label("3", exact=True).check()
    expect(anise.page.get_by_label("swapped at each mosaic")).to_be_disabled()
    anise.page.get_by_role("button", name="Open the table").click()
    expect(anise.page.get_by_text("Waiting for 2 more players")).to_be_visible()


def test_without_scripts_a_table_is_opened_and_filled(person: Callable[..., Person]) -> None:
    anise, basil = (person(name, java_script_enabled=False) for name in ("anise", "basil"))
    anise.page.goto("/lobby/")
    anise.page.get_by_role("button", name="Open the table").click()
    expect(anise.page.get_by_role("button", name="Copy")).to_be_hidden()
    basil.page.goto("/lobby/")
    basil.page.get_by_role("button", name="Sit down").click()
    expect(basil.page.locator("#board")).to_be_visible()
    anise.page.reload()
    expect(anise.page.locator("#board")).to_be_visible()
