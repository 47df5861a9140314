"""PostgreSQL and Redis, each a private server that lives as long as the tests need it."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.programs import Program, find, free_port
from tests.server import manage


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of an empty database."""
    initdb = find("initdb", "/usr/lib/postgresql/*/bin/initdb")
    # It will not run as root, and its directory has to be its own.
    user = "postgres" if os.geteuid() == 0 else None
    directory = Path(tempfile.mkdtemp(prefix="marrakech-postgresql-"))
    try:
        if user:
            shutil.chown(directory, user)
        subprocess.run(
            [initdb, "--pgdata", directory / "data", "--username", "site", "--auth", "trust", "--no-sync"],
            user=user,
            check=True,
            capture_output=True,
        )
        port = free_port()
        options = {
            "listen_addresses": "127.0.0.1",
            "port": str(port),
            "unix_socket_directories": str(directory),
            "fsync": "off",
        }
        command = [str(Path(initdb).resolve().with_name("postgres")), "-D", str(directory / "data")]
        command += [f"--{name}={value}" for name, value in options.items()]
        with Program(*command, ready="ready to accept connections", user=user):
            yield f"postgres://site@127.0.0.1:{port}/postgres"
    finally:
        shutil.rmtree(directory)


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of an empty Redis."""
    port = free_port()
    command = [find("redis-server", "valkey-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    with Program(*command, "--dir", str(tmp_path_factory.mktemp("redis")), ready="eady to accept connections"):
        yield f"redis://127.0.0.1:{port}/0"


@pytest.fixture(scope="session")
def services(postgresql: str, redis: str) -> dict[str, str]:
    """The environment of a site on a migrated PostgreSQL and Redis."""
    environment = {"DATABASE_URL": postgresql, "REDIS_URL": redis}
    migrated = manage("migrate", **environment)
    assert migrated.returncode == 0, migrated.stderr
    return environment
