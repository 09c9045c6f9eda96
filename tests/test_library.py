"""The library: `import pitboss` is light, lazy and typed, and its page runs."""

import ast
import doctest
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, TypeGuard
from xml.etree import ElementTree

import hypothesis
import pytest

import pitboss
import pitboss.odds
from pitboss.cards import parse
from pitboss.games import BANKED, MODULES, game
from tests.commands import ROOT

HEAVY = ("matplotlib", "msgspec", "numba", "numpy", "rich", "typer")


def python(code: str) -> str:
    """What a fresh interpreter prints."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    return done.stdout


def typed(package: Path) -> dict[str, str]:
    """The words that a type checker sees in a face, with the module of each."""
    tree = ast.parse(package.read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    return {name.name: str(node.module) for node in block.body if _of_words(node) for name in node.names}


def _of_words(node: ast.stmt) -> TypeGuard[ast.ImportFrom]:
    return isinstance(node, ast.ImportFrom) and node.module != "pitboss"  # from there come the rooms


def test_the_ten_programs_run() -> None:
    page = ROOT / "docs" / "library.md"
    assert page.read_text(encoding="utf-8").partition("## Ten programs")[2].partition("\n## ")[0].count("\n### ") == 10
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted >= 30 and result.failed == 0


def test_importing_it_imports_nothing_else() -> None:
    """No package outside the standard library, and of its own no room."""
    loaded = json.loads(python("import json, sys, pitboss; print(json.dumps(sorted(sys.modules)))"))
    assert [name for name in loaded if name.startswith("pitboss")] == ["pitboss", "pitboss.version"]
    assert not set(HEAVY) & set(loaded)


def test_importing_it_costs_next_to_nothing() -> None:
    """Less than what JSON, paths and asyncio of the standard library cost a program, and below a tenth of a second."""
    code = (
        "import time; begun = time.process_time(); import pitboss; mine = time.process_time() - begun\n"
        "begun = time.process_time(); import json, pathlib, asyncio; print(mine < time.process_time() - begun, mine < 0.1)"
    )
    assert python(code) == "True True\n"


def test_a_table_needs_no_compiler_and_no_command_line() -> None:
    code = (
        "import json, sys, pitboss\n"
        "table = pitboss.Table('565', chance=pitboss.Chance(seed=5)); table.sit(1, 'Ann'); table.bet(1, {'Ante': 1000})\n"
        "pitboss.play(table); str(table); repr(table); pitboss.evaluate('Ah Kh Qh').beats(pitboss.evaluate('2h 3s 5d'))\n"
        "pitboss.rule('565.8(b)'); pitboss.check('565'); table._repr_svg_()\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    assert not {"matplotlib", "numba", "numpy", "rich", "typer"} & set(json.loads(python(code)))


@pytest.mark.parametrize("face", [pitboss, pitboss.odds])
def test_a_face_has_what_it_tells_a_type_checker(face: object) -> None:
    words = typed(Path(str(face.__file__)))  # type: ignore[attr-defined]
    assert sorted(words) == sorted(face.__all__)  # type: ignore[attr-defined]
    for word, module in words.items():
        assert getattr(face, word) is getattr(sys.modules[module], word)


def test_what_is_not_there_is_an_attribute_error() -> None:
    for face in (pitboss, pitboss.odds):
        with pytest.raises(AttributeError, match="has no attribute 'tabel'"):
            face.tabel  # noqa: B018
    assert set(pitboss.__all__) <= set(dir(pitboss))


def test_the_rooms_are_there_by_name_and_nothing_else_is() -> None:
    assert python("import pitboss; print(pitboss.odds.rows('565', wager='Pair Plus')[0].wager, pitboss.hands.FIVE_CARD.cite)")
    assert {"odds", "games", "hands"} <= set(dir(pitboss)) and not {"TYPE_CHECKING", "import_module"} & set(dir(pitboss))
    tree = ast.parse(Path(pitboss.__file__).read_text(encoding="utf-8"))
    told = next(n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module == "pitboss")
    assert [name.name for name in told.names] == list(pitboss.ROOMS)


def test_a_chapter_may_be_said_as_a_number() -> None:
    assert pitboss.Table(565).game.chapter == "565"
    with pytest.raises(pitboss.PitbossError, match=r"there is no chapter '633'; did you mean .*633a"):
        pitboss.Table(633)
    with pytest.raises(pitboss.PitbossError, match="did you mean texas-hold-em-bonus-poker or heads-up-hold-em"):
        pitboss.Table("holdem")
    for wrong in (5.65, True, None):
        with pytest.raises(pitboss.PitbossError, match="a chapter is said by its number"):
            pitboss.Table(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("decide", [lambda table, ask: None, lambda table, ask: 3])
def test_a_decision_that_is_no_words_is_refused_with_an_example(decide: Any) -> None:
    table = pitboss.Table("565", chance=pitboss.Chance(seed=5))
    table.sit(1, "Ann", cents=100_00)
    table.bet(1, {"Ante": 10_00})
    with pytest.raises(
        pitboss.PitbossError, match=r"`decide` must return words such as 'play', not (None|3) \(§ 565.11\(b\)\)"
    ):
        pitboss.play(table, decide)


def test_a_round_that_goes_on_has_no_ledger_yet() -> None:
    table = pitboss.Table("565", chance=pitboss.Chance(seed=5))
    table.sit(1, "Ann", cents=100_00)
    table.bet(1, {"Ante": 10_00})
    table.begin()
    assert table.round is not None and table.round.balanced is None
    with pytest.raises(pitboss.PitbossError, match="the round is not over"):
        _ = table.round.ledger


def test_a_hand_may_be_a_list() -> None:
    assert pitboss.evaluate(["Ah", "Kh", "Qh"]) == pitboss.evaluate("Ah Kh Qh") == pitboss.evaluate(parse("Ah Kh Qh"))
    for wrong in ([53], [True], [1.0], [None], ["Ax"]):
        with pytest.raises(pitboss.PitbossError):
            pitboss.evaluate(wrong)  # type: ignore[arg-type]


def test_what_a_notebook_shows_has_the_figures() -> None:
    table = pitboss.Table("565", chance=pitboss.Chance(seed=5))
    table.sit(1, "Ann", cents=100_00)
    table.bet(1, {"Ante": 10_00, "Pair Plus": 5_00})
    played = pitboss.play(table, lambda table, ask: "play")
    assert played._repr_html_().count("<tr>") == len(played.steps) + 1 and "§ 565.12(" in played._repr_html_()
    html = played.ledger._repr_html_()
    assert "<td>seat 1</td><td>Ante</td><td>$10</td><td>$30</td>" in html and "<td>$45</td>" in html and "<td>-$45</td>" in html
    assert "<td>play</td><td>-0.993378</td>" in pitboss.best_play("565", "Qs 6d 4c")._repr_html_()
    simulated = pitboss.simulate("565", rounds=20, seed=7)
    assert f"{simulated.entries[0].mean(20):.4%}" in simulated._repr_html_()
    assert list(simulated.columns) == ["Ante", "Pair Plus"]
    for gains, entry in zip(simulated.columns.values(), simulated.entries, strict=True):
        assert len(gains) == 20 and sum(gains) == entry.total and sum(gain * gain for gain in gains) == entry.squares


def test_a_name_that_cannot_be_shown_is_not_repeated() -> None:
    with pytest.raises(pitboss.PitbossError, match=r"^there is no chapter of that name; 565 is one$"):
        pitboss.Table("565\x00")


def test_the_ledger_knows_who_gained_what() -> None:
    table = pitboss.Table("565", chance=pitboss.Chance(seed=5))
    table.sit(1, "Ann", cents=100_00)
    table.bet(1, {"Ante": 10_00})
    ledger = pitboss.play(table, lambda table, ask: "fold").ledger
    assert (ledger["seat 1"], ledger["seat_1"], ledger["inventory"]) == (-1000, -1000, 1000)
    with pytest.raises(pitboss.PitbossError, match="no 'Ann'; it has seat 1, inventory"):
        ledger["Ann"]


THREE = hypothesis.strategies.lists(hypothesis.strategies.integers(0, 51), min_size=3, max_size=3, unique=True)


@hypothesis.given(THREE, THREE)
def test_hands_compare_by_what_they_are_worth(mine: list[int], yours: list[int]) -> None:
    one, other = pitboss.evaluate(mine), pitboss.evaluate(yours)
    assert (one > other) == one.beats(other) == (one.value > other.value) and (one < other) == (one.value < other.value)
    assert (one == other) == (one.value == other.value) and (one >= other) == (not one < other)
    assert (one != other or hash(one) == hash(other)) and max(one, other).value == max(one.value, other.value)


def test_hands_of_two_orders_do_not_compare() -> None:
    three, five = pitboss.evaluate("Qs 6d 4c"), pitboss.evaluate("Qs 6d 4c 3h 2s")
    assert three != five and str(three).startswith("Qs 6d 4c: queen high (§") and three.category == "high card"
    with pytest.raises(pitboss.PitbossError, match="are not compared"):
        sorted([three, five])
    with pytest.raises(TypeError):
        three < "Qs"  # noqa: B015


@pytest.mark.parametrize("words", ["set house", "house way", "the house's way"])
def test_the_house_sets_the_hands_of_whoever_asks(words: str) -> None:
    rounds = []
    for decide in (None, lambda table, ask: words if any(c.word == "set" for c in ask.choices) else "no surrender"):
        table = pitboss.Table("645a", chance=pitboss.Chance(seed=4))
        table.sit(1, "Ann", cents=100_00)
        table.bet(1, table.game.suggest(table.house))
        rounds.append(pitboss.play(table, decide))
    assert rounds[0].steps == rounds[1].steps


@pytest.mark.parametrize("chapter", MODULES)
def test_every_game_opens_by_its_name_and_tells_what_it_is(chapter: str) -> None:
    table = pitboss.Table(game(chapter).chapter, chance=pitboss.Chance(seed=1))
    name = table.house.chapter.game
    assert repr(table) == f"<Table of {name} (chapter {chapter}) before round 1: nobody sits there>"
    assert str(table).startswith(f"{name} (chapter {chapter})")
    assert table._repr_svg_().startswith("<svg xmlns=") and repr(table.house) == f"House.of({chapter!r})"
    assert eval(repr(table.house), {"House": pitboss.House}) == table.house


@pytest.mark.parametrize("chapter", BANKED)
def test_a_round_by_words_is_the_round_by_the_bots(chapter: str) -> None:
    """What the bot would say goes through `play` as words and comes out the same; its table can be seen at every question."""
    rounds = []
    for own in (False, True):
        table = pitboss.Table(chapter, chance=pitboss.Chance(seed=11))
        table.sit(1, "Ann", cents=10_000_00)
        table.bet(1, table.game.suggest(table.house))
        rounds.append(pitboss.play(table, words if own else None))
    assert rounds[0].steps == rounds[1].steps
    assert repr(rounds[0]).startswith(f"<Round 1 of {table.house.chapter.game}: seat_1 ")
    assert len(str(rounds[0]).splitlines()) == len(rounds[0].steps)


def words(table: pitboss.Table, ask: pitboss.Ask) -> str:
    """What the bot answers, in words, after a look at everything that can be looked at."""
    cards = pitboss.cards_of(table, ask)
    assert cards and "?" not in cards
    assert f"seat {ask.seat} may " in str(table) and "in round 1" in repr(table)
    assert "in progress" in repr(table.round)
    assert '<use href="#back"' in table._repr_svg_() or "??" not in str(table)
    answer = pitboss.bots(table, ask)
    assert isinstance(answer, pitboss.Answer)
    return str(answer)


def test_a_decision_in_words_is_refused_as_at_the_table() -> None:
    table = pitboss.Table("565", chance=pitboss.Chance(seed=5))
    table.sit(1, "Ann", cents=100_00)
    table.bet(1, {"Ante": 10_00})
    with pytest.raises(pitboss.PitbossError, match=r"seat 1 may .*, not 'raise'"):
        pitboss.play(table, lambda table, ask: "raise")
    assert pitboss.play(table, lambda table, ask: "fold").ledger.players == {"seat_1": -1000}


def test_a_house_of_another_chapter_is_refused() -> None:
    with pytest.raises(pitboss.PitbossError, match="a house of chapter 677a, not of 565"):
        pitboss.Table("565", pitboss.House.of("677a"))


def test_python_m_pitboss_is_the_command_line() -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-m", "pitboss", "--version"], env=env, capture_output=True, text=True, check=True)
    assert done.stdout == f"pitboss {pitboss.__version__}\n"


@pytest.mark.parametrize("name", ["table", "hand", "house", "odds"])
def test_the_pictures_of_the_page_are_what_is_drawn(name: str) -> None:
    from tools.library_pictures import FOLDER, PICTURES

    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    assert f"](pictures/library-{name}.svg)" in page
    drawn = PICTURES[name]()
    ElementTree.fromstring(drawn)
    assert (FOLDER / f"library-{name}.svg").read_text(encoding="utf-8") == drawn.rstrip() + "\n", (
        "run tools/library_pictures.py"
    )
