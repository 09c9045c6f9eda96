"""Advice that works: every value that a finding proposes is written into the choices and checked before it is proposed.

What an option allows by itself may be unlawful beside the other choices: "$0.01 or more" for a maximum is printed, and still
below the minimum. `with_values` keeps the values that mend their finding and break nothing else, and says so in `fix`;
`heading_with_values` does so for what a file says beside its choices. Where only words or a list would do, an example is tried.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.house.waivers import WORD
from pitboss.money import dollars
from pitboss.submissions.about import LONGEST_NAME, LONGEST_TABLE, MOST_TABLES, unseen
from pitboss.submissions.findings import Finding, what_to_do
from pitboss.words import either, toml

MOST_TRIED = 24  # values for one file: a check takes milliseconds
MULTIPLE = re.compile(r"a multiple of ([0-9]+)")
EXACTLY = re.compile(r"(.+?)(?: or more)?")
NAMES = ("unknown-option", "hand-of-table")  # rules about a name that is not there
Errors = Callable[[Mapping[str, Any]], Sequence[Problem]]  # the errors of some choices
EXAMPLES: dict[str, tuple[Any, ...]] = {  # of options that a submission must state in words or as a list
    "rake_levels": ([{"pot": 2000, "take": 100}],),
    "rake_percent": (10,),
    "rake_method": ("ten per cent of the pot, up to the maximum",),
    "rake_schedule": ([{"players": 4, "percent": 5, "maximum": 300}],),
    "raise_schedule": ([{"players": 2, "raises": 0}],),
    "additional_blinds": ([],),
    "bad_beat_levels": ([{"pot": 2000, "take": 100}],),
    "high_hand_levels": ([{"pot": 2000, "take": 100}],),
    "bad_beat_method": ("the whole contribution once the pot reaches the minimum",),
    "bad_beat_hands": ("four 8s or better",),
    "bad_beat_payouts": ([{"to": "losing hand", "percent": 50}, {"to": "winning hand", "percent": 50}],),
    "bad_beat_discontinuance": ("contributions end, and the fund is paid to the next Bad Beat",),
    "high_hand_division": ("equal shares",),
    "high_hand_uncollected": ("back into the fund",),
    "high_hand_restrictions": ("a winner shows valid identification",),
    "house_way": ("traditional",),
    "minimum_bet_agreement": ("the dealer asks every patron at the table in turn and each says yes",),
    "progressive_rate": (1, 100),
}


def with_values(findings: list[Finding], house: House, given: Mapping[str, Any], errors: Errors) -> list[Finding]:
    """The findings, each error with the values that mend it."""
    before = [finding for finding in findings if finding.level == "error"]
    left, advised = MOST_TRIED, []
    for finding in findings:
        if finding.rule in NAMES and isinstance(finding.allowed, list) and left >= len(finding.allowed):
            left -= len(finding.allowed)
            finding = _with_names(finding, given, before, errors)
        values = list(values_of(finding, house)) if finding.level == "error" else []
        if values and left >= len(values):
            left -= len(values)
            good = [value for value in values if _mends(before, errors(_with(house, given, finding, value)), finding)]
            finding = _advised(finding, house, values, good) if good else _together(finding, house, given, before, errors)
        advised.append(finding)
    return advised


def _mends(before: Iterable[Problem], after: Iterable[Problem], finding: Finding) -> bool:
    """Whether a change takes an error away and brings no other."""
    then, now = (Counter(problem.key for problem in problems) for problems in (before, after))
    return now <= then and now[finding.key] < then[finding.key]


def _with_names(finding: Finding, given: Mapping[str, Any], before: Sequence[Problem], errors: Errors) -> Finding:
    """A finding about a name that is not there, or there twice, with the names in its place that mend it."""
    good = [name for name in finding.allowed if _mends(before, errors(_renamed(finding, given, name)), finding)]
    field = f'"{finding.row}" in {finding.field}' if finding.row else finding.field
    return replace(finding, fix=what_to_do(field, good, finding.rule) or "leave it out")


def _renamed(finding: Finding, given: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The choices with another name for a field, or for a row of its table; as they are where they have that name already."""
    names = given[finding.field] if finding.row else given
    if name in names:
        return dict(given)
    wrong = finding.row or finding.field
    renamed = {name if there == wrong else there: value for there, value in names.items()}
    return {**given, finding.field: renamed} if finding.row else renamed


def values_of(finding: Finding, house: House) -> Iterator[Any]:
    """The values that might mend a finding: those it allows or examples of them, and the default of its option."""
    option = next((o for o in house.chapter.options if o.option == finding.field), None)
    if option is None or finding.rule in ("hand-of-table", "stated-twice"):
        return
    if finding.rule == "kind-of-value" and finding.allowed == "a text":
        yield from (*EXAMPLES.get(finding.field, ()), option.default)
        return
    if finding.rule == "text-length":
        yield from (str(house.values[finding.field])[: finding.allowed["max"]].strip(), option.default)
        return
    listed = isinstance(option.default, list) and not finding.row
    found = [] if listed else list(_allowed(finding))
    found = found or list(EXAMPLES.get(finding.field, ()))
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
    if good[0] in EXAMPLES.get(finding.field, ()) and good[0] not in _allowed(finding):
        return replace(mends, fix=_with_example(finding, good[0]))
    default = values[-1] if not finding.row else None
    if set(map(repr, values)) - set(map(repr, good)) <= {repr(default)} - set(map(repr, _allowed(finding))):
        return mends
    where = f'"{finding.row}" in {finding.field}' if finding.row else finding.field
    return replace(mends, fix=f"set {where} to {either(_shown(house, finding.field, value) for value in good)}")


def _shown(house: House, field: str, value: Any) -> str:
    """A value as a file has it, an amount of cents in dollars too."""
    cents = type(value) is int and any(o.option == field and o.unit == "cents" for o in house.chapter.options)
    return f"{toml(value)} ({dollars(value)})" if cents else toml(value)


def _together(finding: Finding, house: House, given: Mapping[str, Any], before: Sequence[Problem], errors: Errors) -> Finding:
    """A finding that no value of its field mends by itself: with the defaults of the fields that must change together."""
    options = {option.option: option for option in house.chapter.options}
    known = {problem.key for problem in before}
    changed: dict[str, Any] = {}
    new, after = {finding.field, *finding.needs}, before
    while more := sorted(name for name in new if name in options and name not in changed):
        changed |= {name: options[name].default for name in more}
        kept = {name: value for name, value in given.items() if not any(name in options[other].also for other in changed)}
        after = errors(kept | changed)
        new = {name for problem in after if problem.key not in known for name in (problem.field, *problem.needs)}
    if not _mends(before, after, finding):
        beside = " or ".join(finding.needs) or "the choices that it must agree with"
        return replace(finding, fix=f"change {finding.field} together with {beside}")
    said = " and ".join(f"{name} to {_shown(house, name, value)}" for name, value in changed.items())
    return replace(finding, fix=f"set {said}", changes=changed)


def _with_example(finding: Finding, example: Any) -> str:
    """What to do about a finding, with an example where the words name none."""
    if "such as" in finding.fix or isinstance(example, int):
        return finding.fix
    if isinstance(example, list) and finding.fix.startswith(f"set {finding.field} "):
        return f"set {finding.field} to a list such as {toml(example)}"
    if finding.fix.startswith(("state ", "set ")):
        return f"{finding.fix}, such as {toml(example)}"
    what = "a list such as " if isinstance(example, list) else ""
    return f"{finding.fix}, or set {finding.field} to {what}{toml(example)}"


# ---------------------------------------------------------------------------- what a file says beside its choices


def heading_with_values(findings: list[Finding], said: Mapping[str, Any], errors: Errors) -> list[Finding]:
    """The findings about what a file says of itself, each error with the values that mend it."""
    if all(finding.level != "error" for finding in findings):
        return findings
    before = errors(said)
    return [_tried(finding, said, before, errors) if finding.level == "error" else finding for finding in findings]


def _tried(finding: Finding, said: Mapping[str, Any], before: Sequence[Problem], errors: Errors) -> Finding:
    values = heading_values(finding, said)
    good = [value for value in values if _mends(before, errors({**said, finding.field: value}), finding)]
    return replace(finding, values=tuple(good))


def heading_values(finding: Finding, said: Mapping[str, Any]) -> Iterator[Any]:
    """The values that might mend what a file says of itself: the nearest day on which the text was there, a name or a list
    without what is wrong with it."""
    given = said.get(finding.field)
    if finding.field == "effective" and isinstance(finding.allowed, dict):
        yield from (date.fromisoformat(day) for day in finding.allowed.values())
    elif finding.field == "effective":
        yield from (date.fromisoformat(day) for day in re.findall(r"\d{4}-\d\d-\d\d", finding.fix))
    elif finding.field == WORD:
        yield [entry for entry in given if entry != finding.given] if isinstance(given, list) else []
    elif finding.field == "tables":
        yield listed_tables(given)
    elif isinstance(given, str) and (name := readable(given)):
        yield name


def listed_tables(given: Any) -> list[Any]:
    """Tables as a list may have them: each name once, in letters that can be seen, short enough to be printed.

    >>> listed_tables(["BJ 1", "BJ  1", 7, True, "BJ\u202e 2"])
    ['BJ 1', 7, 'BJ 2']
    """
    listed = given if isinstance(given, list) else [given]
    named = [readable(table, LONGEST_TABLE) if isinstance(table, str) else table for table in listed]
    found = {" ".join(str(table).split()): table for table in reversed(named) if type(table) is int or isinstance(table, str)}
    return [table for name, table in reversed(found.items()) if name][:MOST_TABLES]


def readable(name: str, most: int = LONGEST_NAME) -> str:
    """A name without letters that nobody can see, and no longer than can be printed."""
    return "".join(letter for letter in name if not unseen(letter)).strip()[:most].strip()
