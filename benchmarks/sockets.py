"""How long a move takes to reach everybody who watches."""

import asyncio
import re
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from benchmarks.load import Connection, Request

# The version stands before the board in a message; that is all the watching takes the time to read.
VERSION = re.compile(r'^\{"kind": ?"game", ?"code": ?"\w+", ?"version": ?(\d+)')


async def delays(url: str, code: str, moves: Sequence[Request], sockets: int) -> list[float]:
    """Seconds from sending each move until the last of the spectators' sockets has the board after it."""
    player = Connection(url)
    address = f"ws{url.removeprefix('http')}/ws/?game={code}"
    taken = []
    async with AsyncExitStack() as stack:
        watching = [
            await stack.enter_async_context(connect(address, origin=Origin(url), max_size=None, compression=None))
            for _ in range(sockets)
        ]
        version = max(await asyncio.gather(*(_next_version(socket, 0) for socket in watching)))
        for number, move in enumerate(moves, start=1):
            arrivals = [asyncio.create_task(_next_version(socket, version + number)) for socket in watching]
            began = time.perf_counter()
            answered = asyncio.create_task(asyncio.to_thread(player.send, move))
            await asyncio.gather(*arrivals)
            taken.append(time.perf_counter() - began)
            await answered
    return taken


async def _next_version(socket: ClientConnection, least: int) -> int:
    """Read until the socket speaks of the game at this version or a later one."""
    while True:
        match = VERSION.match(str(await socket.recv()))
        if match and int(match[1]) >= least:
            return int(match[1])
