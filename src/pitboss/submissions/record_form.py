"""A record under another agency's rules as a form: its fields as the desk shows them, and the state of a file.

What a field means, its values and its paragraph are those of its kind (`pitboss.records.kinds`); the findings of a state are
those of `pitboss check`.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.errors import UnknownCitation
from pitboss.money import decimal, dollars
from pitboss.records.checking import Verdict
from pitboss.records.kinds import WORD, Field, Kind, kind_named, kinds
from pitboss.records.reading import path_of
from pitboss.submissions.checking import Report
from pitboss.submissions.findings import Finding, plain
from pitboss.submissions.form import label_of
from pitboss.submissions.reading import BadSubmission, Document
from pitboss.submissions.record_editing import DAY_OF_VERDICT, field_at
from pitboss.words import either, toml

MOST_ENTRIES = 60  # of a list, as a form shows it
MOST_FINDINGS = 200
MOST_UNFOLDED = 2  # fields that are rarely stated, before they stand apart


def kind_of(found: Document) -> Kind:
    """The kind of record that a file states; raises BadSubmission."""
    name = found.flat.get(WORD)
    if name is None:
        what = (
            f"it is a Rules Submission for chapter {found.chapter}" if found.chapter else "it does not say which record it is"
        )
        raise BadSubmission(f'{what}; a record begins with {WORD} = "manager" or another kind')
    try:
        if isinstance(name, str):
            return kind_named(name)
    except UnknownCitation as error:
        raise BadSubmission(error.message) from None
    raise BadSubmission(f"{WORD} = {toml(name)} is no kind of record; they are {', '.join(kinds())}")


# ---------------------------------------------------------------------------- the form of a kind


def form_of_kind(kind: Kind) -> dict[str, Any]:
    """The form of a kind of record: its fields, those that are rarely stated apart, and its lists of entries."""
    day = _field(DAY_OF_VERDICT) | {"label": "Day of the verdict"}
    rare = [each for each in kind.field if not each.required and each.example is None]
    rare = rare if len(rare) > MOST_UNFOLDED else []
    usual = [each for each in kind.field if each not in rare]
    parts = [
        {
            "name": name,
            "label": label_of(name),
            "section": part.section,
            "why": _sentence(part.why),
            "fields": _fields(part.field),
        }
        for name, part in kind.part.items()
    ]
    about = {"kind": kind.name, "title": kind.title, "says": _sentence(kind.says), "chapter": kind.chapter}
    return about | {"agency": kind.book.game, "fields": [day, *_fields(usual)], "rare": _fields(rare), "parts": parts}


def _fields(fields: list[Field] | tuple[Field, ...]) -> list[dict[str, Any]]:
    return [_field(each) for each in fields]


def _field(field: Field) -> dict[str, Any]:
    """A field in the shape of a field of a submission's form."""
    return {
        "option": field.name,
        "label": label_of(field.name),
        "section": field.section,
        "kind": field.kind,
        "unit": "cents" if field.kind == "amount" else field.unit,
        "default": plain(field.default),
        "allowed": list(field.allowed) or None,
        "lawful": "Required." if field.required else "",
        "why": _sentence(field.why),
        "required": field.required,
        "choices": _choices(field),
        "columns": [],
        "wager": "",
        "own": False,
    }


def _choices(field: Field) -> list[dict[str, Any]]:
    """The values that a field lists, with their labels, and that nothing is stated where that may be."""
    listed = [{"value": True, "label": "Yes"}, {"value": False, "label": "No"}] if field.kind == "flag" else []
    listed += [{"value": each, "label": each[:1].upper() + each[1:]} for each in field.allowed]
    may_be_left_out = listed and field.kind != "texts" and not field.required and field.default is None
    return [*listed, {"value": None, "label": "Not stated"}] if may_be_left_out else listed


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


# ---------------------------------------------------------------------------- the state of a file


def state_of_record(report: Report) -> dict[str, Any]:
    """A record that was checked as its form shows it: values, findings, what the text asks, and deadlines."""
    verdict, found = report.verdict, report.document
    assert verdict is not None and found is not None
    record, kind = verdict.record, verdict.record.kind
    given = {**found.about, **found.flat}
    entries = {name: _tables(given.get(name)) for name in kind.part}
    values = _values([DAY_OF_VERDICT, *kind.field], given, "")
    for name, part in kind.part.items():
        for number, entry in enumerate(entries[name][:MOST_ENTRIES], 1):
            values |= _values(part.field, entry, f"{name}[{number}].")
    stated = [
        *given,
        *(f"{name}[{n}].{each}" for name, list_ in entries.items() for n, entry in enumerate(list_, 1) for each in entry),
    ]
    return {
        "kind": kind.name,
        "chapter": kind.chapter,
        "ok": report.ok,
        "on": record.on.isoformat(),
        "values": plain(values),
        "stated": [name for name in stated if name in values],
        "counts": {name: min(len(listed), MOST_ENTRIES) for name, listed in entries.items()},
        "more": {name: len(listed) - MOST_ENTRIES for name, listed in entries.items() if len(listed) > MOST_ENTRIES},
        "findings": [_finding(finding, kind) for finding in report.findings[:MOST_FINDINGS]],
        "errors": sum(finding.level == "error" for finding in report.findings),
        "statements": [each.record() for each in verdict.statements],
        "deadlines": [each.record() | {"overdue": verdict.overdue(each)} for each in verdict.deadlines],
    }


def _tables(listed: Any) -> list[dict[str, Any]]:
    """The entries of a list, none where it is no list of tables."""
    return listed if isinstance(listed, list) and all(isinstance(each, dict) for each in listed) else []


def _values(fields: list[Field] | tuple[Field, ...], given: Mapping[str, Any], where: str) -> dict[str, Any]:
    return {f"{where}{each.name}": given.get(each.name, each.default) for each in fields}


def _finding(finding: Finding, kind: Kind) -> dict[str, Any]:
    """A finding for the form, in the amounts of the form. A record states facts: no button proposes others."""
    field = field_at(kind, path_of(finding.field))
    own = field is not None and finding.fix.startswith(f"set {finding.field} to ")
    fix = f"allowed: {allowed_in_form(finding.allowed, field)}" if own and field is not None else finding.fix
    return {**finding.record(), "fix": fix, "row": "", "waivable": False}


def allowed_in_form(allowed: Any, field: Field) -> str:
    """What a finding allows, as the form shows values of its field.

    >>> fee, ounces = Field("fee", "amount", "", ""), Field("ounces", "decimal", "", "", unit="fluid ounces")
    >>> allowed_in_form({"max": 30000}, fee), allowed_in_form({"max": Fraction(3, 2)}, ounces), allowed_in_form(True, fee)
    ('$300 or less', '1.5 fluid ounces or less', 'yes')
    >>> allowed_in_form(["lease", "deed"], fee), allowed_in_form("2010-05-01 or earlier", fee)
    ('lease or deed', '2010-05-01 or earlier')
    """
    if isinstance(allowed, dict):
        bounds = {"min": "or more", "max": "or less"}
        return " and ".join(
            f"{allowed_in_form(allowed[each], field)} {words}" for each, words in bounds.items() if each in allowed
        )
    if isinstance(allowed, list | tuple):
        return either(allowed_in_form(each, field) for each in allowed)
    if isinstance(allowed, bool):
        return "yes" if allowed else "no"
    if isinstance(allowed, int | Fraction):
        shown = decimal(Fraction(allowed))
        return dollars(int(allowed)) if field.kind == "amount" else f"{shown} {field.unit}".strip()
    return str(allowed)


def name_of(verdict: Verdict) -> str:
    """A record by its kind and by whom it names, as its deadlines tell it from others.

    >>> from datetime import date
    >>> from pitboss.records.checking import check
    >>> name_of(check(kind_named("transfer"), {"seller": "Ann", "buyer": "Bob"}, date(2010, 5, 3)))
    'Transfer of ownership: Ann, Bob'
    """
    record, kind = verdict.record, verdict.record.kind
    named = [record.text(each.name) for each in kind.field if each.kind == "text" and each.required]
    return f"{kind.title}: {', '.join(filter(None, named))}".removesuffix(": ")
