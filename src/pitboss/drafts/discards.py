"""Draw games such as video poker: the player discards any cards of a hand and draws others, once.

Every final hand is priced once. What all hands that contain a set of cards bring together is added up for every set, and
inclusion and exclusion over the discards leaves the hands that may be drawn to each hold. Best play is chosen for every hand as
dealt. The same sums in reverse say how often each final hand comes about.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, combinations, permutations
from math import comb, lcm
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER, text
from pitboss.compiling import compiled
from pitboss.drafts.conditions import BadDraft
from pitboss.drafts.counting import Counted, Decision, Decisions, Progress, Result, Results, net_of, reading_of, results_of
from pitboss.drafts.deals import Group, Listing, level_of
from pitboss.drafts.measures import Hands
from pitboss.drafts.records import Wager

A_HAND = 1.5e-6  # seconds for each hand as dealt
TOO_LARGE = "{}: payouts are too large, or too many different fractions, for a draw game"
NEVER = -(1 << 62)  # what a hold brings that is not allowed
Numbers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Discarding:
    """The plan for a draw game: its deck, and how many cards are dealt and at most discarded."""

    cards: tuple[int, ...]
    dealt: int
    most: int

    @property
    def hands(self) -> int:
        """How many hands may be dealt."""
        return comb(len(self.cards), self.dealt)

    @property
    def draws(self) -> list[int]:
        """In how many ways so many cards are drawn."""
        return [comb(len(self.cards) - self.dealt, number) for number in range(self.dealt + 1)]

    @property
    def weights(self) -> Numbers:
        """How often each draw counts, by its number of cards, so that every hold counts as often."""
        return np.array([lcm(*self.draws) // number for number in self.draws], np.int64)

    @property
    def seconds(self) -> float:
        """How long it takes, about."""
        return A_HAND * self.hands

    def __str__(self) -> str:
        return f"every hand with all of its {1 << self.dealt} holds, by sums over sets of cards: {self.hands:,} hands"

    def fits(self, net: int) -> bool:
        """Whether sums of a net result, in whole parts of the bet, fit into 64 bits."""
        return net * int(self.weights.max()) * max(self.draws) * 64 < 1 << 62

    def counted(self, wagers: Sequence[Wager], progress: Progress) -> list[Counted]:
        """Price every final hand once, then choose best for each wager and count what that brings."""
        hands = self._results(wagers[0], progress)
        return [self._best_play(wager, *hands) for wager in wagers]

    def _best_play(
        self, wager: Wager, results: list[Result], which: NDArray[np.int32], classes: Hands, members: Numbers
    ) -> Counted:
        """Choose best for one wager."""
        nets = [net_of(wager, result.options, result.paid) for result in results]
        scale = lcm(*(net.denominator for net in nets))
        scaled = [int(net * scale) for net in nets]
        if not self.fits(max(map(abs, scaled))):
            raise BadDraft(TOO_LARGE.format(wager.name))
        net = np.array(scaled, np.int64)
        numbering = numbering_of(len(self.cards), self.dealt)
        sums = sums_of_sets(net[which], numbering)
        tallies = np.zeros(len(sums), np.int64)
        best = play_best(sums, tallies, len(which), self.most, self.weights, numbering)
        deals = results_of_sets(tallies, which, len(results), numbering)
        brought, number = int(deals @ net), int(deals.sum())
        if brought != best or number != self.hands * int(self.weights[0]):
            raise AssertionError(f"{number} deals bring {brought}, and best play should bring {best}")
        places = places_of(classes, self.cards)
        values = values_of(places, sums, self.most, self.weights, numbering)
        decisions = BestHolds(self.cards, places, members, values, scale * int(self.weights[0]))
        counts = {result: int(number) for result, number in zip(results, deals, strict=True) if number}
        return Counted(decisions, Results(counts), Fraction(sum(counts.values())) * _bet(wager))

    def _results(self, wager: Wager, progress: Progress) -> tuple[list[Result], NDArray[np.int32], Hands, Numbers]:
        """Every result, which of them each final hand brings, and where suits may be renamed a hand of each suit class with the
        number of hands like it."""
        symmetric = level_of(wager) != "cards"
        [group] = wager.deal
        groups = [Group((group,), self.dealt)]
        listing = Listing(wager.deck, groups, "suits" if symmetric else "cards", reading=reading_of(wager))
        numbering = numbering_of(len(self.cards), self.dealt)
        which = np.zeros(self.hands, np.int32)
        numbers: dict[Result, int] = {}
        classes, members = [], []
        for batch, ways, _ in listing.batches():
            key, paid = results_of(wager, batch, ())
            number = [numbers.setdefault(Result((), rows, 0), len(numbers)) for rows in paid]
            hands = batch.cards(()).cards
            for rows, places in every_place(hands, self.cards, listing.by_class):
                which[numbering.of_hands(places)] = np.array(number)[key[rows]]
            if listing.by_class:
                classes.append(hands)
                members.append(ways)
            if progress is not None:
                progress(0.5 * min(len(classes) / 8, 1.0))
        if not classes:
            return list(numbers), which, np.zeros((0, self.dealt), np.uint8), np.zeros(0, np.int64)
        return list(numbers), which, np.concatenate(classes), np.concatenate(members)


@dataclass(frozen=True, eq=False)
class BestHolds(Decisions):
    """The best hold of a hand of each suit class and the next best one."""

    cards: tuple[int, ...]
    places: NDArray[np.int64]
    members: Numbers
    values: Numbers
    unit: int

    def __len__(self) -> int:
        return len(self.places)

    def decision(self, at: int) -> Decision:
        hand, worth = [self.cards[place] for place in self.places[at]], self.values[at]
        holds = len(worth) - 1 - np.argsort(-worth[::-1], kind="stable")  # of equal ones that with more cards first
        brings: dict[str, Fraction] = {}
        for hold in holds.tolist():  # of two jokers either may be held
            brings.setdefault(_hold(hand, hold), Fraction(int(worth[hold]), self.unit))
            if len(brings) == 2:
                break
        return Decision(text(hand[::-1]), next(iter(brings)), brings, int(self.members[at]))


def plan_of(wager: Wager) -> Discarding:
    """The plan for a wager with discards."""
    discard = wager.discard
    assert discard is not None
    cards = tuple(card for card, number in enumerate(wager.deck.counts) for _ in range(number))
    plan = Discarding(cards, wager.deal[discard.group], discard.cards)
    cents = [int(wager.amount * bet.size) for bet in wager.bets]
    nets = [row.pays.net(bet, wager.meter) for bet, one in zip(cents, wager.bets, strict=True) for row in one.rows]
    if not plan.fits(lcm(*(net.denominator for net in nets))):  # before any hand is looked at
        raise BadDraft(TOO_LARGE.format(wager.name))
    return plan


def _bet(wager: Wager) -> Fraction:
    return sum((bet.size for bet in wager.bets if not bet.bonus), Fraction(0))


def _hold(hand: list[int], hold: int) -> str:
    """What a hold is called: the cards that are kept, as bits of their places in the hand."""
    held = [card for place, card in enumerate(hand) if hold >> place & 1]
    return f"hold {text(held[::-1])}" if held else "hold nothing"


# ---------------------------------------------------------------------------- sums over sets of cards


def places_of(hands: Hands, deck: tuple[int, ...]) -> NDArray[np.int64]:
    """Where the cards of each hand stand in a deck, in ascending order; jokers at the first places that jokers have."""
    places = np.sort(np.searchsorted(deck, hands), axis=1)
    jokers = places == len(deck) - deck.count(JOKER)
    return np.where(jokers, places + np.cumsum(jokers, axis=1) - 1, places)


def every_place(hands: Hands, deck: tuple[int, ...], by_class: bool) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """The same with jokers at every place that they may have, and where hands stand for suit classes with all names of the
    suits: rows of hands, and the places of their cards."""
    all_jokers = [place for place, card in enumerate(deck) if card == JOKER]
    for turn in permutations(range(4)) if by_class else [(0, 1, 2, 3)]:
        turned = np.where(hands < JOKER, hands & ~np.uint8(3) | np.array(turn, np.uint8)[hands & 3], hands)
        places, jokers = places_of(turned, deck), (turned == JOKER).sum(1)
        for held in np.unique(jokers).tolist():
            rows = np.flatnonzero(jokers == held)
            for chosen in combinations(all_jokers, held):
                standing = places[rows]
                standing[:, places.shape[1] - held :] = chosen
                yield rows, standing


class Numbering(NamedTuple):
    """How sets of cards are numbered: by size, and within a size by the binomial coefficients of their ascending places."""

    binomials: Numbers  # [place, number of cards]
    begin: Numbers  # by size: where the sets of so many cards begin; at last, how many sets there are

    def of_hands(self, places: NDArray[np.int64]) -> Numbers:
        """The numbers of whole hands among those of their size."""
        numbers: Numbers = np.sum([self.binomials[places[:, card], card + 1] for card in range(places.shape[1])], axis=0)
        return numbers


def numbering_of(cards: int, dealt: int) -> Numbering:
    """The numbering of the sets of up to so many cards of a deck."""
    binomials = [[comb(place, number) for number in range(dealt + 2)] for place in range(cards + 1)]
    begin = [0, *accumulate(comb(cards, size) for size in range(dealt + 1))]
    return Numbering(np.array(binomials, np.int64), np.array(begin, np.int64))


@compiled
def number_sets(hand: Numbers, numbering: Numbering, sizes: Numbers, numbers: Numbers) -> None:
    """The numbers of all sets of a hand's cards; the cards of a set are the bits of its place in `sizes` and `numbers`."""
    numbers[0] = 0
    for card in range(len(hand)):
        for others in range(1 << card):
            chosen = others | 1 << card
            numbers[chosen] = numbers[others] + numbering.binomials[hand[card], sizes[chosen]]
    for chosen in range(len(numbers)):
        numbers[chosen] += numbering.begin[sizes[chosen]]


@compiled
def sizes_of(cards: int) -> Numbers:
    """How many cards each set of a hand's cards has."""
    sizes = np.zeros(1 << cards, np.int64)
    for card in range(cards):
        for others in range(1 << card):
            sizes[others | 1 << card] = sizes[others] + 1
    return sizes


@compiled
def advance(hand: Numbers) -> None:
    """The next hand in the order of their numbers."""
    card = 0
    while card + 1 < len(hand) and hand[card] + 1 == hand[card + 1]:
        hand[card] = card
        card += 1
    hand[card] += 1


@compiled
def sums_of_sets(net: Numbers, numbering: Numbering) -> Numbers:
    """What all hands that contain each set of cards bring together."""
    hand = np.arange(len(numbering.begin) - 2)
    sizes = sizes_of(len(hand))
    numbers = np.zeros_like(sizes)
    sums = np.zeros(numbering.begin[-1], np.int64)
    for number in range(len(net)):
        number_sets(hand, numbering, sizes, numbers)
        for chosen in numbers:
            sums[chosen] += net[number]
        advance(hand)
    return sums


@compiled
def price_holds(numbers: Numbers, sizes: Numbers, sums: Numbers, most: int, weights: Numbers, values: Numbers) -> int:
    """What each hold of a hand brings in all of its draws, where every hold counts as many deals. Returns the best one; among
    equal ones that with more cards."""
    cards = sizes[-1]
    for hold in range(len(numbers)):
        values[hold] = sums[numbers[hold]]
    for card in range(cards):  # leave out hands that hold a card that was discarded
        for hold in range(len(numbers)):
            if not hold >> card & 1:
                values[hold] -= values[hold | 1 << card]
    best = len(numbers) - 1
    for hold in range(len(numbers) - 1, -1, -1):
        discards = cards - sizes[hold]
        values[hold] = values[hold] * weights[discards] if discards <= most else NEVER
        if values[hold] > values[best]:
            best = hold
    return best


@compiled
def values_of(hands: NDArray[np.int64], sums: Numbers, most: int, weights: Numbers, numbering: Numbering) -> NDArray[np.int64]:
    """What each hold of some hands brings."""
    sizes = sizes_of(hands.shape[1])
    numbers = np.zeros_like(sizes)
    values = np.zeros((len(hands), len(sizes)), np.int64)
    for number in range(len(hands)):
        number_sets(hands[number], numbering, sizes, numbers)
        price_holds(numbers, sizes, sums, most, weights, values[number])
    return values


@compiled
def play_best(sums: Numbers, tallies: Numbers, hands: int, most: int, weights: Numbers, numbering: Numbering) -> int:
    """What the best holds of all hands bring. Tallies the draws to each set of cards that is held, and takes back those that
    repeat discards."""
    hand = np.arange(len(numbering.begin) - 2)
    sizes = sizes_of(len(hand))
    numbers, values = np.zeros_like(sizes), np.zeros_like(sizes)
    total = 0
    for _ in range(hands):
        number_sets(hand, numbering, sizes, numbers)
        best = price_holds(numbers, sizes, sums, most, weights, values)
        total += values[best]
        weight = weights[len(hand) - sizes[best]]
        for chosen in range(len(numbers)):
            if chosen & best == best:
                repeated = sizes[chosen] - sizes[best]
                tallies[numbers[chosen]] += (1 - 2 * (repeated & 1)) * weight
        advance(hand)
    return total


@compiled
def results_of_sets(tallies: Numbers, which: NDArray[np.int32], results: int, numbering: Numbering) -> Numbers:
    """How many deals bring each result: the tallies of all sets that each final hand contains."""
    hand = np.arange(len(numbering.begin) - 2)
    sizes = sizes_of(len(hand))
    numbers = np.zeros_like(sizes)
    deals = np.zeros(results, np.int64)
    for number in range(len(which)):
        number_sets(hand, numbering, sizes, numbers)
        for chosen in numbers:
            deals[which[number]] += tallies[chosen]
        advance(hand)
    return deals
