"""Administration: who gets in, and what it shows."""

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_second_factor import set_up_app

pytestmark = pytest.mark.usefixtures("_guarded")


@pytest.fixture
def _guarded(settings: Settings) -> None:
    """As on a real site: staff need a second factor."""
    settings.ADMIN_NEEDS_SECOND_FACTOR = True


@pytest.fixture
def boss(sure: Client, anise: User) -> Client:
    """Anise as staff, with an authenticator app."""
    User.objects.filter(pk=anise.pk).update(is_staff=True, is_superuser=True)
    set_up_app(sure)
    return sure


def test_guests_go_through_the_sites_own_log_in(client: Client, db: None) -> None:
    assert client.get("/admin/").headers["Location"] == "/admin/login/?next=/admin/"
    assert client.get("/admin/login/?next=/admin/").headers["Location"] == "/account/login/?next=%2Fadmin%2F"
    posted = client.post("/admin/login/", {"username": "anise", "password": PASSWORD})
    assert posted.headers["Location"].startswith("/account/login/")


def test_other_users_are_turned_away(at_home: Client) -> None:
    assert at_home.get("/admin/", follow=True).status_code == 403


def test_staff_without_a_second_factor_are_sent_to_set_one_up(at_home: Client, anise: User) -> None:
    User.objects.filter(pk=anise.pk).update(is_staff=True, is_superuser=True)
    response = at_home.get("/admin/", follow=True)
    assert response.redirect_chain[-1] == ("/account/2fa/", 302)
    assert "administration needs one" in response.text
    assert at_home.get("/admin/accounts/user/").status_code == 302


def test_staff_with_one_get_in(boss: Client) -> None:
    assert boss.get("/admin/").status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/admin/accounts/user/?q=ani&kind__exact=person", "/admin/accounts/user/add/", "/admin/account/emailaddress/"],
)
def test_lists_and_forms_open(boss: Client, path: str) -> None:
    assert boss.get(path).status_code == 200


def test_no_secret_is_shown(boss: Client, anise: User) -> None:
    anise.refresh_from_db()
    authenticators = list(Authenticator.objects.all())
    pages = [f"/admin/accounts/user/{anise.pk}/change/", "/admin/mfa/authenticator/"]
    pages += [f"/admin/mfa/authenticator/{authenticator.pk}/change/" for authenticator in authenticators]
    text = "".join(boss.get(path).text for path in pages)
    assert anise.password not in text
    assert anise.password.split("$")[-1] not in text
    for authenticator in authenticators:
        secrets = [value for value in authenticator.data.values() if isinstance(value, str)]
        assert secrets
        assert not any(secret in text for secret in secrets)


@pytest.mark.parametrize(
    "lookup", ["mfa/authenticator/?data__secret__startswith=A", "accounts/user/?password__startswith=pbkdf2"]
)
def test_no_secret_can_be_guessed_bit_by_bit(boss: Client, lookup: str) -> None:
    assert boss.get(f"/admin/{lookup}").status_code == 400


def test_a_password_can_be_set_and_a_user_closed(boss: Client, db: None) -> None:
    basil = User.objects.create_user("basil", None, PASSWORD)
    boss.post(
        f"/admin/accounts/user/{basil.pk}/password/",
        {"usable_password": "true", "password1": "four-dirhams-left", "password2": "four-dirhams-left"},
    )
    basil.refresh_from_db()
    assert basil.check_password("four-dirhams-left")
    assert boss.get(f"/admin/accounts/user/{basil.pk}/delete/").status_code == 403


def test_a_user_can_be_made(boss: Client) -> None:
    response = boss.post(
        "/admin/accounts/user/add/",
        {"name": "cumin", "kind": "person", "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD},
    )
    assert response.status_code == 302, response.context["adminform"].form.errors
    assert User.objects.get(name="cumin").check_password(PASSWORD)
    taken = boss.post(
        "/admin/accounts/user/add/",
        {"name": "CUMIN", "kind": "person", "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD},
    )
    assert "This name is taken." in taken.text
