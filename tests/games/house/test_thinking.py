"""Where house players think: one that is slow, stuck or dying holds up neither others nor its own other games."""

import asyncio
import multiprocessing
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from datetime import timedelta

import pytest

from games.house import PLAYERS, Sight
from games.house.thinking import Thinking
from games.rules import Position, Turn, Variant
from tests.games.house import players

APPRENTICE = PLAYERS["apprentice"]


def sight(seed: str = "any") -> Sight:
    """What the first player sees at the beginning of a game for three, who is to turn Assam."""
    return Sight.of(Position.start(Variant(players=3)), 0, seed)


@pytest.fixture
async def thinking() -> AsyncIterator[Thinking]:
    """Processes of the test's own, which are ended whatever they do."""
    own = Thinking()
    yield own
    kill_all_thinkers()
    own.close()


def kill_all_thinkers() -> None:
    """End every process in which a house player thinks, as if the machine had no memory left."""
    for child in multiprocessing.active_children():
        child.kill()
        child.join()


async def test_a_player_that_dies_again_and_again_takes_no_other_with_it(thinking: Thinking) -> None:
    dying = [thinking.decide(players.dying, sight(), None) for _ in range(6)]
    well = [thinking.decide(APPRENTICE, sight(str(number)), None) for number in range(6)]
    outcomes = await asyncio.gather(*dying, *well, return_exceptions=True)
    assert all(isinstance(outcome, BrokenProcessPool) for outcome in outcomes[:6])
    assert all(isinstance(outcome, Turn) for outcome in outcomes[6:])


async def test_a_player_that_is_stuck_in_one_game_plays_its_other_games(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.house.thinking.LONGEST_THOUGHT", timedelta(hours=1))
    stuck = asyncio.create_task(thinking.decide(players.stuck_once, sight("stuck"), None))
    await asyncio.sleep(0)
    for _ in range(3):
        assert await thinking.decide(players.stuck_once, sight(), None) == Turn("S")
    assert not stuck.done()
    kill_all_thinkers()
    with pytest.raises(BrokenProcessPool):
        await stuck


async def test_who_waits_for_a_free_process_does_not_think_yet(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.house.thinking.LONGEST_THOUGHT", timedelta(seconds=2))
    # Half a second each, two at a time: the last is decided after three seconds.
    decisions = await asyncio.gather(*(thinking.decide(players.slow, sight(), None) for _ in range(12)))
    assert set(decisions) == {Turn("S")}


async def test_a_player_whose_process_was_killed_between_two_thoughts_thinks_on_in_another(thinking: Thinking) -> None:
    for _ in range(3):
        assert isinstance(await thinking.decide(APPRENTICE, sight(), None), Turn)
        kill_all_thinkers()


async def test_who_thinks_for_too_long_is_stopped_and_may_think_again(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.house.thinking.LONGEST_THOUGHT", timedelta(seconds=1))
    for _ in range(3):
        with pytest.raises(TimeoutError):
            await thinking.decide(players.stuck_once, sight("stuck"), None)
    assert await thinking.decide(players.stuck_once, sight(), None) == Turn("S")
