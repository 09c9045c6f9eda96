"""Every way in which cards fall into groups, as arrays of hands with the number of deals that each stands for.

Cards of one kind are equal: cards of one value or rank where no condition looks at more, otherwise the cards of several decks.
Where suits may be renamed, the first group is listed by suit class. A row stands for as many deals as there are ways to draw
it.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import comb, factorial, perm, prod

import numpy as np

from pitboss.cards import JOKER, KING, TEN, Card
from pitboss.drafts.conditions import (
    HAND_VALUES,
    And,
    Category,
    Compare,
    Condition,
    Not,
    Number,
    Or,
    Over,
    Property,
    Sum,
    Test,
    Value,
    tests_in,
)
from pitboss.drafts.draws import check_draws, draw_all
from pitboss.drafts.measures import PLAIN, Batch, Cards, Hands, Reading, Values, Ways
from pitboss.drafts.one_suit import MOST_GROUPS, SETS, TESTS, Shoe, with_suits
from pitboss.drafts.records import Deck, Draw, Wager
from pitboss.odds.suits.deck import Deck as SuitDeck

FEW = 20  # deals by chance that show whether draws end
CHUNK = 1 << 17  # rows that are looked at together
SUIT_NUMBERS = (
    *("suits", "most alike", "longest suit", "longest suited run", "highest of longest suit", "same suit as", "same card as"),
    *HAND_VALUES,
)
BY_SUIT = ("suits", "longest suit", "same suit as")  # that look at nothing but suits
VALUE_TESTS = ("total", "hard total", "points", "baccarat points", "blackjack", "soft", "bust")
TEN_VALUES = frozenset(range(4 * TEN, 4 * KING + 4))
SUITS: tuple[int, ...] = (0, 1, 2, 3)
TURNS: tuple[tuple[int, ...], ...] = ((1, 0, 2, 3), (1, 2, 3, 0))  # of which every renaming is made
LEVELS = ("nothing", "values", "ranks", "suits", "cards")  # what cards are told apart by, the coarsest first


@dataclass(frozen=True)
class Group:
    """Groups of a deal that every condition looks at together."""

    names: Over
    size: int


def tests_of(wager: Wager) -> list[Test]:
    """Everything that a wager reads from cards."""
    return [test for one in wager.conditions for test in tests_in(one)]


def overs(test: Test) -> list[Over]:
    """The groups that a test looks at."""
    return [test.over, test.other] if isinstance(test, Number) and test.other else [test.over]


def groups_of(wager: Wager) -> list[Group]:
    """The groups of cards that conditions and choices tell apart, in the order in which they are listed: first those that the
    player sees, then the largest. Cards that nobody looks at change no chance and are left out.
    """
    looked_at = [over for test in tests_of(wager) for over in overs(test)]
    seen = [set(choice.sees) for choice in wager.choices]
    merged: dict[tuple[bool, ...], list[str]] = {}
    for name in wager.deal:
        here = [not over or name in over for over in looked_at] + [name in sees for sees in seen]
        merged.setdefault(tuple(here), []).append(name)
    kept = [names for here, names in merged.items() if any(here)] or list(merged.values())[:1]
    groups = [Group(tuple(names), sum(wager.deal[name] for name in names)) for names in kept]
    first: set[str] = set().union(*seen)
    return sorted(groups, key=lambda group: (group.names[0] not in first, -group.size))


def without_idle_draws(wager: Wager) -> Wager:
    """The wager without the cards that are drawn and that nothing looks at."""
    kept: list[Draw] = []
    for draw in reversed(wager.draws):
        later = replace(wager, draws=tuple(kept))
        if any(not over or draw.group in over for test in tests_of(later) for over in overs(test)) or any(
            draw.group in choice.sees for choice in wager.choices
        ):
            kept.insert(0, draw)
    return replace(wager, draws=tuple(kept))


@dataclass(frozen=True)
class Finer:
    """A way to list fewer deals where conditions look at suits: cards are told apart by value or rank and by the sets of cards
    that are counted; some tests of suits are decided after all cards are listed."""

    by: str
    counted: tuple[frozenset[Card], ...]
    later: tuple[Property, ...]


def finer_of(wager: Wager) -> Finer | None:
    """The finer way for a wager; None where a test looks at suits otherwise."""
    sees = any(choice.sees for choice in wager.choices)
    drawing = [condition for draw in wager.draws for condition in (draw.when, draw.until) if condition is not None]
    asked = {test for condition in drawing for test in tests_in(condition)}
    later = tuple(dict.fromkeys(test for test in tests_of(wager) if isinstance(test, Property) and test.name in TESTS))
    if wager.deck.wild or sees or not asked.isdisjoint(later) or len({frozenset(test.over) for test in later}) > MOST_GROUPS:
        later = ()
    by_suit = set() if wager.deck.wild else {test for test in tests_of(wager) if test.name in BY_SUIT}
    others = [test for test in tests_of(wager) if test not in later and test not in by_suit]
    sets = [test.cards for test in others if test.name == "count" and isinstance(test, Number)]
    sets += [frozenset(range(suit, JOKER, 4)) for suit in SUITS] if by_suit else []
    counted = tuple(dict.fromkeys(sets))
    levels = [level_of_test(test, wager) for test in others if test.name != "count"]
    by = max(levels + ["ranks"] * sees, key=LEVELS.index, default=LEVELS[0])
    return Finer(by, counted, later) if by in LEVELS[:3] else None


def kinds_of(by: str, counted: Sequence[frozenset[Card]] = ()) -> list[Card]:
    """For each card the first one that is equal to it: by LEVELS and by the sets of cards that are counted."""
    keys: dict[Hashable, Card] = {}
    found = []
    for card in range(JOKER + 1):
        value = TEN if TEN <= card >> 2 <= KING else card >> 2
        alike = {"nothing": 0, "values": value, "ranks": card >> 2}.get(by, card)
        found.append(keys.setdefault((alike, *(card in cards for cards in counted)), card))
    return found


def level_of(wager: Wager) -> str:
    """What a wager tells cards apart by, one of LEVELS: by suits where renaming them changes no condition."""
    level = max((level_of_test(test, wager) for test in tests_of(wager)), key=LEVELS.index, default=LEVELS[0])
    if level == "cards" and all(_renamed(one, turn) == _renamed(one, SUITS) for one in wager.conditions for turn in TURNS):
        level = "suits"
    return level


def _renamed(condition: Condition | Value, suits: Sequence[int]) -> Hashable:
    """A condition with other names for the suits, in a form that does not depend on the order of its terms."""
    if isinstance(condition, And | Or):
        return type(condition), frozenset(_renamed(term, suits) for term in condition.terms)
    if isinstance(condition, Not):
        return Not, _renamed(condition.term, suits)
    if isinstance(condition, Compare):
        return condition.sign, _renamed(condition.left, suits), _renamed(condition.right, suits)
    if isinstance(condition, Sum):
        return tuple((sign, _renamed(term, suits)) for sign, term in condition.terms)
    if isinstance(condition, Number):
        cards = (card if card == JOKER else 4 * (card >> 2) + suits[card & 3] for card in condition.cards)
        return replace(condition, cards=frozenset(cards))
    if isinstance(condition, Property) and condition.name == "same colour":
        return condition, {suits[1], suits[2]} in ({0, 3}, {1, 2})
    return condition


def level_of_test(test: Test, wager: Wager) -> str:
    """What a test tells cards apart by."""
    if isinstance(test, Category):
        if {4 * (card >> 2) + suit for card in wager.deck.wild - {JOKER} for suit in range(4)} - wager.deck.wild:
            return "cards"
        number = sum(wager.deal.get(name, 0) for name in (set(test.over) or wager.deal))
        return "suits" if number > 2 else "ranks"
    if test.name == "cards":
        return "nothing"
    if test.name in VALUE_TESTS:
        return "values"
    if isinstance(test, Property):
        return {"suited": "suits", "identical": "suits", "same colour": "cards"}.get(test.name, "ranks")
    if isinstance(test, Number) and test.name == "count":
        cards = test.cards - {JOKER}
        if {4 * (card >> 2) + suit for card in cards for suit in range(4)} - cards:
            return "cards"
        return "values" if not cards & TEN_VALUES or cards >= TEN_VALUES else "ranks"
    return "suits" if test.name in SUIT_NUMBERS else "ranks"


class Listing:
    """The deals of some groups from a deck, told apart by `by`."""

    def __init__(
        self,
        deck: Deck,
        groups: Sequence[Group],
        by: str,
        draws: Sequence[Draw] = (),
        reading: Reading = PLAIN,
        finer: "Finer | None" = None,
    ) -> None:
        kind_of = np.array(kinds_of(by, finer.counted if finer else ()))
        suits = np.array(deck.counts, np.int64)[:JOKER].reshape(13, 4)
        in_suit = np.zeros((JOKER + 1, 4), np.int64)
        np.add.at(in_suit, (kind_of[:JOKER], np.arange(JOKER) & 3), suits.ravel())
        self.counts = np.bincount(kind_of, deck.counts, JOKER + 1).astype(np.int64)
        self.kinds = np.flatnonzero(self.counts).astype(np.uint8)
        self.shoe = Shoe(self.kinds, self.counts[self.kinds], in_suit[self.kinds])
        self.groups, self.later = groups, finer.later if finer else ()
        suits_alike = bool((suits == suits[:, :1]).all())
        self.by_class = by == "suits" and suits_alike
        self.total = int(self.counts.sum())
        self.draws, self.reading = draws, reading
        drawn = [draw.cards if draw.until is None else self.total for draw in draws]
        self.largest = perm(self.total, min(self.total, sum(group.size for group in groups) + sum(drawn)))

    @property
    def size(self) -> int:
        """How many rows there are, about."""
        number = prod(self._hands(group.size) for group in self.groups)
        return number // 20 if self.by_class and self.groups and self.groups[0].size > 2 else number

    @property
    def work(self) -> int:
        """How many rows are looked at, about, with those for the suits that are decided later."""
        groups = len({frozenset(test.over) for test in self.later})
        return self.size * int(len(SETS) ** groups)

    def _hands(self, size: int) -> int:
        kinds = len(self.kinds)
        return comb(kinds, size) if self.counts.max() == 1 else comb(kinds + size - 1, size)

    @property
    def deals(self) -> int:
        """How many deals there are."""
        number, left = 1, self.total
        for group in self.groups:
            number *= comb(left, group.size)
            left -= group.size
        return number

    def batches(self) -> Iterator[tuple[Batch, Ways, Ways]]:
        """Rows of cards, the deals that each stands for, and how many cards were drawn in each."""
        if self.draws:
            check_draws(self._by_chance(FEW), self.counts, self.draws)
        first, *others = self.groups
        rest = [Cards(self._all(group.size), self.reading) for group in others]
        number = prod(len(hands.cards) for hands in rest)
        for hands, members in self._first(first.size):
            step = max(1, CHUNK // number)
            for begin in range(0, len(hands), step):
                block = Cards(hands[begin : begin + step], self.reading)
                for at in self._crossed(len(block.cards), rest):
                    parts = [block, *rest]
                    ways = self._ways([(cards, place) for cards, place in zip(parts, at, strict=True)])
                    ways = ways * members[begin : begin + step][at[0]]
                    possible = np.flatnonzero(ways)
                    groups = {
                        group.names: (cards, place[possible])
                        for group, cards, place in zip(self.groups, parts, at, strict=True)
                    }
                    if len(possible):
                        yield self._complete(Batch(groups, len(possible), self.reading), ways[possible])

    def _by_chance(self, rows: int) -> Batch:
        """Some deals by chance."""
        dice, shoe = np.random.default_rng(1), np.repeat(self.kinds, self.counts[self.kinds])
        dealt = np.array([dice.choice(shoe, sum(group.size for group in self.groups), replace=False) for _ in range(rows)])
        ends = np.cumsum([group.size for group in self.groups])
        hands = np.split(dealt, ends[:-1], axis=1)
        groups = {group.names: (Cards(hand, self.reading), None) for group, hand in zip(self.groups, hands, strict=True)}
        return Batch(groups, rows, self.reading)

    def _complete(self, batch: Batch, ways: Ways) -> tuple[Batch, Ways, Values]:
        """The rows with every card that may be drawn, and with the suits that are tested."""
        drawn = np.zeros(batch.rows, np.int64)
        if self.draws:
            ways = ways.astype(np.int64 if self.largest < 1 << 62 else object)
            batch, ways, drawn = draw_all(batch, ways, self.counts, self.draws)
        if self.later:
            batch, ways, rows = with_suits(batch, ways, self.later, self.shoe)
            drawn = drawn[rows]
        return batch, ways, drawn

    def _crossed(self, block: int, rest: Sequence[Cards]) -> Iterator[list[Ways]]:
        """The places of each hand of a block beside every hand of the other groups."""
        number = prod(len(hands.cards) for hands in rest)
        for begin in range(0, number, CHUNK):
            places = np.arange(begin, min(begin + CHUNK, number))
            at, left = [np.repeat(np.arange(block), len(places))], places
            for hands in reversed(rest):
                left, place = np.divmod(left, len(hands.cards))
                at.insert(1, np.tile(place, block))
            yield at

    def _ways(self, parts: Sequence[tuple[Cards, Ways]]) -> Ways:
        """In how many ways the cards of each row are drawn: none where a row holds more of a kind than there are."""
        ways: Ways
        orders: Ways
        if self.counts.max() == 1:  # hands of different cards
            ways = np.ones(len(parts[0][1]), np.int64)
            for place, (cards, at) in enumerate(parts):
                for other, there in parts[:place]:
                    ways &= (cards.bits[at] & other.bits[there]) == 0
            return ways
        exact: type = np.int64 if self.largest < 1 << 62 else object
        hands = [held.cards[at] for held, at in parts]
        everything = np.concatenate(hands, axis=1)
        ways = np.ones(len(everything), exact)
        orders = ways.copy()
        place = 0
        for hand in hands:
            for column in range(hand.shape[1]):
                here = everything[:, place : place + 1]
                drawn = (everything[:, :place] == here).sum(1)
                ways = ways * np.maximum(self.counts[everything[:, place]] - drawn, 0)
                orders = orders * ((hand[:, :column] == here).sum(1) + 1)
                place += 1
        return ways // orders

    def _first(self, size: int) -> Iterator[tuple[Hands, Ways]]:
        """The hands of the first group, by suit class where suits may be renamed, and how many each stands for."""
        deck = SuitDeck.of(tuple(self.kinds.tolist())) if self.by_class and self.counts.max() == 1 else None
        if deck is not None and size <= 7:
            yield deck.classes(size)
            return
        for hands in self._chunks(size):
            if self.by_class:
                yield one_of_each_class(hands)
            else:
                yield hands, np.ones(len(hands), np.int64)

    def _all(self, size: int) -> Hands:
        return np.concatenate(list(self._chunks(size)))

    def _chunks(self, size: int) -> Iterator[Hands]:
        """All hands of so many cards, cards in ascending order."""
        kinds, again = len(self.kinds), self.counts.max() > 1
        for first in range(kinds):
            places = np.full((1, 1), first, np.int64)
            for _ in range(size - 1):
                start = places[:, -1] + (not again)
                number = kinds - start
                following = np.arange(number.sum()) - np.repeat(np.cumsum(number) - number, number) + np.repeat(start, number)
                places = np.column_stack((np.repeat(places, number, axis=0), following))
            if len(places):
                yield self.kinds[places]


def one_of_each_class(hands: Hands) -> tuple[Hands, Ways]:
    """Of hands that only differ by the names of suits the one whose suits are in order, and how many it stands for."""
    plain = hands < JOKER
    worth = np.where(plain, np.int64(1) << 3 * (hands.astype(np.int64) >> 2), 0)
    keys = np.stack([np.where(hands & 3 == suit, worth, 0).sum(1) for suit in range(4)], axis=1)
    kept = (keys[:, :-1] >= keys[:, 1:]).all(1)
    keys = keys[kept]
    members = np.full(len(keys), factorial(4), np.int64)
    alike = np.ones(len(keys), np.int64)
    for before, after in pairwise(range(4)):
        alike = np.where(keys[:, before] == keys[:, after], alike + 1, 1)
        members //= alike
    return hands[kept], members
