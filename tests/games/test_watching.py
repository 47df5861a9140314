"""The number of people watching is right in every process, whoever comes to which of them, and in what order."""

import asyncio

import pytest
from channels.layers import get_channel_layer

from games.announcing import game_group
from games.watching import Watchers

CODE = "abcdefghabcdefgh"


class Processes:
    """Some processes whose sockets all follow one game."""

    def __init__(self, number: int) -> None:
        self.layer = get_channel_layer()
        self.all = [Watchers() for _ in range(number)]
        self.following: dict[tuple[int, str], str] = {}

    async def come(self, process: int, name: str, *, is_player: bool = False) -> None:
        """Somebody opens the game's page at this process."""
        channel = self.following[process, name] = await self.layer.new_channel()
        await self.layer.group_add(game_group(CODE), channel)
        self.all[process].came(CODE, channel, is_spectator=not is_player)
        await self.settle()

    async def go(self, process: int, name: str) -> None:
        """Somebody closes that page."""
        channel = self.following.pop((process, name))
        await self.layer.group_discard(game_group(CODE), channel)
        self.all[process].left(CODE, channel)
        await self.settle()

    async def settle(self) -> None:
        """Let every socket hear what it is sent, and its process answer, until all is said."""
        for each in self.all:
            await asyncio.gather(*each.telling.values())
        while waiting := [each for each in self.following.items() if self._has_messages(each[1])]:
            (process, _name), channel = waiting[0]
            event = await self.layer.receive(channel)
            if self.all[process].heard(CODE, event["process"], event["number"]):
                await self.all[process].tell(CODE)

    def _has_messages(self, channel: str) -> bool:
        queue = self.layer.channels.get(channel)
        return queue is not None and not queue.empty()

    @property
    def numbers(self) -> list[int]:
        """How many are watching, as each process knows."""
        return [each.number(CODE) for each in self.all]


@pytest.fixture
def processes() -> Processes:
    return Processes(2)


async def test_spectators_of_all_processes_are_counted_in_each(processes: Processes) -> None:
    await processes.come(0, "anise")
    await processes.come(1, "basil")
    await processes.come(1, "cumin")
    assert processes.numbers == [3, 3]
    await processes.go(1, "basil")
    assert processes.numbers == [2, 2]


async def test_a_player_who_comes_last_to_a_process_of_his_own_learns_the_number(processes: Processes) -> None:
    await processes.come(0, "spectator")
    await processes.come(1, "player", is_player=True)
    assert processes.numbers == [1, 1]


async def test_a_player_goes_on_knowing_when_the_last_spectator_of_his_process_goes(processes: Processes) -> None:
    await processes.come(0, "player", is_player=True)
    await processes.come(1, "spectator there")
    await processes.come(0, "spectator here")
    await processes.go(0, "spectator here")
    assert processes.numbers == [1, 1]


async def test_a_process_that_nobody_is_left_at_learns_anew_when_somebody_comes_back(processes: Processes) -> None:
    await processes.come(0, "anise")
    await processes.come(1, "basil")
    await processes.go(1, "basil")
    await processes.come(0, "cumin")
    await processes.come(1, "dill", is_player=True)
    assert processes.numbers == [2, 2]


async def test_many_who_come_at_once_are_told_in_one_word() -> None:
    watchers, layer = Watchers(), get_channel_layer()
    channels = [await layer.new_channel() for _ in range(50)]
    for channel in channels:
        await layer.group_add(game_group(CODE), channel)
        watchers.came(CODE, channel, is_spectator=True)
    await asyncio.gather(*watchers.telling.values())
    assert (await layer.receive(channels[0]))["number"] == 50
    assert channels[0] not in layer.channels  # it holds nothing more
