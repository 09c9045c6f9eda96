#!/usr/bin/env python3
"""Computes the hold of every printed pay table and rewrites `pitboss/submissions/holds.json`."""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec

from pitboss.games import BANKED
from pitboss.house import House
from pitboss.odds.catalogue import rows, wagers
from pitboss.odds.claims import CLAIMS
from pitboss.odds.row import Row
from pitboss.odds.side_wagers import counts_of, odds_for, sides_of
from pitboss.rulebook import chapter
from pitboss.submissions.holds import FILE, Hold

LARGE = 50  # units of the first wager: payouts from here up may be cut by a payout limit
LIMITED = ("559", "655a", "677a")  # chapters whose main wager may have a payout limit
DECKS = {"633a": (1, 2, 4, 5, 6, 7, 8), "635a": (6, 8)}


def holds() -> Iterator[Hold]:
    """The hold of every wager with a pay table, in every banked chapter."""

    for number in BANKED:
        for decks in DECKS.get(number, (0,)):
            given = {"decks": decks} if decks else {}
            tables = {table.wager for table in chapter(number).paytables}
            first, *others = wagers(number)
            for wager in (*([first] if number in LIMITED else []), *(w for w in others if w in tables)):
                print(number, decks, wager, file=sys.stderr, flush=True)
                for row in rows(number, given, wager=wager):
                    if row.wager == wager and "$" not in row.condition and "progressive" not in wager.lower():
                        yield _hold(row, decks)


def _hold(row: Row, decks: int) -> Hold:
    large: list[tuple[str, str]] = []
    if row.distribution is not None:
        deals = row.distribution.deals
        counts = sorted((net, count) for net, count in row.distribution.counts.items() if net >= LARGE and count)
        large = [(str(net), str(Fraction(count, deals))) for net, count in counts]
    return Hold(
        *(row.chapter, row.wager, row.table, row.condition, row.of, decks, float(row.edge), row.exact),
        *(tuple(large), {} if decks else hands_of(row.chapter, row.wager), *_stated(row)),
    )


def _stated(row: Row) -> tuple[str, bool]:
    """The hold that the Board has stated for a wager, and True if this table's lies outside (its figures may be rounded)."""

    for claim in CLAIMS:
        if (claim.chapter, claim.wager) == (
            row.chapter,
            row.wager,
        ) and row.wager != "Ante":  # the Board's figure for the Ante of 655a is no house edge
            least, most = (Fraction(figure.rstrip("%")) for figure in (claim.least, claim.most))
            last = Fraction(1, 10 ** len(claim.most.rstrip("%").partition(".")[2]))
            held = Fraction(row.edge) * 100
            words = claim.least if claim.least == claim.most else f"{claim.least} to {claim.most}"
            return words, not least - last < held < most + last
    return "", False


@cache
def hands_of(number: str, wager: str) -> dict[str, str]:
    """The probability of each row of a wager's pay table; {} if more than one hand decides the wager."""

    side = next((side for side in sides_of(number, wager) if not side.progressive), None)
    if side is None:
        return {}
    house = House.of(number)
    table = next(p for p in house.chapter.paytables if p.wager == wager)
    marked = replace(table, rows=tuple((hand, f"{place} to 1") for place, (hand, _) in enumerate(table.rows, 1)))
    counts = counts_of(side, house)
    chances = dict.fromkeys((hand for hand, _ in table.rows), Fraction(0))
    for row, count in counts.items():
        odds = odds_for(house, marked, row)
        if odds is not None and odds.kind == "to":
            chances[table.rows[int(odds.value) - 1][0]] += Fraction(count, sum(counts.values()))
    return {hand: str(probability) for hand, probability in chances.items()}


def main() -> None:
    """Compute every hold and write the file."""
    entries: list[dict[str, Any]] = [msgspec.to_builtins(hold) for hold in holds()]
    lines = ",\n ".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    FILE.write_text(f"[\n {lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
