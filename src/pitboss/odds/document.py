"""`docs/odds.md`, written by `pitboss odds --document`: every edge, the Board's claims, and published figures beside ours."""

from collections.abc import Callable, Iterator

from pitboss.odds.claims import compared
from pitboss.odds.row import Row
from pitboss.rulebook import chapter

Rows = Callable[[str], list[Row]]

SHACKLEFORD = "M. Shackleford, The Wizard of Odds Analyzes the New Casino Games, Contingencies, November/December 2000"
GROCHOWSKI = "J. Grochowski, By Any Other Name, Casino City Times"
# Chapter, wager, table, what is published of it, the figure as published, and where.
PUBLISHED: tuple[tuple[str, str, str, str, str, str], ...] = (
    ("555", "Ante", "", "edge", "5.22%", SHACKLEFORD),
    ("555", "Ante", "", "element of risk", "2.56%", SHACKLEFORD),
    ("587", "Pair Plus", "A", "edge", "2.3%", GROCHOWSKI),
    ("587", "Pair Plus", "B", "edge", "3.5%", GROCHOWSKI),
)


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
        for row in rows(number):
            yield _line(row)
    yield ""
    yield "## What the Board has claimed"
    yield ""
    yield "| chapter | wager | claimed | exact | agrees | |"
    yield "|---|---|---|---|---|---|"
    for claim in compared(rows):
        agrees = "yes" if claim["agrees"] else "no"
        told = "; ".join(filter(None, (str(claim["source"]), str(claim["note"]))))
        yield f"| {claim['chapter']} | {claim['wager']} | {claim['claimed']} | {claim['exact']} | {agrees} | {told} |"
    yield ""
    yield "## Published figures"
    yield ""
    yield "| wager | what | published | exact | source |"
    yield "|---|---|---|---|---|"
    for number, wager, table, what, figure, source in PUBLISHED:
        [row] = [r for r in rows(number) if (r.wager, r.table) == (wager, table)]
        exact = float(row.edge) if what == "edge" or row.distribution is None else float(row.distribution.element_of_risk)
        name = " ".join(filter(None, (number, wager, table)))
        yield f"| {name} | {what} | {figure} | {exact:.4%} | {source} |"


def _line(row: Row) -> str:
    record = row.record()
    name = " ".join(filter(None, (row.wager, row.table)))
    percent = ["" if record[k] is None else f"{record[k]:.4%}" for k in ("house_edge", "element_of_risk", "hit_rate")]
    deviation = "" if record["standard_deviation"] is None else f"{record['standard_deviation']:.3f}"
    below = "; ".join(filter(None, (row.condition, row.note)))
    return f"| {name} | {' | '.join(percent)} | {deviation} | {below} |"
