"""Example players and how they log in."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User

PASSWORD = "seven-rugs-in-a-row"


@pytest.fixture
def anise(db: None) -> User:
    """A player with a password and a verified e-mail address."""
    user = User.objects.create_user("Anise", "anise@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email="anise@example.org", primary=True, verified=True)
    return user


@pytest.fixture
def at_home(client: Client, anise: User) -> Client:
    """A browser in which Anise has just logged in with her password."""
    client.post("/account/login/", {"login": "anise", "password": PASSWORD})
    return client


@pytest.fixture
def sure(at_home: Client) -> Client:
    """A browser in which Anise has just given her password once more, as delicate pages ask."""
    at_home.post("/account/reauthenticate/", {"password": PASSWORD})
    return at_home
