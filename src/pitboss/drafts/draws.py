"""Cards drawn after the deal, one at a time. Rows that differ only by the order in which cards were drawn are joined."""

from collections.abc import Sequence

import numpy as np

from pitboss.drafts.conditions import BadDraft, Over
from pitboss.drafts.joining import compact, totals
from pitboss.drafts.measures import NO_CARD, Batch, Cards, Values, Ways
from pitboss.drafts.records import Draw

MOST_DRAWN = 1_500_000  # rows to which one more card may lead
MANY = 50_000  # rows that make it worth while to look ahead
MOST_CARDS = 100  # that one draw takes
SOON = 30  # cards after which most draws have ended


def draw_all(batch: Batch, ways: Ways, counts: Values, draws: Sequence[Draw]) -> tuple[Batch, Ways, Values]:
    """The rows with every card that may be drawn from a shoe with so many cards of each kind; the ways of each row, and how
    many cards are drawn in it."""
    drawn = np.zeros(batch.rows, np.int64)
    _add_groups(batch, draws)
    for draw in draws:
        going: Values = batch.holds(draw.when) if draw.when is not None else np.ones(batch.rows, np.bool_)
        count = 0
        while draw.until is not None or count < draw.cards:
            if draw.until is not None:
                going = ~batch.holds(draw.until)
                if not going.any():
                    break
            row = np.flatnonzero(going)
            if draw.until is not None and count == 0:
                _check_end(batch, row, counts, draw)
            size = len(row) * np.count_nonzero(counts)
            soon = draw.until is not None and size > MANY and _size(batch, row, len(row), counts, draw) > MOST_DRAWN
            if size > MOST_DRAWN or soon:
                raise too_many(draw)
            if count == MOST_CARDS:
                raise endless(draw, counts)
            batch, ways, drawn, going = _draw(batch, ways, drawn, going, counts, draw)
            count += 1
    return batch, ways, drawn


def check_draws(batch: Batch, counts: Values, draws: Sequence[Draw]) -> None:
    """Refuse before anything is counted what would be refused later, as far as a few deals by chance show it."""
    _add_groups(batch, draws)
    if draws[0].until is not None:
        row = np.arange(batch.rows)
        _check_end(batch, row, counts, draws[0])
        if _size(batch, row, 1, counts, draws[0]) > MOST_DRAWN:
            raise too_many(draws[0])


def _add_groups(batch: Batch, draws: Sequence[Draw]) -> None:
    for draw in draws:  # a group exists before its first card is drawn
        nobody = Cards(np.zeros((batch.rows, 0), np.uint8), batch.reading)
        batch.groups = {**batch.groups, (draw.group,): (nobody, None)}


def too_many(draw: Draw) -> BadDraft:
    """The refusal of a draw that leads to too many deals."""
    return BadDraft(f"drawing {draw.group} leads to more than {MOST_DRAWN:,} different deals, too many to count")


def endless(draw: Draw, counts: Values) -> BadDraft:
    """The refusal of a draw that goes on too long."""
    cards = int(min(MOST_CARDS, counts.sum()))
    return BadDraft(f"drawing {draw.group} does not always end within {cards} cards, and longer draws are not counted")


def _check_end(batch: Batch, row: Values, counts: Values, draw: Draw) -> None:
    """Refuse a draw that goes on too long in one of a few deals."""
    row = row[:: max(1, len(row) // 4)]
    late = row[_going_on(batch, row, counts, draw, SOON)[0][:, -1]]
    if len(late) and _going_on(batch, late[:4], counts, draw, MOST_CARDS)[0][:, -1].any():
        raise endless(draw, counts)


def _size(batch: Batch, row: Values, rows: int, counts: Values, draw: Draw) -> float:
    """To how many rows one of the next cards leads from so many, at least: estimated from draws by chance, of which those that
    differ only in their order are one row."""
    going_on, open_kinds = _going_on(batch, row[:: max(1, len(row) // 100)], counts, draw, SOON)
    held, largest, size = batch.groups[draw.group,][0].cards.shape[1], 0.0, float(rows)
    for more in range(SOON):
        size *= open_kinds[more] / (held + more if more else 1)
        largest = max(largest, size * float(going_on[:, more].mean()))
    return largest / 2  # an estimate


def _going_on(batch: Batch, row: Values, counts: Values, draw: Draw, cards: int) -> tuple[Values, list[float]]:
    """Whether cards are drawn on in some rows after none, one and more cards by chance, up to so many; and how many kinds of
    cards are left for each."""
    assert draw.until is not None
    dice, kinds = np.random.default_rng(1), np.flatnonzero(counts).astype(np.uint8)
    everything = batch.cards(tuple(name for names in batch.groups for name in names)).cards[row]
    left = np.stack([counts[kind] - (everything == kind).sum(1) for kind in kinds], axis=1)
    drawn = np.full((len(row), cards + 1, cards), NO_CARD, np.uint8)
    open_kinds = []
    for place in range(cards):
        open_kinds.append(float((left > 0).sum(1).mean()))
        kind = (dice.random(left.shape) * (left > 0)).argmax(1)
        each = np.arange(len(row))
        there = left[each, kind] > 0
        drawn[:, place + 1 :, place] = np.where(there, kinds[kind], NO_CARD)[:, None]
        left[each, kind] -= there
    at = np.repeat(row, cards + 1)
    groups: dict[Over, tuple[Cards, Values | None]] = {}
    for names, (held, where) in batch.groups.items():
        groups[names] = (Cards(held.cards[at], batch.reading), None) if where is None else (held, where[at])
    hand = np.column_stack([batch.groups[draw.group,][0].cards[at], drawn.reshape(len(at), cards)])
    groups[draw.group,] = Cards(np.sort(hand, axis=1), batch.reading), None
    holds = Batch(groups, len(at), batch.reading).holds(draw.until).reshape(len(row), cards + 1)
    return ~np.logical_or.accumulate(holds, axis=1), open_kinds


def _draw(
    batch: Batch, ways: Ways, drawn: Values, going: Values, counts: Values, draw: Draw
) -> tuple[Batch, Ways, Values, Values]:
    """One more card in every row that goes on, none in the others."""
    everything = batch.cards(tuple(name for names in batch.groups for name in names)).cards
    group, kinds = draw.group, np.flatnonzero(counts).astype(np.uint8)
    left = np.stack([counts[kind] - (everything == kind).sum(1) for kind in kinds], axis=1)
    if not left[going].any(1).all():
        raise endless(draw, counts)
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
