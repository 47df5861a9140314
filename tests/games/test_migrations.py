"""A database of an earlier site, once migrated, says of its games what this site would have kept of them."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts.models import User
from games import lobby, play
from games.models import Game, Seat
from games.rules import Leave, Variant
from games.tallies import FIELDS, count_earlier_games
from tests.games.tables import people, play_on, play_to_the_end, start_game

BEFORE = ("games", "0001_initial")


def migrate_as_if_from(target: tuple[str, str]) -> None:
    """Go back to what an earlier site had, and forth again from there."""
    MigrationExecutor(connection).migrate([target])
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def rich(users: list[User]) -> Variant:
    """A table at which nobody goes out for want of money."""
    return Variant(players=len(users), dirhams=99)


def resigned(users: list[User], *, after: int) -> Game:
    """A game in which the last player resigned after so many decisions, and the others played on to the end."""
    game = play_on(start_game(users, rich(users)), after)
    return play_to_the_end(play.resign(game.code, users[-1], timezone.now()))


def ran_out_of_time(users: list[User]) -> Game:
    """A game that ended when time ran out for the last player."""
    game = play_on(start_game(users, rich(users)), 90)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "Leave", lambda seat, why: Leave(seat, "time"))
        return play.resign(game.code, users[-1], timezone.now())


def called_off(users: list[User]) -> Game:
    """A game that its players agreed to call off."""
    game = play_on(start_game(users), 8)
    for user in users:
        play.agree_to_call_off(game.code, user, True, timezone.now())
    return game


@pytest.mark.django_db(transaction=True)
def test_who_stayed_in_the_games_over_before_is_told_from_their_logs() -> None:
    users = people(3)
    play_to_the_end(start_game(users))
    resigned(users, after=6)
    resigned(users, after=60)
    ran_out_of_time(users[:2])
    called_off(users)
    play_on(start_game(users[:2], Variant(colours="arranged")), 12)
    table = lobby.open_table(users[0], Variant(), timezone.now())
    lobby.close(table.code, users[0], timezone.now())
    kept = list(Seat.objects.values_list("game", "index", "stayed", "ended_at"))
    assert [stayed for _, _, stayed, _ in kept] == [
        *(True, True, True),
        *(True, True, False),
        *(True, True, True),
        *(True, False),
        *(None, None, None),
        *(None, None),
        None,
    ]

    migrate_as_if_from(BEFORE)
    count_earlier_games()

    assert list(Seat.objects.values_list("game", "index", "stayed", "ended_at")) == kept
    call_command("check_games")


@pytest.mark.django_db(transaction=True)
def test_money_and_times_of_the_games_over_before_are_counted_once_the_site_runs() -> None:
    users = people(3)
    play_to_the_end(start_game(users))
    resigned(users, after=60)
    kept = list(Seat.objects.order_by("pk").values_list(*FIELDS))
    assert all(None not in numbers for numbers in kept)

    migrate_as_if_from(("games", "0005_rating_range"))
    assert set(Seat.objects.values_list(*FIELDS)) == {(None,) * len(FIELDS)}
    count_earlier_games()

    assert list(Seat.objects.order_by("pk").values_list(*FIELDS)) == kept
