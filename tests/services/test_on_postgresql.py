"""What depends on the locks and snapshots of a database, on PostgreSQL: the tests that SQLite has passed, once more."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

AGAIN = (
    "tests/games/test_sweep.py",
    "tests/games/test_outage.py",
    "tests/games/test_vacation.py",
    "tests/ladder/test_exactly_once.py",
    "tests/ladder/test_seeking.py",
)


@pytest.mark.parametrize("tests", AGAIN)
def test_it_holds_on_postgresql(postgresql: str, tests: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"DATABASE_URL": postgresql},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
