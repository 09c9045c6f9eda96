"""The commands of a floor: what they print, how they end, and that they work beside a server."""

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import chdir, closing, contextmanager
from pathlib import Path

import pytest

from pitboss.evidence.keys import HouseKey
from pitboss.floor.books.audit import open_floor
from pitboss.floor.people.registry import People
from pitboss.floor.server import running
from pitboss.floor.storage.writer import Writer
from tests import commands
from tests.floor.floor_evening import settings, spend

PITBOSS = [sys.executable, "-m", "pitboss.cli"]


def pitboss(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    with chdir(folder):
        return commands.pitboss(*words)


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server, and its address, which is the first line that it prints."""
    command = [*PITBOSS, "serve", "--port", "0", *words]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server, server.stdout.readline().strip()
        finally:
            server.kill()


def test_a_floor_is_served_staffed_audited_and_copied(tmp_path: Path) -> None:
    """All of it beside the running server, on a file that did not exist before."""
    with serving(tmp_path, "--empty") as (server, address):
        assert address.startswith("http://127.0.0.1:")
        stored = tmp_path / "floor.code"
        assert server.stdout is not None and server.stdout.readline().endswith(f" {address}/?code={stored.read_text()}")
        assert stored.stat().st_mode & 0o777 == 0o600
        with urllib.request.urlopen(f"{address}/healthz") as answer:
            assert json.load(answer) == {"status": "alive"}
        second = pitboss(tmp_path, "serve", "--port", "0")
        assert second.returncode == 2 and not second.stdout
        assert (
            second.stderr == "pitboss: floor.db is served by another process already; one server at a time has a SQLite file\n"
        )
        hired = pitboss(tmp_path, "staff", "Pat Boss", "--role", "pit boss", "--json")
        told = json.loads(hired.stdout)[0]
        assert hired.returncode == 0 and told["role"] == "pit boss" and len(told["password"]) >= 12
        body = json.dumps({"name": "Pat Boss", "password": told["password"], "bearer": True}).encode()
        asked = urllib.request.Request(f"{address}/api/session", body, {"content-type": "application/json"})
        with urllib.request.urlopen(asked) as answer:
            assert json.load(answer)["role"] == "pit boss"
        changed = pitboss(tmp_path, "staff", "pat boss", "--role", "auditor")
        assert changed.stdout == f"Pat Boss is auditor, account {told['account']}.\n"
        audited = pitboss(tmp_path, "audit")
        assert audited.returncode == 0 and "all as the rules say" in audited.stdout, audited.stdout + audited.stderr
        copied = pitboss(tmp_path, "backup", "copy.db")
        assert copied.returncode == 0 and "key" in copied.stdout
        again = pitboss(tmp_path, "audit", "--database", "sqlite:///copy.db", "--key", "floor.key", "--json")
        assert again.returncode == 0 and json.loads(again.stdout)[0]["ok"]
        server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 0
    assert pitboss(tmp_path, "audit").returncode == 0


def test_an_interrupted_server_ends(tmp_path: Path) -> None:
    with serving(tmp_path, "--empty", "--log-json") as (server, _):
        server.send_signal(signal.SIGINT)
        assert server.wait(20) in (0, 130)
        assert server.stderr is not None and "Traceback" not in server.stderr.read()


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    async def run() -> None:
        async with running(settings(tmp_path)) as opened:
            await spend(opened)

    asyncio.run(run())
    return tmp_path


def test_an_audit_says_what_differs(evening: Path) -> None:
    """Exit 1 and the first difference; as JSON too."""
    with closing(sqlite3.connect(evening / "floor.db", isolation_level=None)) as connection:
        connection.execute("UPDATE account SET cage = cage + 100 WHERE name = 'Ann'")
    found = pitboss(evening, "audit")
    assert found.returncode == 1 and found.stdout.startswith("floor.db: account ") and found.stdout.count("\n") == 1
    told = json.loads(pitboss(evening, "audit", "--json").stdout)
    assert len(told) == 1 and told[0]["ok"] is False and "in the cage" in told[0]["difference"]


def test_exports_are_replayed(evening: Path) -> None:
    """A table's log and a room's folder."""
    assert pitboss(evening, "export", "gone.log", "--log", "table/gone").returncode == 0
    replayed = pitboss(evening, "replay", "gone.log", "--key", "floor.key")
    assert replayed.returncode == 0 and "2 rounds" in replayed.stdout, replayed.stdout + replayed.stderr
    assert json.loads(pitboss(evening, "export", "all", "--json").stdout) == [{"out": "all", "logs": 10, "schema": 1}]
    assert (evening / "all" / "room" / "poker" / "room.log").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["audit"], "floor.db does not exist"),
        (["audit", "--database", "mysql://x"], "the address of a database is"),
        (["backup", "copy.db"], "floor.db does not exist"),
        (["export", "out"], "floor.db does not exist"),
        (["export", "out", "--log", "office", "--room", "poker"], "either one log"),
        (["staff", "Pat", "--role", "king"], "there is no role 'king'; there are patron, dealer"),
        (["serve", "--host", "203.0.113.1"], "nothing can listen at 203.0.113.1"),
        (["serve", "--port", "99999"], "port"),
    ],
)
def test_bad_input_gets_one_sentence(tmp_path: Path, words: list[str], sentence: str) -> None:
    """Exit 2, one line, and nothing comes into being."""
    done = pitboss(tmp_path, *words)
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1 and sentence in done.stderr
    assert not (tmp_path / "floor.db").exists()


def test_without_the_packages_of_a_floor(tmp_path: Path) -> None:
    """One sentence says what is missing; the other commands work."""
    code = "import sys; sys.modules['sqlalchemy'] = None; sys.argv = ['pitboss', 'audit']\nfrom pitboss.cli import main\nmain()"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr == (
        "pitboss: the floor needs sqlalchemy, which is not installed; `pip install 'pitboss[floor]'`\n"
    )


def test_a_guest_is_not_hired(evening: Path) -> None:
    """An employee has a name and a password."""

    async def guest() -> str:
        database = open_floor(f"sqlite:///{evening}/floor.db")
        key = HouseKey.load(evening / "floor.key")
        writer = Writer(database.backend(signer=key), asyncio.get_running_loop())
        try:
            return (await People(database, writer).guest("203.0.113.7")).account.name
        finally:
            await writer.close()
            database.close()

    done = pitboss(evening, "staff", asyncio.run(guest()), "--role", "dealer")
    assert done.returncode == 2 and "is a guest" in done.stderr
    assert pitboss(evening, "audit").returncode == 0
