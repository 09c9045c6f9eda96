"""Pay tables that nobody printed: every printed table of every chapter is the same when nothing in it is changed, a payout
changes the edge by its chance, and games are played for the most again."""

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.errors import BadOdds, NotAuthorized, UnknownCitation
from pitboss.hands import FIVE_CARD
from pitboss.house import House
from pitboss.odds import catalogue, odds_of, price
from pitboss.odds.against_dealer import five_card, four_card
from pitboss.odds.against_dealer.showdown import Showdown
from pitboss.odds.boards import heads_up
from pitboss.odds.boards import play as board_play
from pitboss.odds.boards.solver import Solution
from pitboss.odds.distribution import Distribution
from pitboss.rulebook import Paytable, chapter, chapters

GOLDEN = Path(__file__).parent / "golden"
DECKS = {"single deck": 1, "two decks": 2, "four or more decks": 6, "eight decks": 8}
PRINTED = {f"{t.chapter} {t.wager} {t.table} {t.condition}".strip(): t for book in chapters() for t in book.paytables}
SMALL = tuple(4 * rank + suit for rank in (0, 5, 6, 10, 11, 12) for suit in range(4))  # 2, 7, 8, queen, king and ace
SLOW = {"555": five_card.SETTING, "557": four_card.SETTING_557}  # the dealer's hands are counted on a small deck
PLAYED = ("Odds", "Bad Beat Bonus")  # of 677a, where only the terms are compared


def given(table: Paytable) -> dict[str, Any]:
    """A house in which the condition of a printed table holds."""
    return {"decks": DECKS[table.condition]} if table.condition in DECKS else {}


def own(table: Paytable, pays: Mapping[str, str], **house: Any) -> Any:
    """A printed table with other payouts, priced."""
    name = f"{table.table} {table.condition}".strip()
    return price(table.chapter, table.wager, pays, given(table) | house, name)


@pytest.fixture(autouse=True)
def small_decks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Counts the dealer's hands of the two slow games on a small deck, and keeps nothing of that in the store."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    whole = Showdown.count
    monkeypatch.setattr(Showdown, "count", lambda one: dealt(number) if (number := number_of(one)) in SLOW else whole(one))


def number_of(solved: Showdown) -> str:
    return solved.house.chapter.chapter


@cache
def dealt(number: str) -> Any:
    """The showdowns of the small deck."""
    return SLOW[number].count(SMALL, None)


@pytest.fixture
def terms(monkeypatch: pytest.MonkeyPatch) -> list[heads_up.Terms]:
    """The terms for which Heads-Up Hold 'Em is solved, instead of solving it, which takes half a minute."""
    asked: list[heads_up.Terms] = []
    none: NDArray[Any] = np.zeros(0)
    made_up = Solution(none, none, none, {}, none, Distribution({Fraction(0): 1}))

    def solve(house: House, deck: object = None, progress: object = None) -> Solution:
        asked.append(heads_up.Terms.of(house))
        return made_up

    monkeypatch.setattr(heads_up, "solve", solve)
    monkeypatch.setattr(board_play, "SOLVED", {})
    return asked


# ---------------------------------------------------------------------------- nothing is changed


@cache
def listed(number: str, wager: str, decks: int) -> dict[tuple[str, str], Any]:
    """What the catalogue says of a wager's tables, by letter and condition."""
    part = next(part for part in catalogue.parts_of(number) if wager in part.wagers)
    house = House.of(number, {"decks": decks} if decks else {})
    return {(row.table, row.condition): row for row in part.solve(number, house, None)}


@pytest.mark.parametrize("name", [name for name, t in PRINTED.items() if t.wager not in (*PLAYED, "Play") and t.kind != "envy"])
def test_a_printed_table_is_what_it_is_printed_to_hold(name: str) -> None:
    table = PRINTED[name]
    side = table.wager in catalogue.wagers(table.chapter)
    decks = given(table).get("decks", 0)
    rows = listed(table.chapter, table.wager if side else catalogue.wagers(table.chapter)[0], decks)
    [row] = [row for (letter, _), row in rows.items() if letter == table.table]
    found = own(table, {})
    assert (found.edge, found.distribution) == (row.edge, row.distribution)
    assert table.chapter == "587" or own(table, dict(table.rows)).edge == row.edge
    assert found.table == "" and found.note.endswith(f"{table.wager} on a pay table of one's own")


@pytest.mark.parametrize(("number", "wager"), [("559", "Let It Ride Poker"), ("587", "Play"), ("655a", "Mississippi Stud")])
def test_games_hold_what_is_golden(number: str, wager: str) -> None:
    golden = json.loads((GOLDEN / f"{number}.json").read_text(encoding="utf-8"))
    counts = {Fraction(net): int(count) for net, count in golden.items()}
    assert price(number, wager, {}).edge == Distribution(counts).edge


@pytest.mark.parametrize("table", ["", "A", "B", "C"])
def test_ante_bonus_tables_hold_what_is_golden(table: str) -> None:
    golden = json.loads((GOLDEN / "565.json").read_text(encoding="utf-8"))[f"Ante {table}".strip()]
    assert price("565", "Ante Bonus", {}, table=table).edge == Fraction(golden["edge"])
    for version in ("565.7(f)(1)", "565.7(f)(3)"):
        chosen = {"version": version, "ante_bonus": table} if table else {}
        assert price("565", "Ante Bonus", {}, chosen).edge == Fraction(golden["edge"])


@pytest.mark.parametrize(
    "name", [name for name, t in PRINTED.items() if t.chapter in SLOW and t.wager in ("Bet", "Ante Bonus")]
)
def test_terms_of_slow_games_are_the_golden_ones(name: str) -> None:
    table = PRINTED[name]
    house = House.of(table.chapter)
    assert SLOW[table.chapter].terms(house.paying(table)) == SLOW[table.chapter].terms(house)


@pytest.mark.parametrize("wager", PLAYED)
def test_heads_up_hold_em_is_played_for_the_table(wager: str, terms: list[heads_up.Terms]) -> None:
    as_printed = heads_up.Terms.of(House.of("677a"))
    price("677a", wager, {})
    price("677a", wager, {"Full House": "8 to 1", "Flush": "7 to 2"})
    assert repr(terms[0]) == repr(as_printed) and repr(terms[1]) != repr(as_printed)
    at = FIVE_CARD.categories.index("full house")
    moved = (terms[1].amount[at] - as_printed.amount[at]) / terms[1].scale
    assert list(moved) == ([5, 5, 0, 0, 0] if wager == "Odds" else [0, 0, 0, 2, 0])  # less than a pair beats no full house
    with pytest.raises(NotAuthorized, match="it can pay Royal Flush"):
        price("677a", wager, {"Five of a kind": "1 to 1"})


# ---------------------------------------------------------------------------- one payout is changed


# Hands that are paid as others: § 559.14(e), § 565.12(d).
ALSO = {f"Three Card Bonus {letter} straight flush": ["mini-royal"] for letter in "ABC"} | {
    "Pair Plus  mini royal flush (ace, king, queen)": ["mini royal flush of spades (ace, king, queen)"]
}


def name_of(table: Paytable, hand: str) -> str:
    """A hand of a table, in one line."""
    return f"{table.wager} {table.table} {hand.lower()}" if table.chapter in ("559", "565") else ""


def chance(table: Paytable, hand: str) -> Fraction:
    """How often a hand comes, by what the solver counts."""
    envied = table.kind == "envy"
    of = next(name for name in catalogue.wagers(table.chapter) if (name in table.condition if envied else name == table.wager))
    part = next(part for part in catalogue.parts_of(table.chapter) if of in part.wagers)
    house = House.of(table.chapter, given(table))
    if "decks" in house.values:
        from pitboss.odds.twenty_one.side_wagers import counts, shoe_of

        hands: Mapping[str, int] = counts(table.wager, shoe_of(house), True)
    else:
        hands = part.hands(house, of)  # type: ignore[assignment]
    paid_so = {hand.lower(), *ALSO.get(name_of(table, hand), ())}
    return Fraction(sum(n for name, n in hands.items() if name.lower() in paid_so), sum(hands.values()))


ONE_HAND = [
    name
    for name, t in PRINTED.items()
    if (t.wager in catalogue.wagers(t.chapter) or t.kind == "envy")
    and t.wager != "Match-the-Dealer"
    and name != "587 Envy Bonus  $5 Progressive Payout Wager"
]


@pytest.mark.parametrize("name", ONE_HAND)
def test_a_payout_changes_the_edge_by_its_chance(name: str) -> None:
    table = PRINTED[name]
    for hand, payout in (table.rows[1 % len(table.rows)], table.rows[-1]):
        if hand == "Crown Treasure" or "Either" in payout:
            continue
        fewer, more = own(table, {hand: "3 to 1"}), own(table, {hand: "7 to 1"})
        often = chance(table, hand)
        assert fewer.edge - more.edge == 4 * often
        if table.chapter in ("587", "655a") and table.wager in ("Progressive Payout", "Envy Bonus"):
            break  # each solves the game for the hands that are folded
        if table.kind == "envy":
            assert own(table, {hand: "N/A"}).edge - fewer.edge == 3 * often
        else:
            assert own(table, {hand: "N/A"}).edge - own(table, {hand: "Push"}).edge == often
            assert own(table, {hand: "6 for 1"}).edge == own(table, {hand: "5 to 1"}).edge


# Hands with which everybody plays: their bonus is won however large it is.


@pytest.mark.parametrize("table", ["", "A", "B", "C"])
def test_an_ante_bonus_changes_the_edge_by_its_chance(table: str) -> None:
    counted = {"": 48, "A": 44, "B": 44, "C": 44}[table]  # suited ace, king and queen have a row of their own in the versions
    as_printed = price("565", "Ante Bonus", {"Straight flush": "4 to 1"}, table=table).edge
    assert as_printed - price("565", "Ante Bonus", {"Straight flush": "13 to 2"}, table=table).edge == Fraction(
        5 * counted, 2 * 22100
    )


def test_four_aces_change_the_edge_by_their_chance() -> None:
    more = price("657a", "Super Bonus", {"Four aces": "300 to 1"}).edge
    assert price("657a", "Super Bonus", {}).edge - more == Fraction(100 * 48, 2598960)


def test_each_matching_card_is_paid() -> None:
    six = price("633a", "Match-the-Dealer", {}).edge
    better = price("633a", "Match-the-Dealer", {"Each matching card of a different suit": "9 to 2"}).edge
    alike = Fraction(2 * 18, 311)  # of two cards, how many are expected to match in rank only
    assert six - better == alike / 2
    assert (
        price("633a", "Match-the-Dealer", {}, {"decks": 8}).edge
        == price("633a", "Match-the-Dealer", {}, {"decks": 8}, "eight decks").edge
    )
    none = {f"Each matching card of {suits} suit": "N/A" for suits in ("a different", "the same")}
    assert price("635a", "Match-the-Dealer", none).edge == 1


def test_the_crown_treasure_is_paid_beside_the_royal_match() -> None:
    without = price("633a", "Royal Match 21", {"Crown Treasure": "N/A"}, table="C").edge
    assert without == price("633a", "Royal Match 21", {}, {"crown_treasure": False}, "C").edge
    once, twice = (price("633a", "Royal Match 21", {"Crown Treasure": f"{n} for 1"}, table="C").edge for n in (1, 2))
    assert without - once == once - twice == (without - price("633a", "Royal Match 21", {}, table="C").edge) / 1000


def test_an_envy_bonus_is_worth_what_one_other_player_brings() -> None:
    royal = Fraction(4, 2598960)
    assert price("587", "Envy Bonus", {"Ace, king and queen of hearts, diamonds or clubs": "N/A"}).edge == -Fraction(100, 22100)
    fortune = listed("645a", "Fortune Bonus", 0)["A", ""].extra["envy_bonus_per_other_player"]
    envy = price("645a", "Envy Bonus", {}, table="A Fortune Bonus")
    assert envy.of == "Fortune Bonus" and float(-envy.edge) == envy.extra["envy_bonus_per_other_player"] == fortune
    assert price("655a", "Envy Bonus", {"Straight flush": "N/A"}, table="$5 Progressive Payout Wager").edge == -1000 * royal
    assert price("657a", "Envy Bonus", {}, {"progressive_wager": 500}).condition == "$5 Progressive Payout Wager"
    assert price("657a", "Envy Bonus", {}, table="B").edge == -Fraction(48 * 100 + 576 * 25, 2598960)
    assert price("657a", "Envy Bonus", {}, table="B").edge > price("657a", "Envy Bonus", {"Flush": "$1"}, table="B").edge


# ---------------------------------------------------------------------------- hands that are not printed

ADDED = (  # of all that may be dealt, how many hands are paid
    ("565", "Pair Plus", "", "High card", Fraction(16440, 22100)),
    ("557", "Aces Up", "I", "Pair", None),
    ("559", "Let It Ride Bonus", "", "Two pair", Fraction(123552, 2598960)),
    ("587", "Six Card Bonus", "B", "Two pair", None),
    ("655a", "Progressive Payout", "", "Two pair", None),
    ("677a", "Trips Plus", "A", "Two pair", Fraction(31433400, 133784560)),
    ("678a", "Flush Bonus", "A", "3 card flush", None),
    ("633a", "Super Match", "six decks", "High card", None),
    ("645a", "Fortune Bonus", "A", "Two pair", None),
    ("657a", "Queens Up", "A", "Pair", None),
)


@pytest.mark.parametrize(("number", "wager", "table", "hand", "often"), ADDED)
def test_a_hand_is_paid_that_is_not_printed(number: str, wager: str, table: str, hand: str, often: Fraction | None) -> None:
    [printed] = [t for t in chapter(number).paytables if t.wager == wager and table in ("", t.table, t.condition)]
    before, after = own(printed, {}), own(printed, {hand: "Push"})
    assert before.edge - after.edge == (chance(printed, hand) if often is None else often) > 0
    assert own(printed, {hand: "N/A"}).edge == before.edge


def test_a_pair_means_every_pair_that_has_no_row_of_its_own() -> None:
    pair = price("657a", "Super Bonus", {"Pair": "1 to 1"}).edge
    queens = price("657a", "Super Bonus", {"Pair of queens or better": "1 to 1"}).edge
    apart = price(
        "657a", "Super Bonus", {"Pair": "1 to 1", "Pair of queens or better": "1 to 1", "Pair of aces": "1 to 1"}
    ).edge
    assert pair == apart < queens < price("657a", "Super Bonus", {}).edge
    least = price("655a", "Mississippi Stud", {"Pair": "Push"}).edge
    assert least < price("655a", "Mississippi Stud", {}).edge
    house = House.of("555").chapter.paytable("Bet")
    won = {hand: own(house, {hand: "2 to 1"}).edge for hand in ("Pair", "High card", "One Pair or less")}
    assert won["One Pair or less"] <= min(won["Pair"], won["High card"]) < own(house, {}).edge
    assert price("557", "Ante Bonus", {"Flush": "1 to 1"}).edge < price("557", "Ante Bonus", {}).edge


def test_a_straight_flush_is_paid_as_it_says_not_as_designated() -> None:
    for designated in ("10%", "$5,000"):
        house = {"progressive_straight_flush": designated}
        assert price("555", "Progressive Payout", {}, house).edge == odds_of("555", "Progressive Payout", house=house).edge
        assert price("555", "Progressive Payout", {"Straight Flush": "$5,000"}, house).edge == (
            odds_of("555", "Progressive Payout", house={"progressive_straight_flush": "$5,000"}).edge
        )


def test_without_a_part_of_the_meter_there_is_no_break_even() -> None:
    fixed = {"Royal Flush": "$10,000", "Straight Flush": "$5,000"}
    row = price("555", "Progressive Payout", fixed)
    assert (
        "break_even_meter" not in row.extra
        and row.edge == price("555", "Progressive Payout", fixed, {"progressive_meter": 5_000_000}).edge
    )
    fifth = price("645a", "Progressive Payout", {"Royal Flush": "5% of meter"})
    assert fifth.extra["break_even_meter"] < price("645a", "Progressive Payout", {}).extra["break_even_meter"]


# ---------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("number", "wager", "pays", "message"),
    [
        (
            "565",
            "Ante Bonus",
            {"Two pair": "1 to 1"},
            r"no \"Two pair\"; it can pay Straight, Three-of-a-kind, Straight flush, High card",
        ),
        ("633a", "Bet the Set 21", {"Triple": "1 to 1"}, "it can pay Pairs"),
        ("645a", "Pai Gow Insurance", {"Eight-high": "1 to 1"}, "it can pay Nine-High"),
        ("565", "Pair Plus", {"Flush": "1 to 1", "flush": "2 to 1"}, "pays Flush twice"),
        ("565", "Pair Plus", {"Flush": "10% of meter"}, "no meter"),
        ("565", "Play", {}, "prints no pay table for 'Play'; it has those of Pair Plus, Ante Bonus"),
        ("553", "High Hand", {}, r"prints no pay table for 'High Hand'$"),
    ],
)
def test_what_cannot_be_paid_is_said(number: str, wager: str, pays: dict[str, str], message: str) -> None:
    with pytest.raises(NotAuthorized, match=message):
        price(number, wager, pays)


def test_payouts_are_read_and_counted_exactly() -> None:
    for payout in ("three to one", "1000000.001 to 3", "$99,999,999,999"):
        with pytest.raises(BadOdds):
            price("655a", "Mississippi Stud", {"Flush": payout})
    with pytest.raises(UnknownCitation, match="Trips Plus has no pay table 'Q'; it has A, B, C, D"):
        price("677a", "Trips Plus", {}, table="Q")
    with pytest.raises(UnknownCitation, match="Pair Plus has one pay table; leave the table out"):
        price("565", "Pair Plus", {}, table="A")


# ---------------------------------------------------------------------------- published figures

PAIR_PLUS = ("Straight flush", "Three-of-a-kind", "Straight", "Flush", "Pair")
ANTE_BONUS = ("Straight flush", "Three-of-a-kind", "Straight")
TRIPS = ("Royal Flush", "Straight Flush", "Four-of-a-kind", "Full House", "Flush", "Straight", "Three-of-a-kind")
LADIES = ("Queen of Hearts pair and dealer Blackjack", "Queen of Hearts pair", "Matched 20", "Suited 20", "Any 20")


@pytest.mark.parametrize(
    ("number", "wager", "hands", "pays", "edge"),
    [
        ("587", "Pair Plus", PAIR_PLUS, (40, 30, 6, 4, 1), "2.32"),
        ("587", "Pair Plus", PAIR_PLUS, (40, 25, 6, 4, 1), "3.49"),
        ("587", "Pair Plus", PAIR_PLUS, (35, 33, 6, 4, 1), "2.70"),
        ("587", "Pair Plus", PAIR_PLUS, (35, 25, 6, 4, 1), "4.58"),
        ("587", "Pair Plus", PAIR_PLUS, (40, 30, 6, 3, 1), "7.28"),
        ("565", "Ante Bonus", ANTE_BONUS, (5, 4, 1), "3.37"),
        ("565", "Ante Bonus", ANTE_BONUS, (5, 3, 1), "3.61"),
        ("565", "Ante Bonus", ANTE_BONUS, (4, 3, 1), "3.83"),
        ("565", "Ante Bonus", ANTE_BONUS, (3, 2, 1), "4.28"),
        ("677a", "Trips Plus", TRIPS, (50, 40, 30, 8, 6, 5, 3), "1.90"),
        ("677a", "Trips Plus", TRIPS, (50, 40, 30, 8, 7, 4, 3), "3.50"),
        ("677a", "Trips Plus", TRIPS, (50, 40, 30, 9, 7, 4, 3), "0.90"),
        ("677a", "Trips Plus", TRIPS, (50, 40, 20, 7, 6, 5, 3), "6.18"),
        ("633a", "Lucky Ladies Twenty Point Bonus", LADIES, (1000, 200, 25, 10, 4), "17.64"),
        ("633a", "Lucky Ladies Twenty Point Bonus", LADIES, (1000, 125, 19, 9, 4), "24.71"),
    ],
)
def test_published_figures(number: str, wager: str, hands: tuple[str, ...], pays: tuple[int, ...], edge: str) -> None:
    found = price(number, wager, {hand: f"{pay} to 1" for hand, pay in zip(hands, pays, strict=True)})
    assert f"{float(found.edge):.2%}" == f"{edge}%"


# ---------------------------------------------------------------------------- another way to the same


@cache
def five_cards() -> tuple[NDArray[np.int8], NDArray[Any]]:
    """All hands of five cards in ascending order, and their kinds, named by the number of equal cards and so on."""
    cards = chain.from_iterable(combinations(range(52), 5))
    hands = np.fromiter(cards, np.int8, 5 * comb(52, 5)).reshape(-1, 5)
    ranks, suits = hands >> 2, hands & 3
    alike = [ranks[:, i] == ranks[:, j] for i, j in combinations(range(5), 2)]
    equal = 5 + 2 * np.sum(alike, 0)  # 5, 7, 9, 11, 13, 17: from nothing to four of a kind
    flush = (suits == suits[:, :1]).all(1)
    spread = ranks[:, 4] - ranks[:, 0]
    wheel = (ranks[:, 4] == 12) & (ranks[:, 3] == 3)
    straight = (equal == 5) & ((spread == 4) | wheel)
    high_pair = (equal == 7) & ((ranks[:, 1:] == ranks[:, :-1]) & (ranks[:, 1:] >= 8)).any(1)
    kind = np.select(
        [straight & flush & (ranks[:, 0] == 8), straight & flush, equal == 17, equal == 13, flush, straight, equal == 11],
        [8, 7, 6, 5, 4, 3, 2],
        np.select([equal == 9, high_pair, equal == 7], [1, 0, -1], -2),
    )
    return hands, kind


def test_let_it_ride_by_adding_up_all_hands() -> None:
    pays = {"Royal Flush": 500, "Straight Flush": 100, "Four-of-a-kind": 50, "Full House": 12, "Flush": 10, "Straight": 6}
    pays |= {"Three-of-a-kind": 3, "Two Pair": 1, "Pair": 0}
    hands, kind = five_cards()
    worth = np.select(
        [kind == k for k in range(8, -2, -1)],
        [500, 100, 50, 12, 10, 6, 3, 1, 1, 0],
        -1,
    )
    total = Fraction(int(worth.sum()), len(hands))
    ways = np.array([[comb(card, size) for card in range(52)] for size in range(1, 5)], np.int32)
    for left, others in ((4, 48), (3, 1176)):  # a Bet that rides with four cards, with three
        sums = np.zeros(comb(52, left))
        for kept in combinations(range(5), left):
            sums += np.bincount(sum(ways[size][hands[:, at]] for size, at in enumerate(kept)), worth, len(sums))
        total += Fraction(int(sums[sums > 0].sum()), len(sums) * others)
    found = price("559", "Let It Ride Poker", {hand: f"{pay} to 1" if pay else "Push" for hand, pay in pays.items()})
    assert found.edge == -total


def three(hand: tuple[int, ...]) -> tuple[int, ...]:
    """A hand of three cards as a number of its kind and its ranks."""
    ranks = sorted((card >> 2 for card in hand), reverse=True)
    flush, number = len({card & 3 for card in hand}) == 1, Counter(ranks)
    straight = len(number) == 3 and (ranks[0] - ranks[2] == 2 or ranks == [12, 1, 0])
    order = [1, 0, 12] if ranks == [12, 1, 0] else sorted(ranks, key=lambda rank: (number[rank], rank), reverse=True)
    kind = 5 if straight and flush else 4 if len(number) == 1 else 3 if straight else 2 if flush else 4 - len(number)
    return (kind if kind > 2 or flush else int(len(number) == 2), *(order if ranks != [12, 1, 0] else [1, 0, -1]))


def test_an_ante_bonus_by_comparing_all_hands() -> None:
    bonus = {5: 3, 4: 0, 3: 2, 2: 1}
    house = {"Straight flush": "3 to 1", "Three-of-a-kind": "N/A", "Straight": "2 to 1", "Flush": "1 to 1"}
    hands = list(combinations(range(52), 3))
    values = [three(hand) for hand in hands]
    order = {value: place for place, value in enumerate(sorted(set(values)))}
    worth = np.array([order[value] for value in values])
    opens = np.array([value >= (0, 10, 0, 0) for value in values])
    masks = np.array([sum(1 << card for card in hand) for hand in hands], np.int64)
    total, known = 0, dict[tuple[Any, ...], int]()
    for value, place, mask, hand in zip(values, worth, masks, hands, strict=True):
        suits = tuple((card >> 2, sum(card & 3 == other & 3 for other in hand)) for card in hand)
        alike = (suits, tuple(hand[i] & 3 == hand[j] & 3 for i, j in ((0, 1), (0, 2), (1, 2))))
        if alike not in known:
            free = masks & mask == 0
            against = worth[free & opens]
            closed = int((free & ~opens).sum())
            brings = closed + 2 * int((against < place).sum()) - 2 * int((against > place).sum())
            deals = int(free.sum())
            known[alike] = max(brings + bonus.get(value[0], 0) * deals, -deals)
        total += known[alike]
    assert price("565", "Ante Bonus", house).edge == -Fraction(total, 22100 * 18424)
