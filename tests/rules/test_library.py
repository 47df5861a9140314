"""The library as a whole: its examples are true, and it needs the standard library only."""

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import games.rules

MODULES = sorted(path.stem for path in Path(games.rules.__path__[0]).glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("module", ["", *(f".{module}" for module in MODULES)])
def test_the_examples_in_the_docstrings_are_true(module: str) -> None:
    assert doctest.testmod(importlib.import_module(f"games.rules{module}")).failed == 0


def test_it_needs_the_standard_library_only() -> None:
    root = str(Path(games.rules.__path__[0]).parent.parent)
    script = (
        f"import sys; sys.path.insert(0, {root!r}); import games.rules;"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    command = [sys.executable, "-I", "-S", "-c", script]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert set(loaded) - {"games", "__main__"} <= set(sys.stdlib_module_names)


def test_what_it_offers_is_there() -> None:
    assert sorted(games.rules.__all__) == list(dict.fromkeys(sorted(games.rules.__all__)))
    assert all(hasattr(games.rules, name) for name in games.rules.__all__)
