"""Wagers that one hand decides against a pay table: how many deals make each row is counted once, then every table is a sum.

The rows are named, and their odds found, by the chapter's own game module.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from math import comb

import numpy as np

from pitboss.cards import ACE, Card, rank
from pitboss.games import (
    caribbean_stud_poker,
    crazy_4_poker,
    four_card_poker,
    heads_up_hold_em,
    raise_it_up_stud_poker,
    texas_hold_em_bonus_poker,
    three_card_poker,
)
from pitboss.hands import (
    FIVE_CARD,
    FLUSH_LENGTH,
    FOUR_CARD,
    STRAIGHT_FLUSH_LENGTH,
    THREE_CARD_587,
    THREE_CARD_655A,
    THREE_CARD_BONUS,
    Ranking,
    Value,
)
from pitboss.hands.kernels import CATEGORY_SHIFT, histogram, values
from pitboss.house import House
from pitboss.money import Odds, dollars
from pitboss.odds.distribution import Distribution
from pitboss.odds.row import Row
from pitboss.odds.streets import mississippi, raise_it_up
from pitboss.odds.suits import WHOLE, classes
from pitboss.rulebook import Paytable
from pitboss.spelling import option_of

Rows = Counter[str]  # how many deals make each row


@dataclass(frozen=True)
class Side:
    """A wager of this kind. `deals` counts the rows, `odds` finds what a table pays for one."""

    wager: str
    deals: Callable[[tuple[Card, ...]], Rows]
    odds: Callable[[Paytable, str], Odds | None] = Paytable.odds
    progressive: bool = False
    off_meter: bool = False  # fixed amounts come out of the meter too
    kept: Callable[[House, tuple[Card, ...]], Rows] | None = (
        None  # the rows of hands that are not folded, where a fold forfeits
    )

    def counts(self, house: House, deck: tuple[Card, ...]) -> Rows:
        """How many deals make each row at a house; hands that are folded count as nothing."""
        return self.deals(deck) if self.kept is None else self.kept(house, deck)


@cache
def by_value(ranking: Ranking, number: int, name: Callable[[Value], str], deck: tuple[Card, ...]) -> Rows:
    """The rows of all sets of so many cards, by the value of the hand."""
    found: Rows = Counter()
    counts = histogram(ranking, number, deck)
    known = values(ranking)
    for code in np.flatnonzero(counts).tolist():
        found[name(known[code])] += int(counts[code])
    return found


@cache
def by_cards(number: int, name: Callable[[list[Card]], str], deck: tuple[Card, ...]) -> Rows:
    """The rows of all sets of so many cards, few enough to look at each."""
    return Counter(name(list(hand)) for hand in combinations(deck, number))


def category_of(ranking: Ranking) -> Callable[[Value], str]:
    """The name of a value's category."""
    return partial(_category, ranking.categories)


def _category(names: tuple[str, ...], value: Value) -> str:
    return names[value.category]


@cache
def lengths(ranking: Ranking, word: str, deck: tuple[Card, ...]) -> Rows:
    """High Card Flush: the rows by the length of the flush or straight flush, which is what the category says."""
    counts = histogram(ranking, 7, deck)
    found: Rows = Counter()
    for code in np.flatnonzero(counts).tolist():
        category = code >> CATEGORY_SHIFT
        length = category + (1 if word == "flush" else 2)
        found[f"{length} card {word}" if category or word == "flush" else ""] += int(counts[code])
    return found


def three_card_bonus(paytable: Paytable, row: str) -> Odds | None:
    """§ 559.14(e): without a row of its own the mini-royal is a straight flush."""
    odds = paytable.odds(row)
    return paytable.odds("straight flush") if odds is not None and odds.kind == "none" else odds


def pair_plus(paytable: Paytable, row: str) -> Odds | None:
    """§ 565.12(d): a mini royal flush without a row of its own is a straight flush."""
    found = paytable.odds(row)
    if found is None and row.startswith("mini royal"):
        found = paytable.odds("mini royal flush (ace, king, queen)") or paytable.odds("straight flush")
    return found


def five_cards_kept(house: House, deck: tuple[Card, ...]) -> Rows:
    """§ 655a.11: the five cards of players who fold none of their bets."""
    return Counter(mississippi(house, deck).kept)


def three_cards_kept(house: House, deck: tuple[Card, ...]) -> Rows:
    """§ 587.11: the three cards of players who do not fold on 5th Street."""
    found, sets = raise_it_up(house, deck), classes(3, deck)
    left = len(deck) - 3
    deals = left * (left - 1) * (left - 2)
    folds = found.folded // sets.members  # all hands of a class are folded as often
    counts: Rows = Counter()
    for hand in combinations(sorted(deck), 3):
        folded = int(folds[sets.place[sum(comb(card, size) for size, card in enumerate(hand, 1))]])
        counts[raise_it_up_stud_poker.three_card_row(list(hand))] += deals - folded
        counts[""] += folded
    return counts


FIVE = category_of(FIVE_CARD)
FORFEITED = "a fold forfeits it, and the Ante is played for the most it can bring"
QUEENS = partial(by_value, FOUR_CARD, 5, crazy_4_poker.hand_name)
SIDES: dict[str, tuple[Side, ...]] = {
    "555": (Side("Progressive Payout", partial(by_value, FIVE_CARD, 5, FIVE), progressive=True, off_meter=True),),
    "557": (Side("Aces Up", partial(by_value, FOUR_CARD, 5, four_card_poker.hand_name)),),
    "559": (
        Side("Let It Ride Bonus", partial(by_value, FIVE_CARD, 5, FIVE)),
        Side("Three Card Bonus", partial(by_cards, 3, THREE_CARD_BONUS.category), three_card_bonus),
    ),
    "563": (Side("Bonus", partial(by_cards, 2, texas_hold_em_bonus_poker.two_cards)),),
    "565": (Side("Pair Plus", partial(by_cards, 3, three_card_poker.hand_name), pair_plus),),
    "587": (
        Side("Pair Plus", partial(by_cards, 3, THREE_CARD_587.category)),
        Side("Six Card Bonus", partial(by_value, FIVE_CARD, 6, FIVE)),
        Side(
            *("Progressive Payout", partial(by_cards, 3, raise_it_up_stud_poker.three_card_row)),
            progressive=True,
            kept=three_cards_kept,
        ),
    ),
    "655a": (
        Side("Three Card Bonus", partial(by_cards, 3, THREE_CARD_655A.category)),
        Side("Progressive Payout", partial(by_value, FIVE_CARD, 5, FIVE), progressive=True, kept=five_cards_kept),
    ),
    "657a": (
        Side("Queens Up", QUEENS, crazy_4_poker.odds_for),
        Side(
            "Progressive Payout",
            partial(by_value, FOUR_CARD, 5, crazy_4_poker.hand_name),
            crazy_4_poker.odds_for,
            progressive=True,
        ),
    ),
    "677a": (
        Side("Pocket Bonus", partial(by_cards, 2, heads_up_hold_em.pocket_hand)),
        Side("Trips Plus", partial(by_value, FIVE_CARD, 7, FIVE)),
    ),
    "678a": (
        Side("Flush Bonus", partial(lengths, FLUSH_LENGTH, "flush")),
        Side("Straight Flush Bonus", partial(lengths, STRAIGHT_FLUSH_LENGTH, "straight flush")),
        Side("Progressive Jackpot", partial(lengths, STRAIGHT_FLUSH_LENGTH, "straight flush"), progressive=True),
    ),
}


def rows(number: str, house: House, deck: tuple[Card, ...] = WHOLE, wager: str = "") -> Iterator[Row]:
    """Every wager of this kind in a chapter, or one, on every printed table or on those that the house has posted."""
    for side in SIDES.get(number, ()):
        if wager not in ("", side.wager):
            continue
        for paytable in tables_of(side, house):
            yield row_of(side, house, paytable, deck)


def tables_of(side: Side, house: House) -> list[Paytable]:
    """The printed tables of a wager, or the house's own where it pays more than the printed floor."""
    printed = [p for p in house.chapter.paytables if p.wager == side.wager]
    return [house.paytable(side.wager)] if isinstance(house.values.get(option_of(side.wager)), dict) else printed


def row_of(side: Side, house: House, paytable: Paytable, deck: tuple[Card, ...] = WHOLE) -> Row:
    """The odds of a wager on a pay table, be it printed or not."""
    if side.progressive:
        return progressive_row(side, house, paytable, deck)
    counts, note = side.deals(deck), ""
    if house.get("aces_against_aces"):
        note = f"aces against aces pay {house['aces_against_aces_odds']} to 1"
        found = priced(aces_against_aces(counts, deck), lambda name: aces_odds(house, paytable, name))
    else:
        found = priced(counts, lambda name: side.odds(paytable, name))
    about = (house.chapter.chapter, side.wager, paytable.table, paytable.condition, side.wager)
    return Row(*about, found, found.edge, note=note)


def priced(counts: Mapping[str, int], odds: Callable[[str], Odds | None]) -> Distribution:
    """What rows bring that are paid so, by how many deals make each."""
    found: dict[Fraction, int] = {}
    for name, count in counts.items():
        net = _net(odds(name))
        found[net] = found.get(net, 0) + count
    return Distribution(dict(sorted(found.items())))


MET = "aces against aces"


def aces_against_aces(counts: Rows, deck: tuple[Card, ...]) -> Rows:
    """§ 563.12(d): the rows of a player's two cards over all that the dealer may hold, his aces against the dealer's apart."""
    dealers, aces = comb(len(deck) - 2, 2), sum(rank(card) == ACE for card in deck)
    found: Rows = Counter({name: count * dealers for name, count in counts.items()})
    found[MET] = comb(aces, 2) * comb(aces - 2, 2)
    found[texas_hold_em_bonus_poker.ACES] -= found[MET]
    return found


def aces_odds(house: House, paytable: Paytable, name: str) -> Odds | None:
    """What the Bonus pays where aces against aces have a row of their own."""
    return texas_hold_em_bonus_poker.aces_against_aces(house) if name == MET else paytable.odds(name)


def _net(odds: Odds | None, wager: int = 100) -> Fraction:
    """What a unit brings. A fixed amount is for a wager of $1, which is gone."""
    if odds is None or odds.kind == "none":
        return Fraction(-1)
    if odds.kind == "push":
        return Fraction(0)
    if odds.kind == "amount":
        return odds.value / wager - 1
    return Fraction(odds.value) if odds.kind == "to" else Fraction(odds.value) - 1


@dataclass(frozen=True)
class MeterShares:
    """What a progressive wager wins: a fixed part, and parts of the meter, each over all deals."""

    deals: int
    fixed: Fraction  # expected fixed payments, in wagers
    share: Fraction  # expected part of the meter
    emptied: Fraction  # how often the whole meter is won
    fixed_off_meter: bool

    def edge(self, meter: Fraction) -> Fraction:
        """The house's hold when the meter shows so many wagers."""
        return 1 - self.fixed - self.share * meter

    def break_even(self) -> Fraction:
        """The meter, in wagers, at which the wager is even."""
        return (1 - self.fixed) / self.share

    def long_run(self, rate: Fraction, reset: Fraction) -> Fraction:
        """The hold in the long run: the meter pays out what feeds it, and the house puts up the reset amount each time that it
        is emptied; where fixed amounts come off the meter they are paid from what feeds it."""
        return 1 - rate - self.emptied * reset - (0 if self.fixed_off_meter else self.fixed)


def meter_shares(side: Side, house: House, paytable: Paytable, deck: tuple[Card, ...]) -> MeterShares:
    """The parts of a progressive wager on a table."""
    counts = side.counts(house, deck)
    deals, wager = sum(counts.values()), house["progressive_wager"]
    fixed = share = emptied = Fraction(0)
    for name, count in counts.items():
        odds = side.odds(paytable, name)
        if name == "straight flush" and house.get("progressive_straight_flush"):
            odds = caribbean_stud_poker.progressive_odds(house, name)
        if odds is None or odds.kind == "none":
            continue
        if odds.kind == "meter":
            share += odds.value * count / deals
            emptied += Fraction(count, deals) if odds.value == 1 else 0
        else:
            fixed += (_net(odds, wager) + 1) * count / deals
    return MeterShares(deals, fixed, share, emptied, side.off_meter)


def progressive_row(side: Side, house: House, paytable: Paytable, deck: tuple[Card, ...]) -> Row:
    """A progressive wager at the meter that the house states; what it holds in the long run goes with it."""
    found = meter_shares(side, house, paytable, deck)
    wager, meter, reset = house["progressive_wager"], house["progressive_meter"], house["progressive_reset"]
    rate = Fraction(house.get("progressive_rate") or 0) / 100
    edge = found.edge(Fraction(meter, wager))
    counts: dict[Fraction, int] = {}
    for name, count in side.counts(house, deck).items():
        odds = side.odds(paytable, name)
        if name == "straight flush" and house.get("progressive_straight_flush"):
            odds = caribbean_stud_poker.progressive_odds(house, name)
        of_meter = odds is not None and odds.kind == "meter"
        net = odds.value * Fraction(meter, wager) - 1 if odds is not None and of_meter else _net(odds, wager)
        counts[net] = counts.get(net, 0) + count
    even = dollars(int(found.break_even() * wager))
    note = "; ".join(filter(None, (FORFEITED if side.kept else "", f"with the meter at {dollars(meter)}; even at {even}")))
    extra = {"break_even_meter": float(found.break_even() * wager / 100)}
    if rate:
        long_run = found.long_run(rate, Fraction(reset, wager))
        extra["long_run_edge"] = float(long_run)
        note += f"; {float(long_run):.2%} in the long run at a rate of {float(rate):.0%} and a reset of {dollars(reset)}"
    else:
        note += "; the long run depends on the rate of progression (--set progressive_rate)"
    condition = f"{dollars(wager)} wager"
    return Row(
        house.chapter.chapter,
        side.wager,
        paytable.table,
        condition,
        side.wager,
        Distribution(counts),
        edge,
        note=note,
        extra=extra,
    )
