"""The odds of Pai Gow Poker: every fast path against a slow one, against the engine, and against the counts kept as golden.

`golden/pai_gow.json` is what `golden_counts` gives (`python tests/odds/test_pai_gow_odds.py` writes it, in minutes); the tests
count one way against itself anew.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.cards import JOKER, Card, joker_deck, parse
from pitboss.cases.rigging import RiggedStack, Rigging
from pitboss.compiling import compiled
from pitboss.games import game
from pitboss.games.pai_gow.bonus_wagers import ENVY, FORTUNE, INSURANCE, PROGRESSIVE, TREASURE, row_of
from pitboss.games.pai_gow.compiled_way import settings
from pitboss.games.pai_gow.house_way import house_way, house_ways
from pitboss.games.pai_gow.play import compare
from pitboss.games.pai_gow.rules import WAGER
from pitboss.games.pai_gow.setting import splits
from pitboss.hands.kernels import values
from pitboss.hands.pai_gow import PAI_GOW_HIGH, PAI_GOW_LOW
from pitboss.house import House
from pitboss.odds import catalogue
from pitboss.odds.game_odds import Part
from pitboss.odds.pai_gow import vigorish_part
from pitboss.odds.pai_gow.bank import bank_edge, bank_edge_against_several
from pitboss.odds.pai_gow.best import Best, best_of_all
from pitboss.odds.pai_gow.bonus import WAGERS, bonus_distribution, envy_per_player, hands_by_row, progressive_row
from pitboss.odds.pai_gow.comparison import compare_ways
from pitboss.odds.pai_gow.one_hand import best_setting, judge
from pitboss.odds.pai_gow.overlap import FULL, Outcomes, Way, dealing, way_of
from pitboss.odds.pai_gow.patterns import Finder, Ints, Keys, pattern_of, settings_of
from pitboss.odds.row import Row
from pitboss.odds.suits import Deck
from pitboss.rulebook import chapter
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.table import Table
from tests.odds.engine import seated

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parent / "golden" / "pai_gow.json").read_text())
TRADITIONAL, SPLIT_PAIRS = house_way("traditional"), house_way("split-pairs")
SMALL = Deck((3, 10, 11, 12), joker=False)
LOWS, HIGHS = list(values(PAI_GOW_LOW).values()), list(values(PAI_GOW_HIGH).values())


def random_hands(number: int, seed: int = 1) -> list[list[Card]]:
    """Hands of the 53 cards; every other one from the cards of a suit and a few more, so that flushes are met."""
    dice = random.Random(seed)
    decks = (joker_deck(), [*range(0, 52, 4), *dice.sample(range(1, 52, 2), 4), JOKER])
    return [dice.sample(decks[n % 2], 7) for n in range(number)]


@compiled
def _patterns(keys: Keys, bits: Keys, find: Finder, found: Ints) -> None:
    for i in range(len(found)):
        found[i] = pattern_of(keys[i], bits[i], find)


def patterns(hands: Any) -> Ints:
    """The numbers of the patterns of hands."""
    cards, found = np.array(hands), np.empty(len(hands), np.int32)
    _, start, keys, bits, find = dealing(FULL)
    _patterns(keys[cards].sum(1) + start, np.bitwise_or.reduce(bits[cards], 1), find, found)
    return found


# ---------------------------------------------------------------------------- patterns and classes


@pytest.mark.parametrize("way", house_ways(), ids=lambda way: str(way.name))
def test_patterns_set_hands_as_the_house_way_does(way: Any) -> None:
    hands = random_hands(3000)
    by_pattern, set_by_way = way_of(way), settings(way, hands)
    codes = list(values(PAI_GOW_HIGH)), list(values(PAI_GOW_LOW))
    for number, (_, high, low) in zip(patterns(hands), set_by_way.tolist(), strict=True):
        assert (codes[0][by_pattern.high[number]], codes[1][by_pattern.low[number]]) == (high, low)


def test_patterns_offer_every_setting_worth_a_thought() -> None:
    first, low, high = settings_of(TRADITIONAL)
    hands = random_hands(300, seed=2)
    for seven, number in zip(hands, patterns(hands), strict=True):
        offered = [(LOWS[low[at]], HIGHS[high[at]]) for at in range(first[number], first[number + 1])]
        lawful = {(split.low_value, split.high_value) for split in splits(seven)}
        best = {(a, b) for a, b in lawful if not any(c >= a and d >= b and (c, d) != (a, b) for c, d in lawful)}
        chosen = TRADITIONAL.setting(seven)[1]
        assert offered[0] == (chosen.low_value, chosen.high_value)
        assert len(offered) == len(set(offered)) and set(offered) == best | {offered[0]}


# ---------------------------------------------------------------------------- one way against another


def compared_one_by_one(player: Way, dealer: Way, deck: Deck) -> Outcomes:
    """Every pair of hands without a card in common."""
    hands = np.array(list(combinations(deck.cards, 7)))
    numbers = patterns(hands)
    masks = (1 << hands).sum(1)
    low, high = dealer.low[numbers], dealer.high[numbers]
    win = lose = tie = 0
    for mask, my_low, my_high in zip(masks, player.low[numbers], player.high[numbers], strict=True):
        apart = masks & mask == 0
        wins = int((apart & (my_low > low) & (my_high > high)).sum())
        losses = int((apart & (my_low <= low) & (my_high <= high)).sum())
        win, lose, tie = win + wins, lose + losses, tie + int(apart.sum()) - wins - losses
    return Outcomes(win, lose, tie)


@pytest.mark.parametrize(
    ("player", "dealer", "deck"),
    [
        (TRADITIONAL, TRADITIONAL, Deck((9, 10, 11, 12))),
        (SPLIT_PAIRS, TRADITIONAL, Deck((0, 4, 5, 8))),
    ],
)
def test_inclusion_and_exclusion_is_comparing_one_by_one(player: Any, dealer: Any, deck: Deck) -> None:
    assert compare_ways(player, dealer, deck) == compared_one_by_one(way_of(player), way_of(dealer), deck)


@cache
def best_of_small() -> tuple[Best, list[float]]:
    """The best settings of the small deck, and the progress that was told."""
    told: list[float] = []
    return best_of_all(TRADITIONAL, deck=SMALL, progress=told.append), told


def test_progress_is_told_from_nothing_to_all() -> None:
    for solve in (
        lambda tell: compare_ways(TRADITIONAL, TRADITIONAL, SMALL, tell),
        lambda tell: [tell(done) for done in best_of_small()[1]],
        lambda tell: bank_edge_against_several(Outcomes(1, 1, 1), way_of(TRADITIONAL), Fraction(1, 20), 2, 1000, 1, tell),
    ):
        told: list[float] = []
        solve(told.append)
        assert told == sorted(told) and 0 < told[0] < 0.1 and told[-1] == pytest.approx(1)


def deals_up_to_suits(deck: Deck) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...], int]]:
    """All deals of two hands of which none is another with its suits renamed, and how many deals each stands for."""
    place = np.full(53, 255)
    place[deck.cards] = range(len(deck.cards))
    classes, sets = deck.classes(7)
    deals = np.array(
        [
            [*seven, *other]
            for seven in classes.tolist()
            for other in combinations([card for card in deck.cards if card not in seven], 7)
        ]
    )
    names = []  # of each deal with its suits renamed: the cards of the one hand and of the other, as bits
    for new in permutations(range(4)):
        bits = 1 << place[deals & ~3 | np.array(new)[deals & 3]]
        names.append(bits[:, :7].sum(1) << len(deck.cards) | bits[:, 7:].sum(1))
    _, first, which = np.unique(np.min(names, 0), return_index=True, return_inverse=True)
    many = np.zeros(len(first), np.int64)
    np.add.at(many, which, np.repeat(sets, len(deals) // len(classes)))
    for deal, number in zip(deals[first].tolist(), many.tolist(), strict=True):
        yield tuple(deal[:7]), tuple(deal[7:]), number


def results(table: Table) -> list[int]:
    """What the players of a round win or lose."""
    ledger = drive(table, bots).ledger
    assert ledger is not None
    return list(ledger.players.values())


def played(player: tuple[Card, ...], dealer: tuple[Card, ...]) -> Fraction:
    """What a deal brings at a table of the engine, in wagers; one table is dealt one deal after the other."""
    table, stack = seated("645a", (("seats", 1),))
    stack.places, stack.reserved = {"seat_1": list(player), "dealer": list(dealer)}, frozenset((*player, *dealer))
    table.bet(1, {WAGER: 20_00})
    return Fraction(sum(results(table)), 20_00)


def test_the_engine_settles_as_patterns_compare() -> None:
    way = way_of(TRADITIONAL)
    for seven in random_hands(60, seed=3):
        other = random.Random(sum(seven)).sample([card for card in joker_deck() if card not in seven], 7)
        mine, his = patterns([seven, other])
        low, high = way.low[mine] > way.low[his], way.high[mine] > way.high[his]
        copies = way.low[mine] <= way.low[his] and way.high[mine] <= way.high[his]
        assert played(tuple(seven), tuple(other)) == (Fraction(19, 20) if low and high else -int(copies))


@pytest.mark.slow
def test_every_deal_of_a_small_deck_through_the_engine() -> None:
    found: Counter[Fraction] = Counter()
    for player, dealer, deals in deals_up_to_suits(SMALL):
        found[played(player, dealer)] += deals
    outcomes = compare_ways(TRADITIONAL, TRADITIONAL, SMALL)
    assert found == {Fraction(19, 20): outcomes.win, Fraction(-1): outcomes.lose, Fraction(0): outcomes.tie}


def test_simulation_through_the_engine() -> None:
    house = House.of("645a", {"fortune_bonus": "A", "pai_gow_insurance": "A"})
    table = Table(game("pai-gow-poker"), house, Chance(seed=645))
    for seat in range(1, 7):
        table.sit(seat, f"player {seat}", cents=10_000_00)
    wagers = {WAGER: 20_00, FORTUNE: 5_00, INSURANCE: 5_00}
    means = []
    for _ in range(300):
        for seat in table.seats:
            table.bet(seat, wagers)
        means.append(sum(results(table)) / 6)
    envy = envy_per_player(house.paytable(ENVY, "A", FORTUNE), golden_rows(FORTUNE))
    expected = 5 * envy - 20_00 * edge(outcomes_of("traditional"))
    for wager in (FORTUNE, INSURANCE):
        expected -= 5_00 * bonus_distribution(house.paytable(wager), golden_rows(wager), 5_00).edge
    mean = sum(means) / len(means)
    spread = sqrt(sum((x - mean) ** 2 for x in means) / len(means) / (len(means) - 1))
    assert abs(mean - float(expected)) < 3 * spread


# ---------------------------------------------------------------------------- best setting


def test_a_setting_judged_one_by_one() -> None:
    seven, deck = parse("Ad Kc Kd Qs Qh 5d 5c"), Deck((3, 10, 11, 12))
    left = [card for card in deck.cards if card not in seven]
    dealt = [(list(other), TRADITIONAL.set(other)) for other in combinations(left, 7)]
    for split, outcomes in judge(seven, TRADITIONAL, deck):
        signs = [compare(seven, split.low, other, low) for other, low in dealt]
        win = sum(high > 0 and low > 0 for high, low in signs)
        lose = sum(high <= 0 and low <= 0 for high, low in signs)
        assert outcomes == (win, lose, len(dealt) - win - lose)


def test_best_settings_of_a_small_deck_are_the_best_of_each_hand() -> None:
    win = lose = differ = 0
    for seven, sets in zip(*(part.tolist() for part in SMALL.classes(7)), strict=True):
        judged = judge(seven, TRADITIONAL, SMALL)
        best = max(judged, key=lambda one: one.mean())
        by_way = next(one for one in judged if set(one.split.low) == set(TRADITIONAL.set(seven)))
        win, lose = win + sets * best.outcomes.win, lose + sets * best.outcomes.lose
        differ += sets * (best.mean() > by_way.mean())
    found, _ = best_of_small()
    assert Fraction(19, 20) * found.best.win - found.best.lose == Fraction(19, 20) * win - lose
    assert sum(better.hands for better in found.better.values()) == differ
    assert sum(better.gain for better in found.better.values()) == edge(found.house_way) - edge(found.best)
    assert found.house_way == compare_ways(TRADITIONAL, TRADITIONAL, SMALL)


def test_best_setting_of_one_hand() -> None:
    best = best_setting(parse("Jk Kd Kh Qs Jc 3d 3h"), TRADITIONAL)
    assert sum(best.outcomes) == comb(46, 7)
    assert set(best.split.low) == set(parse("Jk Qs"))


# ---------------------------------------------------------------------------- bank


def test_bank_against_one_wager_by_both_ways() -> None:
    outcomes = outcomes_of("traditional")
    edge, error = bank_edge_against_several(outcomes, way_of(TRADITIONAL), Fraction(1, 20), 1, deals=200_000)
    assert abs(edge - float(bank_edge(outcomes, Fraction(1, 20)))) < 4 * error


# ---------------------------------------------------------------------------- bonus wagers


@pytest.mark.parametrize("wager", WAGERS)
def test_bonus_rows_of_a_small_deck(wager: str) -> None:
    deck = tuple(sorted(parse("Ah Kh Qh Jh Th 9h 8h 7h Jk Kc Qc Ac Ad As 7c")))
    assert dict(hands_by_row(wager, deck)) == Counter(row_of(wager, list(seven)).lower() for seven in combinations(deck, 7))


def test_bonus_wagers_through_the_engine() -> None:
    deck = tuple(sorted(parse("Ah Kh Qh Jh Th 9h 8h Jk Kc Qc")))
    given = {"fortune_bonus": "A", "emperors_treasure": "C", "pai_gow_insurance": "B", "progressive_payout": True}
    house = House.of("645a", {**given, "progressive_rate": 1, "seats": 1})
    paid: Counter[str] = Counter()
    for seven in combinations(deck, 7):
        stack = RiggedStack(Rigging({"seat_1": list(seven)}, [], [], 1))
        table = Table(game("pai-gow-poker"), house, Chance(seed=1), stacks={"": stack})
        table.sit(1, "player", cents=1_000_00)
        table.bet(1, {WAGER: 20_00, FORTUNE: 5_00, TREASURE: 5_00, INSURANCE: 5_00, PROGRESSIVE: 1_00})
        for step in drive(table, bots).steps:
            if step.act in ("pay", "bonus", "jackpot"):
                paid[step.wager] += step.cents
            elif step.act in ("collect", "forfeit", "lose"):
                paid[step.wager] -= step.cents
    for wager in WAGERS:
        cents = 1_00 if wager == PROGRESSIVE else 5_00
        expected = bonus_distribution(house.paytable(wager), hands_by_row(wager, deck), cents, 2_000_01)
        assert paid[wager] == expected.mean * expected.deals * cents, wager


def test_progressive_breaks_even_where_it_says() -> None:
    table, hands = chapter("645a").paytable(PROGRESSIVE), golden_rows(PROGRESSIVE)
    meter = int(progressive_row(House.of("645a"), table, hands).extra["break_even_meter"] * 100)
    assert bonus_distribution(table, hands, 100, meter - 100).edge > 0 > bonus_distribution(table, hands, 100, meter + 100).edge


# ---------------------------------------------------------------------------- golden counts


def golden_counts() -> dict[str, Any]:
    """All integer counts, computed."""
    ways = {f"{a.name} against {b.name}": compare_ways(a, b)._asdict() for a in house_ways() for b in house_ways()}
    best = {}
    for way in house_ways():
        found = best_of_all(way)
        better = {held: better.hands for held, better in found.better.items()}
        best[way.name] = {**found.best._asdict(), "better than the house way": better}
    return {"ways": ways, "best": best, "bonus": {wager: dict(hands_by_row(wager, tuple(FULL.cards))) for wager in WAGERS}}


def outcomes_of(way: str) -> Outcomes:
    """The golden counts of a way against itself."""
    return Outcomes(**GOLDEN["ways"][f"{way} against {way}"])


def rows(number: str, *more: Part) -> list[Row]:
    """Everything that the catalogue has of a chapter."""
    return [row for part in (*catalogue.parts_of(number), *more) for row in part.solve(number, House.of(number), None)]


def golden_rows(wager: str) -> dict[str, int]:
    """The golden counts of a bonus wager."""
    found: dict[str, int] = GOLDEN["bonus"][wager]
    return found


def edge(outcomes: Outcomes) -> Fraction:
    """The house's part at 5% vigorish."""
    return (outcomes.lose - Fraction(19, 20) * outcomes.win) / sum(outcomes)


def test_golden_counts_add_up() -> None:
    assert {sum(found.values()) for found in GOLDEN["ways"].values()} == {comb(53, 7) * comb(46, 7)}
    for way, found in GOLDEN["best"].items():
        best = Outcomes(found["win"], found["lose"], found["tie"])
        assert sum(best) == comb(53, 7) * comb(46, 7)
        assert all(edge(best) < edge(Outcomes(**other)) for name, other in GOLDEN["ways"].items() if name.endswith(f" {way}"))
    for wager in WAGERS:
        assert sum(golden_rows(wager).values()) == comb(53, 7)
        assert dict(hands_by_row(wager, tuple(FULL.cards))) == golden_rows(wager)


@pytest.mark.slow
def test_one_way_against_itself_is_counted_anew() -> None:
    assert compare_ways(TRADITIONAL, TRADITIONAL) == outcomes_of("traditional")


def test_rows_of_both_chapters(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setattr("pitboss.odds.pai_gow.compare_ways", lambda *_: outcomes_of("traditional"))
    old, new = (rows(number) for number in ("561", "645a"))
    assert [row.wager for row in old] == [WAGER]
    assert old[0].edge == new[0].edge == edge(outcomes_of("traditional"))
    printed = [(p.wager, p.table) for p in chapter("645a").paytables if p.wager in WAGERS]
    assert [(row.wager, row.table) for row in new[3:]] == printed
    assert all(row.method == "exact" or 0 < row.standard_error < 2e-5 for row in new)


def test_best_setting_is_the_last_row(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    small, _ = best_of_small()
    monkeypatch.setattr("pitboss.odds.pai_gow.compare_ways", lambda *_: small.house_way)
    monkeypatch.setattr("pitboss.odds.pai_gow.best_of_all", lambda *_: small)
    by_way, best = rows("561", *catalogue.declared("561").slow)
    assert best.condition == "best setting" and best.edge == edge(small.best)
    assert float(by_way.edge) - sum(best.extra.values()) == pytest.approx(float(best.edge))


def test_vigorish_rounded_up_is_a_greater_part() -> None:
    rounded = House.of("645a", {"vigorish_rounding": 25, "table_minimum": 6_00})
    assert (vigorish_part(House.of("561")), vigorish_part(rounded)) == (Fraction(1, 20), Fraction(50, 6_00))


if __name__ == "__main__":
    (Path(__file__).parent / "golden" / "pai_gow.json").write_text(
        json.dumps(golden_counts(), indent=1) + "\n", encoding="utf-8"
    )
