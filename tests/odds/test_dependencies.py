"""What stored odds depend on is computed: it holds every module that a solver imports and every file that it opens, and a
change of any of them has the odds computed again."""

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import pytest

import pitboss.version
from pitboss import games
from pitboss.house import House
from pitboss.odds import catalogue, dependencies
from pitboss.odds.store import recomputing, stored

EXAMPLE = Path(__file__).parents[2] / "examples" / "one-card"
SRC = Path(dependencies.SRC)


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(pitboss.version, "LOADED", inf)  # results are stored although someone edits the sources meanwhile
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "store"))
    return tmp_path / "store"


# ---------------------------------------------------------------------------- what is depended on

WATCHED = """
import json, os, sys
opened = set()
def hear(event, args):
    if event == "open" and isinstance(args[0], str):
        opened.add(os.path.abspath(args[0]))

sys.addaudithook(hear)
from pitboss.games import MODULES
from pitboss.house import House
from pitboss.odds.catalogue import parts_of, player_of
from pitboss.odds.strategy import rules

class Enough(Exception):
    pass

def stop(*told):
    raise Enough

for number in [number for number in MODULES if number != "587"]:  # solved as 655a is, and takes longer
    house = House.of(number, {"decks": 6} if number in ("633a", "635a") else {})
    progress = None if number in ("565", "999") else stop
    solvers = [lambda part=part: list(part.solve(number, house, progress)) for part in parts_of(number)]
    for work in [*solvers, lambda: rules(number, house, progress), lambda: player_of(number, house, progress)]:
        try:
            work()
        except Enough:
            pass
        except Exception as error:
            assert number in ("553", "637a"), (number, error)
modules = [getattr(module, "__file__", "") for name, module in sys.modules.items() if name.partition(".")[0] == "pitboss"]
print(json.dumps(sorted(filter(None, {*modules, *opened}))))
"""


def used(environment: dict[str, str]) -> set[str]:
    """The files that the solvers of all chapters import and open, those of the package and of games that were added."""
    done = subprocess.run([sys.executable, "-c", WATCHED], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    paths = map(Path, json.loads(done.stdout))
    ours = (path for path in paths if path.is_relative_to(SRC / "pitboss") or path.is_relative_to(EXAMPLE))
    return {str(path) for path in ours if "__pycache__" not in path.parts}


def test_real_runs_import_and_open_nothing_else(environment: dict[str, str]) -> None:
    """The chapters are solved as far as their first word of progress, two of them wholly: one of ours, one from a folder."""
    games.add(EXAMPLE)
    try:
        found = used(environment | {"PITBOSS_GAMES": str(EXAMPLE), "PITBOSS_ANSWERS": "off"})
        assert {str(EXAMPLE / "game.py"), str(SRC / "pitboss" / "odds" / "twenty_one" / "solver.py")} <= found
        assert found <= set(dependencies.sources("999")) | set(dependencies.sources())
        own = {path for path in found if path.startswith(str(EXAMPLE))}
        assert found - own <= set(dependencies.sources()), "the example adds nothing but its folder"
        assert not any("cases" in Path(path).parts for path in dependencies.sources("999") if path.startswith(str(EXAMPLE)))
    finally:
        games.remove(EXAMPLE)


def test_what_was_once_forgotten_is_there_and_what_draws_or_serves_is_not() -> None:
    found = {Path(path).relative_to(SRC / "pitboss").as_posix() for path in dependencies.sources()}
    assert {f"{name}.py" for name in ("shoe", "spelling", "files", "compiling")} <= found
    assert {f"house/{name}.py" for name in ("own_pay_tables", "waivers", "posted_payouts", "combinations")} <= found
    assert {"games/pai_gow/ways/traditional.toml", "odds/boards/before_the_flop.json", "rulebook/chapters/565.toml"} <= found
    assert not {path.split("/")[0] for path in found} & {"cli", "floor", "printing", "submissions", "desk", "terminal"}


def test_a_chapter_depends_on_what_its_own_game_declares_and_on_no_other() -> None:
    def declared(number: str) -> set[str]:
        return {Path(path).stem for path in dependencies.sources(number) if "games/odds/" in path} - {"__init__"}

    assert declared("565") == {"three_card_poker"}
    assert declared("635a") == {"spanish_21", "blackjack"}, "what it imports of its sister game counts"
    assert declared("561") == {"pai_gow_poker_2010", "pai_gow_poker"}
    assert len(declared("")) == len(games.MODULES)


def test_import_statements_are_found_as_python_reads_them() -> None:
    modules = dependencies._modules()
    assert len(modules) > 400
    for path in modules.values():
        words = Path(path).read_bytes()
        assert set(_by_ast(words)) & set(modules) <= set(dependencies.imports(words, modules)), path


def _by_ast(words: bytes) -> Iterator[str]:
    """The names that a file imports, but for those that only a type checker reads."""
    waiting: list[ast.AST] = [ast.parse(words)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None and not node.level, "imports are absolute here"
            yield from (node.module, *(f"{node.module}.{each.name}" for each in node.names))
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
        else:
            waiting += ast.iter_child_nodes(node)


# ---------------------------------------------------------------------------- what changes


class Folder:
    """A game in a folder that is edited; no file's size or time of change ever moves."""

    def __init__(self, where: Path) -> None:
        self.where = where
        shutil.copytree(EXAMPLE, where)

    def edit(self, file: str, before: str, after: str) -> None:
        path = self.where / file
        words = path.read_text()
        assert before in words and len(before) == len(after)
        path.write_text(words.replace(before, after))
        os.utime(path, (1_700_000_000, 1_700_000_000))

    def edge(self) -> Fraction | float:
        """The Ante's edge, from the store where it is known; the folder is loaded anew."""
        games.add(self.where)
        try:
            return catalogue.rows("999", wager="Ante")[0].edge
        finally:
            games.remove(self.where)


def test_an_edited_game_is_priced_anew(tmp_path: Path, own_store: Path) -> None:
    folder = Folder(tmp_path / "one")
    first = folder.edge()
    folder.edit("game.py", "cards.FIVE", "cards.NINE")
    second = folder.edge()
    assert second < first and len(list(own_store.iterdir())) == 2
    folder.edit("game.py", "cards.NINE", "cards.FIVE")
    assert folder.edge() == first and len(list(own_store.iterdir())) == 2, "the first answer is still stored"


def test_two_folders_with_one_chapter_number_do_not_share_answers(tmp_path: Path) -> None:
    one, other = Folder(tmp_path / "one"), Folder(tmp_path / "other")
    other.edit("game.py", "cards.FIVE", "cards.NINE")
    assert one.edge() > other.edge()
    assert one.edge() > other.edge()


def test_a_module_that_a_game_imports_from_elsewhere_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder(tmp_path / "one")
    (tmp_path / "path").mkdir()
    monkeypatch.syspath_prepend(tmp_path / "path")
    game = folder.where / "game.py"
    game.write_text(f"import helping_one_card, numpy\n{game.read_text()}")
    versions = []
    for number in (1, 2, 1):
        (tmp_path / "path" / "helping_one_card.py").write_text(f"LEAST = {number}\n")
        games.add(folder.where)
        versions.append(dependencies.version("999"))
        games.remove(folder.where)
    assert versions[0] == versions[2] != versions[1]


def test_a_process_that_is_older_than_its_sources_stores_nothing(own_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have loaded some of the code before the change."""
    changed = max(os.stat(path).st_ctime for path in dependencies.sources())
    monkeypatch.setattr(pitboss.version, "LOADED", changed - 1)
    assert stored("x", House.of("565"), lambda house: [1]) == [1] and not own_store.exists()
    monkeypatch.setattr(pitboss.version, "LOADED", changed + 1)
    assert stored("x", House.of("565"), lambda house: [1]) == [1] and len(list(own_store.iterdir())) == 1


def test_a_fresh_answer_has_every_part_of_it_computed_anew_once(own_store: Path) -> None:
    house, asked = House.of("565"), list[str]()

    def inner(seen: House) -> Any:
        asked.append("inner")
        return [seen["seats"]]

    def outer(name: str) -> Any:
        def compute(seen: House) -> Any:
            asked.append(name)
            return stored("inner", seen, inner)

        return compute

    for _ in range(2):
        assert stored("a", house, outer("a")) == stored("b", house, outer("b")) == [7]
    assert asked == ["a", "inner", "b"]
    asked.clear()
    with recomputing():
        assert stored("a", house, outer("a")) == stored("b", house, outer("b")) == [7]
    assert asked == ["a", "inner", "b"]


def test_results_of_other_sources_are_removed_when_they_are_old(own_store: Path) -> None:
    stored("x", House.of("565"), lambda house: [1])
    [current] = own_store.iterdir()
    old, young = own_store / "x-565-0000-1.json", own_store / "x-565-1111-1.json"
    for path in (old, young, current):
        path.touch()
    for path in (old, current):
        os.utime(path, (1, 1))
    stored("x", House.of("565"), lambda house: [1], fresh=True)
    assert set(own_store.iterdir()) == {young, current}
