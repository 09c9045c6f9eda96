"""Cards drawn after the deal, one at a time. Rows that differ only by the order in which cards were drawn are joined."""

from collections.abc import Sequence

import numpy as np

from pitboss.drafts.conditions import BadDraft, Over
from pitboss.drafts.joining import compact, totals
from pitboss.drafts.measures import NO_CARD, Batch, Cards, Values, Ways
from pitboss.drafts.records import Draw

MOST_DRAWN = 1_500_000  # rows to which one more card may lead


def draw_all(batch: Batch, ways: Ways, counts: Values, draws: Sequence[Draw]) -> tuple[Batch, Ways, Values]:
    """The rows with every card that may be drawn from a shoe with so many cards of each kind; the ways of each row, and how
    many cards are drawn in it."""
    drawn = np.zeros(batch.rows, np.int64)
    for draw in draws:  # a group exists before its first card is drawn
        nobody = Cards(np.zeros((batch.rows, 0), np.uint8), batch.reading)
        batch.groups = {**batch.groups, (draw.group,): (nobody, None)}
    for draw in draws:
        going: Values = batch.holds(draw.when) if draw.when is not None else np.ones(batch.rows, np.bool_)
        count = 0
        while draw.until is not None or count < draw.cards:
            if draw.until is not None:
                going = ~batch.holds(draw.until)
                if not going.any():
                    break
            if int(going.sum()) * np.count_nonzero(counts) > MOST_DRAWN:
                raise BadDraft(f"drawing {draw.group} leads to more than {MOST_DRAWN:,} different deals, too many to count")
            batch, ways, drawn, going = _draw(batch, ways, drawn, going, counts, draw.group)
            count += 1
    return batch, ways, drawn


def _draw(
    batch: Batch, ways: Ways, drawn: Values, going: Values, counts: Values, group: str
) -> tuple[Batch, Ways, Values, Values]:
    """One more card in every row that goes on, none in the others."""
    everything = batch.cards(tuple(name for names in batch.groups for name in names)).cards
    kinds = np.flatnonzero(counts).astype(np.uint8)
    left = np.stack([counts[kind] - (everything == kind).sum(1) for kind in kinds], axis=1)
    row, kind = np.nonzero(np.where(going[:, None], left, 0) > 0)
    stay = np.flatnonzero(~going)
    at = np.concatenate([stay, row])
    card = np.concatenate([np.full(len(stay), NO_CARD, np.uint8), kinds[kind]])
    share = np.concatenate([np.ones(len(stay), np.int64), left[row, kind]])
    hand = np.sort(np.column_stack([batch.groups[group,][0].cards[at], card]), axis=1)
    joined: Values = np.zeros(len(at), np.int64)
    first: Values = np.zeros(1, np.int64)
    for names, (cards, place) in batch.groups.items():
        columns = [place[at]] if place is not None else list((hand if names == (group,) else cards.cards[at]).T)
        for column in columns:
            size = int(column.max(initial=0)) + 1
            joined, first = compact(joined * size + column, len(first) * size)
    groups: dict[Over, tuple[Cards, Values | None]] = {}
    for names, (cards, place) in batch.groups.items():
        groups[names] = (Cards(cards.cards[at[first]], batch.reading), None) if place is None else (cards, place[at[first]])
    groups[group,] = Cards(hand[first], batch.reading), None
    summed = np.array(totals(ways[at] * share, joined, len(first)), ways.dtype)
    grown = card[first] != NO_CARD
    return Batch(groups, len(first), batch.reading), summed, drawn[at[first]] + grown, grown
