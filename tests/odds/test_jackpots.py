"""The odds of jackpots: matchings against plain counting, Hold'em against the engine's own recognizer over all deals of a small
deck, against a direct count of two players and against random deals, and the random deals of other variants against the engine.

`golden/jackpots.json` is what `golden_counts` gives (`python -m tests.odds.test_jackpots` writes it).
"""

import json
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.cards import Card, parse
from pitboss.compiling import compiled
from pitboss.games.nonbanked.bots import exchange, sight_of
from pitboss.games.nonbanked.jackpot_hands import least_hand, note_jackpot_hands
from pitboss.games.nonbanked.pots import pots_of
from pitboss.games.nonbanked.rules import Outcome, play_of
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.hands import FIVE_CARD, LOW, low_eight_or_better, omaha_high, omaha_low
from pitboss.hands.kernels import Table, code_of, codes, table, values
from pitboss.hands.low import low_value
from pitboss.house import House
from pitboss.odds import jackpots
from pitboss.odds.jackpots.estimate import Estimate, Sample, least_low, samples
from pitboss.odds.jackpots.hold_em import deals, misses
from pitboss.odds.jackpots.matchings import PRIMES, complete, matchings, whole_number
from pitboss.odds.jackpots.omaha import low_hand, pair_values
from pitboss.odds.jackpots.own_cards import completed, drawn, keeps
from pitboss.odds.suits import classes
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, Ask, Reply, Request
from pitboss.table.table import Table as PokerTable
from tests.card_room.playing import opened, passive, play

GOLDEN = Path(__file__).parent / "golden" / "jackpots.json"
EVENTS = (("aces full of 10s", True), ("four-of-a-kind", True), ("full house", False), ("full house", True))
RICH = 10**9


def code(words: str) -> int:
    """The code of the least hand that words name."""
    least = least_hand(words, "")
    return min(found for found, value in values(FIVE_CARD).items() if value >= least)


# ---------------------------------------------------------------------------- matchings


@pytest.mark.parametrize("seed", range(30))
def test_matchings_are_those_of_plain_counting(seed: int) -> None:
    chance = random.Random(seed)
    size, likely = chance.randint(2, 9), chance.random()
    pairs = [pair for pair in combinations(range(size), 2) if chance.random() < likely]
    edges = np.zeros(52, np.uint64)
    for a, b in pairs:
        edges[a] |= np.uint64(1 << b)
        edges[b] |= np.uint64(1 << a)
    found = matchings(np.uint64((1 << size) - 1), edges, complete(size, 4), PRIMES)
    expected = [sum(len({*sum(chosen, ())}) == 2 * k for chosen in combinations(pairs, k)) for k in range(5)]
    assert [whole_number(row) for row in found] == expected


# ---------------------------------------------------------------------------- Hold'em against the engine's recognizer


def recognized(t: Round, holdings: Sequence[Sequence[Card]], board: Sequence[Card]) -> tuple[bool, bool]:
    """Whether the engine calls for the verification of a Bad Beat, and of a high hand, with these cards at the showdown."""
    state = play_of(t)
    t.hands = {COMMUNITY: list(board)} | {SEATS[s]: list(cards) for s, cards in zip(state.players, holdings, strict=True)}
    state.shown, state.worth, state.outcome = list(state.players), {}, Outcome()
    t.steps.clear()
    note_jackpot_hands(t, pots_of(t))
    return bool(state.outcome.bad_beats), bool(state.outcome.high_hands)


def showdown(players: int, words: str) -> Round:
    """A hand at its end, in which everybody stayed."""
    house: dict[str, Any] = {"bad_beat_hands": words, "high_hand": True, "high_hand_minimum_players": 2, "rake_percent": 5}
    return play(opened("637a", players, structure="no limit", **house))


def all_deals(deck: Sequence[Card], players: int) -> Iterator[tuple[list[tuple[Card, ...]], tuple[Card, ...]]]:
    def holdings(left: tuple[Card, ...], number: int) -> Iterator[list[tuple[Card, ...]]]:
        if not number:
            yield []
            return
        for own in combinations(left, 2):
            for others in holdings(tuple(c for c in left if c not in own), number - 1):
                yield [own, *others]

    for board in combinations(deck, 5):
        for dealt in holdings(tuple(c for c in deck if c not in board), players):
            yield dealt, board


@pytest.mark.parametrize(
    ("deck", "players", "words"),
    [
        ("Ah Kh Qh Jh Th 9h As Ac Ks Kc", 2, "aces full of kings"),
        ("Ah Ad As Ac Kh Kd Ks Qh Qd Qs", 2, "full house"),
        ("5h 4h 3h 2h Ah 6h 6s 6c 6d 5s 5c", 3, "four-of-a-kind"),
    ],
)
def test_hold_em_is_the_engine_over_all_deals_of_a_small_deck(deck: str, players: int, words: str) -> None:
    cards, t = tuple(parse(deck)), showdown(players, words)
    bad_beats = high_hands = number = 0
    for holdings, board in all_deals(cards, players):
        bad_beat, high_hand = recognized(t, holdings, board)
        bad_beats, high_hands, number = bad_beats + bad_beat, high_hands + high_hand, number + 1
    assert number == deals(players, len(cards))
    assert 0 < bad_beats < number
    assert number - misses(code(words), players, True, cards)[players] == bad_beats
    assert number - misses(code("full house"), players, False, cards)[players] == high_hands


@pytest.mark.parametrize("players", [4, 10])
def test_hold_em_agrees_with_random_deals_through_the_recognizer(players: int) -> None:
    t, chance, number = showdown(players, "full house"), random.Random(637), 4000
    counts = np.zeros(2, np.int64)
    for _ in range(number):
        cards = chance.sample(range(52), 5 + 2 * players)
        counts += recognized(t, [cards[at : at + 2] for at in range(5, len(cards), 2)], cards[:5])
    for count, beaten in zip(counts.tolist(), (True, False), strict=True):
        rate = golden()[event_name("full house", beaten)][str(players)] / deals(players)
        assert abs(count / number - rate) < 3 * sqrt(rate * (1 - rate) / number)


@compiled
def _two_players(boards: NDArray[np.uint8], members: NDArray[np.int64], hands: Table, least: int) -> tuple[int, int]:
    """Over all boards, ordered pairs of disjoint holdings of which one qualifies, and of which both do but are not equal."""
    start, keys, bits, displacement, worths, flush = hands
    low, high, worth = np.empty(1326, np.int64), np.empty(1326, np.int64), np.empty(1326, np.int64)
    one, unequal = 0, 0
    for row in range(len(boards)):
        key, suits = start, np.uint64(0)
        free = np.ones(52, np.bool_)
        for card in boards[row]:
            key += keys[card]
            suits |= bits[card]
            free[card] = False
        size = 0
        for b in range(52):
            for a in range(b):
                if not (free[a] and free[b]):
                    continue
                found = code_of(key + keys[a] + keys[b], suits | bits[a] | bits[b], displacement, worths, flush)
                if found >= least:
                    low[size], high[size], worth[size] = a, b, found
                    size += 1
        both = 0
        for i in range(size):
            for j in range(i):
                if low[i] != low[j] and low[i] != high[j] and high[i] != low[j] and high[i] != high[j]:
                    both += 2
                    unequal += 2 * members[row] * (worth[i] != worth[j])
        one += members[row] * (2 * size * 990 - both)
    return one, unequal


@pytest.mark.parametrize("words", ["full house", "aces full of 10s", "four-of-a-kind"])
def test_two_players_are_counted_directly(words: str) -> None:
    boards = classes(5)
    one, unequal = _two_players(boards.cards, boards.members, table(FIVE_CARD, 7), code(words))
    for count, beaten in ((one, False), (unequal, True)):
        if (name := event_name(words, beaten)) in golden():
            assert golden()[name]["2"] == count


# ---------------------------------------------------------------------------- golden counts


def event_name(words: str, beaten: bool) -> str:
    """A key of the golden file."""
    return f"{words} beaten" if beaten else words


def golden() -> dict[str, dict[str, int]]:
    """Deals of Hold'em with a hit, by event and number of players."""
    found: dict[str, dict[str, str]] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return {name: {players: int(count) for players, count in counts.items()} for name, counts in found.items()}


def hits(words: str, beaten: bool) -> dict[str, int]:
    """The same, counted."""
    return {str(n): deals(n) - missed for n, missed in misses(code(words), 10, beaten).items()}


def golden_counts() -> dict[str, dict[str, str]]:
    return {event_name(*event): {n: str(count) for n, count in hits(*event).items()} for event in EVENTS}


@pytest.mark.parametrize(("words", "beaten"), EVENTS[:2])
def test_bad_beats_of_hold_em_are_the_golden_ones(words: str, beaten: bool) -> None:
    assert hits(words, beaten) == golden()[event_name(words, beaten)]


@pytest.mark.slow
@pytest.mark.parametrize(("words", "beaten"), EVENTS[2:])
def test_full_houses_of_hold_em_are_the_golden_ones(words: str, beaten: bool) -> None:
    assert hits(words, beaten) == golden()[event_name(words, beaten)]


# ---------------------------------------------------------------------------- other variants


def drawing(table: PokerTable, request: Request) -> Reply:
    """A passive player who exchanges cards as the bots do."""
    if isinstance(request, Ask) and any(choice.word == "discard" for choice in request.choices):
        assert table.round is not None
        return table.verify(request, exchange(sight_of(table.round, request.seat))[0])
    return passive(table, request)


def told(sample: Sample, players: int) -> tuple[Estimate, Estimate]:
    """A Bad Beat and a high hand, plainly from the tallies of random deals."""
    found = sample.run(1, 150_000)
    number = int(found.sum()) - int(found[1].sum())
    one = [1 - comb(sample.players - k, players) / comb(sample.players, players) for k in range(sample.players + 1)]
    rates = (found[1, players] / number, float(found[0] @ np.array(one)) / number)
    beat, high = (Estimate(rate, sqrt(rate * (1 - rate) / number)) for rate in rates)
    return beat, high


@pytest.mark.parametrize(
    ("variant", "players"),
    [
        ("omaha", 10),
        ("omaha high-low eight or better", 8),
        ("seven-card stud", 8),
        ("seven-card stud", 4),
        ("seven-card stud high-low", 7),
        ("seven-card stud high-low eight or better", 6),
        ("five-card draw", 8),
        ("five-card draw", 3),
        ("five-card stud", 8),
    ],
)
def test_random_deals_agree_with_hands_that_the_engine_plays(variant: str, players: int) -> None:
    words, number, most = "three-of-a-kind", 250, 10 if "omaha" in variant else 8
    house: dict[str, Any] = {"bad_beat_hands": words, "high_hand": True, "high_hand_minimum_players": 2}
    table = opened("637a", players, RICH, variant=variant, rake_percent=5, seats=most, **house)
    rounds = [play(table, drawing) for _ in range(number)]
    beats = sum(bool(play_of(t).outcome.bad_beats) for t in rounds)
    full = sum(bool(play_of(t).outcome.high_hands) for t in rounds)
    for count, which, least in ((beats, 0, words), (full, 1, "full house")):
        [sample] = [s for s in samples(VARIANTS[variant], code(least), which == 0, most) if players in s.tells]
        found = told(sample, players)[which]
        spread = sqrt(found.chance * (1 - found.chance) / number + found.error**2)
        assert abs(count / number - found.chance) < 3 * spread, (count, found)


@pytest.mark.parametrize("seed", range(5))
def test_omaha_pairs_and_low_hands_are_the_readable_ones(seed: int) -> None:
    chance = random.Random(seed)
    cards = chance.sample(range(52), 5)
    found = np.zeros((52, 52), np.uint16)
    board = np.array(cards, np.uint8)
    pair_values(board, table(FIVE_CARD, 5), 1, found)
    names = values(FIVE_CARD)
    lows = []
    for _ in range(40):
        own = chance.sample([c for c in range(52) if c not in cards], 4)
        best = max(int(found[a, b]) for a, b in combinations(own, 2))
        assert names[best] == omaha_high(own, cards)
        lows.append((low_hand(np.array(own, np.uint8), board), omaha_low(own, cards)))
    for (number, value), (other_number, other) in combinations(lows, 2):
        assert (number == 0) == (value is None)
        if value is not None and other is not None:
            assert (number < other_number) == (value < other)


def test_the_worst_low_hand_that_counts() -> None:
    worst = least_low(VARIANTS["seven-card stud high-low eight or better"])
    chance = random.Random(1)
    for _ in range(300):
        cards = chance.sample(range(52), 7)
        assert (low_eight_or_better(cards) is not None) == (codes(LOW, [cards])[0] >= worst)
        assert low_value(cards) == values(LOW)[int(codes(LOW, [cards])[0])]


@pytest.mark.parametrize("words", ["three-of-a-kind", "full house"])
def test_hands_that_are_drawn_to_are_counted_one_by_one(words: str) -> None:
    least, hands, chance = code(words), table(FIVE_CARD, 5), random.Random(637)
    complete, dealt = completed(hands, least), classes(5)
    thrown = set()
    for row in chance.sample(range(len(dealt.cards)), 60):
        hand = dealt.cards[row].tolist()
        worth = int(codes(FIVE_CARD, [hand])[0])
        orders = [np.array(order, np.uint8) for order in (hand, hand[::-1])]
        kept = {tuple(sorted(int(c) for at, c in enumerate(o) if keeps(o, worth) >> at & 1)) for o in orders}
        expected = Fraction(0)
        for own in kept:
            more = np.array(list(combinations([c for c in range(52) if c not in hand], 5 - len(own))), np.uint8)
            drawn_hands = codes(FIVE_CARD, np.hstack([np.tile(np.array(own, np.uint8), (len(more), 1)), more]))
            expected += Fraction(int((drawn_hands >= least).sum()), len(drawn_hands)) / len(kept)
            thrown.add(5 - len(own))
        found, number = drawn(dealt.cards[row : row + 1], dealt.members[row : row + 1], hands, least, complete)
        assert number == dealt.members[row]
        assert found / number == pytest.approx(float(expected), abs=1e-15)
    assert thrown == {0, 1, 2, 3}


# ---------------------------------------------------------------------------- rows


def test_rows_of_hold_em() -> None:
    house = House.of("553", {"bad_beat_hands": "four 8s or better"})
    found = list(jackpots.rows("553", house))
    assert [row.table for row in found] == [f"{n} players" for n in range(2, 11)]
    assert {row.wager for row in found} == {jackpots.BAD_BEAT}
    for players, row in enumerate(found, 2):
        assert row.distribution is not None
        assert row.edge == row.distribution.edge == Fraction(0)
        assert row.distribution.deals == deals(players)
        assert row.method == "exact"
        assert row.condition == "four 8s or better loses"
    rates = [row.distribution.hit_rate for row in found if row.distribution]
    assert rates == sorted(rates)


def test_a_game_without_high_hands_has_no_hits() -> None:
    found = list(jackpots.rows("637a", House.of("637a", {"variant": "razz"})))
    assert {row.wager for row in found} == {jackpots.BAD_BEAT, jackpots.HIGH_HAND}
    assert {row.distribution.hit_rate for row in found if row.distribution} == {Fraction(0)}
    assert len(found) == 3 * 7


def test_the_least_number_of_players_of_a_high_hand() -> None:
    house = House.of("637a", {"variant": "five-card stud", "high_hand_minimum_players": 5})
    found = [row for row in jackpots.rows("637a", house) if row.wager == jackpots.HIGH_HAND]
    hit = [bool(row.distribution and row.distribution.hit_rate) for row in found]
    assert hit == [False] * 3 + [True] * 4
    assert all(row.standard_error < 2e-5 for row in found)


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(golden_counts(), indent=1) + "\n", encoding="utf-8")
