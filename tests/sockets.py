"""Sockets of browsers, without a network."""

import asyncio

from channels.testing import WebsocketCommunicator
from django.test import Client

from marrakech_site.asgi import application


def socket_to(query: str, client: Client | None = None, origin: str = "http://localhost") -> WebsocketCommunicator:
    """A browser's socket, not yet connected: with the cookies of `client`, or a guest's."""
    headers = [(b"origin", origin.encode()), (b"host", b"localhost")]
    if client is not None:
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        headers.append((b"cookie", cookies.encode()))
    return WebsocketCommunicator(application, f"/ws/?{query}", headers=headers)


async def all_sent() -> None:
    """Wait until all that was announced so far has been sent."""
    sending = [task for task in asyncio.all_tasks() if getattr(task.get_coro(), "__name__", "") == "_deliver"]
    await asyncio.gather(*sending)
