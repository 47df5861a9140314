"""The sweep: what time has done to games that nobody touches, recorded once, whoever sweeps."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games import play, sweep
from games.checking import differences
from games.clock import DAY, TimeControl
from games.models import Game, Move, Seat
from games.refusals import TooLate
from games.rules import Turn, Variant
from games.signals import game_ended
from tests.games.many import copy
from tests.games.tables import mover, other, people, play_on, queries, start_game
from tests.games.test_lobby import at_the_same_moment

pytestmark = pytest.mark.django_db

START = datetime(2030, 5, 1, 12, tzinfo=UTC)
DEADLINE = START + 3 * DAY
SECOND = timedelta(seconds=1)


def due_at_deadline(players: int = 2) -> Game:
    """A game in which everybody has finished a first turn, and the mover is out of time after DEADLINE."""
    control = TimeControl.per_move(3)
    game = start_game(people(players), Variant(players=players, dirhams=99), control=control, at=START)
    while game.current().turn <= players:
        game = play_on(game, 1, at=START)
    return game


def test_nobody_is_swept_before_his_deadline_or_at_once_after_it() -> None:
    game = due_at_deadline()
    for moment in (START, DEADLINE, DEADLINE + sweep.GRACE):
        assert sweep.sweep(moment) == 0
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert sweep.sweep(DEADLINE + sweep.GRACE + SECOND) == 1
    game.refresh_from_db()
    assert (game.status, game.ended_at) == (Game.Status.OVER, DEADLINE)


def test_a_move_that_arrived_in_time_is_heard_before_the_sweep() -> None:
    game = due_at_deadline()
    assert sweep.sweep(DEADLINE + SECOND) == 0
    play.act(game.code, mover(game), game.ply, Turn("S"), DEADLINE)
    play_on(Game.objects.get(pk=game.pk), 1, at=DEADLINE)
    assert sweep.sweep(DEADLINE + DAY) == 0


def test_a_deadline_that_is_kept_wrongly_puts_nobody_out() -> None:
    game = due_at_deadline()
    Seat.objects.filter(game=game, to_move=True).update(deadline=START)
    sweep.sweep(START + DAY)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_trouble_with_one_game_keeps_no_other_from_being_swept(caplog: pytest.LogCaptureFixture) -> None:
    game = due_at_deadline()
    broken = start_game([mover(game), other(game)], control=TimeControl.per_move(1), at=START)
    Game.objects.filter(pk=broken.pk).update(position="nonsense")
    assert sweep.sweep(DEADLINE + DAY) == 1
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert broken.code in caplog.text


def test_a_game_with_trouble_is_left_alone_for_a_while_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    game = due_at_deadline()
    Game.objects.filter(pk=game.pk).update(position="nonsense")
    sweep.sweep(DEADLINE + DAY)
    Game.objects.filter(pk=game.pk).update(position=game.position)
    assert sweep.sweep(DEADLINE + DAY + 2 * SECOND) == 0
    assert caplog.text.count("Traceback") == 1
    assert sweep.sweep(DEADLINE + DAY + sweep.REST) == 1


@pytest.mark.django_db(transaction=True)
def test_a_move_and_the_sweep_at_the_same_instant_are_one_or_the_other() -> None:
    game = due_at_deadline()
    user = mover(game)
    ply = game.ply
    outcomes = at_the_same_moment(
        lambda: play.act(game.code, user, ply, Turn("S"), DEADLINE).ply,
        lambda: sweep.sweep(DEADLINE + sweep.GRACE + SECOND),
    )
    sweep.sweep(DEADLINE + sweep.GRACE + 2 * SECOND)  # the next one hears of a game that the first left to the move
    game = Game.objects.get(pk=game.pk)
    assert game.status == Game.Status.OVER, "he had turned Assam, or had not, and has laid no rug in time"
    assert game.moves.count() == game.ply in (ply + 1, ply + 2)
    assert (TooLate in outcomes) == (game.ply == ply + 1)
    assert list(differences(game)) == []


@pytest.mark.django_db(transaction=True)
def test_500_games_due_at_once_are_swept_by_two_sweepers_each_exactly_once() -> None:
    copy(due_at_deadline(), 499)
    ended: Counter[int] = Counter()

    def note(game: Game, **kwargs: Any) -> None:
        ended[game.pk] += 1

    game_ended.connect(note)
    try:
        swept = at_the_same_moment(*[lambda: sweep.sweep(DEADLINE + DAY)] * 2)
    finally:
        game_ended.disconnect(note)
    assert sum(int(str(number)) for number in swept) == 500
    assert ended == dict.fromkeys(Game.objects.values_list("pk", flat=True), 1)
    assert Move.objects.filter(action__endswith="time").count() == 500
    assert set(Game.objects.values_list("status", "ended_at")) == {(Game.Status.OVER, DEADLINE)}
    assert not Seat.objects.filter(deadline__isnull=False).exists()


def test_the_queries_for_a_game_do_not_grow_with_the_number_of_games() -> None:
    game = due_at_deadline()
    of_none = queries(lambda: sweep.sweep(DEADLINE))
    copy(game, 9)
    of_ten = queries(lambda: sweep.sweep(DEADLINE + DAY))
    copy(due_again(game), 39)
    of_forty = queries(lambda: sweep.sweep(DEADLINE + DAY))
    assert (of_ten - of_none) / 10 == (of_forty - of_none) / 40


def due_again(game: Game) -> Game:
    """The game as it was before it was swept."""
    users = [seat.user for seat in game.seats.order_by("index")]
    again = start_game(users, Variant(dirhams=99), control=TimeControl.per_move(3), at=START)
    while again.current().turn <= 2:
        again = play_on(again, 1, at=START)
    return again
