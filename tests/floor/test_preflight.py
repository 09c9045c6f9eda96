"""Configuration by file, environment and command line, in this order of precedence; what `--check` looks at changes nothing."""

import asyncio
import json
import os
import re
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor import server
from pitboss.floor.configuration import OPTIONS, exposed, read_configuration
from pitboss.floor.preflight import check_settings
from pitboss.floor.server import Settings, running
from tests.floor.floor_evening import settings
from tests.floor.test_floor_commands import pitboss


@contextmanager
def environment(**variables: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        for name, value in variables.items():
            patched.setenv(name, value)
        yield


def checked(folder: Path, *words: str) -> dict[str, tuple[bool, str]]:
    done = pitboss(folder, "serve", "--check", "--json", *words)
    found = {each["what"]: (each["ok"], each["says"]) for each in json.loads(done.stdout)}
    assert done.returncode == (0 if all(ok for ok, _ in found.values()) else 1) and done.stderr == ""
    return found


def test_the_command_line_counts_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    (tmp_path / "floor.toml").write_text('host = "127.0.0.1"\nport = 0\nname = ["a.example"]\nall_connections = 300\n')
    configured = ("--config", "floor.toml")
    assert "a.example" in checked(tmp_path, *configured)["address"][1]
    assert checked(tmp_path, *configured)["connections"][1].startswith("300 at once")
    with environment(PITBOSS_ALL_CONNECTIONS="200", PITBOSS_CONFIG="floor.toml", PITBOSS_DATABASE="sqlite:///other.db"):
        found = checked(tmp_path)
        assert found["connections"][1].startswith("200 at once") and found["database"][1] == "other.db is new"
        assert checked(tmp_path, "--all-connections", "100")["connections"][1].startswith("100 at once")
    assert [each.name for each in tmp_path.iterdir()] == ["floor.toml"], "nothing is made"


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("prot = 1", "'prot' is not an option of a server; did you mean port"),
        ("name = 'a'", "name is a list"),
        ("port = [1]", "port is a text, a number, true or false"),
        ("port = 1 1", "is not TOML"),
        ("check = true", "'check' is not an option of a server"),
    ],
)
def test_a_wrong_file_gets_one_sentence(tmp_path: Path, written: str, sentence: str) -> None:
    (tmp_path / "floor.toml").write_text(written)
    with pytest.raises(PitbossError) as refused:
        read_configuration(tmp_path / "floor.toml")
    assert sentence in str(refused.value)
    done = pitboss(tmp_path, "serve", "--config", "floor.toml", "--check")
    assert done.returncode == 2 and done.stderr.count("\n") == 1


def test_every_option_of_a_server_can_be_in_the_file(tmp_path: Path) -> None:
    """And nothing else; other commands take database and key from it."""
    named = set(re.findall(r"--([a-z][a-z-]+)", pitboss(tmp_path, "serve", "--help").stdout))
    assert named - {"config", "check", "json", "help", "no-practice", "no"} == set(OPTIONS)
    (tmp_path / "floor.toml").write_text('database = "sqlite:///there.db"\nkey = "there.key"\n')
    with environment(PITBOSS_CONFIG="floor.toml"):
        for words in (("audit",), ("backup", "copy.db"), ("checkpoint",), ("staff", "Ann", "--reset-password")):
            assert "there.db does not exist" in pitboss(tmp_path, *words).stderr
        asyncio.run(opened_once(Settings(database=f"sqlite:///{tmp_path}/there.db", key=tmp_path / "there.key", plan=None)))
        assert pitboss(tmp_path, "staff", "Ann", "--role", "dealer").returncode == 0
        assert "Signed by" in pitboss(tmp_path, "audit").stdout
        assert "other.db does not exist" in pitboss(tmp_path, "audit", "--database", "sqlite:///other.db").stderr


async def opened_once(given: Settings) -> None:
    async with running(given):
        pass


def test_a_password_on_the_command_line_is_named(tmp_path: Path) -> None:
    """Not one in the environment or in a file; and it is not shown."""
    address = "postgresql://pitboss:rosebud@127.0.0.1:1/floor"
    done = pitboss(tmp_path, "serve", "--check", "--database", address, "--code", "long enough a code")
    assert done.returncode == 1 and "rosebud" not in done.stdout + done.stderr
    assert "the password of --database and --code in the list of processes" in done.stdout
    with environment(PITBOSS_DATABASE=address):
        assert "list of processes" not in pitboss(tmp_path, "serve", "--check").stdout
    assert exposed({"database": "postgresql://pitboss@db/floor"}) == []


def says(settings: Settings, what: str) -> str:
    """Why it cannot be served, of one thing."""
    [found] = [each for each in check_settings(settings) if each.what == what]
    assert not found.ok, found.says
    return found.says


def test_whatever_stops_a_start_is_found_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = settings(tmp_path)

    async def serve_once() -> None:
        async with running(given):
            assert "is served by another process" in await asyncio.to_thread(says, given, "database")

    asyncio.run(serve_once())
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert all(each.ok for each in check_settings(given))
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        assert "is in use" in says(replace(given, port=taken.getsockname()[1]), "address")
    assert "a proxy is named by its address" in says(replace(given, proxy="*"), "proxy")
    assert "on PostgreSQL only" in says(replace(given, share=(1, 2)), "database")
    assert "cannot be read" in says(replace(given, plan=tmp_path / "none.toml"), "tables")
    HouseKey.create(tmp_path / "other.key")
    assert "holds another one" in says(replace(given, key=tmp_path / "other.key"), "key")
    assert "is not there" in says(replace(given, key=tmp_path / "none.key"), "key")
    monkeypatch.setattr(server, "open_files", lambda: 1000)
    monkeypatch.setattr("pitboss.floor.preflight.open_files", lambda: 1000)
    assert "may have 1000 files open, 128 of them its own" in says(replace(given, total=900), "connections")
    if os.geteuid():
        tmp_path.chmod(0o500)
        assert "no witness can be written" in says(given, "key")
        tmp_path.chmod(0o700)
    assert {name: (tmp_path / name).read_bytes() for name in before} == before


def test_a_server_says_at_its_start_that_files_are_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from structlog.testing import capture_logs

    monkeypatch.setattr(server, "open_files", lambda: 1000)
    with capture_logs() as lines:
        assert server.patience_of(settings(tmp_path)).total == 1000 - server.OWN_FILES
        server.patience_of(settings(tmp_path, total=900))
        server.patience_of(settings(tmp_path, total=0))
        monkeypatch.setattr(server, "open_files", lambda: 16_384)
        server.patience_of(settings(tmp_path))
    few, many, all_ = (line["event"] for line in lines)
    assert "few files can be open" in few and many == all_ and "more connections may come than files" in many
