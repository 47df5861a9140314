"""A browser without JavaScript that reaches a real server over the network."""

from http.cookiejar import CookieJar
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tests.forms import Browser


class Answer(NamedTuple):
    """What Django's test client would give for an answer, as far as `Browser` reads it."""

    request: dict[str, str]
    status_code: int
    content: bytes


class NetworkClient:
    """Django's test client, as far as `Browser` uses it, but over the network."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookies = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))

    def get(self, address: str, *, follow: bool) -> Answer:
        return self._send(Request(urljoin(self.url, address)))

    def post(self, address: str, body: str, *, content_type: str, follow: bool) -> Answer:
        return self._send(Request(urljoin(self.url, address), body.encode(), {"Content-Type": content_type}))

    def _send(self, request: Request) -> Answer:
        try:
            answer = self.opener.open(request)
        except HTTPError as error:
            answer = error
        with answer:
            url = urlsplit(answer.url)
            return Answer({"PATH_INFO": url.path, "QUERY_STRING": url.query}, answer.status, answer.read())


class NetworkBrowser(Browser):
    """Somebody's browser at one of the site's servers."""

    client: NetworkClient  # type: ignore[assignment]

    def __init__(self, url: str) -> None:
        self.client = NetworkClient(url)
