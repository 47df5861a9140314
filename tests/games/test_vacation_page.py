"""The page on which a vacation is switched on and off."""

from datetime import UTC, datetime, timedelta
from unittest import mock
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.clock import DAY
from games.models import Vacation
from tests.forms import Browser
from tests.games.tables import logged_in, people, start_game

pytestmark = pytest.mark.django_db

PAGE, END = "/vacation/", "/vacation/end/"


def test_it_is_switched_on_at_once_and_off_at_will() -> None:
    anise, basil = people(2)
    game = start_game([anise, basil])
    browser = Browser(anise)
    page = browser.open(PAGE)
    assert "You are not on vacation" in page.text
    assert "You have 30 days left of your 30 days" in page.text
    page = browser.send(page.form(PAGE))
    assert "You are on vacation" in page.text
    vacation = Vacation.objects.get()
    assert game.seats.get(user=anise).away_until == vacation.ends_at
    assert "You are on vacation" in browser.open("/games/").text
    page = browser.send(browser.open(PAGE).form(END))
    assert "You are not on vacation" in page.text
    assert game.seats.get(user=anise).away_until is None
    assert "You are on vacation" not in browser.open("/games/").text


def test_nobody_fills_the_logs_of_his_games_with_vacations(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"vacation": "2/h/user"}
    anise, basil = people(2)
    game = start_game([anise, basil])
    browser = logged_in(anise)
    for status in (302, 302, 429):
        assert browser.post(PAGE).status_code == status
        assert browser.post(END).status_code == 302
    assert [event.kind for event in game.clock_events.order_by("number")] == ["away", "back"] * 2


@pytest.mark.parametrize("zone", ["Etc/GMT+12", "UTC", "Pacific/Kiritimati", "Europe/Paris"])
def test_the_last_day_is_a_whole_day_of_the_players_zone(zone: str) -> None:
    (anise,) = people(1)
    User.objects.filter(pk=anise.pk).update(time_zone=zone)
    with mock.patch("django.utils.timezone.now", return_value=datetime(2030, 10, 20, 12, tzinfo=UTC)):
        browser = Browser(anise)
        page = browser.send(browser.open(PAGE).form(PAGE).fill("until", "2030-10-27"))
        assert "You are on vacation" in page.text
    assert Vacation.objects.get().ends_at == datetime(2030, 10, 28, tzinfo=ZoneInfo(zone))


def test_its_end_can_be_changed() -> None:
    (anise,) = people(1)
    browser = Browser(anise)
    page = browser.send(browser.open(PAGE).form(PAGE))
    later = timezone.now().date() + 3 * DAY
    browser.send(page.form(PAGE).fill("until", later.isoformat()))
    assert Vacation.objects.get().ends_at == datetime.combine(later + DAY, datetime.min.time(), UTC)


@pytest.mark.parametrize(
    ("until", "reason"),
    [
        ("2001-01-01", "This day is past."),
        ("0001-01-01", "This day is past."),
        ("9999-12-31", "more than a year away"),
        ("soon", "Enter a valid date."),
    ],
)
def test_a_day_that_cannot_be_is_refused_and_kept_in_the_form(until: str, reason: str) -> None:
    answer = logged_in(people(1)[0]).post(PAGE, {"until": until})
    assert answer.status_code == 400
    assert reason in answer.content.decode()
    assert f'value="{until}"' in answer.content.decode()
    assert not Vacation.objects.exists()


def test_who_has_used_all_days_is_told_so(settings: Settings) -> None:
    settings.VACATION_DAYS = 0
    browser = Browser(people(1)[0])
    assert "You have used all your 0 days" in browser.open(PAGE).text
    answer = browser.client.post(PAGE)
    assert not Vacation.objects.exists()
    assert answer.status_code in (400, 403)


def test_who_has_used_more_days_than_there_are_now_has_none_left(settings: Settings) -> None:
    (anise,) = people(1)
    now = datetime(2030, 6, 15, 12, tzinfo=UTC)
    Vacation.objects.create(user=anise, begins_at=now - 12 * DAY, ends_at=now)
    settings.VACATION_DAYS = 10
    with mock.patch("django.utils.timezone.now", return_value=now):
        assert "You have used all your 10 days of 2030." in Browser(anise).open(PAGE).text


def test_what_is_left_is_told_to_the_hour() -> None:
    (anise,) = people(1)
    now = datetime(2030, 6, 15, 12, tzinfo=UTC)
    Vacation.objects.create(user=anise, begins_at=now - 2 * DAY - timedelta(hours=3), ends_at=now)
    with mock.patch("django.utils.timezone.now", return_value=now):
        assert "You have 27 days 21 hours left of your 30 days in 2030." in Browser(anise).open(PAGE).text


def test_a_guest_is_told_what_it_takes_and_nobody_else_gets_in() -> None:
    guest = User.objects.create_user("guest-7", kind=User.Kind.GUEST)
    assert "Sign up" in Browser(guest).open(PAGE).text
    answer = logged_in(guest).post(PAGE)
    assert (answer.status_code, "Sign up to take one." in answer.content.decode()) == (403, True)
    assert Browser().open(PAGE).url.startswith("/account/login/")
    assert not Vacation.objects.exists()


@pytest.mark.parametrize("address", [PAGE, END])
def test_who_was_locked_out_meanwhile_is_told_so(address: str) -> None:
    (anise,) = people(1)
    client = logged_in(anise)
    locked_out = User.objects.create_user("basil", is_active=False)
    with mock.patch("games.views.vacation.player", return_value=locked_out):
        answer = client.post(address)
    assert answer.status_code == 403
    assert "You are no longer logged in as basil." in answer.content.decode()


def test_coming_back_without_having_been_away_is_no_error() -> None:
    answer = logged_in(people(1)[0]).post(END)
    assert answer.status_code == 302
