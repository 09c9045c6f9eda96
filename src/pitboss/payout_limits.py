"""The payout limit that a chapter sets by itself where the house states none: a fixed amount, or what one patron could win in a
round when betting the minimum, whichever is greater (§ 563.12(e), § 655a.12(b)). The other chapters have none of their own."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.money import Odds

if TYPE_CHECKING:
    from pitboss.house import House

FIXED: Mapping[str, str] = {"563": "payout_limit", "655a": "payout_limit_ceiling"}  # the chapter's name for its amount


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
