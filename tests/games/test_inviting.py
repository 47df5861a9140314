"""Inviting players to a table that waits: who can be asked, how often, and what the page offers for it."""

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.following import follow
from accounts.models import User
from games import lobby
from games.models import Game, Invitation
from games.refusals import NotAllowed, Outdated, Refusal
from games.rules import Variant
from tests.forms import Browser
from tests.games.tables import logged_in, people, start_game
from tests.games.test_live import heard, opened
from tests.games.test_lobby import at_the_same_moment

pytestmark = pytest.mark.django_db


def table(opener: User, players: int = 3, **options: bool) -> Game:
    """A table that waits, at which its opener sits."""
    return lobby.open_table(opener, Variant(players=players), timezone.now(), **options)  # type: ignore[arg-type]


def kept(game: Game) -> list[str]:
    """For whom seats are kept."""
    return [each.user.name for each in game.invitations.open().order_by("pk")]


def test_a_seat_is_kept_for_who_is_invited_until_he_sits_down() -> None:
    anise, basil, cumin, dill = people()
    game = table(anise)
    lobby.invite(game.code, anise, basil)
    assert kept(game) == ["basil"]
    lobby.join(game.code, cumin, timezone.now())
    with pytest.raises(NotAllowed):
        lobby.join(game.code, dill, timezone.now())
    assert lobby.join(game.code, basil, timezone.now()).status == Game.Status.PLAYING


def test_inviting_twice_or_who_sits_there_is_no_error_and_changes_nothing() -> None:
    anise, basil, cumin = people(3)
    game = table(anise)
    lobby.join(game.code, cumin, timezone.now())
    version = lobby.invite(game.code, anise, basil).version
    for again in (basil, cumin, anise):
        assert lobby.invite(game.code, anise, again).version == version
    assert kept(game) == ["basil"]


@pytest.mark.django_db(transaction=True)
def test_a_double_click_invites_once_and_one_seat_is_not_kept_for_two() -> None:
    anise, basil, cumin = people(3)
    game = table(anise, players=2)
    assert at_the_same_moment(*[lambda: lobby.invite(game.code, anise, basil)] * 3) == [game] * 3
    lobby.withdraw(game.code, anise, basil)
    outcomes = at_the_same_moment(
        lambda: lobby.invite(game.code, anise, basil), lambda: lobby.invite(game.code, anise, cumin)
    )
    assert outcomes.count(Refusal) == 1
    assert len(kept(game)) == 1


@pytest.mark.django_db(transaction=True)
def test_who_is_invited_to_the_last_seat_as_another_takes_it_is_not_or_has_it() -> None:
    anise, basil, cumin = people(3)
    game = table(anise, players=2)
    at_the_same_moment(
        lambda: lobby.invite(game.code, anise, basil), lambda: lobby.join(game.code, cumin, timezone.now())
    )
    game.refresh_from_db()
    assert (kept(game), game.status) in [(["basil"], Game.Status.WAITING), ([], Game.Status.PLAYING)]


def test_only_who_opened_the_table_invites_to_it_and_takes_it_back() -> None:
    anise, basil, cumin = people(3)
    game = table(anise)
    lobby.join(game.code, basil, timezone.now())
    lobby.invite(game.code, anise, cumin)
    with pytest.raises(NotAllowed):
        lobby.withdraw(game.code, basil, cumin)
    lobby.withdraw(game.code, anise, cumin)
    with pytest.raises(NotAllowed):
        lobby.invite(game.code, basil, cumin)
    assert kept(game) == []


def test_who_has_declined_is_not_asked_again_and_may_think_again() -> None:
    anise, basil = people(2)
    game = table(anise)
    lobby.invite(game.code, anise, basil)
    lobby.decline(game.code, basil, timezone.now())
    lobby.withdraw(game.code, anise, basil)
    with pytest.raises(NotAllowed, match="basil has declined already, and is not asked again"):
        lobby.invite(game.code, anise, basil)
    lobby.join(game.code, basil, timezone.now())
    assert game.seats.filter(user=basil).exists()


def test_without_a_free_seat_nobody_is_invited_until_an_invitation_is_taken_back() -> None:
    anise, basil, cumin = people(3)
    game = table(anise, players=2)
    lobby.invite(game.code, anise, basil)
    with pytest.raises(Refusal, match="Take an invitation back first"):
        lobby.invite(game.code, anise, cumin)
    lobby.withdraw(game.code, anise, basil)
    lobby.withdraw(game.code, anise, basil)
    lobby.invite(game.code, anise, cumin)
    assert kept(game) == ["cumin"]
    with pytest.raises(NotAllowed):
        lobby.join(game.code, basil, timezone.now())


def test_a_guest_invites_nobody_and_the_house_is_not_invited_but_added() -> None:
    (anise,) = people(1)
    guest = User.objects.create_user("guest-x7", kind=User.Kind.GUEST)
    house = User.objects.create_user("apprentice", kind=User.Kind.HOUSE)
    with pytest.raises(NotAllowed, match="Sign up to do that"):
        lobby.invite(table(guest, listed=False).code, guest, anise)
    with pytest.raises(Refusal, match="sit down at once"):
        lobby.invite(table(anise).code, anise, house)
    assert not Invitation.objects.exists()


def test_nobody_is_invited_to_what_is_no_table_any_more() -> None:
    anise, basil, cumin = people(3)
    begun = start_game([anise, basil])
    closed = table(anise)
    lobby.close(closed.code, anise, timezone.now())
    for game in (begun, closed):
        for change in (lobby.invite, lobby.withdraw):
            with pytest.raises(Outdated):
                change(game.code, anise, cumin)


def test_the_opener_chooses_among_his_friends_or_types_a_name() -> None:
    anise, basil, cumin, dill = people()
    for friend in (basil, cumin, dill):
        follow(anise, friend, timezone.now())
    User.objects.create_user("sumac")
    game = table(anise, players=4)
    lobby.join(game.code, cumin, timezone.now())
    browser = Browser(anise)
    page = browser.open(game.get_absolute_url())
    friends, by_name = [form for form in page.forms if form.path.endswith("/invite/")]
    assert friends.choices("name") == ["basil", "dill"]
    page = browser.send(friends.fill("name", "dill"))
    assert "kept for dill" in page.text
    friends, by_name = [form for form in page.forms if form.path.endswith("/invite/")]
    assert friends.choices("name") == ["basil"]
    page = browser.send(by_name.fill("name", "SUMAC"))
    assert "kept for sumac" in page.text
    assert not any(form.path.endswith("/invite/") for form in page.forms), "no seat is free"
    back = next(form for form in page.forms if form.path.endswith("/withdraw/"))
    page = browser.send(back, "dill")
    assert "kept for dill" not in page.text
    assert kept(game) == ["sumac"]


def test_nobody_else_is_offered_to_invite() -> None:
    anise, basil = people(2)
    game = table(anise)
    lobby.invite(game.code, anise, basil)
    for reader in (Client(), logged_in(basil)):
        page = reader.get(game.get_absolute_url()).text
        assert "kept for basil" in page
        assert f"{game.get_absolute_url()}invite/" not in page
        assert f"{game.get_absolute_url()}withdraw/" not in page
    guest = User.objects.create_user("guest-x7", kind=User.Kind.GUEST)
    own = table(guest, listed=False).get_absolute_url()
    assert f"{own}invite/" not in logged_in(guest).get(own).text


@pytest.mark.parametrize("name", ["nobody-here", "", "x" * 300, "a\0b", "closed"])
def test_a_name_that_nobody_has_is_said_so_and_stays_to_be_corrected(name: str) -> None:
    (anise,) = people(1)
    User.objects.create_user("closed", is_active=False)
    game = table(anise)
    answer = logged_in(anise).post(f"{game.get_absolute_url()}invite/", {"name": name})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert answer.context["invite"]["name"].value() == name
    assert kept(game) == []


def test_an_invitation_stands_among_the_games_of_who_is_invited_and_goes_when_it_is_taken_back() -> None:
    anise, basil = people(2)
    game = table(anise, listed=False)
    browser = logged_in(basil)
    assert game.code not in browser.get("/games/").text
    lobby.invite(game.code, anise, basil)
    assert "You are invited" in browser.get("/games/").text
    lobby.withdraw(game.code, anise, basil)
    assert game.code not in browser.get("/games/").text


@pytest.mark.django_db(transaction=True)
async def test_who_is_invited_hears_of_it_at_once_and_again_when_it_is_taken_back() -> None:
    anise, basil = await sync_to_async(people)(2)
    game = await sync_to_async(table)(anise, listed=False)
    socket = await opened("", await sync_to_async(logged_in)(basil))
    await heard(socket, "mine")
    for change in (lobby.invite, lobby.withdraw):
        await sync_to_async(change)(game.code, anise, basil)
        await heard(socket, "mine")
    await socket.disconnect()


def test_who_invites_without_end_is_asked_to_wait(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"invite": "1/h/user"}
    anise, basil, cumin = people(3)
    game = table(anise)
    browser = logged_in(anise)
    assert browser.post(f"{game.get_absolute_url()}invite/", {"name": basil.name}).status_code == 302
    refused = browser.post(f"{game.get_absolute_url()}invite/", {"name": cumin.name})
    assert refused.status_code == 429
    assert "a little later" in refused.text
    assert kept(game) == ["basil"]


def test_the_form_that_opens_a_table_suggests_friends() -> None:
    anise, basil = people(2)
    follow(anise, basil, timezone.now())
    page = Browser(anise).open("/lobby/")
    suggested = page.with_id("friends")
    assert suggested is not None
    assert [option["value"] for option in suggested.all("option")] == ["basil"]
    field = page.with_id("id_opponent")
    assert field is not None
    assert field["list"] == "friends"
