"""Two submissions, or two editions of a game, side by side: what changed, and what it does to the hold of each wager."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from pitboss.errors import NotAuthorized
from pitboss.house import House
from pitboss.money import decimal, dollars
from pitboss.odds.row import Row
from pitboss.rulebook import Chapter
from pitboss.submissions.reading import Submission
from pitboss.submissions.waived import waived

Rows = Callable[[House], list[Row]]
HEADINGS = {
    "edition": "Edition",
    "option": "Options",
    "waiver": "Waived",
    "allowed": "Allowed",
    "limit": "Limits",
    "pay table": "Pay tables",
}
BANKS = {"Bank": "player_bank"}  # a wager whose option has another name


@dataclass(frozen=True)
class Change:
    """One thing that differs: an option, a limit, a pay table, something about the edition. None where one side has it not."""

    kind: str
    name: str
    section: str
    a: Any
    b: Any
    unit: str = ""  # "cents" where both are money


@dataclass(frozen=True)
class Wager:
    """A wager that the changes touch, with the row of each side (None where it is not offered)."""

    a: Row | None
    b: Row | None

    @property
    def row(self) -> Row:
        """The row that names the wager."""
        found = self.b or self.a
        assert found is not None
        return found

    @property
    def change(self) -> float | None:
        """How much more the house holds on the second side."""
        return None if self.a is None or self.b is None else float(self.b.edge - self.a.edge)

    def record(self) -> dict[str, Any]:
        """The wager as `pitboss diff --json` prints it."""
        found: dict[str, Any] = {"wager": self.row.wager, "of": self.row.of}
        for side, row in (("a", self.a), ("b", self.b)):
            found |= {
                f"table_{side}": row and row.table,
                f"condition_{side}": row and row.condition,
                f"hold_{side}": row and float(row.edge),
                f"hold_exact_{side}": row and row.exact,
            }
        return found | {"change": self.change}


def changes(a: Submission, b: Submission) -> list[Change]:
    """What differs between two sides; they must be about one game."""
    one, other = a.house.chapter, b.house.chapter
    if one.chapter != other.chapter and other.chapter not in (one.replaces, one.replaced_by):
        raise NotAuthorized(
            f"chapters {one.chapter} ({one.game}) and {other.chapter} ({other.game}) are not editions of one game; "
            "compare two submissions of a chapter, or the editions 553 and 637a, or 561 and 645a"
        )
    options = [*_options(a.house, b.house), *_waivers(a.house, b.house)]
    return [*_editions(one, other), *options, *_limits(one, other), *_paytables(one, other)]


def _editions(one: Chapter, other: Chapter) -> list[Change]:
    keys = ("chapter", "game", "edition", "effective")
    return [Change("edition", k, "", getattr(one, k), getattr(other, k)) for k in keys if getattr(one, k) != getattr(other, k)]


def _waivers(a: House, b: House) -> list[Change]:
    """Choices that stand by a waiver on one side, or by another one (§ 521.5)."""
    first, second = ({problem.field: problem for problem in waived(house)} for house in (a, b))
    found = []
    for name in dict.fromkeys([*first, *second]):
        before, after = (side[name].waiver if name in side else None for side in (first, second))
        if before != after:
            found.append(Change("waiver", name, (second.get(name) or first[name]).section, before, after))
    return found


def _options(a: House, b: House) -> list[Change]:
    """Choices that differ; between editions also what may be chosen at all."""
    known = {o.option: o for o in (*b.chapter.options, *a.chapter.options)}
    found = []
    for name, option in known.items():
        if a.values.get(name) != b.values.get(name):
            found.append(Change("option", name, option.section, a.values.get(name), b.values.get(name), option.unit))
    allowed = [{o.option: o.allowed for o in house.chapter.options} for house in (a, b)]
    for name in known:
        if name in allowed[0] and name in allowed[1] and allowed[0][name] != allowed[1][name]:
            found.append(Change("allowed", name, b.section(name), allowed[0][name], allowed[1][name]))
    return found


def _limits(one: Chapter, other: Chapter) -> list[Change]:
    """Numbers that both editions print and that differ."""
    first = {limit.name: limit.value for limit in one.limits}
    return [
        Change("limit", limit.name, limit.section, first[limit.name], limit.value)
        for limit in other.limits
        if limit.name in first and first[limit.name] != limit.value
    ]


def _paytables(one: Chapter, other: Chapter) -> list[Change]:
    first, second = ({(p.wager, p.table, p.condition): p for p in book.paytables} for book in (one, other))
    found = []
    for key in dict.fromkeys([*first, *second]):
        a, b = first.get(key), second.get(key)
        if (a and a.rows) != (b and b.rows):
            printed = b or a
            assert printed is not None
            name = " ".join(filter(None, key))
            found.append(Change("pay table", name, printed.section, a and dict(a.rows), b and dict(b.rows)))
    return found


def offered(house: House) -> dict[str, Any]:
    """The choices of a house for which odds are asked; a version played by default is said too, so that no other is listed."""
    version = {"version": house["version"]} if "version" in house.values else {}
    return dict(house.given) | version


def in_force(row: Row, house: House) -> bool:
    """Whether a house offers a wager on a table."""
    chosen = house.values.get(BANKS[row.wager]) if row.wager in BANKS else house.chosen(row.wager)
    if isinstance(chosen, str) and row.table:
        return chosen == row.table
    return chosen is None or bool(chosen)


def touched(a: Submission, b: Submission, rows: Rows) -> list[Wager]:
    """Every wager that brings something else on the second side, or is offered on one side only. Two editions are compared on
    every printed table, two submissions on what they offer."""
    whole = a.edition and b.edition
    first, second = ([r for r in rows(s.house) if whole or in_force(r, s.house)] for s in (a, b))
    found = []
    for key in dict.fromkeys(_key(row, whole) for row in (*first, *second)):
        pairs = zip_longest(*([row for row in side if _key(row, whole) == key] for side in (first, second)))
        found += [Wager(one, other) for one, other in pairs if _result(one) != _result(other)]
    return found


def _key(row: Row, whole: bool) -> tuple[str, str]:
    return row.wager, row.table if whole else ""


def _result(row: Row | None) -> object:
    return None if row is None else (row.table, row.edge, row.extra)


def record(change: Change) -> dict[str, str]:
    """A change as a page lists it, both sides in words."""
    name = change.name[:1].upper() + change.name[1:].replace("_", " ")
    before, after = _sides(change)
    return {"kind": HEADINGS[change.kind], "name": name, "section": change.section, "before": before, "after": after}


def told(found: Iterable[Change]) -> list[str]:
    """Changes as people read them, a line each under its kind; of pay tables only the rows that differ."""
    lines: list[str] = []
    kind = ""
    for change in found:
        if change.kind != kind:
            kind = change.kind
            lines.append(HEADINGS[kind])
        section = f" (§ {change.section})" if change.section else ""
        lines.append(f"  {change.name.replace('_', ' ')}{section}: {_from_to(change)}")
    return lines


def _from_to(change: Change) -> str:
    before, after = _sides(change)
    if change.a is None or change.b is None:
        if change.kind == "pay table":
            return "new" if change.a is None else "gone"
        return f"new, {after}" if change.a is None else f"gone, was {before}"
    return f"{before} → {after}"


def _sides(change: Change) -> tuple[str, str]:
    """Both sides of a change in words; of pay tables only the rows that differ. "" for a side that has nothing."""
    a, b = change.a, change.b
    if isinstance(a, dict) and isinstance(b, dict):
        a, b = ({k: v for k, v in side.items() if other.get(k) != v} for side, other in ((a, b), (b, a)))
    before, after = ("" if side is None else _words(side, change.unit) for side in (a, b))
    return before, after


def _words(value: Any, unit: str = "") -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if unit == "cents" and type(value) is int:
        return dollars(value) if value else "none"
    if isinstance(value, dict):
        return "; ".join(f"{k} {v}" for k, v in value.items())
    if isinstance(value, list):
        return ", ".join(map(_words, value))
    if isinstance(value, Fraction):
        return decimal(value)
    return str(value) or "none"
