"""`docs/odds.md`, written by `pitboss odds --document`: every edge, the Board's claims, and published figures beside ours."""

from collections.abc import Iterable, Iterator
from typing import Any

from pitboss.odds.claims import compared
from pitboss.odds.errata import Effect, effects
from pitboss.odds.published import Rows, beside
from pitboss.odds.row import Row
from pitboss.rulebook import chapter


def document(numbers: list[str], rows: Rows) -> Iterator[str]:
    """The lines of the document."""
    yield "# The odds of every wager"
    yield ""
    yield "Written by `pitboss odds --document`; nothing here is typed by hand. The edge is the house's part of the wager that"
    yield "must be made first, under best play; risk is its part of all that is wagered. Every figure is a count of deals"
    yield "unless a note says otherwise, and `pitboss odds CHAPTER --json` gives it as a fraction."
    for number in numbers:
        title, head = f"{chapter(number).game} ({number})", "| wager | edge | risk | hit rate | deviation | |"
        yield from _section(title, "", head, map(_odds, rows(number, {})))
    claims = compared(lambda number, wager: rows(number, {}))
    yield from _section("What the Board has claimed", "", "| chapter | wager | claimed | exact | | |", map(_claim, claims))
    words = "What a wager holds with the reading that pitboss adopts (`pitboss errata`), and with another reading of the text."
    head = "| erratum | wager | adopted | otherwise | the other reading |"
    yield from _section("Errata, read both ways", words, head, map(_erratum, effects()))
    words = "A figure agrees where it is ours, rounded or cut off as printed; where it does not, the last column says why."
    head = "| wager | what | published | ours | agrees | source | |"
    yield from _section("Published figures", words, head, map(_figure, beside(rows)))


def _section(title: str, words: str, head: str, lines: Iterable[Iterable[object]]) -> Iterator[str]:
    """A heading, what there is to say of the table, and the table."""
    yield from ("", f"## {title}", "", *((words, "") if words else ()), head, "|" + "---|" * (head.count("|") - 1))
    yield from (f"| {' | '.join(map(str, line))} |" for line in lines)


def _odds(row: Row) -> tuple[str, ...]:
    record = row.record()
    percent = ["" if record[k] is None else f"{record[k]:.4%}" for k in ("house_edge", "element_of_risk", "hit_rate")]
    deviation = "" if record["standard_deviation"] is None else f"{record['standard_deviation']:.3f}"
    return row.name, *percent, deviation, "; ".join(filter(None, (row.condition, row.note)))


def _claim(claim: dict[str, object]) -> tuple[object, ...]:
    told = "; ".join(filter(None, (str(claim["source"]), str(claim["note"]))))
    return *(claim[name] for name in ("chapter", "wager", "claimed", "exact", "verdict")), told


def _erratum(effect: Effect) -> tuple[str, ...]:
    name = f"{effect.wager} {effect.table}".strip()
    return effect.erratum, name, f"{float(effect.adopted):.4%}", f"{float(effect.otherwise):.4%}", effect.reading


def _figure(entry: dict[str, Any]) -> tuple[object, ...]:
    ours = f"{entry['exact']:.4%}" if entry["published"].endswith("%") else f"{entry['exact']:.6f}"
    agrees = "yes" if entry["agrees"] else "no"
    name = f"{entry['chapter']} {entry['wager']}"
    return name, entry["what"], entry["published"], ours, agrees, entry["source"], entry["why"]
