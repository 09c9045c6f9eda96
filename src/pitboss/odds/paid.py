"""What a pay table pays for a hand, whether the table has a row for just that hand or for a more general one.

>>> from pitboss.rulebook import chapter
>>> str(paid(chapter("565").paytable("Pair Plus"), "mini royal flush of spades (ace, king, queen)"))
'35 to 1'
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction

from pitboss.house import House
from pitboss.money import Odds
from pitboss.odds.distribution import Combination, Distribution
from pitboss.rulebook import Paytable
from pitboss.spelling import option_of

# The row that pays for a hand on a table without a row of its own for it.
GENERAL = {
    "mini royal flush of spades (ace, king, queen)": "mini royal flush (ace, king, queen)",
    "mini royal flush (ace, king, queen)": "straight flush",
    "mini-royal": "straight flush",
    "four aces": "four-of-a-kind",
    "pair of aces": "pair of queens or better",
    "pair of queens or better": "pair",
    "pair of 10s or better": "pair",
    "pair of jacks or better": "pair",
    "pair of 6s to 10s": "pair",
    "pair": "one pair or less",
    "high card": "one pair or less",
    "suited pairs": "pairs",
}
OTHERS, LOST = "all other hands", "lose"  # hands that no row names, and what is paid for a hand without a row
UNPAID = ("mini-royal",)  # § 559.14(e): where the row prints "N/A" the hand is paid as a straight flush


def paid(table: Paytable, hand: str) -> Odds | None:
    """What a table pays for a hand; None where it has no row for it."""
    name, odds = hand.lower(), table.odds(hand)
    if odds is None or (odds.kind == "none" and name in UNPAID):
        return paid(table, GENERAL[name]) if name in GENERAL else None
    return odds


def net(odds: Odds | None, wager: int = 100, meter: int = 0) -> Fraction:
    """What a wager of so many cents gains, in units of the wager, which is lost where nothing is paid. A part of the meter is
    paid in whole cents."""
    if odds is not None and odds.kind == "meter":
        odds = Odds("amount", Fraction(int(odds.value * meter)))
    return Fraction(-1) if odds is None else odds.net(wager)


def beside(odds: Odds | None, wager: int = 100) -> Fraction:
    """What is paid beside a wager of so many cents that it does not replace, in units of it."""
    return Fraction(0) if odds is None else odds.net(wager) + (odds.kind not in ("to", "push"))


def priced(counts: Mapping[str, int], worth: Callable[[str], Fraction]) -> Distribution:
    """What hands bring, by how many deals make each."""
    found: Counter[Fraction] = Counter()
    for hand, deals in counts.items():
        if deals:
            found[worth(hand)] += deals
    return Distribution(dict(sorted(found.items())))


def classes_paid(
    counts: Mapping[str, int], odds: Callable[[str], Odds | None], wager: int = 100, meter: int = 0
) -> tuple[Combination, ...]:
    """Hands with how many deals make each, as what a pay table pays a wager of so many cents for them."""
    hands = ((hand, odds(hand), deals) for hand, deals in counts.items() if deals)
    return tuple(
        Combination(hand or OTHERS, "", LOST if paid is None else str(paid), net(paid, wager, meter), deals)
        for hand, paid, deals in hands
    )


def tables_of(house: House, wager: str) -> list[Paytable]:
    """The printed tables of a wager; only that of the house where it has one of its own, or one is put in force."""
    if wager in house.instead or isinstance(house.values.get(option_of(wager)), dict):
        return [house.paytable(wager)]
    return [table for table in house.chapter.paytables if table.wager == wager]
