"""Sending requests as fast as they are answered, over connections that are kept open."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPConnection
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Request:
    """A request ready to be sent: a POST if it has a body."""

    path: str
    headers: dict[str, str]
    body: str | None = None


class Connection:
    """One browser's connection to the server."""

    def __init__(self, url: str) -> None:
        self.http = HTTPConnection(urlsplit(url).netloc)

    def send(self, request: Request) -> bytes:
        """Send it and wait for the whole answer; RuntimeError if it is not 200."""
        self.http.request("POST" if request.body else "GET", request.path, request.body, request.headers)
        answer = self.http.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{request.path} answered {answer.status}: {body[:2000].decode()}")
        return body


def rate(connections: Sequence[Connection], shares: Sequence[Sequence[Request]]) -> float:
    """Requests a second when each connection sends its share, one after another, all at the same time."""
    failures: list[Exception] = []

    def run(connection: Connection, share: Sequence[Request]) -> None:
        try:
            for request in share:
                connection.send(request)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=pair) for pair in zip(connections, shares, strict=True)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    elapsed = time.perf_counter() - began
    if failures:
        raise failures[0]
    return sum(map(len, shares)) / elapsed
