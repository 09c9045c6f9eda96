"""The wagers on a player's own seven cards: Fortune Bonus, Emperor's Treasure, Insurance, Progressive (§ 645a.13(b)–(e)).

All 154,143,080 hands are counted once by the best five of their seven cards. The few hands that a wager ranks by all seven
are moved from their five-card row to their own, as `pitboss.games.pai_gow.bonus_wagers` names it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import combinations

from pitboss.cards import ACE, JACK, JOKER, KING, QUEEN, TEN, Card
from pitboss.games.pai_gow.bonus_wagers import (
    ENVY,
    FORTUNE,
    HIGH_CARDS,
    INSURANCE,
    PROGRESSIVE,
    QUALIFYING,
    ROWS,
    TREASURE,
    row_of,
)
from pitboss.hands.kernels import histogram, values
from pitboss.hands.pai_gow import HIGH_CARD, PAI_GOW_HIGH
from pitboss.hands.ranking import Value
from pitboss.house import House
from pitboss.odds import side_wagers
from pitboss.odds.distribution import Distribution
from pitboss.odds.pai_gow.overlap import FULL
from pitboss.odds.paid import beside, classes_paid, net, paid, priced, tables_of
from pitboss.odds.row import Row
from pitboss.rulebook import Paytable

WAGERS = (FORTUNE, TREASURE, INSURANCE, PROGRESSIVE)


@cache
def _by_value(deck: tuple[Card, ...]) -> dict[Value, int]:
    """All hands of seven, by the value of their best five cards."""
    counts = histogram(PAI_GOW_HIGH, 7, deck)
    return {value: int(counts[code]) for code, value in values(PAI_GOW_HIGH).items() if counts[code]}


def _five_card_row(wager: str, value: Value) -> str:
    if wager == INSURANCE:
        return HIGH_CARDS[value.ranks[0]].lower() if value.category == HIGH_CARD else ""
    category = PAI_GOW_HIGH.categories[value.category]
    return ROWS.get(category, category).lower()


def _ranked_by_seven(deck: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    """All hands of which all seven cards may count: those of one suit, and a royal flush with two suited court cards."""
    found: set[tuple[Card, ...]] = set()
    for suit in range(4):
        suited = [card for card in deck if card == JOKER or card & 3 == suit]
        found.update(combinations(suited, 7))
        royal = [card for card in suited if card == JOKER or card >> 2 in (TEN, JACK, QUEEN, KING, ACE)]
        others = [card for card in deck if card != JOKER and card & 3 != suit and card >> 2 in (QUEEN, KING, ACE)]
        for five in combinations(royal, 5):
            found.update([tuple(sorted(five + two)) for two in combinations(others, 2)])
    return found


@cache
def hands_by_row(wager: str, deck: tuple[Card, ...]) -> Mapping[str, int]:
    """How many hands of a deck fall in each printed row of a wager, in lower case; other hands as their category or "".

    >>> hands = hands_by_row(FORTUNE, tuple(card for card in range(53) if card % 4 == 3 or card == JOKER))
    >>> hands["7 card straight flush"], hands["7 card straight flush with joker"], sum(hands.values())
    (8, 49, 3432)
    """
    counts: Counter[str] = Counter()
    for value, hands in _by_value(deck).items():
        counts[_five_card_row(wager, value)] += hands
    for seven in _ranked_by_seven(deck):
        counts[_five_card_row(wager, PAI_GOW_HIGH.value(seven))] -= 1
        counts[row_of(wager, list(seven)).lower()] += 1
    return dict(counts)


def bonus_distribution(table: Paytable, hands: Mapping[str, int], wager: int, meter: int = 0) -> Distribution:
    """What a wager of so many cents brings on a table."""
    return priced(hands, lambda row: net(paid(table, row), wager, meter))


def envy_per_player(table: Paytable, hands: Mapping[str, int]) -> Fraction:
    """What the hand of one other player brings by an Envy Bonus, in cents."""
    return 100 * priced(hands, lambda row: beside(paid(table, row))).mean


def rows(number: str, house: House, wager: str = "") -> Iterator[Row]:
    """The optional wagers, or one, on every printed table."""
    for table in (table for name in WAGERS if wager in ("", name) for table in tables_of(house, name)):
        dealt = hands(house, table.wager)
        if table.wager == PROGRESSIVE:
            yield progressive_row(house, table, dealt)
            continue
        note, extra = "", {}
        if table.wager in (FORTUNE, TREASURE):
            envy = envy_per_player(house.paytable(ENVY, table.table, table.wager), dealt) / QUALIFYING
            extra["envy_bonus_per_other_player"] = float(envy)
            note = f"the Envy Bonus takes {float(envy):.4%} of the least wager that qualifies off for each other player"
        about = (table.chapter, table.wager, table.table, table.condition, table.wager)
        yield Row.from_classes(about, classes_paid(dealt, partial(paid, table), QUALIFYING), note=note, extra=extra)


def hands(house: House, wager: str) -> Mapping[str, int]:
    """The hands that are told apart for a wager, with how many make each."""
    return hands_by_row(wager, tuple(FULL.cards))


def progressive_row(house: House, table: Paytable, dealt: Mapping[str, int]) -> Row:
    """The Progressive Payout Wager at the meter of the house, where it breaks even, and in the long run."""
    meter = house.given.get("progressive_meter") or house["progressive_initial"]
    return side_wagers.progressive_row(house, table, dealt, meter)
