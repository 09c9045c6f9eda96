"""Errata of the wagers on seven cards at Pai Gow Poker."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

from pitboss.cards import ACE, JOKER, Card
from pitboss.games.pai_gow.bonus_wagers import FORTUNE, QUALIFYING, TREASURE
from pitboss.hands.pai_gow import PAI_GOW_HIGH
from pitboss.odds.errata.effect import Effect
from pitboss.odds.errata.side_wagers import tables
from pitboss.odds.pai_gow.bonus import bonus_distribution, hands_by_row
from pitboss.odds.pai_gow.overlap import FULL

THREE, STRAIGHT = "three-of-a-kind", "straight"


def moved(erratum: str, row: str, to: str, number: int | None, reading: str) -> Iterator[Effect]:
    """Both bonus wagers on every table when so many hands of a row (all if None) are in another."""
    for wager in (FORTUNE, TREASURE):
        hands = hands_by_row(wager, tuple(FULL.cards))
        gone = hands[row] if number is None else number
        other = {**hands, row: hands[row] - gone, to: hands.get(to, 0) + gone}
        for table in tables("645a", wager):
            adopted, otherwise = (bonus_distribution(table, each, QUALIFYING).edge for each in (hands, other))
            yield Effect(erratum, wager, table.table, adopted, otherwise, reading)


def three_of_a_kind_collected() -> Iterator[Effect]:
    """§ 645a.7(e): three-of-a-kind below "a straight or better"."""
    yield from moved("645a-three-of-a-kind", THREE, "", None, "three-of-a-kind loses")


def straight_paid_as_three() -> Iterator[Effect]:
    """§ 645a.13(b), (c): a straight with three-of-a-kind among the seven cards, paid by the row that brings more."""
    words = "a straight that holds three-of-a-kind is paid as that"
    yield from moved("645a-straight-pays-less", STRAIGHT, THREE, straights_with_three(), words)


def straights_with_three() -> int:
    """How many hands of seven cards are a straight and hold three-of-a-kind, with the joker or without."""
    others = [rank for rank in range(13) if rank != ACE]  # with the joker a third ace or a pair beside three makes more
    found = 0
    for five in combinations(range(13), 5):
        for three in five:
            found += _straights(three, 3, [rank for rank in five if rank != three])
    for singles in combinations(others, 3):
        for three in others:
            if three not in singles:
                found += _straights(three, 3, singles, JOKER)
    found += sum(_straights(ACE, 2, singles, JOKER) for singles in combinations(others, 4))
    return found


def _straights(rank: int, times: int, singles: Sequence[int], *joker: Card) -> int:
    """How many of the hands with these ranks are straights, no more."""
    if not _in_a_row({rank, *singles}, 5 - len(joker)):
        return 0
    hands = (
        [*(4 * rank + suit for suit in suits), *(4 * r + suit for r, suit in zip(singles, others, strict=True)), *joker]
        for suits in combinations(range(4), times)
        for others in product(range(4), repeat=len(singles))
    )
    return sum(PAI_GOW_HIGH.category(hand) == STRAIGHT for hand in hands)


def _in_a_row(ranks: set[int], wanted: int) -> bool:
    """Whether so many of the ranks are among five in a row, an ace at either end."""
    return any(len(ranks & {(low + step) % 13 for step in range(5)}) >= wanted for low in (ACE, *range(9)))


PAI_GOW: dict[str, Callable[[], Iterator[Effect]]] = {
    "645a-three-of-a-kind": three_of_a_kind_collected,
    "645a-straight-pays-less": straight_paid_as_three,
}
