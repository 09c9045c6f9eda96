"""The exact hold of every printed pay table as a file, so that a folder of submissions is checked without working out odds.

`tools/holds.py` writes the file. For each wager it also has how often each row of its table is paid, so that a table of the
house's own is priced at once, and the large wins with their chances, which a payout limit may cut. Progressive wagers depend on
their meter and are not in it; Blackjack's optional wagers are there for each usual number of decks.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

import msgspec

from pitboss.house import House
from pitboss.money import Odds

FILE = Path(__file__).with_name("holds.json")


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

    >>> found = hold_of(House.of("three-card-poker"), "Pair Plus", "")
    >>> found.exact, round(found.edge, 6), hold_of(House.of("three-card-poker"), "Poker", "")
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

    >>> own_hold(House.of("three-card-poker", {"pair_plus": {"Flush": "4 to 1"}}), "Pair Plus")
    Fraction(433, 5525)
    """
    printed = next((p for p in house.chapter.paytables if p.wager == wager), None)
    found = hold_of(house, wager, printed.table, printed.condition) if printed is not None else None
    if found is None or not found.hands:
        return None
    return hold_of_rows(found, house.paytable(wager).rows, house)


def hold_of_rows(found: Hold, rows: Sequence[tuple[str, str]], house: House) -> Fraction:
    """What a wager holds that pays its hands by other rows than the printed ones."""
    payouts = [Odds.parse(payout) for _, payout in rows]
    paid = Fraction(0)
    for place, (hand, _) in enumerate(rows):
        odds = payouts[place] if payouts[place].kind != "none" else payouts[place + 1]  # a mini-royal is a straight flush
        paid += Fraction(found.hands[hand]) * _returned(odds, house)
    return 1 - paid


def _returned(odds: Odds, house: House) -> Fraction:
    """What comes back of a unit that wins, the unit among it; a fixed amount is for the wager of $1 (§ 559.8(b))."""
    if odds.kind == "amount":
        return odds.value / 100
    return odds.value + 1 if odds.kind == "to" else odds.value
