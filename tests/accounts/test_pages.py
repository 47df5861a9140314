"""What holds for every page of this part: the frame, a strict policy, nothing inline; and the error pages."""

import re
from html.parser import HTMLParser

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.test.client import RequestFactory

from accounts.mishaps import bad_request, failure
from accounts.models import User

STRICT = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

OPEN = [
    "/terms/",
    "/privacy/",
    "/contact/",
    "/account/login/",
    "/account/signup/",
    "/account/password/reset/",
    "/account/password/reset/done/",
    "/account/password/reset/key/done/",
    "/account/password/reset/key/1-abc/",
    "/account/confirm-email/",
    "/account/confirm-email/MQ:1abc:xyz/",
    "/account/inactive/",
    "/player/Anise/",
    "/nowhere/",
]
MEMBERS = [
    "/preferences/",
    "/account/email/",
    "/account/password/change/",
    "/account/logout/",
    "/account/reauthenticate/",
    "/account/2fa/",
    "/account/2fa/totp/activate/",
    "/account/2fa/webauthn/",
    "/account/2fa/webauthn/add/",
]


class Inline(HTMLParser):
    """Collects what a strict policy would block: scripts and styles in the page, and handlers."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in given and given.get("type") != "application/json"):
            self.found.append(tag)
        self.found += [name for name in given if name == "style" or name.startswith(("on", "hx-on"))]
        for name in ("src", "href", "action"):
            if re.match(r"(https?:)?//|javascript:", given.get(name) or ""):
                self.found.append(f"{name}={given[name]}")


def inline(text: str) -> list[str]:
    parser = Inline()
    parser.feed(text)
    return parser.found


@pytest.mark.parametrize("path", OPEN)
def test_open_pages_keep_the_policy(client: Client, anise: User, path: str) -> None:
    response = client.get(path, follow=True)
    assert response.headers["Content-Security-Policy"] == STRICT
    assert inline(response.text) == []
    assert '<main id="main"' in response.text
    assert "My games" not in response.text


@pytest.mark.parametrize("path", MEMBERS)
def test_members_pages_keep_the_policy(sure: Client, path: str) -> None:
    response = sure.get(path)
    assert response.status_code == 200
    pictures = "; img-src 'self' data:" if path == "/account/2fa/totp/activate/" else ""
    assert response.headers["Content-Security-Policy"] == STRICT + pictures
    assert inline(response.text) == []
    assert "My games" in response.text


@override_settings(CONTACT_EMAIL="souk@example.org")
def test_contact_gives_the_address_of_the_settings(client: Client, db: None) -> None:
    assert '<a href="mailto:souk@example.org">' in client.get("/contact/").text


def test_the_log_out_button_is_a_form(at_home: Client) -> None:
    assert '<form method="post" action="/account/logout/">' in at_home.get("/terms/").text


def test_a_missing_page_says_so_in_our_look(client: Client, db: None) -> None:
    response = client.get("/nowhere/")
    assert response.status_code == 404
    assert "There is nothing on this square" in response.text
    assert 'class="top"' in response.text


def test_a_form_without_its_mark_is_told_what_to_do(db: None) -> None:
    response = Client(enforce_csrf_checks=True).post("/account/login/", {"login": "anise", "password": "x"})
    assert response.status_code == 403
    assert "reload the page and send it again" in response.text


def test_when_all_is_broken_there_is_still_a_page() -> None:
    """No database is allowed in this test, and no request is at hand in the template."""
    request = RequestFactory().get("/")
    for page, status in [(failure(request), 500), (bad_request(request, ValueError()), 400)]:
        assert page.status_code == status
        text = page.content.decode()
        assert inline(text) == []
        assert "/static/accounts/site.css" in text
    assert "try again" in render_to_string("503.html")


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded; charset=utf-16", "multipart/form-data"])
def test_a_form_that_cannot_be_read_is_refused_with_a_page(db: None, kind: str) -> None:
    """Looking for its mark is what fails first."""
    client = Client(enforce_csrf_checks=True)
    client.get("/account/login/")
    response = client.post("/account/login/", b"login=anise", content_type=kind)
    assert response.status_code == 400
    assert "We did not understand that" in response.text


def test_a_session_that_cannot_be_saved_in_time_is_asked_for_again(
    anise: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is saved after the view is done."""

    def busy(*_args: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(SessionStore, "save", busy)
    key = f"{user_pk_to_url_str(anise)}-{default_token_generator.make_token(anise)}"
    response = Client(raise_request_exception=False).get(f"/account/password/reset/key/{key}/")
    assert response.status_code == 503
    assert "nothing has changed" in response.text


@override_settings(ALLOWED_HOSTS=["testserver"])
def test_a_foreign_host_is_refused_with_a_page(client: Client) -> None:
    """Refused so early that the request has no user yet."""
    response = client.get("/terms/", headers={"Host": "evil.example"})
    assert response.status_code == 400
    assert "We did not understand that" in response.text


def test_the_error_pages_address_static_files_as_the_settings_do() -> None:
    assert settings.STATIC_URL == "/static/"
