"""What a name may be, and that nobody has another's."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User, validate_name
from tests.games.tables import queries

HOSTILE = [
    "<script>alert(1)</script>",
    "anise\n",
    "\nanise",
    "anise\x00",
    "an ise",
    "anise'--",
    "аnise",  # noqa: RUF001 - a Cyrillic letter
    "anise\u202e",
    "ａnise",  # noqa: RUF001 - a full-width letter
    "../anise",
    "anise/",
    "",
    "ab",
    "a" * 21,
]


@given(st.from_regex(r"[A-Za-z0-9_-]{3,20}", fullmatch=True))
def test_letters_digits_hyphens_and_underscores_make_a_name(name: str) -> None:
    validate_name(name)


@given(st.text(max_size=30).filter(lambda text: not re.fullmatch("[A-Za-z0-9_-]{3,20}", text, re.ASCII)))
def test_nothing_else_does(text: str) -> None:
    with pytest.raises(ValidationError):
        validate_name(text)


@pytest.mark.parametrize("name", HOSTILE)
def test_sign_up_refuses_hostile_names_and_keeps_what_was_typed(client: Client, db: None, name: str) -> None:
    response = client.post(
        "/account/signup/", {"username": name, "email": "a@example.org", "password1": "seven-rugs-in-a-row"}
    )

    # Django strips white space around what is typed, so that a name with a line break at its end is fine.
    if name.strip() == "anise":
        assert User.objects.get().name == "anise"
        return
    assert not User.objects.exists()
    assert response.context["form"].errors["username"]
    assert 'value="a@example.org"' in response.text
    assert "<script>alert" not in response.text


def test_a_name_is_taken_whatever_the_case(client: Client, anise: User) -> None:
    response = client.post("/account/signup/", {"username": "aNISE", "password1": "seven-rugs-in-a-row"})

    assert response.context["form"].errors["username"] == ["This name is taken. Please choose another."]
    with pytest.raises(IntegrityError):
        User.objects.create_user("ANISE")


def test_a_user_is_found_by_name_whatever_the_case(anise: User) -> None:
    assert User.objects.get_by_natural_key("ANISE") == anise
    assert not User.objects.named("An_se").exists()
    assert not User.objects.named("").exists()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["admin", "Moderator", "STAFF"])
def test_nobody_is_called_as_if_he_spoke_for_the_site(client: Client, name: str) -> None:
    response = client.post("/account/signup/", {"username": name, "password1": "saffron and cumin"})
    assert response.context["form"].errors["username"] == ["This name is taken. Please choose another."]
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_sign_ups_with_one_name_at_once_one_is_told_it_is_taken() -> None:
    start = Barrier(2)

    def sign_up(name: str) -> tuple[int, str]:
        try:
            start.wait()
            response = Client().post("/account/signup/", {"username": name, "password1": "seven-rugs-in-a-row"})
            return response.status_code, response.text
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(sign_up, ["saffron", "Saffron"]))

    assert User.objects.named("saffron").count() == 1
    assert [status for status, _text in answers] == [200, 302]
    assert "This name is taken." in answers[0][1]


@pytest.mark.django_db(transaction=True)
def test_a_name_taken_between_checking_and_saving_is_told_and_loses_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The race above, with the moment it turns on made certain."""
    from accounts.adapter import AccountAdapter

    def checked_a_moment_too_early(_self: AccountAdapter, username: str, shallow: bool = False) -> str:
        User.objects.create_user(username.upper())
        return username

    monkeypatch.setattr(AccountAdapter, "clean_username", checked_a_moment_too_early)
    response = client.post(
        "/account/signup/",
        {"username": "saffron", "email": "saffron@example.org", "password1": "seven-rugs-in-a-row"},
    )

    assert "This name is taken." in response.text
    assert 'value="saffron@example.org"' in response.text
    assert [user.name for user in User.objects.all()] == ["SAFFRON"]
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db
def test_a_text_that_no_database_can_look_for_is_nobodys_name() -> None:
    User.objects.create_user("anise")
    assert queries(lambda: list(User.objects.named("an\0ise"))) == 0
    for address in ("/player/an%00ise/", "/ladder/all/?player=an%00ise"):
        assert Client().get(address).status_code == 404
