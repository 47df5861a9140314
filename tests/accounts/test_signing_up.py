"""From nobody to a player with a verified address."""

import re
from smtplib import SMTPException

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from accounts.models import User

FORM = {"username": "saffron", "email": "saffron@example.org", "password1": "seven-rugs-in-a-row"}


def link_in(mail: EmailMultiAlternatives) -> str:
    """The path of the first deep link in a mail."""
    found = re.search(r"http://testserver(/account/\S+)", str(mail.body))
    assert found, mail.body
    return found[1]


def test_a_name_and_a_password_are_enough(client: Client, db: None, mailoutbox: list[EmailMultiAlternatives]) -> None:
    response = client.post("/account/signup/", FORM | {"email": ""})

    user = User.objects.get(name="saffron")
    assert response.headers["Location"] == "/games/"
    assert client.session["_auth_user_id"] == str(user.pk)
    assert user.email is None
    assert mailoutbox == []


def test_the_address_is_verified_by_a_link(client: Client, db: None, mailoutbox: list[EmailMultiAlternatives]) -> None:
    client.post("/account/signup/", FORM)

    (mail,) = mailoutbox
    assert mail.to == ["saffron@example.org"]
    assert mail.subject == "Marrakech: welcome to the market"
    assert "Hello saffron," in str(mail.body)
    assert not EmailAddress.objects.get().verified

    page = client.get(link_in(mail))
    assert not EmailAddress.objects.get().verified, "opening the link must not be enough: mail programs do it too"
    assert "saffron@example.org" in page.text

    client.post(link_in(mail))
    assert EmailAddress.objects.get().verified


def test_a_verification_link_that_is_no_more_says_so(client: Client, db: None) -> None:
    assert "This link no longer works" in client.get("/account/confirm-email/MQ:1abc:xyz/").text


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("Africa/Casablanca", "Africa/Casablanca"),
        ("", "UTC"),
        ("Mars/Olympus_Mons", "UTC"),
        ("../../etc/passwd", "UTC"),
        ("<script>", "UTC"),
    ],
)
def test_the_browsers_time_zone_is_kept_if_we_know_it(client: Client, db: None, sent: str, kept: str) -> None:
    client.post("/account/signup/", FORM | {"time_zone": sent})
    assert User.objects.get().time_zone == kept


def test_an_address_that_has_an_account_is_told_so(client: Client, anise: User) -> None:
    response = client.post("/account/signup/", FORM | {"email": "ANISE@example.org"})
    assert "There is an account with this e-mail address already." in response.text
    assert User.objects.count() == 1


def test_an_address_too_long_to_keep_is_refused(client: Client, db: None) -> None:
    long = "@" + ".".join(["x" * 60] * 4) + ".example.org"
    response = client.post("/account/signup/", FORM | {"email": "a" * 40 + long})
    assert response.context["form"].errors["email"]
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["12345678", "password", "saffron1", "short"])
def test_weak_passwords_are_refused(client: Client, db: None, password: str) -> None:
    response = client.post("/account/signup/", FORM | {"username": "saffron1", "password1": password})
    assert response.context["form"].errors["password1"]


def test_a_mail_server_that_is_down_keeps_nobody_out(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: EmailMultiAlternatives, *_args: object, **_kwargs: object) -> int:
        raise SMTPException("the post is on strike")

    monkeypatch.setattr(EmailMultiAlternatives, "send", refuse)
    response = client.post("/account/signup/", FORM, follow=True)

    assert User.objects.get().name == "saffron"
    assert "could not send you a mail" in response.text


def test_sign_ups_are_limited_and_the_page_says_so_in_our_look(client: Client, db: None) -> None:
    answers = [client.post("/account/signup/", {"username": "x"}) for _ in range(21)]
    assert {answer.status_code for answer in answers[:20]} == {200}
    assert answers[20].status_code == 429
    assert "Slowly, please" in answers[20].text
    assert 'class="top"' in answers[20].text
