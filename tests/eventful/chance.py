"""Chance that is repeatable and not fair: decks whose cards lie so that rare hands are dealt, and to several seats at once."""

from collections.abc import Iterable
from random import Random

from pitboss.cards import Card, rank, suit
from pitboss.shoe import Chance, Shuffle, commit

ORDERS = ("fair", "fair", "suits", "ranks", "high", "suits", "ranks")
HIGH = 8  # from a ten on
WONDERS = 1001  # the first seed of sittings in which several seats have the best of hands


class Arranged(Chance):
    """Shuffles after which runs of a suit, or cards of a rank, lie together or so many cards apart."""

    def __init__(self, seed: int, chosen: Random) -> None:
        super().__init__(seed)
        self.order = chosen.choice(ORDERS)
        self.apart = chosen.choice((1, 1, 2, 3, 4, 5, 6, 7, 8))
        if seed >= WONDERS:
            self.order = "wonders"
            self.size = chosen.choice((2, 3, 3, 4, 5, 5, 7))

    def shuffle(self, cards: Iterable[Card]) -> Shuffle:
        """Cards arranged as this sitting has them, each time otherwise."""
        usual = super().shuffle(cards)
        if self.order == "fair":
            return usual
        if self.order == "wonders":
            order = wonders(list(usual.order), self.size, self.apart, self._random)
            return Shuffle(tuple(order), usual.salt, commit(order, usual.salt))
        order = apart(grouped(list(usual.order), self.order, self._random), self.apart)
        return Shuffle(tuple(order), usual.salt, commit(order, usual.salt))


def grouped(cards: list[Card], order: str, chosen: Random) -> list[Card]:
    """Cards that belong together, in groups of two to six that lie in any order."""
    if order == "high":
        high = [card for card in cards if rank(card) >= HIGH]
        low = [card for card in cards if rank(card) < HIGH]
        where = chosen.randrange(len(low) + 1)
        return low[:where] + high + low[where:]
    together = sorted(cards, key=lambda card: (suit(card), rank(card)) if order == "suits" else (rank(card), suit(card)))
    groups = []
    while together:
        many = chosen.randint(2, 6)
        groups.append(together[:many])
        together = together[many:]
    chosen.shuffle(groups)
    return [card for group in groups for card in group]


def apart(cards: list[Card], by: int) -> list[Card]:
    """Cards so dealt out that those which lay together lie so many apart."""
    length = -(-len(cards) // by)
    piles = [cards[at : at + length] for at in range(0, len(cards), length)]
    return [pile[at] for at in range(length) for pile in piles if at < len(pile)]


def wonders(cards: list[Card], size: int, by: int, chosen: Random) -> list[Card]:
    """The highest cards of each suit, or all cards of a rank, together or so many cards apart, before all others."""
    best = sorted(cards, key=rank, reverse=True)
    groups = [[card for card in best if suit(card) == each][:size] for each in range(4)]
    if chosen.random() < 0.3:
        groups = [[card for card in best if rank(card) == each][:size] for each in chosen.sample(range(4, 13), 4)]
    chosen.shuffle(groups)
    rest = list(cards)
    for card in [card for group in groups for card in group]:
        rest.remove(card)
    if by == 1:
        return [card for group in groups for card in group] + rest
    piles = groups[:by] + [[] for _ in range(by - len(groups))]
    chosen.shuffle(piles)
    found = []
    for at in range(size):
        for pile in piles:
            if at < len(pile):
                found.append(pile[at])
            elif rest:
                found.append(rest.pop())
    return found + [card for group in groups[by:] for card in group] + rest
