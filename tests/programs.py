"""Programs from outside that some tests need: Chromium, PostgreSQL, Redis."""

import os
import shutil
from glob import glob

import pytest


def find(*names: str) -> str:
    """Return the path of the first of these programs that is there; a name may be a path with wildcards.

    Where there is none, the test is skipped on a developer's machine, and fails with CI=true.
    """
    for name in names:
        found = shutil.which(name) or max(glob(name), default=None)
        if found:
            return found
    missing = f"{names[0]} is not installed"
    if os.environ.get("CI") == "true":
        pytest.fail(missing, pytrace=False)
    pytest.skip(missing)
