"""Rules for games without a dealer's hand: their cost, what they are made of, and the same rounds through the engine."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import perm
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import RANKS, Card, parse
from pitboss.games.odds.let_it_ride_poker import GAME as LET_IT_RIDE
from pitboss.games.odds.mississippi_stud import GAME as MISSISSIPPI
from pitboss.games.odds.raise_it_up_stud_poker import GAME as RAISE_IT_UP
from pitboss.house import House
from pitboss.odds.streets import play as street_play
from pitboss.odds.streets import rules as street_rules
from pitboss.odds.streets.endings import endings_of
from pitboss.odds.streets.finding import StreetRule
from pitboss.odds.streets.games import Streets
from pitboss.odds.streets.kinds import Held
from pitboss.odds.streets.rules import RuleSet, following, rule_sets
from pitboss.odds.streets.solver import Solution, solve, solve_hands
from tests.odds.engine import result

GOLDEN = json.loads((Path(__file__).parent / "golden" / "street_rules.json").read_text(encoding="utf-8"))
# Decks with pairs, suited cards and cards of straights, so that every street has hands for several actions.
SIX_CARDS = tuple(sorted(parse("Jh Th 9h 6c 6d 2s")))
SEVEN_CARDS = tuple(sorted(parse("Jh Th 9h 6c 6d Ac Tc")))
GAMES = {"559": LET_IT_RIDE, "587": RAISE_IT_UP, "655a": MISSISSIPPI}
CHAPTERS = tuple(GAMES)
UNIT = 1000  # cents of a wager


def first_actions(solution: Solution, at: int) -> list[Fraction]:
    """What each action with the first cards of a class of hand returns on average, in Antes."""
    parts = solution.scale * perm(solution.endings.left, 3)
    return [Fraction(int(value), parts) for value in solution.values[:, at]]


@cache
def found(number: str) -> list[RuleSet]:
    return rule_sets(GAMES[number], House.of(number))


# ---------------------------------------------------------------------------- cost


@pytest.mark.parametrize("number", CHAPTERS)
def test_rules_hold_and_cost_the_golden_fractions(number: str) -> None:
    assert [[str(rules.edge), str(rules.cost)] for rules in found(number)] == GOLDEN[number]


@pytest.mark.parametrize("number", CHAPTERS)
def test_longer_rules_cost_less_and_none_gains(number: str) -> None:
    costs = [rules.cost for rules in found(number)]
    assert len(costs) >= 2
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] >= 0
    assert costs[-1] < Fraction(1, 10_000)


@pytest.mark.parametrize("number", ["559", "655a"])
def test_the_full_rules_cost_nothing(number: str) -> None:
    assert found(number)[-1].cost == 0


def test_a_pay_table_of_the_house_has_rules_and_costs_of_its_own() -> None:
    richer = {"Pair of Tens, Jacks, Queens, Kings or Aces": "1 to 1", "Flush": "25 to 1", "Straight": "15 to 1"}
    floor = dict(House.of("559").paytable("Let It Ride Poker").rows)
    house = House.of("559", {"let_it_ride_poker": {**floor, **richer}})
    sets = rule_sets(LET_IT_RIDE, house)
    assert sets[-1].edge < found("559")[-1].edge
    assert all(rules.cost >= 0 for rules in sets)
    assert sets[-1].words != found("559")[-1].words
    best = solve(LET_IT_RIDE, house).distribution.edge
    assert all(rules.edge - rules.cost == best for rules in sets)


# ---------------------------------------------------------------------------- words


@pytest.mark.parametrize("number", CHAPTERS)
def test_the_words_name_every_street_every_kind_and_what_is_left(number: str) -> None:
    for rules in found(number):
        for seen, (street, actions) in GAMES[number].streets.items():
            assert street in rules.words
            assert f"else {actions[0]}" in rules.words
            for line in rules.streets[seen].lines:
                assert f"  {actions[line.action]} with\n" in rules.words
                assert f"    {line.kind.words}\n" in rules.words
        for word in ("high card", "point"):
            assert (f"A {word}" in rules.words or f"two {word}s, a" in rules.words) == (word in rules.words)


def test_advice_says_what_the_rule_sets_say() -> None:
    advice = Streets(LET_IT_RIDE, House.of("559")).rules()
    assert [(a.rule, a.edge, a.cost) for a in advice] == [(r.words, float(r.edge), float(r.cost)) for r in found("559")]


def test_mississippi_stud_counts_points() -> None:
    words = found("655a")[0].words
    assert "A jack or higher counts two points, a 6 to a 10 one." in words
    assert "bet 1x with\n    at least two points" in words


# ---------------------------------------------------------------------------- the engine


def said(number: str, rules: Mapping[int, StreetRule], cards: tuple[Card, ...], wagered: int) -> str:
    held = Held(np.array([sorted(cards)], np.uint8), np.array([wagered]))
    action = int(rules[len(cards)].choose(held)[0])
    return GAMES[number].streets[len(cards)][1][action]


def rounds(deck: tuple[Card, ...], own: int, community: int, play: Callable[..., int]) -> Fraction:
    """The house's edge over every order of a small deck."""
    nets = [
        play(hand, order)
        for hand in combinations(deck, own)
        for order in permutations([card for card in deck if card not in hand], community)
    ]
    return Fraction(-sum(nets), UNIT * len(nets))


def by_rules(number: str, rules: RuleSet, deck: tuple[Card, ...]) -> Fraction:
    """The same as the solvers have it."""
    solution = solve(GAMES[number], House.of(number), deck)
    followed = solve(GAMES[number], House.of(number), deck, following(solution.endings, rules.streets))
    return followed.distribution.edge


def test_let_it_ride_by_rules_is_what_the_engine_plays() -> None:
    rules = found("559")[-1]
    wagers = dict.fromkeys(("Bet 1", "Bet 2", "Bet 3"), UNIT)

    def play(hand: tuple[Card, ...], order: tuple[Card, ...]) -> int:
        words = [said("559", rules.streets, (*hand, *order[:shown]), 3) for shown in (0, 1)]
        return result("559", {"seat_1": hand, "community": order}, wagers, words)

    assert by_rules("559", rules, SEVEN_CARDS) == rounds(SEVEN_CARDS, 3, 2, play)


def test_mississippi_stud_by_rules_is_what_the_engine_plays() -> None:
    rules, deck = found("655a")[-1], SIX_CARDS

    def play(hand: tuple[Card, ...], order: tuple[Card, ...]) -> int:
        words: list[str] = []
        for shown in (0, 1, 2):
            wagered = 1 + sum(int(word[4]) for word in words)
            words.append(said("655a", rules.streets, (*hand, *order[:shown]), wagered))
            if words[-1] == "fold":
                break
        return result("655a", {"seat_1": hand, "community": order}, {"Ante": UNIT}, words)

    assert by_rules("655a", rules, deck) == rounds(deck, 2, 3, play)


def test_raise_it_up_stud_by_rules_is_what_the_engine_plays() -> None:
    rules, deck = found("587")[-1], SEVEN_CARDS

    def play(hand: tuple[Card, ...], order: tuple[Card, ...]) -> int:
        words: list[str] = []
        for shown in (0, 1, 2):
            words.append(said("587", rules.streets, (*hand, *order[:shown]), 2))
            if words[-1] != "check":
                break
        if len(words) == 3:
            words[-1] = words[-1].removesuffix(" 1x")  # the engine asks whether, not how much
        return result("587", {"seat_1": hand, "community": order}, {"Ante": UNIT, "Blind": UNIT}, words)

    assert by_rules("587", rules, deck) == rounds(deck, 3, 3, play)


# ---------------------------------------------------------------------------- the first cards of one hand


def test_two_cards_of_mississippi_stud_bring_what_the_engine_pays() -> None:
    deck, hand = SIX_CARDS, tuple(sorted(parse("Jh Th")))
    bets = ("bet 1x", "bet 2x", "bet 3x")

    @cache
    def net(order: tuple[Card, ...], *words: str) -> int:
        return result("655a", {"seat_1": hand, "community": order}, {"Ante": UNIT}, words)

    def brings(shown: tuple[Card, ...], words: tuple[str, ...]) -> Fraction:
        """What best play brings from here on."""
        rest = [card for card in deck if card not in hand and card not in shown]
        if len(words) == 3 or words[-1:] == ("fold",):
            ways = [net((*shown, *more), *words) for more in permutations(rest, 3 - len(shown))]
            return Fraction(sum(ways), UNIT * len(ways))
        if len(words) > len(shown):
            return sum((brings((*shown, card), words) for card in rest), Fraction(0)) / len(rest)
        return max(brings(shown, (*words, word)) for word in ("fold", *bets))

    solution = solve_hands(MISSISSIPPI, House.of("655a"), endings_of(MISSISSIPPI.row, hand, 2, deck))
    assert first_actions(solution, 0) == [brings((), (word,)) for word in ("fold", *bets)]


def test_three_cards_of_raise_it_up_stud_bring_what_the_engine_pays() -> None:
    deck, hand = SEVEN_CARDS, tuple(sorted(parse("Jh Th 6c")))
    offered = {0: ("play 1x", "play 2x", "play 3x"), 1: ("play 1x", "play 2x", "check"), 2: ("play", "fold")}

    @cache
    def net(order: tuple[Card, ...], *words: str) -> int:
        return result("587", {"seat_1": hand, "community": order}, {"Ante": UNIT, "Blind": UNIT}, words)

    def brings(shown: tuple[Card, ...], words: tuple[str, ...]) -> Fraction:
        rest = [card for card in deck if card not in hand and card not in shown]
        if words[-1] != "check":
            ways = [net((*shown, *more), *words) for more in permutations(rest, 3 - len(shown))]
            return Fraction(sum(ways), UNIT * len(ways))
        later = []
        for card in rest:
            now = (*shown, card)
            later.append(max(brings(now, (*words, word)) for word in offered[len(now)]))
        return sum(later, Fraction(0)) / len(rest)

    solution = solve_hands(RAISE_IT_UP, House.of("587"), endings_of(RAISE_IT_UP.row, hand, 2, deck))
    assert first_actions(solution, 0) == [brings((), (word,)) for word in ("check", *offered[0])]


def test_one_hand_brings_what_its_class_does() -> None:
    solution = solve(MISSISSIPPI, House.of("655a"))
    for at in (3, 60, 168):
        cards = tuple(int(card) for card in solution.endings.hands[at])
        turned = tuple(card ^ 3 for card in cards)  # every suit becomes another
        assert [value for _, value in street_play.actions(MISSISSIPPI, House.of("655a"), turned)] == first_actions(solution, at)
        best = max(street_play.actions(MISSISSIPPI, House.of("655a"), cards), key=lambda action: action[1])
        assert best[0] == (MISSISSIPPI.streets[2][1][solution.choices[2][1][at]])


@pytest.mark.parametrize(
    ("number", "hand", "word"),
    [
        ("655a", "6h 5h", "bet 1x"),
        ("655a", "6h 5c", "fold"),
        ("655a", "2h 2c", "bet 3x"),
        ("587", "2h 2c 9d", "play 3x"),
        ("587", "2h 5c 9d", "check"),
    ],
)
def test_the_first_cards_are_played_as_they_should(number: str, hand: str, word: str) -> None:
    actions = street_play.actions(GAMES[number], House.of(number), tuple(parse(hand)))
    assert max(actions, key=lambda action: action[1])[0] == word
    assert len(actions) == 4


def test_three_cards_wait_for_what_four_cards_bring() -> None:
    """The solver's check with three cards is the mean of the best with four, each looked at card by card."""
    cards = tuple(parse("2h 5c 9d"))
    by_solver = dict(street_play.actions(RAISE_IT_UP, House.of("587"), cards))
    rest = [card for card in range(52) if card not in cards]
    later = [max(value for _, value in street_play.actions(RAISE_IT_UP, House.of("587"), (*cards, card))) for card in rest]
    assert by_solver["check"] == sum(later, Fraction(0)) / len(rest)


# ---------------------------------------------------------------------------- grids


def test_the_grid_of_mississippi_stud_has_a_cell_for_every_two_cards() -> None:
    grid = street_rules.grid(MISSISSIPPI, House.of("655a"))
    assert grid.rows == grid.columns == tuple(reversed(RANKS))
    at = {name: place for place, name in enumerate(grid.rows)}
    assert {grid.cells[n][n] for n in range(13)} == {"3x"}
    assert (grid.cells[at["6"]][at["5"]], grid.cells[at["5"]][at["6"]]) == ("1x", "fold")  # suited, and not
    counted = {word: sum(row.count(word) for row in grid.cells) for word in ("fold", "1x", "3x")}
    third = solve(MISSISSIPPI, House.of("655a")).choices[2][1].tolist()
    assert counted == {"fold": third.count(0), "1x": third.count(1), "3x": third.count(3)}


@pytest.mark.parametrize(("number", "action", "other"), [("559", "let it ride", "pull"), ("587", "play 3x", "check")])
def test_the_grid_of_three_cards_counts_every_hand(number: str, action: str, other: str) -> None:
    grid = street_rules.grid(GAMES[number], House.of(number))
    cells = [cell for row in grid.cells for cell in row if cell]
    assert sum(int(cell.split()[-1]) for cell in cells) == 22100
    assert all(cell.startswith((action, other)) for cell in cells)
    assert [len(row) for row in grid.cells] == [len(grid.columns)] * len(grid.rows)
