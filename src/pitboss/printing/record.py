"""A record that another agency's rules ask for as a form: what it states, field by field with its paragraph, the verdict, what
the text asks of it and its deadlines, with lines to sign."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from pitboss.money import decimal, dollars
from pitboss.printing.paper import Heading, Paper, Part, Signed, Table, paper
from pitboss.printing.press import Matter
from pitboss.records.checking import Verdict
from pitboss.records.kinds import Field
from pitboss.records.reading import Entry
from pitboss.words import many

HEADS = ("Paragraph", "Stated", "Means")
SHARES = (1.2, 1.6, 3)


def record_form(verdict: Verdict) -> Matter:
    """The form of a record."""
    record, kind = verdict.record, verdict.record.kind
    parts: list[Part] = [Table(HEADS, _rows(record, kind.field), "The record", None, SHARES, whole=False)]
    for name, part in kind.part.items():
        parts += [
            Table(HEADS, _rows(entry, part.field), f"{name.replace('_', ' ').capitalize()} {number}", None, SHARES, whole=False)
            for number, entry in enumerate(record.parts(name), 1)
        ]
    parts += [Heading("Verdict"), *_verdict(verdict), Signed((("Name", ""), ("Date and signature", "")))]
    edition = ", ".join(filter(None, (kind.book.edition, kind.book.dated)))
    side = f"{kind.book.game}, chapter {kind.chapter} ({edition})"
    return paper(Paper(kind.title, parts, "Record", side, dated=record.on))


def _rows(entry: Entry, fields: Sequence[Field]) -> list[tuple[str, str, str]]:
    return [(f"§ {each.section}", said(each, entry.values[each.name]), each.why[:1].upper() + each.why[1:]) for each in fields]


def _verdict(verdict: Verdict) -> Iterator[Part]:
    wrong = verdict.problems
    result = "Lawful" if verdict.ok else "Not lawful"
    yield f"{result} on {verdict.record.on}" + (f", with {many(len(wrong), 'finding')}." if wrong else ".")
    if wrong:
        rows = [(f"§ {each.section}", each.level, each.field, each.message) for each in wrong]
        yield Table(("Paragraph", "Level", "Field", "Finding"), rows, "Findings", None, (1.2, 0.7, 1.4, 3), whole=False)
    if verdict.statements:
        rows3 = [(f"§ {each.section}", each.about, each.says) for each in verdict.statements]
        yield Table(("Paragraph", "About", "The text asks"), rows3, "What the text asks", None, SHARES)
    if verdict.deadlines:
        days = [
            (f"§ {each.section}", str(each.day), f"{each.what}{' (done)' if each.done else ''}") for each in verdict.deadlines
        ]
        yield Table(("Paragraph", "Last day", "Of what"), days, "Deadlines", None, SHARES)


def said(field: Field, value: Any) -> str:
    """A value as a person reads it on paper.

    >>> fee, size = Field("fee", "amount", "", ""), Field("size", "decimal", "", "", unit="fluid ounces")
    >>> said(fee, 35000), said(size, Fraction(3, 2)), said(fee, None)
    ('$350', '1.5 fluid ounces', 'not stated')
    """
    if value is None or value == "":
        return "not stated"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if field.kind == "amount":
        return dollars(value)
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    shown = decimal(value) if isinstance(value, Fraction) else str(value)
    return f"{shown} {field.unit}".strip() if not isinstance(value, date) else shown
