"""The archive: what is found by what, who may be told of which game, and what a page costs among very many games."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from django.utils.http import urlencode

from accounts.models import User
from games.models import Game, Seat
from games.rules import Position, Variant
from games.views import ended_games
from games.views.ended_games import MOST_PAGES
from tests.games import many
from tests.games.tables import logged_in, people, queries

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def users() -> list[User]:
    """anise, basil, cumin and dill."""
    return people(4)


def game(*users: User, ended: datetime | None = NOON, status: str = Game.Status.OVER, **kept: Any) -> Game:
    """A game of these users as the archive finds it, with ranks in seat order; not played."""
    variant = Variant(players=len(users))
    made = Game.objects.create(
        creator=users[0],
        players=len(users),
        status=status if ended else Game.Status.PLAYING,
        first=0,
        position=Position.start(variant).to_text(),
        created_at=NOON,
        started_at=NOON,
        ended_at=ended,
        **kept,
    )
    for index, user in enumerate(users):
        result = {"rank": index + 1, "points": 9} if ended and status == Game.Status.OVER else {}
        Seat.objects.create(game=made, index=index, user=user, sat_down_at=NOON, ended_at=ended, **result)
    return made


def found(reader: User | None = None, /, **asked: str) -> list[Game]:
    """The games on the first page of a search by this reader, or by a guest."""
    answer = (logged_in(reader) if reader else Client()).get("/archive/", asked)
    assert answer.status_code == 200
    games: list[Game] = answer.context["games"]
    return games


def test_ended_games_stand_there_the_last_to_end_first(users: list[User]) -> None:
    first, last = game(*users[:2]), game(*users[:2], ended=NOON + timedelta(hours=1))
    called_off = game(*users[:2], ended=NOON - timedelta(days=1), status=Game.Status.CALLED_OFF)
    game(*users[:2], ended=None)
    assert found() == [last, first, called_off]


def test_a_table_that_was_closed_is_no_game(users: list[User]) -> None:
    Game.objects.create(creator=users[0], status=Game.Status.CLOSED, created_at=NOON, ended_at=NOON)
    assert found() == []


def test_players_are_found_whatever_the_case(users: list[User]) -> None:
    anise, basil, cumin, dill = users
    two, three = game(anise, basil), game(basil, cumin, dill, ended=NOON + timedelta(hours=1))
    assert found(player="BASIL") == [three, two]
    assert found(player="anise") == [two]
    assert found(player="basil", against="dill") == [three]
    assert found(against="dill") == [three]
    assert found(player="anise", against="dill") == []


def test_by_result(users: list[User]) -> None:
    anise, basil, *_ = users
    won, lost = game(anise, basil), game(basil, anise)
    called_off = game(anise, basil, status=Game.Status.CALLED_OFF)
    assert found(player="anise", result="won") == [won]
    assert found(player="basil", result="won") == [lost]
    assert found(player="anise", result="lost") == [lost]
    assert found(result="called off") == found(player="anise", result="called off") == [called_off]


@pytest.mark.parametrize(
    ("kept", "asked"),
    [
        ({"turning": "after"}, {"turning": "after"}),
        ({"colours": "swapped"}, {"colours": "swapped"}),
        ({"own_cover": True}, {"own_cover": "yes"}),
        ({"dirhams": 10}, {"dirhams": "10"}),
        ({"rated": True}, {"rated": "on"}),
        ({"pace": "live", "time": timedelta(minutes=9)}, {"pace": "live"}),
    ],
    ids=str,
)
def test_by_how_it_was_played(users: list[User], kept: dict[str, Any], asked: dict[str, str]) -> None:
    usual, other = game(*users[:2]), game(*users[:2], **kept, ended=NOON + timedelta(hours=1))
    assert found() == [other, usual]
    assert found(**asked) == found(**asked, player="basil") == [other]


def test_by_the_number_of_players_and_by_what_is_usual(users: list[User]) -> None:
    two, three, four = (game(*users[:number], ended=NOON - timedelta(hours=number)) for number in (2, 3, 4))
    assert [found(players=number) for number in ("2", "3", "4")] == [[two], [three], [four]]
    assert found(own_cover="no") == [two, three, four]
    assert found(colours="shuffled") == [two]  # with more than two players there is no choice


def test_by_the_readers_days_both_included(users: list[User]) -> None:
    anise, basil, *_ = users
    evening = game(anise, basil, ended=datetime(2026, 3, 1, 23, 30, tzinfo=UTC))
    next_day = game(anise, basil, ended=datetime(2026, 3, 2, 0, 30, tzinfo=UTC))
    assert found(since="2026-03-02") == found(player="anise", since="2026-03-02") == [next_day]
    assert found(until="2026-03-01") == found(player="anise", until="2026-03-01") == [evening]
    assert found(since="2026-03-01", until="2026-03-02") == [next_day, evening]
    User.objects.filter(pk=anise.pk).update(time_zone="Europe/Berlin")  # where it is half past midnight already
    assert found(anise, since="2026-03-02") == [next_day, evening]


def test_a_link_only_game_is_found_by_its_players_alone(users: list[User]) -> None:
    anise, basil, cumin, _ = users
    hidden = game(anise, basil, listed=False)
    pair = {"player": "anise", "against": "basil"}
    searches: list[dict[str, str]] = [{}, {"player": "anise"}, pair, {"players": "2"}]
    for asked in searches:
        assert found(anise, **asked) == found(basil, **asked) == [hidden]
        assert found(cumin, **asked) == found(**asked) == []


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"player": "nobody"}, "player"),
        ({"against": "<script>alert(1)</script>"}, "against"),
        ({"player": "\0"}, "player"),
        ({"result": "won"}, "result"),
        ({"result": "lost"}, "result"),
        ({"pace": "slow"}, "pace"),
        ({"result": "drawn"}, "result"),
        ({"players": "5"}, "players"),
        ({"turning": "sideways"}, "turning"),
        ({"dirhams": "0"}, "dirhams"),
        ({"since": "yesterday"}, "since"),
        ({"since": "0001-01-01"}, "since"),
        ({"until": "9999-12-31"}, "until"),
    ],
    ids=str,
)
def test_what_cannot_be_looked_for_is_said_at_its_field_and_kept(
    users: list[User], asked: dict[str, str], field: str
) -> None:
    game(*users[:2])
    answer = Client().get("/archive/", asked)
    assert answer.status_code == 400
    assert field in answer.context["form"].errors
    assert "table-row" not in answer.text
    assert answer.context["form"][field].value() == asked[field]
    assert "<script>alert" not in answer.content.decode()


def test_everything_is_read_page_by_page_and_each_once(users: list[User]) -> None:
    for number in range(45):
        game(*users[:2], ended=NOON + timedelta(hours=number // 3))
    for asked in ({}, {"player": "anise"}, {"player": "anise", "against": "basil", "result": "won"}, {"players": "2"}):
        seen: list[Game] = []
        older = urlencode(asked)
        while True:
            answer = Client().get(f"/archive/?{older}")
            seen += answer.context["games"]
            older = answer.context["older"]
            assert ("Older games" in answer.text) == bool(older)
            if not older:
                break
        assert len(seen) == len(set(seen)) == 45
        ends = [each.ended_at for each in seen if each.ended_at]
        assert ends == sorted(ends, reverse=True)


def test_the_pager_keeps_what_was_asked_for(users: list[User]) -> None:
    for number in range(25):
        game(*users[:2], ended=NOON + timedelta(hours=number))
    page = Client().get("/archive/", {"player": "anise", "turning": "", "result": "won"}).content.decode()
    link = re.search(r'href="\?(player=anise&amp;result=won&amp;before=[^"#]+)#found"', page)
    assert link
    older = Client().get(f"/archive/?{link[1].replace('&amp;', '&')}").context
    assert len(older["games"]) == 5


def test_a_list_that_has_grown_is_found_again_as_long_as_it_was(users: list[User]) -> None:
    for number in range(130):
        game(*users[:2], ended=NOON - timedelta(hours=number), title=f"Evening {number:03}")
    page = Client().get("/archive/", {"player": "anise"})
    shown = [each.title for each in page.context["games"]]
    for pages in range(2, MOST_PAGES + 1):
        grown, answer = page.context["grown"], Client().get(page.context["more"])
        assert "Newest" not in answer.text
        shown += [each.title for each in answer.context["games"]]
        again = Client().get(f"/archive/?{grown}")
        assert [each.title for each in again.context["games"]] == shown
        assert len(shown) == 20 * pages
        page = answer
    assert page.context["more"] == ""  # from here on by the link
    below = Client().get(f"/archive/?{page.context['older']}")
    assert [each.title for each in below.context["games"]] == [f"Evening {number}" for number in range(100, 120)]
    grown_below = Client().get(f"/archive/?{Client().get(below.context['more']).wsgi_request.GET.urlencode()}")
    assert [each.title for each in grown_below.context["games"]] == [f"Evening {number}" for number in range(120, 130)]
    again = Client().get(f"/archive/?{below.context['grown']}")
    assert [each.title for each in again.context["games"]] == [f"Evening {number}" for number in range(100, 130)]
    assert "Newest" in again.text


@pytest.mark.parametrize(
    ("pages", "shown"), [("", 20), ("0", 20), ("-1", 20), ("x", 20), ("²", 20), ("2", 40), ("9", 60)]
)
def test_a_number_of_pages_that_makes_no_sense_is_one_and_too_many_are_some(
    users: list[User], pages: str, shown: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ended_games, "MOST_PAGES", 3)
    for number in range(70):
        game(*users[:2], ended=NOON - timedelta(hours=number))
    assert len(Client().get("/archive/", {"pages": pages}).context["games"]) == shown


SEARCHES: list[dict[str, str]] = [
    {},
    {"player": "anise"},
    {"player": "anise", "result": "won"},
    {"player": "anise", "against": "basil"},
    {"player": "anise", "players": "2", "turning": "after"},
    {"against": "anise"},
    {"players": "4"},
    {"result": "called off"},
    {"since": "2020-01-01", "until": "2999-01-01"},
    {"turning": "after"},
    {"own_cover": "yes"},
    {"own_cover": "no"},
    {"pace": "none"},
    {"player": "anise", "result": "lost"},
]
# Nobody has played so; or nobody with those colours.
RARE: list[dict[str, str]] = [
    {"dirhams": "77"},
    {"rated": "on"},
    {"pace": "live"},
    {"colours": "swapped"},
    {"own_cover": "yes", "dirhams": "77"},
    {"players": "4", "turning": "after", "dirhams": "77"},
]
ADDRESSES = [
    *(("/archive/", search) for search in (*SEARCHES, *RARE)),
    ("/watch/", {}),
]
# What walks a part of the games, as `games.archive` says: those of a player, or those up to a day.
WALKING: list[dict[str, str]] = [
    {"player": "anise", "against": "basil"},
    {"since": "2020-01-01", "until": "2999-01-01"},
]
MOST_WORK = 40_000
"""Steps of the database for a page; to look at every game that has ended takes twice as many."""


def test_pages_ask_as_often_and_read_no_table_through_among_20000_games(users: list[User]) -> None:
    anise, basil, *_ = users
    clients = [Client(), logged_in(anise), logged_in(users[3])]
    counted = {}
    for number in (100, 20_000):
        many.fill(number - Game.objects.count(), anise, basil)
        game(anise, basil)
        counted[number] = [
            queries(partial(client.get, address, asked)) for client in clients for address, asked in ADDRESSES
        ]
    assert Game.objects.count() >= 20_000
    assert counted[20_000] == counted[100]
    deep = f"{(timezone.now() - timedelta(hours=15_000)).isoformat()}_0"
    for client in clients:
        for address, asked in ADDRESSES:
            for page in (asked, {**asked, "before": deep}):
                work = work_of(partial(client.get, address, page))
                assert work < MOST_WORK or asked in WALKING, f"{address} {page}: {work}"
    if connection.vendor == "sqlite":
        rare = Game.objects.filter(title="x")
        assert work_of(partial(list, rare)) > MOST_WORK
        walked_by_index = rare.ended().order_by("-ended_at", "-pk")[:20]
        assert work_of(partial(list, walked_by_index)) > MOST_WORK


def work_of(do: Callable[[], object]) -> int:
    """How many steps SQLite takes for what this asks of it, to the next ten; 0 with another database."""
    if connection.vendor != "sqlite":
        do()
        return 0
    tens = count()
    connection.connection.set_progress_handler(lambda: next(tens) < 0, 10)
    try:
        do()
    finally:
        connection.connection.set_progress_handler(None, 0)
    return 10 * next(tens)
