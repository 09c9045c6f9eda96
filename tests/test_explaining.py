"""Paragraphs explained: in our words, the code that does them, the tests that prove them; from a checkout or without one."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.errors import PitbossError, UnknownCitation
from pitboss.proof import coverage as covering
from pitboss.proof import explanation, proving_tests
from pitboss.proof.coverage import coverage
from pitboss.proof.explanation import MOST_LINES, explain, resolve
from pitboss.rulebook import chapter, games

STORED = Path(__file__).parent / "playthroughs"


def cites_of_steps() -> set[str]:
    """What the steps of stored playthroughs cite."""
    lines = [line for file in STORED.glob("*.txt") for line in file.read_text("utf-8").splitlines()]
    return {line.split(" ")[0] for line in lines if line[:1].isdigit()}


def test_every_paragraph_that_a_step_cites_has_words_code_and_a_test() -> None:
    cites = cites_of_steps()
    assert len(cites) > 1000
    for cite in cites:
        found = explain(cite)
        assert found.cite == cite and found.says and found.heading and found.code and found.test is not None, cite
        assert found.status == "played" and found.kind
        assert [above for above, _ in found.parents] == [cite[: at.start()] for at in re.finditer(r"\(", cite)]
        for code in found.code:
            assert 1 <= len(code.text.splitlines()) <= MOST_LINES and code.first <= code.line < code.first + MOST_LINES
        assert found.test.name == found.tests[0] and found.test.text.strip()


def test_no_path_of_the_machine_is_told() -> None:
    for cite in ("565.8(d)", "633a.7(j)(2)", "637a.11(g)", "561.5(a)", "565.1"):
        found = explain(cite)
        for name in [*(code.file for code in found.code), *found.tests]:
            assert re.fullmatch(r"[a-z0-9_.-]+(/[a-z0-9_.-]+)*(::[a-z0-9_]+(\[[a-z0-9-]+\])?)?", name), name
        assert str(Path(__file__).parents[1]) not in repr(found)


def test_the_code_is_what_does_it_and_not_what_names_it() -> None:
    """A procedure that chapters share is shown where it uses the chapter's paragraph."""
    assert explain("633a.7(j)(2)").code[0].file == "games/twenty_one/play.py"
    assert "def decide(" in explain("633a.7(j)(2)").code[0].text
    assert "def ask_sets" in explain("561.13(a)").code[0].text or "Choice(" in explain("561.13(a)").code[0].text
    assert 't.pay("565.12(d)"' in explain("565.12(d)").code[0].text
    assert "p.shuffle" in explain("565.5(a)").code[0].text
    assert "method.stub" in explain("565.8(e)").code[0].text
    assert [code.file for code in explain("565.8(e)").code][-1] == "rulebook/shared/one-deck.toml"
    assert [code.file for code in explain("563.8(d)(4)").code][-1] == "rulebook/chapters/563.toml"


@pytest.mark.parametrize("number", [*[book.chapter for book in games()][:4], "527"])
def test_the_status_is_that_of_coverage(number: str) -> None:
    for state in coverage(chapter(number)):
        assert explain(state.paragraph).status == state.status, state


def test_citations_are_read_as_steps_carry_them() -> None:
    assert resolve("633a.7(c), (d)") == resolve("§ 633a.7(c)") == resolve("633a.7 (c)") == "633a.7(c)"
    assert resolve("999.1, 565.8(d)") == "565.8(d)"
    for unknown in ("", "565", "999.1", "hello", "565.", "../../etc/passwd", "565.99(a)", "\x00", "5" * 100):
        with pytest.raises(UnknownCitation):
            resolve(unknown)


def test_an_answer_is_quick_once_a_chapter_is_read() -> None:
    explain("565.8(d)")
    begun = time.process_time()
    for _ in range(20):
        explain("565.12(d)")
    assert (time.process_time() - begun) / 20 < 0.02


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A copy without tests, and where its index would be."""
    monkeypatch.setattr(proving_tests, "tests_folder", lambda: None)
    monkeypatch.setattr(proving_tests, "INDEX", tmp_path / "tests.json")
    known = (explanation._read, proving_tests._index, covering.tested)
    for each in known:
        each.cache_clear()
    yield tmp_path / "tests.json"
    for each in known:
        each.cache_clear()


def test_a_wheel_names_the_same_tests_from_its_index(installed: Path) -> None:
    """All that a paragraph is proven by, and what the first of these tests says."""
    installed.write_text(json.dumps(proving_tests.index_of(STORED.parent)), encoding="utf-8")
    cites = sorted(cites_of_steps())[::40]
    found = [explain(cite) for cite in cites]
    assert all(each.test is not None and each.status == "played" for each in found) and len(found) > 25
    states = [state.tests for state in coverage(chapter("565"))]
    covering.tested.cache_clear()
    explanation._read.cache_clear()
    with pytest.MonkeyPatch.context() as checkout:
        checkout.setattr(proving_tests, "tests_folder", lambda: STORED.parent)
        assert [explain(cite) for cite in cites] == found
        assert [state.tests for state in coverage(chapter("565"))] == states


def test_a_copy_without_an_index_names_no_tests(installed: Path) -> None:
    found = explain("565.8(d)")
    assert found.code and found.says and found.tests == [] and found.test is None and found.status == ""
    with pytest.raises(PitbossError, match="neither the tests"):
        coverage(chapter("565"))


def test_a_paragraph_can_be_printed() -> None:
    found = explain("565.12(d)")
    heading, *lines = str(found).splitlines()
    assert heading == f"§ 565.12(d)  {found.heading}" and found.says.split()[:5] == lines[0].split()[:5]
    assert any(line.startswith("games/three_card_poker.py:") for line in lines) and " more" in lines[-1]
