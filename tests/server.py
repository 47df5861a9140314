"""The real server, as a program of its own, for tests that go through the network."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

MANAGE = Path(__file__).parent.parent / "manage.py"
START_TIMEOUT = 60


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a `manage.py` command with these variables added to the environment; return what it said."""
    return subprocess.run(
        [sys.executable, MANAGE, *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


class Program:
    """A running `manage.py` command. Its output is kept; `ready` is a pattern of the line that says it has started."""

    def __init__(self, *arguments: str, ready: str, environment: Mapping[str, str]) -> None:
        self.arguments = arguments
        self.ready = re.compile(ready)
        self.environment = environment
        self.output: list[str] = []

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            [sys.executable, "-u", MANAGE, *self.arguments],
            env=os.environ | self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._ready_line: re.Match[str] | None = None
        self._started = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._started.wait(START_TIMEOUT)
        if self._ready_line is None:
            self.stop()
            raise RuntimeError(f"{' '.join(self.arguments)} did not start:\n{''.join(self.output)}")
        return self

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.output.append(line)
            if self._ready_line is None and (match := self.ready.search(line)):
                self._ready_line = match
                self._started.set()
        self._started.set()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask the program to end, wait until it has, and return its exit code."""
        self.process.send_signal(number)
        try:
            code = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self._reader.join()
        return code

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.stop()


class Server(Program):
    """`manage.py serve` on a free port; `url` has no slash at its end."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        super().__init__(
            "serve", "--port", "0", *arguments, ready=r"open at (http://localhost:\d+)/", environment=environment
        )

    @property
    def url(self) -> str:
        assert self._ready_line
        return self._ready_line[1]
