"""A private PostgreSQL for tests: a cluster of its own in a temporary folder, on a socket there, gone when the tests are over.

The server refuses to run as root, so as root it runs as the user `postgres`. Where PostgreSQL is not installed the tests are
skipped, unless PITBOSS_REQUIRE_POSTGRES=1 says that they must not be.
"""

import getpass
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg
import pytest

MISSING = "PostgreSQL is not installed: what needs it is skipped (tools/install-debian installs it)"


def programs() -> Path | None:
    """The folder of PostgreSQL's newest programs that are installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


def require() -> Path:
    """The same; skips the test where there is none, or fails it where that is not allowed."""
    folder = programs()
    if folder is not None:
        return folder
    if os.environ.get("PITBOSS_REQUIRE_POSTGRES") == "1":
        pytest.fail("PITBOSS_REQUIRE_POSTGRES=1, and PostgreSQL is not installed")
    pytest.skip(MISSING)


class Cluster:
    """A running server. Without `sync` its writes stay in the page cache, which survives all that tests do to processes."""

    def __init__(self, sync: bool = False) -> None:
        self.programs = require()
        self.user = "postgres" if os.geteuid() == 0 else getpass.getuser()
        self.folder = Path(tempfile.mkdtemp(prefix="pitboss-", dir="/tmp"))  # a socket's path has to be short
        if os.geteuid() == 0:
            shutil.chown(self.folder, self.user)
        self.settings = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c fsync={'on' if sync else 'off'}"
        self._made = 0
        try:
            self._run("initdb", "-D", self.data, "-U", "pitboss", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def url(self, name: str = "postgres") -> str:
        """The address of one of its databases."""
        return f"postgresql://pitboss@/{name}?host={self.folder}"

    def new(self) -> str:
        """The address of a new, empty database."""
        self._made += 1
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE floor{self._made}")
        return self.url(f"floor{self._made}")

    def start(self) -> None:
        """Starts the server, and returns when it takes connections."""
        self._run("pg_ctl", "-D", self.data, "-w", "-t", "60", "-l", str(self.folder / "log"), "-o", self.settings, "start")

    def stop(self, mode: str = "fast") -> None:
        """Stops the server; `immediate` is as a crash."""
        self._run("pg_ctl", "-D", self.data, "-w", "-t", "60", "-m", mode, "stop")

    def remove(self) -> None:
        """Stops it for good."""
        try:
            self.stop("immediate")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        if os.geteuid() == 0:
            command = ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--init-groups", "--", *command]
        quiet = subprocess.DEVNULL  # a pipe would stay open as long as the server runs
        done = subprocess.run(command, cwd=self.folder, stdin=quiet, stdout=quiet, stderr=quiet)
        if done.returncode:
            log = self.folder / "log"
            raise RuntimeError(f"{program} failed with {done.returncode}: {log.read_text() if log.exists() else ''}")
