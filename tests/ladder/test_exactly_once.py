"""Around the end of a game: killed in the middle, or at the same moment as others, no game is rated twice or missed."""

import signal
import sys
import threading
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import play, voiding
from games.models import Game
from ladder import rebuilding
from ladder.models import Ladder, RatedGame, RatingChange
from tests.games.tables import logged_in, other
from tests.games.test_lobby import at_the_same_moment
from tests.ladder.rated import confirmed_people, found_wrong, ladder, ratings, start_rated, win
from tests.ladder.test_admin import filled_in
from tests.programs import Program
from tests.server import manage

# What a program does that is killed. `wait` ends never.
BEGIN = """
import os, threading
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
import django
django.setup()
from django.utils import timezone
from accounts.models import User
from games import play
from games.models import Game
from games.signals import game_ended
from ladder import rebuilding
from ladder.models import Ladder
from tests.ladder.rated import confirmed_people, start_rated, win

def wait(*args, **kwargs):
    print("now", flush=True)
    threading.Event().wait()

users = list(User.objects.order_by("pk")) or confirmed_people()
"""
KILLED_IN_THE_TRANSACTION = BEGIN + "win(*users[:2]); game_ended.connect(wait); win(*users[:2])"
KILLED_AFTER_IT = BEGIN + "win(*users[:2]); win(*users[:2]); wait()"
KILLED_WHILE_GAMES_END = BEGIN + "\nfor number in range(1000): win(*users[number % 3:]); print('now', flush=True)"
KILLED_WHILE_REBUILDING = (
    BEGIN + "rebuilding.GAMES_AT_ONCE = 1; key = Ladder.objects.get(slug='all').pk; rebuilding.ask(key);"
    "rebuilding.build(key, wait)"
)


def kill(script: str, database: str) -> None:
    """Run this until it says that it is time, and kill it."""
    with Program(sys.executable, "-c", script, ready="now", environment={"DATABASE_URL": database}) as program:
        assert program.stop(signal.SIGKILL) == -signal.SIGKILL


def said_of(database: str, statement: str) -> str:
    """What the shell prints of this statement."""
    return manage("shell", "--no-imports", "-c", statement, DATABASE_URL=database).stdout.strip()


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database with nothing in it yet but the first ladders."""
    address = f"sqlite:///{tmp_path / 'db.sqlite3'}"
    assert manage("migrate", DATABASE_URL=address).returncode == 0
    return address


COUNT = """
from games.models import Game; from ladder.models import RatedGame, RatingChange
over = Game.objects.filter(rated=True, status='over').count()
print(over, RatedGame.objects.count(), RatingChange.objects.filter(ladder__slug='all').count())
"""


@pytest.mark.parametrize(
    ("script", "counts"), [(KILLED_IN_THE_TRANSACTION, "1 1 2"), (KILLED_AFTER_IT, "2 2 4")], ids=["in it", "after it"]
)
def test_a_game_is_over_and_rated_or_neither_when_the_server_is_killed_as_it_ends(
    database: str, script: str, counts: str
) -> None:
    kill(script, database)
    assert said_of(database, COUNT) == counts
    assert manage("rate", "--check", DATABASE_URL=database).returncode == 0
    assert manage("check_games", DATABASE_URL=database).returncode == 0


def test_a_server_that_is_killed_again_and_again_misses_no_game(database: str) -> None:
    for _ in range(3):
        kill(KILLED_WHILE_GAMES_END, database)
    over, rated, _changes = map(int, said_of(database, COUNT).split())
    assert over == rated >= 3
    checked = manage("rate", "--check", DATABASE_URL=database)
    assert checked.returncode == 0, checked.stdout


def test_a_rebuild_that_is_killed_is_gone_on_with(database: str) -> None:
    kill(KILLED_AFTER_IT, database)
    kill(KILLED_WHILE_REBUILDING, database)
    half = said_of(
        database, "from ladder.models import Ladder as L; print(*L.objects.values_list('building').get(pk=1))"
    )
    assert half == "2"
    assert manage("rate", "--check", DATABASE_URL=database).returncode == 0
    rebuilt = manage("rate", "--rebuild", DATABASE_URL=database)
    assert "2 of 2 games" in rebuilt.stdout, rebuilt.stderr
    assert manage("rate", "--check", DATABASE_URL=database).returncode == 0
    assert said_of(database, "from ladder.models import Ladder as L; print(L.objects.get(pk=1).generation)") == "2"


@pytest.mark.django_db(transaction=True)
def test_of_two_who_resign_at_the_same_moment_one_wins_and_the_game_is_rated_once() -> None:
    users = confirmed_people(2)
    game = start_rated(users)
    at_the_same_moment(*(lambda user=user: play.resign(game.code, user, timezone.now()) for user in users))
    assert RatedGame.objects.filter(game=game).count() == 1
    assert RatingChange.objects.filter(ladder=ladder()).count() == 2
    assert found_wrong() == []


@pytest.mark.django_db(transaction=True)
def test_many_games_that_end_at_the_same_moment_are_rated_one_after_the_other() -> None:
    users = confirmed_people()
    pairs = [(one, two) for one in users for two in users if one.pk < two.pk]
    games = [start_rated(pair) for pair in pairs]
    at_the_same_moment(*(lambda game=game: play.resign(game.code, other(game), timezone.now()) for game in games))
    assert Game.objects.filter(status=Game.Status.OVER).count() == RatedGame.objects.count() == len(games)
    for each in Ladder.objects.all():
        numbers = each.changes.order_by("sequence").values_list("sequence", flat=True)
        assert list(numbers) == list(range(1, each.sequence + 1))
    assert found_wrong() == []


@pytest.mark.django_db(transaction=True)
def test_games_end_and_are_voided_at_the_same_moment_as_a_ladder_is_rebuilt_twice() -> None:
    users = confirmed_people()
    early = [win(users[number % 2], users[2 + number % 2]) for number in range(4)]
    games = [start_rated(users[:2]), start_rated(users[2:])]
    for each in Ladder.objects.all():
        rebuilding.ask(each.pk)
    at_the_same_moment(
        lambda: play.resign(games[0].code, users[0], timezone.now()),
        lambda: play.resign(games[1].code, users[2], timezone.now()),
        lambda: voiding.void(early[0].code, "At the wrong moment", timezone.now()),
        rebuilding.build_all_asked_for,
        rebuilding.build_all_asked_for,
    )
    rebuilding.build_all_asked_for()
    assert RatedGame.objects.count() == 6
    assert set(ratings()) == {user.name for user in users}
    assert not RatingChange.objects.filter(ladder=ladder(), generation=ladder().generation, game=early[0]).exists()
    assert found_wrong() == []


@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_voided_while_a_new_ladder_takes_it_in_does_not_stay_there() -> None:
    game = win(*confirmed_people(2))
    added = Ladder.objects.create(slug="added", name="Added")
    rebuilding.ask(added.pk)
    is_voided, is_built = threading.Event(), threading.Event()

    def void() -> None:
        with transaction.atomic():
            voiding.void(game.code, "At the wrong moment", timezone.now())
            is_voided.set()
            is_built.wait(timeout=1)  # unless the one who builds has to wait, as he should

    def build() -> None:
        is_voided.wait()
        rebuilding.build(added.pk)
        is_built.set()

    at_the_same_moment(void, build)
    rebuilding.build_all_asked_for()
    assert not ladder("added").standings.filter(generation=ladder("added").generation).exists()
    assert found_wrong() == []


@pytest.mark.django_db(transaction=True)
def test_a_game_that_ends_while_an_admin_adds_a_ladder_counts_there() -> None:
    users = confirmed_people(2)
    game = start_rated(users)
    admin = logged_in(User.objects.create_superuser("saffron"))
    is_over, is_built = threading.Event(), threading.Event()

    def end() -> None:
        with transaction.atomic():
            play.resign(game.code, users[0], timezone.now())
            is_over.set()
            is_built.wait(timeout=1)  # unless the admin has to wait, as he should

    def add() -> None:
        is_over.wait()
        sent = filled_in(Ladder(), name="Added", slug="added")
        assert admin.post("/admin/ladder/ladder/add/", sent).status_code == 302
        rebuilding.build_all_asked_for()
        is_built.set()

    at_the_same_moment(end, add)
    assert ratings("added") == ratings()
    assert found_wrong() == []


@pytest.mark.django_db(transaction=True)
def test_games_that_begin_and_end_as_the_quarter_turns_do_not_wait_for_each_other() -> None:
    users = confirmed_people(4)
    for month in (1, 4, 7, 10):
        turn = datetime(2031, month, 1, tzinfo=UTC)
        code = start_rated(users[:2], turn - timedelta(seconds=1)).code
        at_the_same_moment(partial(play.resign, code, users[0], turn), partial(start_rated, users[2:], turn))
        assert {season.changes.count() for season in Ladder.objects.filter(begins_at=turn)} == {0, 2}
    assert found_wrong() == []
