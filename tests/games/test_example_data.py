"""`manage.py example_data`: players and games for trying the site out, in debug mode only."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from accounts.models import User
from games.management.commands.example_data import PASSWORD, PLAYERS
from games.models import Game

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    said = StringIO()
    call_command("example_data", *arguments, stdout=said)
    return said.getvalue()


@override_settings(DEBUG=True)
def test_the_example_games_are_as_their_log_says_and_are_made_once() -> None:
    said = run("--first-start")
    assert all(name in said for name in PLAYERS)
    assert PASSWORD in said
    assert all(User.objects.get(name=name).check_password(PASSWORD) for name in PLAYERS)
    checked = StringIO()
    call_command("check_games", stdout=checked)
    assert checked.getvalue().startswith("7 games")
    assert not Game.objects.exclude(status=Game.Status.WAITING).filter(rated=False).exists()
    run()
    assert User.objects.count() == len(PLAYERS)


@override_settings(DEBUG=True)
def test_a_database_with_users_is_left_alone_at_the_start() -> None:
    User.objects.create_user("fennel")
    assert run("--first-start") == ""
    assert User.objects.count() == 1


def test_outside_debug_mode_nothing_is_made() -> None:
    assert run("--first-start") == ""
    with pytest.raises(CommandError, match="known password"):
        run()
    assert not User.objects.exists()
