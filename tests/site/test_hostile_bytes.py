"""What no browser sends, byte for byte, to the real server: it refuses, hangs up or answers, and goes on serving."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from urllib.request import urlopen

import pytest

from tests.server import Server, manage

PATIENCE = 60  # seconds until a server that neither answers nor hangs up fails the test
# What the log says when the server or the site, and not the one who asked, has done something wrong.
OWN_ERRORS = ("Internal Server Error", "Exception inside application", "Unhandled")
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
POST = b"POST /account/login/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"


def upgrade(target: bytes, key: bytes = b"dGhlIHNhbXBsZSBub25jZQ==", version: bytes = b"13") -> bytes:
    """A request to open a socket."""
    return (
        b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: " + version + b"\r\nSec-WebSocket-Key: " + key + b"\r\n\r\n"
    )


HOSTILE = {
    "an old version": b"GET /\r\n\r\n",
    "a version to come": b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
    "two hosts": GET + b"Host: elsewhere.example\r\n\r\n",
    "somebody else's host": b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n",
    "a whole address as path": GET.replace(b"/ ", b"http://elsewhere.example/ ", 1) + b"\r\n",
    "no path": GET.replace(b"/ ", b"* ", 1) + b"\r\n",
    "zero bytes in the path": GET.replace(b"/ ", b"/game/\x00\x01/ ", 1) + b"\r\n",
    "bytes that are no text in the path": GET.replace(b"/ ", b"/player/\xff\xfe/ ", 1) + b"\r\n",
    "a long path": GET.replace(b"/ ", b"/game/" + b"a" * 20_000 + b"/ ", 1) + b"\r\n",
    "a long query": GET.replace(b"/ ", b"/lobby/?before=" + b"9" * 20_000 + b" ", 1) + b"\r\n",
    "an unknown method": GET.replace(b"GET", b"CONQUER", 1) + b"\r\n",
    "a long header": GET + b"X-Long: " + b"a" * 200_000 + b"\r\n\r\n",
    "many headers": GET + b"".join(b"X-Many-%d: 1\r\n" % number for number in range(2000)) + b"\r\n",
    "a header that is none": GET + b"this is no header\r\n\r\n",
    "a broken cookie": GET + b'Cookie: sessionid="\xff\x00; csrftoken\r\n\r\n',
    "a length below zero": POST + FORM + b"Content-Length: -1\r\n\r\nlogin=anise",
    "a length that is no number": POST + FORM + b"Content-Length: many\r\n\r\nlogin=anise",
    "two lengths": POST + FORM + b"Content-Length: 5\r\nContent-Length: 11\r\n\r\nlogin=anise",
    "broken chunks": POST + FORM + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nlogin=anise\r\n0\r\n\r\n",
    "a body beyond all measure": POST + FORM + b"Content-Length: 3000000\r\n\r\n" + b"a" * 3_000_000,
    "a file without a boundary": POST + b"Content-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\nabc",
    "a file that never ends": POST
    + b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5\r\n\r\n--b\r\n",
    "a socket asked for as a page": GET.replace(b"/ ", b"/ws/ ", 1) + b"\r\n",
    "a socket elsewhere": upgrade(b"/nowhere/"),
    "a socket without a proper key": upgrade(b"/ws/", key=b"key"),
    "a socket of another version": upgrade(b"/ws/", version=b"99"),
    "a socket for a game of no name": upgrade(b"/ws/?game=%00%ff"),
    "a socket for a game of a long name": upgrade(b"/ws/?game=" + b"a" * 5000),
    "a socket for many things": upgrade(b"/ws/?lobby=&lobby=2&game=x&game=y&language=%2e%2e%2f&language=xx"),
    "a socket and then noise": upgrade(b"/ws/") + b"\xff" * 50,
}
# After these the server waits for more, and none comes.
UNFINISHED = {
    "nothing": b"",
    "noise": bytes(range(256)) * 8,
    "a greeting for TLS": bytes.fromhex("160301020001000001fc0303") + b"\x07" * 300,
    "more promised than sent": POST + FORM + b"Content-Length: 5000\r\n\r\nlogin=anise",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The site with an empty database."""
    database = f"sqlite:///{tmp_path_factory.mktemp('hostile') / 'db.sqlite3'}"
    migrated = manage("migrate", DATABASE_URL=database)
    assert migrated.returncode == 0, migrated.stderr
    with Server(DATABASE_URL=database) as server:
        yield server


def said(server: Server, request: bytes, *, is_all: bool) -> bytes:
    """The first words of the server's answer; empty if it hangs up. `is_all`: it is told that no more will come."""
    with socket.create_connection(("localhost", int(server.url.rpartition(":")[2])), timeout=PATIENCE) as line:
        with suppress(ConnectionError):
            line.sendall(request)
        if is_all:
            line.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            return line.recv(1000)
    return b""


@pytest.mark.parametrize("name", [*HOSTILE, *UNFINISHED])
def test_the_server_bears_it(server: Server, name: str) -> None:
    lines = len(server.output)
    if name in HOSTILE:
        answer = said(server, HOSTILE[name], is_all=False)
    else:
        answer = said(server, UNFINISHED[name], is_all=True)
    status = answer.split(b" ", 2)[1:2]
    assert not status or status[0] < b"500", answer
    with urlopen(f"{server.url}/") as page:
        assert page.status == 200
    logged = "".join(server.output[lines:])
    assert not any(error in logged for error in OWN_ERRORS), logged
