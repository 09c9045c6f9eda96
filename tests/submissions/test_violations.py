"""Files that were written from the text of the chapters, without knowledge of the check: each gets the finding that it expects,
with no other error beside it; lawful ones get no error."""

import pytest

from pitboss.submissions.checking import Report, check_document
from pitboss.submissions.reading import document
from tests.submissions.second_reading import Expected, Reading, readings

VIOLATIONS, LAWFUL, ELSEWHERE = readings("violations"), readings("lawful"), readings("elsewhere")


def named(cases: list[Reading]) -> list[object]:
    """The files as parameters, each with its path for a name."""
    return [pytest.param(case, id=case.name) for case in cases]


def checked(case: Reading) -> Report:
    """What the check says of a file."""
    return check_document(document(case.path))


def found(report: Report, level: str) -> list[Expected]:
    """The findings of a level."""
    return [Expected(f.level, f.section, f.field) for f in report.findings if f.level == level]


@pytest.mark.parametrize("case", named(VIOLATIONS))
def test_a_violation_gets_its_finding_and_no_other_error(case: Reading) -> None:
    report = checked(case)
    errors = [each for each in case.expected if each.level == "error"]
    assert found(report, "error") == errors, [f.message for f in report.findings]
    assert {each for each in case.expected if each.level == "warning"} <= set(found(report, "warning"))


@pytest.mark.parametrize("case", named(LAWFUL))
def test_a_lawful_file_gets_no_error(case: Reading) -> None:
    assert found(checked(case), "error") == []


@pytest.mark.parametrize("case", named(ELSEWHERE))
def test_rules_of_elsewhere_differ_by_the_sections_that_they_name(case: Reading) -> None:
    report = checked(case)
    assert set(found(report, "error")) == {each for each in case.expected if each.level == "error"}  # one table, several rows
    assert {each for each in case.expected if each.level == "warning"} <= set(found(report, "warning"))
