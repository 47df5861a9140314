"""Whatever is sent to whatever address: no error of the server, and nothing broken."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.conf import LazySettings
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.models import Game
from tests.forms import Browser, Page
from tests.games.tables import people
from tests.games.test_broken_records import TYPED
from tests.site.addresses import all_patterns
from tests.site.invariants import Picture, broken
from tests.site.world import PASSWORD, ROLES, Visitors, World, build, taken_back

pytestmark = pytest.mark.django_db

WILD = (
    "", " ", "0", "-1", "1.5", "1e9", "9" * 400, "٣", "0x10", "NaN", "None", "null", "true", "[]", "{}",
    "\x00", "a\x00b", "\x7f", "\r\nX-Evil: 1", "\ud800", "\u202eevil", "\u200b", "ﬀ", "İ", "é" * 70, "🐪" * 40,
    "<script>alert(1)</script>", "\"'><b>", "{{ 7|add:7 }}", "%s%n", "../../etc/passwd", "' OR 1=1 --", "a" * 5000,
    "//elsewhere.example/", "javascript:alert(1)", "0001-01-01T00:00:00+23:59_1", "9999-12-31T23:59:59-23:59_9",
    "2000-01-01_99999999999999999999", "-62135596800000000-1", "99999999999999999999-1",
)  # fmt: skip

# Values that make sense, by the name of the field.
SENSIBLE: Mapping[str, Sequence[str]] = {
    "ply": ("0", "7", "8", "9"),
    "action": ("L", "S", "R", "d3 d2", "c4 b4", "a1 a2", "2", "draw:0:1", "leave:0:time", "calloff"),
    "rug": ("1", "2", "3", "4"),
    "agree": ("yes", "no"),
    "players": ("2", "3", "4", "5"),
    "listed": ("yes", "no"),
    "turning": ("before", "after"),
    "colours": ("shuffled", "arranged", "swapped"),
    "dirhams": ("1", "30", "99", "100"),
    "own_cover": ("on",),
    "title": ("By the well",),
    "contribution": ("saffron",),
    "text": ("Good evening, @basil", TYPED, TYPED.replace("L1", "L4")),
    "token": ("one",),
    "number": ("0", "1", "9"),
    "seat": ("0", "1", "2"),
    **dict.fromkeys(("any", "north", "east", "south", "west"), ("L", "S", "R", "")),
    "take_back": ("yes",),
    "pace": ("per move", "bank", "live", "none"),
    **dict.fromkeys(("turn_days", "bank_days", "bank_more", "bank_most"), ("0", "1", "7", "14", "28", "29")),
    **dict.fromkeys(("live_minutes", "live_seconds"), ("0", "1", "20", "180")),
    "chat": ("on", "off"),
    "reach": ("near", "wide", "any"),
    "clock": ("quick", "live", "days", "none"),
    "least_reliability": ("0", "90"),
    **dict.fromkeys(("least_rating", "most_rating"), ("", "1400", "1600", "10000")),
    "player": ("anise",),
    "against": ("basil",),
    "result": ("won", "lost", "called off"),
    "rated": ("on",),
    "pages": ("1", "2", "9"),
    "top": ("", "2026-01-01T00:00:00+00:00_1"),
    "opponents": ("all",),
    "since": ("0", "3", "2026-01-01"),
    "until": ("2026-12-31",),
    "opponent": ("basil", "BASIL", "nobody-here"),
    "username": ("dill", "Anise"),
    "name": ("dill", "Anise", "basil", "cumin", "apprentice"),
    "email": ("dill@example.org", "player@example.org"),
    "login": ("anise", "player@example.org"),
    **dict.fromkeys(("password", "password1", "password2", "oldpassword"), (PASSWORD,)),
    "code": ("123456",),
    "credential": ("{}", '{"id": "x", "rawId": "x", "response": {}, "type": "public-key"}'),
    "time_zone": ("Europe/Paris", "Mars/Base"),
    "theme": ("dark",),
    "next": ("/lobby/",),
    "before": ("2026-01-01T00:00:00+00:00_1", "1-1"),
    "challenge": ("basil",),
    "o": ("1.-2",),
    "action_remove": ("1",),
}
QUERY = (
    "before",
    "since",
    "ply",
    "until",
    "after",
    "player",
    "against",
    "result",
    "rated",
    "pace",
    "pages",
    "top",
    "opponents",
    "dirhams",
    "challenge",
    "next",
    "language",
    "q",
    "o",
    "p",
    "all",
    "id__exact",
    "e",
)
# What the form of an address sends; to the others go fields of all kinds.
FIELDS: Mapping[str, Sequence[str]] = {
    "games:act": ("ply", "action"),
    "games:arrange": ("rug",) * 24,
    "games:call_off": ("agree",),
    "games:seen": ("ply",),
    "games:give_time": ("ply", "seat"),
    "games:beforehand": ("any", "north", "east", "south", "west"),
    "games:vacation": ("until",),
    "games:say": ("text", "token"),
    "games:chat_read": ("number",),
    "games:chat_switch": ("chat",),
    "games:note": ("text", "mark"),
    "games:play_now": ("contribution", "token"),
    "games:join": ("contribution",),
    "games:add_house_player": ("player", "seat"),
    **dict.fromkeys(("games:invite", "games:withdraw"), ("name",)),
    "games:open": (
        *(
            "opponent",
            "players",
            "listed",
            "colours",
            "turning",
            "dirhams",
            "own_cover",
            "rated",
            "least_rating",
            "most_rating",
            "pace",
            "turn_days",
            "bank_days",
            "bank_more",
            "bank_most",
            "live_minutes",
            "live_seconds",
            "title",
            "contribution",
            "token",
        ),
    ),
    "games:records": ("text",),
    "ladder:begin_seek": ("players", "reach", "clock", "number"),
    "ladder:still_here": ("number",),
    "ladder:unfollow": ("friends",),
    "accounts:preferences": ("time_zone", "theme", "confirm_laying", "show_coordinates", "sounds", "chat_off"),
    **dict.fromkeys(("accounts:signup", "account_signup"), ("username", "email", "password1", "time_zone", "next")),
    "account_login": ("login", "password", "remember", "next"),
    "account_change_password": ("oldpassword", "password1", "password2"),
    "account_reset_password": ("email",),
    "account_email": ("email", "action_add", "action_send", "action_remove", "action_primary"),
    "account_reauthenticate": ("password", "next"),
    "mfa_reauthenticate": ("code",),
    "mfa_login_webauthn": ("credential",),
}
ANY_FIELDS = tuple(sorted({*SENSIBLE, "_save", "_popup", "_selected_action", "csrfmiddlewaretoken"}))
HEADERS: Sequence[Mapping[str, str]] = (
    {"HX-Request": "true"},
    {"HX-Request": "true", "HX-Current-URL": "\x01\xff", "HX-Target": "board"},
    {"Accept-Language": "x-" + "y" * 5000},
    {"Accept": "application/json", "X-Requested-With": "XMLHttpRequest"},
    {"Cookie": "sessionid=\x01\xff; csrftoken=" + "z" * 4000 + "; messages=[[1"},
    {"X-Forwarded-For": "not, an, address", "X-Forwarded-Proto": "gopher"},
    {"If-Modified-Since": "yesterday", "If-None-Match": "*", "Range": "bytes=9-1"},
    {"Host": "elsewhere.example"},
    {"Host": "local\x00host:99999999"},
    {"Content-Length": "-1"},
    {"Content-Length": "many"},
    {"Referer": "http://[", "Origin": "null"},
)
METHODS = ("GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")
CONTENT_TYPES = (
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-7",
    "application/x-www-form-urlencoded; charset=no-such",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "multipart/form-data; boundary=\xff",
    "application/json",
    "text/plain",
    "; ;",
    "",
)

PARTS = (
    *("{running}", "{running}", "{waiting}", "{joined}", "{kept}", "{ended}", "{closed}", "{saved}"),
    *("nosuchgame", "cumin", "1"),
)

wild = st.one_of(st.sampled_from(WILD), st.text(st.characters(codec=None), max_size=12))


@dataclass(frozen=True)
class Sent:
    """One request. `{running}` and the like in the path stand for the codes of the world's games."""

    role: str
    method: str
    path: str
    body: bytes
    content_type: str
    headers: Mapping[str, str]


@st.composite
def requests(draw: st.DrawFn, name: str, route: str) -> Sent:
    """A request to this URL pattern, with anything in its path, query, headers and body."""
    path = re.sub(
        r"<[^>]*>|\(\?P<\w+>[^()]*\)", lambda _part: draw(path_parts()), route.replace("^", "").replace("$", "")
    )
    query = urlencoded(draw(st.lists(st.tuples(st.sampled_from(QUERY), wild), max_size=2)))
    return Sent(
        role=draw(mostly(st.just("admin" if name.startswith("admin:") else "player"), st.sampled_from(ROLES))),
        method=draw(mostly(st.sampled_from(("POST", "POST", "GET")), st.sampled_from(METHODS))),
        path=f"/{path}?{query}",
        body=draw(bodies(name)),
        content_type=draw(mostly(st.just(CONTENT_TYPES[0]), st.sampled_from(CONTENT_TYPES))),
        headers=draw(mostly(st.just({}), st.sampled_from(HEADERS))),
    )


def mostly[Value](usual: st.SearchStrategy[Value], other: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    """Three times out of four the one, else the other."""
    return st.integers(0, 3).flatmap(lambda number: other if number == 3 else usual)


def path_parts() -> st.SearchStrategy[str]:
    """What may stand for a code, a name or a key in a path."""
    quoted = wild.map(lambda text: quote(text, safe="", errors="surrogatepass").replace("{", "%7B"))
    return mostly(st.sampled_from(PARTS), st.one_of(quoted, st.just("%ff%fe")))


@st.composite
def bodies(draw: st.DrawFn, name: str) -> bytes:
    """The body of a request to the address of this name: its form, more or less as it should be, or something else."""
    names = FIELDS.get(name, draw(st.lists(st.sampled_from(ANY_FIELDS), max_size=6)))
    fields = [(field, draw(values(field))) for field in names]
    form = urlencoded(fields)
    other = st.one_of(
        st.just(form[: len(form) // 2].encode() + b"%f"),
        st.just(json.dumps(dict(fields)).encode()),
        st.just(b"--x\r\nContent-Disposition: form-data; name=ply; filename=a\x00b\r\n\r\n1\r\n--x--"),
        st.just(urlencoded([("rug", "1")] * 1100).encode()),
        st.binary(max_size=40),
    )
    body: bytes = draw(mostly(st.just(form.encode()), other))
    return body


def values(field: str) -> st.SearchStrategy[str]:
    """What may be sent as this field."""
    return mostly(st.sampled_from(SENSIBLE.get(field, ("on",))), wild)


def urlencoded(fields: Sequence[tuple[str, str]]) -> str:
    """The fields as a form sends them, with what is no text written as it can be."""
    return urlencode(fields, errors="surrogatepass")


@pytest.fixture
def world(db: None, settings: LazySettings) -> World:
    """The site with one of everything, where nobody is too fast."""
    settings.ACCOUNT_RATE_LIMITS = False
    settings.ADMIN_NEEDS_SECOND_FACTOR = True
    return build()


def answer(world: World, visitors: Visitors, sent: Sent) -> Any:
    """What the site says to a request."""
    kept = ("running", "waiting", "joined", "kept", "ended", "closed", "saved")
    codes = {name: getattr(world, name).code for name in kept}
    path = re.sub(r"{(\w+)}", lambda part: codes[part[1]], sent.path)
    return visitors.of(sent.role).generic(sent.method, path, sent.body, sent.content_type, headers=dict(sent.headers))


def attack(world: World, patterns: Iterable[tuple[str, str]], examples: int) -> None:
    """Send so many examples of one or two requests to each of these URL patterns."""
    visitors, before = Visitors(world), Picture.taken()
    for name, route in patterns:

        @settings(max_examples=examples, suppress_health_check=[HealthCheck.too_slow])
        @given(several=st.lists(requests(name, route), min_size=1, max_size=2))
        def nothing_breaks(several: list[Sent]) -> None:
            check(world, visitors, before, several)

        nothing_breaks()


def check(world: World, visitors: Visitors, before: Picture, several: Sequence[Sent]) -> None:
    """Send these one after the other; nothing goes wrong, and nothing is broken after them."""
    with taken_back():
        for sent in several:
            response = answer(world, visitors, sent)
            assert response.status_code < 500, sent
        faults = broken(before, may_appoint=any(sent.role == "admin" for sent in several))
        assert not faults


def test_nothing_sent_to_the_sites_own_addresses_breaks_anything(world: World) -> None:
    attack(
        world, [pattern for pattern in all_patterns() if pattern[0].startswith(("games:", "accounts:", "ladder:"))], 15
    )


def test_nothing_sent_to_the_addresses_of_allauth_breaks_anything(world: World) -> None:
    attack(world, [pattern for pattern in all_patterns() if ":" not in pattern[0] and pattern[0]], 6)


def test_nothing_sent_to_admin_breaks_anything(world: World) -> None:
    attack(world, [pattern for pattern in all_patterns() if pattern[1].startswith("admin/")], 3)


@pytest.mark.parametrize(
    ("limit", "role", "method"),
    [
        ("read_visitor", "visitor", "get"),
        ("read_member", "player", "get"),
        ("write_visitor", "visitor", "post"),
        ("write_member", "player", "post"),
    ],
)
def test_who_asks_too_often_is_told_so_on_a_page_of_the_site(
    world: World, settings: LazySettings, limit: str, role: str, method: str
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {limit: "2/m/user" if role == "player" else "2/m/ip"}
    browser, address = world.browser(role), reverse("games:resign", args=[world.running.code])
    asked = getattr(browser, method)
    # The first time a player resigns, the second time he has; nobody else may.
    assert all(asked(address).status_code != 429 for _ in range(2))
    before = Picture.taken()
    answer = asked(address)
    page = Page(address, answer.status_code, answer.content.decode())
    assert answer.status_code == 429
    assert "Slowly, please" in page.text
    assert page.with_id("main") is not None
    assert "Content-Security-Policy" in answer.headers
    assert Picture.taken() == before


def test_signing_up_too_often_makes_no_more_users(settings: LazySettings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/m/ip"}
    statuses = []
    for name in ("anise", "basil", "cumin"):
        browser = Browser()
        form = browser.open(reverse("account_signup")).form(reverse("account_signup"))
        statuses.append(browser.send(form.fill("username", name).fill("password1", PASSWORD)).status)
    assert statuses == [200, 200, 429]
    assert sorted(User.objects.values_list("name", flat=True)) == ["anise", "basil"]
    assert "Slowly, please" in browser.page.text


def test_opening_tables_too_often_says_so_and_keeps_what_was_filled_in(settings: LazySettings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"open_table": "2/h/user"}
    browser = Browser(people(1)[0])
    for title in ("One", "Two", "Three"):
        form = browser.open(reverse("games:lobby")).form(reverse("games:open"))
        page = browser.send(form.fill("title", title))
    assert page.status == 429
    assert ("title", "Three") in page.form(reverse("games:open")).fields
    assert page.with_id("main") is not None
    assert Game.objects.count() == 2
