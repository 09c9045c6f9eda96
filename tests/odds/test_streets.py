"""Games with community cards: solvers against slow references and against the engine itself, on decks small enough for both."""

import json
import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import Card
from pitboss.games import BANKED
from pitboss.games.odds.let_it_ride_poker import GAME as LET_IT_RIDE
from pitboss.games.odds.mississippi_stud import GAME as MISSISSIPPI
from pitboss.games.odds.raise_it_up_stud_poker import GAME as RAISE_IT_UP
from pitboss.hands import FIVE_CARD, Value
from pitboss.house import House
from pitboss.odds import side_wagers
from pitboss.odds.boards import heads_up, holdings, texas_bonus
from pitboss.odds.distribution import Distribution
from pitboss.odds.streets.solver import solve
from pitboss.odds.suits import classes, symmetric
from tests.odds.engine import result

GOLDEN = Path(__file__).parent / "golden"
ODD_CARDS = (0, 5, 10, 12, 17, 23, 28, 33, 43)  # nine ranks in all suits: no pair, and flushes can be made
MIXED = (0, 1, 4, 6, 20, 21, 34, 48, 51)
SYMMETRIC = (*range(4), *range(12, 16), *range(48, 52))


@cache
def worth(cards: tuple[Card, ...]) -> Value:
    return FIVE_CARD.value(list(cards))


def of(*groups: Iterable[Card]) -> Value:
    return worth(tuple(sorted(card for group in groups for card in group)))


def test_every_set_of_cards_belongs_to_one_class() -> None:
    for number, known in ((2, 169), (3, 1755), (4, 16432), (5, 134459)):
        found = classes(number)
        assert (len(found.cards), int(found.members.sum())) == (known, len(found.place))
        assert (found.place >= 0).all()
    assert symmetric(SYMMETRIC)
    assert not symmetric(MIXED)


def test_the_holdings_of_a_board_are_compared_as_one_by_one() -> None:
    rng = random.Random(7)
    suited = ([0, 4, 8, 13, 18], [2, 6, 30, 38, 51], [3, 7, 11, 15, 43])  # three, four and five cards of one suit
    for board in (*(sorted(rng.sample(range(52), 5)) for _ in range(6)), *suited):
        holdings_of = list(combinations([card for card in range(52) if card not in board], 2))
        for mine in rng.sample(holdings_of, 6):
            category, counts = holdings.counts_of(board, range(52), mine[0] + mine[1] * (mine[1] - 1) // 2)
            slow = [0] * 5
            for dealer in combinations([c for c in range(52) if c not in board and c not in mine], 2):
                a, b = of(mine, board), of(dealer, board)
                paired = b.category >= holdings.PAIR
                slow[2 if a == b else (0 if paired else 1) if a > b else (3 if paired else 4)] += 1
            assert counts.tolist() == slow and category == of(mine, board).category


# ---------------------------------------------------------------------------- Heads-Up Hold 'Em


Nets = tuple[int, ...]


def heads_up_slowly(deck: tuple[Card, ...], nets: Callable[..., Nets], unit: int) -> Fraction:
    """The house's edge under best play, over every order of a small deck; `nets` knows what a round brings when the player
    folds, and when he raises 1, 2 and 3 times the Ante, which is so many units."""
    total, deals = 0, 0
    for hole in combinations(deck, 2):
        rest = [c for c in deck if c not in hole]
        at_once = waiting = 0
        for flop in combinations(rest, 3):
            raised = last = 0
            for late in combinations([c for c in rest if c not in flop], 2):
                board = tuple(sorted((*flop, *late)))
                river = folded = 0
                for dealer in combinations([c for c in rest if c not in board], 2):
                    fold, once, twice, thrice = nets(hole, dealer, board)
                    at_once += thrice
                    raised += twice
                    river += once
                    folded += fold
                    deals += 1
                last += max(river, folded)
            waiting += max(raised, last)
        total += max(at_once, waiting)
    return Fraction(-total, deals * unit)


@pytest.mark.parametrize("deck", [ODD_CARDS, MIXED])
def test_heads_up_hold_em_is_solved_as_the_engine_plays_it(deck: tuple[Card, ...]) -> None:
    ways = (["check", "check", "fold"], ["check", "check", "raise"], ["check", "raise 2x"], ["raise 3x"])

    @cache
    def played(hole: tuple[Card, ...], dealer: tuple[Card, ...], board: tuple[Card, ...]) -> Nets:
        cards = {"seat_1": hole, "dealer": dealer, "community": board}
        return tuple(result("677a", cards, {"Ante": 1000, "Odds": 1000}, words) for words in ways)

    assert heads_up.solve(House.of("677a"), deck).distribution.edge == heads_up_slowly(deck, played, 1000)


def test_heads_up_hold_em_with_suits_that_can_be_turned() -> None:
    amount, scale = heads_up.amounts(House.of("677a"))
    by_category = amount.tolist()

    @cache
    def nets(hole: tuple[Card, ...], dealer: tuple[Card, ...], board: tuple[Card, ...]) -> Nets:
        mine, his = of(hole, board), of(dealer, board)
        paired, sign = his.category >= holdings.PAIR, (mine > his) - (mine < his)
        outcome = 2 if not sign else (0 if paired else 1) if sign > 0 else (3 if paired else 4)
        fixed: int = by_category[mine.category][outcome]
        return (-2 * scale, *(fixed + raised * sign * scale for raised in (1, 2, 3)))

    assert heads_up.solve(House.of("677a"), SYMMETRIC).distribution.edge == heads_up_slowly(SYMMETRIC, nets, scale)


# ---------------------------------------------------------------------------- Texas Hold 'Em Bonus


def texas_slowly(deck: tuple[Card, ...], nets: Callable[..., Nets], unit: int) -> Fraction:
    """The same for Flop, Turn and River Wagers: `nets` knows what a round brings with none, one and both of the later two."""
    total, deals = 0, 0
    for hole in combinations(deck, 2):
        rest = [c for c in deck if c not in hole]
        value, number = 0, 0
        for flop in combinations(rest, 3):
            left = [c for c in rest if c not in flop]
            by_turn = [0, 0]
            for turn in left:
                by_bets = [0, 0, 0]
                for river in left:
                    board = tuple(sorted((*flop, turn, river)))
                    for dealer in combinations([c for c in left if c not in (turn, river)], 2) if river != turn else ():
                        brings = nets(hole, dealer, board)
                        by_bets = [by_bets[n] + brings[n] for n in range(3)]
                        number += 1
                for bet in (0, 1):
                    by_turn[bet] += max(by_bets[bet], by_bets[bet + 1])
            value += max(by_turn)
        total += max(value, -number * unit)
        deals += number
    return Fraction(-total, deals * unit)


@pytest.mark.parametrize("deck", [ODD_CARDS, MIXED])
def test_texas_hold_em_bonus_is_solved_as_the_engine_plays_it(deck: tuple[Card, ...]) -> None:
    ways = (["bet", "check", "check"], ["bet", "bet", "check"], ["bet", "bet", "bet"])

    @cache
    def played(hole: tuple[Card, ...], dealer: tuple[Card, ...], board: tuple[Card, ...]) -> Nets:
        cards = {"seat_1": hole, "dealer": dealer, "community": board}
        return tuple(result("563", cards, {"Ante": 1000}, words) for words in ways)

    assert texas_bonus.solve(House.of("563"), deck).distribution.edge == texas_slowly(deck, played, 1000)


def test_texas_hold_em_bonus_with_suits_that_can_be_turned() -> None:
    least = FIVE_CARD.categories.index("flush")

    @cache
    def nets(hole: tuple[Card, ...], dealer: tuple[Card, ...], board: tuple[Card, ...]) -> Nets:
        mine, his = of(hole, board), of(dealer, board)
        sign = (mine > his) - (mine < his)
        ante = sign if sign < 0 or mine.category >= least else 0
        return tuple(ante + sign * (2 + bets) for bets in range(3))

    house = House.of("563", {"qualifying_rank": "flush"})
    assert texas_bonus.solve(house, SYMMETRIC).distribution.edge == texas_slowly(SYMMETRIC, nets, 1)


# ---------------------------------------------------------------------------- games without a dealer's hand

SMALL = (0, 5, 10, 23, 34, 39, 44, 49)


def played(number: str, own: int, wagers: dict[str, int], **house: Any) -> Callable[..., int]:
    """What a hand brings through the engine, by its cards, the community cards in their order and the words said."""

    @cache
    def net(hand: tuple[Card, ...], community: tuple[Card, ...], *words: str) -> int:
        return result(number, {"seat_1": hand, "community": community}, wagers, words, **house)

    return net


def test_let_it_ride_is_solved_as_the_engine_plays_it() -> None:
    net = played("559", 3, {"Bet 1": 1000, "Bet 2": 1000, "Bet 3": 1000})
    ride, pull = "let it ride", "pull"
    total, deals = 0, 0
    for hand in combinations(SMALL, 3):
        rest = [c for c in SMALL if c not in hand]
        by_first = {ride: 0, pull: 0}
        for one in rest:
            by_second = {(a, b): 0 for a in (ride, pull) for b in (ride, pull)}
            for two in [c for c in rest if c != one]:
                for words in by_second:
                    by_second[words] += net(hand, (one, two), *words)
                deals += 1
            for word in by_first:
                by_first[word] += max(by_second[word, ride], by_second[word, pull])
        total += max(by_first.values())
    found = solve(LET_IT_RIDE, House.of("559"), SMALL).distribution
    assert found.edge == Fraction(-total, 1000 * deals)


def test_mississippi_stud_is_solved_as_the_engine_plays_it() -> None:
    net = played("655a", 2, {"Ante": 1000})
    deck = SMALL[:6]
    bets = ("bet 1x", "bet 2x", "bet 3x")

    def best(hand: tuple[Card, ...], shown: tuple[Card, ...], said: tuple[str, ...]) -> int:
        """The best total over all that can still come."""
        rest = [c for c in deck if c not in hand and c not in shown]
        if len(said) == 3:
            return sum(net(hand, (*shown, card), *said) for card in rest)
        ways = len(list(permutations(rest, 3 - len(shown))))
        options = [ways * fold(said)]
        for bet in bets:
            if len(said) == 2:
                options.append(sum(net(hand, (*shown, card), *said, bet) for card in rest))
            else:
                options.append(sum(best(hand, (*shown, card), (*said, bet)) for card in rest))
        return max(options)

    def fold(said: tuple[str, ...]) -> int:
        spare = tuple(c for c in deck if c not in deck[:2])[:3]
        return net(deck[:2], spare, *said, "fold")

    total = sum(best(hand, (), ()) for hand in combinations(deck, 2))
    deals = len(list(combinations(deck, 2))) * len(list(permutations(range(4), 3)))
    assert solve(MISSISSIPPI, House.of("655a"), deck).distribution.edge == Fraction(-total, 1000 * deals)


def test_raise_it_up_stud_is_solved_as_the_engine_plays_it() -> None:
    net = played("587", 3, {"Ante": 1000, "Blind": 1000})
    deck = SMALL[:7]
    total, deals = 0, 0
    for hand in combinations(deck, 3):
        rest = [c for c in deck if c not in hand]
        at_once = dict.fromkeys(("play 1x", "play 2x", "play 3x"), 0)
        waiting = 0
        for one in rest:
            fourth = dict.fromkeys(("play 1x", "play 2x"), 0)
            later = 0
            for two in [c for c in rest if c != one]:
                fifth = {"play": 0, "fold": 0}
                for three in [c for c in rest if c not in (one, two)]:
                    board = (one, two, three)
                    for bet in at_once:
                        at_once[bet] += net(hand, board, bet)
                    for bet in fourth:
                        fourth[bet] += net(hand, board, "check", bet)
                    for word in fifth:
                        fifth[word] += net(hand, board, "check", "check", word)
                    deals += 1
                later += max(fifth.values())
            waiting += max(later, *fourth.values())
        total += max(waiting, *at_once.values())
    assert solve(RAISE_IT_UP, House.of("587"), deck).distribution.edge == Fraction(-total, 1000 * deals)


# ---------------------------------------------------------------------------- the whole deck


def recorded(distribution: Distribution) -> dict[str, str]:
    return {str(net): str(count) for net, count in distribution.counts.items()}


WHOLE_DECK: dict[str, Callable[[], Distribution]] = {
    "559": lambda: solve(LET_IT_RIDE, House.of("559")).distribution,
    "587": lambda: solve(RAISE_IT_UP, House.of("587")).distribution,
    "655a": lambda: solve(MISSISSIPPI, House.of("655a")).distribution,
}


@pytest.mark.parametrize("number", WHOLE_DECK)
def test_outcome_counts_are_the_golden_ones(number: str) -> None:
    golden = json.loads((GOLDEN / f"{number}.json").read_text(encoding="utf-8"))
    assert recorded(WHOLE_DECK[number]()) == golden


@pytest.mark.parametrize(
    ("number", "edge"), [("559", 0.0350568), ("655a", 0.0491486), ("587", 0.0350219), ("563", 0.0203692), ("677a", 0.0455321)]
)
def test_golden_counts_give_the_known_edges(number: str, edge: float) -> None:
    golden = json.loads((GOLDEN / f"{number}.json").read_text(encoding="utf-8"))
    known = Distribution({Fraction(net): int(count) for net, count in golden.items()})
    assert float(known.edge) == pytest.approx(edge, abs=5e-8)


# ---------------------------------------------------------------------------- side wagers


def test_side_wagers_count_every_deal_of_their_kind() -> None:
    sizes = {"Pair Plus": 22100, "Three Card Bonus": 22100, "Aces Up": 2598960, "Queens Up": 2598960, "Bonus": 1326}
    sizes |= {"Pocket Bonus": 1326, "Six Card Bonus": 20358520}
    for number in BANKED:
        for side in side_wagers.sides_of(number):
            if side.wager in sizes:
                assert sum(side_wagers.deals_of(side).values()) == sizes[side.wager]


@pytest.mark.parametrize(
    ("number", "wager", "table", "edge"),
    [
        ("557", "Aces Up", "I", 0.019786),
        ("557", "Aces Up", "VII", 0.061486),
        ("559", "Three Card Bonus", "A", 0.023167),
        ("655a", "Three Card Bonus", "D", 0.070950),
        ("563", "Bonus", "", 0.088989),
        ("677a", "Pocket Bonus", "C", 0.099548),
    ],
)
def test_side_wagers_hold_what_is_known(number: str, wager: str, table: str, edge: float) -> None:
    [row] = [r for r in side_wagers.rows(number, House.of(number)) if (r.wager, r.table) == (wager, table)]
    assert float(row.edge) == pytest.approx(edge, abs=5e-7)


@pytest.mark.parametrize("number", ["565", "559", "587"])
def test_three_card_side_wagers_pay_as_the_engine_pays(number: str) -> None:
    rng = random.Random(3)
    wager, option = {"565": ("Pair Plus", ""), "559": ("Three Card Bonus", "A"), "587": ("Pair Plus", "B")}[number]
    main = {"565": {}, "559": {"Bet 1": 1000, "Bet 2": 1000, "Bet 3": 1000}, "587": {"Ante": 1000, "Blind": 1000}}[number]
    words = {"565": [], "559": ["pull", "pull"], "587": ["check", "check", "fold"]}[number]
    house = {"three_card_bonus": "A"} if number == "559" else {"pair_plus": "B"} if number == "587" else {}
    [row] = [r for r in side_wagers.rows(number, House.of(number)) if (r.wager, r.table) == (wager, option)]
    nets = {float(net) for net in row.distribution.counts} if row.distribution else set()
    for _ in range(40):
        hand = rng.sample(range(52), 3)
        community = [c for c in range(52) if c not in hand][:3]
        with_it = result(number, {"seat_1": hand, "community": community}, {**main, wager: 1000}, words, **house)
        without = result(number, {"seat_1": hand, "community": community}, main, words, **house) if main else 0
        assert (with_it - without) / 1000 in nets


def test_a_progressive_wager_is_even_at_its_break_even_meter() -> None:
    [side] = side_wagers.sides_of("655a", "Progressive Payout")
    house = House.of("655a")
    counts = side_wagers.counts_of(side, house)
    shares = side_wagers.meter_shares(house["progressive_wager"], house.chapter.paytable("Progressive Payout"), counts)
    assert shares.fixed + shares.share * shares.break_even() == 1
    assert shares.long_run(Fraction(1, 4), Fraction(10_000)) < shares.long_run(Fraction(1, 10), Fraction(10_000))
