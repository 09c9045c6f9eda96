"""The pages of the documentation: their code runs, what they name is where they say, and what they show is what comes out."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.commands import pitboss
from tools import documented_code

DOCS = Path(__file__).parents[1] / "docs"


def test_the_sitting_in_the_engine_page_runs() -> None:
    result = doctest.testfile(str(DOCS / "engine.md"), module_relative=False)
    assert result.attempted >= 30
    assert result.failed == 0


def rows(page: str) -> list[tuple[str, str]]:
    """Modules and the names beside them, in the table of a page that says where things are."""
    text = (DOCS / page).read_text(encoding="utf-8")
    table = text.partition("| in `pitboss` | |\n|---|---|\n")[2].partition("\n\n")[0]
    return [(modules, names) for _, modules, names, _ in (line.split("|") for line in table.splitlines())]


@pytest.mark.parametrize("page", ["engine.md", "evidence.md"])
def test_every_name_is_in_the_module_that_is_said(page: str) -> None:
    found = rows(page)
    assert len(found) >= 6
    for modules, names in found:
        where = [import_module(f"pitboss.{name}") for name in re.findall(r"`([a-z_.]+)`", modules)]
        groups = names.split(";") if len(where) == names.count(";") + 1 else [names]
        assert len(groups) in (1, len(where))
        for module, group in zip(where, groups, strict=False):
            assert all(hasattr(module, name) for name in re.findall(r"`([A-Za-z_]+)`", group)), (module, group)


@pytest.mark.parametrize("page", ["engine.md", "evidence.md"])
def test_every_class_of_a_page_has_its_module(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    placed = " ".join(names for _, names in rows(page))
    deeds = import_module("pitboss.table.commands")
    named = {word for word in re.findall(r"`([A-Z][a-z]\w+)\b", text) if not hasattr(deeds, word)}
    assert named
    assert {word for word in named if f"`{word}`" not in placed} == set()


def test_replay_says_what_the_evidence_page_shows(tmp_path: Path) -> None:
    text = (DOCS / "evidence.md").read_text(encoding="utf-8")
    shown = re.findall(r"^    (.*)$", text.partition("`replay` then says:\n\n")[2].partition("\n\n")[0], re.MULTILINE)
    key, log = str(tmp_path / "house.key"), str(tmp_path / "log")
    pitboss("key", "new", key, "--house", "Elm Street")
    pitboss("play", "three-card-poker", "--log", log, "--key", key, "--rounds", "1", stdin="seed any words\n\nplay\n")
    said = pitboss("replay", log, "--key", f"{key}.pub").stdout.replace(f"{log}:", "log:").splitlines()
    digits = re.compile(r"[0-9a-f]{16}…")
    assert [digits.sub("…", line) for line in said] == [digits.sub("…", line) for line in shown]


def test_every_block_of_python_is_read_by_the_checkers_of_types() -> None:
    """Each stands in a module that mypy and pyright read, or in a game of examples that mypy reads."""
    read = "\n".join(documented_code.modules().values())
    games = "\n".join(path.read_text(encoding="utf-8") for path in (documented_code.ROOT / "examples").rglob("*.py"))
    for page in documented_code.pages():
        for block in documented_code.BLOCK.findall(page.read_text(encoding="utf-8")):
            lines = [line.removeprefix(">>> ").removeprefix("... ") for line in block.splitlines() if line.strip()]
            code = [line for line in lines if ">>>" not in block or f">>> {line}" in block]
            assert code and (block.strip() in games or all(line in read for line in code)), (page.name, block)
