"""Compiled house ways: the rules of a way as rows of numbers that choose among the 21 splits of seven cards.

It makes the choices of `house_way`, using the tables of `pitboss.hands.kernels`; tests compare the two. `lawful` decides
without those tables, by counting cards, whether a setting is lawful. Imports Numba. (Numba does not notice that an imported
function changed: after an edit here, clear the `__pycache__` of `proof`.)
"""

# An item of an array is a number to Numba.
# pyright: reportArgumentType=false, reportAssignmentType=false

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pitboss.cards import ACE, JOKER
from pitboss.compiling import compiled
from pitboss.games.pai_gow.house_way import HIGHEST_HIGH, HouseWay
from pitboss.games.pai_gow.setting import HANDS, not_below
from pitboss.hands.kernels import CATEGORY_SHIFT, Table, code_of, codes, table, values
from pitboss.hands.pai_gow import FLUSH, PAI_GOW_HIGH, PAI_GOW_LOW, ROYAL_FLUSH, STRAIGHT, STRAIGHT_FLUSH

ALL_RANKS = 0x1FFF
# The columns of a rule: sets of hands (bits in the order of `HANDS`) and of ranks, and its requirements.
HAND, RUN, HIGHER_PAIR, LOWER_PAIR, THREE, FOUR, HIGHEST_SINGLE, SINGLES, HIGH, LOW_PAIR, THEN_HIGH = range(11)
COLUMNS = {"pair": HIGHER_PAIR, "higher_pair": HIGHER_PAIR, "lower_pair": LOWER_PAIR, "three": THREE, "four": FOUR}

Numbers = NDArray[np.int64]
_GROUP = (0, 0, 1, 4, 16, 32)  # by the number of cards of a rank: what it adds to the index in `Tables.hands`
_GROUPS = np.array(_GROUP, np.int64)


class Tables(NamedTuple):
    """The tables that the compiled code needs besides the rules."""

    high: Table
    low: Numbers  # codes of two cards
    least_high: Numbers  # by the code of a low hand, the lowest lawful code of a high hand
    hands: Numbers  # by the numbers of pairs, threes, fours and fives: the index of the hand in `HANDS`


@cache
def tables_of_cards() -> Tables:
    """The tables, built on first use."""
    pairs = np.array(list(combinations(range(53), 2)))
    low = np.zeros((53, 53), np.int64)
    low[pairs[:, 0], pairs[:, 1]] = low[pairs[:, 1], pairs[:, 0]] = codes(PAI_GOW_LOW, pairs)
    least_high = np.full(2 << CATEGORY_SHIFT, 1 << 16, np.int64)
    high_values = values(PAI_GOW_HIGH)
    for code, value in values(PAI_GOW_LOW).items():
        least_high[code] = next(c for c, v in high_values.items() if not_below(v, value))
    hands = np.full(64, -1, np.int64)
    for place, numbers in enumerate(HANDS.values()):
        hands[sum([_GROUP[n] for n in numbers])] = place
    return Tables(table(PAI_GOW_HIGH, 5), low, least_high, hands)


def encoded(way: HouseWay) -> Numbers:
    """The rules of a way as rows of numbers."""
    rows = np.zeros((len(way.rules), 11), np.int64)
    rows[:, HIGHER_PAIR : HIGHEST_SINGLE + 1] = ALL_RANKS << 1 | 1  # bit 0: there is none
    for row, rule in zip(rows, way.rules, strict=True):
        row[HAND] = sum([1 << place for place, hand in enumerate(HANDS) if hand in rule.hands])
        row[RUN] = -1 if rule.straight_or_flush is None else rule.straight_or_flush
        for word, ranks in rule.ranks:
            row[COLUMNS.get(word, HIGHEST_SINGLE)] = sum([2 << rank for rank in ranks])
        row[SINGLES] = sum([1 << rank for rank in rule.singles])
        row[HIGH], row[LOW_PAIR], row[THEN_HIGH] = rule.high, rule.low_pair, rule.then == HIGHEST_HIGH
    return rows


@compiled
def splits(cards: Numbers, tables: Tables, highs: Numbers, lows: Numbers) -> None:
    """The codes of the high and low hands of the 21 splits."""
    high, low, _, _ = tables
    key, keys, bits, displacement, code, flush = high
    suits = np.uint64(0)
    for card in cards:
        key += keys[card]
        suits |= bits[card]
    split = 0
    for i in range(6):
        for j in range(i + 1, 7):
            a, b = cards[i], cards[j]
            highs[split] = code_of(key - keys[a] - keys[b], suits ^ bits[a] ^ bits[b], displacement, code, flush)
            lows[split] = low[a, b]
            split += 1


@compiled
def facts_of(cards: Numbers, highs: Numbers, tables: Tables, facts: Numbers) -> None:
    """The holding of seven cards, in the columns of a rule: the hand, a straight or flush, ranks (plus one, 0 for none),
    singles."""
    counts = np.zeros(13, np.int64)
    for card in cards:
        counts[ACE if card == JOKER else card >> 2] += 1
    facts[:] = 0
    groups = 0
    for rank in range(13):
        groups += _GROUPS[counts[rank]]
        if counts[rank] == 1:
            facts[SINGLES] |= 1 << rank
            facts[HIGHEST_SINGLE] = rank + 1
        elif counts[rank] == 2:
            facts[HIGHER_PAIR] = rank + 1
            if facts[LOWER_PAIR] == 0:
                facts[LOWER_PAIR] = rank + 1
        elif counts[rank] == 3:
            facts[THREE] = rank + 1
        elif counts[rank] == 4:
            facts[FOUR] = rank + 1
    facts[HAND] = tables.hands[groups]
    for high in highs:
        category = high >> CATEGORY_SHIFT
        if category in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH):
            facts[RUN] = 1


@compiled
def _describes(rule: Numbers, facts: Numbers) -> bool:
    if not rule[HAND] >> facts[HAND] & 1 or (rule[RUN] >= 0 and rule[RUN] != facts[RUN]):
        return False
    for column in range(HIGHER_PAIR, HIGHEST_SINGLE + 1):
        if not rule[column] >> facts[column] & 1:
            return False
    return bool(facts[SINGLES] & rule[SINGLES] == rule[SINGLES])


@compiled
def _wanted(rule: Numbers, high: int, low: int, least_high: Numbers) -> bool:
    enough = high >> CATEGORY_SHIFT >= rule[HIGH] and low >> CATEGORY_SHIFT >= rule[LOW_PAIR]
    return bool(enough and high >= least_high[low])


@compiled
def choose(rules: Numbers, facts: Numbers, highs: Numbers, lows: Numbers, least_high: Numbers) -> tuple[int, int]:
    """The first rule that fits and the split it chooses, both -1 if there is none."""
    for number in range(len(rules)):
        rule = rules[number]
        if not _describes(rule, facts):
            continue
        chosen, best = -1, -1
        for split in range(21):
            high, low = highs[split], lows[split]
            if _wanted(rule, high, low, least_high):
                worth = high << 16 | low if rule[THEN_HIGH] else low << 16 | high
                if worth > best:
                    chosen, best = split, worth
        if chosen >= 0:
            return number, chosen
    return -1, -1


@compiled
def lawful(cards: Numbers, split: int) -> bool:
    """True if a split is lawful, decided by counting its cards."""
    high, low, suits = np.zeros(13, np.int64), np.zeros(13, np.int64), np.zeros(4, np.int64)
    place, joker, ranks = 0, 0, 0
    in_low = np.zeros(7, np.bool_)
    for i in range(6):
        for j in range(i + 1, 7):
            if place == split:
                in_low[i] = in_low[j] = True
            place += 1
    for i in range(7):
        rank = ACE if cards[i] == JOKER else cards[i] >> 2
        if in_low[i]:
            low[rank] += 1
            continue
        high[rank] += 1
        if cards[i] == JOKER:
            joker = 1
        else:
            suits[cards[i] & 3] += 1
            ranks |= 2 << rank | rank // ACE  # the ace also counts below the two
    several, more, suited = 0, 0, 0
    for rank in range(13):
        several += high[rank] > 1
        more += high[rank] > 2
    for suit in range(4):
        suited = max(suited, suits[suit])
    if several > 1 or more or suited + joker == 5:
        return True
    for lowest in range(10):
        held = 0
        for rank in range(lowest, lowest + 5):
            held += ranks >> rank & 1
        if held + joker == 5:
            return True
    high_pair, low_pair = -1, -1
    for rank in range(13):
        if high[rank] == 2:
            high_pair = rank
        if low[rank] == 2:
            low_pair = rank
    if high_pair >= 0 or low_pair >= 0:
        return high_pair >= low_pair
    return _two_highest(high) >= _two_highest(low)


@compiled
def _two_highest(counts: Numbers) -> int:
    first = -1
    for rank in range(12, -1, -1):
        if counts[rank] and first >= 0:
            return first * 13 + rank
        if counts[rank]:
            first = rank
    return -1


@compiled
def decided(rule: Numbers, chosen: int, highs: Numbers, lows: Numbers, least_high: Numbers) -> bool:
    """True if every other split that the rule allows is worse than the chosen one, or equal to it in both hands."""
    for split in range(21):
        if _wanted(rule, highs[split], lows[split], least_high):
            first, second = (highs, lows) if rule[THEN_HIGH] else (lows, highs)
            if first[split] > first[chosen] or (first[split] == first[chosen] and second[split] > second[chosen]):
                return False
    return True


@compiled
def _set_all(hands: Numbers, rules: Numbers, tables: Tables, out: Numbers) -> None:
    highs, lows, facts = np.zeros(21, np.int64), np.zeros(21, np.int64), np.zeros(11, np.int64)
    for i in range(len(hands)):
        splits(hands[i], tables, highs, lows)
        facts_of(hands[i], highs, tables, facts)
        rule, split = choose(rules, facts, highs, lows, tables.least_high)
        out[i, 0] = rule
        out[i, 1], out[i, 2] = (highs[split], lows[split]) if rule >= 0 else (-1, -1)


def settings(way: HouseWay, hands: ArrayLike) -> Numbers:
    """For hands given as rows of seven cards: the index of the rule that sets each (-1 if none does), and the codes of the
    resulting high and low hand.

    >>> from pitboss.cards import parse
    >>> from pitboss.games.pai_gow.house_way import house_way
    >>> rule, high, low = settings(house_way("traditional"), [parse("As Kd Qh Jc 9s 7d 2c")])[0].tolist()
    >>> rule, values(PAI_GOW_HIGH)[high].ranks, values(PAI_GOW_LOW)[low].ranks
    (23, (12, 9, 7, 5, 0), (11, 10))
    """
    rows = np.ascontiguousarray(hands, np.int64)
    out = np.zeros((len(rows), 3), np.int64)
    _set_all(rows, encoded(way), tables_of_cards(), out)
    return out
