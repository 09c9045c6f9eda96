"""The acts of steps and the stages of rounds: each that is played or asked about is in its list, and none is there in vain.

mypy reads the lists too, but not a tuple of words that an act is compared with, nor a log.
"""

import ast
import re
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from pitboss.cases import steps_of
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.log.stores import MemoryStore
from pitboss.table.money.ledger import reverse
from pitboss.table.steps import Act, Incident, Moment, Stage, Step
from pitboss.table.table import Table
from tests.card_room.playing import Clock, opened
from tests.card_room.playing import play as play_hand

TESTS = Path(__file__).parent.parent
SOURCES = sorted((TESTS.parent / "src" / "pitboss").rglob("*.py"))
BESIDE = re.compile(r"\.\s*(?:act|stage)\b")
ACTS, STAGES = frozenset(get_args(Act)), frozenset(get_args(Stage))


def in_playthroughs() -> set[str]:
    """The acts of the stored playthroughs, a line for each step with its act after the citation."""
    files = [path for path in (TESTS / "playthroughs").glob("*.txt") if not path.stem.endswith(("-irregularities", "-limits"))]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return {line.split()[1] for line in lines if not line.startswith("--")}


def in_cases(wanted: frozenset[str]) -> set[str]:
    """The acts of rule cases of all chapters, until those that are wanted are among them. That every case has acts of the list
    only is said where it is run (`test_cases.test_case`)."""
    found = set[str]()
    for path in sorted((TESTS / "cases").glob("*/*.toml"), key=lambda path: (path.name, path.parent.name)):
        found |= {line.split()[1] for line in steps_of(path)}
        if found >= wanted:
            break
    return found


def of_a_meter_in_a_void_round() -> set[str]:
    """A progressive wager goes back with the round: the meter loses what it was fed."""
    table = Table(game("555"), House.of("555"), Chance(1))
    table.sit(1, "player", 100_000)
    table.bet(1, {"Ante": 1000, "Progressive Payout": 100})
    request = table.begin()
    while request is not None:
        request = table.reply(Incident("wrong number of cards", {"to": "dealer"}) if isinstance(request, Moment) else None)
    assert table.last is not None and table.last.void
    return {step.act for step in table.last.steps}


def between_hands() -> set[str]:
    """A charge for time."""
    clock = Clock(1)
    table = opened("637a", clock=clock, rake="time", time_charge=600)
    play_hand(table)
    clock.now = 1.0
    return {step.act for step in table.act("time charge", {"floorperson": "F. Lee"}).steps}


def around_the_rounds() -> set[str]:
    """Somebody sits down, buys, bets and leaves; and a round that failed is undone."""
    store = MemoryStore()
    table = Table(game("565"), None, Chance(1), store)
    table.sit(1, "player", 100_000)
    table.buy(1, 500)
    table.bet(1, {"Ante": 1000})
    drive(table, bots)
    table.leave(1)
    undone = reverse([Step("565.12(e)", "bonus", "seat_1", wager="Ante", cents=500)], "565.11(e)", "the round is void")
    return {step.act for record in store.records for step in record.steps} | {step.act for step in undone}


def test_every_act_that_is_played_is_in_the_list_and_none_is_there_in_vain() -> None:
    played = in_playthroughs() | of_a_meter_in_a_void_round() | between_hands() | around_the_rounds()
    assert sorted(played | in_cases(ACTS - played)) == sorted(ACTS)


@cache
def statements() -> list[tuple[str, ast.AST]]:
    """Every comparison, match and assignment of the modules that have an act or a stage of something, with their names."""
    kinds = (ast.Compare, ast.Match, ast.Assign)
    texts = [(path.name, path.read_text(encoding="utf-8")) for path in SOURCES]
    trees = [(name, ast.parse(text)) for name, text in texts if BESIDE.search(text)]
    return [(name, node) for name, tree in trees for node in ast.walk(tree) if isinstance(node, kinds)]


def words_at(attribute: str) -> dict[str, str]:
    """Every word that the source puts beside an attribute of this name, and a module that does."""
    return {word: name for name, node in statements() for word in words_of(node, attribute)}


def words_of(node: ast.AST, attribute: str) -> list[str]:
    """The words that one comparison, match or assignment puts beside an attribute."""
    if isinstance(node, ast.Compare) and is_attribute(node.left, attribute):
        return texts(list(node.comparators))
    if isinstance(node, ast.Match) and is_attribute(node.subject, attribute):
        return texts([case.pattern for case in node.cases])
    if isinstance(node, ast.Assign) and any(is_attribute(target, attribute) for target in node.targets):
        return texts([node.value])
    return []


def is_attribute(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name


def texts(nodes: list[ast.AST]) -> list[str]:
    """The texts among constants, also those in a tuple, a set or a pattern."""
    found = [inner.value for node in nodes for inner in ast.walk(node) if isinstance(inner, ast.Constant)]
    return [value for value in found if isinstance(value, str)]


def test_every_stage_is_reached_and_asked_about_by_a_word_of_the_list() -> None:
    words = words_at("stage")
    assert len(words) > 3, "the source was not read"
    assert words.keys() <= STAGES, {word: where for word, where in words.items() if word not in STAGES}
    assignments = [node for _, node in statements() if isinstance(node, ast.Assign)]
    reached = {word for node in assignments for word in words_of(node, "stage")}
    assert STAGES - reached == {""}, "where every round begins"


def test_every_act_that_the_source_asks_about_is_in_the_list() -> None:
    words = words_at("act")
    assert len(words) > 5, "the source was not read"
    assert words.keys() <= ACTS, {word: where for word, where in words.items() if word not in ACTS}


@pytest.mark.parametrize(("word", "fits"), [("deal", True), ("deals", False)])
def test_a_word_that_is_not_in_the_list_is_found(word: str, fits: bool) -> None:
    for source in (f'x = step.act in ("say", "{word}")', f'x = s.act == "{word}"', f'match s.act:\n case "{word}":\n  pass'):
        words = [w for node in ast.walk(ast.parse(source)) for w in words_of(node, "act")]
        assert word in words and (set(words) <= ACTS) == fits
