"""My games: those that wait for me first, the counter, and going on to the next."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import lobby, play
from games.models import Game, Seat
from games.rules import Variant
from tests.games.tables import logged_in, people, play_to_the_end, queries, start_game, user_at

pytestmark = pytest.mark.django_db


def games_of_two(number: int) -> tuple[list[Game], User, User]:
    """Games of anise and basil in which it is anise's turn."""
    anise, basil = people(2)
    games: list[Game] = []
    while len(games) < number:
        game = start_game([anise, basil])
        if user_at(game, game.current().movers[0]) == anise:
            games.append(game)
        else:
            play.resign(game.code, anise, timezone.now())
    return games, anise, basil


def test_each_game_stands_in_its_place() -> None:
    (waiting,), anise, basil = games_of_two(1)
    table = lobby.open_table(anise, Variant(players=3), timezone.now())
    invited = lobby.open_table(basil, Variant(), timezone.now(), invited=[anise], listed=False)
    context = logged_in(anise).get("/games/").context
    assert context["to_move"] == [waiting]
    assert context["going_on"] == []
    assert [each.game for each in context["tables"]] == [table]
    assert [each.game for each in context["invitations"]] == [invited]
    assert all(game.is_ended for game in context["ended"])
    context = logged_in(basil).get("/games/").context
    assert (context["to_move"], context["going_on"]) == ([], [waiting])


def test_a_declined_or_closed_invitation_is_gone() -> None:
    anise, basil = people(2)
    declined, closed = (lobby.open_table(anise, Variant(), timezone.now(), invited=[basil]) for _ in range(2))
    lobby.decline(declined.code, basil, timezone.now())
    lobby.close(closed.code, anise, timezone.now())
    assert logged_in(basil).get("/games/").context["invitations"] == []


def test_other_peoples_games_are_not_mine() -> None:
    anise, basil, cumin = people(3)
    start_game([anise, basil])
    context = logged_in(cumin).get("/games/").context
    assert [*context["to_move"], *context["going_on"], *context["ended"]] == []


def test_a_guest_is_asked_to_log_in() -> None:
    for address in ("/games/", "/games/next/"):
        assert Client().get(address).headers["Location"] == f"/account/login/?next={address}"


def test_the_number_of_games_that_wait_is_in_the_title_and_in_the_counter() -> None:
    _, anise, basil = games_of_two(2)
    page = logged_in(anise).get("/lobby/").content.decode()
    assert "<title>(2) Lobby" in page
    assert 'data-waiting="2"' in page
    assert 'data-waiting="2"' in logged_in(anise).get("/games/waiting/").content.decode()
    assert "<title>Lobby" in logged_in(basil).get("/lobby/").content.decode()
    assert 'data-waiting="0" hidden' in logged_in(basil).get("/games/waiting/").content.decode()
    assert Client().get("/games/waiting/").status_code == 204


def test_going_on_to_the_next_game_goes_round() -> None:
    games, anise, _ = games_of_two(3)
    client = logged_in(anise)
    addresses = [game.get_absolute_url() for game in games]
    assert client.get("/games/next/").headers["Location"] == addresses[0]
    for index, game in enumerate(games):
        following = client.get("/games/next/", {"after": game.code}).headers["Location"]
        assert following == addresses[(index + 1) % 3]
    for strange in ("nonsense", "\0", "x" * 5000):
        assert client.get("/games/next/", {"after": strange}).headers["Location"] == addresses[0]


def test_the_next_game_is_the_one_whose_time_is_up_first_and_games_without_a_clock_come_last() -> None:
    games, anise, _ = games_of_two(3)
    for game, days in zip(games, (None, 5, 2), strict=True):
        deadline = days and timezone.now() + timedelta(days=days)
        game.seats.filter(user=anise).update(deadline=deadline)
    client = logged_in(anise)
    seen = [client.get("/games/next/", {"after": code}).headers["Location"] for code in ("", games[2].code)]
    assert seen == [games[2].get_absolute_url(), games[1].get_absolute_url()]
    assert client.get("/games/next/", {"after": games[1].code}).headers["Location"] == games[0].get_absolute_url()


def test_when_no_game_waits_the_way_leads_to_my_games_and_says_so() -> None:
    _, _, basil = games_of_two(1)
    answer = logged_in(basil).get("/games/next/", follow=True)
    assert answer.redirect_chain == [("/games/", 302)]
    assert "No game is waiting for you." in answer.content.decode()


def test_a_page_that_refreshes_itself_swallows_no_message_meant_for_the_next_page() -> None:
    _, _, basil = games_of_two(1)
    client = logged_in(basil)
    client.get("/games/next/")
    assert "No game is waiting for you." not in client.get("/games/", headers={"HX-Request": "true"}).content.decode()
    assert "No game is waiting for you." in client.get("/lobby/").content.decode()


def test_a_link_only_game_of_mine_is_in_my_list_and_in_no_list_of_others() -> None:
    anise, basil, cumin = people(3)
    game = start_game([anise, basil], listed=False)
    for address in ("/games/", "/player/anise/"):
        assert game.code in logged_in(anise).get(address).content.decode()
    for client in (logged_in(cumin), Client()):
        for address in ("/", "/lobby/", "/player/anise/"):
            assert game.code not in client.get(address).content.decode()


def ended_games(anise: User, number: int) -> None:
    """That many games anise has played to the end, copies of one."""
    basil = User.objects.get(name="basil")
    pattern = play_to_the_end(start_game([anise, basil], Variant(dirhams=5)))
    now = timezone.now()
    kept = {"status": pattern.status, "first": pattern.first, "position": pattern.position, "dirhams": 5}
    games = Game.objects.bulk_create(
        Game(creator=anise, created_at=now, started_at=now, ended_at=now - timedelta(hours=index), **kept)
        for index in range(number - 1)
    )
    seat = {"contribution": "x", "sat_down_at": now, "points": 9}
    Seat.objects.bulk_create(
        Seat(game=game, index=index, user=user, rank=index + 1, ended_at=game.ended_at, **seat)
        for game in games
        for index, user in enumerate((anise, basil))
    )


def test_ended_games_are_read_page_by_page_and_each_once() -> None:
    anise, _ = people(2)
    ended_games(anise, 45)
    seen: list[str] = []
    before = ""
    while True:
        context = logged_in(anise).get("/games/", {"before": before}).context
        seen += [game.code for game in context["ended"]]
        before = context["next"]
        if not before:
            break
    assert len(seen) == len(set(seen)) == 45


def test_the_page_costs_the_same_for_ten_games_as_for_a_thousand() -> None:
    anise, basil = people(2)
    client = logged_in(anise)

    def load() -> None:
        assert client.get("/games/").status_code == 200

    start_game([anise, basil])
    lobby.open_table(anise, Variant(players=3), timezone.now())
    lobby.open_table(basil, Variant(), timezone.now(), invited=[anise])
    ended_games(anise, 10)
    few = queries(load)
    for _ in range(5):
        start_game([anise, basil])
        lobby.open_table(anise, Variant(players=3), timezone.now())
        lobby.open_table(basil, Variant(), timezone.now(), invited=[anise])
    ended_games(anise, 990)
    assert queries(load) == few
