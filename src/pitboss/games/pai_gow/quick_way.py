"""House ways, fast enough for a table: makes the choices of `house_way` with integers instead of values and words.

Hands are the integers of `worth`, the rules of a way are grouped by the hands that they describe, and sets of ranks have an
octal digit for each rank, as in `pitboss.hands.ranking`. Tests compare the choices with those of `house_way`.

>>> from pitboss.cards import parse, text
>>> text(quick_way("traditional").set(parse("3c 9d Jk 3h 9s 9h 2c")))
'3h 3c'
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path

from pitboss.cards import ACE, JOKER, Card
from pitboss.games.pai_gow.house_way import GROUPS, HIGHEST_HIGH, HouseWay, Rule, house_way
from pitboss.games.pai_gow.setting import HANDS, from_highest
from pitboss.games.pai_gow.worth import CATEGORY, LOW_HANDS, high_hand
from pitboss.hands.pai_gow import FIVE_OF_A_SUIT, KEYS, THREE_OF_EACH_SUIT
from pitboss.hands.ranking import COUNT, EACH_RANK, straight_in

A_PAIR = 1 << CATEGORY
ALL_RANKS = 7 * EACH_RANK  # rank counts without the joker's
SINGLES = 0  # the index of the singles, before pairs, threes and fours
# The hand by the numbers of pairs (two bits), threes (two bits), fours and fives.
_HANDS = {n.count(2) | n.count(3) << 2 | n.count(4) << 4 | n.count(5) << 5: hand for hand, n in HANDS.items()}


@dataclass(frozen=True, slots=True)
class QuickRule:
    """The requirements of a rule for seven cards that hold a hand it describes."""

    rule: Rule
    ranks: tuple[tuple[int, bool, int], ...]  # which groups, whether the lowest of them or the highest, and the allowed ranks
    singles: int
    least_high: int
    least_low: int

    def describes(self, held: tuple[int, int, int, int]) -> bool:
        """True if the rule describes seven cards with these singles, pairs, threes and fours."""
        for group, lowest, allowed in self.ranks:
            ranks = held[group]
            asked = ranks & -ranks if lowest else 1 << ranks.bit_length() >> 1  # 0 if there is none
            if not asked & allowed:
                return False
        return not self.singles & ~held[SINGLES]

    def choose(self, cards: Sequence[Card], key: int) -> tuple[Card, Card] | None:
        """The low hand that the rule chooses from seven cards, None if no lawful setting meets its requirements. Of equal
        settings, the first."""
        if self.rule.then == HIGHEST_HIGH:
            return self._for_the_highest_high(cards, key)
        least_high, best, high_beside, chosen = self.least_high, self.least_low, -1, None
        for first, second in combinations(cards, 2):
            low = LOW_HANDS[first][second]
            if low >= best:
                high = high_hand(key - KEYS[first] - KEYS[second], cards, first, second)
                if high >= low and high >= least_high and (low > best or high > high_beside):
                    best, high_beside, chosen = low, high, (first, second)
        return chosen

    def _for_the_highest_high(self, cards: Sequence[Card], key: int) -> tuple[Card, Card] | None:
        least_low, best, low_beside, chosen = self.least_low, self.least_high, -1, None
        for first, second in combinations(cards, 2):
            low = LOW_HANDS[first][second]
            high = high_hand(key - KEYS[first] - KEYS[second], cards, first, second)
            if high >= low >= least_low and high >= best and (high > best or low > low_beside):
                best, low_beside, chosen = high, low, (first, second)
        return chosen


def _set_of(ranks: Iterable[int]) -> int:
    return sum([COUNT[4 * rank] for rank in ranks])


def _quick(rule: Rule) -> QuickRule:
    asked = []
    for word, ranks in rule.ranks:
        group = SINGLES if word == "highest_single" else GROUPS[word][0] - 1
        asked.append((group, word == "lower_pair", _set_of(ranks)))
    return QuickRule(rule, tuple(asked), _set_of(rule.singles), rule.high << CATEGORY, A_PAIR if rule.low_pair else 0)


def _held(counts: int) -> tuple[str, tuple[int, int, int, int]]:
    """The holding of seven cards with these rank counts, with the joker as an ace: the hand, and the ranks of its groups."""
    odd, two, four = counts & EACH_RANK, counts >> 1 & EACH_RANK, counts >> 2 & EACH_RANK
    singles, pairs, threes, fours, fives = odd & ~(two | four), two & ~odd, two & odd, four & ~odd, four & odd
    numbers = pairs.bit_count() | threes.bit_count() << 2 | fours.bit_count() << 4 | fives.bit_count() << 5
    return _HANDS[numbers], (singles, pairs, threes, fours)


def _makes_a_straight(natural: int, joker: int) -> bool:
    """True if cards with these rank counts, and the joker if there is one, contain a straight."""
    if not joker:
        return straight_in(natural, 5) >= 0
    a = (natural | natural >> 1 | natural >> 2) & EACH_RANK
    a = a << 3 | a >> 36  # the ace also counts below the two
    b, c, d, e = a >> 3, a >> 6, a >> 9, a >> 12
    return bool(a & b & c & d | a & e & (b & c | b & d | c & d))  # four of five ranks in a row


class QuickWay:
    """A house way with its rules grouped by the hands that they describe."""

    def __init__(self, way: HouseWay) -> None:
        self.way = way
        quick = [_quick(rule) for rule in way.rules]
        self._rules = {
            (hand, run): tuple(q for q in quick if hand in q.rule.hands and q.rule.straight_or_flush in (None, run))
            for hand in HANDS
            for run in (False, True)
        }

    def setting(self, seven: Sequence[Card]) -> tuple[Rule, tuple[Card, Card]]:
        """The first rule that fits seven cards, and the resulting low hand, its higher card first."""
        cards = from_highest(seven)
        joker = cards[0] == JOKER
        if joker:  # last, so that of equal settings one with the joker in the high hand comes first
            cards.append(cards.pop(0))
        key = sum([KEYS[card] for card in cards], THREE_OF_EACH_SUIT)
        natural = key >> 16 & ALL_RANKS
        straight_or_flush = bool(key & FIVE_OF_A_SUIT) or _makes_a_straight(natural, joker)
        hand, held = _held(natural + joker * COUNT[4 * ACE])
        for quick in self._rules[hand, straight_or_flush]:
            if quick.describes(held) and (low := quick.choose(cards, key)) is not None:
                return quick.rule, low if low[1] != JOKER else (JOKER, low[0])
        raise self.way.no_rule(seven)

    def set(self, seven: Sequence[Card]) -> tuple[Card, Card]:
        """The low hand of seven cards, its higher card first. The other five are the high hand."""
        return self.setting(seven)[1]


@lru_cache(maxsize=64)
def quick_way(name_or_path: str | Path) -> QuickWay:
    """A house way by its name, or from a TOML file."""
    return QuickWay(house_way(name_or_path))
