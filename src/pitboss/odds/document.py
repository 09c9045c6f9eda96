"""`docs/odds.md`, written by `pitboss odds --document`: every edge, the Board's claims, and published figures beside ours."""

from collections.abc import Iterator

from pitboss.odds.claims import compared
from pitboss.odds.errata import effects
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
        yield ""
        yield f"## {chapter(number).game} ({number})"
        yield ""
        yield "| wager | edge | risk | hit rate | deviation | |"
        yield "|---|---|---|---|---|---|"
        for row in rows(number, {}):
            yield _line(row)
    yield ""
    yield "## What the Board has claimed"
    yield ""
    yield "| chapter | wager | claimed | exact | | |"
    yield "|---|---|---|---|---|---|"
    for claim in compared(lambda number, wager: rows(number, {})):
        told = "; ".join(filter(None, (str(claim["source"]), str(claim["note"]))))
        yield f"| {claim['chapter']} | {claim['wager']} | {claim['claimed']} | {claim['exact']} | {claim['verdict']} | {told} |"
    yield ""
    yield "## Errata, read both ways"
    yield ""
    yield "What a wager holds with the reading that pitboss adopts (`pitboss errata`), and with another reading of the text."
    yield ""
    yield "| erratum | wager | adopted | otherwise | the other reading |"
    yield "|---|---|---|---|---|"
    for effect in effects():
        name = " ".join(filter(None, (effect.wager, effect.table)))
        both = f"{float(effect.adopted):.4%} | {float(effect.otherwise):.4%}"
        yield f"| {effect.erratum} | {name} | {both} | {effect.reading} |"
    yield ""
    yield "## Published figures"
    yield ""
    yield "A figure agrees where it is ours, rounded or cut off as printed; where it does not, the last column says why."
    yield ""
    yield "| wager | what | published | ours | agrees | source | |"
    yield "|---|---|---|---|---|---|---|"
    for entry in beside(rows):
        ours = f"{entry['exact']:.4%}" if str(entry["published"]).endswith("%") else f"{entry['exact']:.6f}"
        agrees = "yes" if entry["agrees"] else "no"
        name = f"{entry['chapter']} {entry['wager']}"
        yield f"| {name} | {entry['what']} | {entry['published']} | {ours} | {agrees} | {entry['source']} | {entry['why']} |"


def _line(row: Row) -> str:
    record = row.record()
    name = " ".join(filter(None, (row.wager, row.table)))
    percent = ["" if record[k] is None else f"{record[k]:.4%}" for k in ("house_edge", "element_of_risk", "hit_rate")]
    deviation = "" if record["standard_deviation"] is None else f"{record['standard_deviation']:.3f}"
    below = "; ".join(filter(None, (row.condition, row.note)))
    return f"| {name} | {' | '.join(percent)} | {deviation} | {below} |"
