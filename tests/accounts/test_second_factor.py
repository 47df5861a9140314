"""Authenticator apps, recovery codes and passkeys, as far as they go without a browser."""

import json
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD


def code_now(secret: str) -> str:
    """What an authenticator app with this key shows."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def set_up_app(sure: Client) -> str:
    """Set up an authenticator app and give its key."""
    secret: str = sure.get("/account/2fa/totp/activate/").context["form"].secret
    response = sure.post("/account/2fa/totp/activate/", {"code": code_now(secret)})
    assert response.status_code == 302, response.context["form"].errors
    return secret


def log_in(client: Client) -> str:
    """Give name and password, and say where that leads."""
    return client.post("/account/login/", {"login": "anise", "password": PASSWORD}).headers["Location"]


@pytest.mark.django_db(transaction=True)
def test_with_an_app_the_password_alone_is_not_enough(
    sure: Client, anise: User, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    secret = set_up_app(sure)
    assert mailoutbox[-1].subject == "Marrakech: authenticator app set up"

    client = Client()
    assert log_in(client) == "/account/2fa/authenticate/"
    assert "_auth_user_id" not in client.session
    wrong = client.post("/account/2fa/authenticate/", {"code": "000000"})
    assert wrong.context["form"].errors["code"] == ["Incorrect code."]

    right = client.post("/account/2fa/authenticate/", {"code": code_now(secret)})
    assert right.headers["Location"] == "/games/"
    assert client.session["_auth_user_id"] == str(anise.pk)


def test_a_code_works_once(sure: Client, anise: User) -> None:
    secret = set_up_app(sure)
    code = code_now(secret)
    first, second = Client(), Client()
    log_in(first)
    log_in(second)
    assert first.post("/account/2fa/authenticate/", {"code": code}).status_code == 302
    assert second.post("/account/2fa/authenticate/", {"code": code}).status_code == 200


def test_each_recovery_code_lets_in_once(sure: Client, anise: User) -> None:
    set_up_app(sure)
    page = sure.get("/account/2fa/recovery-codes/")
    codes = page.context["unused_codes"]
    assert len(codes) == 10
    assert all(code in page.text for code in codes)
    assert codes[0] in sure.get("/account/2fa/recovery-codes/download/").text

    for expected in (302, 200):
        client = Client()
        log_in(client)
        assert client.post("/account/2fa/authenticate/", {"code": codes[0]}).status_code == expected


def test_the_app_is_switched_off_again(sure: Client, anise: User) -> None:
    set_up_app(sure)
    sure.post("/account/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists()
    assert log_in(Client()) == "/games/"


@pytest.mark.parametrize(
    "path",
    [
        "/account/2fa/totp/activate/",
        "/account/2fa/recovery-codes/generate/",
        "/account/2fa/webauthn/add/",
    ],
)
def test_setting_up_asks_who_it_is_first(at_home: Client, path: str) -> None:
    session = at_home.session
    session["account_authentication_methods"] = []
    session.save()
    assert at_home.get(path).headers["Location"].startswith("/account/reauthenticate/")


def test_only_a_verified_address_may_have_a_second_factor(client: Client, db: None) -> None:
    """Somebody who signs up with another's address must not lock him out of it."""
    client.post("/account/signup/", {"username": "saffron", "email": "anise@example.org", "password1": PASSWORD})
    response = client.get("/account/2fa/totp/activate/", follow=True)
    assert response.redirect_chain == [("/account/2fa/", 302)]
    assert "verified your email address" in response.text


@pytest.mark.parametrize(
    "credential", ["", "null", "[]", "{}", '{"id": 1}', '{"response": []}', "{" * 1000, '"x"', "[" * 200_000]
)
@pytest.mark.parametrize("path", ["/account/2fa/webauthn/login/", "/account/2fa/webauthn/add/"])
def test_nonsense_for_a_passkey_is_refused(sure: Client, path: str, credential: str) -> None:
    client = Client() if path.endswith("login/") else sure
    client.get(path, headers={"Accept": "application/json"})
    response = client.post(path, {"credential": credential, "name": "phone"})
    assert response.status_code < 500
    assert not Authenticator.objects.exists()


def test_the_passkey_page_hands_its_data_over_as_json(sure: Client) -> None:
    page = sure.get("/account/2fa/webauthn/add/")
    data = page.text.split('<script id="js_data" type="application/json">')[1].split("</script>")[0]
    options = json.loads(data)["creation_options"]["publicKey"]
    assert options["rp"] == {"name": "Marrakech", "id": "testserver"}
    assert options["user"]["name"] == "Anise"
