"""What commands make of records: new ones, schemas, verdicts, SARIF, deadlines and their calendar; and that every rule about
them is tried, and every paragraph behind them covered."""

import json
import tomllib
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from pitboss.house.rules import rules, rules_of
from pitboss.printing.record import record_form
from pitboss.proof.coverage import coverage
from pitboss.records.blank import blank
from pitboss.records.checking import check
from pitboss.records.deadlines import Deadline
from pitboss.records.kinds import Kind, kinds
from pitboss.records.schema import schema_of
from pitboss.rulebook import chapter, chapters
from pitboss.submissions.checking import check_document
from pitboss.submissions.reading import document_in
from pitboss.submissions.sarif import sarif_of
from tests.commands import pitboss
from tests.records.test_cases_of_records import ALL, verdict_on

RECORDS = [book for book in chapters() if book.kind == "record"]
KINDS = pytest.mark.parametrize("kind", kinds().values(), ids=list(kinds()))


@KINDS
def test_a_new_record_is_lawful_and_fits_its_schema(kind: Kind) -> None:
    report = check_document(document_in(blank(kind), Path("a.toml")))
    assert report.findings == () and report.verdict is not None
    assert not any(map(report.verdict.overdue, report.verdict.deadlines))
    data = json.loads(json.dumps(tomllib.loads(blank(kind)), default=lambda day: day.isoformat()))
    schema = schema_of(kind)
    jsonschema_rs.meta.validate(schema)
    validator = jsonschema_rs.Draft202012Validator(schema)
    assert [str(error) for error in validator.iter_errors(data)] == []
    assert not validator.is_valid(data | {"colour": "red"}) and not validator.is_valid({"record": kind.name, "on": 7})


@KINDS
def test_the_schema_takes_every_case(kind: Kind) -> None:
    """What the text forbids is well formed all the same; cases that state too little are left out."""
    validator = jsonschema_rs.Draft202012Validator(schema_of(kind))
    for name, given, case in ALL:
        data = json.loads(json.dumps(given, default=lambda day: day.isoformat()))
        if given["record"] == kind.name and "record-complete" not in {each.rule for each in verdict_on(given).problems}:
            assert [str(error) for error in validator.iter_errors(data)] == [], (name, case["why"])


def test_every_rule_about_records_is_broken_by_a_case() -> None:
    """Were a rule struck out, the findings of these cases would differ."""
    broken = {problem.rule for _, given, _ in ALL for problem in verdict_on(given).problems}
    declared = {rule.id for rule in rules().values() if rule.phase in kinds()}
    assert declared - broken == set()
    assert broken - declared <= {"record-complete"}


def test_findings_cite_the_sections_of_their_rules_and_say_what_is_allowed() -> None:
    for name, given, _ in ALL:
        for problem in verdict_on(given).problems:
            rule = rules()[problem.rule]
            assert problem.level == rule.level and problem.message, name
            assert problem.section in rule.sections or rule.general, (name, problem.section)
            assert problem.allowed is not None, (name, problem)


@pytest.mark.parametrize("book", RECORDS, ids=[book.chapter for book in RECORDS])
def test_every_paragraph_is_checked_or_declined_with_a_reason(book: Any) -> None:
    states = coverage(book)
    assert [state.paragraph for state in states if state.status not in ("checked", "declined")] == []
    assert all(state.why for state in states if state.status == "declined")
    for state in states:
        if state.status == "checked" and not state.why:
            assert state.where.startswith("records/") and state.tests


def test_the_rules_of_a_kind_are_listed_with_its_chapter() -> None:
    listed = {rule.rule for rule in rules_of(chapter("40-13"))}
    assert {"tasting-size", "display-area", "value-cap"} <= listed
    assert "holder-stated" not in listed, "a rule about games"
    assert [row["rule"] for row in json.loads(pitboss("check", "--rules", "transfer", "--json").stdout)] == [
        *["transfer-escrow", "transfer-papers", "transfer-approval", "transfer-operation"]
    ]


def test_check_new_and_schema_take_kinds_of_record(tmp_path: Path) -> None:
    file = tmp_path / "lines.toml"
    file.write_text(
        pitboss("new", "beer-lines").stdout.replace('\nby = "licensee"', '\nby = "another licensee"'), encoding="utf-8"
    )
    done = pitboss("check", str(file), "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["ok"], found["record"], found["on"]) == (1, False, "beer-lines", "2010-05-10")
    assert [(each["section"], each["given"]) for each in found["findings"]] == [("40-5.51(a)", "another licensee")]
    assert {each["section"] for each in found["deadlines"]} == {"40-5.51(c)(1)", "40-5.51(c)(2)"}
    told = pitboss("check", str(file)).stdout
    assert "§ 40-5.51(a)" in told and "2010-05-17" in told
    assert json.loads(pitboss("schema", "beer-lines").stdout)["properties"]["record"]["const"] == "beer-lines"
    refused = pitboss("new", "40-13")
    assert refused.returncode == 2 and "display, inducements, tasting" in refused.stderr


def test_sarif_names_rules_and_lines_of_records() -> None:
    words = blank(kinds()["transfer"]).replace("escrowed = 25000000", "escrowed = 24999999")
    run = sarif_of([check_document(document_in(words, Path("a.toml")))])["runs"][0]
    (result,) = run["results"]
    assert result["ruleId"] == "40-7/transfer-escrow" and "§ 40-7.2" in result["message"]["text"]
    line = result["locations"][0]["physicalLocation"]["region"]["startLine"]
    assert words.splitlines()[line - 1] == "escrowed = 24999999"
    assert run["tool"]["driver"]["rules"][0]["properties"] == {"sections": ["40-7.2"]}


def test_deadlines_on_a_day_and_those_that_have_passed(tmp_path: Path) -> None:
    file = tmp_path / "lines.toml"
    file.write_text(pitboss("new", "beer-lines").stdout, encoding="utf-8")
    in_time, late = (pitboss("deadlines", str(file), "--on", day, "--json") for day in ("2010-05-17", "2010-05-18"))
    assert (in_time.returncode, late.returncode) == (0, 1)
    assert [(each["day"], each["overdue"]) for each in json.loads(late.stdout)] == [("2010-05-17", True)] * 2
    assert pitboss("deadlines", str(file), "--on", "soon").returncode == 2
    assert pitboss("deadlines", str(file), "--out", str(tmp_path / "a.txt")).returncode == 2
    file.write_text('chapter = "565"\n', encoding="utf-8")
    assert "is no record" in pitboss("deadlines", str(file)).stderr


def test_a_calendar_has_what_is_not_done() -> None:
    icalendar = pytest.importorskip("icalendar")
    from pitboss.records.calendar import calendar_of

    due = [Deadline("40-3.142(b)", date(2012, 2, 29), "notice"), Deadline("40-7.2", date(2012, 3, 1), "other", done=True)]
    content = calendar_of([("a.toml", each) for each in due], datetime(2012, 1, 1, tzinfo=UTC))
    (event,) = icalendar.Calendar.from_ical(content).walk("VEVENT")
    assert (event.decoded("dtstart"), event.decoded("dtend")) == (date(2012, 2, 29), date(2012, 3, 1))
    assert str(event["summary"]) == "notice (§ 40-3.142(b))"
    later = calendar_of([("a.toml", Deadline("40-3.142(b)", date(2012, 3, 2), "notice"))])
    (moved,) = icalendar.Calendar.from_ical(later).walk("VEVENT")
    assert moved["uid"] == event["uid"], "importing it again moves the event"


def test_a_proposal_tells_deleted_from_added_text() -> None:
    (row,) = json.loads(pitboss("rule", "58 Pa. Code § 147.701(4)(iii)", "--json").stdout)
    assert (row["edition"], row["paragraph"]) == ("proposed", "147.701(4)(iii)")
    assert "permanent tag" in row["deletes"] and "permanent tag" not in row["adds"] + row["says"]
    assert "the proposal deletes:" in pitboss("rule", "147.701(4)(i)").stdout
    (row,) = json.loads(pitboss("rule", "40-3.141(d)", "--json").stdout)
    assert (row["status"], row["deletes"], row["dated"]) == ("checked", "", "2010-03-06")


def test_records_are_judged_without_their_fields_too() -> None:
    """A rule says nothing about what is not stated, and no rule fails."""
    for kind in kinds().values():
        bare = check(kind, {name: [{}] for name in kind.part}, date(2010, 5, 3))
        assert all(problem.rule == "record-complete" or problem.section for problem in bare.problems)
        assert not bare.ok


def test_a_form_has_every_field_the_verdict_and_the_deadlines(tmp_path: Path) -> None:
    kind = kinds()["tasting"]
    given = tomllib.loads(blank(kind)) | {"purchase_required": True}
    matter = record_form(check(kind, given, date(2010, 5, 3)))
    tables = {part["caption"]: part["rows"] for part in matter.data["parts"] if part["kind"] == "table"}
    assert len(tables["The record"]) == len(kind.field) and len(tables["Product 1"]) == len(kind.part["product"].field)
    assert ["§ 40-13.211(b)(3)", "4 fluid ounces", "The most of it that a participant gets"] in tables["Product 1"]
    assert [row[:3] for row in tables["Findings"]] == [["§ 40-13.211(b)(2)", "error", "purchase_required"]]
    assert tables["Deadlines"] == [["§ 40-13.228(a)", "2010-05-22", "take Chardonnay out of storage"]]
    assert {"kind": "paragraph", "words": "Not lawful on 2010-05-07, with 1 finding."} in matter.data["parts"]
    file, out = tmp_path / "a.toml", tmp_path / "a.pdf"
    file.write_text(blank(kind), encoding="utf-8")
    assert pitboss("form", str(file), "--out", str(out)).returncode == 0
    assert out.read_bytes()[:5] == b"%PDF-"
    assert "--set change one submission" in pitboss("form", str(file), "--out", str(out), "--set", "seats=6").stderr
