"""Every rule of the check has a file that violates it, and gets that finding and no other error. The rules of single options
are tried with values that each option does not allow; the others with a file for every chapter that has the rule."""

import itertools
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.judge import CHOICES, PHASES, SUBMISSION
from pitboss.house.rules import Listed, general_rules, letters_of, resolve, rules, rules_of
from pitboss.records.kinds import kinds
from pitboss.rulebook import Chapter, Option, games
from pitboss.submissions import oddities
from pitboss.submissions.checking import Report, check_document, check_file, check_folder
from pitboss.submissions.findings import Finding
from pitboss.submissions.reading import document_in
from pitboss.words import toml
from tests.submissions.second_reading import readings
from tests.submissions.test_verdicts import VERDICTS

FILES = tomllib.loads((Path(__file__).parent / "each_rule.toml").read_text(encoding="utf-8"))
RULES = [(book, rule) for book in games() for rule in rules_of(book)]
OF_OPTIONS = [(b, rule) for b, rule in RULES if rule.rule not in rules()]
OF_SEVERAL = [(b, rule) for b, rule in RULES if rule.rule in rules()]
HOLDS = ("players-edge", "even-wager")
HEAD = 'holder = "Keystone Sample Casino"\n'


def ids(found: list[tuple[Chapter, Listed]]) -> list[str]:
    return [f"{book.chapter}-{rule.rule}" for book, rule in found]


def outside(option: Option) -> Any:
    """A value of the right kind that an option does not allow."""
    if isinstance(option.allowed, dict) and option.kind in ("number", "amount"):
        least, most = option.allowed.get("min", 0), option.allowed.get("max")
        return most + 1 if most is not None else min(least, option.default) - 1
    if option.kind == "flag":
        return not option.allowed[0]
    return max(option.allowed) + 1 if type(option.default) is int else "zz"


def rules_found(words: str, level: str, name: str = "a.toml") -> list[str]:
    """The rules that a text violates."""
    report = check_document(document_in(words, Path(name)))
    return [finding.rule for finding in report.findings if finding.level == level]


@pytest.mark.parametrize(("book", "rule"), OF_OPTIONS, ids=ids(OF_OPTIONS))
def test_a_value_that_an_option_does_not_allow(book: Chapter, rule: Listed) -> None:
    option = next(o for o in book.options if o.option == rule.rule)
    report = check_document(
        document_in(f'chapter = "{book.chapter}"\n{option.option} = {toml(outside(option))}\n', Path("a.toml"))
    )
    errors = [finding for finding in report.findings if finding.level == "error"]
    assert [(f.rule, f.section, f.field, f.line) for f in errors] == [(rule.rule, option.section, option.option, 2)]
    assert errors[0].fix and errors[0].allowed == option.allowed


def generic(book: Chapter, rule: str) -> str | None:
    """What violates a rule that every chapter has."""
    flag = next(o.option for o in book.options if o.kind == "flag")
    section = next(iter(book.sections))
    stated = book.effective or book.dated or "2026-01-01"
    named = next((o for o in book.options if len(letters_of(o)) > 1 and o.option != "version"), None)
    return {
        "unknown-option": "dealer_hits_soft_17 = true",
        "stated-twice": f"{flag} = false\n[house]\n{flag} = false",
        "kind-of-value": f'{flag} = "yes"',
        "effective-a-date": 'effective = "next week"',
        "edition-there-yet": "effective = 2009-12-31",
        "edition-replaced": "effective = 2013-01-01",
        "edition-ran-out": "effective = 2016-01-01",
        "edition-being-replaced": "effective = 2012-03-01",
        "edition-proposed": "effective = 2026-01-01",
        "holder-stated": f"effective = {stated}",
        "effective-stated": f"{flag} = false",
        "name-of-holder": "facility = 7",
        "text-length": f'facility = "{"M" * 101}"',
        "tables-listed": 'tables = "1"',
        "table-once": "tables = [1, 2, 1]",
        "waivers-listed": "waivers = 7",
        "waiver-of-a-section": f'waivers = ["{book.chapter}"]',
        "waiver-petition": f'[[waivers]]\nsection = "{section}"\nreason = "why"\njurisdictions = ["Nevada"]',
        "waiver-in-time": f'effective = {stated}\n[[waivers]]\nsection = "{section}"\npetition = 7\ngranted = 2099-01-01',
        "waiver-granted": f'waivers = ["{section}"]',
        "waiver-needed": f'waivers = ["{section}"]',
        "table-named": f"{named.option} = true" if named else "",
        "shall-specify": f"{flag} = false",
        "limits-in-order": "table_minimum = 5000\ntable_maximum = 2500",
        "chip-within-minimum": "table_minimum = 500\nsmallest_chip = 600",
        "chip-makes-wager": "table_minimum = 500\ntable_maximum = 549\nsmallest_chip = 300",
        "minimum-in-chips": "table_minimum = 1225\nsmallest_chip = 50",
        "hand-needs-shuffler": 'dealing = "hand"\nshuffler = false',
        "device-needs-shuffler": "shuffler = false\ncounting_shuffler = true",
        "fills-a-shoe": 'dealing = "hand"\nshuffler = true\nshuffler_fills_shoe = true',
        "taken-for-granted": 'dealing = "hand"',
        "optional-limits-in-order": "optional_wager_minimum = 5000\noptional_wager_maximum = 2500",
        "wager-between-limits": "optional_wager_minimum = 60000",
        "no-effect": "progressive_rate = 77",
        "hand-of-table": "{table}.'No such hand' = \"4 to 1\"",
        "payout-of-table": "{table}.'{hand}' = \"plenty\"",
        "table-floor": "{table}.'{hand}' = \"1 to 100\"",
    }.get(rule)


def violating(book: Chapter, rule: str) -> str:
    """The file that violates a rule in a chapter: its own, or the one for every chapter."""
    own: dict[str, str] = FILES.get(rule, {})
    words = own.get(book.chapter) or own.get("every") or generic(book, rule)
    assert words is not None, f"no file violates {rule} in chapter {book.chapter}"
    holder = "" if rule == "holder-stated" else HEAD
    return f'chapter = "{book.chapter}"\n{holder}{words}\n'


@pytest.mark.parametrize(("book", "rule"), OF_SEVERAL, ids=ids(OF_SEVERAL))
def test_a_file_that_violates_a_rule_gets_that_finding(
    book: Chapter, rule: Listed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = violating(book, rule.rule)
    if rule.rule == "table-in-one-file":
        for name in ("a", "b"):
            (tmp_path / f"{name}.toml").write_text(words, encoding="utf-8")
        first, second = check_folder(tmp_path)
        assert first.ok and [f.rule for f in second.findings if f.level == "error"] == [rule.rule]
        return
    if rule.rule == "house-way-sets-all":
        monkeypatch.setattr("pitboss.games.pai_gow.problems.unset_hand", lambda way: "a hand is not set")
    hold = rule.rule in HOLDS and book.chapter in ("555", "557")  # where it has to be worked out
    held = Fraction(0) if rule.rule == "even-wager" else Fraction(-1, 100)
    monkeypatch.setattr(oddities, "holds", lambda house: {"Ante": held})
    report = check_document(document_in(words, Path("a.toml")), hold=hold)
    errors = [f for f in report.findings if f.level == "error"]
    found = [f for f in report.findings if f.rule == rule.rule]
    assert found, [f"{f.rule}: {f.message}" for f in report.findings]
    assert {f.rule for f in errors} == ({rule.rule} if rule.level == "error" else set()), [f.message for f in errors]
    for finding in found:
        assert finding.level == rule.level
        assert finding.section in rule.sections or rule.sections == (book.chapter,)
        assert (finding.message and finding.fix) or rule.level == "error"


def test_rules_of_no_chapter(tmp_path: Path) -> None:
    assert rules_found("seats = 7", "error") == rules_found('chapter = "999"', "error") == ["chapter-known"]
    (tmp_path / "a.toml").write_text('chapter = "565"', encoding="utf-8")
    (tmp_path / "holder.toml").write_text('holder = "Ann"\nseats = 7\n', encoding="utf-8")
    holder, one = check_folder(tmp_path)
    assert [(f.rule, f.field, f.line) for f in holder.findings] == [("holder-file", "seats", 2)]
    assert "holder-stated" not in [f.rule for f in one.findings]
    of_records = {"record-known", "record-twice", "record-field", "record-value", "record-complete"}
    assert {rule.rule for rule in general_rules()} == {"chapter-known", "holder-file", "is-a-submission", *of_records}


LISTED = {(rule.chapter, rule.rule): rule for _, rule in RULES} | {("", rule.rule): rule for rule in general_rules()}


def is_listed(report: Report, finding: Finding) -> bool:
    """Whether `pitboss check --rules` lists the rule of a finding, with its level and its section."""
    rule = LISTED[report.chapter, finding.rule]
    in_section = not rule.sections or finding.section in rule.sections or rule.sections == (report.chapter,)
    return in_section and (finding.level == rule.level or bool(finding.waiver))


def test_the_files_of_the_second_reading_violate_only_rules_that_are_listed() -> None:
    for case in (*readings("violations"), *readings("elsewhere"), *readings("lawful")):
        report = check_file(case.path)
        assert [finding for finding in report.findings if not is_listed(report, finding)] == [], case.path


@pytest.mark.parametrize("number", VERDICTS)
def test_the_files_of_the_verdicts_violate_only_rules_that_are_listed(number: str) -> None:
    for choices in itertools.chain.from_iterable(VERDICTS[number].values()):
        report = check_document(document_in(f'chapter = "{number}"\n{choices}', Path("a.toml")))
        assert [finding for finding in report.findings if not is_listed(report, finding)] == [], choices


def test_every_rule_is_examined_by_a_function_of_a_declared_phase() -> None:
    assert {rule.phase for rule in rules().values()} == {*PHASES, *kinds(), "record"}
    for rule in rules().values():
        assert callable(rule.examine)
        assert rule.sections_by == "" or callable(resolve(rule.sections_by))
    assert set(CHOICES) | set(SUBMISSION) | {"file", "hold", "odd", "folder"} == set(PHASES)


def test_no_phase_waits_for_one_that_comes_later() -> None:
    order = list(PHASES)
    assert all(order.index(phase.after) < order.index(name) for name, phase in PHASES.items() if phase.after)
    assert [name for name in order if name in SUBMISSION] == list(SUBMISSION)


def test_there_are_enough_rules() -> None:
    assert len(RULES) > 800
    assert len({rule.rule for _, rule in RULES}) > 200


@pytest.mark.cites("553.10(i)(2)(i)", "553.12(j)(2)(i)", "637a.10(i)(3)(i)", "637a.11(k)", "637a.12(k)(2)(i)")
@pytest.mark.parametrize(
    ("number", "variant", "cite"),
    [
        ("553", "seven-card stud high-low eight or better", "553.10(i)(2)(i)"),
        ("553", "omaha high-low eight or better", "553.12(j)(2)(i)"),
        ("553", "hold'em", ""),
        ("553", "omaha", ""),
        ("637a", "seven-card stud high-low", "637a.10(i)(3)(i)"),
        ("637a", "hold'em", "637a.11(k)"),
        ("637a", "omaha high-low eight or better", "637a.12(k)(2)(i)"),
        ("637a", "five-card stud", ""),
    ],
)
def test_what_cannot_be_divided_may_be_a_dollar_and_no_more(number: str, variant: str, cite: str) -> None:
    def cited(chip: int) -> list[str]:
        words = f'chapter = "{number}"\nvariant = "{variant}"\nsmallest_chip = {chip}\n'
        found = check_document(document_in(words, Path("a.toml"))).findings
        return [finding.section for finding in found if finding.rule == "excess-within-dollar"]

    assert cited(100) == cited(25) == []
    assert cited(200) == cited(500) == ([cite] if cite else [])
