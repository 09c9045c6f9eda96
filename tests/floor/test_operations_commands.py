"""The commands of docs/operations.md, one after the other, as an operator gives them."""

import asyncio
import json
import re
import shutil
from pathlib import Path

import pytest

from pitboss.floor.server import running
from tests.commands import ROOT
from tests.floor.floor_evening import settings
from tests.floor.test_floor_commands import pitboss
from tests.floor.test_restored import begin, play, serve

PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("operations")
    serve(path, begin)
    serve(path, play)
    return path


def says(folder: Path, *words: str, status: int = 0) -> str:
    done = pitboss(folder, *words)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout if status != 2 else done.stderr


def test_the_drill(evening: Path, tmp_path: Path) -> None:
    """Backup, loss, restore, audit, another key, and the floor is served again; with the public key it is audited too."""
    floor = tmp_path / "floor"
    shutil.copytree(evening, floor)
    (tmp_path / "backups").mkdir()
    copied = says(floor, "backup", "../backups", "--keep", "2")
    assert re.search(r"floor-\d{8}T\d{6}Z\.db: a whole copy of floor\.db, \d+ bytes, verified", copied)
    says(floor, "checkpoint", "../kept.json")
    [copy] = (tmp_path / "backups").iterdir()
    assert "floor.db exists already: move it away" in says(floor, "restore", str(copy), status=2)
    for path in floor.glob("floor.db*"):
        path.rename(tmp_path / f"lost-{path.name}")
    [restored] = json.loads(says(floor, "restore", str(copy), "--json"))
    assert restored["vouched"] and restored["rounds"] and restored["as_of"].endswith("Z")
    assert "every round" not in says(floor, "audit") and "all as the rules say" in says(floor, "audit")
    assert "is the new key" in says(floor, "key", "change", "floor.key", "--stolen")

    async def serve_again() -> None:
        async with running(settings(floor)):
            pass

    asyncio.run(serve_again())
    told = says(floor, "audit", "--key", "floor.key.pub", "--checkpoint", "../kept.json")
    assert "changed its key 1 time" in told and "promises of chance were discarded" in told
    assert "Not verified, as only the key of the house can:" in told and "All that the checkpoint has is there." in told
    [row] = json.loads(says(floor, "audit", "--key", "floor.key.pub", "--json"))
    assert row["ok"] and row["not_verified"] and row["keys_changed"] == 1


def test_staff_are_hired_and_their_passwords_reset(evening: Path, tmp_path: Path) -> None:
    floor = tmp_path / "floor"
    shutil.copytree(evening, floor)
    [hired] = json.loads(says(floor, "staff", "Cy", "--role", "dealer", "--json"))
    [reset] = json.loads(says(floor, "staff", "cy", "--reset-password", "--json"))
    assert (reset["account"], reset["role"]) == (hired["account"], "dealer") and reset["password"] != hired["password"]
    for words in (("Cy",), ("Cy", "--role", "dealer", "--reset-password")):
        assert "either --role ROLE or --reset-password" in says(floor, "staff", *words, status=2)
    assert "nobody has that name" in says(floor, "staff", "Nobody", "--reset-password", status=2)
    assert "all as the rules say" in says(floor, "audit")


def test_the_page_names_commands_that_are_there() -> None:
    """Each command and option that the page shows, and each file of `deploy`."""
    for command, rest in set(
        re.findall(r"^.*?\bpitboss (backup|restore|audit|serve|staff|checkpoint|key change)\b(.*)$", PAGE, re.M)
    ):
        words = pitboss(ROOT, *command.split(), "--help").stdout
        assert all(option in words for option in re.findall(r"--[a-z-]+", rest.partition("`")[0].partition("#")[0])), (
            command,
            rest,
        )
    for name in re.findall(r"deploy/(Caddyfile|[\w-]+\.\w+)", PAGE):
        assert (ROOT / "deploy" / name).exists(), name
