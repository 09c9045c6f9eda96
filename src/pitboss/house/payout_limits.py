"""The payout limit of a table: what it covers, and the amount that the chapter sets if the house states none.

Two chapters set an amount: a fixed one, or what one patron could win in a round when betting the minimum, whichever is greater
(§ 563.12(e), § 655a.12(b)). Each chapter with a limit says whether it applies to a hand or a round, to one player or all
winners, and which wagers count.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from pitboss.money import Odds, dollars
from pitboss.rulebook import Chapter, Paytable


class Chosen(Protocol):
    """The part of a house that its payout limit depends on."""

    @property
    def chapter(self) -> Chapter: ...

    @property
    def values(self) -> Mapping[str, Any]: ...

    def __getitem__(self, option: Any) -> Any: ...

    def paytable(self, wager: str) -> Paytable: ...


@dataclass(frozen=True)
class PayoutLimit:
    """The table [payout_limit] of a chapter's file.

    `per` is what the limit applies to, `covers` the wagers that count (or `pairs`: wagers, each under the option that offers
    it). If the chapter sets an amount, `amount` names the limit that states it. The other fields say how much the smallest
    wagers could win: the Ante and its `multiples` at the best odds of `table`, plus an `optional` wager. `wins` are the wagers
    whose large wins are known, by their names here and in the list of holds, unless their table is the house's `own`; or,
    with `every_table`, those of all tables in force.
    """

    per: str
    covers: str = ""
    pairs: Mapping[str, str] = field(default_factory=dict)
    amount: str = ""
    multiples: tuple[str, ...] = ()
    table: str = ""
    optional: str = ""
    optional_least: str = ""
    wins: Mapping[str, str] = field(default_factory=dict)
    own: tuple[str, ...] = ()
    every_table: bool = False


def short_notice(house: Chosen) -> str:
    """The payout limit as inscribed on a layout.

    >>> from pitboss.house import House
    >>> short_notice(House.of("blackjack", {"payout_limit": 2_500_000}))
    'Payout limit $25,000 per round'
    """
    return f"Payout limit {dollars(house['payout_limit'])} per {house.chapter.part('payout_limit', PayoutLimit).per}"


def full_notice(house: Chosen) -> str:
    """The payout limit as posted on a sign, with the wagers that count: pairs whose wager is offered, or all if none is."""
    limit = house.chapter.part("payout_limit", PayoutLimit)
    if limit.covers:
        return f"{short_notice(house)} {limit.covers}"
    pairs = [name for option, name in limit.pairs.items() if house.values[option]] or limit.pairs.values()
    shared = "with a dealer Blackjack together, shared in proportion to the wagers"
    return f"{short_notice(house)} for all {' and '.join(pairs)} {shared}"


def has_own_limit(book: Chapter) -> bool:
    """True if the chapter itself sets an amount."""
    return "amount" in book.parts.get("payout_limit", {})


def limit_by_text(house: Chosen) -> int:
    """The payout limit that the chapter itself sets for this house: its amount, or what one patron could win with the smallest
    wagers, whichever is greater. 0 if the chapter leaves it to the house."""
    book = house.chapter
    if not has_own_limit(book):
        return 0
    limit = book.part("payout_limit", PayoutLimit)
    won = Fraction(house["table_minimum"] * (1 + sum(map(book.limit_named, limit.multiples))))
    if limit.table:
        won *= _best_odds(house, limit.table)
    if limit.optional:
        best = max(_best_odds(house, limit.optional), Fraction(house["aces_against_aces_odds"]) * house["aces_against_aces"])
        won += best * (house["optional_wager_minimum"] or book.limit_named(limit.optional_least))
    return max(book.limit_named(limit.amount), int(won))


def _best_odds(house: Chosen, wager: str) -> Fraction:
    return max(Odds.parse(payout).value for _, payout in house.paytable(wager).rows)
