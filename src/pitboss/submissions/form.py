"""A Rules Submission as a form: the fields of a chapter in sections, and the state of a file as the form shows it.

What a field means, its values and its paragraph are the rulebook's; `form.toml` says which section it belongs to.
The findings of a state are those of `pitboss check`.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.advice.edges import expected_at
from pitboss.errors import PitbossError
from pitboss.games import BANKED, game
from pitboss.house import ABOUT, House
from pitboss.house.own_pay_tables import own_rows, with_own
from pitboss.house.posted_payouts import in_force
from pitboss.house.rules import letters_of, rule_of
from pitboss.money import dollars
from pitboss.rulebook import Chapter, Option, Paytable
from pitboss.spelling import option_of
from pitboss.submissions.blank import allowed_here
from pitboss.submissions.checking import Report
from pitboss.submissions.findings import Finding, plain
from pitboss.submissions.holds import Hold, hold_of, hold_of_rows

FILE = Path(__file__).with_name("form.toml")
PAY_TABLES = "pay-tables"
OTHER = ("other", "Other choices")  # of an option that form.toml does not know: a game of somebody's own
LONGEST_EXACT = 40  # characters of a fraction that is shown
OWN = "own"  # instead of the letter of a printed table
NOT_OFFERED, AS_PRINTED = "Not offered", "As printed"


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


# ---------------------------------------------------------------------------- the form of a chapter


def form_of(book: Chapter) -> dict[str, Any]:
    """The form of a chapter: its sections with their fields, and its printed pay tables."""
    wagers = {option_for(book, wager): wager for wager in reversed(dict.fromkeys(p.wager for p in book.paytables))}
    other, others = OTHER
    titles: dict[str, str] = {**{each["name"]: each["title"] for each in _data()["section"]}, other: others}
    fields: dict[str, list[dict[str, Any]]] = {name: [] for name in titles}
    for option in book.options:
        fields[section_of(book, option)].append(_field(option, wagers.get(option.option, "")))
    return {
        "chapter": book.chapter,
        "game": book.game,
        "edition": book.edition,
        "dated": book.dated,
        "banked": book.chapter in BANKED,
        "sections": [{"name": name, "title": titles[name], "fields": listed} for name, listed in fields.items() if listed],
        "tables": [_table(book, printed) for printed in book.paytables],
    }


def section_of(book: Chapter, option: Option) -> str:
    """The section of the form to which an option belongs.

    >>> from pitboss.rulebook import chapter
    >>> book = chapter("heads-up-hold-em")
    >>> [section_of(book, option) for option in book.options if option.option in ("trips_plus", "seats", "payout_limit")]
    ['pay-tables', 'limits', 'table']
    """
    if any(option_for(book, printed.wager) == option.option for printed in book.paytables):
        return PAY_TABLES
    for section in _data()["section"]:
        if any(fnmatchcase(option.option, pattern) for pattern in section["options"]):
            return str(section["name"])
    return OTHER[0]


def option_for(book: Chapter, wager: str) -> str:
    """The option that chooses the pay table of a wager, "" where the chapter leaves no choice.

    >>> from pitboss.rulebook import chapter
    >>> option_for(chapter("blackjack"), "Lucky Ladies Twenty Point Bonus"), option_for(chapter("heads-up-hold-em"), "Odds")
    ('lucky_ladies', '')
    """
    name = option_of(wager)
    return next((o.option for o in book.options if name in (o.option, *o.also)), "")


def _table(book: Chapter, printed: Paytable) -> dict[str, Any]:
    return {
        "wager": printed.wager,
        "option": option_for(book, printed.wager),
        "table": printed.table,
        "condition": printed.condition,
        "section": printed.section,
        "rows": [list(row) for row in printed.rows],
    }


def _field(option: Option, wager: str) -> dict[str, Any]:
    """A field of the form. `own` says that the house may post rows of its own."""
    own = option.kind == "table" and bool(wager)
    return {
        "option": option.option,
        "label": wager or label_of(option.option),
        "section": option.section,
        "kind": option.kind,
        "unit": option.unit,
        "default": plain(option.default),
        "allowed": plain(option.allowed),
        "lawful": lawful(option),
        "why": option.why.replace("; empty means not offered", ""),
        "required": option.required,
        "choices": _choices(option, wager),
        "columns": _columns(option.option),
        "wager": wager,
        "own": own,
    }


def label_of(name: str) -> str:
    """A name of an option as a label.

    >>> label_of("table_minimum")
    'Table minimum'
    """
    return name[:1].upper() + name[1:].replace("_", " ")


def _columns(name: str) -> list[dict[str, Any]]:
    columns: Mapping[str, str] = _data()["columns"].get(name, {})
    return [
        {
            "name": column,
            "label": label_of(column) if column else "Amount",
            "kind": "choice" if "|" in kind else kind.rstrip("?"),
            "choices": kind.split("|") if "|" in kind else [],
            "required": not kind.endswith("?"),
        }
        for column, kind in columns.items()
    ]


def _choices(option: Option, wager: str) -> list[dict[str, Any]]:
    """The values that an option lists, with their labels; none where any number or text will do."""
    if option.kind == "flag":
        allowed = option.allowed if isinstance(option.allowed, list) else [False, True]
        return [{"value": value, "label": "Yes" if value else "No"} for value in sorted(allowed)]
    listed = list(option.allowed.values()) if option.kind == "table" and isinstance(option.allowed, dict) else option.allowed
    if not isinstance(listed, list) or (option.kind == "table" and not wager):
        return []
    return [{"value": value, "label": _choice(option, wager, value)} for value in listed]


def _choice(option: Option, wager: str, value: Any) -> str:
    if value == "":
        return NOT_OFFERED if wager else "None"
    if value == "floor":
        return AS_PRINTED
    if wager and value in letters_of(option):
        return f"Table {value}"
    if type(value) is int:
        return dollars(value) if option.unit == "cents" else str(value)
    return label_of(str(value))


def lawful(option: Option) -> str:
    """What may be chosen, in dollars where it is money; "" where the field lists it or anything will do.

    >>> from pitboss.rulebook import chapter
    >>> options = {each.option: each for each in chapter("heads-up-hold-em").options}
    >>> [lawful(options[each]) for each in ("payout_limit", "seats", "table_minimum", "trips_plus")]
    ['none, or at least $50,000', '1 to 6 players', 'any amount', '']
    """
    if option.kind not in ("number", "amount") or not isinstance(option.allowed, dict):
        return ""
    words = re.sub(r"\d+ \((\$[\d,.]+)\)", r"\1", allowed_here(option)).replace(", in cents", "")
    words = re.sub(r"^0(?=,? or )", "none", words) if option.default == 0 and option.allowed.get("min", 0) > 0 else words
    return words.replace("cents ", "") if option.kind == "amount" else words


# ---------------------------------------------------------------------------- the state of a file


def state_of(report: Report) -> dict[str, Any]:
    """A file that was checked as the form shows it: values by option, findings, and what its wagers hold where that is known at
    once."""
    found, house = report.document, report.house
    assert found is not None
    book = house.chapter if house is not None else None
    names = {other: o.option for o in book.options for other in (o.option, *o.also)} if book is not None else {}
    stated = {names.get(name, name): value for name, value in found.given.items()}
    values = {**house.values, **{name: value for name, value in stated.items() if name in names}} if house is not None else {}
    return {
        "chapter": report.chapter,
        "ok": report.ok,
        "values": plain(values),
        "stated": list(stated),
        "about": plain({word: found.about[word] for word in ABOUT if word in found.about}),
        "findings": [finding_record(finding, names) for finding in report.findings],
        "holds": [hold_record(each) for each in holds_at_once(house, values)] if house is not None else [],
        "edges": _edges(house, values) if house is not None else [],
    }


def finding_record(finding: Finding, names: Mapping[str, str]) -> dict[str, Any]:
    """A finding for the form: by the chapter's name of its field, with its row of a pay table, and if a waiver may help."""
    waivable = finding.level == "error" and "." in finding.section and rule_of(finding.rule).waivable
    field = names.get(finding.field, finding.field)
    return {**finding.record(), "field": field, "row": finding.row, "waivable": waivable}


@dataclass(frozen=True)
class Held:
    """What a wager holds, None where that must be worked out."""

    wager: str
    table: str
    edge: Fraction | None


def hold_record(held: Held) -> dict[str, Any]:
    """A hold as JSON."""
    exact = None if held.edge is None else str(held.edge)
    return {
        "wager": held.wager,
        "table": held.table,
        "edge": None if held.edge is None else float(held.edge),
        "exact": exact if exact is not None and len(exact) <= LONGEST_EXACT else None,
    }


def holds_at_once(house: House, values: Mapping[str, Any] | None = None) -> list[Held]:
    """The main wager of a house and those whose pay table it chose, with what they hold where that is known without working it
    out. Of the `values` of a file, rows of the house's own are priced as they are, lawful or not."""
    number = house.chapter.chapter
    if number not in BANKED:
        return []
    offer = game(number)
    known = expected_at(without_defaults(house)) or {}
    tables = {printed.wager: printed for printed in in_force(house)}
    offered = [wager.name for wager in offer.wagers if not wager.option or house.values.get(wager.option)]
    main = next(iter(known), offered[0])
    chosen = [wager for wager in offered if wager in tables and option_for(house.chapter, wager)]
    stated = values or house.values
    posted = {printed.wager: stated.get(option_for(house.chapter, printed.wager)) for printed in house.chapter.paytables}
    own = {wager: rows for wager, rows in posted.items() if isinstance(rows, dict)}
    return [
        Held(wager, OWN, _priced(house, wager, own[wager])) if wager in own else _held(house, wager, tables.get(wager), known)
        for wager in dict.fromkeys((main, *known, *chosen, *own))
    ]


def without_defaults(house: House) -> House:
    """The same house from a file that states no default, where that makes the same one."""
    usual = {option.option: option.default for option in house.chapter.options}
    given = {name: value for name, value in house.given.items() if name not in usual or value != usual[name]}
    try:
        bare = House.of(house.chapter.chapter, given)
    except PitbossError:  # it contradicts itself
        return house
    return bare if bare.values == house.values else house


def _held(house: House, wager: str, posted: Paytable | None, known: Mapping[str, Any]) -> Held:
    table = posted.table if posted is not None else ""
    if wager in known:
        return Held(wager, table, known[wager].fraction)
    hold = hold_of(house, wager, table, posted.condition) if posted is not None else None
    return Held(wager, table, hold.fraction if hold is not None else None)


def _edges(house: House, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What each printed pay table holds at a house, and each of its own, lawful or not."""
    found = []
    for printed in house.chapter.paytables:
        hold = hold_of(house, printed.wager, printed.table, printed.condition)
        edge = None if hold is None else hold.edge
        found.append({"wager": printed.wager, "table": printed.table, "condition": printed.condition, "edge": edge})
    for wager in dict.fromkeys(printed.wager for printed in house.chapter.paytables):
        rows = values.get(option_for(house.chapter, wager))
        if isinstance(rows, dict):
            own = _priced(house, wager, rows)
            found.append({"wager": wager, "table": OWN, "condition": "", "edge": None if own is None else float(own)})
    return found


def _priced(house: House, wager: str, rows: Mapping[str, Any]) -> Fraction | None:
    """What rows of the house's own hold, None where they cannot be read or that must be worked out."""
    printed = next(each for each in house.chapter.paytables if each.wager == wager)
    hold: Hold | None = hold_of(house, wager, printed.table, printed.condition)
    if hold is None or not hold.hands:
        return None
    try:
        return hold_of_rows(hold, with_own(printed, own_rows(printed, rows)), house)
    except (PitbossError, ValueError, ZeroDivisionError):
        return None
