"""The payout limit of a table: the amount that a chapter sets by itself where the house states none, and what the limit covers.

Two chapters set an amount: a fixed one, or what one patron could win in a round when betting the minimum, whichever is greater
(§ 563.12(e), § 655a.12(b)). Each chapter with a limit says whether it holds for a hand or a round, for one player or for all
winners, and which wagers count.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.money import Odds, dollars

if TYPE_CHECKING:
    from pitboss.house import House

FIXED: Mapping[str, str] = {"563": "payout_limit", "655a": "payout_limit_ceiling"}  # the chapter's name for its amount

UNIT: Mapping[str, str] = {  # what a limit holds for
    "559": "per hand",
    "563": "per hand",
    "633a": "per round",
    "645a": "per hand",
    "655a": "per hand",
    "677a": "per player per round",
}
COVERED: Mapping[str, str] = {  # the wagers that count, in the words of a sign
    "559": "for Bets 1, 2 and 3 together; bonus wagers are not limited",  # § 559.14(c)
    "563": "for Ante, Flop, Turn, River and Bonus Wagers together",  # § 563.12(e)
    "645a": "for the optional wagers together; Envy Bonuses are not limited",  # § 645a.13(f)
    "655a": "for Ante, 3rd, 4th and 5th Street Wagers together",  # § 655a.12(b)
    "677a": "for Ante, Raise and Odds Wagers together; Pocket Bonus and Trips Plus Wagers are not limited",  # § 677a.12(f)
}
HIGHEST_PAIRS = {"lucky_ladies": "queen of hearts pairs", "kings_bounty": "king of spades pairs"}  # § 633a.13(j)


def short_notice(house: "House") -> str:
    """The payout limit as a layout inscribes it.

    >>> from pitboss.house import House
    >>> short_notice(House.of("633a", {"payout_limit": 2_500_000}))
    'Payout limit $25,000 per round'
    """
    return f"Payout limit {dollars(house['payout_limit'])} {UNIT[house.chapter.chapter]}"


def full_notice(house: "House") -> str:
    """The payout limit as a sign posts it, with the wagers that count."""
    return f"{short_notice(house)} {_covered(house)}"


def _covered(house: "House") -> str:
    """The wagers that count; in Blackjack only pairs whose wager is offered, or both where neither is."""
    if house.chapter.chapter in COVERED:
        return COVERED[house.chapter.chapter]
    offered = [pairs for option, pairs in HIGHEST_PAIRS.items() if house.values[option]] or list(HIGHEST_PAIRS.values())
    return f"for all {' and '.join(offered)} with a dealer Blackjack together, shared in proportion to the wagers"


def limit_by_text(house: "House") -> int:
    """The payout limit of the chapter itself at this house; 0 where the chapter leaves it to the house."""
    book = house.chapter
    if book.chapter not in FIXED:
        return 0
    at_minimum = _hold_em_bonus(house) if book.chapter == "563" else _mississippi_stud(house)
    return max(int(book.limit_named(FIXED[book.chapter])), at_minimum)


def _hold_em_bonus(house: "House") -> int:
    """The smallest Ante with its Flop, Turn and River Wagers at 1 to 1, and the smallest Bonus Wager at its best odds."""
    book = house.chapter
    times = 1 + sum(book.limit_named(f"{street}_wager_multiple") for street in ("flop", "turn", "river"))
    best = max(Odds.parse(payout).value for _, payout in house.paytable("Bonus").rows)
    if house["aces_against_aces"]:
        best = max(best, Fraction(house["aces_against_aces_odds"]))
    bonus = house["optional_wager_minimum"] or book.limit_named("bonus_minimum")
    return int(times * house["table_minimum"] + best * bonus)


def _mississippi_stud(house: "House") -> int:
    """A royal flush on the smallest Ante, with the largest wager on every street."""
    book = house.chapter
    royal = house.paytable("Mississippi Stud").odds("royal flush")
    assert royal is not None
    times = 1 + sum(book.limit_named(f"{street}_street_maximum") for street in ("third", "fourth", "fifth"))
    return royal.winnings(house["table_minimum"] * times)
