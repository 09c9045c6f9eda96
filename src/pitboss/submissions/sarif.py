"""The findings of a check as SARIF 2.1.0, which editors and CI show beside the lines of a file."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pitboss.house.rules import rules, rules_of
from pitboss.rulebook import chapter
from pitboss.submissions.checking import Report
from pitboss.submissions.findings import Finding
from pitboss.version import __version__

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif_of(reports: Iterable[Report]) -> dict[str, Any]:
    """A SARIF log of one run: each finding with its rule, file and line; a file that cannot be read as a notification."""
    listed = list(reports)
    ids = sorted({_id(report, finding) for report in listed for finding in report.findings})
    results = [_result(report, finding, ids) for report in listed for finding in report.findings]
    unread = [_notification(report) for report in listed if report.unreadable]
    driver = {"name": "pitboss", "semanticVersion": __version__, "rules": [_rule(name) for name in ids]}
    invocation = {"executionSuccessful": not unread, "toolExecutionNotifications": unread}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "invocations": [invocation], "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _id(report: Report, finding: Finding) -> str:
    return f"{report.chapter}/{finding.rule}" if report.chapter else finding.rule


def _rule(name: str) -> dict[str, Any]:
    number, _, rule = name.rpartition("/")
    known = {each.rule: each for each in rules_of(chapter(number))} if number else {}
    says = known[rule].says if rule in known else rules()[rule].says if rule in rules() else rule
    level = known[rule].level if rule in known else "error"
    found: dict[str, Any] = {"id": name, "shortDescription": {"text": says}, "defaultConfiguration": {"level": level}}
    return found | ({"properties": {"sections": list(known[rule].sections)}} if rule in known else {})


def _result(report: Report, finding: Finding, ids: list[str]) -> dict[str, Any]:
    name = _id(report, finding)
    section = f" (§ {finding.section})" if finding.section else ""
    fix = f". To do: {finding.fix}" if finding.fix else ""
    keys = ("section", "field", "given", "allowed")
    return {
        "ruleId": name,
        "ruleIndex": ids.index(name),
        "level": finding.level,
        "message": {"text": f"{finding.message}{section}{fix}"},
        "locations": [_location(report.file, finding.line)],
        "properties": {key: value for key, value in finding.record().items() if key in keys},
    }


def _location(file: str, line: int) -> dict[str, Any]:
    """A file with a line; what a file does not state is said of its first line."""
    uri = Path(file).as_uri() if Path(file).is_absolute() else quote(Path(file).as_posix())
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": {"startLine": line or 1}}}


def _notification(report: Report) -> dict[str, Any]:
    return {"level": "error", "message": {"text": report.unreadable}, "locations": [_location(report.file, 1)]}
