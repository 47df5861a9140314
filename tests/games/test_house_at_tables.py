"""House players at tables: let in by who opened the table, invited, asked for a rematch; and never logged in."""

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import lobby, play
from games.house.users import house_user
from games.models import Game, Seat
from games.refusals import NotAllowed, Outdated, Refusal
from games.rules import Variant
from tests.forms import Browser
from tests.games.tables import people
from tests.games.test_lobby import at_the_same_moment, seated

pytestmark = pytest.mark.django_db


def table(user: User, players: int) -> Game:
    """A table that this user has opened."""
    return lobby.open_table(user, Variant(players=players), timezone.now())


def test_who_opened_a_table_fills_it_with_house_players_by_a_button() -> None:
    (anise,) = people(1)
    browser = Browser(anise)
    game = table(anise, 4)
    address = reverse("games:add_house_player", args=[game.code])
    browser.open(game.get_absolute_url())
    for _ in range(3):
        browser.send(browser.page.form(address))
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert seated(game) == ["anise", "apprentice", "apprentice-2", "apprentice-3"]
    seats = browser.page.with_id("seats")
    assert seats
    assert seats.text.count("house player") == 3


def test_the_button_is_there_for_who_opened_the_table_and_while_a_seat_is_free() -> None:
    anise, basil, cumin = people(3)
    game = table(anise, 3)
    kept = lobby.open_table(anise, Variant(), timezone.now(), invited=[basil])
    lobby.join(game.code, cumin, timezone.now())
    for user, of, there in ((anise, game, True), (cumin, game, False), (basil, game, False), (anise, kept, False)):
        page = Browser(user).open(of.get_absolute_url())
        assert page.has_form(reverse("games:add_house_player", args=[of.code])) == there


def test_asking_twice_for_the_same_seat_fills_it_once() -> None:
    (anise,) = people(1)
    game = table(anise, 4)
    for _ in range(2):
        lobby.add_house_player(game.code, anise, "apprentice", 1, timezone.now())
    assert seated(game) == ["anise", "apprentice"]


@pytest.mark.django_db(transaction=True)
def test_a_house_player_and_a_person_who_take_the_last_seat_at_the_same_moment_do_not_both_sit() -> None:
    anise, basil = people(2)
    game = table(anise, 2)
    outcomes = at_the_same_moment(
        lambda: lobby.add_house_player(game.code, anise, "apprentice", 1, timezone.now()),
        lambda: lobby.join(game.code, basil, timezone.now()),
    )
    assert outcomes.count(Outdated) == 1
    assert game.seats.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_house_player_first_needed_at_many_tables_at_the_same_moment_is_one_user() -> None:
    users = people(4)
    games = [table(user, 2) for user in users]
    asking = [
        lambda game=game, user=user: lobby.add_house_player(game.code, user, "apprentice", 1, timezone.now())
        for game, user in zip(games, users, strict=True)
    ]
    assert {outcome.pk for outcome in at_the_same_moment(*asking) if isinstance(outcome, Game)} == {
        game.pk for game in games
    }
    assert Seat.objects.filter(user=User.objects.get(kind=User.Kind.HOUSE)).count() == 4


def test_others_unknown_players_kept_seats_and_games_under_way_are_refused() -> None:
    anise, basil = people(2)
    game = table(anise, 2)
    kept = lobby.open_table(anise, Variant(), timezone.now(), invited=[basil])
    now = timezone.now()
    with pytest.raises(NotAllowed):
        lobby.add_house_player(game.code, basil, "apprentice", 1, now)
    with pytest.raises(Refusal, match="no such house player"):
        lobby.add_house_player(game.code, anise, "anise", 1, now)
    with pytest.raises(NotAllowed):
        lobby.add_house_player(kept.code, anise, "apprentice", 1, now)
    with pytest.raises(Outdated):
        lobby.add_house_player(game.code, anise, "apprentice", 2, now)
    lobby.join(game.code, basil, now)
    with pytest.raises(Outdated):
        lobby.add_house_player(game.code, anise, "apprentice", 1, now)
    assert not Seat.objects.filter(user__kind=User.Kind.HOUSE).exists()


def test_a_form_that_makes_no_sense_is_told_so() -> None:
    (anise,) = people(1)
    game = table(anise, 3)
    client = Client()
    client.force_login(anise)
    for body in ({}, {"player": "apprentice"}, {"player": "apprentice", "seat": "-1"}, {"seat": "x"}):
        assert client.post(reverse("games:add_house_player", args=[game.code]), body).status_code == 400
    assert seated(game) == ["anise"]


@pytest.mark.parametrize("name", ["Apprentice", "apprentice-2"])
def test_a_house_player_that_is_challenged_sits_down_at_once_even_if_it_never_played_before(name: str) -> None:
    (anise,) = people(1)
    browser = Browser(anise)
    form = browser.open(reverse("games:lobby")).form(reverse("games:open"))
    browser.send(form.fill("opponent", name))
    game = Game.objects.get()
    assert game.status == Game.Status.PLAYING
    assert seated(game) == ["anise", name.lower()]
    assert browser.page.url == game.get_absolute_url()


def test_a_rematch_with_house_players_alone_begins_at_once_and_with_people_waits_for_them() -> None:
    anise, basil = people(2)
    now = timezone.now()
    for others, status in (([], Game.Status.PLAYING), ([basil], Game.Status.WAITING)):
        game = table(anise, 3)
        for other in others:
            lobby.join(game.code, other, now)
        while game.status == Game.Status.WAITING:
            game = lobby.add_house_player(game.code, anise, "apprentice", game.seats.count(), now)
        for seat in Seat.objects.filter(game=game, index__gt=0):
            play.resign(game.code, seat.user, now)
        again = lobby.rematch(game.code, anise, now)
        assert again.status == status
        assert again.seats.filter(user__kind=User.Kind.HOUSE).count() == 2 - len(others)


def test_a_house_player_agrees_when_all_people_want_to_call_the_game_off() -> None:
    anise, basil = people(2)
    game = table(anise, 3)
    lobby.join(game.code, basil, timezone.now())
    lobby.add_house_player(game.code, anise, "apprentice", 2, timezone.now())
    assert play.agree_to_call_off(game.code, anise, True, timezone.now()).status == Game.Status.PLAYING
    assert play.agree_to_call_off(game.code, basil, True, timezone.now()).status == Game.Status.CALLED_OFF


def test_a_person_who_has_the_name_already_keeps_it_and_the_house_player_stays_away() -> None:
    User.objects.create_user("Apprentice")
    (anise,) = people(1)
    with pytest.raises(Refusal, match="cannot come just now"):
        lobby.add_house_player(table(anise, 2).code, anise, "apprentice", 1, timezone.now())


def test_nobody_can_log_in_as_a_house_player() -> None:
    house = house_user("apprentice")
    house.set_password("seven-rugs-in-a-row")
    house.save()
    client = Client()
    client.post(reverse("account_login"), {"login": "apprentice", "password": "seven-rugs-in-a-row"})
    assert SESSION_KEY not in client.session


@pytest.mark.parametrize("name", ["apprentice", "APPRENTICE", "apprentice-3", "guest-abcd", "Guest-9"])
def test_nobody_signs_up_under_a_name_of_the_house_or_of_guests(name: str) -> None:
    response = Client().post(reverse("account_signup"), {"username": name, "password1": "seven-rugs-in-a-row"})
    assert "This name is taken." in response.text
    assert not User.objects.exists()


def test_a_house_player_is_marked_wherever_he_sits() -> None:
    anise, basil = people(2)
    three = table(anise, 3)
    lobby.add_house_player(three.code, anise, "apprentice", 1, timezone.now())
    two = table(anise, 2)
    lobby.add_house_player(two.code, anise, "apprentice", 1, timezone.now())
    addresses = ["/", "/lobby/", three.get_absolute_url(), two.get_absolute_url(), "/player/apprentice/"]
    for address in addresses:
        assert "house player" in Browser(basil).open(address).text, address
