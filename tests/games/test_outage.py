"""Pauses of every clock: for maintenance, and after the site was down, so that nobody loses by it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from unittest.mock import patch

import pytest
from django.core.management import call_command

from games import loop, pauses, play, sweep
from games.checking import differences
from games.clock import DAY, TimeControl
from games.models import ClockEvent, Game, Heartbeat, Pause
from games.refusals import TooLate
from games.rules import Turn, Variant
from games.vacations import begin_vacation
from tests.games.tables import mover, people, play_on, queries, start_game
from tests.games.test_lobby import at_the_same_moment

pytestmark = pytest.mark.django_db

START = datetime(2030, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
MOMENT = timedelta(microseconds=1)
CONTROLS = [TimeControl.per_move(1), TimeControl.bank(1, 1, 2), TimeControl.live(30, 10)]


@pytest.fixture
def games() -> list[Game]:
    """Games of every kind of clock; in each, at START, everybody has finished a first turn."""
    users = people(2)
    running = []
    for control in CONTROLS:
        game = start_game(users, Variant(dirhams=99), control=control, at=START)
        while game.current().turn <= 2:
            game = play_on(game, 1, at=START)
        running.append(game)
    return running


@pytest.fixture
def now() -> Iterator[list[datetime]]:
    """The site's own clock, for its recurring jobs: the moment in this list."""
    moment = [START]
    with patch("games.loop.timezone.now", lambda: moment[0]):
        yield moment


def come_round() -> None:
    """What the loop does once."""
    loop.let_time_pass()
    loop.beat()
    loop.let_time_pass()


def deadline(game: Game) -> datetime:
    """The one deadline that is kept of a game."""
    moment = game.seats.get(deadline__isnull=False).deadline
    assert moment is not None
    return moment


def log(game: Game) -> list[tuple[str, datetime]]:
    """What happened to the clocks of a game, and when."""
    return list(game.clock_events.values_list("kind", "at"))


def sound(game: Game) -> bool:
    """Whether all that is kept is what the log says."""
    return list(differences(Game.objects.get(pk=game.pk))) == []


def test_after_two_days_down_nobody_is_out_and_every_deadline_has_moved(games: list[Game], now: list[datetime]) -> None:
    come_round()
    before = [deadline(game) for game in games]
    now[0] = START + 2 * DAY
    come_round()
    for game, due in zip(games, before, strict=True):
        game.refresh_from_db()
        assert game.status == Game.Status.PLAYING
        assert deadline(game) == due + 2 * DAY
        assert log(game) == [("pause", START), ("resume", START + 2 * DAY)]
        assert sound(game)
    assert [pause.cause for pause in Pause.objects.all()] == ["outage"]


def test_the_first_request_after_an_outage_finds_the_clocks_moved_before_any_job_has_run(
    games: list[Game], now: list[datetime]
) -> None:
    come_round()
    game = games[0]
    back = START + 2 * DAY
    game = play.act(game.code, mover(game), game.ply, Turn("S"), back + HOUR)
    assert deadline(game) == START + DAY + 2 * DAY + HOUR
    assert sound(game)


def test_who_had_run_out_before_the_outage_is_out(games: list[Game], now: list[datetime]) -> None:
    live = games[2]
    now[0] = START + 31 * MINUTE
    pauses.beat(now[0])
    now[0] = START + 2 * DAY
    come_round()
    live.refresh_from_db()
    assert (live.status, live.ended_at) == (Game.Status.OVER, START + 30 * MINUTE + timedelta(seconds=10))
    assert sound(live)


def test_short_gaps_are_no_outage(games: list[Game], now: list[datetime]) -> None:
    for minutes in (0, 10, 20):
        now[0] = START + minutes * MINUTE
        come_round()
    assert not Pause.objects.exists()
    assert Heartbeat.objects.get().at == START + 20 * MINUTE
    now[0] = START + 30 * MINUTE + MOMENT
    come_round()
    assert Pause.objects.get().begins_at == START + 20 * MINUTE


def test_a_site_that_never_beat_was_never_down(games: list[Game]) -> None:
    sweep.sweep(START + 3 * DAY)
    assert not Pause.objects.exists()
    assert not Game.objects.playing().exists()


def test_moves_that_were_made_while_the_jobs_did_not_run_cost_no_time(games: list[Game], now: list[datetime]) -> None:
    """Web processes may live while the loop is gone; for each game the time since its last move is not counted."""
    come_round()
    game = games[0]
    game = play_on(game, 2, at=START + 5 * HOUR)
    due = deadline(game)
    assert due == START + 5 * HOUR + DAY
    now[0] = START + 9 * HOUR
    come_round()
    assert deadline(game) == due + 4 * HOUR
    assert sound(game)


@pytest.mark.django_db(transaction=True)
def test_an_outage_that_several_find_at_once_is_recorded_once(games: list[Game]) -> None:
    pauses.beat(START)
    code, back = games[0].code, START + 2 * DAY
    at_the_same_moment(lambda: pauses.beat(back), lambda: play.expire(code, back), lambda: sweep.sweep(back))
    sweep.tell_games(back + MINUTE)
    assert Pause.objects.count() == 1
    for game in games:
        assert len(log(game)) == 2
        assert sound(game)


def test_maintenance_stops_all_clocks_until_it_is_over(games: list[Game]) -> None:
    pauses.pause_clocks(START + MINUTE)
    sweep.tell_games(START + MINUTE)
    assert not Game.objects.filter(seats__deadline__isnull=False).exists()
    sweep.sweep(START + 10 * DAY)
    assert Game.objects.playing().count() == 3
    pauses.resume_clocks(START + 10 * DAY)
    sweep.tell_games(START + 10 * DAY)
    assert deadline(games[0]) == START + 11 * DAY - MINUTE
    assert all(sound(game) for game in games)


def test_a_pause_counts_for_a_game_that_was_not_told_of_it(games: list[Game]) -> None:
    pauses.pause_clocks(START + MINUTE)
    sweep.sweep(START + 10 * DAY)
    pauses.resume_clocks(START + 10 * DAY)
    play.expire(games[0].code, START + 10 * DAY + HOUR)
    assert deadline(games[0]) == START + 11 * DAY - MINUTE
    assert sound(games[0])


def test_moves_can_be_made_in_a_pause_and_the_next_player_has_all_his_time_after_it(games: list[Game]) -> None:
    pauses.pause_clocks(START + MINUTE)
    game = play_on(games[0], 2, at=START + 5 * DAY)
    assert game.clock_paused
    pauses.resume_clocks(START + 6 * DAY)
    sweep.tell_games(START + 6 * DAY)
    assert deadline(game) == START + 7 * DAY
    assert sound(game)


def test_a_game_that_begins_in_a_pause_begins_with_its_clocks_standing_still() -> None:
    pauses.pause_clocks(START - HOUR)
    game = start_game(people(2), control=TimeControl.per_move(1), at=START)
    assert game.clock_paused
    pauses.resume_clocks(START + HOUR)
    sweep.tell_games(START + HOUR)
    assert deadline(game) == START + HOUR + DAY
    assert sound(game)


def test_an_outage_in_maintenance_does_not_end_it(games: list[Game], now: list[datetime]) -> None:
    come_round()
    pauses.pause_clocks(START + MINUTE)
    now[0] = START + 2 * DAY
    come_round()
    assert not Game.objects.filter(seats__deadline__isnull=False).exists()
    pauses.resume_clocks(START + 3 * DAY)
    sweep.tell_games(START + 3 * DAY)
    assert deadline(games[0]) == START + 4 * DAY
    assert all(sound(game) for game in games)


def test_when_the_machines_own_clock_was_years_ahead_nobody_is_out_and_the_clocks_can_be_let_go_on(
    games: list[Game], now: list[datetime]
) -> None:
    come_round()
    now[0] = START + 3650 * DAY
    come_round()
    assert Game.objects.playing().count() == 3
    now[0] = START + HOUR
    come_round()
    assert pauses.resume_clocks(now[0])
    come_round()
    pause = Pause.objects.get()
    assert (pause.begins_at, pause.ends_at) == (START, START + HOUR)


def test_whoever_runs_the_site_reads_of_an_outage_in_its_log(
    now: list[datetime], caplog: pytest.LogCaptureFixture
) -> None:
    come_round()
    now[0] = START + 9 * MINUTE
    come_round()
    assert not caplog.messages
    now[0] = START + HOUR
    come_round()
    (said,) = caplog.messages
    assert "12:09:00" in said
    assert "13:00:00" in said


def test_a_pause_that_a_machine_began_whose_clock_is_ahead_can_be_ended_at_once_on_another(
    games: list[Game], now: list[datetime]
) -> None:
    game, before, there = games[0], [deadline(each) for each in games], START + 3 * MINUTE
    pauses.pause_clocks(there)
    play.act(game.code, mover(game), game.ply, Turn("S"), there)
    assert pauses.resume_clocks(START)
    now[0] = START + 10 * MINUTE
    come_round()
    assert [deadline(each) for each in games] == before
    assert all(sound(each) for each in games)


def test_pauses_that_overlap_are_one_for_a_game_that_was_told_of_neither(games: list[Game]) -> None:
    Pause.objects.create(cause="outage", begins_at=START + HOUR, ends_at=START + 3 * HOUR)
    Pause.objects.create(cause="maintenance", begins_at=START + 2 * HOUR, ends_at=START + 5 * HOUR)
    sweep.tell_games(START + 6 * HOUR)
    assert log(games[0]) == [("pause", START + HOUR), ("resume", START + 5 * HOUR)]
    assert deadline(games[0]) == START + DAY + 4 * HOUR


def test_who_ran_out_a_moment_before_the_pause_is_out(games: list[Game]) -> None:
    pauses.pause_clocks(START + DAY + MOMENT)
    with pytest.raises(TooLate):
        play.act(games[0].code, mover(games[0]), games[0].ply, Turn("S"), START + 2 * DAY)


def test_a_vacation_in_an_outage_ends_on_its_day(games: list[Game], now: list[datetime]) -> None:
    game = games[0]
    come_round()
    begin_vacation(mover(game), START, START + DAY)
    now[0] = START + 2 * DAY
    come_round()
    assert deadline(game) == START + 3 * DAY
    assert sound(game)


def test_the_commands_say_what_they_did(games: list[Game]) -> None:
    said = StringIO()
    for command in ("pause_clocks", "pause_clocks", "resume_clocks", "resume_clocks"):
        call_command(command, stdout=said)
    lines = said.getvalue().splitlines()
    assert lines[0] == lines[1]
    assert lines[2:] == ["All clocks go on.", "The clocks were not stopped for maintenance."]
    assert Pause.objects.count() == 1


def test_a_game_without_a_clock_hears_of_no_pause() -> None:
    game = start_game(people(2), control=TimeControl.none(), at=START)
    pauses.pause_clocks(START)
    sweep.tell_games(START)
    assert not game.clock_events.exists()


def test_a_pause_that_ends_a_moment_later_by_another_clock_leaves_no_game_standing_still(games: list[Game]) -> None:
    """A request, or another machine, may have recorded it just after the sweeper looked at its watch."""
    Pause.objects.create(cause="outage", begins_at=START, ends_at=START + HOUR + MOMENT)
    sweep.tell_games(START + HOUR)
    sweep.tell_games(START + HOUR + MINUTE)
    assert deadline(games[0]) == START + DAY + HOUR + MOMENT
    assert not Pause.objects.filter(told=False).exists()


def test_trouble_with_one_game_does_not_have_all_others_told_again_and_again(games: list[Game]) -> None:
    Game.objects.filter(pk=games[1].pk).update(position="nonsense")
    pauses.pause_clocks(START)
    sweep.tell_games(START + MINUTE)
    pauses.resume_clocks(START + HOUR)
    sweep.tell_games(START + HOUR)
    told, unaware = (games[0], games[2]), games[1]
    assert all(log(game) == [("pause", START), ("resume", START + HOUR)] for game in told)
    assert pauses.games_unaware_of(pauses.untold_pauses(START + HOUR)) == [unaware.code]


def test_telling_games_again_does_nothing(games: list[Game]) -> None:
    pauses.pause_clocks(START)
    sweep.tell_games(START)
    assert ClockEvent.objects.count() == len(games)
    assert queries(lambda: sweep.tell_games(START + HOUR)) == 1
