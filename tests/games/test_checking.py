"""`manage.py check_games` finds whatever is kept of a game and not borne out by its log."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Move, Seat
from games.rules import Variant
from tests.games.tables import people, play_on, play_to_the_end, start_game

pytestmark = pytest.mark.django_db


def check() -> str:
    """What the command prints of games that are as they should be, or says of those that are not."""
    said = StringIO()
    try:
        call_command("check_games", stdout=said)
    except CommandError as error:
        said.write(str(error))
    return said.getvalue()


@pytest.fixture
def ended() -> Game:
    """A game of two that was played to its end; another is going on, and a third table waits."""
    users = people(3)
    play_on(start_game(users[:2], Variant(colours="arranged")), 12)
    return play_to_the_end(start_game(users[:2], Variant(dirhams=5)))


def test_games_played_through_the_sites_own_doors_are_as_their_logs_say(ended: Game) -> None:
    assert check() == "2 games are as their log says.\n"


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ({"position": ""}, "the position kept is not the fold of the log"),
        ({"ply": 3}, "ply 3 is kept"),
        ({"dice_events": 3}, "3 dice events are kept"),
        ({"status": Game.Status.PLAYING}, "the status is 'playing'"),
    ],
    ids=str,
)
def test_what_a_game_keeps_beside_its_log_is_compared(ended: Game, kept: dict[str, Any], said: str) -> None:
    Game.objects.filter(pk=ended.pk).update(**kept)
    assert said in check()
    assert "1 of 2 games differ from their log." in check()


@pytest.mark.parametrize("field", ["rank", "points", "final_dirhams"])
def test_results_are_compared(ended: Game, field: str) -> None:
    Seat.objects.filter(game=ended, index=1).update(**{field: 77})
    assert "seat 1 has rank, points and dirhams" in check()


def test_who_is_marked_as_waited_for_is_compared(ended: Game) -> None:
    Seat.objects.filter(game=ended, index=0).update(to_move=True)
    assert "seat 0 is wrongly marked as waited for or not" in check()


def test_a_log_that_cannot_be_played_is_told(ended: Game) -> None:
    Move.objects.filter(game=ended, ply=0).update(chance="4 4")
    assert "the log does not replay" in check()


def test_who_stayed_and_when_it_ended_are_compared(ended: Game) -> None:
    Seat.objects.filter(game=ended, index=0).update(stayed=False)
    assert "seat 0 has stayed: False, the log says True" in check()
    Seat.objects.filter(game=ended, index=1).update(ended_at=None)
    assert "seat 1 has another moment of the end than its game" in check()


def test_clocks_are_compared_with_moves_and_clock_events(ended: Game) -> None:
    running = Game.objects.get(status=Game.Status.PLAYING)
    assert check() == "2 games are as their log says.\n"
    running.seats.filter(to_move=True).update(deadline=None)
    assert "has the deadline None, the log says" in check()
    running.seats.update(time_left=timedelta(hours=1))
    assert "the clocks kept are not the fold of moves and clock events" in check()


def test_clocks_that_do_not_follow_from_the_log_are_told(ended: Game) -> None:
    last = ended.moves.latest("ply")
    Move.objects.filter(pk=last.pk).update(at=last.at + timedelta(days=300))
    assert "the clocks do not follow from the log: seat" in check()
