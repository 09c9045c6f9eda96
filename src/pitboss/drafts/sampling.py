"""Deals of a wager by chance: shuffled shoes, from which cards are dealt and drawn as at a table.

>>> from pitboss.drafts.reading import read_draft
>>> pair = read_draft('[deal]\\nplayer = 2\\n[[row]]\\nwhen = "pair"\\npays = "11 to 1"')
>>> batch = sample(pair, np.random.default_rng(1), 1000)
>>> 40 < int(batch.holds(pair.bets[0].rows[0].when).sum()) < 80  # about 1 in 17
True
"""

import numpy as np

from pitboss.drafts.conditions import Over
from pitboss.drafts.counting import reading_of
from pitboss.drafts.measures import NO_CARD, Batch, Cards, Flags, Hands
from pitboss.drafts.records import Deck, Draw, Wager


def sample(wager: Wager, rng: np.random.Generator, number: int) -> Batch:
    """So many deals of a wager, one in each row."""
    reading, shoes = reading_of(wager), Shoes(wager.deck, rng, number)
    groups: dict[Over, tuple[Cards, None]] = {}
    for name, size in wager.deal.items():
        groups[name,] = Cards(np.column_stack([shoes.next_card() for _ in range(size)]), reading), None
    for draw in wager.draws:  # a group is there before the first card of it is drawn
        groups[draw.group,] = Cards(np.zeros((number, 0), np.uint8), reading), None
    batch = Batch(groups, number, reading)
    for draw in wager.draws:
        going: Flags = batch.holds(draw.when) if draw.when is not None else np.ones(number, np.bool_)
        while (going := _goes_on(draw, batch, going)).any():
            card = np.where(going, shoes.next_card(), np.uint8(NO_CARD))  # elsewhere it is burned, which changes no chance
            groups = {**groups, (draw.group,): (Cards(np.column_stack([groups[draw.group,][0].cards, card]), reading), None)}
            batch = Batch(groups, number, reading)
    return batch


class Shoes:
    """Shuffled shoes of one deck each, of which cards are looked at one by one."""

    def __init__(self, deck: Deck, rng: np.random.Generator, number: int) -> None:
        self.cards = np.repeat(np.arange(len(deck.counts), dtype=np.uint8), deck.counts)
        self.rng, self.number = rng, number
        self.taken = np.zeros((number, 0), np.int16)  # places in the shoe, ascending

    def next_card(self) -> Hands:
        """The next card of every shoe, one of those that are left."""
        place = self.rng.integers(0, len(self.cards) - self.taken.shape[1], self.number, np.int16)
        for taken in self.taken.T:
            place += place >= taken
        self.taken = np.sort(np.column_stack([self.taken, place]), axis=1)
        cards: Hands = self.cards[place]
        return cards


def _goes_on(draw: Draw, batch: Batch, going: Flags) -> Flags:
    """The rows in which another card of a group is drawn."""
    if draw.until is not None:
        return going & ~batch.holds(draw.until)
    drawn = batch.groups[draw.group,][0].cards.shape[1]
    return going & (drawn < draw.cards)
