"""The lobby page, as plain forms: what it lists for whom, and opening a table."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games import lobby
from games.clock import DEFAULT, TimeControl
from games.clock_words import control_in_words
from games.models import Game, Invitation, Seat
from games.rules import Variant
from tests.games.tables import logged_in, people, queries, start_game

pytestmark = pytest.mark.django_db

FORM = {"players": "2", "listed": "yes", "colours": "shuffled", "turning": "before", "dirhams": "30"}


def many_tables(number: int) -> None:
    """That many listed tables, opened by a player each."""
    now = timezone.now()
    owners = User.objects.bulk_create(User(name=f"owner-{number}-{index}") for index in range(number))
    games = Game.objects.bulk_create(
        Game(creator=owner, title=f"Table of {owner.name}", created_at=now - timedelta(minutes=index))
        for index, owner in enumerate(owners)
    )
    Seat.objects.bulk_create(
        Seat(game=game, index=0, user=game.creator, contribution="x", sat_down_at=now) for game in games
    )


def test_a_guest_sees_listed_tables_and_how_to_get_an_account() -> None:
    anise, basil = people(2)
    lobby.open_table(anise, Variant(players=3), timezone.now(), title="By the well")
    lobby.open_table(basil, Variant(), timezone.now(), title="Among friends", listed=False)
    page = Client().get("/lobby/").content.decode()
    assert "By the well" in page
    assert "Among friends" not in page
    assert "/account/signup/?next=/lobby/" in page


def test_a_guest_who_wants_to_challenge_somebody_comes_back_to_the_challenge() -> None:
    page = Client().get("/lobby/?challenge=basil").content.decode()
    assert "/account/login/?next=/lobby/%3Fchallenge%3Dbasil" in page


def test_a_link_only_table_stands_in_nobodys_lobby() -> None:
    anise, basil = people(2)
    lobby.open_table(anise, Variant(), timezone.now(), title="Among friends", listed=False)
    for client in (logged_in(anise), logged_in(basil)):
        assert "Among friends" not in client.get("/lobby/").content.decode()


def test_opening_a_table_with_every_option() -> None:
    (anise,) = people(1)
    form = FORM | {"turning": "after", "colours": "swapped", "dirhams": "7", "own_cover": "on", "title": "Seven"}
    answer = logged_in(anise).post("/lobby/open/", form | {"listed": "no", "contribution": "saffron"})
    game = Game.objects.get()
    assert answer.headers["Location"] == game.get_absolute_url()
    assert game.variant == Variant(2, "after", "swapped", 7, True)
    assert (game.title, game.listed) == ("Seven", False)
    assert game.seats.get().contribution == "saffron"


def test_without_a_contribution_the_server_draws_it() -> None:
    (anise,) = people(1)
    logged_in(anise).post("/lobby/open/", FORM)
    assert Seat.objects.get().contribution


def test_the_form_as_the_page_has_it_opens_one_table_however_often_it_is_sent() -> None:
    (anise,) = people(1)
    client = logged_in(anise)
    token = client.get("/lobby/").context["form"]["token"].value()
    answers = [client.post("/lobby/open/", FORM | {"token": token}) for _ in range(2)]
    game = Game.objects.get()
    assert [answer.headers["Location"] for answer in answers] == [game.get_absolute_url()] * 2
    assert client.get("/lobby/").context["form"]["token"].value() != token


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", "5"),
        ("players", ""),
        ("turning", "sometimes"),
        ("colours", "plaid"),
        ("dirhams", "0"),
        ("dirhams", "100"),
        ("dirhams", "many"),
        ("title", "x" * 61),
        ("title", "two\nlines"),
        ("title", "\u202egnp.exe"),
        ("title", "\u200b"),
        ("title", "\u3164"),
        ("contribution", "x" * 65),
        ("contribution", "a\u202eb"),
        ("opponent", "nobody"),
        ("opponent", "ANISE"),
    ],
)
def test_what_does_not_do_is_said_at_its_field_and_nothing_typed_is_lost(field: str, value: str) -> None:
    (anise,) = people(1)
    typed = FORM | {"title": "By the well", "contribution": "saffron", "opponent": ""} | {field: value}
    answer = logged_in(anise).post("/lobby/open/", typed)
    assert answer.status_code == 400
    form = answer.context["form"]
    assert list(form.errors) == [field]
    assert form.fields[field].widget.attrs["autofocus"]
    assert {name: form[name].value() for name in typed} == typed
    assert not Game.objects.exists()


def test_only_two_players_choose_how_colours_come() -> None:
    (anise,) = people(1)
    client = logged_in(anise)
    answer = client.post("/lobby/open/", FORM | {"players": "3", "colours": "swapped"})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == ["colours"]
    # A browser that has switched the choice off sends nothing for it.
    client.post("/lobby/open/", {name: value for name, value in FORM.items() if name != "colours"} | {"players": "3"})
    assert Game.objects.get().variant == Variant(3)


def test_a_challenge_keeps_a_seat_and_is_by_link_only() -> None:
    anise, basil = people(2)
    client = logged_in(anise)
    assert client.get("/lobby/?challenge=basil").context["form"]["opponent"].value() == "basil"
    client.post("/lobby/open/", FORM | {"opponent": "Basil"})
    game = Game.objects.get()
    assert not game.listed
    assert Invitation.objects.get().user == basil
    page = logged_in(basil).get("/games/").content.decode()
    assert "You are invited" in page
    assert game.code in page


def test_a_closed_account_cannot_be_challenged() -> None:
    anise, basil = people(2)
    User.objects.filter(pk=basil.pk).update(is_active=False)
    answer = logged_in(anise).post("/lobby/open/", FORM | {"opponent": "basil"})
    assert "no player of this name" in answer.content.decode()


def test_who_sits_at_ten_tables_is_told_and_keeps_what_he_typed() -> None:
    (anise,) = people(1)
    for _ in range(lobby.MAX_WAITING):
        lobby.open_table(anise, Variant(), timezone.now())
    answer = logged_in(anise).post("/lobby/open/", FORM | {"title": "The eleventh"})
    assert answer.status_code == 400
    assert "You sit at 10 tables" in answer.content.decode()
    assert answer.context["form"]["title"].value() == "The eleventh"


def test_a_guest_who_opens_a_table_is_asked_to_log_in_and_comes_back() -> None:
    answer = Client().post("/lobby/open/", FORM)
    assert answer.headers["Location"] == "/account/login/?next=/lobby/"


def test_looking_at_the_form_by_its_own_address_leads_to_the_lobby() -> None:
    assert Client().get("/lobby/open/").headers["Location"] == "/lobby/"


def test_hostile_titles_and_contributions_are_shown_as_text() -> None:
    (anise,) = people(1)
    hostile = "<script>alert(1)</script>"
    game = lobby.open_table(
        anise, Variant(players=3), timezone.now(), title=hostile, contribution='"><img src=x onerror=alert(1)>'
    )
    for address in ("/", "/lobby/", game.get_absolute_url(), "/games/"):
        reader = Client() if address == "/" else logged_in(anise)
        page = reader.get(address).content.decode()
        assert "&lt;script&gt;alert(1)" in page
        assert hostile not in page
        assert "<img src=x" not in page


def test_tables_are_read_page_by_page_and_each_once() -> None:
    many_tables(45)
    seen: list[str] = []
    before = ""
    while True:
        answer = Client().get("/lobby/", {"before": before})
        seen += [table.game.title for table in answer.context["tables"]]
        before = answer.context["next"]
        if not before:
            break
    assert len(seen) == len(set(seen)) == 45
    assert seen == list(Game.objects.order_by("-created_at").values_list("title", flat=True))


@pytest.mark.parametrize(
    "before", ["x", "2026-13-01_1", "_", "0001-01-01T00:00:00+14:00_1", "2026-01-01_9" + "9" * 5000]
)
def test_a_page_that_does_not_exist_is_the_first(before: str) -> None:
    many_tables(1)
    assert len(Client().get("/lobby/", {"before": before}).context["tables"]) == 1


@pytest.mark.parametrize("number", ["-1", "9" * 30])
def test_a_page_below_a_table_that_cannot_be_is_a_page(number: str) -> None:
    many_tables(1)
    assert Client().get("/lobby/", {"before": f"2999-01-01T00:00:00+00:00_{number}"}).status_code == 200


@pytest.mark.parametrize("address", ["/", "/lobby/"])
@pytest.mark.parametrize("has_account", [False, True])
def test_the_page_costs_the_same_for_ten_tables_as_for_a_thousand(address: str, has_account: bool) -> None:
    anise, basil = people(2)
    start_game([anise, basil])
    client = logged_in(anise) if has_account else Client()

    def load() -> None:
        assert client.get(address).status_code == 200

    many_tables(10)
    few = queries(load)
    many_tables(990)
    assert queries(load) == few


def test_whoever_opens_tables_without_end_is_asked_to_wait_and_loses_no_input(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"open_table": "1/h/user"}
    client = logged_in(people(1)[0])
    assert client.post("/lobby/open/", {**FORM, "title": "The first"}).status_code == 302
    refused = client.post("/lobby/open/", {**FORM, "title": "The second"})
    assert refused.status_code == 429
    assert "a little later" in refused.content.decode()
    assert "The second" in refused.content.decode()
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("chosen", "control"),
    [
        ({}, DEFAULT),
        ({"pace": "per move", "turn_days": "14"}, TimeControl.per_move(14)),
        ({"pace": "bank", "bank_days": "2", "bank_more": "0", "bank_most": "2"}, TimeControl.bank(2, 0, 2)),
        ({"pace": "live", "live_minutes": "5", "live_seconds": "10"}, TimeControl.live(5, 10)),
        ({"pace": "live", "turn_days": "1", "bank_days": "9", "bank_most": "3"}, TimeControl.live(20, 15)),
        ({"pace": "none"}, TimeControl.none()),
    ],
)
def test_a_table_has_the_clock_that_was_chosen(chosen: dict[str, str], control: TimeControl) -> None:
    (anise,) = people(1)
    client = logged_in(anise)
    client.post("/lobby/open/", FORM | chosen)
    game = Game.objects.get()
    assert game.time_control == control
    for address in ("/lobby/", game.get_absolute_url()):
        assert control_in_words(control) in client.get(address).content.decode()


@pytest.mark.parametrize(
    ("chosen", "field", "reason"),
    [
        ({"pace": "bank", "bank_days": "5", "bank_most": "4"}, "bank_most", "Let it hold at least 5 days."),
        ({"pace": "per move", "turn_days": "15"}, "turn_days", "15 is not one of the available choices"),
        ({"pace": "per move", "turn_days": "0"}, "turn_days", "0 is not one of the available choices"),
        ({"pace": "live", "live_minutes": "a few"}, "live_minutes", "a few is not one of the available choices"),
        ({"pace": "sundial"}, "pace", "sundial is not one of the available choices"),
    ],
)
def test_a_clock_that_cannot_be_is_refused_with_the_reason_and_nothing_is_lost(
    chosen: dict[str, str], field: str, reason: str
) -> None:
    answer = logged_in(people(1)[0]).post("/lobby/open/", FORM | chosen | {"title": "By the well"})
    assert answer.status_code == 400
    assert reason in answer.content.decode()
    assert list(answer.context["form"].errors) == [field]
    assert "By the well" in answer.content.decode()
    assert not Game.objects.exists()


def test_a_rated_table_without_a_clock_is_refused_in_words() -> None:
    anise, _basil = people(2)
    EmailAddress.objects.create(user=anise, email="anise@example.org", primary=True, verified=True)
    answer = logged_in(anise).post("/lobby/open/", FORM | {"rated": "on", "pace": "none"})
    assert answer.status_code == 400
    assert "A rated game needs a clock." in answer.content.decode()
    assert not Game.objects.exists()
