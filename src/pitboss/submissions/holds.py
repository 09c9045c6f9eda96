"""The exact hold of every printed pay table as a file, so that a folder of submissions is checked without working out odds. The
command

    python -m pitboss.submissions.holds

works them out and writes the file anew; nothing in it is typed. For each wager it also has how often each row of its table is
paid, so that a table of the house's own is priced at once, and the large wins with their chances, which a payout limit may cut.
Progressive wagers depend on their meter and are not in it; Blackjack's optional wagers are there for each usual number of
decks.
"""

import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.house import House
from pitboss.money import Odds
from pitboss.rulebook import chapter

if TYPE_CHECKING:
    from pitboss.odds.row import Row

FILE = Path(__file__).with_name("holds.json")
LARGE = 50  # units of the first wager: from here on a limit may cut
LIMITED = ("559", "655a", "677a")  # chapters whose main wager may have a payout limit
DECKS = {"633a": (1, 2, 4, 5, 6, 7, 8), "635a": (6, 8)}


class Hold(msgspec.Struct, frozen=True):
    """What a wager holds on one table, as a fraction of `of`: exact as "p/q" where it is."""

    chapter: str
    wager: str
    table: str
    condition: str
    of: str
    decks: int  # 0 where the chapter has a number of its own
    edge: float
    exact: str | None
    large: tuple[tuple[str, str], ...]  # net results in units of `of`, with their chances
    hands: dict[str, str]  # how often each row of the printed table is paid, where one hand decides
    stated: str  # what the Board has said that the wager holds, "" where it has not
    outside: bool  # whether this table holds less or more than that

    @property
    def fraction(self) -> Fraction:
        """The hold, as exactly as it is known."""
        return Fraction(self.exact or self.edge)


@cache
def known() -> tuple[Hold, ...]:
    """Everything in the file."""
    return msgspec.json.decode(FILE.read_bytes(), type=tuple[Hold, ...])


def hold_of(house: House, wager: str, table: str, condition: str = "") -> Hold | None:
    """What a printed table of a wager holds at a house; None where the file does not have it.

    >>> found = hold_of(House.of("565"), "Pair Plus", "")
    >>> found.exact, round(found.edge, 6), hold_of(House.of("565"), "Poker", "")
    ('707/5525', 0.127964, None)
    """
    number, decks = house.chapter.chapter, house.get("decks", 0)
    for each in known():
        same = (each.chapter, each.wager, each.table, each.condition) == (number, wager, table, condition)
        if same and each.decks in (0, decks):
            return each
    return None


def own_hold(house: House, wager: str) -> Fraction | None:
    """What a table of the house's own holds, where one hand decides the wager; None where that must be worked out.

    >>> own_hold(House.of("565", {"pair_plus": {"Flush": "4 to 1"}}), "Pair Plus")
    Fraction(433, 5525)
    """
    printed = next((p for p in house.chapter.paytables if p.wager == wager), None)
    found = hold_of(house, wager, printed.table, printed.condition) if printed is not None else None
    if found is None or not found.hands:
        return None
    posted = house.paytable(wager)
    payouts = [Odds.parse(payout) for _, payout in posted.rows]
    paid = Fraction(0)
    for place, (hand, _) in enumerate(posted.rows):
        odds = payouts[place] if payouts[place].kind != "none" else payouts[place + 1]  # a mini-royal is a straight flush
        paid += Fraction(found.hands[hand]) * _returned(odds, house)
    return 1 - paid


def _returned(odds: Odds, house: House) -> Fraction:
    """What comes back of a unit that wins, the unit among it; a fixed amount is for the wager of $1 (§ 559.8(b))."""
    if odds.kind == "amount":
        return odds.value / 100
    return odds.value + 1 if odds.kind == "to" else odds.value


# ---------------------------------------------------------------------------- writing the file


def worked_out() -> Iterator[Hold]:
    """The holds of every chapter with wagers against the house."""
    from pitboss.games import BANKED
    from pitboss.odds.catalogue import rows, wagers

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


def _hold(row: "Row", decks: int) -> Hold:
    large: list[tuple[str, str]] = []
    if row.distribution is not None:
        deals = row.distribution.deals
        found = sorted((net, count) for net, count in row.distribution.counts.items() if net >= LARGE and count)
        large = [(str(net), str(Fraction(count, deals))) for net, count in found]
    return Hold(
        *(row.chapter, row.wager, row.table, row.condition, row.of, decks, float(row.edge), row.exact),
        *(tuple(large), {} if decks else hands_of(row.chapter, row.wager), *_stated(row)),
    )


def _stated(row: "Row") -> tuple[str, bool]:
    """What the Board has stated of a wager's hold, and whether a table is outside; figures may be rounded or cut off."""
    from pitboss.odds.claims import CLAIMS

    for claim in CLAIMS:
        if (claim.chapter, claim.wager) == (row.chapter, row.wager) and row.wager != "Ante":  # that of 655a is no edge
            least, most = (Fraction(figure.rstrip("%")) for figure in (claim.least, claim.most))
            last = Fraction(1, 10 ** len(claim.most.rstrip("%").partition(".")[2]))
            held = Fraction(row.edge) * 100
            words = claim.least if claim.least == claim.most else f"{claim.least} to {claim.most}"
            return words, not least - last < held < most + last
    return "", False


@cache
def hands_of(number: str, wager: str) -> dict[str, str]:
    """How often each row of a wager's table is paid; {} where more than one hand decides."""
    from dataclasses import replace

    from pitboss.odds.side_wagers import SIDES
    from pitboss.odds.suits import WHOLE

    side = next((s for s in SIDES.get(number, ()) if s.wager == wager and not s.progressive), None)
    if side is None:
        return {}
    house = House.of(number)
    table = next(p for p in house.chapter.paytables if p.wager == wager)
    marked = replace(table, rows=tuple((hand, f"{place} to 1") for place, (hand, _) in enumerate(table.rows, 1)))
    counts = side.counts(house, WHOLE)
    found = dict.fromkeys((hand for hand, _ in table.rows), Fraction(0))
    for row, count in counts.items():
        odds = side.odds(marked, row)
        if odds is not None and odds.kind == "to":
            found[table.rows[int(odds.value) - 1][0]] += Fraction(count, sum(counts.values()))
    return {hand: str(chance) for hand, chance in found.items()}


def main() -> None:
    """Works everything out and writes the file."""
    entries: list[dict[str, Any]] = [msgspec.to_builtins(hold) for hold in worked_out()]
    lines = ",\n ".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    FILE.write_text(f"[\n {lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
