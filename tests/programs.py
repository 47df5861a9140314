"""Programs that tests start and end: the site's own, and those of others that some tests need."""

import os
import re
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Mapping, Sequence
from glob import glob
from types import TracebackType
from typing import Self

import pytest

PATIENCE = 60  # seconds to start or to end; whoever needs more hangs


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


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


class Program:
    """A program that runs as long as the `with` block does; RuntimeError if it does not start.

    `ready` is a pattern of the line of output that says it has started. `output` has all lines so far. `user`
    is who runs it, if another than the one who runs the tests.
    """

    def __init__(
        self, *command: str, ready: str, environment: Mapping[str, str] | None = None, user: str | None = None
    ) -> None:
        self.command: Sequence[str] = command
        self.ready = re.compile(ready)
        self.environment = environment or {}
        self.user = user
        self.output: list[str] = []
        self.ready_line: re.Match[str] | None = None

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            self.command,
            env=os.environ | self.environment,
            user=self.user,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._settled = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._settled.wait(PATIENCE)
        if self.ready_line is None:
            self.stop()
            raise RuntimeError(f"{' '.join(self.command)} did not start:\n{''.join(self.output)}")
        return self

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.output.append(line)
            if self.ready_line is None and (match := self.ready.search(line)):
                self.ready_line = match
                self._settled.set()
        self._settled.set()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask the program to end, wait until it has, and return its exit code."""
        self.process.send_signal(number)
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self._reader.join(PATIENCE)  # a child that outlives it may hold its output open
        return code

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
