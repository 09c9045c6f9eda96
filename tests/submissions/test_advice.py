"""Advice that is followed leads to a lawful file: whatever a finding allows is written into the file, which is checked again."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.rulebook import Option, chapter, games
from pitboss.submissions.checking import Report, check_document
from pitboss.submissions.findings import Finding
from pitboss.submissions.reading import document_in
from pitboss.words import toml
from tests.strategies import examples
from tests.submissions.second_reading import readings

RULES = tomllib.loads((Path(__file__).parent / "each_rule.toml").read_text(encoding="utf-8"))
ABOUT = ("holder", "facility", "tables", "effective", "waivers", "chapter")
MULTIPLE = re.compile(r"a multiple of ([0-9]+)")
EXAMPLE = re.compile(r"such as (.+)")


@dataclass(frozen=True)
class Advice:
    """A change of a file that a finding allows: another value for an option or for a row of its table, or none."""

    field: str
    value: Any
    row: str = ""

    def follow(self, choices: dict[str, Any]) -> dict[str, Any]:
        """The choices of a file that follows it."""
        if self.row:
            return choices | {self.field: {**choices[self.field], self.row: self.value}}
        kept = {name: value for name, value in choices.items() if name != self.field}
        return kept if self.value is None else kept | {self.field: self.value}


def advice_of(finding: Finding) -> Iterator[Advice]:
    """The changes that a finding allows, as far as they can be read from it."""
    allowed, field = finding.allowed, finding.field
    if finding.rule == "unknown-option":
        yield Advice(field, None)
    elif isinstance(allowed, list):
        yield from (Advice(field, value, finding.row) for value in allowed if finding.rule != "hand-of-table")
    elif isinstance(allowed, dict) and {"min", "max"} & set(allowed):
        yield from (Advice(field, value) for value in allowed.values() if value is not None)
    elif isinstance(allowed, dict):
        yield from (Advice(field, payout.removesuffix(" or more"), hand) for hand, payout in allowed.items())
    elif isinstance(allowed, str) and finding.row:
        yield Advice(field, allowed.removesuffix(" or more"), finding.row)
    elif isinstance(allowed, str) and (found := MULTIPLE.fullmatch(allowed)):
        step = int(found[1])
        least = finding.given if isinstance(finding.given, int) else 1
        yield Advice(field, max(step, -(-least // step) * step))
    elif isinstance(allowed, str) and (found := EXAMPLE.search(allowed)):
        value = tomllib.loads(f"value = {found[1]}")["value"]
        yield Advice(field, [value] if isinstance(value, dict) else value)
    elif allowed in ("a text", "a text that names valid identification"):
        yield Advice(field, "valid identification")


def check(number: str, choices: dict[str, Any]) -> Report:
    """What is said of a file with these choices."""
    words = "\n".join([f'chapter = "{number}"', *(f"{name} = {toml(value)}" for name, value in choices.items())])
    return check_document(document_in(words, Path("a.toml")))


def wrong(report: Report) -> set[tuple[str, str]]:
    """The errors of a file."""
    return {(f.rule, f.field) for f in report.findings if f.level == "error"}


def follow_all(number: str, choices: dict[str, Any]) -> int:
    """Follows every advice about a file, each by itself: its error goes, and no other comes. Says how many were followed."""
    report, followed = check(number, choices), 0
    for finding in report.findings:
        if finding.field in ABOUT:
            continue
        for advice in advice_of(finding):
            after = wrong(check(number, advice.follow(choices)))
            told = f"{choices}: {finding.message}; allowed {finding.allowed!r}; {finding.fix!r}; {advice} leads to {after}"
            assert after <= wrong(report) - {(finding.rule, finding.field)}, told
            followed += 1
    return followed


def broken() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Files that break one rule each."""
    for rule, files in RULES.items():
        for number, words in files.items():
            for book in games() if number == "every" else [chapter(number)]:
                choices = tomllib.loads(words)
                if not set(choices) - {o.option for o in book.options}:
                    yield f"{rule}-{book.chapter}", book.chapter, choices
    for case in readings("violations"):
        choices = {**case.choices, **case.choices.get("house", {})}
        number = str(choices.get("chapter", ""))
        if number in {book.chapter for book in games()}:
            yield case.name, number, {name: v for name, v in choices.items() if name not in (*ABOUT, "house")}


BROKEN = list(broken())


@pytest.mark.parametrize("number", [book.chapter for book in games()])
def test_advice_about_a_broken_rule_mends_it(number: str) -> None:
    followed = sum(follow_all(of, choices) for _, of, choices in BROKEN if of == number)
    assert followed > 10


def odd_values(option: Option) -> list[Any]:
    """Values of an option, lawful or not."""
    if option.kind == "flag":
        return [True, False]
    if option.kind in ("number", "amount"):
        return [0, 1, 3, 7, 25, 50, 99, 100, 250, 500, 501, 1000, 1250, 2500, 5000, 10_000, 49_999, 5_000_000]
    if isinstance(option.allowed, list) and option.allowed:
        return [*option.allowed, "zz"]
    return ["", "zz"] if option.kind == "text" else []


@st.composite
def files(draw: st.DrawFn, number: str) -> dict[str, Any]:
    """The choices of a file, some of which are probably unlawful."""
    options = {o.option: odd_values(o) for o in chapter(number).options if odd_values(o)}
    names = draw(st.lists(st.sampled_from(sorted(options)), max_size=3, unique=True))
    money = [name for name in ("smallest_chip", "table_minimum", "table_maximum") if name in options and draw(st.booleans())]
    return {name: draw(st.sampled_from(options[name])) for name in dict.fromkeys([*money, *names])}


@pytest.mark.parametrize("number", [book.chapter for book in games()])
@examples(25)
@given(data=st.data())
def test_advice_about_any_file_mends_it(number: str, data: st.DataObject) -> None:
    follow_all(number, data.draw(files(number)))
