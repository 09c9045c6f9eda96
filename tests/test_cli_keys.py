"""`pitboss key`, `play --key` and `replay --key` keep the contract of the command line."""

import json
from pathlib import Path

import pytest

from tests.commands import pitboss

WAGERS = "\nplay\n" * 2


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """A new key of a house."""
    done = pitboss("key", "new", str(tmp_path / "house.key"), "--house", "Elm Street")
    assert (done.returncode, done.stderr) == (0, "")
    return tmp_path / "house.key"


def test_a_key_is_made_and_shown(key: Path) -> None:
    assert key.stat().st_mode & 0o777 == 0o600
    digits = pitboss("key", "show", str(key)).stdout.strip()
    assert len(digits) == 64
    for file in (str(key), f"{key}.pub"):
        [shown] = json.loads(pitboss("key", "show", file, "--json").stdout)
        assert shown == {"house": "Elm Street", "public": digits}
    for args in (("new", str(key)), ("show", str(key.parent / "nothing"))):
        done = pitboss("key", *args)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_a_table_with_a_key_is_signed_and_fair(key: Path) -> None:
    log = str(key.parent / "log")
    done = pitboss("play", "565", "--log", log, "--key", str(key), "--rounds", "1", stdin=WAGERS)
    assert (done.returncode, done.stderr) == (0, "")
    digits = pitboss("key", "show", str(key)).stdout.strip()
    for given in (str(key), f"{key}.pub", digits):
        done = pitboss("replay", log, "--key", given)
        assert done.returncode == 0
        assert "Its chance was fair" in done.stdout and "Signed by" in done.stdout
    done = pitboss("replay", log)
    assert done.returncode == 0
    assert "not verified without --key" in done.stdout
    [shown] = json.loads(pitboss("replay", log, "--key", digits, "--json").stdout)
    assert (shown["fair"], shown["proven"], shown["signatures"], shown["closed"]) == (True, True, 2, True)


def test_another_key_proves_nothing(key: Path) -> None:
    log = key.parent / "log"
    pitboss("play", "565", "--log", str(log), "--key", str(key), "--rounds", "1", stdin=WAGERS)
    other = pitboss("key", "new", str(key.parent / "other")).stdout.strip()
    done = pitboss("replay", str(log), "--key", other)
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (1, 1, "")
    for args in ((), ("--key", str(key.parent / "other"))):
        done = pitboss("play", "--resume", "--log", str(log), *args, "--rounds", "1", stdin=WAGERS)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    done = pitboss("play", "--resume", "--log", str(log), "--key", str(key), "--rounds", "1", stdin=WAGERS)
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 rounds" in pitboss("replay", str(log), "--key", f"{key}.pub").stdout


def test_a_key_that_is_not_there_is_made_and_said(tmp_path: Path) -> None:
    made = tmp_path / "new.key"
    done = pitboss("play", "565", "--log", str(tmp_path / "log"), "--key", str(made), "--rounds", "1", stdin=WAGERS)
    assert done.returncode == 0
    assert f"{made}.pub" in done.stdout.replace("\n", "")
    assert made.stat().st_mode & 0o777 == 0o600
    done = pitboss("play", "565", "--key", str(made), stdin=WAGERS)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_seeded_table_is_signed_but_not_fair(key: Path) -> None:
    log = str(key.parent / "log")
    pitboss("play", "565", "--seed", "1", "--log", log, "--key", str(key), "--rounds", "1", stdin=WAGERS)
    done = pitboss("replay", log, "--key", f"{key}.pub")
    assert done.returncode == 0
    assert "fair" not in done.stdout and "Signed by" in done.stdout and "seeded" in done.stdout
