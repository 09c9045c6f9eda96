"""Every wager of every round settled a second time, from the cards on the layout and the chapter's text alone.

Nothing here asks the engine what a hand is worth or what it pays: rankings and tables are written down again, the short way.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from pitboss.table.house import House
from pitboss.table.round import Round
from pitboss.table.steps import Step
from pitboss.table.table import Table
from tests.strategies import Situation, examples, play, situations

Hand = list[int]


class Seen:
    """A finished round as somebody at the table has seen it: cards by place, wagers and decisions by seat."""

    def __init__(self, steps: list[Step]) -> None:
        self.cards: dict[str, Hand] = defaultdict(list)
        self.placed: dict[str, Counter[str]] = defaultdict(Counter)
        self.said: dict[str, list[str]] = defaultdict(list)
        for step in steps:
            if step.act == "deal":
                self.cards[step.who] += step.cards
            elif step.act == "move":
                self.cards[step.note].remove(step.cards[0])
                self.cards[step.who] += step.cards
            elif step.act == "wager":
                self.placed[step.who][step.wager] += step.cents
            elif step.act == "decide":
                self.said[step.who].append(step.note)


def odds(wager: int, to: int | Fraction | None) -> int:
    """What comes back for a wager at "so many to 1", 0 where it lost."""
    return 0 if to is None else int(wager + wager * to)


Oracle = Callable[[House, Seen, str, Counter[str]], dict[str, int]]


def settle_again(situation: Situation, oracle: Oracle) -> None:
    def compare(table: Table, done: Round) -> None:
        assert done.ledger is not None
        seen = Seen(done.steps)
        assert done.ledger.placed == {who: dict(wagers) for who, wagers in seen.placed.items()}
        for seat, wagers in seen.placed.items():
            expected = oracle(table.house, seen, seat, wagers)
            assert {w: done.ledger.back[seat].get(w, 0) for w in expected} == expected, (seat, dict(seen.cards))
            assert set(done.ledger.back[seat]) == set(expected)

    play(situation, ended=compare)


# ---------------------------------------------------------------------------- 565


def three_cards(hand: Hand) -> tuple[int, list[int]]:
    """§ 565.6: (rank of the hand, then its cards in order of weight)."""
    ranks = sorted((c // 4 for c in hand), reverse=True)
    flush = len({c % 4 for c in hand}) == 1
    wheel = ranks == [12, 1, 0]
    straight = wheel or (ranks[0] - ranks[2] == 2 and len(set(ranks)) == 3)
    if wheel:
        ranks = [1, 0, -1]
    if straight and flush:
        return 5, ranks
    if len(set(ranks)) == 1:
        return 4, ranks
    if straight:
        return 3, ranks
    if flush:
        return 2, ranks
    pair = next((r for r in ranks if ranks.count(r) == 2), None)
    return (1, [pair, *(r for r in ranks if r != pair)]) if pair is not None else (0, ranks)


PAIR_PLUS = {1: 1, 2: 3, 3: 5, 4: 25, 5: 35}
BASIC = {3: 1, 4: 4, 5: 5}
# § 565.12(f): three-of-a-kind, straight flush, mini royal, mini royal of spades, straight
VERSIONS = {"A": (3, 4, 5, 50, 1), "B": (6, 8, 50, 50, None), "C": (3, 4, 10, 50, 1)}


def ante_bonus(house: House, hand: Hand) -> int:
    value, ranks = three_cards(hand)
    if not house["version"]:
        return BASIC.get(value, 0)
    trips, flush, royal, spades, straight = VERSIONS[house["ante_bonus"]]
    if value == 5 and ranks[0] == 12:
        return spades if hand[0] % 4 == 3 else royal
    return {5: flush, 4: trips, 3: straight}.get(value) or 0


def three_card_poker(house: House, seen: Seen, seat: str, wagers: Counter[str]) -> dict[str, int]:
    """§ 565.11 and § 565.12."""
    mine, dealer = seen.cards[seat], three_cards(seen.cards["dealer"])
    back: dict[str, int] = {}
    folded = "fold" in seen.said[seat]
    if "Ante" in wagers:
        ante, play_ = wagers["Ante"], wagers["Play"]
        value = three_cards(mine)
        if folded:
            back["Ante"] = 0
        elif dealer < (0, [10]):  # below queen high
            back |= {"Ante": 2 * ante, "Play": play_}
        else:
            times = 2 if value > dealer else 1 if value == dealer else 0
            back |= {"Ante": times * ante, "Play": times * play_}
        if not folded:
            back["Ante"] += ante * ante_bonus(house, mine)
    if "Pair Plus" in wagers:
        lost = folded and house["version"]
        back["Pair Plus"] = 0 if lost else odds(wagers["Pair Plus"], PAIR_PLUS.get(three_cards(mine)[0]))
    return back


@examples(150)
@given(data=st.data())
def test_three_card_poker(data: st.DataObject) -> None:
    settle_again(data.draw(situations("565", rounds=12)), three_card_poker)


# ---------------------------------------------------------------------------- 677a


def five_cards(hand: Hand) -> tuple[int, list[int]]:
    """§ 677a.6: 0 high card to 9 royal flush, then the cards in order of weight."""
    ranks = sorted((c // 4 for c in hand), key=lambda r: (-sum(c // 4 == r for c in hand), -r))
    shape = sorted(Counter(ranks).values(), reverse=True)
    flush = len({c % 4 for c in hand}) == 1
    if sorted(ranks) == [0, 1, 2, 3, 12]:
        ranks = [3, 2, 1, 0, -1]
    straight = len(shape) == 5 and ranks[0] - ranks[4] == 4
    if straight and flush:
        return (9 if ranks[0] == 12 else 8), ranks
    for value, found in ((7, [4, 1]), (6, [3, 2]), (3, [3, 1, 1]), (2, [2, 2, 1]), (1, [2, 1, 1, 1])):
        if shape == found:
            return value, ranks
    return (5 if flush else 4 if straight else 0), ranks


def best(hand: Hand) -> tuple[int, list[int]]:
    return max(five_cards(list(five)) for five in combinations(hand, 5))


ODDS: dict[int, int | Fraction] = {9: 500, 8: 50, 7: 10, 6: 3, 5: Fraction(3, 2), 4: 1}
BAD_BEAT = {8: 500, 7: 25, 6: 6, 5: 5, 4: 4}
TRIPS_PLUS = {
    "A": {9: 100, 8: 40, 7: 30, 6: 9, 5: 7, 4: 4, 3: 3},
    "B": {9: 100, 8: 40, 7: 30, 6: 8, 5: 6, 4: 5, 3: 3},
    "C": {9: 100, 8: 40, 7: 30, 6: 7, 5: 6, 4: 5, 3: 3},
    "D": {9: 100, 8: 40, 7: 30, 6: 8, 5: 7, 4: 4, 3: 3},
}
POCKET = {"A": (30, 20, 10, 5), "B": (25, 20, 10, 5), "C": (30, 20, 10, 4)}


def pocket_bonus(house: House, hand: Hand) -> int | None:
    aces, suited, unsuited, pair = POCKET[house["pocket_bonus"]]
    one, other = hand
    if one // 4 == other // 4:
        return aces if one // 4 == 12 else pair
    if 12 in (one // 4, other // 4) and min(one // 4, other // 4) >= 9:
        return suited if one % 4 == other % 4 else unsuited
    return None


def heads_up_hold_em(house: House, seen: Seen, seat: str, wagers: Counter[str]) -> dict[str, int]:
    """§ 677a.11 and § 677a.12."""
    board = seen.cards["community"]
    mine, dealer = best(seen.cards[seat] + board), best(seen.cards["dealer"] + board)
    ante, raised = wagers["Ante"], wagers["Raise"]
    if "fold" in seen.said[seat]:
        back = {"Ante": 0, "Odds": 0}
    else:
        won = 2 if mine > dealer else 1 if mine == dealer else 0
        back = {"Ante": won * ante if dealer[0] >= 1 else ante, "Raise": won * raised, "Odds": won and ante}
        if won == 2:
            back["Odds"] = odds(ante, ODDS.get(mine[0], 0))
        elif won == 0 and dealer[0] >= 1:
            back["Odds"] = odds(ante, BAD_BEAT.get(mine[0]))
    if "Pocket Bonus" in wagers:
        back["Pocket Bonus"] = odds(wagers["Pocket Bonus"], pocket_bonus(house, seen.cards[seat]))
    if "Trips Plus" in wagers:
        table = TRIPS_PLUS[house["trips_plus"]]
        back["Trips Plus"] = odds(wagers["Trips Plus"], table.get(mine[0]))
    return back


@examples(120)
@given(data=st.data())
def test_heads_up_hold_em(data: st.DataObject) -> None:
    situation = data.draw(situations("677a", rounds=8))
    house = {name: value for name, value in situation.house.items() if name != "payout_limit"}
    settle_again(situation.but(house=house), heads_up_hold_em)


# ---------------------------------------------------------------------------- 633a


def points(hand: Hand) -> int:
    """§ 633a.3(e)."""
    hard = sum(1 if c // 4 == 12 else min(c // 4 + 2, 10) for c in hand)
    return hard + 10 if hard <= 11 and any(c // 4 == 12 for c in hand) else hard


def blackjack(house: House, seen: Seen, seat: str, wagers: Counter[str]) -> dict[str, int]:
    """§ 633a.7(p), (q), § 633a.8–.11 and § 633a.13(a), (b)."""
    dealer = seen.cards["dealer"]
    natural = len(dealer) == 2 and points(dealer) == 21
    split = any(place.startswith(f"{seat} split") for place in seen.cards)
    back: dict[str, int] = {}
    for wager, cents in wagers.items():
        if wager == "Insurance":
            back[wager] = 3 * cents if natural else 0
            continue
        kind, _, number = wager.partition(" split ")
        hand = seen.cards[f"{seat} split {number}" if number else seat]
        mine, his = points(hand), points(dealer)
        if "surrender" in seen.said[seat]:
            back[wager] = 0 if natural else cents // 2
        elif mine == 21 and len(hand) == 2 and not split:
            back[wager] = cents if natural else cents * 5 // 2
        elif natural:
            back[wager] = 0 if kind == "Blackjack" and not number else cents
        elif mine > 21:
            back[wager] = 0
        else:
            back[wager] = 2 * cents if his > 21 or mine > his else cents if mine == his else 0
    return back


def dealer_draws(table: Table, done: Round) -> None:
    """§ 633a.7(n), (o): the dealer draws to 17 and stands, or does not draw at all."""
    dealer = Seen(done.steps).cards["dealer"]
    assert len(dealer) == 2 or (points(dealer[:-1]) < 17 <= points(dealer))


@examples(200)
@given(data=st.data())
def test_blackjack(data: st.DataObject) -> None:
    situation = data.draw(situations("633a", rounds=15))
    settle_again(situation, blackjack)
    play(situation, ended=dealer_draws)


def test_the_settlements_that_are_rare() -> None:
    """Long sittings with fixed seeds, so that bad beats, splits of splits and mini royals are met as well."""
    seats = tuple((n, f"player {n}", 10**12) for n in range(1, 7))
    settle_again(Situation("565", {"version": "565.7(f)(3)", "ante_bonus": "C"}, seats, 250, 1), three_card_poker)
    settle_again(Situation("677a", {"trips_plus": "B", "pocket_bonus": "C"}, seats, 120, 2), heads_up_hold_em)
    settle_again(Situation("633a", {"resplits": 4}, seats, 250, 3), blackjack)


def test_the_order_of_hands() -> None:
    assert three_cards([48, 44, 40]) > three_cards([0, 1, 2])
    assert three_cards([0, 5, 50]) > three_cards([40, 41, 2])  # ace, two, three is a straight
    assert five_cards([48, 0, 4, 8, 12]) < five_cards([0, 4, 8, 12, 16])
    assert best([48, 44, 40, 36, 32, 0, 1])[0] == 9
