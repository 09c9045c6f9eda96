"""Rules in words for 563 and 677a: what they see, what following them costs, and raises smaller than the Ante."""

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import Card
from pitboss.hands import FIVE_CARD, Value
from pitboss.hands.kernels import table
from pitboss.house import House
from pitboss.odds.boards import before_the_flop, heads_up, holdings, texas_bonus
from pitboss.odds.boards import play as board_play
from pitboss.odds.boards.games import HeadsUp, TexasBonus
from pitboss.odds.boards.rules import clauses, ends, hands, heads_up_rules, situations, texas_bonus_rules
from pitboss.odds.suits import WHOLE, classes
from tests.odds.engine import result

GOLDEN = Path(__file__).parent / "golden" / "board_rules.json"
ODD_CARDS = (0, 5, 10, 12, 17, 23, 28, 33, 43)  # nine ranks in all suits: no pair, and flushes can be made
MIXED = (0, 1, 4, 6, 20, 21, 34, 48, 51)
Cards = tuple[Card, ...]


@cache
def worth(cards: Cards) -> Value:
    return FIVE_CARD.value(list(cards))


def of(*groups: Cards) -> Value:
    return worth(tuple(sorted(card for group in groups for card in group)))


# ---------------------------------------------------------------------------- what a rule sees


def straight(ranks: set[int]) -> bool:
    return any({(low + step) % 13 for step in range(5)} <= ranks for low in (12, *range(9)))


@cache
def situation(hole: Cards, board: Cards) -> int:
    """The situation of a hand, from the words of its definition."""
    own, shared = [c >> 2 for c in hole], [c >> 2 for c in board]
    together = own + shared
    suits = {s: [c >> 2 for c in (*hole, *board) if c & 3 == s] for s in {c & 3 for c in hole}}
    matched = {r for r in own if together.count(r) > 1}
    three = any(together.count(r) > 2 for r in own)
    if three or (len(matched) == 2) or any(len(s) > 4 for s in suits.values()) or straight(set(together)):
        return 0
    alone = set(shared)
    if matched:
        pair = max(matched)
        most = max([c & 3 for c in board].count(suit) for suit in range(4))
        four = any(straight(alone | {rank}) for rank in range(13))
        place = pair, sum(r > pair for r in alone), 2 if four or most == 4 else int(most == 3)
        return situations.PAIRS + int(np.ravel_multi_index(place, situations.PAIR_SHAPE))
    longest = max(map(len, suits.values()))
    over = [
        sum(r not in shown for r in range(max(c >> 2 for c in hole if c & 3 == suit) + 1, 13))
        for suit, ranks in suits.items()
        if len(ranks) == longest
        for shown in [{c >> 2 for c in board if c & 3 == suit}]
    ]
    makes = sum(straight({*together, rank}) and not straight(alone | {rank}) for rank in range(13))
    above = sum(r not in alone for r in range(max(own) + 1, 13))
    flush = 2 + min(over) if longest == 4 else int(longest == 3)
    seen = int(len(alone) < len(board)), above, min(own), min(makes, 2), flush
    return situations.NEITHER + int(np.ravel_multi_index(seen, situations.SHAPE))


@pytest.mark.parametrize("number", [3, 4])
def test_situations_are_what_their_words_say(number: int) -> None:
    rng = random.Random(number)
    sets, found = classes(number).cards, situations.situations(number)
    for _ in range(3000):
        row = rng.randrange(len(sets))
        board = tuple(sets[row].tolist())
        low, high = sorted(rng.sample([c for c in WHOLE if c not in board], 2))
        assert found[row, low + high * (high - 1) // 2] == situation((low, high), board)


def dealers_outs(hole: Cards, board: Cards, deck: Cards) -> int:
    mine = of(hole, board)
    return sum(of((card,), board) > mine for card in deck if card not in board)


def test_outs_are_counted_as_one_by_one() -> None:
    rng = random.Random(5)
    deck, tables = np.arange(52, dtype=np.uint8), (holdings.five_card_table(), table(FIVE_CARD, 5), table(FIVE_CARD, 6))
    found, outs, beats = holdings.new_board(), np.empty(holdings.MOST_KINDS, np.int64), np.empty(holdings.MOST_KINDS, np.int64)
    for _ in range(20):
        board = tuple(sorted(rng.sample(WHOLE, 5)))
        on_table = np.array(board, np.uint8)
        size, kinds = holdings.compared(on_table, deck, tables[0], found)
        ends.outs_of(on_table, deck, tables, found.worth, kinds, outs, beats)
        for h in rng.sample(range(size), 10):
            hole, kind = hands.CARDS[found.pairs[h]], found.kind[h]
            assert outs[kind] == dealers_outs(hole, board, WHOLE)
            assert bool(beats[kind]) == (of(hole, board) > of(board))


# ---------------------------------------------------------------------------- followed as the engine plays


def deals(deck: Cards) -> Iterator[tuple[Cards, Cards, Cards, Cards]]:
    """Every hand with every flop, every two cards after it and every hand of the dealer."""
    for hole in combinations(deck, 2):
        rest = [c for c in deck if c not in hole]
        for flop in combinations(rest, 3):
            for late in combinations([c for c in rest if c not in flop], 2):
                for dealer in combinations([c for c in rest if c not in (*flop, *late)], 2):
                    yield hole, flop, late, dealer


@cache
def raised(hole: Cards, dealer: Cards, board: Cards, *words: str) -> int:
    cards, wagers = {"seat_1": hole, "dealer": dealer, "community": board}, {"Ante": 1000, "Odds": 1000}
    return result("677a", cards, wagers, words, table_minimum=200)


@pytest.mark.parametrize("deck", [ODD_CARDS, MIXED])
def test_rules_of_heads_up_hold_em_bring_what_the_engine_pays(deck: Cards) -> None:
    for rules in heads_up_rules.find(House.of("677a"), deck):
        total = number = 0
        for hole, flop, late, dealer in deals(deck):
            board = tuple(sorted((*flop, *late)))
            if rules.before[hole[0] + hole[1] * (hole[1] - 1) // 2]:
                words = ["raise 3x"]
            elif rules.flop.chosen[situation(hole, flop)]:
                words = ["check", "raise 2x"]
            else:
                most = rules.outs[of(hole, board) > of(board)]
                words = ["check", "check", "raise" if dealers_outs(hole, board, deck) <= most else "fold"]
            total += raised(hole, dealer, board, *words)
            number += 1
        assert rules.edge == Fraction(-total, 1000 * number)
        assert rules.cost >= 0


@cache
def bet(hole: Cards, dealer: Cards, board: Cards, *words: str) -> int:
    return result("563", {"seat_1": hole, "dealer": dealer, "community": board}, {"Ante": 1000}, words)


@pytest.mark.parametrize("deck", [ODD_CARDS, MIXED])
def test_rules_of_texas_hold_em_bonus_bring_what_the_engine_pays(deck: Cards) -> None:
    for rules in texas_bonus_rules.find(House.of("563"), deck):
        total = number = 0
        for hole, flop, late, dealer in deals(deck):
            board = tuple(sorted((*flop, *late)))
            for turn in late:
                number += 1
                if not rules.play[hole[0] + hole[1] * (hole[1] - 1) // 2]:
                    total -= 1000
                    continue
                first, last = (
                    rules.turn.chosen[situation(hole, flop)],
                    rules.river.chosen[situation(hole, tuple(sorted((*flop, turn))))],
                )
                total += bet(hole, dealer, board, "bet", *("bet" if each else "check" for each in sorted((first, last))))
        assert rules.edge == Fraction(-total, 1000 * number)
        assert rules.cost >= 0


# ---------------------------------------------------------------------------- raises smaller than the Ante


@pytest.mark.parametrize("deck", [ODD_CARDS, MIXED])
def test_a_raise_of_the_table_minimum_is_solved_as_the_engine_plays_it(deck: Cards) -> None:
    ways = (["check", "check", "fold"], ["check", "check", "raise"], ["check", "raise 2x"], ["check", "raise 200"])
    at_once = (["raise 3x"], ["raise 200"])
    total = number = 0
    for hole in combinations(deck, 2):
        rest = [c for c in deck if c not in hole]
        before, waiting = [0, 0], 0
        for flop in combinations(rest, 3):
            on_flop, later = [0, 0], 0
            for late in combinations([c for c in rest if c not in flop], 2):
                board = tuple(sorted((*flop, *late)))
                nets = np.zeros(6, np.int64)
                for dealer in combinations([c for c in rest if c not in board], 2):
                    nets += [raised(hole, dealer, board, *words) for words in (*ways, *at_once)]
                    number += 1
                fold, last, *middle = nets[:4].tolist()
                later += max(fold, last)
                on_flop = [a + b for a, b in zip(on_flop, middle, strict=True)]
                before = [a + b for a, b in zip(before, nets[4:].tolist(), strict=True)]
            waiting += max(later, *on_flop)
        total += max(waiting, *before)
    solution = heads_up.solve(House.of("677a"), deck, least=Fraction(1, 5))
    assert solution.distribution.edge == Fraction(-total, 1000 * number)
    used = bool((solution.before == heads_up.RAISE_LEAST).any() or (solution.flop == heads_up.RAISE_LEAST).any())
    gained = solution.distribution.edge < heads_up.solve(House.of("677a"), deck).distribution.edge
    assert used == gained == (deck == ODD_CARDS)


def test_a_least_raise_of_one_ante_changes_nothing() -> None:
    plain = heads_up.solve(House.of("677a"), MIXED).distribution
    assert heads_up.solve(House.of("677a"), MIXED, least=Fraction(1)).distribution.edge == plain.edge


# ---------------------------------------------------------------------------- one hand by itself


def best(actions: list[tuple[str, Fraction]]) -> Fraction:
    return max(value for _, value in actions)


def test_a_hand_of_heads_up_hold_em_street_by_street() -> None:
    house = House.of("677a")
    for hole in ((0, 1), (4, 48), (34, 51)):
        rest = [c for c in MIXED if c not in hole]
        flops = list(combinations(rest, 3))
        later = [board_play.heads_up_hold_em(house, (*hole, *flop), MIXED) for flop in flops]
        first = dict(board_play.heads_up_hold_em(house, hole, MIXED))
        assert first["check"] == sum(map(best, later)) / len(flops)
        for flop, actions in zip(flops[:5], later, strict=False):
            ended = [
                best(board_play.heads_up_hold_em(house, (*hole, *flop, *late), MIXED))
                for late in combinations([c for c in rest if c not in flop], 2)
            ]
            assert dict(actions)["check"] == sum(ended) / len(ended)


def test_a_hand_of_texas_hold_em_bonus_street_by_street() -> None:
    house = House.of("563")
    for hole in ((0, 1), (4, 48), (34, 51)):
        rest = [c for c in MIXED if c not in hole]
        flops = list(combinations(rest, 3))
        later = [board_play.texas_hold_em_bonus(house, (*hole, *flop), MIXED) for flop in flops]
        first = dict(board_play.texas_hold_em_bonus(house, hole, MIXED))
        assert first["fold"] == -1
        assert first["bet"] == sum(map(best, later)) / len(flops)
        for flop, actions in zip(flops[:5], later, strict=False):
            left = [c for c in rest if c not in flop]
            ended = [best(board_play.texas_hold_em_bonus(house, (*hole, *flop, turn), MIXED)) for turn in left]
            assert dict(actions)["check"] == sum(ended) / len(ended)


# ---------------------------------------------------------------------------- words


def test_sets_of_hands_are_said_in_words() -> None:
    low, high = hands.LOW, hands.HIGH
    suited = np.array([one & 3 == other & 3 for one, other in hands.CARDS])
    assert hands.in_words(low > high) == ""
    assert hands.in_words((low == high) & (low > 0)) == "a pair of 3s or higher"
    chosen = (high == 11) & (low < high) & (low >= np.where(suited, 2, 5))
    assert hands.in_words(chosen) == "king with 4 or higher suited or 7 or higher of two suits"
    drawn = hands.grid("", chosen, "raise", "check")
    assert (drawn.rows, drawn.rows[1], drawn.cells[1][12 - 4], drawn.cells[12 - 4][1]) == (drawn.columns, "K", "raise", "check")
    assert sum(row.count("raise") for row in drawn.cells) == 9 + 6


def test_a_clause_takes_the_number_that_gains_the_most() -> None:
    seen = situations.seen()
    gain = np.where((seen.pair >= 0) & (seen.below <= 1) & (seen.threat < 2), 1, -1)
    rule = clauses.fitted(clauses.FULL, gain)
    assert rule.words == (
        "a pair with one of your cards that has at most one rank of the board above it, "
        "where it has four of a suit or four ranks of a straight no pair"
    )
    assert (rule.chosen == (gain > 0)).all()


# ---------------------------------------------------------------------------- the whole deck, solved once for all tests of it


@pytest.mark.slow
@pytest.mark.parametrize(("number", "word", "cells"), [("563", "fold", 5), ("677a", "raise", 58)])
def test_outcome_counts_of_boards_are_the_golden_ones(number: str, word: str, cells: int) -> None:
    house = House.of(number)
    solver, found = (heads_up, HeadsUp(house)) if number == "677a" else (texas_bonus, TexasBonus(house))
    counts = {str(net): str(count) for net, count in found.solution.distribution.counts.items()}
    assert counts == json.loads((GOLDEN.parent / f"{number}.json").read_text(encoding="utf-8"))
    assert sum(row.count(word) for row in found.grid().cells) == cells
    known, solved = before_the_flop.first_cards(solver, house), board_play.solved(solver, house).exact
    assert known is not None
    both = known.keys() & solved.keys()
    assert both == solved.keys() - {"fold"} and all(known[action] == solved[action].tolist() for action in both)


@pytest.mark.slow
@pytest.mark.parametrize("number", ["563", "677a"])
def test_rules_cost_what_they_did(number: str) -> None:
    find = heads_up_rules.find if number == "677a" else texas_bonus_rules.find
    found = find(House.of(number))
    assert [[str(each.edge), str(each.cost), each.words] for each in found] == json.loads(GOLDEN.read_text())[number]
    assert all(each.cost > 0 for each in found)
    assert sorted(found, key=lambda each: -each.cost) == found


@pytest.mark.slow
def test_the_edge_on_an_ante_of_five_times_the_table_minimum() -> None:
    solved = heads_up.solve(House.of("677a"), least=Fraction(1, 5))
    assert str(solved.distribution.edge) == json.loads(GOLDEN.read_text())["least raise of a fifth"]
    found = before_the_flop.first_cards(heads_up, House.of("677a"))
    assert found is not None and list(solved.exact["check"]) == found[before_the_flop.WAITS[Fraction(1, 5)]]
