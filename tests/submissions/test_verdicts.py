"""Submissions of all chapters with one or two changed choices, and whether the text allows them."""

import tomllib
from pathlib import Path

import pytest

from pitboss.submissions.checking import check_document
from pitboss.submissions.reading import document_in

VERDICTS: dict[str, dict[str, list[str]]] = tomllib.loads(Path(__file__).with_name("verdicts.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("number", VERDICTS)
def test_the_check_gives_the_verdict_of_the_text(number: str) -> None:
    for verdict, files in VERDICTS[number].items():
        for choices in files:
            report = check_document(document_in(f'chapter = "{number}"\n{choices}', Path("a.toml")))
            assert report.ok is (verdict == "lawful"), (choices, [finding.message for finding in report.findings])


def test_every_list_has_its_share() -> None:
    assert sum(len(files) for of in VERDICTS.values() for files in of.values()) >= 200
