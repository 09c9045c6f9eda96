"""Every round of a game by shortcuts is every round of it: cards that nobody looks at, and hands in any order."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss import cards, games
from pitboss.cards import Card
from pitboss.games import game
from pitboss.house import House
from pitboss.odds import catalogue, enumeration, every_round
from pitboss.odds.every_round import SHORTCUTS, Played
from pitboss.table.game import Game
from pitboss.table.procedures.dealing import Method, deal_round, hands
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, Procedure
from tests.commands import pitboss
from tests.games import little_nine

SMALL = [4 * rank + suit for rank in (0, 5, 12) for suit in (0, 3)]  # six cards: twos, sevens and aces
PLAIN = SHORTCUTS[-1:]
Wins = Callable[[list[Card], list[Card]], bool]


@pytest.fixture(scope="module", autouse=True)
def folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One Card and Little Nine."""
    folders = [little_nine.EXAMPLE, little_nine.write(tmp_path_factory.mktemp("games") / "little-nine")]
    for folder in folders:
        games.add(folder)
    yield
    for folder in folders:
        games.remove(folder)


def two_cards_each(wins: Wins, deck: list[Card] = SMALL) -> Game:
    """A game of few cards: two to the player and two to the dealer, and what decides."""

    def give(t: Round, method: Method) -> Procedure:
        hands(t, method, t.with_wager("Ante"), 2)
        yield from ()

    def round_of_play(t: Round) -> Procedure:
        yield from deal_round(t, games.module("999").METHODS, give)
        if wins(t.hands[SEATS[1]], t.hands[DEALER]):
            t.pay("999.12(b)", 1, "Ante")
        else:
            t.collect("999.12(b)", 1, "Ante")
        t.discard("999.11(e)", SEATS[1])

    return replace(
        game("999"),
        deck=lambda house: list(deck),
        prepare=load,
        round_of_play=round_of_play,
        clear="999.11(e)",
    )


def load(t: Round) -> Procedure:
    """Shuffles without a cut, for which six cards are too few."""
    order = list(t.rack)
    t.rack.clear()
    t.stack.load(t.table.shuffle(order).order)
    yield from ()


def results(rounds: list[Played]) -> dict[int, Fraction]:
    """How likely each result is."""
    found: dict[int, Fraction] = {}
    for each in rounds:
        found[each.main] = found.get(each.main, Fraction(0)) + each.chance
    return found


def by_hand(wins: Wins) -> dict[int, Fraction]:
    """The same without the engine."""
    deals = list(permutations(SMALL, 4))  # to the player, the dealer, the player, the dealer
    won = Fraction(sum(wins([a, c], [b, d]) for a, b, c, d in deals), len(deals))
    return {net: chance for net, chance in ((500, won), (-500, 1 - won)) if chance}


RULES: dict[str, Wins] = {
    "sum of ranks": lambda own, dealer: sum(map(cards.rank, own)) > sum(map(cards.rank, dealer)),
    "suited": lambda own, dealer: cards.suit(own[0]) == cards.suit(own[1]),
    "one card": lambda own, dealer: cards.CARDS["As"] in own,
    "first card higher than the second": lambda own, dealer: own[0] > own[1],
    "a card in a table": lambda own, dealer: cards.NAMES[max(own)] == "Ac",
    "nothing": lambda own, dealer: True,
    "the second card only after an ace": lambda own, dealer: cards.rank(own[0]) == cards.ACE and cards.rank(own[1]) < 9,
    "takes integers only": lambda own, dealer: type(own[0]) is int and own[0] > dealer[0],
}


@pytest.mark.parametrize("rule", RULES)
def test_shortcuts_bring_what_a_count_by_hand_does(rule: str) -> None:
    kind, house = two_cards_each(RULES[rule]), House.of("999")
    found = every_round.every_round(kind, house, {"Ante": 500})
    assert results(found) == by_hand(RULES[rule])


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6), what=st.sampled_from(["ranks", "suits", "cards"]))
def test_shortcuts_change_nothing(seed: int, what: str) -> None:
    looks: dict[str, Callable[[Card], int]] = {"ranks": cards.rank, "suits": cards.suit, "cards": int}
    seen = looks[what]

    def wins(own: list[Card], dealer: list[Card]) -> bool:
        return random.Random(f"{seed} {sorted(map(seen, own))} {sorted(map(seen, dealer))}").random() < 0.5

    kind, house = two_cards_each(wins), House.of("999")
    assert results(every_round.every_round(kind, house, {"Ante": 500})) == by_hand(wins)


def test_fewer_rounds_are_played() -> None:
    kind, house = two_cards_each(RULES["sum of ranks"]), House.of("999")
    plain, few = (every_round.every_round(kind, house, {"Ante": 500}, shortcuts=each) for each in (PLAIN, SHORTCUTS))
    assert len(plain) == 360 and len(few) < 40 and results(plain) == results(few)


def test_one_card_is_the_same_with_and_without_shortcuts() -> None:
    kind, house = game("999"), House.of("999", {"lucky_ace": "A"})
    bets = every_round.wagers_of(kind, house)
    few = enumeration.best_of(every_round.every_round(kind, house, bets), bets["Ante"])
    assert len(few.brings) == 52 and few.distribution().edge == Fraction(2, 17)
    assert few.distribution("Lucky Ace").edge == Fraction(7, 52)


@pytest.mark.slow
def test_little_nine_is_exact_and_says_how_much_is_done() -> None:
    told: list[tuple[str, float]] = []
    ante, first, second = catalogue.rows("998", progress=lambda what, done: told.append((what, done)), fresh=True)
    assert ante.method == first.method == "exact" and ante.edge == 0  # both sides play alike
    aces, others = Fraction(1, 221), Fraction(12, 221)
    assert first.edge == 1 - aces * 21 - others * 8 and second.edge == 1 - aces * 16 - others * 9
    assert "rounds of Little Nine" in told[0][0] and sorted(done for what, done in told if what == told[0][0])[-1] == 1.0


def test_too_many_rounds_are_dealt_at_random_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(every_round, "MOST", 1000)
    monkeypatch.setattr(enumeration, "ROUNDS", 300)
    house = House.of("998", {"table_minimum": 1500})
    (ante,) = enumeration.rows("998", house, wager="Ante")
    assert ante.method == "simulation" and abs(float(ante.edge)) < 5 * ante.standard_error
    assert "300 rounds at random" in ante.note and "±" in ante.note and "more than 1,000" in ante.note
    (twins, _) = enumeration.rows("998", house, wager="Twins")
    assert twins.method == "simulation" and abs(float(twins.edge) - 104 / 221) < 5 * twins.standard_error


def test_a_game_without_decisions_says_so() -> None:
    done = pitboss("strategy", "little-nine")
    assert done.returncode == 2 and "nothing is to be decided in Little Nine (chapter 998)" in done.stderr
