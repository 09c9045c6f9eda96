"""Thousands of submissions as nobody should write them: the check ends with 0, 1 or 2 and a sentence, never with a traceback.
And what it says is what the tables do: a file that passes opens a table, one that a table refuses has an error.

`PITBOSS_FUZZ=5000` tries so many of each kind.
"""

import io
import json
import os
import random
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cli.app import run
from pitboss.errors import NotAuthorized, PitbossError
from pitboss.games import MODULES, game
from pitboss.house import House, examine
from pitboss.rulebook import chapter, games
from pitboss.submissions.blank import blank
from pitboss.submissions.checking import check_document
from pitboss.submissions.reading import BadSubmission, document_in
from pitboss.submissions.sarif import sarif_of
from pitboss.table.working import check_works
from tests.odd import JSON, TOML, mutated
from tests.strategies import values_of
from tests.submissions.second_reading import HERE

EXAMPLES = int(os.environ.get("PITBOSS_FUZZ", "150"))
fuzzed = settings(max_examples=EXAMPLES)
Rng = st.integers(0, 2**32).map(random.Random)


@cache
def texts() -> list[str]:
    """Submissions of every chapter: blank ones, and files of the second reading."""
    files = [path.read_text(encoding="utf-8") for path in sorted(HERE.rglob("*.toml"))[::5]]
    return [*map(blank, games()), *files]


@cache
def choices_of(number: str) -> st.SearchStrategy[dict[str, Any]]:
    """A few choices of a chapter, each lawful by itself."""
    pairs = [(option.option, value) for option in chapter(number).options for value in values_of(option)]
    return st.lists(st.sampled_from(pairs), max_size=6).map(dict)


@cache
def json_texts() -> list[str]:
    """Submissions as JSON."""
    defaults = [{"chapter": b.chapter, "house": {o.option: o.default for o in b.options}} for b in games()]
    return [json.dumps(each, indent=1) for each in defaults]


def said(words: str, name: str) -> None:
    """Checks a text and what is said of it."""
    try:
        report = check_document(document_in(words, Path(name)))
    except BadSubmission as error:
        assert error.message
        return
    record = json.dumps(report.record(), allow_nan=False)
    assert json.dumps(sarif_of([report]), allow_nan=False) and record
    for finding in report.findings:
        assert finding.message and finding.level in ("error", "warning")
        assert 0 <= finding.line <= words.count("\n") + 1
    assert report.ok == all(finding.level != "error" for finding in report.findings)


@fuzzed
@given(Rng)
def test_mutated_toml(rng: random.Random) -> None:
    said(mutated(rng.choice(texts()), TOML, rng), "a.toml")


@fuzzed
@given(Rng)
def test_mutated_json(rng: random.Random) -> None:
    said(mutated(rng.choice(json_texts()), JSON, rng), "a.json")


@fuzzed
@given(st.text())
def test_any_text(words: str) -> None:
    said(words, "a.toml")
    said(words, "a.json")


@settings(max_examples=max(EXAMPLES // 5, 10))
@given(rng=Rng, how=st.sampled_from([(), ("--json",), ("--sarif",)]))
def test_the_command_ends_with_0_1_or_2(
    rng: random.Random, how: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    for name in ("a", "b"):
        words = mutated(rng.choice(texts()), TOML, rng)
        (folder / f"{name}.toml").write_text(words, encoding="utf-8", errors="surrogateescape")
    for what in (folder / "a.toml", folder):
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = run(["check", str(what), *how])
        assert status in (0, 1, 2), err.getvalue()
        assert (status == 2) == bool(err.getvalue())
        assert "Traceback" not in out.getvalue() + err.getvalue()


@pytest.mark.parametrize("number", list(MODULES))
@settings(max_examples=40)
@given(data=st.data())
def test_the_check_and_the_table_agree(number: str, data: st.DataObject) -> None:
    """What a table refuses is an error of the check. What only the desk asks for does not keep a table from opening."""
    chosen = data.draw(choices_of(number))
    words = json.dumps({"chapter": number, "house": chosen})
    report = check_document(document_in(words, Path("a.json")))
    try:
        house = House.of(number, chosen)
        check_works(game(number), house)
    except PitbossError:
        assert not report.ok
    else:
        assert report.house is not None and report.house.values == house.values


@pytest.mark.parametrize("number", list(MODULES))
@settings(max_examples=60)
@given(data=st.data())
def test_the_first_problem_is_the_one_that_is_raised(number: str, data: st.DataObject) -> None:
    drawn = data.draw(choices_of(number))
    chosen = {name: data.draw(st.sampled_from([value, "zz", -1, None, True])) for name, value in drawn.items()}
    house, problems = examine(number, chosen)
    assert set(house.given) <= set(chosen)
    if problems:
        with pytest.raises(NotAuthorized) as refused:
            House.of(number, chosen)
        assert str(refused.value) == str(problems[0].error())
        assert all(problem.field and problem.rule for problem in problems)
        known = {name for option in chapter(number).options for name in (option.option, *option.also)}
        assert all(problem.field in known for problem in problems)
    else:
        assert House.of(number, chosen).values == house.values
