"""Wagers that one hand decides against a pay table: how many deals make each row is counted once, then every table is a sum.

A game declares its wagers of this kind (`game_odds.Side`); the rows are named by the game's own module.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from math import comb, perm

import numpy as np

from pitboss.cards import ACE, Card, rank
from pitboss.games import texas_hold_em_bonus_poker
from pitboss.hands import Ranking, Value
from pitboss.hands.kernels import histogram, values
from pitboss.house import House
from pitboss.money import Odds, dollars
from pitboss.odds.catalogue import declared
from pitboss.odds.game_odds import Side
from pitboss.odds.paid import beside, classes_paid, net, paid, priced, tables_of
from pitboss.odds.row import Row
from pitboss.odds.streets.solver import solve
from pitboss.odds.streets.street_game import StreetGame
from pitboss.odds.suits import WHOLE, classes
from pitboss.rulebook import Paytable

Rows = Counter[str]  # how many deals make each row


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


def deals_of(side: Side, deck: tuple[Card, ...] = WHOLE) -> Rows:
    """How many deals make each row."""
    if side.ranking is None:
        return by_cards(side.cards, side.row, deck)
    return by_value(side.ranking, side.cards, side.row, deck)


def counts_of(side: Side, house: House, deck: tuple[Card, ...] = WHOLE) -> Rows:
    """The same at a house; hands that are folded count as nothing."""
    return deals_of(side, deck) if side.kept is None else side.kept(house, deck)


def sides_of(number: str, wager: str = "") -> list[Side]:
    """The wagers of this kind in a chapter, or one."""
    return [side for side in declared(number).sides if wager in ("", side.wager)]


def all_cards_kept(game: StreetGame, house: House, deck: tuple[Card, ...]) -> Rows:
    """The whole hands of players who do not fold."""
    return solve(game, house, deck).kept


def own_cards_kept(game: StreetGame, row: Callable[[list[Card]], str], house: House, deck: tuple[Card, ...]) -> Rows:
    """The own cards of players who do not fold."""
    sets = classes(game.own, deck)
    deals, folds = perm(len(deck) - game.own, game.cards - game.own), solve(game, house, deck).folds // sets.members
    counts: Rows = Counter()
    for hand in combinations(sorted(deck), game.own):  # all hands of a class are folded as often
        folded = int(folds[sets.place[sum(comb(card, size) for size, card in enumerate(hand, 1))]])
        counts[row(list(hand))] += deals - folded
        counts[""] += folded
    return counts


FORFEITED = "a fold forfeits it, and the Ante is played for the most it can bring"


def rows(number: str, house: House, deck: tuple[Card, ...] = WHOLE, wager: str = "") -> Iterator[Row]:
    """Every wager of this kind in a chapter, or one, on every printed table or on those that the house has posted."""
    for side in sides_of(number, wager):
        for paytable in tables_of(house, side.wager):
            yield row_of(side, house, paytable, deck)


def row_of(side: Side, house: House, paytable: Paytable, deck: tuple[Card, ...] = WHOLE) -> Row:
    """The odds of a wager on a pay table, be it printed or not."""
    if side.progressive:
        counts = counts_of(side, house, deck)
        return progressive_row(house, paytable, counts, off_meter=side.off_meter, forfeited=bool(side.kept))
    counts, note = deals_of(side, deck), ""
    if house.get("aces_against_aces"):
        note = f"aces against aces pay {house['aces_against_aces_odds']} to 1"
        counts = aces_against_aces(counts, deck)
    about = (house.chapter.chapter, side.wager, paytable.table, paytable.condition, side.wager)
    return Row.from_classes(about, classes_paid(counts, lambda name: odds_for(house, paytable, name)), note=note)


def hands(house: House, wager: str) -> Rows:
    """The hands that are told apart for a wager, with the deals that make them."""
    [side] = sides_of(house.chapter.chapter, wager)
    counts = counts_of(side, house)
    return aces_against_aces(counts, WHOLE) if house.get("aces_against_aces") else counts


def envy_row(house: House, paytable: Paytable, of: str, hands: Mapping[str, int]) -> Row:
    """What the hand of one other player brings by an Envy Bonus, in units of the wager that it goes with; nothing is lost."""
    printed = Odds.parse(paytable.condition.split()[0]) if paytable.condition.startswith("$") else None
    wager = int(printed.value) if printed else house.chapter.limit_named("qualifying_wager")
    found = priced(hands, lambda name: beside(paid(paytable, name), wager))
    extra = {"envy_bonus_per_other_player": float(found.mean)}
    note = f"for each other player, with a wager of {dollars(wager)}"
    about = (house.chapter.chapter, paytable.wager, paytable.table, paytable.condition, of)
    return Row(*about, found, found.edge, note=note, extra=extra)


MET = "aces against aces"


def aces_against_aces(counts: Rows, deck: tuple[Card, ...]) -> Rows:
    """§ 563.12(d): the rows of a player's two cards over all that the dealer may hold, his aces against the dealer's apart."""
    dealers, aces = comb(len(deck) - 2, 2), sum(rank(card) == ACE for card in deck)
    found: Rows = Counter({name: count * dealers for name, count in counts.items()})
    found[MET] = comb(aces, 2) * comb(aces - 2, 2)
    found[texas_hold_em_bonus_poker.ACES] -= found[MET]
    return found


def odds_for(house: House, paytable: Paytable, name: str) -> Odds | None:
    """What a table pays; aces against aces are paid by § 563.12(d) where the table has no row for them."""
    met = name == MET and not paytable.odds(name)
    return texas_hold_em_bonus_poker.aces_against_aces(house) if met else paid(paytable, name)


@dataclass(frozen=True)
class MeterShares:
    """What a progressive wager wins: a fixed part, and parts of the meter, each over all deals."""

    fixed: Fraction  # expected fixed payments, in wagers
    share: Fraction  # expected part of the meter
    emptied: Fraction  # how often the whole meter is won
    fixed_off_meter: bool

    def break_even(self) -> Fraction:
        """The meter, in wagers, at which the wager is even."""
        return (1 - self.fixed) / self.share

    def long_run(self, rate: Fraction, reset: Fraction) -> Fraction:
        """The hold in the long run: the meter pays out what feeds it, and the house puts up the reset amount each time that it
        is emptied; where fixed amounts come off the meter they are paid from what feeds it."""
        return 1 - rate - self.emptied * reset - (0 if self.fixed_off_meter else self.fixed)


def meter_shares(wager: int, paytable: Paytable, counts: Mapping[str, int], off_meter: bool = False) -> MeterShares:
    """The parts of a progressive wager of so many cents on a table, by how many deals make each row."""
    deals = sum(counts.values())
    fixed = share = emptied = Fraction(0)
    for name, count in counts.items():
        odds = paid(paytable, name)
        if odds is not None and odds.kind == "meter":
            share += odds.value * count / deals
            emptied += Fraction(count, deals) if odds.value == 1 else 0
        else:
            fixed += (net(odds, wager) + 1) * count / deals
    return MeterShares(fixed, share, emptied, off_meter)


def designated(house: House, paytable: Paytable) -> Paytable:
    """The table with what the house designated in the rows that leave it a choice (§ 555.13(d))."""
    rows = [(hand, house["progressive_straight_flush"] if Odds.choices(p)[1:] else p) for hand, p in paytable.rows]
    return replace(paytable, rows=tuple(rows))


def progressive_row(
    house: House,
    paytable: Paytable,
    counts: Mapping[str, int],
    meter: int = 0,
    off_meter: bool = False,
    forfeited: bool = False,
) -> Row:
    """A progressive wager at a meter, or at that which the house states; what it holds in the long run goes with it."""
    table, wager = designated(house, paytable), house["progressive_wager"]
    found, meter = meter_shares(wager, table, counts, off_meter), meter or house["progressive_meter"]
    reset, rate = house["progressive_reset"], Fraction(house.get("progressive_rate") or 0) / 100
    notes, extra = [FORFEITED] if forfeited else [], {}
    notes.append(f"with the meter at {dollars(meter)}")
    if found.share:
        extra["break_even_meter"] = float(found.break_even() * wager / 100)
        notes.append(f"even at {dollars(int(found.break_even() * wager))}")
    if rate:
        long_run = extra["long_run_edge"] = float(found.long_run(rate, Fraction(reset, wager)))
        notes.append(f"{long_run:.2%} in the long run at a rate of {float(rate):.0%} and a reset of {dollars(reset)}")
    else:
        notes.append("the long run depends on the rate of progression (--set progressive_rate)")
    about = (house.chapter.chapter, paytable.wager, paytable.table, f"{dollars(wager)} wager", paytable.wager)
    return Row.from_classes(about, classes_paid(counts, partial(paid, table), wager, meter), note="; ".join(notes), extra=extra)
