"""The files of the second reading are themselves in order: each says what is expected of it and names paragraphs that exist,
every chapter has its share, and no two are the same."""

from collections import Counter

import pytest

from pitboss import rulebook
from tests.submissions.second_reading import Expected, Reading, readings

VIOLATIONS, LAWFUL, ELSEWHERE = readings("violations"), readings("lawful"), readings("elsewhere")
ABOUT_THE_FILE = ("chapter", "holder", "effective", "waivers")


def named(cases: list[Reading]) -> list[object]:
    """The files as parameters, each with its path for a name."""
    return [pytest.param(case, id=case.name) for case in cases]


@pytest.mark.parametrize("case", named(VIOLATIONS))
def test_a_violation_expects_one_finding(case: Reading) -> None:
    assert len(case.expected) == 1


@pytest.mark.parametrize("case", named(LAWFUL))
def test_a_lawful_file_expects_none(case: Reading) -> None:
    assert case.expected == ()


@pytest.mark.parametrize("case", named(VIOLATIONS + ELSEWHERE))
def test_what_is_expected_can_be_found(case: Reading) -> None:
    for finding in case.expected:
        assert finding.level in ("error", "warning")
        if finding.section == case.choices["chapter"]:
            assert finding.field in ABOUT_THE_FILE or unknown(case, finding)
        else:
            assert rulebook.paragraph(finding.section)
            assert finding.section.startswith((f"{case.choices['chapter']}.", "521."))


def unknown(case: Reading, finding: Expected) -> bool:
    """Whether the file says something that is no option of its chapter."""
    options = {option.option for option in rulebook.chapter(case.choices["chapter"]).options}
    return finding.field in case.choices and finding.field not in options


def test_every_chapter_has_its_share() -> None:
    shares = Counter(case.path.parent.name for case in VIOLATIONS)
    games = {chapter.chapter for chapter in rulebook.games()}
    assert games <= set(shares)
    assert min(shares[game] for game in games) >= 15
    assert len(VIOLATIONS) >= 220
    assert len(LAWFUL) >= 20
    assert len(ELSEWHERE) >= 12


def test_no_two_files_are_the_same() -> None:
    said = Counter(repr(sorted(case.choices.items(), key=lambda item: item[0])) for case in VIOLATIONS + LAWFUL + ELSEWHERE)
    assert [text for text, times in said.items() if times > 1] == []


def test_a_source_is_given_for_rules_of_elsewhere() -> None:
    assert all("# source: " in case.path.read_text(encoding="utf-8") for case in ELSEWHERE)
