"""Advice that is followed leads to a lawful file: what a finding proposes is written into the file, which is checked again."""

import re
import tomllib
from collections.abc import Iterator
from datetime import date
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
from tests.submissions.second_reading import Reading, readings

RULES = tomllib.loads((Path(__file__).parent / "each_rule.toml").read_text(encoding="utf-8"))
QUOTES = '""'
IN_DOLLARS = re.compile(r" \(\$[0-9,.]+\)")  # what an amount of cents is in dollars
VALUE = re.compile(r'"(?:[^"\\]|\\.)*"|-?[0-9]+|true|false')
PROPOSAL = re.compile(
    r'(?:set|lower|raise) (?:(?P<row>".+?") in )?(?P<field>\w+) (?:from|to) (?P<said>.+?)(?=, or (?:raise|lower|offer|say)|$)'
)
EXAMPLE = re.compile(r'such as ((?:\[|").+)$')
TOGETHER = re.compile(r"set \w+ to (?:[^,]+|\".*\") and \w+ to .+")
PYTHON = re.compile(r"\b(None|True|False|Fraction|Decimal|datetime)\b|[=(\[{ ]'[^']*'|\([0-9]+,\)")
ABOUT = ("holder", "facility", "tables", "effective", "waivers", "chapter")


def proposals(finding: Finding) -> Iterator[tuple[str, str, Any]]:
    """What the words of an advice propose: a field, a row of its table ("" for the field itself), and a value; None leaves the
    field out."""
    fix = IN_DOLLARS.sub("", finding.fix)
    if fix.endswith("leave it out"):
        yield finding.field, "", None
    if example := EXAMPLE.search(fix):
        yield finding.field, "", tomllib.loads(f"value = {example[1]}")["value"]
        return
    if TOGETHER.fullmatch(fix):
        return
    for found in PROPOSAL.finditer(fix):
        row, field, said = tomllib.loads(f"row = {found['row'] or QUOTES}")["row"], found["field"], found["said"]
        if multiple := re.fullmatch(r"a multiple of ([0-9]+)", said):
            least = finding.given if isinstance(finding.given, int) else 1
            yield field, row, -(-least // int(multiple[1])) * int(multiple[1])
        elif entry := re.fullmatch(r"a list of entries such as ({.+})", said):
            yield field, row, [tomllib.loads(f"entry = {entry[1]}")["entry"]]
        elif row:
            yield field, row, said.removesuffix(" or more")
        else:
            yield from ((field, row, tomllib.loads(f"value = {value[0]}")["value"]) for value in VALUE.finditer(said))


def follow(choices: dict[str, Any], field: str, row: str, value: Any) -> dict[str, Any]:
    """The choices of a file that follows a proposal."""
    if row:
        return choices | {field: {**choices[field], row: value}}
    others = {name: v for name, v in choices.items() if name != field}
    return others if value is None else others | {field: value}


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
        assert_plain(finding)
        for proposal in proposals(finding) if finding.field not in ABOUT else ():
            after = wrong(check(number, follow(choices, *proposal)))
            told = f"{choices}: {finding.message}; {finding.fix!r} proposes {proposal}, which leads to {after}"
            assert after <= wrong(report) - {(finding.rule, finding.field)}, told
            followed += 1
        if TOGETHER.fullmatch(finding.fix):
            assert finding.changes and all(f"{name} to {toml(value)}" in finding.fix for name, value in finding.changes.items())
            after = wrong(check(number, {**choices, **finding.changes}))
            assert after <= wrong(report) - {(finding.rule, finding.field)}, (choices, finding.fix, after)
            followed += 1
    return followed


def assert_plain(finding: Finding) -> None:
    """A finding speaks as the file does, not as Python, and an error says what to do."""
    for words in (finding.message, finding.fix):
        assert not PYTHON.search(words), words
    assert finding.fix or finding.level == "warning", finding.message


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


@pytest.mark.parametrize("number", ["553", "561", "563", "633a", "637a", "645a"])
def test_values_of_another_kind_are_refused_in_the_words_of_a_file(number: str) -> None:
    for option in chapter(number).options:
        for value in (True, 1.5, "zz", ["a"], {"Flush": True}, [{"pot": 1}]):
            for finding in check(number, {option.option: value}).findings:
                assert_plain(finding)


@pytest.mark.parametrize(
    ("number", "choices", "advice"),
    [
        ("655a", {"progressive_payout": True, "progressive_rate": 0}, "set progressive_rate to a positive number up to 100"),
        ("633a", {"decks": 2, "bet_the_set_21": True}, 'set bet_the_set_21 to "B" or ""'),
        ("633a", {"decks": 3, "bet_the_set_21": True}, 'set bet_the_set_21 to ""'),  # § 633a.13(g): no table for three decks
        ("633a", {"decks": 3, "bet_the_set_21": "A"}, 'set bet_the_set_21 to ""'),
        ("633a", {"decks": 4, "match_the_dealer": True}, "set match_the_dealer to false"),
        ("553", {"kill": True}, 'set kill to ""'),
        ("565", {"smallest_chip": 3, "table_minimum": 100_000, "table_maximum": 100_000}, "set smallest_chip to 1"),
    ],
)
def test_an_error_gets_one_advice(number: str, choices: dict[str, Any], advice: str) -> None:
    assert [f.fix for f in check(number, choices).findings if f.level == "error"] == [advice]


# A payout limit that cuts a win, an optional wager, and the largest table_maximum whose wins the limit does not cut.
CUT = {
    "559": ({"payout_limit": 5_000_000, "three_card_bonus": "A"}, 1650),
    "655a": ({"payout_limit": 5_000_000, "three_card_bonus": "A"}, 1250),
    "677a": ({"payout_limit": 5_000_000, "trips_plus": "A"}, 9900),
}


@pytest.mark.cites("559.14(c)", "655a.12(b)", "677a.12(b)", "559.9(b)")
@pytest.mark.parametrize(("more", "proposed"), [(0, True), (50, False)])
@pytest.mark.parametrize("number", CUT)
def test_advice_about_a_payout_limit_lowers_no_maximum_below_the_least_optional_wager(
    number: str, more: int, proposed: bool
) -> None:
    choices, uncut = CUT[number]
    choices = {**choices, "optional_wager_minimum": uncut + more}
    (cut,) = [finding for finding in check(number, choices).findings if finding.rule == "limit-cuts"]
    assert (("table_maximum", "", uncut) in proposals(cut)) == proposed
    follow_all(number, choices)


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


# ---------------------------------------------------------------------------- what a file says of itself, and several errors


def mended(choices: dict[str, Any], finding: Finding) -> dict[str, Any] | None:
    """What a file says once it follows the advice of a finding by its fields and values; None where it names none."""
    if finding.changes:
        return {**choices, **finding.changes}
    if finding.values:
        return follow(choices, finding.field, finding.row, finding.values[0])
    return follow(choices, finding.field, "", None) if finding.fix.endswith("leave it out") else None


def check_all(choices: dict[str, Any]) -> Report:
    """What is said of a file that says all this."""
    return check_document(document_in("\n".join(f"{name} = {toml(value)}" for name, value in choices.items()), Path("a.toml")))


def errors_after(choices: dict[str, Any]) -> list[str]:
    """The errors that are left when one advice after the other is followed for as long as there is one."""
    for _ in range(30):
        errors = [finding for finding in check_all(choices).findings if finding.level == "error"]
        after = next((found for finding in errors if (found := mended(choices, finding)) is not None), None)
        if after is None:
            return [f"{finding.message}; {finding.fix}" for finding in errors]
        choices = after
    return ["advice without an end"]


OF_HEADINGS = [case for case in readings("violations") if {expected.field for expected in case.expected} & set(ABOUT)]


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in OF_HEADINGS])
def test_advice_about_what_a_file_says_of_itself_leads_to_a_lawful_file(case: Reading) -> None:
    choices = {**case.choices, **case.choices.get("house", {})}
    assert errors_after({name: value for name, value in choices.items() if name != "house"}) == []


@pytest.mark.parametrize(
    "choices",
    [
        {"holder": 5, "facility": "Elm\u202eStreet", "tables": [1, "1", True, "x" * 90], "effective": "soon"},
        {"holder": "x" * 300, "tables": list(range(300)), "effective": date(2005, 1, 1), "table_minimum": 1},
        {"table_minimum": 5_000_000, "table_maximum": 7, "smallest_chip": 3, "seats": 40, "seets": 3, "pair_plus": "Z"},
        {"waivers": ["565.99", {"section": "565.2(a)"}, {"granted": 7}], "seats": 8, "payout_limit": 25},
    ],
)
def test_advice_about_many_errors_leads_to_a_lawful_file(choices: dict[str, Any]) -> None:
    assert errors_after({"chapter": "565", **choices}) == []


NAMED: dict[
    str, tuple[str, dict[str, Any], tuple[str, str], set[str]]
] = {  # files with names that are not there: chapter, choices, the field with its row, and the names that mend it
    "a hand that would pay too little": ("563", {"bonus": {"Pair of Aces": "1 to 1"}}, ("bonus", "Pair of Aces"), set()),
    "a hand that pays enough for some": (
        *("565", {"pair_plus": {"Royal Flush": "30 to 1"}}, ("pair_plus", "Royal Flush")),
        {"Pair", "Flush", "Straight", "Three-of-a-kind"},
    ),
    "a hand that is there already": (
        *("565", {"pair_plus": {"Flushes": "4 to 1", "Flush": "4 to 1"}}, ("pair_plus", "Flushes")),
        {"Pair"},
    ),
    "a name that is there already": ("633a", {"deck": 6, "decks": 6}, ("deck", ""), set()),
    "a name that gets a bad value": ("633a", {"decks": 1, "royal_match21": "E"}, ("royal_match21", ""), set()),
    "a name": ("565", {"seets": 5}, ("seets", ""), {"seats"}),
}


@pytest.mark.parametrize("name", NAMED)
def test_only_names_that_mend_a_file_are_proposed(name: str) -> None:
    number, choices, (field, row), names = NAMED[name]
    found = [finding for finding in check(number, choices).findings if (finding.field, finding.row) == (field, row)]
    assert len(found) == 1 and found[0].record()["row"] == row
    (finding,) = found
    told = finding.fix.replace(f'"{row}" in {field}', "")
    proposed = set(re.findall(r'"([^"]+)"', told)) | set(re.findall(r"rename it to (\w+)", told))
    assert proposed == names and finding.fix.endswith("leave it out")
    rows = choices[field] if row else choices
    for better in [*sorted(names), None]:
        kept = {there: value for there, value in rows.items() if there != (row or field)}
        renamed = kept if better is None else kept | {better: rows[row or field]}
        after = wrong(check(number, {**choices, field: renamed} if row else renamed))
        assert (finding.rule, finding.field) not in after and after <= wrong(check(number, choices)), (better, after)


def test_lists_of_entries_that_lack_something_are_findings() -> None:
    options = ("rake_levels", "rake_schedule", "raise_schedule", "bad_beat_levels", "bad_beat_payouts", "high_hand_levels")
    entries: list[Any] = [{}, {"pot": 2000}, {"take": "x", "pot": []}, {"levels": [{"pot": 1}]}, 7]
    for entry in entries:
        given = {"chapter": "637a", "rake": "incremental", "rake_maximum": 400, "bad_beat": True, "high_hand": True}
        assert errors_after(given | {option: [entry] for option in options}) == [], entry


def test_the_chapters_in_which_choices_are_lawful_are_proposed() -> None:
    (finding,) = check_all({"chapter": "566", "version": "565.7(f)(1)"}).findings
    assert (finding.fix, finding.values) == ('set chapter to "565"', ("565",))
