"""Serve the site: the web server and the loop on one event loop."""

import asyncio
import errno
import os
import threading
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from daphne.http_protocol import HTTPFactory
from daphne.management.commands.runserver import get_default_application
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage, staticfiles_storage
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from twisted.internet import defer, reactor
from twisted.internet.error import CannotListenError
from twisted.python.failure import Failure

from games import loop
from games.request_bodies import BoundedHTTPFactory

# Seconds in which requests and jobs under way may finish when the server is asked to end.
GRACE = 5


class Command(BaseCommand):
    """Daphne with the site's application, and the loop beside it unless another process runs that."""

    help = "Serve the site and do its recurring jobs, in one process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on; 0 takes a free one")
        parser.add_argument(
            "--web-only", action="store_true", help="leave the recurring jobs to `manage.py work` (needs REDIS_URL)"
        )

    def handle(self, *args: Any, host: str, port: int, web_only: bool, **options: Any) -> None:
        if web_only and not settings.REDIS_URL:
            raise CommandError("--web-only needs REDIS_URL: without Redis, one process has to do everything.")
        check_migrations()
        check_static_files()
        server = WebServer(
            jobs=loop.WEB_JOBS if web_only else [*loop.JOBS, *loop.WEB_JOBS],
            application=get_default_application(),
            endpoints=build_endpoint_description_strings(host=host, port=port),
        )
        server.ready_callable = partial(reactor.callWhenRunning, self.open, server)
        server.run()
        if server.refusal:
            raise CommandError(explain(server.refusal, host, port))
        # A request that took too long may wait for the event loop that is gone now, and its thread would
        # keep the process for ever. Its transaction is rolled back.
        last_resort = threading.Timer(GRACE, os._exit, args=[0])
        last_resort.daemon = True
        last_resort.start()

    def open(self, server: "WebServer") -> None:
        """Start the loop and say where the site is; from now on signals end the server in order."""
        server.start_jobs()
        host, port = server.listening_addresses[0]
        # Passkeys work on localhost, but not on the numbers that mean the same.
        name = "localhost" if host in {"127.0.0.1", "::1", "0.0.0.0", "::"} else host  # noqa: S104 - no binding
        self.stdout.write(f"Marrakech is open at http://{name}:{port}/ (Ctrl-C closes it)")
        self.stdout.flush()


class WebServer(Server):
    """Daphne's server with the loop beside it. It keeps the reason when it cannot listen, and ends in order."""

    def __init__(self, jobs: Sequence[loop.Job], **options: Any) -> None:
        super().__init__(**options)
        self.jobs = jobs
        self.stopping = asyncio.Event()
        self.under_way: list[asyncio.Task[None]] = []
        self.refusal: BaseException | None = None

    @property
    def http_factory(self) -> BoundedHTTPFactory:
        """What makes connections: ours, in place of the one Daphne makes when it starts."""
        return self.bounded_factory

    @http_factory.setter
    def http_factory(self, factory: HTTPFactory) -> None:
        self.bounded_factory = BoundedHTTPFactory(factory.server)

    def start_jobs(self) -> None:
        """Run the loop from now on. The event loop is set, but may not be running yet."""
        self.under_way.append(asyncio.get_event_loop().create_task(loop.run(self.jobs, self.stopping)))

    def listen_error(self, failure: Failure) -> None:
        self.refusal = failure.value
        self.stop()

    def kill_all_applications(self) -> defer.Deferred[None]:
        """Close the sockets, and give requests and jobs under way some time to finish; the reactor waits for that."""
        self.stopping.set()
        for protocol, details in self.connections.items():
            application = details.get("application_instance")
            if application and not application.done():
                self.under_way.append(application)
                if isinstance(protocol, WebSocketProtocol):
                    application.cancel()
        return defer.Deferred.fromFuture(asyncio.ensure_future(self.finish()))

    async def finish(self) -> None:
        await asyncio.wait(self.under_way, timeout=GRACE)


def check_migrations() -> None:
    """Raise CommandError if the database lacks migrations."""
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    connection.close()
    if missing:
        raise CommandError(f"The database lacks {len(missing)} migrations. Run `manage.py migrate` first.")


def check_static_files() -> None:
    """Raise CommandError if static files are to be served from a collection that is not there."""
    storage = staticfiles_storage
    if isinstance(storage, ManifestStaticFilesStorage) and storage.read_manifest() is None:
        raise CommandError("The static files are not collected. Run `manage.py collectstatic --noinput` first.")


def explain(refusal: BaseException, host: str, port: int) -> str:
    """Say in a sentence why the server cannot listen, and what to do."""
    cause = refusal.socketError if isinstance(refusal, CannotListenError) else refusal
    match getattr(cause, "errno", None):
        case errno.EADDRINUSE:
            return f"Port {port} is in use. Choose another: `make run PORT={port + 1}`, or `--port {port + 1}`."
        case errno.EACCES:
            return f"Port {port} is not for ordinary users. Choose one above 1023."
        case _:
            return f"Cannot listen on {host}, port {port}: {cause}"
