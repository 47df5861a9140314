"""The site as programs of their own, for tests that go through the network."""

import os
import subprocess
import sys
from pathlib import Path

from tests.programs import Program

MANAGE = str(Path(__file__).parent.parent / "manage.py")


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a `manage.py` command with these variables added to the environment; return what it said."""
    return subprocess.run(
        [sys.executable, MANAGE, *arguments],
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


class Server(Program):
    """`manage.py serve` on a free port."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        command = (sys.executable, "-u", MANAGE, "serve", "--port", "0", *arguments)
        super().__init__(*command, ready=r"open at (http://localhost:\d+)/", environment=environment)

    @property
    def url(self) -> str:
        """Its address, with no slash at the end."""
        assert self.ready_line
        return self.ready_line[1]


class Worker(Program):
    """`manage.py work`."""

    def __init__(self, **environment: str) -> None:
        super().__init__(sys.executable, "-u", MANAGE, "work", ready="are running", environment=environment)
