"""Where cards come from: shuffles that can be checked afterwards, the stack they are dealt from, and its cover card.

Chance enters a table only here. A live table shuffles with the operating system's generator, a test with a seed, and a replay
takes the orders that its log recorded. Every shuffle is committed before the first card: the digest of its salt and order is
published, order and salt are revealed later, and anyone can compare them.

>>> chance = Chance(seed=7)
>>> shuffle = chance.shuffle(range(52))
>>> verify(shuffle)
True
>>> verify(shuffle._replace(order=shuffle.order[::-1]))
False
"""

import hashlib
import math
import random
import secrets
import time
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol

from pitboss.cards import Card, text
from pitboss.errors import Unbalanced

factorial = cache(math.factorial)


def arrange(cards: Iterable[int], pick: int) -> list[int]:
    """One of the n! arrangements of n cards; every pick below n! gives a different one.

    >>> sorted("".join(map(str, arrange(range(3), pick))) for pick in range(6))
    ['012', '021', '102', '120', '201', '210']
    """
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        pick, swap = divmod(pick, last + 1)
        order[last], order[swap] = order[swap], order[last]
    return order


class Shuffle(NamedTuple):
    """One shuffle: the order (first card first), and the salt and digest that commit to it.

    A fair shuffle (`pitboss.evidence`) has no salt; its digest is the root over its salted cards.
    """

    order: tuple[Card, ...]
    salt: str
    digest: str


def commit(order: Iterable[Card], salt: str) -> str:
    """The digest that is published before the first card is dealt."""
    return hashlib.sha256(f"{salt}\n{text(order)}".encode()).hexdigest()


def verify(shuffle: Shuffle) -> bool:
    """True if a revealed shuffle is the one that was committed."""
    return commit(shuffle.order, shuffle.salt) == shuffle.digest


class Source(Protocol):
    """What a table needs of chance and of the clock."""

    def shuffle(self, cards: Iterable[Card]) -> Shuffle: ...

    def number(self, least: int, most: int) -> int: ...

    def hours(self) -> float: ...


class Witness(Source, Protocol):
    """Chance with a promise before the wagers and a proof afterwards (`pitboss.evidence`), with records of its own."""

    table: str
    reveals: bool

    @property
    def seeded(self) -> bool:
        """True if chance can be repeated, and so proves nothing."""

    @property
    def promised(self) -> bool:
        """True if a promise stands from which the next round can be dealt."""

    @property
    def living(self) -> list[str]:
        """The roots of all shuffles whose cards are not gathered yet."""

    def promise(self) -> str:
        """The promise for the next round."""

    def pledge(self, seat: int, digest: str) -> None:
        """A seat commits to its seed without revealing it."""

    @property
    def telling(self) -> bool:
        """True while only pledged seeds may be revealed."""

    @property
    def untold(self) -> list[int]:
        """The seats that have pledged a seed and not revealed it."""

    def no_more_seeds(self) -> None:
        """Accepts only the reveal of pledged seeds from now on."""

    def keep_seeds_of(self, seats: Collection[int]) -> None:
        """Drops seeds and pledges of seats whose players have left."""

    def add_seed(self, seat: int, seed: str) -> None:
        """A seat adds its seed to all further decisions of chance."""

    def check_seed(self, seat: int, seed: str) -> None:
        """Checks that a seat may add this seed now; raises what `add_seed` would."""

    def order_of(self, root: str) -> tuple[Card, ...]:
        """The final order of a living shuffle."""

    def gathered(self, root: str) -> tuple[Card, ...]:
        """The cards of a living shuffle as they were gathered for it."""

    def hidden_of(self, root: str) -> tuple[int, str]:
        """The promise of a living shuffle, and the part of its secret that is never published."""

    def reorder(self, root: str) -> Shuffle:
        """Rearranges a shuffle with no card dealt yet by the seeds that came after it."""

    def open_card(self, root: str, position: int) -> Any:
        """A card of a living shuffle with its proof."""

    def end(self, root: str) -> None:
        """Ends a shuffle: its cards are gathered."""

    def close(self) -> None:
        """Closes the table."""

    def discard(self) -> None:
        """Discards every promise that may have been used elsewhere."""

    def take_records(self) -> list[Any]:
        """The records for the log since the last call."""

    def to_record(self) -> Any:
        """The whole state as one value."""

    def outline(self) -> Any:
        """The state without the parts that are sealed anew every time."""

    def again(self, records: Sequence[Any], start: Any) -> "Witness":
        """A replay of this chance from a state, by the records that it produced since."""


class Chance:
    """Shuffles and the clock of a live table; with a seed they are repeatable, and the clock stands still."""

    witness: Witness | None = None

    def __init__(self, seed: int | None = None) -> None:
        self.seeded = seed is not None
        self._random = random.Random(seed) if self.seeded else secrets.SystemRandom()

    def __getstate__(self) -> dict[str, Any]:
        """A copy of seeded chance continues like the original; the operating system's generator has no state to copy."""
        return {name: value for name, value in vars(self).items() if self.seeded or name != "_random"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update({"_random": secrets.SystemRandom()} | state)

    def shuffle(self, cards: Iterable[Card]) -> Shuffle:
        """A random order of the cards, with the commitment to it.

        One uniform number below n! picks the permutation, so each is equally likely and chance is used once.
        """
        order = list(cards)
        order = arrange(order, self._random.randrange(factorial(len(order))))
        salt = f"{self._random.getrandbits(128):032x}"
        return Shuffle(tuple(order), salt, commit(order, salt))

    def number(self, least: int, most: int) -> int:
        """A number from least to most, such as the depth of a cut."""
        return self._random.randrange(least, most + 1)

    def hours(self) -> float:
        """The time in hours since a fixed moment."""
        return 0.0 if self.seeded else time.time() / 3600


Move = tuple[int, str, int]  # the number of cards before; "cut", "take" or "empty"; the depth, or the index of the card


class Stack:
    """The cards that are dealt from: a deck in the hand, or one side of a dealing shoe.

    `cards[-1]` is the next card. `behind_cover` is the number of cards behind the cover card, which comes out when that many
    are left. `root` is the commitment to the loaded shuffle, and `moves` lists all changes other than drawing from the top.
    Together they determine the place in the shuffle of each card.
    """

    __slots__ = ("behind_cover", "cards", "moves", "root", "size")

    def __init__(self, order: Iterable[Card] = (), behind_cover: int = 0) -> None:
        self.load(order, behind_cover)

    def load(self, order: Iterable[Card], behind_cover: int = 0, root: str = "") -> None:
        """Loads a shuffled stack, first card first."""
        self.cards = list(order)[::-1]
        self.size = len(self.cards)
        self.behind_cover = behind_cover
        self.root = root
        self.moves: list[Move] = []

    def __len__(self) -> int:
        return len(self.cards)

    def draw(self, to: str = "") -> Card:
        """Draws the next card. `to` says who gets it, which a real shoe ignores."""
        return self.cards.pop()

    def deal(self, places: Sequence[str]) -> list[Card]:
        """Draws the next cards, one for each place in turn."""
        cards = self.cards
        left = len(cards) - len(places)
        if left < 0:
            raise Unbalanced(f"{len(places)} cards are to be dealt, and {len(cards)} are left")
        dealt = cards[left:][::-1]
        del cards[left:]
        return dealt

    def cut(self, depth: int) -> None:
        """Moves `depth` cards from the top to the bottom."""
        if not 0 < depth < len(self.cards):
            raise Unbalanced(f"a cut of {depth} cards in a stack of {len(self.cards)}")
        self.moves.append((len(self.cards), "cut", depth))
        self.cards = self.cards[-depth:] + self.cards[:-depth]

    def take(self, card: Card) -> bool:
        """Removes a given card from the stack, as when it is found face up; False if it is not there."""
        if card in self.cards:
            at = self.cards.index(card)
            self.moves.append((len(self.cards), "take", at))
            del self.cards[at]
            return True
        return False

    def empty(self) -> list[Card]:
        """Takes out all remaining cards, first card first: the stub."""
        stub, self.cards = self.cards[::-1], []
        self.moves.append((len(stub), "empty", 0))
        return stub

    def places_dealt(self) -> list[int]:
        """The place in the shuffle, from 0, of each card that was drawn or taken out, in the order they came out.

        >>> stack = Stack("abcdef")
        >>> stack.cut(2), stack.draw(), stack.take("f"), stack.draw(), stack.empty()
        (None, 'c', True, 'd', ['e', 'a', 'b'])
        >>> stack.places_dealt()
        [2, 5, 3]
        """
        remaining = list(range(self.size))[::-1]
        dealt: list[int] = []
        for until, move, number in (*self.moves, (len(self.cards), "", 0)):
            dealt += remaining[until:][::-1]
            del remaining[until:]
            if move == "cut":
                remaining = remaining[-number:] + remaining[:-number]
            elif move == "take":
                dealt.append(remaining.pop(number))
            elif move == "empty":
                break
        return dealt

    def repeat(self, moves: Iterable[Move], left: int) -> None:
        """Repeats the moves of another stack on one that was just loaded, until `left` cards remain."""
        for until, move, number in moves:
            del self.cards[until:]
            if move == "cut":
                self.cut(number)
            elif move == "take":
                self.moves.append((until, move, number))
                del self.cards[number]
        del self.cards[left:]

    @property
    def cover_card_out(self) -> bool:
        """True if the cover card has been reached."""
        return len(self.cards) <= self.behind_cover


class ChosenStack(Stack):
    """A stack whose subclass chooses the card for each place (`draw`), regardless of order."""

    __slots__ = ()

    def deal(self, places: Sequence[str]) -> list[Card]:
        return [self.draw(to) for to in places]

    def cut(self, depth: int) -> None:
        """Does nothing: a cut has no effect here."""
