"""Every wager of every round settled a second time, from the cards on the layout and the chapter's text alone.

Nothing here asks the engine what a hand is worth or what it pays: rankings and tables are written down again, the short way.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import parse
from pitboss.house import House
from pitboss.shoe import Shuffle, Source, commit
from pitboss.table.round import Round
from pitboss.table.steps import Step
from pitboss.table.table import Table
from tests.strategies import Clockwork, Situation, examples, play, situations

Hand = list[int]


class Seen:
    """A finished round as somebody at the table has seen it: cards by place, wagers and decisions by seat."""

    def __init__(self, steps: list[Step]) -> None:
        self.cards: dict[str, Hand] = defaultdict(list)
        self.first: dict[str, Hand] = defaultdict(list)  # the first two cards of each hand, as they were dealt
        self.placed: dict[str, Counter[str]] = defaultdict(Counter)
        self.said: dict[str, list[str]] = defaultdict(list)
        self.rescued: set[str] = set()  # places
        self.deciding = ""  # whose decision the last one was, Insurance aside
        self.void = self.hole_card_shown = False
        doubled = ""
        for step in steps:
            if step.act == "deal":
                self.cards[step.who] += step.cards
                self.first[step.who] += step.cards[: 2 - len(self.first[step.who])]
            elif step.act == "move":
                self.cards[step.note].remove(step.cards[0])
                self.cards[step.who] += step.cards
            elif step.act == "wager":
                self.placed[step.who][step.wager] += step.cents
                doubled = step.who + step.wager.removeprefix("Double Down")
            elif step.act == "decide":
                self.said[step.who].append(step.note)
                self.deciding = "" if "insurance" in step.note or step.note == "even money" else step.who
                if step.note == "rescue":
                    self.rescued.add(doubled)
            elif step.act == "void":
                self.void = True
            elif step.act == "reveal" and step.who == "dealer":
                self.hole_card_shown = True


def odds(wager: int, to: int | Fraction | None) -> int:
    """What comes back for a wager at "so many to 1", 0 where it lost."""
    return 0 if to is None else int(wager + wager * to)


Oracle = Callable[[House, Seen, str, Counter[str]], dict[str, int]]
Met = Counter[tuple[str, Fraction]]


def settle_again(
    situation: Situation,
    oracle: Oracle,
    also: Callable[[House, Seen], None] | None = None,
    chance: Source | None = None,
) -> Met:
    """Plays a sitting and settles each round by the oracle too; how often each wager came back so many times over."""
    met: Met = Counter()

    def compare(table: Table, done: Round) -> None:
        assert done.ledger is not None
        seen = Seen(done.steps)
        placed = {who: {w: cents for w, cents in wagers.items() if cents} for who, wagers in done.ledger.placed.items()}
        assert placed == {who: dict(wagers) for who, wagers in seen.placed.items()}
        for seat, wagers in seen.placed.items():
            expected = oracle(table.house, seen, seat, wagers)
            back = done.ledger.back[seat]
            assert {w: back.get(w, 0) for w in expected} == expected, (seat, dict(seen.cards))
            assert set(back) == set(expected)
            met.update((w, Fraction(cents, wagers[w] or 1)) for w, cents in expected.items())
        if also is not None:
            also(table.house, seen)

    play(situation, ended=compare, chance=chance)
    return met


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
    trips, flush, royal, spades, straight = VERSIONS[house.letter("ante_bonus")]
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
    """§ 633a.3(e), § 635a.3(c)."""
    hard = sum(1 if c // 4 == 12 else min(c // 4 + 2, 10) for c in hand)
    return hard + 10 if hard <= 11 and any(c // 4 == 12 for c in hand) else hard


def two_card_21(hand: Hand) -> bool:
    return len(hand) == 2 and points(hand) == 21


def was_split(seen: Seen, place: str) -> bool:
    """Whether a hand has been split, or came out of a split."""
    area = place.split(" split ")[0]
    return any(other.startswith(f"{area} split ") for other in seen.cards)


def parts(wager: str, main: str) -> tuple[str, str]:
    """A wager's name, and what tells the hand it stands on from the player's first: ("Double Down", " hand 2 split 1")."""
    for name in (main, "Double Down", "Insurance"):
        if wager == name or wager.startswith((f"{name} hand ", f"{name} split ")):
            return name, wager.removeprefix(name)
    return wager, ""


Odds = int | Fraction | None
TWO_AND_A_HALF = Fraction(5, 2)
QUEEN_OF_HEARTS, KING_OF_SPADES = parse("Qh Ks")


def lucky_ladies(house: House, mine: Hand, dealer: Hand) -> Odds:
    """§ 633a.7(g)(1), § 633a.13(c)."""
    one, other = mine[:2]
    if points([one, other]) != 20:
        return None
    if one == other == QUEEN_OF_HEARTS:
        return 1000 if two_card_21(dealer[:2]) else 200
    return 25 if one == other else 10 if one % 4 == other % 4 else 4


MATCH_THE_DEALER = {6: (4, 11), 8: (3, 14)}  # § 633a.13(d): a different suit, the same suit


def match_the_dealer(table: dict[int, tuple[int, int]]) -> Callable[[House, Hand, Hand], Odds]:
    def each(house: House, mine: Hand, dealer: Hand) -> Odds:
        """§ 633a.7(g)(2), § 635a.7(f)."""
        different, same = table[house["decks"]]
        matching = [c for c in mine[:2] if c // 4 == dealer[0] // 4]
        return sum(same if c % 4 == dealer[0] % 4 else different for c in matching) or None

    return each


def in_between(house: House, mine: Hand, dealer: Hand) -> Odds:
    """§ 633a.7(g)(3), § 633a.13(e)."""
    low, high = sorted(c // 4 for c in mine[:2])
    if low == high == dealer[0] // 4:
        return 30
    inside = range(low + 1, high)
    return {1: 10, 2: 6, 3: 4}.get(len(inside), 1) if dealer[0] // 4 in inside else None


def royal(hand: Hand) -> bool:
    """A king and a queen of one suit."""
    return hand[0] % 4 == hand[1] % 4 and {c // 4 for c in hand[:2]} == {10, 11}


# § 633a.13(f): Royal Match, Suited Match
ROYAL_MATCH: dict[str, tuple[Odds, Odds]] = {
    "A": (10, 3),
    "B": (5, 3),
    "C": (30, TWO_AND_A_HALF),
    "D": (25, TWO_AND_A_HALF),
    "E": (50, 2),
}


def royal_match(house: House, mine: Hand, dealer: Hand) -> Odds:
    """§ 633a.7(g)(4)."""
    pays, suited = ROYAL_MATCH[house["royal_match_21"]]
    if mine[0] % 4 != mine[1] % 4:
        return None
    return pays if royal(mine) else suited


BET_THE_SET = {"A": (15, 15), "B": (10, 25), "C": (10, 15), "D": (10, 12)}  # § 633a.13(g): a pair, a suited pair


def bet_the_set(house: House, mine: Hand, dealer: Hand) -> Odds:
    """§ 633a.7(g)(5)."""
    pair, suited = BET_THE_SET[house["bet_the_set_21"]]
    if mine[0] // 4 != mine[1] // 4:
        return None
    return suited if mine[0] == mine[1] else pair


def kings_bounty(house: House, mine: Hand, dealer: Hand) -> Odds:
    """§ 633a.7(g)(6), § 633a.13(h)."""
    one, other = mine[:2]
    if points([one, other]) != 20:
        return None
    if one == other == KING_OF_SPADES:
        return 1000 if two_card_21(dealer[:2]) else 200
    if one == other:
        return 50 if one // 4 == 11 else 25
    if one % 4 == other % 4:
        return 9
    return 6 if one // 4 == other // 4 == 11 else 4


SUPER_MATCH = {6: {4: 40, 22: 8, 3: 5, 2: 1}, 8: {4: 50, 22: 7, 3: 5, 2: 1}}  # § 633a.13(i)


def super_match(house: House, mine: Hand, dealer: Hand) -> Odds:
    """§ 633a.7(g)(7): the first four cards."""
    assert len(mine) == 4
    most, next_most = (*sorted(Counter(c // 4 for c in mine).values(), reverse=True), 0)[:2]
    return SUPER_MATCH[house["decks"]].get(22 if most == next_most == 2 else most)


OPTIONAL: dict[str, Callable[[House, Hand, Hand], Odds]] = {
    "Lucky Ladies Twenty Point Bonus": lucky_ladies,
    "Match-the-Dealer": match_the_dealer(MATCH_THE_DEALER),
    "In Between": in_between,
    "Royal Match 21": royal_match,
    "Bet the Set 21": bet_the_set,
    "King's Bounty": kings_bounty,
    "Super Match": super_match,
}
LIMITED = ("Lucky Ladies Twenty Point Bonus", "King's Bounty")


def dealt(seen: Seen, seat: str) -> Hand:
    """A player's first cards, those of his first hand first."""
    return [*seen.first[seat], *seen.first.get(f"{seat} hand 2", [])]


def optional_wager(house: House, seen: Seen, seat: str, wager: str, cents: int) -> int:
    """What comes back for an optional wager, the payout limit of § 633a.13(j) kept."""
    dealer = seen.cards["dealer"]
    to = OPTIONAL[wager](house, dealt(seen, seat), dealer)
    limit = house["payout_limit"]
    if to != 1000 or not limit:
        return odds(cents, to)
    sharing = sum(
        wagers[name]
        for other, wagers in seen.placed.items()
        for name in LIMITED
        if name in wagers and OPTIONAL[name](house, dealt(seen, other), dealer) == 1000
    )
    return cents + min(1000 * cents, int(Fraction(limit * cents, sharing)))


def lawful(house: House, seen: Seen, seat: str, wagers: Counter[str], main: str) -> None:
    """§ 633a.7(l), § 633a.8(a), (b), § 633a.9(a), § 633a.10(a), § 633a.11(a), (c), and the same of chapter 635a: what may be
    wagered and drawn after the first cards."""
    unit, splits = house["smallest_chip"], Counter[str]()
    for wager, cents in wagers.items():
        name, suffix = parts(wager, main)
        area, _, number = suffix.partition(" split ")
        assert cents > 0
        if name == "Insurance":
            assert seen.cards["dealer"][0] // 4 == 12
            assert cents < wagers[main] / 2 + unit
        elif name == "Double Down":
            assert cents <= wagers[main + suffix]
            assert len(seen.cards[seat + suffix]) == 3 or seen.void
        elif number:
            assert cents == wagers[main]
            splits[area] += 1
            assert points(seen.cards[seat + suffix][:1]) == points(seen.cards[seat + area][:1])
        if name == main:
            hand = seen.cards[seat + suffix]
            assert all(points(hand[:n]) < 21 for n in range(2, len(hand)))
    if "surrender" in seen.said[seat]:
        assert len(seen.cards[seat]) == 2
        assert not splits
    for area, times in splits.items():
        aces_once = seen.cards[seat + area][0] // 4 == 12 and not house.get("resplit_aces", True)
        assert times <= 1 + (0 if aces_once else house["resplits"])


def broken_off(house: House, seen: Seen, seat: str, wagers: Counter[str], back: dict[str, int]) -> dict[str, int]:
    """No card is left to finish a round: hands are void and wagers go back, but what has been settled stays settled."""
    dealer = seen.cards["dealer"]
    if len(dealer) < 2:
        return dict(wagers)
    number = int(seat.removeprefix("seat_"))
    served = seen.hole_card_shown or (seen.deciding and number < int(seen.deciding.removeprefix("seat_")))
    for wager, cents in wagers.items():
        name, _ = parts(wager, "Blackjack")
        waits = wager == "Royal Match 21" and royal(seen.first[seat]) and dealer[0] // 4 in (10, 11)
        if name == "Blackjack":
            at_once = two_card_21(seen.first[seat]) and dealer[0] // 4 < 8 and not house["blackjack_switch"]
            if not (at_once and served):
                back[wager] = cents
        elif name == "Double Down" or waits:
            back[wager] = cents
    if not seen.hole_card_shown:
        back.pop("Crown Treasure Bonus", None)
    return back


def blackjack(house: House, seen: Seen, seat: str, wagers: Counter[str]) -> dict[str, int]:
    """§ 633a.7(g), (p), (q), § 633a.8–.12 and § 633a.13."""
    dealer = seen.cards["dealer"]
    if seen.void and len(dealer) < 2:
        return dict(wagers)
    lawful(house, seen, seat, wagers, "Blackjack")
    natural = two_card_21(dealer)
    back: dict[str, int] = {}
    for wager, cents in wagers.items():
        name, suffix = parts(wager, "Blackjack")
        if name == "Insurance":
            back[wager] = 3 * cents if natural else 0
        elif name in ("Blackjack", "Double Down"):
            back[wager] = blackjack_wager(house, seen, seat, seat + suffix, cents)
        else:
            back[wager] = optional_wager(house, seen, seat, wager, cents)
    if house["crown_treasure"] and "Royal Match 21" in wagers and royal(seen.first[seat]) and royal(dealer):
        back["Crown Treasure Bonus"] = 1000 * wagers["Royal Match 21"]  # 1,000 for 1
    return broken_off(house, seen, seat, wagers, back) if seen.void else back


def blackjack_wager(house: House, seen: Seen, seat: str, place: str, cents: int) -> int:
    """What comes back for a Blackjack or Double Down Wager."""
    switch, switched = house["blackjack_switch"], "switch" in seen.said[seat]
    hand, dealer = seen.cards[place], seen.cards["dealer"]
    mine, his = points(hand), points(dealer)
    assert not switched or switch
    if two_card_21(dealer):  # the card reader has told so before anybody drew
        assert sorted(hand) == sorted(seen.first[place])
        return cents if mine == 21 else 0
    if "surrender" in seen.said[seat]:
        assert not switch
        return cents // 2
    if mine > 21:
        return 0
    if two_card_21(hand) and not was_split(seen, place):
        if not switched:
            return 2 * cents if switch and his == 21 else odds(cents, Fraction(3, 2))
        return cents if his in (21, 22) else 2 * cents
    if switch and his == 22:
        return cents
    return 2 * cents if his > 21 or mine > his else cents if mine == his else 0


def played_out(seen: Seen) -> dict[str, Hand]:
    """The players' hands that were neither given up nor broken, by place."""
    return {
        place: hand
        for place, hand in seen.cards.items()
        if place.startswith("seat_")
        and not {"surrender", "even money"} & set(seen.said[place.split(" ")[0]])
        and place not in seen.rescued
        and points(hand) <= 21
    }


def draws_as_printed(dealer: Hand, something_depends: bool) -> None:
    """§ 633a.7(n), (o), § 635a.7(l), (m): the dealer draws to 17 and stands, or where nothing depends on it not at all."""
    if two_card_21(dealer) or not something_depends:
        assert len(dealer) == 2
    else:
        assert points(dealer) >= 17
        assert all(points(dealer[:n]) < 17 for n in range(2, len(dealer)))


def blackjack_dealer(house: House, seen: Seen) -> None:
    """A Blackjack does not depend on the dealer's draws, except at Blackjack Switch (§ 633a.12(a)(5)(i))."""
    if not seen.void:
        open_hands = played_out(seen)
        naturals = [p for p, hand in open_hands.items() if two_card_21(hand) and not was_split(seen, p)]
        draws_as_printed(seen.cards["dealer"], len(open_hands) > (0 if house["blackjack_switch"] else len(naturals)))


@examples(300)
@given(data=st.data())
def test_blackjack(data: st.DataObject) -> None:
    settle_again(data.draw(situations("633a", rounds=15)), blackjack, blackjack_dealer)


# ---------------------------------------------------------------------------- 635a

SPANISH_MATCH = {6: (4, 9), 8: (3, 12)}  # § 635a.12(e): a different suit, the same suit


def bonus_21(hand: Hand) -> Odds:
    """§ 635a.12(b)."""
    suits, spades = {c % 4 for c in hand}, all(c % 4 == 3 for c in hand)
    if sorted(c // 4 + 2 for c in hand) in ([6, 7, 8], [7, 7, 7]):
        return 3 if spades else 2 if len(suits) == 1 else Fraction(3, 2)
    if points(hand) == 21 and len(hand) >= 5:
        return Fraction(3, 2) if len(hand) == 5 else 2 if len(hand) == 6 else 3
    return 1


def fixed_payout(seen: Seen, seat: str) -> int:
    """§ 635a.12(c): for three suited sevens under a seven, by the original wager."""
    hand, wagers = seen.cards[seat], seen.placed[seat]
    if seen.cards["dealer"][0] // 4 != 5 or "Double Down" in wagers or was_split(seen, seat):
        return 0
    if [c // 4 for c in hand] != [5, 5, 5] or len({c % 4 for c in hand}) > 1:
        return 0
    dollars = wagers["Spanish 21"] / 100
    return 5_000_00 if dollars >= 25 else 1_000_00 if dollars >= 5 else 0


def spanish_21(house: House, seen: Seen, seat: str, wagers: Counter[str]) -> dict[str, int]:
    """§ 635a.7(f), (n), (o), § 635a.8–.12."""
    assert not seen.void
    lawful(house, seen, seat, wagers, "Spanish 21")
    dealer = seen.cards["dealer"]
    back: dict[str, int] = {}
    for wager, cents in wagers.items():
        name, suffix = parts(wager, "Spanish 21")
        if name == "Insurance":
            back[wager] = 3 * cents if two_card_21(dealer) else 0
        elif name == "Match-the-Dealer":
            back[wager] = odds(cents, match_the_dealer(SPANISH_MATCH)(house, seen.first[seat], dealer))
        else:
            back[wager] = spanish_21_wager(seen, seat, name, suffix, cents)
    others = sum(50_00 for other in seen.placed if other != seat and fixed_payout(seen, other))
    if fixed := fixed_payout(seen, seat) + others:
        back["Additional fixed payout"] = fixed
    return back


def spanish_21_wager(seen: Seen, seat: str, name: str, suffix: str, cents: int) -> int:
    """What comes back for a Spanish 21 or Double Down Wager."""
    place, dealer = seat + suffix, seen.cards["dealer"]
    hand = seen.cards[place]
    mine, his, split = points(hand), points(dealer), was_split(seen, place)
    if "even money" in seen.said[seat]:
        assert two_card_21(hand)
        assert dealer[0] // 4 == 12
        return 2 * cents
    if two_card_21(hand) and not split:
        return odds(cents, Fraction(3, 2))
    if two_card_21(dealer):
        assert hand == seen.first[place]
        return 0
    if "surrender" in seen.said[seat]:
        return cents // 2
    if place in seen.rescued:
        assert mine <= 21
        return cents if name == "Double Down" else 0
    if mine > 21:
        return 0
    if his > 21 or mine > his or (mine == his == 21 and len(hand) > 2 and len(dealer) > 2):
        doubled = f"Double Down{suffix}" in seen.placed[seat]
        return odds(cents, 1 if doubled or split else bonus_21(hand))
    return cents if mine == his else 0


def spanish_dealer(house: House, seen: Seen) -> None:
    """Besides a Blackjack, a 21 in more than two cards wins whatever the dealer draws (§ 635a.7(n)(1), (2), (4))."""
    hands = played_out(seen)
    depend = [p for p, h in hands.items() if points(h) < 21 or (len(h) == 2 and was_split(seen, p))]
    draws_as_printed(seen.cards["dealer"], bool(depend))


@examples(300)
@given(data=st.data())
def test_spanish_21(data: st.DataObject) -> None:
    settle_again(data.draw(situations("635a", rounds=15)), spanish_21)


@examples(60)
@given(data=st.data())
def test_the_dealer_of_spanish_21_draws_as_printed(data: st.DataObject) -> None:
    settle_again(data.draw(situations("635a", rounds=15)), spanish_21, spanish_dealer)


# ---------------------------------------------------------------------------- what is rare


class Arranged(Clockwork):
    """Chance that now and then has one of the given runs of cards come first after a shuffle."""

    def __init__(self, seed: int, runs: Iterable[str]) -> None:
        super().__init__(seed)
        self.runs = [parse(run) for run in runs]
        self.picks = random.Random(seed)

    def shuffle(self, cards: Iterable[int]) -> Shuffle:
        order = list(cards)
        self.picks.shuffle(order)
        first = self.picks.choice(self.runs)
        if self.picks.random() < 0.9 and not Counter(first) - Counter(order):
            order = [*first, *(Counter(order) - Counter(first)).elements()]
            rest = order[len(first) :]
            self.picks.shuffle(rest)
            order[len(first) :] = rest
        return Shuffle(tuple(order), "", commit(order, ""))


def in_order(dealer: str, *hands: str, then: str = "") -> str:
    """The cards of a first deal in the order in which they leave the shoe."""
    two = [hand.split() for hand in (*hands, dealer)]
    return " ".join([*(h[0] for h in two), *(h[1] for h in two), then])


def sitting(chapter: str, boxes: int, rounds: int, seed: int, **house: object) -> Situation:
    """So many rounds with fixed seeds; everybody is rich."""
    return Situation(chapter, house, tuple((n, f"player {n}", 10**12) for n in range(1, boxes + 1)), rounds, seed)


def back(met: Met, wager: str) -> set[Fraction]:
    """How many times over a wager came back, in all the rounds."""
    return {times for name, times in met if name == wager}


def halves(*times: float) -> set[Fraction]:
    return {Fraction(t) for t in times}


def test_the_settlements_that_are_rare() -> None:
    """Long sittings with fixed seeds, so that bad beats, splits of splits and mini royals are met as well."""
    settle_again(sitting("565", 6, 250, 1, version="565.7(f)(3)", ante_bonus="C"), three_card_poker)
    settle_again(sitting("677a", 6, 120, 2, trips_plus="B", pocket_bonus="C"), heads_up_hold_em)
    settle_again(sitting("633a", 6, 150, 3, resplits=4), blackjack, blackjack_dealer)


HIGHEST_PAIRS = [
    in_order("Tc As", "Qh Qh", "Ks Ks", "Qh Qh"),
    in_order("Ad Jc", "Ks Ks", "Qh Qh"),
    in_order("As Kc", "Qh Qh"),
    in_order("Kh Qh", "Kd Qd", "Qs Ks", "Qh Kh"),
    in_order("Qs Ks", "Kd Qd", "Qd Kd"),
    in_order("Kh Td", "Qh Qh", "Kc Kc", "Ks Ks"),
    in_order("6c Td", "Ks Ks", "Qh Qh", "Kd Kc"),
    in_order("7c 7h", "7c 7d", "7h 7s", "7c 7c"),
    in_order("7c Td", "6d 8d", "5d 8h", "5d 9d"),
]
ROWS = {
    "Lucky Ladies Twenty Point Bonus": halves(0, 5, 11, 26, 201, 1001),
    "Match-the-Dealer": halves(0, 4, 7, 15, 18, 29),
    "In Between": halves(0, 2, 5, 7, 11, 31),
    "Royal Match 21": halves(0, 3.5, 31),
    "Bet the Set 21": halves(0, 11, 13),
    "King's Bounty": halves(0, 5, 7, 10, 26, 51, 201, 1001),
    "Crown Treasure Bonus": set(),
}


def test_every_optional_wager_of_blackjack_in_every_row() -> None:
    """Eight decks with every wager, reshuffled before each round so that the highest pairs meet a dealer's Blackjack."""
    offered: dict[str, object] = {"lucky_ladies": True, "match_the_dealer": True, "in_between": True, "kings_bounty": True}
    offered |= {"royal_match_21": "C", "bet_the_set_21": "D", "decks": 8, "shuffler": "continuous"}
    limit = {"optional_wager_maximum": 25_00, "payout_limit": 25_000_00}
    for limited in ({}, limit):
        game = sitting("633a", 3, 350, 4, **offered, **limited)
        met = settle_again(game, blackjack, blackjack_dealer, Arranged(4, HIGHEST_PAIRS))
        for wager, rows in ROWS.items():
            shared = back(met, wager) - rows
            assert back(met, wager) >= rows, wager
            if limited and wager in LIMITED:
                assert shared, f"{wager} never met the payout limit"
                assert max(shared) < 1001
            else:
                assert not shared or wager == "Crown Treasure Bonus"


def test_blackjack_with_one_deck_two_and_six() -> None:
    twenty = {"lucky_ladies": True, "kings_bounty": True, "in_between": True}
    for table, royals in (("A", halves(0, 4, 11)), ("B", halves(0, 4, 6))):
        one = sitting("633a", 4, 150, 6, decks=1, royal_match_21=table, bet_the_set_21="A", **twenty)
        met = settle_again(one, blackjack, blackjack_dealer)
        assert back(met, "Royal Match 21") == royals
        assert back(met, "Bet the Set 21") == halves(0, 16)
    by_hand = {"from_the_hand": True, "shuffler": "automated", "double_down_card": "face down"}
    two = sitting("633a", 5, 400, 7, decks=2, royal_match_21="D", bet_the_set_21="B", **by_hand, **twenty)
    met = settle_again(two, blackjack, blackjack_dealer)
    assert back(met, "Royal Match 21") == halves(0, 3.5, 26)
    assert back(met, "Bet the Set 21") == halves(0, 11, 26)
    double = {"decks": 6, "double_shoe": True, "settlement": "633a.7(r)(1)", "match_the_dealer": True}
    six = sitting("633a", 5, 200, 8, royal_match_21="E", bet_the_set_21="C", **double, **twenty)
    met = settle_again(six, blackjack, blackjack_dealer)
    assert back(met, "Royal Match 21") == halves(0, 3, 51)
    assert back(met, "Bet the Set 21") == halves(0, 11, 16)
    assert back(met, "Match-the-Dealer") >= halves(0, 5, 12)


def test_blackjack_switch() -> None:
    """Naturals, switched and not, against 21 and 22; and every row of Super Match, by the number of decks."""
    alike = [in_order("5c Td", "9c 9d", "9h 9s", "9c 4d", "9d 3s"), in_order("5c Td", "9c 4c", "9h 4s")]
    for decks, four, two_pair in ((6, 41, 9), (8, 51, 8)):
        house = {"blackjack_switch": True, "super_match": True, "decks": decks, "in_between": True, "bet_the_set_21": "C"}
        met = settle_again(sitting("633a", 4, 200, decks, **house), blackjack, blackjack_dealer)
        for wager in ("Blackjack", "Blackjack hand 2"):
            assert back(met, wager) == halves(0, 1, 2, 2.5)
        assert halves(0, 1, 2) <= back(met, "Double Down hand 2")
        always = sitting("633a", 2, 60, 9, shuffler="continuous", **house)
        met += settle_again(always, blackjack, blackjack_dealer, Arranged(9, alike))
        assert back(met, "Super Match") == halves(0, 2, 6, two_pair, four)


@pytest.mark.cites("633a.14(f)")
def test_a_deck_that_is_too_small_for_the_round() -> None:
    """Two low pairs for each of seven players can use up a deck, and no discards are left to shuffle (§ 633a.14(f)): the hands
    are void, but what has been settled by then stays settled."""
    pairs = [f"{rank}{suits[0]} {rank}{suits[1]}" for suits in ("cd", "hs") for rank in "A234567"]
    runs = [in_order("9c 9d", *pairs), in_order("Kh Tc", "Kd Qd", *pairs[1:])]
    house: dict[str, object] = {"decks": 1, "blackjack_switch": True, "shuffler": "continuous", "resplits": 6}
    house |= {"lucky_ladies": True, "royal_match_21": "B", "bet_the_set_21": "A"}
    broken: list[bool] = []
    game = sitting("633a", 7, 300, 11, **house)
    settle_again(game, blackjack, lambda house, seen: broken.append(seen.void), Arranged(11, runs))
    assert any(broken)


SEVENS = [
    in_order("7c 9c", "7s 7s", "7h 7h", "7d 7d", then="7s 7h 7d"),
    in_order("7h 9c", "7d 7d", "7d 7d", then="7d 7d"),
    in_order("7c 9c", "7c 7c", then="7c 7c"),
    in_order("8c 9c", "6s 7s", "7s 7s", "8h 6h", then="8s 7s 7h"),
    in_order("9c 9d", "2c 3d", then="2h 3c 2s 4s 5d"),
    in_order("9c 9d", "2c 4d", then="3h 4c 2s 6d"),
    in_order("Ac Kc", "As Kd", "6h 5h", "Ah Jd"),
    in_order("Ac 6c", "As Kd", "6h 5h", "Ah Jd", then="Kd"),
]


def test_spanish_21_in_every_row() -> None:
    rows = halves(0, 0.5, 1, 2, 2.5, 3, 4)
    for decks, minimum, matches in ((6, 3_00, halves(0, 5, 10, 9, 14, 19)), (8, 23_00, halves(0, 4, 13, 7, 16, 25))):
        house = {"decks": decks, "match_the_dealer": True, "even_money": True, "table_minimum": minimum}
        settle_again(sitting("635a", 5, 120, decks, settlement="635a.7(p)(1)", **house), spanish_21)
        met: Met = Counter()
        for boxes in (1, 2, 3):
            always = sitting("635a", boxes, 300, decks + boxes, shuffler="continuous", **house)
            met += settle_again(always, spanish_21, None, Arranged(boxes, SEVENS))
        assert back(met, "Spanish 21") == rows
        assert back(met, "Match-the-Dealer") == matches
        assert back(met, "Double Down") == halves(0, 1, 2)
        assert back(met, "Insurance") == halves(0, 3)
        fixed = back(met, "Additional fixed payout")
        assert fixed >= halves(50_00, 1_000_00, 5_000_00)


def test_the_order_of_hands() -> None:
    assert three_cards([48, 44, 40]) > three_cards([0, 1, 2])
    assert three_cards([0, 5, 50]) > three_cards([40, 41, 2])  # ace, two, three is a straight
    assert five_cards([48, 0, 4, 8, 12]) < five_cards([0, 4, 8, 12, 16])
    assert best([48, 44, 40, 36, 32, 0, 1])[0] == 9
    assert [points(parse(hand)) for hand in ("Ah Kd", "Ah Ad 9c", "Ah 5d Tc", "Kh Qd 2c")] == [21, 21, 16, 22]
    assert [bonus_21(parse(hand)) for hand in ("6s 7s 8s", "7c 7c 7c", "6s 7s 8d", "Ah 2d 3c 5s")] == [3, 2, Fraction(3, 2), 1]
