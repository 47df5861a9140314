"""`manage.py serve` and `work`, as programs: how they start, what they refuse, and how they end."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from urllib.request import urlopen

import pytest
import websockets.sync.client
from websockets.typing import Origin

from tests.server import Server, manage


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a migrated database for the servers of this module."""
    url = f"sqlite:///{tmp_path_factory.mktemp('serve') / 'db.sqlite3'}"
    migrated = manage("migrate", DATABASE_URL=url)
    assert migrated.returncode == 0, migrated.stderr
    return url


@pytest.fixture
def server(database: str) -> Iterator[Server]:
    with Server(DATABASE_URL=database) as server:
        yield server


def test_it_serves_at_the_address_it_prints(server: Server) -> None:
    with urlopen(f"{server.url}/") as answer:
        assert answer.status == 200


def test_a_taken_port_is_explained(server: Server, database: str) -> None:
    port = server.url.rpartition(":")[2]
    second = manage("serve", "--port", port, DATABASE_URL=database)
    assert second.returncode == 1
    assert f"Port {port} is in use" in second.stderr
    assert "Traceback" not in second.stderr


def test_missing_migrations_are_explained(tmp_path: Path) -> None:
    refused = manage("serve", "--port", "0", DATABASE_URL=f"sqlite:///{tmp_path / 'empty.sqlite3'}")
    assert refused.returncode == 1
    assert "Run `manage.py migrate` first" in refused.stderr


def test_static_files_not_collected_are_explained(database: str, tmp_path: Path) -> None:
    refused = manage("serve", "--port", "0", DATABASE_URL=database, DEBUG="off", STATIC_ROOT=str(tmp_path))
    assert refused.returncode == 1
    assert "Run `manage.py collectstatic --noinput` first" in refused.stderr


@pytest.mark.parametrize("command", [["work"], ["serve", "--web-only"]])
def test_sharing_the_work_needs_redis(command: list[str], database: str) -> None:
    refused = manage(*command, DATABASE_URL=database, REDIS_URL="")
    assert refused.returncode == 1
    assert "REDIS_URL" in refused.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_order_while_sockets_and_connections_are_open(server: Server, number: signal.Signals) -> None:
    with ExitStack() as stack:
        address = f"ws{server.url.removeprefix('http')}/ws/?lobby=1"
        for _ in range(5):
            stack.enter_context(websockets.sync.client.connect(address, origin=Origin(server.url)))
        connection = HTTPConnection("localhost", int(server.url.rpartition(":")[2]))
        stack.callback(connection.close)
        connection.request("GET", "/")
        connection.getresponse().read()
        assert server.stop(number) == 0
    assert not any("Traceback" in line for line in server.output), "".join(server.output)
