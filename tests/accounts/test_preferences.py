"""What a user may choose, and that pages heed it."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from accounts.forms import time_zone_choices
from accounts.models import User

CHOSEN = {"time_zone": "Africa/Casablanca", "theme": "dark", "confirm_laying": "on"}


def test_guests_are_asked_to_log_in(client: Client) -> None:
    assert client.get("/preferences/").headers["Location"] == "/account/login/?next=/preferences/"


def test_what_is_chosen_is_kept_and_every_page_heeds_it(at_home: Client, anise: User) -> None:
    before = at_home.get("/preferences/").text
    assert '<html lang="en" class="theme-system">' in before
    assert '<body class="confirm-laying "' in before

    response = at_home.post("/preferences/", CHOSEN, follow=True)
    assert "Your preferences are saved." in response.text

    anise.refresh_from_db()
    assert (anise.time_zone, anise.theme) == ("Africa/Casablanca", "dark")
    assert anise.confirm_laying
    assert not anise.show_coordinates
    page = at_home.get("/terms/").text
    assert '<html lang="en" class="theme-dark">' in page
    assert '<body class="confirm-laying no-coordinates "' in page


@pytest.mark.parametrize(
    "nonsense",
    [
        {"time_zone": "Mars/Olympus_Mons"},
        {"time_zone": "../../../etc/passwd"},
        {"time_zone": "/etc/passwd"},
        {"time_zone": "Africa/Casablanca\x00"},
        {"time_zone": ""},
        {"time_zone": "<script>alert(1)</script>"},
        {"theme": "pink"},
    ],
)
def test_nonsense_changes_nothing_and_is_answered(at_home: Client, anise: User, nonsense: dict[str, str]) -> None:
    response = at_home.post("/preferences/", CHOSEN | nonsense)

    assert response.status_code == 400
    assert list(response.context["form"].errors) == list(nonsense)
    assert '<html lang="en" class="theme-system">' in response.text
    assert "<script>alert" not in response.text
    anise.refresh_from_db()
    assert (anise.time_zone, anise.theme) == ("UTC", "system")


def test_nothing_else_can_be_changed_with_it(at_home: Client, anise: User) -> None:
    at_home.post("/preferences/", CHOSEN | {"is_staff": "on", "name": "boss", "email": "x@example.org"})
    anise.refresh_from_db()
    assert (anise.is_staff, anise.name, anise.email) == (False, "Anise", "anise@example.org")


def test_a_zone_of_an_unusual_kind_stays_on_offer_to_who_has_it() -> None:
    def zones(present: str) -> set[str]:
        return {
            zone
            for name, places in time_zone_choices(present)
            for zone in ([name] if isinstance(places, str) else [zone for zone, _place in places])
        }

    assert {"UTC", "Africa/Casablanca", "America/Argentina/Salta"} <= zones("UTC")
    assert "EST5EDT" not in zones("UTC")
    assert "EST5EDT" in zones("EST5EDT")


@pytest.mark.parametrize(
    ("zone", "shown"), [("Pacific/Kiritimati", "Jan. 2, 2026"), ("Pacific/Pago_Pago", "Dec. 31, 2025")]
)
def test_dates_are_shown_in_the_readers_zone(at_home: Client, zone: str, shown: str) -> None:
    User.objects.update(time_zone=zone)
    User.objects.create_user("basil", date_joined=datetime(2026, 1, 1, 10, 30, tzinfo=UTC))
    assert shown in at_home.get("/player/basil/").text


def test_a_zone_this_machine_no_longer_knows_breaks_no_page(at_home: Client) -> None:
    User.objects.update(time_zone="Atlantis/Centre")
    assert at_home.get("/terms/").status_code == 200
    assert at_home.get("/preferences/").status_code == 200
