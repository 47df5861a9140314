"""The numbers of people watching are right in every process, whoever comes to which of them, and in what order."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from channels.layers import get_channel_layer

from games import watching
from games.announcing import game_group
from games.watching import Watchers

CODE = "abcdefghabcdefgh"
OTHER = "bcdefghabcdefgha"


class Processes:
    """Some processes at which people watch games."""

    def __init__(self) -> None:
        self.all: list[Watchers] = []

    async def begin(self) -> None:
        """A process is started."""
        self.all.append(Watchers())
        await self.all[-1].keep_up()
        await self.settle()

    async def tell_again(self) -> None:
        """Every process tells all its numbers, as each does every few moments."""
        for each in self.all:
            await each.keep_up()
        await self.settle()

    async def come(self, process: int, name: str, code: str = CODE) -> None:
        """A spectator opens a game's page at this process."""
        self.all[process].came(code, name)
        await self.settle()

    async def go(self, process: int, name: str, code: str = CODE) -> None:
        """He closes that page."""
        self.all[process].left(code, name)
        await self.settle()

    async def settle(self) -> None:
        """Let every process tell what it has to tell, and hear what it is told."""
        for each in self.all:
            await asyncio.gather(*each.telling.values())
        queues = get_channel_layer().channels
        quiet = 0
        # Who is heard for the first time is answered, and the layer sends in tasks: quiet is what stays so for a while.
        while quiet < 100:
            await asyncio.sleep(0)
            waits = any(each.channel in queues and not queues[each.channel].empty() for each in self.all)
            quiet = 0 if waits else quiet + 1

    @property
    def numbers(self) -> list[int]:
        """How many are watching the game, as each process knows."""
        return [each.number(CODE) for each in self.all]


@pytest_asyncio.fixture
async def processes(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Processes]:
    """Two of them."""
    monkeypatch.setattr(watching, "PAUSE", 0)
    processes = Processes()
    for _ in range(2):
        await processes.begin()
    yield processes
    for each in processes.all:
        await each.close()


async def test_spectators_of_all_processes_are_counted_in_each(processes: Processes) -> None:
    await processes.come(0, "anise")
    await processes.come(1, "basil")
    await processes.come(1, "cumin")
    assert processes.numbers == [3, 3]
    await processes.go(1, "basil")
    assert processes.numbers == [2, 2]
    await processes.go(1, "cumin")
    await processes.go(0, "anise")
    assert processes.numbers == [0, 0]


async def test_a_process_at_which_nobody_watches_knows_what_is_watched_most(processes: Processes) -> None:
    await processes.come(0, "anise")
    for name in ("basil", "cumin"):
        await processes.come(0, name, OTHER)
    assert [each.most_watched(6) for each in processes.all] == [[OTHER, CODE], [OTHER, CODE]]
    assert processes.all[1].number(OTHER) == 2
    assert processes.all[1].most_watched(1) == [OTHER]


async def test_a_process_that_is_started_later_learns_the_numbers(processes: Processes) -> None:
    await processes.come(0, "anise")
    await processes.come(1, "basil")
    await processes.begin()
    assert processes.numbers == [2, 2, 2]


async def test_what_a_process_has_missed_it_learns_when_all_is_told_again(processes: Processes) -> None:
    await processes.come(0, "anise")
    processes.all[1].heard(processes.all[0].process, {CODE: 5, OTHER: 1})
    await processes.tell_again()
    assert processes.numbers == [1, 1]
    assert processes.all[1].most_watched(6) == [CODE]


async def test_nobody_is_counted_at_a_process_that_ends(processes: Processes) -> None:
    await processes.come(0, "anise")
    await processes.all[0].close()
    await processes.settle()
    assert processes.all[1].number(CODE) == 0


async def test_nobody_is_counted_at_a_process_that_is_silent_for_long(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes.all[1].heard("a process that was killed", {CODE: 3})
    await processes.tell_again()
    assert processes.all[1].number(CODE) == 3
    monkeypatch.setattr(watching, "FORGET_AFTER", 0)
    await processes.tell_again()
    assert processes.all[1].number(CODE) == 0


async def test_many_who_come_at_once_are_told_in_one_word() -> None:
    watchers, layer = Watchers(), get_channel_layer()
    follower = await layer.new_channel()
    await layer.group_add(game_group(CODE), follower)
    for number in range(50):
        watchers.came(CODE, f"socket {number}")
    await asyncio.gather(*watchers.telling.values())
    assert (await layer.receive(follower))["number"] == 50
    assert follower not in layer.channels  # it holds nothing more
