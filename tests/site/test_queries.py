"""How often each page asks the database: exact numbers, and the same for 10 games as for 1,000."""

from datetime import timedelta
from typing import Any
from urllib.parse import urljoin

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.following import follow
from accounts.models import User
from games import lobby, saved_records
from games.courses import course_of_game
from games.models import Game, Move, Seat, Seed, new_code
from games.rules import Lay, Phase, Turn, Variant
from ladder.models import Seek
from ladder.seasons import make_present_seasons
from tests.forms import Page
from tests.games.tables import people, play_on, play_to_the_end, start_game, user_at

pytestmark = pytest.mark.django_db

# For the roles of `Site`; `-` where there is no such page for them.
PAGES = """
# page                       visitor  player  other
home                         9        19      18
lobby                        5        13      13
my games                     -        15      8
a player's page              11       14      15
the ladder                   4        8       8
friends in the ladder        4        9       9
friends                      -        14      4
the top of the ladder        2        5       5
the formula                  1        4       4
find a rated game            1        3       9
a search                     -        5       -
a game, my turn              4        10      8
a long game, not my turn     4        12      8
a game that is over          5        12      9
a table                      6        13      12
the board, my turn           4        6       6
the long board, not my turn  4        8       6
the board of an ended game   5        8       7
a table's seats              6        12      11
the counter                  -        3       3
next game                    -        3       3
resign?                      -        7       -
a replay                     4        7       7
a replay of an ended game    4        7       7
a picture of a moment        3        5       5
a record as text             3        5       5
a record as JSON             3        5       5
dice                         3        6       6
statistics                   3        6       6
records                      0        4       4
a saved record               1        4       4
rules                        0        3       3
watch                        2        5       5
archive                      2        5       5
archive of a player          3        6       6
archive of two               4        7       7
archive by options           2        5       5
a game's chat                -        6       -
new messages                 -        5       -
vacation                     -        5       5
preferences                  -        3       3
sign-up                      0        -       -
log-in                       0        -       -
terms                        0        3       3
words                        0        2       2
"""

# What a player, or somebody who sits down, does; without following to the page that comes after.
DEEDS = {
    "turn Assam": 9,
    "lay a rug": 12,
    "turn Assam, and see the board": 11,
    "lay a rug, and see the board": 16,
    "say a turn beforehand": 9,
    "give time": 12,
    "agree to call it off": 9,
    # of which one for the agreement, which lapses, and two to tell from the log who stayed, and what clocks have shown
    "resign": 16,
    "sit down, and begin": 23,  # a rated game: with the ladders that count it, and how often these have met today
    "say something": 11,
    "note something": 8,
    "play now, as a visitor": 22,
    "play now": 18,
    "add a house player": 9,
    "invite a player": 10,
    "take an invitation back": 8,
    "follow a player": 7,
    "unfollow a player": 4,
    "open a table": 10,
    "look for a rated game": 13,
    "find a rated game": 40,
    "say that one is there": 3,
    "stop looking": 4,
}

ADMIN_PAGES = {"games": 8, "seats": 5, "moves": 4, "invitations": 4, "savedrecords": 4, "one game": 8}


class Site:
    """A game of each kind, and as many copies of them as wanted.

    `player` plays in many of them and follows everybody else who does, `other` in none and nobody.
    """

    def __init__(self) -> None:
        self.player, self.opponent, self.other = people(3)
        self.admin = User.objects.create_superuser("saffron")
        for user in (self.player, self.opponent, self.other):
            EmailAddress.objects.create(user=user, email=f"{user.name}@example.org", verified=True)
        make_present_seasons()
        pair = [self.player, self.opponent]
        self.short = self._played_until(self.player, play_on(start_game(pair), 3))
        self.long = self._played_until(self.opponent, play_on(start_game(pair, Variant(dirhams=99)), 80))
        self.over = play_to_the_end(start_game(pair, Variant(dirhams=1)))
        self.waiting = lobby.open_table(self.player, Variant(), timezone.now(), rated=True)
        self.record = saved_records.save(
            self.player, course_of_game(self.over.code, self.player).record, timezone.now()
        )
        seeking = {"players": 2, "clock": "bank", "reach": "any", "rating": 1500, "number": 1}
        Seek.objects.create(user=self.player, since=timezone.now(), seen_at=timezone.now(), **seeking)
        self.crowd = User.objects.bulk_create(User(name=f"player-{number}") for number in range(50))
        for friend in (self.opponent, *self.crowd):
            follow(self.player, friend, timezone.now())

    def _played_until(self, due: User, game: Game) -> Game:
        while user_at(game, game.current().mover) != due:
            game = play_on(game, 1)
        return game

    def fill(self, total: int) -> None:
        """Copy games until there are that many. The player has no more going on or waiting than one may have."""
        originals = [self.over, self.short, self.waiting]
        pairs = [
            (
                originals[index % 3],
                [self.player if index % 3 == 0 or index < 3 else self.crowd[index % 50], self.crowd[(index + 1) % 50]],
            )
            for index in range(total - Game.objects.count())
        ]
        copies = Game.objects.bulk_create(
            clone(game, code=new_code(), creator_id=pair[0].pk, created_at=game.created_at - timedelta(seconds=index))
            for index, (game, pair) in enumerate(pairs)
        )
        rows: dict[type[Model], list[Model]] = {Seat: [], Move: [], Seed: []}
        for copy, (game, pair) in zip(copies, pairs, strict=True):
            rows[Seat] += [clone(seat, game_id=copy.pk, user_id=pair[seat.index].pk) for seat in game.seats.all()]
            rows[Move] += [clone(move, game_id=copy.pk) for move in game.moves.all()]
            rows[Seed] += [Seed(game_id=copy.pk, value=game.seed.value)]
        for model, new in rows.items():
            model._default_manager.bulk_create(new)

    def browser(self, role: str) -> Client:
        """A browser of the one who has this role."""
        client = Client()
        if role != "visitor":
            client.force_login(getattr(self, role))
        return client


def clone[Row: Model](row: Row, **changes: Any) -> Row:
    """A row like this one, not saved, with some changes."""
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if field.name != "id"}
    return type(row)(**values | changes)


def asked(client: Client, address: str, body: dict[str, Any] | None = None, **headers: str) -> int:
    """How many queries an answer takes, but for the marks of transactions."""
    with CaptureQueriesContext(connection) as queries:
        response = client.get(address) if body is None else client.post(address, body, headers=headers)
    assert response.status_code in (200, 302, 303), f"{address}: {response.status_code}"
    return sum(not query["sql"].startswith(("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")) for query in queries)


def addresses(site: Site) -> dict[str, str]:
    """The pages of the table."""
    short, long, over, waiting = ([game.code] for game in (site.short, site.long, site.over, site.waiting))
    return {
        "home": reverse("games:home"),
        "lobby": reverse("games:lobby"),
        "my games": reverse("games:mine"),
        "a player's page": reverse("ladder:player", args=[site.player.name]),
        "the ladder": reverse("ladder:standings", args=["all"]),
        "friends in the ladder": f"{reverse('ladder:standings', args=['all'])}?friends=1",
        "friends": reverse("ladder:friends"),
        "the top of the ladder": reverse("ladder:top"),
        "the formula": reverse("ladder:formula", args=["all"]),
        "find a rated game": reverse("ladder:find"),
        "a search": reverse("ladder:seeking", args=[1]),
        "a game, my turn": reverse("games:game", args=short),
        "a long game, not my turn": reverse("games:game", args=long),
        "a game that is over": reverse("games:game", args=over),
        "a table": reverse("games:game", args=waiting),
        "the board, my turn": reverse("games:board", args=short),
        "the long board, not my turn": reverse("games:board", args=long),
        "the board of an ended game": reverse("games:board", args=over),
        "a table's seats": reverse("games:seats", args=waiting),
        "the counter": reverse("games:waiting"),
        "next game": reverse("games:next"),
        "resign?": reverse("games:resign", args=short),
        "a replay": reverse("games:moment", args=[*long, 40]),
        "a replay of an ended game": reverse("games:moment", args=[*over, 1]),
        "a picture of a moment": reverse("games:picture", args=[*long, 40]),
        "a record as text": reverse("games:record_text", args=long),
        "a record as JSON": reverse("games:record_json", args=long),
        "dice": reverse("games:dice", args=over),
        "statistics": reverse("games:statistics", args=over),
        "records": reverse("games:records"),
        "a saved record": reverse("games:saved_moment", args=[site.record.code, 1]),
        "rules": reverse("games:rules"),
        "watch": reverse("games:watch"),
        "archive": reverse("games:archive"),
        "archive of a player": f"{reverse('games:archive')}?player={site.player.name}",
        "archive of two": f"{reverse('games:archive')}?player={site.player.name}&against={site.opponent.name}",
        "archive by options": f"{reverse('games:archive')}?players=2&turning=before&since=2020-01-01",
        "a game's chat": reverse("games:chat", args=short),
        "new messages": f"{reverse('games:chat', args=short)}?after=0",
        "vacation": reverse("games:vacation"),
        "preferences": reverse("accounts:preferences"),
        "sign-up": reverse("account_signup"),
        "log-in": reverse("account_login"),
        "terms": reverse("accounts:terms"),
        "words": reverse("javascript-catalog"),
    }


def page_table(site: Site) -> str:
    """The table as it is."""
    lines = ["# page                       visitor  player  other"]
    expected = {line[:29].strip(): line[29:].split() for line in PAGES.strip().splitlines()[1:]}
    for name, address in addresses(site).items():
        cells = [
            "-" if cell == "-" else str(asked(site.browser(role), address))
            for role, cell in zip(("visitor", "player", "other"), expected[name], strict=True)
        ]
        lines.append(f"{name:29}{cells[0]:9}{cells[1]:8}{cells[2]}")
    return "\n".join(lines)


def deeds(site: Site) -> dict[str, int]:
    """What each deed takes, done one after the other."""
    game, table = Game.objects.get(pk=site.short.pk), site.waiting
    counts = {}
    for name, phase, headers in (
        ("turn Assam", Phase.TURN, {}),
        ("lay a rug", Phase.LAY, {}),
        ("turn Assam, and see the board", Phase.TURN, {"HX-Request": "true"}),
        ("lay a rug, and see the board", Phase.LAY, {"HX-Request": "true"}),
    ):
        while game.current().phase is not phase:
            game = play_on(game, 1)
        action = game.current().legal_actions()[0]
        assert isinstance(action, Turn | Lay)
        text = action.side if isinstance(action, Turn) else f"{action.first} {action.second}"
        mover = Client()
        mover.force_login(user_at(game, game.current().mover))
        counts[name] = asked(
            mover, reverse("games:act", args=[game.code]), {"ply": game.ply, "action": text}, **headers
        )
        game.refresh_from_db()
    waits = Client()
    waits.force_login(user_at(game, 1 - game.current().mover))
    counts["say a turn beforehand"] = asked(waits, reverse("games:beforehand", args=[game.code]), {"any": "S"})
    body = {"ply": game.ply, "seat": game.current().mover}
    counts["give time"] = asked(waits, reverse("games:give_time", args=[game.code]), body)
    player, other = site.browser("player"), site.browser("other")
    counts["agree to call it off"] = asked(player, reverse("games:call_off", args=[game.code]), {"agree": "yes"})
    counts["say something"] = asked(player, reverse("games:say", args=[game.code]), {"text": "Good evening"})
    counts["note something"] = asked(player, reverse("games:note", args=[game.code]), {"text": "Well"})
    counts["resign"] = asked(player, reverse("games:resign", args=[game.code]), {})
    counts["sit down, and begin"] = asked(other, reverse("games:join", args=[table.code]), {})
    counts["play now, as a visitor"] = asked(site.browser("visitor"), reverse("games:play_now"), {})
    counts["play now"] = asked(other, reverse("games:play_now"), {})
    table = lobby.open_table(site.other, Variant(players=3), timezone.now())
    house = {"player": "apprentice", "seat": "1"}
    counts["add a house player"] = asked(other, reverse("games:add_house_player", args=[table.code]), house)
    invited = {"name": site.opponent.name}
    counts["invite a player"] = asked(other, reverse("games:invite", args=[table.code]), invited)
    counts["take an invitation back"] = asked(other, reverse("games:withdraw", args=[table.code]), invited)
    counts["follow a player"] = asked(other, reverse("ladder:follow", args=[site.opponent.name]), {})
    counts["unfollow a player"] = asked(other, reverse("ladder:unfollow", args=[site.opponent.name]), {})
    form = {"players": "2", "listed": "yes", "turning": "before", "dirhams": "30"}
    counts["open a table"] = asked(other, reverse("games:open"), form)
    seek = {"players": "2", "reach": "any", "clock": "live", "number": "0"}
    opponent = Client()
    opponent.force_login(site.opponent)
    counts["look for a rated game"] = asked(opponent, reverse("ladder:begin_seek"), seek)
    counts["say that one is there"] = asked(opponent, reverse("ladder:still_here"), {"number": "1"})
    counts["find a rated game"] = asked(other, reverse("ladder:begin_seek"), seek)
    counts["stop looking"] = asked(other, reverse("ladder:stop_seek"), {})
    return counts


def admin_pages(site: Site) -> dict[str, int]:
    """What the lists of admin take."""
    admin = site.browser("admin")
    names = ("game", "seat", "move", "invitation", "savedrecord")
    pages = {f"{name}s": reverse(f"admin:games_{name}_changelist") for name in names}
    pages["one game"] = reverse("admin:games_game_change", args=[site.short.pk])
    for address in pages.values():
        admin.get(address)  # so that the kinds of objects are known, which are asked for once a process
    return {name: asked(admin, address) for name, address in pages.items()}


@pytest.fixture
def site(db: None, settings: LazySettings) -> Site:
    """The site before there are many games."""
    settings.ACCOUNT_RATE_LIMITS = False
    settings.ADMIN_NEEDS_SECOND_FACTOR = False
    return Site()


@pytest.mark.parametrize("number", [10, 1000])
def test_pages(site: Site, number: int) -> None:
    site.fill(number)
    assert Game.objects.count() == number
    assert page_table(site) == PAGES.strip()


@pytest.mark.parametrize("number", [10, 1000])
def test_deeds(site: Site, number: int) -> None:
    site.fill(number)
    assert deeds(site) == DEEDS


@pytest.mark.parametrize("number", [10, 1000])
def test_admin(site: Site, number: int) -> None:
    site.fill(number)
    assert admin_pages(site) == ADMIN_PAGES


def test_an_older_page_of_a_list_takes_no_more_than_the_first(site: Site) -> None:
    site.fill(200)
    client = site.browser("player")
    for address in (reverse("games:lobby"), reverse("games:mine"), reverse("ladder:player", args=["anise"])):
        page = Page(address, 200, client.get(address).content.decode())
        links = [each["href"] for each in page.elements if each.tag == "a" and "before=" in each.get("href")]
        assert len(links) == 1, address
        assert asked(client, urljoin(address, links[0])) <= asked(client, address)
