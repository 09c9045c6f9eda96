"""The payout limit of a table: the amount that a chapter sets by itself where the house states none, and what the limit covers.

Two chapters set an amount: a fixed one, or what one patron could win in a round when betting the minimum, whichever is greater
(§ 563.12(e), § 655a.12(b)). Each chapter with a limit says whether it holds for a hand or a round, for one player or for all
winners, and which wagers count.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from pitboss.money import Odds, dollars
from pitboss.rulebook import Chapter, Paytable


class Chosen(Protocol):
    """A house, as far as its payout limit depends on it."""

    @property
    def chapter(self) -> Chapter: ...

    @property
    def values(self) -> Mapping[str, Any]: ...

    def __getitem__(self, option: Any) -> Any: ...

    def paytable(self, wager: str) -> Paytable: ...


@dataclass(frozen=True)
class PayoutLimit:
    """What a chapter's file says of its payout limit, in [payout_limit]: for what it holds, which wagers count (or pairs, each
    with the option that offers its wager), and where the chapter sets an amount, the limit that states it and how much the
    smallest wagers could win: the Ante with so many times its amount, at the best odds of a table, and an optional wager.
    `wins` are the wagers whose large wins are known, as they are called and in the list of holds, unless a table is the house's
    `own`; or those of `every_table` in force."""

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
    """The payout limit as a layout inscribes it.

    >>> from pitboss.house import House
    >>> short_notice(House.of("blackjack", {"payout_limit": 2_500_000}))
    'Payout limit $25,000 per round'
    """
    return f"Payout limit {dollars(house['payout_limit'])} per {house.chapter.part('payout_limit', PayoutLimit).per}"


def full_notice(house: Chosen) -> str:
    """The payout limit as a sign posts it, with the wagers that count; only pairs whose wager is offered, or all where none
    is."""
    said = house.chapter.part("payout_limit", PayoutLimit)
    if said.covers:
        return f"{short_notice(house)} {said.covers}"
    pairs = [name for option, name in said.pairs.items() if house.values[option]] or said.pairs.values()
    shared = "with a dealer Blackjack together, shared in proportion to the wagers"
    return f"{short_notice(house)} for all {' and '.join(pairs)} {shared}"


def has_own_limit(book: Chapter) -> bool:
    """Whether the chapter itself sets an amount."""
    return "amount" in book.parts.get("payout_limit", {})


def limit_by_text(house: Chosen) -> int:
    """The payout limit of the chapter itself at this house, 0 where the chapter leaves it to the house: its amount, or what one
    patron could win with the smallest wagers, whichever is greater."""
    book = house.chapter
    if not has_own_limit(book):
        return 0
    said = book.part("payout_limit", PayoutLimit)
    won = Fraction(house["table_minimum"] * (1 + sum(map(book.limit_named, said.multiples))))
    if said.table:
        won *= _best_odds(house, said.table)
    if said.optional:
        best = max(_best_odds(house, said.optional), Fraction(house["aces_against_aces_odds"]) * house["aces_against_aces"])
        won += best * (house["optional_wager_minimum"] or book.limit_named(said.optional_least))
    return max(book.limit_named(said.amount), int(won))


def _best_odds(house: Chosen, wager: str) -> Fraction:
    return max(Odds.parse(payout).value for _, payout in house.paytable(wager).rows)
