"""What a game adds to its players' numbers: money paid and taken, the largest area collected from, thinking time."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games import pauses, play, sweep, tallies, vacations
from games.clock import TimeControl
from games.history import History, history_of
from games.models import Game, Move, Seat
from games.rules import Phase, Record, Variant
from games.statistics import statistics_of
from games.tallies import FIELDS, count_earlier_games, tallies_of
from tests.games.tables import mover, people, play_on, play_to_the_end, start_game
from tests.games.test_checking import check
from tests.games.test_statistics import COVERED

pytestmark = pytest.mark.django_db

SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def kept(game: Game) -> list[tuple[Any, ...]]:
    """The numbers kept of a game, seat by seat."""
    return list(game.seats.order_by("index").values_list(*FIELDS))


def test_money_and_areas_of_a_game_worked_by_hand() -> None:
    history = History.recorded(Record.parse(COVERED))
    # Basil pays cumin nothing, but anise for two halves and then for three; anise pays cumin for two.
    anise, basil, cumin = tallies_of(Game(players=3), history, [])
    assert (anise.paid, anise.received, anise.collected_from) == (2, 5, 3)
    assert (basil.paid, basil.received, basil.collected_from) == (5, 0, 0)
    assert (cumin.paid, cumin.received, cumin.collected_from) == (0, 2, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_they_are_kept_when_a_game_ends_and_agree_with_its_statistics(players: int, seed: int) -> None:
    dirhams = 1 + Random(seed).randrange(40)
    game = play_to_the_end(start_game(people(players), Variant(players, dirhams=dirhams)), seed=seed)
    found = statistics_of(history_of(game)).players
    numbers = tallies_of(game, history_of(game), [])
    assert kept(game) == [(each.paid, each.received, each.collected_from, each.turns, each.thought) for each in numbers]
    assert [(each.paid, each.received) for each in numbers] == [(each.luck.paid, each.luck.received) for each in found]
    assert sum(each.paid for each in numbers) == sum(each.received for each in numbers)
    for tally, statistics in zip(numbers, found, strict=True):
        assert tally.collected_from <= statistics.largest_area
        assert (tally.collected_from > 0) == (tally.received > 0)


def test_of_an_area_that_the_payer_cannot_pay_the_whole_is_counted() -> None:
    game = play_to_the_end(start_game(people(2), Variant(dirhams=1)))
    assert sum(paid for paid, *_ in kept(game)) == 1
    assert max(area for _, _, area, _, _ in kept(game)) > 1


@pytest.mark.parametrize("ply", [0, 6])
def test_a_game_that_goes_on_or_was_called_off_has_none(ply: int) -> None:
    users = people(2)
    game = play_on(start_game(users), ply)
    assert kept(game) == [(None,) * 5] * 2
    for user in users:
        play.agree_to_call_off(game.code, user, True, timezone.now())
    assert game.seats.filter(ended_at__isnull=False).count() == 2
    assert kept(game) == [(None,) * 5] * 2


def played_slowly(game: Game, pace: dict[User, timedelta]) -> Game:
    """The game played to its end; each player takes so long for turning Assam, and as long again for his rug."""
    assert game.started_at is not None
    at = game.started_at
    while not game.is_ended:
        at += pace[mover(game)]
        game = play_on(game, 1, at=at)
    return game


@pytest.mark.parametrize("control", [TimeControl.live(60, 5), TimeControl.per_move(2), TimeControl.bank(14, 1, 14)])
def test_a_turn_takes_from_when_it_comes_to_when_its_rug_lies(control: TimeControl) -> None:
    anise, basil = people(2)
    game = start_game([anise, basil], Variant(dirhams=99), control=control, at=NOON)
    played_slowly(game, {anise: 5 * SECOND, basil: 20 * SECOND})
    (*_, turns, thought), (*_, other_turns, other_thought) = kept(game)
    assert (turns, thought) == (24, 24 * 10 * SECOND)
    assert (other_turns, other_thought) == (24, 24 * 40 * SECOND)


def test_without_a_clock_no_time_is_counted() -> None:
    anise, basil = people(2)
    played_slowly(start_game([anise, basil], control=TimeControl.none()), {anise: SECOND, basil: SECOND})
    assert set(Seat.objects.values_list("turns", "thought")) == {(None, None)}


def test_a_turn_that_was_not_finished_does_not_count() -> None:
    anise, basil = people(2)
    game = start_game([anise, basil], Variant(dirhams=99), control=TimeControl.per_move(2), at=NOON)
    first, second = (anise, basil) if mover(game) == anise else (basil, anise)
    game = play_on(game, 2, at=NOON + 10 * SECOND)
    game = play_on(game, 2, at=NOON + 30 * SECOND)
    game = play_on(game, 1, at=NOON + 60 * SECOND)
    game = play.resign(game.code, first, NOON + 90 * SECOND)
    numbers = {seat.user: (seat.turns, seat.thought) for seat in game.seated()}
    assert numbers == {first: (1, 10 * SECOND), second: (1, 20 * SECOND)}


def test_pauses_and_vacations_do_not_count() -> None:
    anise, basil = people(2)
    game = start_game([anise, basil], Variant(dirhams=99), control=TimeControl.per_move(2), at=NOON)
    first, second = (anise, basil) if mover(game) == anise else (basil, anise)
    pauses.pause_clocks(NOON + MINUTE)
    sweep.tell_games(NOON + MINUTE)
    pauses.resume_clocks(NOON + 5 * DAY)
    sweep.tell_games(NOON + 5 * DAY)
    game = play_on(game, 2, at=NOON + 5 * DAY + MINUTE)
    vacations.begin_vacation(second, NOON + 5 * DAY + 2 * MINUTE, NOON + 9 * DAY)
    game = play_on(game, 2, at=NOON + 9 * DAY + MINUTE)
    game = play.resign(game.code, first, NOON + 9 * DAY + MINUTE)
    numbers = {seat.user: (seat.turns, seat.thought) for seat in game.seated()}
    assert numbers == {first: (1, 2 * MINUTE), second: (1, 2 * MINUTE)}


def test_arranging_is_counted_as_a_turn() -> None:
    anise, basil = people(2)
    game = start_game([anise, basil], Variant(colours="arranged"), control=TimeControl.per_move(2), at=NOON)
    for seconds in (7, 9):
        game = play_on(game, 1, at=NOON + seconds * SECOND)
    assert game.current().phase is not Phase.ARRANGE
    play.resign(game.code, anise, NOON + 10 * SECOND)
    assert sorted(thought for *_, thought in kept(game)) == [7 * SECOND, 9 * SECOND]


def test_games_that_ended_before_are_counted_later_whatever_goes_wrong_in_one(caplog: pytest.LogCaptureFixture) -> None:
    users = people(3)
    games = [play_to_the_end(start_game(users), seed=seed) for seed in range(3)]
    play_on(start_game(users), 5)
    before = [kept(game) for game in games]
    _forget(FIELDS)
    assert "seat 0 has paid None, the log says" in check()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tallies, "SEATS_AT_ONCE", 4)
        count_earlier_games()
    assert [kept(game) for game in games[:2]] == before[:2]
    assert kept(games[2]) != before[2]

    _forget(FIELDS)
    Move.objects.filter(game=games[0], ply=0).update(action="lay a1 a2")
    count_earlier_games()
    assert [kept(game) for game in games[1:]] == before[1:]
    assert f"The numbers of game {games[0].code} could not be counted" in caplog.text


def test_each_number_is_compared_with_the_log() -> None:
    game = play_to_the_end(start_game(people(2)))
    assert "1 games are as their log says" in check()
    for field in FIELDS:
        right = getattr(game.seats.get(index=1), field)
        wrong = 3 * DAY if field == "thought" else 777
        game.seats.filter(index=1).update(**{field: wrong})
        assert f"seat 1 has {field} {wrong}, the log says {right}" in check()
        game.seats.filter(index=1).update(**{field: right})


def _forget(fields: Iterable[str]) -> None:
    Seat.objects.update(**dict.fromkeys(fields))
