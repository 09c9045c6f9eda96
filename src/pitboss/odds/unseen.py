"""Cards that are what they are only when somebody looks: the stack from which every round of a game is played.

Whoever plays all rounds of a game need not tell apart what the game never asks. So a card of this stack is undecided until its
rank or its suit is looked at, and then only as much of it is decided as was asked: a game that compares ranks is played with
thirteen cards, not with fifty-two. Nothing is assumed about the game, since what it did not look at cannot have moved it.

Where nobody decides anything, a hand may also be counted once whatever the order of its cards. That is an assumption, and
`pitboss.odds.enumeration` checks it.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, cast

from pitboss.cards import Card
from pitboss.shoe import ChosenStack

RANK = 2  # bits by which a card is shifted to see its rank


class Branches:
    """A way through a tree of choices: `choose` takes the next one on it, `turn` goes to another way until none is left."""

    def __init__(self) -> None:
        self._way: list[tuple[int, int]] = []
        self._at = 0

    def choose(self, number: int) -> int:
        """One of so many, by its place."""
        if self._at == len(self._way):
            self._way.append((0, number))
        chosen, _ = self._way[self._at]
        self._at += 1
        return chosen

    def turn(self) -> bool:
        """Goes back to the beginning, for another way; whether there is one."""
        self._at = 0
        while self._way and self._way[-1][0] + 1 == self._way[-1][1]:
            self._way.pop()
        if self._way:
            chosen, number = self._way[-1]
            self._way[-1] = (chosen + 1, number)
        return bool(self._way)

    def done(self) -> float:
        """How much of the tree lies before the present way, from 0 to 1."""
        found, width = 0.0, 1.0
        for chosen, number in self._way:
            width /= number
            found += chosen * width
        return found


class Probe(Branches):
    """One way at random. The product of the choices on it, `ways`, is on average the number of ways that the tree has."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._chance = chance
        self.ways = 1

    def choose(self, number: int) -> int:
        self.ways *= number
        return self._chance.randrange(number)


class Unseen:
    """A card that nobody has looked at; it stands for an integer wherever one is asked for."""

    __slots__ = ("deck", "hand", "rank", "value")

    def __init__(self, deck: "_Deck") -> None:
        self.deck = deck
        self.hand: list[Unseen] | None = None  # the cards that were dealt to the same place, where their order does not count
        self.rank: int | None = None
        self.value: Card | None = None

    def __rshift__(self, bits: int) -> int:
        if bits == RANK:
            return self.deck.look_at_rank(self)
        return self.__index__() >> bits

    def __index__(self) -> int:
        return self.deck.look_at(self)

    def __hash__(self) -> int:
        return hash(self.__index__())

    def __bool__(self) -> bool:
        return bool(self.__index__())

    __int__ = __index__


def _as_integer(operation: str) -> Callable[..., Any]:
    def asked(card: Unseen, *others: Any) -> Any:
        plain = [other.__index__() if isinstance(other, Unseen) else other for other in others]
        return getattr(card.__index__(), operation)(*plain)

    return asked


for _operation in (
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "add",
    "sub",
    "mul",
    "floordiv",
    "mod",
    "divmod",
    "and",
    "or",
    "xor",
    "lshift",
):
    setattr(Unseen, f"__{_operation}__", _as_integer(f"__{_operation}__"))
for _operation in (
    "radd",
    "rsub",
    "rmul",
    "rfloordiv",
    "rmod",
    "rand",
    "ror",
    "rxor",
    "rlshift",
    "rrshift",
    "repr",
    "str",
    "format",
):
    setattr(Unseen, f"__{_operation}__", _as_integer(f"__{_operation}__"))


class _Deck:
    """What is known of some shuffled cards: which are undecided yet, and how likely everything was that was seen of them."""

    def __init__(self, branches: Branches, values: Sequence[Card], unordered: bool) -> None:
        self.branches, self.unordered = branches, unordered
        self.left = Counter(values)  # not decided
        self.ranks = Counter(value >> RANK for value in values)  # the same, less cards of which the rank is decided
        self.chance = Fraction(1)

    def look_at_rank(self, card: Unseen) -> int:
        """Decides the rank of a card: each as likely as there are cards of it left. The cards of a hand whose order does not
        count come in the order of their ranks, which then stands for all orders."""
        if card.rank is not None:
            return card.rank
        known = [mate.rank for mate in card.hand or () if mate.rank is not None] if self.unordered else []
        least = max(known, default=-1)
        choices = [rank for rank in sorted(self.ranks) if self.ranks[rank] and rank >= least]
        if not choices:  # the cards that would follow in this order are all out: no hand begins so
            raise NoSuchHand
        rank = choices[self.branches.choose(len(choices))]
        self.chance *= Fraction(self.ranks[rank] * (len(known) + 1), self.ranks.total() * (known.count(rank) + 1))
        self.ranks[rank] -= 1
        card.rank = rank
        return rank

    def look_at(self, card: Unseen) -> Card:
        """Decides a card: its rank, then which of that rank it is."""
        if card.value is None:
            rank = self.look_at_rank(card)
            choices = [value for value in sorted(self.left) if value >> RANK == rank and self.left[value]]
            value = choices[self.branches.choose(len(choices))]
            self.chance *= Fraction(self.left[value], sum(self.left[each] for each in choices))
            self.left[value] -= 1
            card.value = value
        return card.value


class NoSuchHand(Exception):
    """Cards in the order of their ranks cannot go on from here."""


class UnseenStack(ChosenStack):
    """A stack of undecided cards. Where `seen`, each is decided as it is drawn; where `unordered`, a hand's order does not
    count."""

    __slots__ = ("branches", "dealt", "decks", "hands", "seen", "unordered")

    def __init__(self, branches: Branches, seen: bool = False, unordered: bool = False) -> None:
        self.branches, self.seen, self.unordered = branches, seen, unordered
        self.decks: list[_Deck] = []
        self.dealt: list[Unseen] = []  # the whole deck, in the order in which it is drawn
        self.hands: dict[str, list[Unseen]] = {}  # by the place to which they are drawn
        super().__init__()

    @property
    def chance(self) -> Fraction:
        """How likely everything was that was looked at."""
        found = Fraction(1)
        for deck in self.decks:
            found *= deck.chance
        return found

    def load(self, order: Iterable[Card], behind_cover: int = 0, root: str = "") -> None:
        values = [int(card) for card in order]
        super().load(values, behind_cover, root)
        if values:
            self.decks.append(_Deck(self.branches, values, self.unordered))
            self.dealt = [Unseen(self.decks[-1]) for _ in values]
            self.hands = {}
            self.cards = cast(list[Card], self.dealt[::-1])

    def draw(self, to: str = "") -> Card:
        card = cast(Unseen, self.cards.pop())
        card.hand = self.hands.setdefault(to, [])
        card.hand.append(card)
        return int(card) if self.seen else cast(Card, card)

    def order(self, chance: random.Random) -> list[Card]:
        """The cards in the order in which they were drawn, what is not decided at random; where the order of a hand does not
        count, its cards among themselves at random too."""
        left = list(self.decks[-1].left.elements())
        chance.shuffle(left)
        found: dict[int, Card] = {}
        for card in sorted(self.dealt, key=lambda card: (card.value is None, card.rank is None)):
            value = card.value
            if value is None:
                value = next(each for each in left if card.rank in (None, each >> RANK))
                left.remove(value)
            found[id(card)] = value
        for hand in self.hands.values() if self.unordered else ():
            values = [found[id(card)] for card in hand]
            chance.shuffle(values)
            found |= {id(card): value for card, value in zip(hand, values, strict=True)}
        return [found[id(card)] for card in self.dealt]


class GivenStack(ChosenStack):
    """A stack that lies in a given order, whatever is shuffled."""

    __slots__ = ("given",)

    def __init__(self, given: Sequence[Card]) -> None:
        self.given = given
        super().__init__()

    def load(self, order: Iterable[Card], behind_cover: int = 0, root: str = "") -> None:
        super().load(self.given if list(order) else (), behind_cover, root)

    def draw(self, to: str = "") -> Card:
        return self.cards.pop()
