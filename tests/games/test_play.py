"""Running games change through `games.play` alone: who may do what, once, and what is kept of it."""

import threading
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games import lobby, play
from games.history import History
from games.models import Game
from games.refusals import NotAllowed, Outdated, Refusal
from games.rules import Dice, Lay, Phase, Roll, Turn, Variant, commitment
from games.signals import game_ended
from tests.games.tables import mover, other, people, play_on, play_to_the_end, start_game

VARIANTS = [
    Variant(players=2),
    Variant(players=2, colours="arranged", dirhams=10),
    Variant(players=2, colours="swapped", own_cover=True),
    Variant(players=3, dirhams=5),
    Variant(players=4, turning="after"),
]


def snapshot(game: Game) -> tuple[object, ...]:
    """All that a refused action must leave alone."""
    kept = Game.objects.get(pk=game.pk)
    return kept.position, kept.ply, kept.version, kept.dice_events, kept.moves.count()


@pytest.mark.django_db
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_whole_game_folds_from_its_log_to_the_saved_position(variant: Variant) -> None:
    game = play_to_the_end(start_game(people(variant.players), variant))
    assert game.status == Game.Status.OVER
    history = History.opened(game).extended(game.moves.all())
    assert history.position.to_text() == game.position
    assert history.ply == game.ply == game.moves.count()


@pytest.mark.django_db
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_everything_chance_did_is_what_the_committed_dice_say(variant: Variant) -> None:
    game = play_to_the_end(start_game(people(variant.players), variant))
    seed = bytes(game.seed.value)
    assert commitment(seed) == game.commitment
    dice = Dice(seed, str(game.pk), [seat.contribution for seat in game.seats.order_by("index")])
    assert dice.first_player(game.players) == game.first
    event = 1
    for step in History.opened(game).extended(game.moves.all()).steps:
        is_shuffled_draw = step.before.phase is Phase.DRAW and variant.colours == "shuffled"
        if isinstance(step.action, Roll) or is_shuffled_draw:
            assert step.action == dice.action(step.before, event)
            event += 1
    assert event == game.dice_events


@pytest.mark.django_db
def test_only_the_players_whose_turn_it_is_are_marked_as_waited_for() -> None:
    game = start_game(people(3))
    for decisions in range(12):
        game = play_on(game, 1, seed=decisions)
        waited_for = {seat.index for seat in game.seats.filter(to_move=True)}
        assert waited_for == set(game.current().movers)


@pytest.mark.django_db
def test_the_end_is_written_once_with_ranks_points_and_dirhams() -> None:
    ended: list[int] = []

    def note(game: Game, **kwargs: Any) -> None:
        ended.append(game.pk)

    game_ended.connect(note)
    try:
        game = play_to_the_end(start_game(people(3), Variant(players=3, dirhams=8)))
    finally:
        game_ended.disconnect(note)
    assert ended == [game.pk]
    outcome = game.current().outcome
    assert outcome is not None
    seats = list(game.seats.order_by("index"))
    assert tuple(seat.rank for seat in seats) == outcome.ranks
    assert tuple(seat.points for seat in seats) == outcome.points
    assert tuple(seat.final_dirhams for seat in seats) == outcome.dirhams
    assert not any(seat.to_move for seat in seats)
    assert game.ended_at is not None


@pytest.mark.django_db
def test_a_receiver_that_fails_undoes_the_move_that_ended_the_game() -> None:
    game = start_game(people(2))

    def fail(**kwargs: Any) -> None:
        raise RuntimeError("the ladder could not rate")

    game_ended.connect(fail)
    try:
        before = snapshot(game)
        with pytest.raises(RuntimeError):
            play.resign(game.code, mover(game), timezone.now())
    finally:
        game_ended.disconnect(fail)
    assert snapshot(game) == before
    assert Game.objects.get(pk=game.pk).status == Game.Status.PLAYING


@pytest.mark.django_db
def test_the_same_turn_sent_twice_rolls_once() -> None:
    game = start_game(people(2))
    user = mover(game)
    first = play.act(game.code, user, 0, Turn("L"), timezone.now())
    after = snapshot(first)
    again = play.act(game.code, user, 0, Turn("L"), timezone.now())
    assert snapshot(again) == after
    assert again.ply == 1


@pytest.mark.django_db
def test_another_turn_for_a_moment_that_has_passed_is_outdated() -> None:
    game = start_game(people(2))
    user = mover(game)
    play.act(game.code, user, 0, Turn("L"), timezone.now())
    before = snapshot(game)
    with pytest.raises(Outdated):
        play.act(game.code, user, 0, Turn("R"), timezone.now())
    with pytest.raises(Outdated):
        play.act(game.code, user, 7, Turn("R"), timezone.now())
    assert snapshot(game) == before


@pytest.mark.django_db
def test_who_is_not_on_move_or_not_seated_may_not_act() -> None:
    users = people(3)
    game = start_game(users[:2])
    before = snapshot(game)
    with pytest.raises(NotAllowed):
        play.act(game.code, other(game), 0, Turn("S"), timezone.now())
    with pytest.raises(NotAllowed):
        play.act(game.code, users[2], 0, Turn("S"), timezone.now())
    with pytest.raises(NotAllowed):
        play.resign(game.code, users[2], timezone.now())
    assert snapshot(game) == before


@pytest.mark.django_db
def test_laying_before_turning_is_refused_and_changes_nothing() -> None:
    game = start_game(people(2))
    before = snapshot(game)
    with pytest.raises(Refusal):
        play.act(game.code, mover(game), 0, Lay("d5", "d6"), timezone.now())
    assert snapshot(game) == before


@pytest.mark.django_db
def test_an_arrangement_is_once_for_a_seat_whoever_comes_first() -> None:
    users = people(2)
    game = start_game(users, Variant(colours="arranged"))
    for_basil = [3, 4] * 12
    for_anise = [1] * 12 + [2] * 12
    play.arrange(game.code, users[1], for_anise, timezone.now())
    game = play.arrange(game.code, users[0], for_basil, timezone.now())
    assert game.current().phase is Phase.TURN
    assert play.arrange(game.code, users[0], for_basil, timezone.now()).ply == game.ply
    with pytest.raises(Outdated):
        play.arrange(game.code, users[0], for_basil[::-1], timezone.now())
    with pytest.raises(Refusal):
        play.arrange(game.code, users[0], [9] * 24, timezone.now())


@pytest.mark.django_db
def test_resigning_out_of_turn_leaves_the_mover_his_turn() -> None:
    game = start_game(people(3))
    on_move = game.current().movers
    leaver = other(game)
    game = play.resign(game.code, leaver, timezone.now())
    assert game.current().movers == on_move
    assert play.resign(game.code, leaver, timezone.now()).ply == game.ply
    with pytest.raises(Refusal):
        play.agree_to_call_off(game.code, leaver, True, timezone.now())


@pytest.mark.django_db
def test_a_game_is_called_off_when_all_who_are_in_agree() -> None:
    users = people(3)
    game = start_game(users)
    game = play.resign(game.code, users[2], timezone.now())
    play.agree_to_call_off(game.code, users[0], True, timezone.now())
    game = play.agree_to_call_off(game.code, users[1], True, timezone.now())
    assert game.status == Game.Status.CALLED_OFF
    assert {seat.rank for seat in game.seats.all()} == {None}
    assert play.agree_to_call_off(game.code, users[1], True, timezone.now()).ply == game.ply


@pytest.mark.django_db
def test_an_agreement_to_call_off_can_be_taken_back_and_lapses_with_a_move() -> None:
    game = start_game(people(2))
    user = mover(game)
    play.agree_to_call_off(game.code, user, True, timezone.now())
    play.agree_to_call_off(game.code, user, False, timezone.now())
    assert not game.seats.filter(agrees_to_call_off=True).exists()
    play.agree_to_call_off(game.code, user, True, timezone.now())
    play.act(game.code, user, 0, Turn("S"), timezone.now())
    assert not game.seats.filter(agrees_to_call_off=True).exists()


@pytest.mark.django_db
def test_agreements_to_call_off_lapse_when_somebody_goes_out_and_the_others_may_agree_anew() -> None:
    users = people(3)
    game = start_game(users)
    for user in users[:2]:
        play.agree_to_call_off(game.code, user, True, timezone.now())
    game = play.resign(game.code, users[2], timezone.now())
    assert game.status == Game.Status.PLAYING
    assert not game.seats.filter(agrees_to_call_off=True).exists()
    for user in users[:2]:
        game = play.agree_to_call_off(game.code, user, True, timezone.now())
    assert game.status == Game.Status.CALLED_OFF


@pytest.mark.django_db
def test_nothing_can_be_done_once_the_game_is_over() -> None:
    users = people(2)
    game = play.resign(start_game(users).code, users[0], timezone.now())
    with pytest.raises(Outdated):
        play.act(game.code, users[1], game.ply, Turn("S"), timezone.now())
    with pytest.raises(Outdated):
        play.resign(game.code, users[1], timezone.now())


@pytest.mark.django_db(transaction=True)
def test_of_many_requests_for_one_turn_at_the_same_moment_one_is_played() -> None:
    game = start_game(people(2))
    user = mover(game)
    barrier = threading.Barrier(6)
    outcomes: list[str] = []

    def turn(side: str) -> None:
        barrier.wait()
        try:
            play.act(game.code, user, 0, Turn(side), timezone.now())
            outcomes.append("played")
        except Outdated:
            outcomes.append("outdated")
        finally:
            connection.close()

    threads = [threading.Thread(target=turn, args=(side,)) for side in "LRSLRS"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # The winner's own twin is told the first answer again; the four others looked at an older board.
    assert sorted(outcomes) == ["outdated"] * 4 + ["played"] * 2
    assert game.moves.count() == 1
    assert Game.objects.get(pk=game.pk).ply == 1


@pytest.mark.django_db
def test_at_a_table_that_waits_or_was_closed_nobody_plays() -> None:
    anise, *_ = people(2)
    table = lobby.open_table(anise, Variant(), timezone.now())
    for _status in ("waiting", "closed"):
        with pytest.raises(Outdated, match="has not begun"):
            play.act(table.code, anise, 0, Turn("L"), timezone.now())
        with pytest.raises(Outdated, match="has not begun"):
            play.resign(table.code, anise, timezone.now())
        lobby.close(table.code, anise, timezone.now())
