"""Errata that change what a wager on one hand holds."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial

from pitboss.cards import ACE, THREE, TWO, Card, rank, suit
from pitboss.games import texas_hold_em_bonus_poker, three_card_poker
from pitboss.games.blackjack.optional_wagers import QUEEN_OF_HEARTS, is_twenty, twenty_point_bonus
from pitboss.games.blackjack.table import BET_THE_SET, IN_BETWEEN, LUCKY_LADIES, MATCH, deck
from pitboss.games.twenty_one.side_wagers import matches
from pitboss.hands import STRAIGHT_FLUSH_LENGTH, THREE_CARD_587, THREE_CARD_655A, THREE_CARD_BONUS, Ranking
from pitboss.house import House
from pitboss.money import Odds
from pitboss.odds.errata.effect import Effect
from pitboss.odds.paid import net, paid, priced
from pitboss.odds.side_wagers import MET, aces_against_aces, by_cards, deals_of, designated, meter_shares, sides_of
from pitboss.odds.suits import WHOLE
from pitboss.odds.twenty_one import side_wagers as twenty_one
from pitboss.rulebook import Paytable, chapter

Name = Callable[[list[Card]], str]
Pays = Callable[[Paytable, str], Odds | None]


def tables(number: str, wager: str) -> list[Paytable]:
    """The printed tables of a wager."""
    return [table for table in chapter(number).paytables if table.wager == wager]


def edge(counts: Mapping[str, int], table: Paytable, pays: Pays) -> Fraction:
    """What a table holds, by how many deals make each row."""
    return priced(counts, lambda hand: net(pays(table, hand))).edge


def instead(row: str, odds: Odds | None, pays: Pays = Paytable.odds) -> Pays:
    """A table on which one row pays something else."""
    return lambda table, name: odds if name == row else pays(table, name)


def is_low(cards: list[Card]) -> bool:
    """Ace, two and three."""
    return {rank(card) for card in cards} == {ACE, TWO, THREE}


def is_suited(cards: list[Card]) -> bool:
    """All of one suit."""
    return len({suit(card) for card in cards}) == 1


def renamed(ranking: Ranking, suited: str, mixed: str) -> Name:
    """Categories of three cards in which A-2-3 has another name."""

    def name(cards: list[Card]) -> str:
        if not is_low(cards):
            return ranking.category(cards)
        return suited if is_suited(cards) else mixed

    return name


def recounted(
    erratum: str, number: str, wager: str, counts: Mapping[str, int], others: Mapping[str, int], pays: Pays, reading: str
) -> Iterator[Effect]:
    """A wager on every table, when other numbers of deals make its rows."""
    for table in tables(number, wager):
        adopted, otherwise = (edge(each, table, pays) for each in (counts, others))
        yield Effect(erratum, wager, table.table, adopted, otherwise, reading)


def three_cards(erratum: str, number: str, wager: str, name: Name, other: Name, pays: Pays, reading: str) -> Iterator[Effect]:
    """A wager on three cards whose rows are named in two ways."""
    yield from recounted(erratum, number, wager, by_cards(3, name, WHOLE), by_cards(3, other, WHOLE), pays, reading)


def no_low_ace(erratum: str, number: str, wager: str, ranking: Ranking) -> Iterator[Effect]:
    """Three-card tables without A-2-3 as a straight."""
    other = renamed(ranking, "flush", "")
    yield from three_cards(erratum, number, wager, ranking.category, other, Paytable.odds, "A-2-3 is no straight")


def suited_ace_two_three() -> Iterator[Effect]:
    """§ 559.6: suited A-2-3 as a straight, not a straight flush."""
    other = renamed(THREE_CARD_BONUS, "straight", "straight")
    yield from three_cards(
        *("559-suited-ace-two-three", "559", "Three Card Bonus", THREE_CARD_BONUS.category, other, paid),
        "suited A-2-3 is a mere straight",
    )


def mini_royal_not_apart() -> Iterator[Effect]:
    """§ 559.14(e): tables that print N/A for the mini-royal."""
    counts = by_cards(3, THREE_CARD_BONUS.category, WHOLE)
    for table in tables("559", "Three Card Bonus"):
        printed = table.odds("mini-royal")
        if printed is None or printed.kind != "none":
            continue
        adopted = edge(counts, table, paid)
        straight, nothing = table.odds("straight"), None
        for pays, words in ((straight, "suited A-K-Q is paid as a straight"), (nothing, "suited A-K-Q is not paid")):
            other = edge(counts, table, instead("mini-royal", pays))
            yield Effect("559-mini-royal", "Three Card Bonus", table.table, adopted, other, words)


def least_of_each_row() -> Iterator[Effect]:
    """§ 559.14(e): for each hand the least that any table prints, beside the printed table that holds the most."""
    counts = by_cards(3, THREE_CARD_BONUS.category, WHOLE)
    printed = tables("559", "Three Card Bonus")
    dearest = max(printed, key=lambda table: edge(counts, table, paid))

    def least(table: Paytable, row: str) -> Odds | None:
        found = [odds for each in printed if (odds := paid(each, row)) is not None]
        return min(found, key=lambda odds: odds.value, default=None)

    adopted, other = edge(counts, dearest, paid), edge(counts, dearest, least)
    words = "each hand is paid the least that any of the tables prints for it"
    yield Effect("559-alternative-floors", "Three Card Bonus", dearest.table, adopted, other, words)


def mixed_mini_royal() -> Iterator[Effect]:
    """§ 565.12(d): ace, king and queen of any suits as a mini royal flush."""

    def other(cards: list[Card]) -> str:
        name = three_card_poker.hand_name(cards)
        return MINI if name == "straight" and ACE in map(rank, cards) and TWO not in map(rank, cards) else name

    words = "A-K-Q of any suits is a mini royal flush"
    yield from three_cards("565-mini-royal-suited", "565", "Pair Plus", three_card_poker.hand_name, other, paid, words)


MINI = "mini royal flush (ace, king, queen)"


def aces_meet() -> Iterator[Effect]:
    """§ 563.12(d): whether the row for aces is paid beside that for aces against aces."""
    house = House.of("563", {"aces_against_aces": True})
    table, aces = house.paytable("Bonus"), texas_hold_em_bonus_poker.ACES
    [side] = sides_of("563")
    plain = deals_of(side)
    met = aces_against_aces(plain, WHOLE)
    both = Odds.parse(f"{house['aces_against_aces_odds'] + table.odds(aces).value} to 1")  # type: ignore[union-attr]
    replaced = texas_hold_em_bonus_poker.aces_against_aces(house)
    adopted, added = (edge(met, table, instead(MET, odds)) for odds in (replaced, both))
    words = "1000 to 1 is paid beside the row for aces"
    yield Effect("563-aces-against-aces", "Bonus", "", adopted, added, words)
    without = edge(plain, table, Paytable.odds)
    yield Effect("563-aces-against-aces", "Bonus", "", adopted, without, "the row is not offered")


def fixed_awards() -> Iterator[Effect]:
    """§ 555.13: the fixed awards of the progressive paid by the house, not off the meter; the hold of the long run."""
    for straight_flush in ("10%", "$5,000"):
        house = House.of("555", {"progressive_straight_flush": straight_flush, "progressive_reset": 1_000_000})
        [side] = sides_of("555")
        table = designated(house, house.paytable(side.wager))
        found = meter_shares(house["progressive_wager"], table, deals_of(side))
        rate = Fraction(house["progressive_rate"], 100)
        adopted, otherwise = 1 - rate, 1 - rate - found.fixed
        words = f"the house pays fixed awards beside the meter (straight flush {straight_flush}; the reset amount left out)"
        yield Effect("555-progressive-fixed-awards", side.wager, "", adopted, otherwise, words)


def no_low_ace_in_suit() -> Iterator[Effect]:
    """§ 678a.6: straight flushes in which the ace is only high."""
    wager = "Straight Flush Bonus"
    [side] = sides_of("678a", wager)
    words = "the ace is only high"
    yield from recounted("678a-ace-low", "678a", wager, deals_of(side), ace_high_only(), Paytable.odds, words)


def ace_high_only() -> Counter[str]:
    """How many hands of seven cards have a longest straight flush of each length when the ace is only high.

    The suits are counted one by one: how many sets of so many ranks of a suit have a run of at most each length.
    """
    longest = [_longest_run(ranks) for ranks in range(1 << 13)]
    up_to = []
    for most in range(8):
        ways = [1] + [0] * 7
        one = [0] * 8
        for ranks, run in enumerate(longest):
            if run <= most and ranks.bit_count() <= 7:
                one[ranks.bit_count()] += 1
        for _ in range(4):
            ways = [sum(ways[j] * one[k - j] for j in range(k + 1)) for k in range(8)]
        up_to.append(ways[7])
    names = {length: f"{length} card straight flush" for length in range(len(STRAIGHT_FLUSH_LENGTH.categories) + 2)}
    found = Counter({names[length]: up_to[length] - up_to[length - 1] for length in range(3, 8)})
    found[""] = up_to[2]
    return found


def _longest_run(ranks: int) -> int:
    run = 0
    while ranks:
        ranks &= ranks << 1
        run += 1
    return run


def identical() -> Iterator[Effect]:
    """§ 633a.7(g): "identical" cards by rank alone, or by rank and suit."""
    house = House.of("633a")
    shoe = Counter(deck(house))
    [lucky] = tables("633a", LUCKY_LADIES)
    adopted = twenty_one.distribution(lucky, shoe, False).edge

    def by_rank(two: twenty_one.Two, blackjack: bool) -> str:
        row = twenty_point_bonus(two, blackjack)
        return "Matched 20" if is_twenty(two) and "pair" not in row and rank(two[0]) == rank(two[1]) else row

    counts = twenty_one.highest_pair(shoe, QUEEN_OF_HEARTS, by_rank)
    other = edge(counts, lucky, paid)
    yield Effect("633a-identical", LUCKY_LADIES, "", adopted, other, "rank alone makes a Matched 20; six decks")
    [match] = [t for t in tables("633a", MATCH) if t.condition == "six decks"]

    def suited_only(two: twenty_one.Two, up: Card) -> Fraction:
        tens = rank(up) in TENS
        kept = [card for card in two if not tens or rank(card) != rank(up) or suit(card) == suit(up)]
        found = [odds.value for card in kept if (odds := matches((card, card), up, match))]
        return sum(found, Fraction(0)) / 2 if found else Fraction(-1)

    found = twenty_one.with_up_card(shoe, suited_only, list(shoe))
    total = sum(found.values())
    other = -sum((worth * ways for worth, ways in found.items()), Fraction(0)) / total
    adopted = twenty_one.distribution(match, shoe, False).edge
    yield Effect("633a-identical", MATCH, "", adopted, other, "ten-value cards must match in suit too; six decks")


TENS = range(8, 12)  # ten, jack, queen and king


def one_step_for_tens() -> Iterator[Effect]:
    """§ 633a.7(g)(3): all ten-value cards as one step of In Between."""
    [table] = tables("633a", IN_BETWEEN)
    shoe = Counter(deck(House.of("633a")))
    adopted = twenty_one.distribution(table, shoe, False).edge
    ten = TENS[0]
    number: Counter[int] = Counter()
    for card, n in shoe.items():
        number[ten if rank(card) in TENS else rank(card) - 3 if rank(card) == ACE else rank(card)] += n
    counts = twenty_one.in_between_counts(number)
    other = edge(counts, table, paid)
    yield Effect(
        "633a-in-between", IN_BETWEEN, "", adopted, other, "ten-value cards are one step, and match each other; six decks"
    )


def three_decks() -> Iterator[Effect]:
    """§ 633a.13(g): Bet the Set 21 with three decks, for which nothing is printed, on the neighboring tables."""
    shoe = Counter(dict.fromkeys(WHOLE, 3))
    for table in tables("633a", BET_THE_SET):
        printed = {"single deck": 1, "two decks": 2, "four or more decks": 6}[table.condition]
        adopted = twenty_one.distribution(table, Counter(dict.fromkeys(WHOLE, printed)), False).edge
        other = twenty_one.distribution(table, shoe, False).edge
        words = f"with three decks; adopted is its own number, {printed}"
        yield Effect("633a-deck-counts", BET_THE_SET, table.table, adopted, other, words)


def nine_to_one() -> Iterator[Effect]:
    """§ 657a.12(c): table B prints 9 and 8 to 1 for three-of-a-kind."""
    [side] = sides_of("657a", "Queens Up")
    [table] = [t for t in tables("657a", "Queens Up") if t.table == "B"]
    nine = instead("three-of-a-kind", Odds.parse("9 to 1"), paid)
    adopted, other = (edge(deals_of(side), table, pays) for pays in (paid, nine))
    yield Effect("657a-queens-up-table-b", "Queens Up", "B", adopted, other, "three-of-a-kind pays 9 to 1")


SIDES: dict[str, Callable[[], Iterator[Effect]]] = {
    "555-progressive-fixed-awards": fixed_awards,
    "559-alternative-floors": least_of_each_row,
    "559-mini-royal": mini_royal_not_apart,
    "559-suited-ace-two-three": suited_ace_two_three,
    "563-aces-against-aces": aces_meet,
    "565-mini-royal-suited": mixed_mini_royal,
    "587-ace-two-three": partial(no_low_ace, "587-ace-two-three", "587", "Pair Plus", THREE_CARD_587),
    "633a-identical": identical,
    "633a-in-between": one_step_for_tens,
    "633a-deck-counts": three_decks,
    "655a-ace-two-three": partial(no_low_ace, "655a-ace-two-three", "655a", "Three Card Bonus", THREE_CARD_655A),
    "657a-queens-up-table-b": nine_to_one,
    "678a-ace-low": no_low_ace_in_suit,
}
