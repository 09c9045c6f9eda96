"""Records and their verdicts: the cases of `cases`, which were written from the text alone. Those of a second reader are in the
files named so. In `given` and `without` a field of a list is named as findings name it: "cleaning[2].date"."""

import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pitboss.records.checking import Verdict, check
from pitboss.records.kinds import kind_named, kinds
from pitboss.records.reading import path_of

CASES = Path(__file__).with_name("cases")


def cases() -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """Every case with what its record states, and its name."""
    for path in sorted(CASES.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for number, case in enumerate(data["case"], 1):
            yield f"{path.stem}-{number}", stated(data["base"], case), case


def stated(base: Mapping[str, Any], case: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the record of a case states."""
    given = deepcopy(dict(base))
    for name, value in case.get("given", {}).items():
        holder, field = place(given, name)
        holder[field] = value
    for name in case.get("without", []):
        holder, field = place(given, name)
        del holder[field]
    return given


def place(given: Any, name: str) -> tuple[Any, Any]:
    """The table that has a field, and its name there."""
    *above, field = path_of(name)
    for step in above:
        given = given[step]
    return given, field


ALL = list(cases())


def verdict_on(given: Mapping[str, Any]) -> Verdict:
    return check(kind_named(given["record"]), given, date(2010, 5, 3))


def findings(verdict: Verdict) -> list[str]:
    return sorted(f"{each.level} {each.section} {each.field}" for each in verdict.problems)


@pytest.mark.parametrize(("given", "case"), [each[1:] for each in ALL], ids=[each[0] for each in ALL])
def test_a_case_has_its_findings_deadlines_and_statements(given: Mapping[str, Any], case: Mapping[str, Any]) -> None:
    verdict = verdict_on(given)
    assert findings(verdict) == sorted(case["findings"]), case["why"]
    assert verdict.ok == all(not finding.startswith("error") for finding in case["findings"])
    summary = verdict.summary()
    if "deadlines" in case:
        due = sorted(f"{each['day']} {each['section']}" for each in summary["deadlines"])
        assert due == sorted(case["deadlines"]), case["why"]
    if "done" in case:
        assert sorted(each["section"] for each in summary["deadlines"] if each["done"]) == sorted(case["done"]), case["why"]
    assert all(each.allowed not in (None, each.given) for each in verdict.problems), "what is allowed is not what was given"
    allowed = {each.field: each.allowed for each in verdict.problems}
    messages = {each.field: each.message for each in verdict.problems}
    said = {each["about"]: each["says"] for each in summary["statements"]}
    for name, values in (("allowed", allowed), ("messages", messages), ("states", said)):
        wanted = case.get(name, {})
        assert {field: values.get(field) for field in wanted} == wanted, case["why"]


def test_every_kind_of_record_has_cases() -> None:
    assert {given["record"] for _, given, _ in ALL} == set(kinds())
