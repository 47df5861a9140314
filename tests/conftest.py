"""What every test has."""

import os

import pytest
from django.conf import settings
from django.core.cache import cache
from hypothesis import settings as hypothesis_settings

CI = os.environ.get("CI") == "true"

# No test asserts a time, and a slow machine is no failure.
hypothesis_settings.register_profile("here", deadline=None)
hypothesis_settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis_settings.load_profile("ci" if CI else "here")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser tests last: Playwright's event loop stays in the thread, and async tests want their own."""
    items.sort(key=lambda item: "tests/browser/" in item.path.as_posix())


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep each process's test database in a file, as pytest-django's hook for that.

    SQLite in memory has one lock for all threads and no WAL: races are only real on a file.
    """
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database.setdefault("TEST", {})["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Forget the rate limits and cached boards of the test before."""
    cache.clear()
