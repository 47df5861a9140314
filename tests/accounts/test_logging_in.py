"""In and out, and back in after forgetting the password."""

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_signing_up import link_in


def logged_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.mark.parametrize("login", ["Anise", "anise", "ANISE", "anise@example.org", "Anise@Example.org"])
def test_by_name_or_address_whatever_the_case(client: Client, anise: User, login: str) -> None:
    response = client.post("/account/login/", {"login": login, "password": PASSWORD})
    assert response.headers["Location"] == "/games/"
    assert logged_in(client)


@pytest.mark.parametrize(("login", "password"), [("anise", "wrong"), ("nobody", PASSWORD), ("anise\x00", PASSWORD)])
def test_with_anything_wrong_it_does_not_work_and_the_name_stays(
    client: Client, anise: User, login: str, password: str
) -> None:
    response = client.post("/account/login/", {"login": login, "password": password})
    assert response.context["form"].errors
    assert not logged_in(client)
    assert password not in response.text


def test_a_closed_account_is_told_so(client: Client, anise: User) -> None:
    User.objects.update(is_active=False)
    response = client.post("/account/login/", {"login": "anise", "password": PASSWORD}, follow=True)
    assert "This account is closed" in response.text
    assert not logged_in(client)


def test_guessing_is_limited(client: Client, anise: User) -> None:
    for _ in range(5):
        client.post("/account/login/", {"login": "anise", "password": "wrong"})
    response = client.post("/account/login/", {"login": "anise", "password": PASSWORD})
    assert "Too many attempts." in response.text
    assert not logged_in(client)


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)", "https:evil.example"],
)
def test_next_leads_nowhere_else(client: Client, anise: User, target: str) -> None:
    response = client.post("/account/login/", {"login": "anise", "password": PASSWORD, "next": target})
    assert response.headers["Location"] == "/games/"


def test_next_leads_on_within_the_site(client: Client, anise: User) -> None:
    page = client.get("/preferences/")
    assert page.headers["Location"] == "/account/login/?next=/preferences/"
    form = client.get(page.headers["Location"])
    assert '<input type="hidden" name="next" value="/preferences/">' in form.text
    response = client.post("/account/login/", {"login": "anise", "password": PASSWORD, "next": "/preferences/"})
    assert response.headers["Location"] == "/preferences/"


def test_out_by_post_alone(at_home: Client) -> None:
    assert "Log out" in at_home.get("/account/logout/").text
    assert logged_in(at_home)
    assert at_home.post("/account/logout/").headers["Location"] == "/"
    assert not logged_in(at_home)


def test_a_forgotten_password_is_replaced_by_a_mailed_link(
    client: Client, anise: User, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    client.post("/account/password/reset/", {"email": "anise@example.org"})
    (mail,) = mailoutbox
    assert mail.subject == "Marrakech: a new password"
    form = client.get(link_in(mail), follow=True)
    action = form.context["action_url"]
    client.post(action, {"password1": "four-dirhams-left", "password2": "four-dirhams-left"})

    assert client.login(username="anise", password="four-dirhams-left")
    assert mailoutbox[-1].subject == "Marrakech: your password has changed"
    assert "This link no longer works" in Client().get(link_in(mail), follow=True).text


def test_asking_for_an_unknown_address_looks_the_same(
    client: Client, anise: User, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    known = client.post("/account/password/reset/", {"email": "anise@example.org"}, follow=True)
    unknown = client.post("/account/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assert known.redirect_chain == unknown.redirect_chain
    assert "Hello," in str(mailoutbox[-1].body)
    assert "no account has this address" in str(mailoutbox[-1].body)


def test_changing_the_password_wants_the_present_one(at_home: Client, anise: User) -> None:
    new = {"password1": "four-dirhams-left", "password2": "four-dirhams-left"}
    at_home.post("/account/password/change/", {"oldpassword": "wrong", **new})
    anise.refresh_from_db()
    assert anise.check_password(PASSWORD)

    at_home.post("/account/password/change/", {"oldpassword": PASSWORD, **new})
    anise.refresh_from_db()
    assert anise.check_password("four-dirhams-left")
    assert logged_in(at_home)


def test_a_name_longer_than_any_can_be_is_refused_by_the_form(client: Client, db: None) -> None:
    response = client.post("/account/login/", {"login": "a" * 100_000, "password": PASSWORD})
    assert list(response.context["form"].errors) == ["login"]


@pytest.mark.parametrize("door", ["/account/login/", "/account/signup/"])
def test_the_header_brings_one_back_to_the_page_one_was_looking_at(client: Client, anise: User, door: str) -> None:
    page = client.get("/player/Anise/?before=x&y=1").content.decode()
    assert f'href="{door}?next=/player/Anise/%3Fbefore%3Dx%26y%3D1"' in page
    assert f'href="{door}"' in client.get("/account/password/reset/").content.decode()
