"""Deals of a wager by chance: shuffled shoes, from which cards are dealt and drawn as at a table.

>>> from pitboss.drafts.reading import read_draft
>>> pair = read_draft('[deal]\\nplayer = 2\\n[[row]]\\nwhen = "pair"\\npays = "11 to 1"')
>>> batch = sample(pair, np.random.default_rng(1), 1000)
>>> 40 < int(batch.holds(pair.bets[0].rows[0].when).sum()) < 80  # about 1 in 17
True
"""

import numpy as np

from pitboss.drafts.counting import reading_of
from pitboss.drafts.measures import NO_CARD, Batch, Cards, Flags
from pitboss.drafts.records import Draw, Wager


def sample(wager: Wager, rng: np.random.Generator, number: int) -> Batch:
    """So many deals of a wager, one in each row."""
    reading = reading_of(wager)
    shoe = np.repeat(np.arange(len(wager.deck.counts), dtype=np.uint8), wager.deck.counts)
    shoes = rng.permuted(np.broadcast_to(shoe, (number, len(shoe))), axis=1)
    batch = Batch({}, number, reading)
    dealt = 0
    for name, size in wager.deal.items():
        batch.groups = {**batch.groups, (name,): (Cards(shoes[:, dealt : dealt + size], reading), None)}
        dealt += size
    following = np.full(number, dealt)
    for draw in wager.draws:  # a group is there before the first card of it is drawn
        batch.groups = {**batch.groups, (draw.group,): (Cards(np.zeros((number, 0), np.uint8), reading), None)}
    for draw in wager.draws:
        going: Flags = batch.holds(draw.when) if draw.when is not None else np.ones(number, np.bool_)
        while (going := _goes_on(draw, batch, going)).any():
            hand = batch.groups[draw.group,][0].cards
            card = np.where(going, shoes[np.arange(number), np.minimum(following, len(shoe) - 1)], np.uint8(NO_CARD))
            groups = {**batch.groups, (draw.group,): (Cards(np.column_stack([hand, card]), reading), None)}
            batch, following = Batch(groups, number, reading), following + going
    return batch


def _goes_on(draw: Draw, batch: Batch, going: Flags) -> Flags:
    """The rows in which another card of a group is drawn."""
    if draw.until is not None:
        return going & ~batch.holds(draw.until)
    drawn = batch.groups[draw.group,][0].cards.shape[1]
    return going & (drawn < draw.cards)
