"""Real Chromium against the real server.

Each test process starts one `manage.py serve` on its own test database file, the one Django's ORM
reads in the tests: a test looks at the database directly, and after it the tables are emptied.
"""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect
from pytest_django import DjangoDbBlocker

from accounts.models import User
from tests import programs
from tests.server import Server, manage

# Playwright runs an event loop in the test's own thread, which makes Django take every test for async code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# What is expected comes in a moment; only a machine that does other things besides needs longer.
expect.set_options(timeout=30_000)

pytest.register_assert_rewrite("tests.browser.boards")

PASSWORD = "saffron and cumin"

# What the browser says of itself when the site refuses something, or is not there: tests look at what people see then.
EXPECTED = re.compile(
    r"status of (400|403|409|429) |net::ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET)"
    r"|htmx:ws:error|htmx:error: Failed to fetch"
)


@pytest.fixture(scope="session")
def server(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """The site as it runs in production, on this process's test database."""
    with django_db_blocker.unblock():
        environment = production(tmp_path_factory.mktemp("static"))
    with Server(**environment) as server:
        yield server


def production(static_root: Path) -> dict[str, str]:
    """The environment of a server as it runs in production, on this process's database; collects the static files."""
    environment = {
        "DEBUG": "off",
        "ALLOWED_HOSTS": "localhost",
        "DATABASE_URL": f"sqlite:///{Path(connection.settings_dict['NAME']).absolute()}",
        "STATIC_ROOT": str(static_root),
    }
    collected = manage("collectstatic", "--noinput", **environment)
    assert collected.returncode == 0, collected.stderr
    return environment


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the system's Chromium, and let it call nobody but our server."""
    return {**browser_type_launch_args, **chromium()}


def chromium() -> dict[str, Any]:
    """How Playwright is to start it."""
    return {
        "executable_path": programs.find("chromium", "chromium-browser", "google-chrome"),
        "args": ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    }


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    """What pytest-playwright takes relative addresses to be relative to."""
    return server.url


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account and a browser of his own, logged in."""

    user: User
    page: Page

    @property
    def context(self) -> BrowserContext:
        return self.page.context


@pytest.fixture
def visitor(
    transactional_db: None, server: Server, new_context: Callable[..., BrowserContext]
) -> Iterator[Callable[..., Page]]:
    """`visitor()` opens a page in a browser context of its own, nobody logged in.

    Keyword arguments go to Playwright's `new_context`. When the test ends, it fails if any of its pages had an error
    in a script or in its console, such as for breaking the Content Security Policy, or if the server wrote of an error.
    """
    complaints: list[str] = []
    said_before = len(server.output)

    def hear(message: ConsoleMessage) -> None:
        of_page = message.page and message.page.url == message.location["url"]
        if message.type == "error" and not of_page and not EXPECTED.search(message.text):
            complaints.append(message.text)

    def open_page(**options: object) -> Page:
        context = new_context(**options)
        context.on("console", hear)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        return context.new_page()

    yield open_page
    complaints += [line for line in server.output[said_before:] if re.search(r" (ERROR|CRITICAL) |^Traceback", line)]
    assert not complaints, "\n".join([*complaints, *server.output[said_before:]])


@pytest.fixture
def person(visitor: Callable[..., Page], server: Server) -> Callable[..., Person]:
    """`person("anise")` makes an account (password: PASSWORD) and opens a browser context logged in to it.

    A second call with the same name opens a second context for the same account.
    """

    def open_person(name: str, **options: object) -> Person:
        user = User.objects.filter(name=name).first() or User.objects.create_user(name=name, password=PASSWORD)
        page = visitor(**options)
        log_in(page, user, server.url)
        return Person(user, page)

    return open_person


def log_in(page: Page, user: User, url: str) -> None:
    """Let the page's browser be logged in as this user at the server of this address."""
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}])
