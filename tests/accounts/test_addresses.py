"""Changing the e-mail address."""

from allauth.account.models import EmailAddress
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_signing_up import link_in


def test_a_new_address_takes_over_when_it_is_verified(
    sure: Client, anise: User, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    sure.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    anise.refresh_from_db()
    assert anise.email == "anise@example.org"

    sure.post(link_in(mailoutbox[-1]))
    anise.refresh_from_db()
    assert anise.email == "new@example.org"
    assert [address.email for address in EmailAddress.objects.all()] == ["new@example.org"]
    assert mailoutbox[-1].to == ["anise@example.org"], "the old address is told"


def test_it_asks_for_the_password_first_and_then_does_what_was_asked(at_home: Client, anise: User) -> None:
    """A log-in of long ago is not enough, and what was typed is not lost."""
    session = at_home.session
    session["account_authentication_methods"] = []
    session.save()
    response = at_home.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    assert response.headers["Location"].startswith("/account/reauthenticate/?")

    at_home.post(response.headers["Location"], {"password": PASSWORD, "next": "/account/email/"})
    assert EmailAddress.objects.filter(email="new@example.org").exists()


def test_the_address_can_be_taken_out(sure: Client, anise: User) -> None:
    sure.post("/account/email/", {"email": "anise@example.org", "action_remove": ""})
    anise.refresh_from_db()
    assert anise.email is None
    assert not EmailAddress.objects.exists()


def test_anothers_address_cannot_be_taken_over(sure: Client, mailoutbox: list[EmailMultiAlternatives]) -> None:
    other = User.objects.create_user("basil", "basil@example.org")
    EmailAddress.objects.create(user=other, email="basil@example.org", primary=True, verified=True)

    sure.post("/account/email/", {"email": "basil@example.org", "action_add": ""})
    page = sure.get(link_in(mailoutbox[-1]))
    assert "belongs to another account already" in page.text
    sure.post(link_in(mailoutbox[-1]))
    assert EmailAddress.objects.get(email="basil@example.org", verified=True).user == other
