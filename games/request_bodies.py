"""How long a request may be: the server keeps a request in memory, and stops one that no form of ours could send."""

from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest

# Above DATA_UPLOAD_MAX_MEMORY_SIZE, so that whoever pastes too much into a form is told so by a page.
LONGEST_BODY = 2_000_000

# Nothing of the request is read that could tell a language.
TOO_LONG = b"This is too long: the site takes at most 2 MB at once. Go back, and send something shorter.\n"


class BoundedRequest(WebRequest):
    """A request that ends with 413, and its connection with it, as soon as its body is known to be too long."""

    received = 0

    def gotLength(self, length: int | None) -> None:
        super().gotLength(length)  # type: ignore[no-untyped-call]
        if length is not None and length > LONGEST_BODY:
            self.refuse()

    def handleContentChunk(self, data: bytes) -> None:
        self.received += len(data)
        if self.received > LONGEST_BODY:
            self.refuse()
        else:
            super().handleContentChunk(data)  # type: ignore[no-untyped-call]

    def refuse(self) -> None:
        """Say why, and read no more."""
        head = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n"
        self.channel.write(head + b"Content-Length: %d\r\n\r\n" % len(TOO_LONG) + TOO_LONG)
        self.channel.loseConnection()


class BoundedHTTPFactory(HTTPFactory):
    """Makes the connections on which such requests come."""

    def buildProtocol(self, addr: Any) -> Any:
        protocol = super().buildProtocol(addr)  # type: ignore[no-untyped-call]
        protocol.requestFactory = BoundedRequest
        return protocol
