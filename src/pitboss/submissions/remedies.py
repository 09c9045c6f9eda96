"""Advice that works: every value that a finding proposes is written into the choices and checked before it is proposed.

What an option allows by itself may be unlawful beside the other choices: "$0.01 or more" for a maximum is printed, and still
below the minimum. `with_values` keeps the values that mend their finding and break nothing else, and says so in `fix`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pitboss.house import House
from pitboss.money import dollars
from pitboss.submissions.findings import Finding
from pitboss.words import either, toml

MOST_TRIED = 24  # values for one file: a check takes milliseconds
MULTIPLE = re.compile(r"a multiple of ([0-9]+)")
EXACTLY = re.compile(r"(.+?)(?: or more)?")
Errors = Callable[[Mapping[str, Any]], set[tuple[str, str, str]]]  # of choices: rule, field and row of each


def with_values(findings: list[Finding], house: House, given: Mapping[str, Any], errors: Errors) -> list[Finding]:
    """The findings, each error with the values that mend it."""
    before = {finding.key for finding in findings if finding.level == "error"}
    left, advised = MOST_TRIED, []
    for finding in findings:
        values = list(values_of(finding, house)) if finding.level == "error" else []
        if values and left >= len(values):
            left -= len(values)
            good = [value for value in values if errors(_with(house, given, finding, value)) <= before - {finding.key}]
            finding = _advised(finding, house, values, good)
        advised.append(finding)
    return advised


def values_of(finding: Finding, house: House) -> Iterator[Any]:
    """The values that might mend a finding: those it allows, and the default of its option."""
    option = next((o for o in house.chapter.options if o.option == finding.field), None)
    if option is None or finding.rule in ("hand-of-table", "stated-twice"):
        return
    found = list(_allowed(finding))
    if not finding.row and found and option.default not in found:
        found.append(option.default)
    yield from found


def _allowed(finding: Finding) -> Iterator[Any]:
    allowed = finding.allowed
    if isinstance(allowed, list):
        yield from allowed
    elif isinstance(allowed, dict) and {"min", "max"} & set(allowed):
        yield from (bound for bound in allowed.values() if bound is not None)
    elif isinstance(allowed, str) and (found := MULTIPLE.fullmatch(allowed)):
        step, least = int(found[1]), finding.given if isinstance(finding.given, int) else 1
        yield max(step, -(-least // step) * step)
    elif isinstance(allowed, str) and finding.row and (found := EXACTLY.fullmatch(allowed)):
        yield found[1]


def _with(house: House, given: Mapping[str, Any], finding: Finding, value: Any) -> dict[str, Any]:
    """The choices with another value for the field of a finding, or for the row of its table."""
    option = next(o for o in house.chapter.options if o.option == finding.field)
    stated: Any = next((given[name] for name in (option.option, *option.also) if name in given), {})
    changed = {**stated, finding.row: value} if finding.row and isinstance(stated, dict) else value
    return {name: v for name, v in given.items() if name not in option.also} | {option.option: changed}


def _advised(finding: Finding, house: House, values: list[Any], good: list[Any]) -> Finding:
    """A finding whose advice names only values that mend it; where all do, its own words stay."""
    mends = replace(finding, values=tuple(good))
    default = values[-1] if not finding.row else None
    if good and set(map(repr, values)) - set(map(repr, good)) <= {repr(default)} - set(map(repr, _allowed(finding))):
        return mends
    if not good:
        beside = " or ".join(finding.needs) or "the choices that it must agree with"
        return replace(mends, fix=f"change {finding.field} together with {beside}")
    where = f'"{finding.row}" in {finding.field}' if finding.row else finding.field
    cents = next(o for o in house.chapter.options if o.option == finding.field).unit == "cents"
    shown = [f"{toml(value)}{f' ({dollars(value)})' if cents and type(value) is int else ''}" for value in good]
    return replace(mends, fix=f"set {where} to {either(shown)}")
