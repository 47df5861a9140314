"""House players at their games: whole games through the site's one door, and what goes wrong on the way."""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.utils import timezone

from accounts.models import User
from games import lobby, loop, play
from games.bell import house_turn
from games.checking import differences
from games.house import PLAYERS, users
from games.house.turns import AT_ONCE, Turns, due_turns
from games.house.users import MOST_AT_A_TABLE, choose_of, house_user
from games.models import Game
from games.rules import Variant
from games.threads import in_thread
from tests.games.house import players
from tests.games.house.test_apprentice import VARIANTS
from tests.games.house.test_thinking import kill_all_thinkers
from tests.games.tables import mover, people, play_on, queries

pytestmark = pytest.mark.django_db


def house_game(variant: Variant | None = None) -> Game:
    """A game at which house players sit, and one person where there are more seats than they can fill."""
    variant = variant or Variant()
    seated = [User.objects.create_user("dill")] if variant.players > MOST_AT_A_TABLE else []
    while len(seated) < variant.players:
        seated.append(house_user("apprentice", [user.name for user in seated]))
    return lobby.open_table(seated[0], variant, timezone.now(), listed=False, invited=seated[1:])


def against_house(user: User, variant: Variant | None = None) -> Game:
    """A game of this user against a house player, in which it is the house player's turn."""
    while True:
        game = lobby.open_table(
            user, variant or Variant(), timezone.now(), listed=False, invited=[house_user("apprentice")]
        )
        while not game.is_ended and mover(game) == user:
            game = play_on(game, 1)
        if not game.is_ended:
            return game


def play_all_due() -> int:
    """Play what is due for house players, in this process; how many decisions that were."""
    due = due_turns()
    for turn in due:
        turn.play(choose_of(turn.user)(turn.sight, None))
    return len(due)


@pytest.fixture
async def fresh_loop() -> AsyncIterator[loop.Job]:
    """The loop's job, with processes and failures of its own."""
    own = Turns()
    yield loop.Job("turns", timedelta(hours=1), own.play_due, house_turn, own.close)
    await own.close()


@pytest.mark.parametrize("variant", VARIANTS, ids=Variant.to_text)
def test_house_players_play_whole_games_of_every_variant(variant: Variant) -> None:
    game = house_game(variant)
    while not game.is_ended:
        if not play_all_due():
            play_on(game, 1)  # the person at a table for four
        game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert list(differences(game)) == []


def test_finding_what_is_due_takes_one_query_however_many_games_there_are() -> None:
    anise, basil = people(2)
    for _ in range(3):
        against_house(anise)
    few = queries(due_turns)
    for _ in range(5):
        against_house(basil)
    assert queries(due_turns) == few == 1
    assert len(due_turns()) == 8


def test_nothing_is_due_where_a_person_is_to_move_or_the_game_is_over() -> None:
    (anise,) = people(1)
    game = against_house(anise)
    while mover(game) != anise:
        play_all_due()
        game.refresh_from_db()
    assert due_turns() == []
    play.resign(game.code, anise, timezone.now())
    assert due_turns() == []


def test_a_house_player_is_shown_nothing_hidden() -> None:
    (anise,) = people(1)
    game = lobby.open_table(
        anise, Variant(colours="arranged"), timezone.now(), listed=False, invited=[house_user("apprentice")]
    )
    play_all_due()
    play.arrange(game.code, anise, game.variant.colours_of(1) * 12, timezone.now())
    game.refresh_from_db()
    while game.current().movers != (1,):
        game = play_on(game, 1)
    (turn,) = due_turns()
    assert turn.sight.position == game.current().seen_by(1)
    assert set(turn.sight.position.seats[1].pile or ()) == {0}


def test_two_loops_that_play_the_same_turn_play_it_once() -> None:
    (anise,) = people(1)
    game = against_house(anise)
    (first,), (second,) = due_turns(), due_turns()
    for turn in (first, second):
        turn.play(choose_of(turn.user)(turn.sight, None))
    game.refresh_from_db()
    assert game.ply == first.ply + 1
    assert list(differences(game)) == []


def test_what_a_house_player_will_do_depends_on_the_sites_secret(settings: LazySettings) -> None:
    (anise,) = people(1)
    against_house(anise)
    seeds = set()
    for secret in ("one", "one", "another"):
        settings.SECRET_KEY = secret
        seeds.add(due_turns()[0].sight.seed)
    assert len(seeds) == 2


@pytest.mark.django_db(transaction=True)
async def test_the_loop_answers_a_move_at_once_and_goes_on_as_long_as_it_is_its_turn(fresh_loop: loop.Job) -> None:
    # Its pause is an hour: only the bell can wake it.
    stopping = asyncio.Event()
    running = asyncio.create_task(loop.run([fresh_loop], stopping))
    (anise,) = await in_thread(people, 1)
    game = await in_thread(against_house, anise)
    played = 0
    while not game.is_ended and played < 6:
        if await in_thread(mover, game) == anise:
            game = await in_thread(play_on, game, 1)
            played += 1
        else:
            await asyncio.sleep(0)
            await in_thread(game.refresh_from_db)
    stopping.set()
    await running


@pytest.mark.django_db(transaction=True)
async def test_two_loops_at_once_play_a_whole_game() -> None:
    loops = [Turns(), Turns()]
    game = await in_thread(house_game, Variant(dirhams=10))
    try:
        while not game.is_ended:
            await asyncio.gather(*(each.play_due() for each in loops))
            await in_thread(game.refresh_from_db)
    finally:
        for each in loops:
            await each.close()
    assert await in_thread(lambda: list(differences(game))) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("trouble", [players.broken, players.cheating, players.dying, players.endless])
async def test_a_house_player_in_trouble_stops_no_other_and_is_left_alone_for_a_while(
    trouble: object, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("games.house.thinking.LONGEST_THOUGHT", timedelta(seconds=3))
    monkeypatch.setitem(PLAYERS, "broken", trouble)
    monkeypatch.setitem(users._PLAYER_OF, "broken", "broken")
    anise, basil = await in_thread(people, 2)
    bad = await in_thread(_waits_for_broken, anise)
    own = Turns()
    try:
        await own.play_due()
        good = await in_thread(against_house, basil)
        await _play_until_due(own, good, basil)
    finally:
        await own.close()
    ply = bad.ply
    await in_thread(bad.refresh_from_db)
    assert bad.ply == ply
    failures = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(failures) == 1
    assert failures[0].getMessage().startswith(f"broken could not play decision {ply} of game {bad.code}")


async def _play_until_due(own: Turns, game: Game, user: User) -> None:
    """Let house players play until it is this user's turn."""
    while await in_thread(mover, game) != user:
        await own.play_due()
        await in_thread(game.refresh_from_db)


def _waits_for_broken(user: User) -> Game:
    house, _ = User.objects.get_or_create(name="broken", kind=User.Kind.HOUSE)
    while True:
        game = lobby.open_table(user, Variant(), timezone.now(), listed=False, invited=[house])
        if mover(game) == house:
            return game
        play.resign(game.code, user, timezone.now())


@pytest.mark.django_db(transaction=True)
async def test_while_one_house_player_thinks_for_ever_in_many_games_the_others_play_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("games.house.thinking.LONGEST_THOUGHT", timedelta(hours=1))
    monkeypatch.setitem(PLAYERS, "broken", players.endless)
    monkeypatch.setitem(users._PLAYER_OF, "broken", "broken")
    anise, basil = await in_thread(people, 2)
    for _ in range(AT_ONCE + 1):
        await in_thread(_waits_for_broken, anise)
    own = Turns()
    try:
        await own.play_due()
        good = await in_thread(against_house, basil)
        await _play_until_due(own, good, basil)
        assert len(await in_thread(due_turns)) == AT_ONCE + 1
        assert caplog.records == [], "it still thinks"
    finally:
        closing = asyncio.create_task(own.close())
        while not closing.done():
            kill_all_thinkers()
            await asyncio.sleep(0)


@pytest.mark.django_db(transaction=True)
async def test_a_position_that_cannot_be_read_stops_no_other_game(caplog: pytest.LogCaptureFixture) -> None:
    anise, basil = await in_thread(people, 2)
    bad, good = await in_thread(against_house, anise), await in_thread(against_house, basil)
    await in_thread(Game.objects.filter(pk=bad.pk).update, position="unreadable")
    own = Turns()
    await own.play_due()
    await own.close()
    ply = good.ply
    await in_thread(good.refresh_from_db)
    assert good.ply == ply + 1
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR] == [
        f"apprentice could not play decision {bad.ply} of game {bad.code}, and will try again in 0:00:05"
    ]


@pytest.mark.django_db(transaction=True)
async def test_it_waits_a_moment_before_it_moves(settings: LazySettings) -> None:
    settings.HOUSE_PAUSE = 0.2
    (anise,) = await in_thread(people, 1)
    game = await in_thread(against_house, anise)
    own = Turns()
    try:
        await own.play_due()
    finally:
        await own.close()
    moments = await in_thread(lambda: list(game.moves.order_by("-ply").values_list("at", flat=True)[:2]))
    before = moments[1] if len(moments) > 1 else game.started_at
    assert before is not None
    assert moments[0] - before >= timedelta(seconds=0.2)
