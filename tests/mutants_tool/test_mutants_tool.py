"""The mutants: what a change is, that it is found again, that a broken rule is noticed and a harmless change is not, and that
the results that are kept fit the code."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.mutants import results, rooms
from tools.mutants.changes import Change, changed, changes_at
from tools.mutants.data import apply_to, changed_value, data_changes, other_limit, other_odds, ranking_changes, read
from tools.mutants.making import cites_in, equivalents
from tools.mutants.places import SRC, digest_of_function, parse, statement_at
from tools.mutants.results import proof
from tools.mutants.trials import chapters

ROOT = Path(__file__).parents[2]
KEPT = sorted(path.stem for path in results.FOLDER.glob("*.json"))
ROOMS = [room.results_name for room in rooms.rooms().values()]
CODE = """
def settle(t):
    for seat in t.counterclockwise():
        if t.hand[seat] < t.dealer and t.open:
            t.collect("565.11(d)(2)", seat, 1)
            t.say("565.11(d)(2)", "collected", note=f"{seat + 1}")
    for cite, words in t.cut:
        t.say(cite, words)
"""


def changes_in(line: int, cite: str = "") -> list[Change]:
    source = parse("games/x.py", CODE)
    statement = statement_at(source, line)
    assert statement is not None
    return list(changes_at(source, statement, cite))


def test_a_statement_is_dropped_swapped_and_asked_in_another_order() -> None:
    found = {change.text: ast.unparse(changed(CODE, change)) for change in changes_in(5)}
    assert "pass" in found["left out: t.collect('565.11(d)(2)', seat, 1)"]
    assert "t.clockwise()" in found["clockwise for counterclockwise in t.counterclockwise()"]
    assert "reversed(list(t.counterclockwise()))" in found["the other way round: t.counterclockwise()"]
    assert "if not (t.hand[seat] < t.dealer and t.open)" in found["negated: t.hand[seat] < t.dealer and t.open"]
    assert "t.hand[seat] <= t.dealer and" in found["another bound: t.hand[seat] < t.dealer"]
    assert "t.dealer or t.open" in found["and for or: t.hand[seat] < t.dealer and t.open"]
    assert "t.give_back('565.11(d)(2)', seat, 1)" in found["give_back for collect: t.collect('565.11(d)(2)', seat, 1)"]
    swapped = found["after the next: t.collect('565.11(d)(2)', seat, 1)"]
    assert swapped.index("t.say('565") < swapped.index("t.collect(")


def test_words_of_a_note_are_not_changed() -> None:
    assert not any("1 + 1" in change.text for change in changes_in(6))


def test_a_step_made_in_a_loop_is_left_out_for_one_paragraph_only() -> None:
    first, *_ = changes_in(8, "565.5(d)(1)")
    assert "if cite != '565.5(d)(1)':\n            t.say(cite, words)" in ast.unparse(changed(CODE, first))


@pytest.mark.parametrize(
    "file", ["games/three_card_poker.py", "table/procedures/dealing.py", "table/procedures/irregularities.py"]
)
def test_every_change_makes_other_code_that_compiles(file: str) -> None:
    text = (SRC / file).read_text(encoding="utf-8")
    source, whole = parse(file, text), ast.dump(ast.parse(text))
    statements = [node for node in source.nodes if isinstance(node, ast.stmt)]
    found = [change for statement in statements for change in changes_at(source, statement, "565.1")]
    assert len(found) > 100
    for change in found[::5]:
        tree = changed(text, change)
        assert ast.dump(tree) != whole, change
        compile(tree, file, "exec")


def test_layout_and_comments_do_not_count_as_changes_of_a_function() -> None:
    before = digest_of_function("x.py", "settle", CODE)
    assert digest_of_function("x.py", "settle", "# why\n" + CODE.replace("    for cite", "\n    for cite")) == before
    assert digest_of_function("x.py", "settle", CODE.replace("1)", "2)")) != before
    assert digest_of_function("x.py", "gone", CODE) == ""


def test_data_of_a_paragraph_are_changed_one_at_a_time() -> None:
    hours, *_ = data_changes("565", "565.3(c)(1)")
    assert hours.text == "limit card_change_hours_hand: 5 for 4"
    data = json.loads(json.dumps(read("565")))
    apply_to(data, hours)
    assert [limit["value"] for limit in data["limit"] if limit["name"] == "card_change_hours_hand"] == [5]
    assert len([change for change in data_changes("565", "565.12(f)") if "Ante Bonus" in change.text]) == 13


@given(st.integers(0, 1000), st.integers(1, 100))
def test_other_numbers_are_other_numbers(top: int, bottom: int) -> None:
    assert other_limit(top) != top
    assert other_odds(f"{top} to {bottom}") == f"{top + 1} to {bottom}"


@given(st.integers(0, 5), st.lists(st.integers(0, 12), min_size=1, max_size=3))
def test_a_changed_order_of_hands_moves_one_category(category: int, ranks: list[int]) -> None:
    names = ("high card", "pair", "flush", "straight", "three-of-a-kind", "straight flush")
    swap, lower, tie = ranking_changes("565", "565.6(b)(4)", "A flush is ...", {"565.6": list(names)})
    value = (category, tuple(ranks))

    def make(kind: int, kept: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        return kind, kept

    assert changed_value(value, swap, names, make)[0] == {2: 1, 1: 2}.get(category, category)
    assert changed_value(value, lower, names, make)[0] == (1 if category == 2 else category)
    assert changed_value(value, tie, names, make) == (value if category != 2 else (2, tuple(ranks[:1])))


def test_citations_of_a_docstring() -> None:
    assert cites_in("§ 565.7(a)(1)–(3), § 678a.8(b) and (d)") == [
        "565.7(a)(1)",
        "565.7(a)(2)",
        "565.7(a)(3)",
        "678a.8(b)",
        "678a.8(d)",
    ]


# ---------------------------------------------------------------------- what is kept


def test_there_are_results() -> None:
    assert "565" in KEPT
    assert set(KEPT) <= chapters()


@pytest.mark.parametrize("chapter", [*KEPT, *ROOMS])
def test_results_say_what_their_mutants_say(chapter: str) -> None:
    data = results.read(chapter)
    for cite, paragraph in data["paragraphs"].items():
        tried = [results.Tried(*row) for row in paragraph["mutants"] if row[2] != results.SAME]
        assert (paragraph["killed"], paragraph["tried"]) == (sum(bool(t.by) for t in tried), len(tried)), cite
        assert proof(paragraph["killed"], paragraph["tried"], paragraph["proof"] == "proven") == paragraph["proof"], cite
    seal = rooms.test_digest if chapter in ROOMS else results.test_digest
    assert all(map(seal, data["tests"])), "a test that noticed a mutant is gone: make mutants"


@pytest.mark.parametrize("chapter", [*KEPT, *ROOMS])
def test_results_fit_the_code(chapter: str) -> None:
    """Most of what was broken still stands as it did. After a change of many functions: make mutants CHAPTER=…"""
    tried = sum(len(paragraph["mutants"]) for paragraph in results.read(chapter)["paragraphs"].values())
    assert len(results.unfit(chapter)) < tried / 10


def test_equivalent_mutants_are_there_and_explained() -> None:
    known = set()
    for chapter in KEPT:
        for cite, paragraph in results.read(chapter)["paragraphs"].items():
            same = [(results.without_line(at), text) for at, text, by, _ in paragraph["mutants"] if by == results.SAME]
            known |= {f"{whose} {at} {text}" for at, text in same for whose in (cite, "*")}
    assert set(equivalents()) <= known
    assert all(len(why.split()) > 4 for why in equivalents().values())


def test_a_sample_of_broken_rules_is_noticed_again() -> None:
    command = [sys.executable, "-m", "tools.mutants", "--sample", "6", "565"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("§ ") >= 5


# ---------------------------------------------------------------------- rooms that no paragraph is about

ROOM = """
def pay(cents):
    "Pays."
    if cents < 0:
        raise ValueError(cents)
    def inner():
        return cents + 1
    return inner()

@compiled
def kernel(cents):
    return cents + 1

@cache
def total(cents):
    for each in cents:
        print(each)
    return sum(each for each in cents)

class Payer(Protocol):
    def pays(self):
        "Says who pays."
"""


def functions_of_a_room() -> dict[str, ast.AST]:
    return {function.name: function for function in rooms.functions_in(parse("money.py", ROOM))}


def test_every_room_has_files_and_tests_that_are_there_and_only_once() -> None:
    assert "money" in rooms.rooms()
    files = [file for room in rooms.rooms().values() for file in room.files]
    assert len(set(files)) == len(files)
    for room in rooms.rooms().values():
        assert all((SRC / file).is_file() and tests for file, tests in room.files.items()), room.name
        assert all((ROOT / test.partition("::")[0]).is_file() for test in room.tests), room.name


def test_functions_are_broken_and_kernels_and_protocols_are_not() -> None:
    source = parse("money.py", ROOM)
    assert set(functions_of_a_room()) == {"pay", "total"}
    texts = {change.text for change in rooms.chosen(source, functions_of_a_room()["pay"])}  # type: ignore[arg-type]
    assert {"negated: cents < 0", "left out: raise ValueError(cents)", "1 + 1 in return cents + 1"} <= texts


def test_the_order_of_what_is_summed_up_does_not_count() -> None:
    source = parse("money.py", ROOM)
    found = [change for change in rooms.chosen(source, functions_of_a_room()["total"]) if change.how == "reverse"]  # type: ignore[arg-type]
    assert [change.line for change in found] == [16]


def test_a_function_is_asked_of_the_tests_of_its_file_that_run_it_and_at_the_import_of_all() -> None:
    room = rooms.Room("some", {"money.py": ("tests/a.py",), "house.py": ("tests/a.py", "tests/b.py")})
    seconds = {"a.py::slow": rooms.SLOWEST, "a.py::second": 0.2, "a.py::first": 0.1, "b.py::other": 0.0, "a.py::broken": 0.1}
    ran = rooms.Ran(
        seconds, {"money.py:pay": list(seconds), "house.py:open": ["a.py::second"]}, ["house.py:ask"], ["a.py::broken"]
    )
    assert rooms.tests_of("money.py:pay", room, ran) == ("a.py::first", "a.py::second")
    assert rooms.tests_of("house.py:open", room, ran) == ("a.py::second",)
    assert rooms.tests_of("house.py:ask", room, ran) == ("b.py::other", "a.py::first", "a.py::second")


def test_equivalent_mutants_of_rooms_are_there_and_explained() -> None:
    rows = [row for room in ROOMS for function in results.read(room)["paragraphs"].values() for row in function["mutants"]]
    same = {f"{results.without_line(at)} {text}" for at, text, by, _ in rows if by == results.SAME}
    assert set(rooms.equivalents()) == same
    assert all(len(why.split()) > 4 for why in rooms.equivalents().values())


BROKEN = """
import json
from tools.mutants import rooms
from tools.mutants.making import Mutant
from tools.mutants.places import SRC, parse
from tools.mutants.running import fork_each

source = parse("money.py", (SRC / "money.py").read_text(encoding="utf-8"))
(function,) = [each for each in rooms.functions_in(source) if each.name == "exact"]
change = next(change for change in rooms.chosen(source, function) if change.text.startswith("left out: raise"))
tests, by = ("../src/pitboss/money.py::pitboss.money.dollars", "../src/pitboss/money.py::pitboss.money.Odds.winnings"), []
for asked in (tests[:1], tests):
    fork_each([Mutant("money.py:exact", change, asked)], 1, rooms.noticed_after_import, lambda _, found: by.append(found))
print(json.dumps(by))
"""


def test_a_broken_ledger_is_noticed_by_its_test_and_by_no_other() -> None:
    """The package is really imported with the change in it, though its doctests are asked too; in a process that has not
    imported it yet."""
    paths = os.pathsep.join(map(str, filter(None, (ROOT, ROOT / "src", os.environ.get("PYTHONPATH")))))
    done = subprocess.run(
        [sys.executable, "-c", BROKEN],
        env={**os.environ, "PYTHONPATH": paths},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == ["", "../src/pitboss/money.py::pitboss.money.Odds.winnings"]


def test_a_sample_of_broken_rooms_is_noticed_again() -> None:
    command = [sys.executable, "-m", "tools.mutants", "--sample", str(len(ROOMS)), *rooms.rooms()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(".py:") >= len(ROOMS)
