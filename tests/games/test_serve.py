"""`manage.py serve` and `work`, as programs: how they start, what they refuse, and how they end."""

import signal
import socket
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


@pytest.mark.parametrize(
    "rest",
    [
        b"Content-Length: 2000001\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n1e8481\r\n" + b"x" * 2_000_001,
    ],
)
def test_a_body_longer_than_any_form_is_stopped_on_its_way(server: Server, rest: bytes) -> None:
    with socket.create_connection(("localhost", int(server.url.rpartition(":")[2]))) as connection:
        connection.sendall(b"POST /account/login/ HTTP/1.1\r\nHost: localhost\r\n" + rest)
        answer = connection.makefile("rb")
        assert answer.readline().startswith(b"HTTP/1.1 413 ")
        assert b"at most 2 MB" in answer.read()


def test_a_form_that_is_too_long_is_told_so_by_a_page(server: Server) -> None:
    connection = HTTPConnection("localhost", int(server.url.rpartition(":")[2]))
    connection.request(
        "POST", "/account/login/", b"x" * 1_500_000, {"Content-Type": "application/x-www-form-urlencoded"}
    )
    assert connection.getresponse().status in (400, 403)
    connection.close()


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
