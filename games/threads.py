"""Database work for those who live on the event loop."""

from collections.abc import Callable

from asgiref.sync import ThreadSensitiveContext
from channels.db import database_sync_to_async


async def in_thread[**P, T](function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function that uses the database, in a thread of its own, and give its connection back afterwards.

    Left to itself, all such work would queue for one thread; and a connection that is not given back is missing
    from the pool for good.
    """
    async with ThreadSensitiveContext():
        result: T = await database_sync_to_async(function)(*args, **kwargs)
        return result
