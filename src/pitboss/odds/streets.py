"""Games in which a player's cards and the community cards that come one by one make his hand, and no dealer plays.

What the last card can make of the cards before it is counted once, as rows of the pay table. All that has to be decided
earlier is a matter of sums of these counts: § 559.13 (Let It Ride), § 587.11 (Raise It Up Stud), § 655a.11 (Mississippi Stud).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.games import let_it_ride_poker, mississippi_stud, raise_it_up_stud_poker
from pitboss.hands import FIVE_CARD, Value
from pitboss.hands.kernels import Table, code_of, table, values
from pitboss.hands.tables import compiled
from pitboss.money import Odds
from pitboss.odds.distribution import Distribution
from pitboss.odds.suits import WHOLE, classes
from pitboss.rulebook import Paytable, chapter
from pitboss.table.house import House

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Endings:
    """The ways a hand can end. `counts[hand, cards, row]` says how many last cards make the row of a hand (one of each class,
    which has so many `members`) with some community cards; `first` names the community cards by their place among those that
    the hand leaves, all of them where one comes before the last, else pairs."""

    hands: NDArray[np.uint8]
    members: Counts
    rows: tuple[str, ...]
    counts: Counts
    left: int  # cards beside the hand
    pairs: NDArray[np.int64]  # the community cards before the last, by place; one column or two


def rows_of(row: Callable[[Value], str]) -> tuple[tuple[str, ...], NDArray[np.uint8]]:
    """The rows that five-card hands can have, and the row of every code."""
    names: dict[str, int] = {}
    by_code = np.zeros(1 << 16, np.uint8)
    for code, value in values(FIVE_CARD).items():
        by_code[code] = names.setdefault(row(value), len(names))
    return tuple(names), by_code


@cache
def endings(row: Callable[[Value], str], own: int, before: int, deck: tuple[Card, ...] = WHOLE) -> Endings:
    """Every ending of hands of so many own cards with so many community cards before the last."""
    sets = classes(own, deck)
    names, by_code = rows_of(row)
    left = len(deck) - own
    pairs = np.array(list(combinations(range(left), before)), np.int64)
    counts = np.zeros((len(sets.cards), len(pairs), len(names)), np.uint8)
    _end(sets.cards, np.array(sorted(deck), np.uint8), pairs, table(FIVE_CARD, own + before + 1), by_code, counts)
    return Endings(sets.cards, sets.members, names, counts.astype(np.int64), left, pairs)


@compiled
def _end(
    hands: NDArray[np.uint8],
    deck: NDArray[np.uint8],
    pairs: NDArray[np.int64],
    ranking: Table,
    by_code: NDArray[np.uint8],
    counts: NDArray[np.uint8],
) -> None:
    start, keys, bits, displacement, codes, flush = ranking
    others = np.empty(len(deck), np.uint8)
    for h in range(len(hands)):
        key, suits = start, np.uint64(0)
        number = 0
        for card in deck:
            own = False
            for mine in hands[h]:
                own |= mine == card
            if not own:
                others[number] = card
                number += 1
        for mine in hands[h]:
            key += keys[mine]
            suits |= bits[mine]
        for p in range(len(pairs)):
            with_key, with_suits = key, suits
            for at in pairs[p]:
                with_key += keys[others[at]]
                with_suits |= bits[others[at]]
            for last in range(number):
                taken = False
                for at in pairs[p]:
                    taken |= last == at
                if not taken:
                    card = others[last]
                    code = code_of(with_key + keys[card], with_suits | bits[card], displacement, codes, flush)
                    counts[h, p, by_code[code]] += 1


def pays(paytable: Paytable, rows: tuple[str, ...]) -> list[Fraction]:
    """What a unit brings on each row: the odds, nothing on a push, and the unit lost where there is no row."""
    return [_net(paytable.odds(row)) for row in rows]


def _net(odds: Odds | None) -> Fraction:
    if odds is None or odds.kind == "none":
        return Fraction(-1)
    return Fraction(0) if odds.kind == "push" else Fraction(odds.value)


def whole(amounts: list[Fraction]) -> tuple[Counts, int]:
    """Amounts as whole numbers of a smaller unit, and how many of these are one."""
    scale = int(np.lcm.reduce([a.denominator for a in amounts]))
    return np.array([int(a * scale) for a in amounts], np.int64), scale


class Tally:
    """Net results with the number of deals that bring them."""

    def __init__(self) -> None:
        self.counts: dict[Fraction, int] = {}
        self.wagered = Fraction(0)

    def add(self, net: Fraction, count: int, risked: int) -> None:
        """So many deals with a net result, and so many units put at risk."""
        if count:
            self.counts[net] = self.counts.get(net, 0) + count
            self.wagered += risked * count

    @property
    def distribution(self) -> Distribution:
        """The results as a distribution."""
        return Distribution(dict(sorted(self.counts.items())), self.wagered)


# ---------------------------------------------------------------------------- § 559.13, Let It Ride


@dataclass(frozen=True)
class LetItRide:
    """Best play: whether Bet 1 rides, by class of hand, and Bet 2, by class and first community card."""

    endings: Endings
    ride_1: NDArray[np.bool_]
    ride_2: NDArray[np.bool_]
    distribution: Distribution


def let_it_ride(house: House, deck: tuple[Card, ...] = WHOLE) -> LetItRide:
    """Each Bet wins or loses by itself, and the third always rides: a Bet is pulled where it would lose."""
    found = endings(let_it_ride_poker.row, 3, 1, deck)
    amount, scale = whole(pays(house.paytable("Let It Ride Poker"), found.rows))
    last = found.counts @ amount
    ride_1, ride_2 = last.sum(1) > 0, last > 0
    tally = Tally()
    riding = 1 + ride_1[:, None].astype(np.int64) + ride_2
    for units in (1, 2, 3):
        per_row = (found.counts * ((riding == units) * found.members[:, None])[:, :, None]).sum((0, 1))
        for row, count in enumerate(per_row):
            tally.add(units * Fraction(int(amount[row]), scale), int(count), units)
    return LetItRide(found, ride_1, ride_2, tally.distribution)


# ---------------------------------------------------------------------------- § 655a.11, Mississippi Stud


@dataclass(frozen=True)
class Mississippi:
    """Best play: how many times the Ante is bet on 3rd Street by class of hand (0 is a fold), on 4th and 5th Street also by
    what has been wagered so far and the community cards."""

    endings: Endings
    third: NDArray[np.int8]
    fourth: dict[int, NDArray[np.int8]]
    fifth: dict[int, NDArray[np.int8]]
    distribution: Distribution


def mississippi(house: House, deck: tuple[Card, ...] = WHOLE) -> Mississippi:
    """From the last decision backwards, for every amount that may be wagered by then."""
    book = chapter("655a")
    bets = tuple(range(book.limit("third_street_minimum"), book.limit("third_street_maximum") + 1))
    found = endings(mississippi_stud.row, 2, 2, deck)
    amount, scale = whole(pays(house.paytable("Mississippi Stud"), found.rows))
    unit = found.counts @ amount  # by hand and pair of community cards: what a unit wins over all last cards
    fifth_value, fifth, fourth_value, fourth = {}, {}, {}, {}
    lasts, cards = found.left - 2, found.left
    for wagered in range(1 + 2 * bets[0], 2 + 2 * bets[-1]):
        options = [np.full_like(unit, -wagered * scale * lasts), *((wagered + bet) * unit for bet in bets)]
        fifth[wagered], fifth_value[wagered] = _best(options, bets)
    for wagered in range(1 + bets[0], 2 + bets[-1]):
        options = [np.full((len(unit), cards), -wagered * scale * lasts * (cards - 1), np.int64)]
        options += [_by_first(found.pairs, cards, fifth_value[wagered + bet]) for bet in bets]
        fourth[wagered], fourth_value[wagered] = _best(options, bets)
    options = [np.full(len(unit), -scale * lasts * (cards - 1) * cards, np.int64)]
    third, _ = _best([*options, *(fourth_value[1 + bet].sum(1) for bet in bets)], bets)
    return Mississippi(found, third, fourth, fifth, _mississippi_results(found, third, fourth, fifth, amount, scale))


def _best(options: list[Counts], bets: tuple[int, ...]) -> tuple[NDArray[np.int8], Counts]:
    """The best of folding and some bets: which bet (0 to fold) and its value; of equals the smaller."""
    stacked = np.stack(options)
    chosen = stacked.argmax(0)
    return np.array((0, *bets), np.int8)[chosen], np.take_along_axis(stacked, chosen[None], 0)[0]


def _by_first(pairs: NDArray[np.int64], cards: int, of_pair: Counts) -> Counts:
    """Sums over the second community card, by the first, of something that is known by pair."""
    found = np.zeros((len(of_pair), cards), np.int64)
    for at in (0, 1):
        for card in range(cards):
            found[:, card] += of_pair[:, pairs[:, at] == card].sum(1)
    return found


def _mississippi_results(
    found: Endings,
    third: NDArray[np.int8],
    fourth: dict[int, NDArray[np.int8]],
    fifth: dict[int, NDArray[np.int8]],
    amount: Counts,
    scale: int,
) -> Distribution:
    tally = Tally()
    lasts = found.left - 2
    for hand, first_bet in enumerate(third):
        times = int(found.members[hand])
        if not first_bet:
            tally.add(Fraction(-1), times * found.left * (found.left - 1) * lasts, 1)
            continue
        by_now = 1 + int(first_bet)
        second = fourth[by_now][hand]
        folded = int((second == 0).sum())
        tally.add(Fraction(-by_now), times * folded * (found.left - 1) * lasts, by_now)
        for at in (0, 1):  # which of the pair came first
            bet = second[found.pairs[:, at]]
            for size in set(bet[bet > 0].tolist()):
                there = bet == size
                wagered = by_now + size
                last = fifth[wagered][hand]
                gone = there & (last == 0)
                tally.add(Fraction(-wagered), times * int(gone.sum()) * lasts, wagered)
                for more in set(last[there & (last > 0)].tolist()):
                    per_row = found.counts[hand][there & (last == more)].sum(0)
                    for row, count in enumerate(per_row):
                        total = wagered + more
                        tally.add(total * Fraction(int(amount[row]), scale), times * int(count), total)
    return tally.distribution


# ---------------------------------------------------------------------------- § 587.11, Raise It Up Stud


@dataclass(frozen=True)
class RaiseItUp:
    """Best play: the Play Wager on 3rd Street by class of hand (0 to wait), on 4th Street also by community card, and on 5th
    Street by both community cards (0 is a fold)."""

    endings: Endings
    third: NDArray[np.int8]
    fourth: NDArray[np.int8]
    fifth: NDArray[np.int8]
    distribution: Distribution


def raise_it_up(house: House, deck: tuple[Card, ...] = WHOLE) -> RaiseItUp:
    """Ante and Blind bring a fixed part, the Play Wager a part for each unit; one is made in a round."""
    book = chapter("587")
    third_bets, fourth_bets = (
        tuple(range(book.limit(f"play_{street}_street_minimum"), book.limit(f"play_{street}_street_maximum") + 1))
        for street in ("3rd", "4th")
    )
    last_bet = book.limit("play_5th_street")
    found = endings(raise_it_up_stud_poker.five_card_row, 3, 2, deck)
    play, blind = (pays(house.paytable(name), found.rows) for name in ("Play", "Blind"))
    ante = Odds.parse(str(book.limit("ante_payout"))).value
    fixed = [Fraction(ante) + b if p >= 0 else Fraction(-2) for p, b in zip(play, blind, strict=True)]
    amounts, scale = whole([*fixed, *play])
    constant, slope = np.split(amounts, 2)
    by_constant, by_slope = found.counts @ constant, found.counts @ slope
    lasts, cards = found.left - 2, found.left
    fold = np.full_like(by_constant, -2 * scale * lasts)
    fifth, fifth_value = _best([fold, by_constant + last_bet * by_slope], (last_bet,))
    wait, later_constant, later_slope = (_by_first(found.pairs, cards, v) for v in (fifth_value, by_constant, by_slope))
    fourth, fourth_value = _best([wait, *(later_constant + bet * later_slope for bet in fourth_bets)], fourth_bets)
    at_once = [later_constant.sum(1) + bet * later_slope.sum(1) for bet in third_bets]
    third, _ = _best([fourth_value.sum(1), *at_once], third_bets)
    results = _raise_it_up_results(found, third, fourth, fifth, [*fixed], play)
    return RaiseItUp(found, third, fourth, fifth, results)


def _raise_it_up_results(
    found: Endings,
    third: NDArray[np.int8],
    fourth: NDArray[np.int8],
    fifth: NDArray[np.int8],
    fixed: list[Fraction],
    play: list[Fraction],
) -> Distribution:
    tally = Tally()
    lasts = found.left - 2
    for at in (0, 1):  # which of the pair came first
        bets = np.where(third[:, None] > 0, third[:, None], fourth[:, found.pairs[:, at]])
        bets = np.where(bets > 0, bets, fifth)
        folded = int(((bets == 0) * found.members[:, None]).sum())
        tally.add(Fraction(-2), folded * lasts, 2)
        for bet in sorted(set(bets[bets > 0].tolist())):
            per_row = (found.counts * ((bets == bet) * found.members[:, None])[:, :, None]).sum((0, 1))
            for row, count in enumerate(per_row):
                tally.add(fixed[row] + bet * play[row], int(count), 2 + bet)
    return tally.distribution
