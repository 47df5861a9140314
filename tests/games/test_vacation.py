"""Vacations: correspondence clocks stand still while one is on, within a budget, and nothing is won by it."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from games import lobby, pauses, play, sweep
from games.checking import differences
from games.clock import DAY, TimeControl
from games.models import ClockEvent, Game, Vacation
from games.refusals import NotAllowed, Refusal, TooLate
from games.rules import Turn, Variant
from games.vacations import begin_vacation, days_left, end_vacation, on_vacation_until
from tests.games.tables import mover, other, people, play_on, queries, start_game
from tests.games.test_lobby import at_the_same_moment

pytestmark = pytest.mark.django_db

START = datetime(2030, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
MOMENT = timedelta(microseconds=1)
THREE_DAYS = TimeControl.per_move(3)


def begun(users: list[User], control: TimeControl = THREE_DAYS) -> Game:
    """A game in which, at START, everybody has finished a first turn."""
    game = start_game(users, Variant(players=len(users), dirhams=99), control=control, at=START)
    while game.current().turn <= len(users):
        game = play_on(game, 1, at=START)
    return game


def deadline(game: Game, user: User) -> datetime | None:
    """The deadline that is kept of this user."""
    return game.seats.get(user=user).deadline


def sound(game: Game) -> bool:
    """Whether all that is kept is what the log says."""
    return list(differences(Game.objects.get(pk=game.pk))) == []


def test_all_correspondence_clocks_of_the_player_stand_still_and_live_ones_go_on() -> None:
    users = people(2)
    turns = begun(users)
    user = mover(turns)
    bank = start_game(users, control=TimeControl.bank(3, 1, 7), at=START)
    live = start_game(users, control=TimeControl.live(30, 10), at=START)
    live_deadlines = list(live.seats.values_list("deadline", flat=True))
    until = begin_vacation(user, START + MOMENT, START + 10 * DAY).ends_at
    assert until == START + 10 * DAY
    assert deadline(turns, user) == START + 13 * DAY - MOMENT
    assert bank.seats.get(user=user).away_until == until
    assert list(live.seats.values_list("deadline", flat=True)) == live_deadlines
    play.expire(live.code, START + HOUR)
    assert live.seats.get(user=mover(live)).away_until is None
    assert all(sound(game) for game in (turns, bank, live))


def test_a_game_with_trouble_keeps_no_other_from_hearing_of_it() -> None:
    users = people(2)
    broken, game = (start_game(users, control=THREE_DAYS, at=START) for _ in range(2))
    Game.objects.filter(pk=broken.pk).update(position="nonsense")
    begin_vacation(users[0], START)
    assert game.clock_events.get().kind == "away"
    assert end_vacation(users[0], START + HOUR)
    assert [event.kind for event in game.clock_events.order_by("number")] == ["away", "back"]


def test_the_clock_of_the_opponent_goes_on() -> None:
    game = begun(people(2))
    begin_vacation(other(game), START)
    assert deadline(game, mover(game)) == START + 3 * DAY


def test_it_is_switched_off_at_will_and_gives_back_no_time_that_was_used() -> None:
    game = begun(people(2))
    user = mover(game)
    begin_vacation(user, START + 2 * DAY)
    assert end_vacation(user, START + 9 * DAY)
    assert deadline(game, user) == START + 10 * DAY
    begin_vacation(user, START + 9 * DAY)
    assert end_vacation(user, START + 11 * DAY)
    assert deadline(game, user) == START + 12 * DAY
    assert not end_vacation(user, START + 11 * DAY)
    assert [event.kind for event in game.clock_events.all()] == ["away", "back", "away", "back"]
    assert sound(game)


def test_it_ends_by_itself_and_the_player_runs_out_after_what_he_had_left() -> None:
    game = begun(people(2))
    user = mover(game)
    begin_vacation(user, START + DAY, START + 5 * DAY)
    sweep.sweep(START + 7 * DAY)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    sweep.sweep(START + 8 * DAY)
    game.refresh_from_db()
    assert (game.status, game.ended_at) == (Game.Status.OVER, START + 7 * DAY)
    assert sound(game)


def test_switched_on_in_the_last_second_it_counts_from_its_arrival_whenever_it_is_told() -> None:
    game = begun(people(2))
    user = mover(game)
    # The row is there, and before any game was told of it a sweeper comes by.
    Vacation.objects.create(user=user, begins_at=START + 3 * DAY - MOMENT, ends_at=START + 20 * DAY)
    sweep.sweep(START + 4 * DAY)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert deadline(game, user) == START + 20 * DAY + MOMENT
    assert sound(game)


def test_switched_on_a_moment_after_the_deadline_it_helps_no_more() -> None:
    game = begun(people(2))
    begin_vacation(mover(game), START + 3 * DAY + MOMENT)
    game.refresh_from_db()
    assert (game.status, game.ended_at) == (Game.Status.OVER, START + 3 * DAY)
    assert not ClockEvent.objects.exists()


def test_an_end_that_no_game_was_told_of_counts_all_the_same() -> None:
    game = begun(people(2))
    user = mover(game)
    begin_vacation(user, START + DAY)
    Vacation.objects.update(ends_at=START + 2 * DAY)
    play.expire(game.code, START + 2 * DAY + HOUR)
    assert deadline(game, user) == START + 4 * DAY
    assert sound(game)


def test_an_end_that_is_heard_after_something_later_counts_from_there() -> None:
    game = begun(people(2))
    user = mover(game)
    begin_vacation(user, START + DAY, START + 10 * DAY)
    pauses.pause_clocks(START + 3 * DAY)
    pauses.resume_clocks(START + 4 * DAY)
    play.expire(game.code, START + 4 * DAY)
    Vacation.objects.update(ends_at=START + 2 * DAY)
    sweep.sweep(START + 20 * DAY)
    game.refresh_from_db()
    assert (game.status, game.ended_at) == (Game.Status.OVER, START + 6 * DAY), "two days were left of three"
    assert sound(game)


def test_a_whole_vacation_that_no_game_was_told_of_counts_all_the_same() -> None:
    game = begun(people(2))
    user = mover(game)
    Vacation.objects.create(user=user, begins_at=START + DAY, ends_at=START + 4 * DAY)
    game = play.act(game.code, user, game.ply, Turn("S"), START + 5 * DAY)
    assert deadline(game, user) == START + 6 * DAY
    assert sound(game)


def test_who_is_on_vacation_can_play_and_a_turn_that_comes_meanwhile_begins_at_its_end() -> None:
    game = begun(people(2))
    away, stays = mover(game), other(game)
    begin_vacation(away, START, START + 10 * DAY)
    game = play_on(game, 2, at=START + DAY)
    assert deadline(game, stays) == START + 4 * DAY
    game = play_on(game, 2, at=START + 2 * DAY)
    assert deadline(game, away) == START + 13 * DAY
    assert sound(game)


def test_a_game_that_begins_in_a_vacation_knows_of_it() -> None:
    users = people(2)
    for user in users:
        begin_vacation(user, START - DAY, START + 10 * DAY)
    game = start_game(users, control=THREE_DAYS, at=START)
    assert deadline(game, mover(game)) == START + 13 * DAY
    assert sound(game)


def test_a_player_who_is_away_and_out_of_time_before_it_is_out() -> None:
    game = begun(people(2))
    late = mover(game)
    with pytest.raises(TooLate):
        play.act(game.code, late, game.ply, Turn("S"), START + 3 * DAY + MOMENT)
    begin_vacation(late, START + 4 * DAY)
    assert game.seats.get(user=late).away_until is None


def test_a_year_has_thirty_days_and_then_no_more() -> None:
    (user,) = people(1)
    assert begin_vacation(user, START).ends_at == START + 30 * DAY
    end_vacation(user, START + 12 * DAY)
    assert days_left(user, START + 20 * DAY) == 18 * DAY
    assert begin_vacation(user, START + 40 * DAY).ends_at == START + 58 * DAY
    with pytest.raises(Refusal):
        begin_vacation(user, START + 60 * DAY)
    assert days_left(user, START + 60 * DAY) == timedelta(0)


def test_over_new_year_each_year_pays_for_its_own_days() -> None:
    (user,) = people(1)
    december, new_year = datetime(2030, 12, 21, tzinfo=UTC), datetime(2031, 1, 1, tzinfo=UTC)
    assert begin_vacation(user, december).ends_at == new_year + 30 * DAY
    end_vacation(user, new_year + 10 * DAY)
    assert days_left(user, new_year + 20 * DAY) == 20 * DAY
    assert begin_vacation(user, new_year + 100 * DAY).ends_at == new_year + 120 * DAY


def test_days_that_run_out_before_new_year_do_not_reach_into_the_next() -> None:
    (user,) = people(1)
    begin_vacation(user, START)
    end_vacation(user, START + 25 * DAY)
    december = datetime(2030, 12, 10, tzinfo=UTC)
    assert begin_vacation(user, december).ends_at == december + 5 * DAY


def test_its_end_can_be_changed_while_it_is_on() -> None:
    game = begun(people(2))
    user = mover(game)
    begin_vacation(user, START, START + 2 * DAY)
    begin_vacation(user, START + DAY, START + 6 * DAY)
    assert deadline(game, user) == START + 9 * DAY
    begin_vacation(user, START + DAY, START + 3 * DAY)
    assert deadline(game, user) == START + 6 * DAY
    with pytest.raises(Refusal):
        begin_vacation(user, START + DAY, START)
    assert Vacation.objects.count() == 1
    assert sound(game)


def test_guests_have_no_vacation() -> None:
    with pytest.raises(NotAllowed):
        begin_vacation(User.objects.create_user("guest", kind=User.Kind.GUEST), START)


def test_others_can_see_until_when_in_one_query() -> None:
    anise, basil, _cumin = users = people(3)
    begin_vacation(anise, START, START + 5 * DAY)
    begin_vacation(basil, START, START + 6 * DAY)
    assert on_vacation_until(users, START + DAY) == {anise.pk: START + 5 * DAY, basil.pk: START + 6 * DAY}
    assert on_vacation_until(users, START + 5 * DAY) == {basil.pk: START + 6 * DAY}
    assert queries(lambda: on_vacation_until(users, START)) == 1


@pytest.mark.django_db(transaction=True)
def test_switched_on_twice_at_the_same_moment_it_is_on_once() -> None:
    game = begun(people(2))
    user = mover(game)
    at_the_same_moment(lambda: begin_vacation(user, START + HOUR), lambda: begin_vacation(user, START + 2 * HOUR))
    assert Vacation.objects.count() == 1
    assert game.seats.get(user=user).away_until == Vacation.objects.get().ends_at
    assert sound(game)


@pytest.mark.django_db(transaction=True)
def test_a_vacation_and_the_sweep_at_the_same_instant_leave_the_player_in() -> None:
    game = begun(people(2))
    user = mover(game)
    Vacation.objects.create(user=user, begins_at=START + 3 * DAY, ends_at=START + 9 * DAY)
    at_the_same_moment(
        lambda: sweep.sweep(START + 4 * DAY),
        lambda: play.expire(game.code, START + 3 * DAY),
        lambda: lobby.close_stale_tables(START),
    )
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert game.clock_events.count() == 1
    assert deadline(game, user) == START + 9 * DAY
    assert sound(game)
