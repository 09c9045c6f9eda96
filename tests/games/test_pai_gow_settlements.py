"""Every round of Pai Gow Poker (561, 645a) settled a second time, from the cards on the layout and the text alone.

Rankings with the joker, fouls, pay tables and vigorish are written down again, the short way. How the dealer's hands are set
is the house's own choice and taken from the round; that the setting is lawful is checked here.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import parse
from pitboss.games.pai_gow.rules import play_of
from pitboss.house import House
from pitboss.shoe import Shuffle, Source, commit
from pitboss.table.round import Round
from pitboss.table.table import Table
from tests.strategies import Clockwork, Situation, examples, play, situations, with_more

Hand = tuple[int, ...]
Value = tuple[int, list[int]]
JOKER, ACE = 52, 12
PAI_GOW, FORTUNE, TREASURE = "Pai Gow Poker", "Fortune Bonus", "Emperor's Treasure"
INSURANCE, PROGRESSIVE, ENVY, BANK = "Pai Gow Insurance", "Progressive Payout", "Envy Bonus", "Bank"

# § 561.6, § 645a.6 ---------------------------------------------------------- what hands are worth

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL, FIVE_ACES = range(11)
SHAPES = {(5,): FIVE_ACES, (4, 1): FOUR, (3, 2): FULL_HOUSE, (3, 1, 1): THREE, (2, 2, 1): TWO_PAIR, (2, 1, 1, 1): PAIR}


def worth(ranks: Sequence[int], suits: Iterable[int]) -> Value:
    """(b), (d): five cards, no joker among them. Ace to five is the second highest straight."""
    counts = Counter(ranks)
    order = sorted(counts, key=lambda r: (-counts[r], -r))
    shape = tuple(sorted(counts.values(), reverse=True))
    if shape in SHAPES:
        return SHAPES[shape], order
    flush = len(set(suits)) == 1
    top = (
        14 if order == [12, 11, 10, 9, 8] else 13 if order == [12, 3, 2, 1, 0] else order[0] if order[0] - order[4] == 4 else 0
    )
    if top and flush:
        return (ROYAL if top == 14 else STRAIGHT_FLUSH), [top]
    if top:
        return STRAIGHT, [top]
    return (FLUSH if flush else HIGH_CARD), order


@cache
def high_hand(five: Hand) -> Value:
    """The joker is an ace, or any card that completes a straight, a flush, a straight flush or a royal flush."""
    others = [c for c in five if c != JOKER]
    suits = [c % 4 for c in others]
    ranks = [c // 4 for c in others]
    if len(others) == 5:
        return worth(ranks, suits)
    found = [worth([*ranks, ACE], [*suits, -1])]
    for rank in set(range(13)) - set(ranks):  # four cards of one suit are a flush with any other rank of it
        value = worth([*ranks, rank], [*suits, suits[0]])
        if value[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL):
            found.append(value)
    return max(found)


def low_hand(two: Hand) -> Value:
    ranks = sorted((ACE if c == JOKER else c // 4 for c in two), reverse=True)
    return (PAIR, ranks[:1]) if ranks[0] == ranks[1] else (HIGH_CARD, ranks)


def five_of(seven: Iterable[int], low: Hand) -> Hand:
    return tuple(sorted(set(seven) - set(low)))


def fouled(seven: Iterable[int], low: Hand) -> bool:
    """§ 561.13(g)(3), § 645a.11(f)(1)(iii): the low hand is above what the high hand has to set against it."""
    (kind, ranks), small = high_hand(five_of(seven, low)), low_hand(low)
    return (kind, ranks[: len(small[1])]) < small


@cache
def best_of_seven(seven: Hand) -> Value:
    """§ 645a.11(h): the highest ranking hand of seven cards."""
    return max(high_hand(five) for five in combinations(seven, 5))


def seven_in_a_row(seven: Hand) -> bool:
    """§ 645a.6(d)(1), (3): seven consecutive cards of one suit, with the joker or without; the ace at either end."""
    others = [c for c in seven if c != JOKER]
    if len({c % 4 for c in others}) > 1:
        return False
    ranks = {c // 4 for c in others}
    rows = [set(range(low, low + 7)) for low in range(7)] + [{ACE, 0, 1, 2, 3, 4, 5}]
    return any(ranks <= row for row in rows)


def royal_with(seven: Hand, *pairs: set[int]) -> bool:
    """§ 645a.6(d)(2), (e)(2): a royal flush, the joker in it or not, and two more suited cards of these ranks."""
    for five in combinations(seven, 5):
        rest = [c for c in seven if c not in five]
        suited = JOKER not in rest and rest[0] % 4 == rest[1] % 4
        if suited and {c // 4 for c in rest} in pairs and high_hand(five)[0] == ROYAL:
            return True
    return False


# § 645a.13 ------------------------------------------------------------------ what they pay

SEVEN, MATCH, SEVEN_JOKER = "7 card Straight Flush", "and Royal Match, or Ace King suited", "7 card Straight Flush with Joker"
LOWER: dict[object, int] = {STRAIGHT_FLUSH: 50, FOUR: 25, FULL_HOUSE: 5, FLUSH: 4, THREE: 3, STRAIGHT: 2}  # alike in all tables
ODDS: dict[str, dict[object, int]] = {
    "A": {SEVEN: 8000, MATCH: 2000, SEVEN_JOKER: 1000, FIVE_ACES: 400, ROYAL: 150, **LOWER},
    "B": {SEVEN: 5000, MATCH: 2000, SEVEN_JOKER: 1000, FIVE_ACES: 400, ROYAL: 150, **LOWER},
    "C": {SEVEN: 5000, MATCH: 2000, SEVEN_JOKER: 1000, FIVE_ACES: 400, ROYAL: 150, **LOWER},
    "D": {SEVEN: 2500, MATCH: 1000, SEVEN_JOKER: 750, FIVE_ACES: 250, ROYAL: 125, **LOWER},
}
ENVIES: dict[str, dict[object, int]] = {  # in dollars
    "A": {SEVEN: 5000, MATCH: 1000, SEVEN_JOKER: 500, FIVE_ACES: 250, ROYAL: 50, STRAIGHT_FLUSH: 20, FOUR: 5},
    "B": {SEVEN: 3000, MATCH: 1000, SEVEN_JOKER: 500, FIVE_ACES: 250, ROYAL: 50, STRAIGHT_FLUSH: 20, FOUR: 5},
    "C": {SEVEN: 2500, MATCH: 500, SEVEN_JOKER: 250, FIVE_ACES: 150, ROYAL: 55, STRAIGHT_FLUSH: 25, FOUR: 6},
    "D": {SEVEN: 1000, MATCH: 750, SEVEN_JOKER: 250, FIVE_ACES: 100, ROYAL: 50, STRAIGHT_FLUSH: 20, FOUR: 5},
}
INSURED = {"A": {7: 100, 8: 25, 9: 15, 10: 6, 11: 5, 12: 3}, "B": {7: 100, 8: 25, 9: 15, 10: 7, 11: 5, 12: 3}}
PARTS = {SEVEN: Fraction(1), FIVE_ACES: Fraction(1, 10)}  # of the meter
FOR_ONE = {ROYAL: 500, STRAIGHT_FLUSH: 100, FOUR: 75, FULL_HOUSE: 4}
OPTION = {FORTUNE: "fortune_bonus", TREASURE: "emperors_treasure", INSURANCE: "pai_gow_insurance"}
MATCHES = {FORTUNE: ({ACE, 11}, {11, 10}), TREASURE: ({ACE, 11},)}
FIVE_DOLLARS = 500


@cache
def row_of(wager: str, seven: Hand) -> object:
    """The row of a Fortune Bonus or Emperor's Treasure Wager."""
    if seven_in_a_row(seven):
        return SEVEN_JOKER if JOKER in seven else SEVEN
    return MATCH if royal_with(seven, *MATCHES[wager]) else best_of_seven(seven)[0]


def odds_of(house: House, wager: str, seven: Hand) -> int | None:
    """So many to 1, None where the wager loses."""
    table = house.values[OPTION[wager]]
    if wager == INSURANCE:
        kind, ranks = best_of_seven(seven)
        return None if kind != HIGH_CARD else INSURED[table][ranks[0]]
    return ODDS[table].get(row_of(wager, seven))


class Meter:
    """§ 645a.13(e): fed by a part of every wager, paid to each winner as it is when his turn comes."""

    def __init__(self, house: House) -> None:
        self.cents: int = house.given.get("progressive_meter") or house["progressive_initial"]
        self.reset: int = house["progressive_reset"]
        self.part = Fraction(house["progressive_rate"], 100)
        self.owed = Fraction(0)

    def feed(self, wager: int) -> None:
        self.owed += wager * self.part
        self.cents += int(self.owed)
        self.owed -= int(self.owed)

    def pays(self, wager: int, seven: Hand, most: int | None) -> int:
        row: object = SEVEN if seven_in_a_row(seven) else best_of_seven(seven)[0]
        if row not in PARTS:
            return at_most(FOR_ONE.get(int(str(row)), 0) * wager, most)
        cents = at_most(int(PARTS[row] * self.cents), most)
        self.cents -= cents
        if row == SEVEN and self.cents < self.reset:
            self.cents = self.reset
        return cents


def at_most(cents: int, most: int | None) -> int:
    return cents if most is None else min(cents, most)


# ---------------------------------------------------------------------------- a round, seen and settled


class Seen:
    """A finished round as somebody at the table has seen it."""

    def __init__(self, done: Round) -> None:
        self.cards: dict[str, list[int]] = defaultdict(list)
        self.placed: dict[str, Counter[str]] = defaultdict(Counter)
        self.low: dict[str, Hand] = {}  # as each player set it, and as the dealer and the bank are shown
        self.gave_up: set[str] = set()
        self.bank, self.co_bank, self.dealers, self.void = "", False, 0, False
        for step in done.steps:
            if step.act == "deal":
                self.cards[step.who] += step.cards
            elif step.act == "wager" and step.who == "dealer":
                self.dealers += step.cents
            elif step.act == "wager":
                self.placed[step.who][step.wager] += step.cents
            elif step.act == "decide" and step.note == "set":
                self.low[step.who] = step.cards
            elif step.act == "decide" and step.note in ("bank", "co-bank"):
                self.bank, self.co_bank = step.who, step.note == "co-bank"
            elif step.act == "decide" and step.note == "surrender":
                self.gave_up.add(step.who)
            elif step.act == "void":
                self.void = True
        shown = play_of(done)  # how the house had these hands set
        self.low["dealer"] = shown.dealer_low
        if self.bank:
            self.low[self.bank] = shown.bank_low

    def seven(self, who: str) -> Hand:
        return tuple(sorted(self.cards[who]))

    @property
    def seats(self) -> list[str]:
        """From the dealer's right, the seats that wager or bank."""
        return sorted({*self.placed, *([self.bank] if self.bank else [])}, reverse=True)


def outcome(seen: Seen, who: str, against: str) -> int:
    """§ 561.13(g)–(k), § 645a.11(f): 1 wins, 0 is a tie, -1 loses. Copies go to the dealer, or to the bank."""
    if who in seen.gave_up:
        return -1
    seven, low, his_low = seen.seven(who), seen.low[who], seen.low[against]
    if who != "dealer" and fouled(seven, low):
        return -1
    high = high_hand(five_of(seven, low)) > high_hand(five_of(seen.seven(against), his_low))
    small = low_hand(low) > low_hand(his_low)
    return high + small - 1


def vigorish(house: House, won: int) -> int:
    """§ 561.13(m), § 645a.13(a): 5%, or that rounded up to the next quarter (but never more than was won)."""
    if house["vigorish_rounding"]:
        quarters = -(-won // 500)
        return min(25 * quarters, won)
    assert won % 20 == 0 or (house["co_banking"] and won % 10 == 0), won
    return -(-won // 20)  # half of a co-bank's surplus may leave half a cent


Money = dict[str, dict[str, int]]


class Oracle:
    """Settles the rounds of one table, whose meter it keeps."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.met: Counter[tuple[str, object]] = Counter()
        self.meter = Meter(house) if house.get("progressive_payout") else None

    def settle(self, seen: Seen) -> tuple[Money, Money]:
        """What each seat put down for each wager, and what came back."""
        placed: Money = {seat: dict(seen.placed[seat]) for seat in seen.seats if seen.placed[seat]}
        back: Money = {seat: {} for seat in seen.seats}
        against = seen.bank or "dealer"
        assert not fouled(seen.seven(against), seen.low[against])
        center = self.wagers(seen, against, back)
        if seen.bank:
            mine = abs(center) // 2 if seen.co_bank else abs(center)
            if center < 0:
                placed.setdefault(seen.bank, {})[BANK], back[seen.bank][BANK] = mine, 0
            elif center > 0:
                back[seen.bank][BANK] = mine - vigorish(self.house, mine)
                placed.setdefault(seen.bank, {})[BANK] = 0
            self.meet("co-bank" if seen.co_bank else "bank", (center > 0) - (center < 0))
        if self.house.chapter.chapter == "645a":
            self.optional(seen, back)
            self.envy(seen, back, placed)
        return placed, {seat: wagers for seat, wagers in back.items() if wagers}

    def wagers(self, seen: Seen, against: str, back: Money) -> int:
        """The Pai Gow Poker Wagers; what lies in the center of the table, less than nothing where the bank owes."""
        center = 0
        if seen.dealers:
            result = outcome(seen, "dealer", against)
            self.meet("dealer's wager", result)
            center -= result * seen.dealers
        for seat in seen.seats:
            if PAI_GOW not in seen.placed[seat]:
                continue
            cents, result = seen.placed[seat][PAI_GOW], outcome(seen, seat, against)
            self.meet(PAI_GOW, "surrender" if seat in seen.gave_up else result)
            if seat not in seen.gave_up and fouled(seen.seven(seat), seen.low[seat]):
                self.meet(PAI_GOW, "foul")
            back[seat][PAI_GOW] = (0, cents, 2 * cents)[result + 1]
            if result > 0:
                back[seat][PAI_GOW] -= vigorish(self.house, cents)
            center -= result * cents
        return center

    def optional(self, seen: Seen, back: Money) -> None:
        """§ 645a.11(h)(1), (3), (4): within the payout limit of § 645a.13(f), which is for all of a hand together."""
        for seat in sorted(seen.seats):
            if self.meter is not None and seen.placed[seat][PROGRESSIVE]:
                self.meter.feed(seen.placed[seat][PROGRESSIVE])
        for seat in seen.seats:
            left: int | None = self.house["payout_limit"] or None
            wagers, seven = seen.placed[seat], seen.seven(seat)
            assert seat not in seen.gave_up or set(+wagers) == {PAI_GOW}  # § 645a.11(d)
            for wager in OPTION:
                if not (cents := wagers[wager]):
                    continue
                to = odds_of(self.house, wager, seven)
                won = at_most((to or 0) * cents, left)
                self.meet(wager, to if won == (to or 0) * cents else "limited")
                back[seat][wager] = 0 if to is None else cents + won
                left = None if left is None else left - won
            if wagers[PROGRESSIVE]:
                assert self.meter is not None
                paid = self.meter.pays(wagers[PROGRESSIVE], seven, left)
                self.meet(PROGRESSIVE, SEVEN if seven_in_a_row(seven) else best_of_seven(seven)[0])
                back[seat][PROGRESSIVE] = paid

    def envy(self, seen: Seen, back: Money, placed: Money) -> None:
        """§ 645a.11(h)(1)(ii), (2)(ii): for every other player's hand, by the table of the Qualifying Wager that was made."""
        for wager in (FORTUNE, TREASURE):
            for holder in seen.seats:
                row = row_of(wager, seen.seven(holder))
                dollars = ENVIES[self.house.values[OPTION[wager]]].get(row, 0) if self.house.values[OPTION[wager]] else 0
                for seat in seen.seats:
                    if dollars and seat != holder and seen.placed[seat][wager] >= FIVE_DOLLARS:
                        self.meet(f"{wager} {ENVY}", dollars)
                        back[seat][ENVY] = back[seat].get(ENVY, 0) + 100 * dollars
                        placed[seat][ENVY] = 0

    def meet(self, wager: str, what: object) -> None:
        self.met[wager, what] += 1


def settle_again(situation: Situation, chance: Source | None = None) -> Counter[tuple[str, object]]:
    """Plays a sitting and settles each round by the oracle too; how often everything was met."""
    oracle = Oracle(House.of(situation.chapter, situation.house))

    def compare(table: Table, done: Round) -> None:
        assert done.ledger is not None
        seen = Seen(done)
        assert not seen.void
        for place in (*seen.seats, "dealer"):
            assert len(seen.cards[place]) == 7
        placed, back = oracle.settle(seen)
        assert {k: v for k, v in done.ledger.placed.items() if v} == placed
        assert done.ledger.back == back, {place: (seen.seven(place), seen.low.get(place)) for place in seen.seats}
        if oracle.meter is not None:
            assert table.meter is not None
            assert table.meter.cents == oracle.meter.cents

    play(situation, ended=compare, chance=chance)
    return oracle.met


def what(met: Counter[tuple[str, object]], wager: str) -> set[object]:
    return {found for name, found in met if name == wager}


# ---------------------------------------------------------------------------- any situation


@examples(150)
@given(data=st.data())
def test_pai_gow_poker_of_2010(data: st.DataObject) -> None:
    settle_again(data.draw(situations("561", rounds=8)))


@examples(120)
@given(data=st.data())
def test_pai_gow_poker(data: st.DataObject) -> None:
    settle_again(data.draw(situations("645a", rounds=8)))


BONUSES: dict[str, object] = {"fortune_bonus": "A", "emperors_treasure": "C", "pai_gow_insurance": "B"}
METER: dict[str, object] = {"progressive_payout": True, "progressive_rate": 7}
BANKS: dict[str, object] = {"player_bank": True, "co_banking": True}


@examples(150)
@given(data=st.data())
def test_pai_gow_poker_with_a_bank_and_every_wager(data: st.DataObject) -> None:
    situation = data.draw(situations("645a", rounds=8))
    settle_again(situation.but(house=with_more("645a", situation.house, BONUSES | METER | BANKS)))


# ---------------------------------------------------------------------------- what is rare


class Stacks(Clockwork):
    """Chance that puts some of the given hands of seven among the seven stacks of the automated dealing shoe."""

    def __init__(self, seed: int, hands: Sequence[str]) -> None:
        super().__init__(seed)
        self.hands = [parse(hand) for hand in hands]
        self.picks = random.Random(seed)

    def shuffle(self, cards: Iterable[int]) -> Shuffle:
        rest = list(cards)
        self.picks.shuffle(rest)
        order: list[int] = []
        for hand in self.picks.sample(self.hands, len(self.hands)):
            if len(order) < 35 and not set(hand) & set(order):
                order += hand
        order += [c for c in rest if c not in order]
        return Shuffle(tuple(order), "", commit(order, ""))


RARE = (
    *("3c 4c 5c 6c 7c 8c 9c", "Ad 2d 3d 4d 5d 6d 7d", "8h 9h Th Jh Qh Kh Ah"),  # seven in a row, the ace at either end
    *("3s 4s 5s Jk 7s 8s 9s", "Jk 2h 3h 4h 5h 6h 7h", "8c 9c Tc Jc Qc Kc Jk"),
    *("Ah Kh Qh Jh Th Ks Qs", "Ac Kc Qc Jc Tc As Ks", "Jk Kd Qd Jd Td Kh Qh", "As Ks Qs Js Jk Ad Kd"),
    *("Ac Ad Ah As Jk 7d 2c", "Ac Ad Ah As Jk Kd Kc", "Ah Kh Qh Jh Th Jk Kc", "Ac Kc Qc Jc Tc 3d 4h", "Jk Ks Qs Js Ts 2d 4h"),
    *("5d 6d 7d 8d 9d 2s Kc", "Ac 2c 3c 4c 5c Kd Kh", "9c 9d 9h 9s 2c Kd 4h", "Ac Ad Ah Jk 4s 7d 9c", "6c 6d 6h Qs Qd 2c 3d"),
    *("9h 8d 7c 5h 4c 3s 2d", "Th 8d 7c 5h 4c 3s 2d", "Jc 9h 7s 6d 4s 3d 2h", "Qc Th 9d 7h 5s 4d 2c", "Kc Jh 9s 7h 5d 4d 2c"),
    *("Ah Jd 9c 7s 5c 4s 2d", "Jk Jd 9c 7s 5c 4s 3d", "8c 8d 8h Qd Jc 5h 2s", "5c 6d 7h 8s 9c Kd 2h", "2h 5h 8h Jh Qh Kc 9d"),
    *("Kh Kd Qc Qd Jh Js 2c", "Tc Td Th 4c 4d 4h Jk"),
)
ROWS = {SEVEN, MATCH, SEVEN_JOKER, FIVE_ACES, ROYAL, *LOWER}
AUTOMATED: dict[str, object] = {"dealing": "automated shoe", "shuffler": True, "starting_position": "random number generator"}


def sitting(chapter: str, rounds: int, seed: int, **house: object) -> Situation:
    """So many rounds with a fixed seed at a full table; everybody is rich."""
    return Situation(chapter, house, tuple((n, f"player {n}", 10**12) for n in range(1, 7)), rounds, seed)


@pytest.mark.cites("561.13(k)", "561.13(m)", "645a.13(a)")
@pytest.mark.parametrize("rounding", [0, 25])
@pytest.mark.parametrize("chapter", ["561", "645a"])
def test_wins_ties_losses_fouls_and_surrenders(chapter: str, rounding: int) -> None:
    house: dict[str, object] = {"vigorish_rounding": rounding, "table_minimum": 1_00, "smallest_chip": 20}
    if chapter == "645a":
        house |= BANKS
    if rounding:
        house["smallest_chip"] = 1
    met = settle_again(sitting(chapter, 250, rounding, **house))
    assert what(met, PAI_GOW) == {-1, 0, 1, "foul", "surrender"}


@pytest.mark.cites("645a.13(b)", "645a.13(c)", "645a.13(d)", "645a.7(e)(2)")
@pytest.mark.parametrize(
    ("fortune", "treasure", "insurance"), [("A", "D", "A"), ("B", "C", "B"), ("C", "B", "A"), ("D", "A", "B")]
)
def test_every_row_of_every_table(fortune: str, treasure: str, insurance: str) -> None:
    house = {"fortune_bonus": fortune, "emperors_treasure": treasure, "pai_gow_insurance": insurance}
    met = settle_again(sitting("645a", 220, 5, **AUTOMATED, **house), Stacks(5, RARE))
    for wager, table in ((FORTUNE, fortune), (TREASURE, treasure)):
        assert what(met, wager) == {None, *(ODDS[table][row] for row in ROWS)}
        assert what(met, f"{wager} {ENVY}") == set(ENVIES[table].values())
    assert what(met, INSURANCE) == {None, *INSURED[insurance].values()}


@pytest.mark.cites("645a.13(e)(1)", "645a.13(e)(3)", "645a.11(h)(4)")
def test_every_row_of_the_progressive_payout() -> None:
    wager = {"progressive_wager": 3_00, "progressive_initial": 50_000_00, "table_minimum": 1_00}
    met = settle_again(sitting("645a", 150, 6, **AUTOMATED, **METER, **wager), Stacks(6, RARE))
    assert what(met, PROGRESSIVE) >= {SEVEN, *PARTS, *FOR_ONE, FLUSH, STRAIGHT, PAIR, HIGH_CARD}


@pytest.mark.cites("645a.13(f)")
def test_the_payout_limit_is_for_all_of_a_hand_and_leaves_envy_alone() -> None:
    limit = {"payout_limit": 90_000_00, "progressive_initial": 200_000_00}
    met = settle_again(sitting("645a", 150, 7, **AUTOMATED, **BONUSES, **METER, **limit), Stacks(7, RARE))
    assert "limited" in what(met, FORTUNE)
    assert "limited" in what(met, TREASURE)
    assert met[f"{FORTUNE} {ENVY}", 5000] > 0


@pytest.mark.cites("645a.12(i)", "645a.12(j)", "645a.12(k)", "645a.12(l)", "645a.12(m)", "645a.12(n)")
@pytest.mark.parametrize("rounding", [0, 25])
@pytest.mark.parametrize("co_banking", [False, True])
def test_banks(rounding: int, co_banking: bool) -> None:
    house = {"player_bank": True, "co_banking": co_banking, "vigorish_rounding": rounding, "smallest_chip": 40 - rounding}
    table = {"table_minimum": 6_00, "dealer_bank_wager": 6_00 if rounding else 0}
    met = settle_again(sitting("645a", 300, 8, **BONUSES, **METER, **house, **table), Stacks(8, RARE))
    assert what(met, "dealer's wager") == {-1, 0, 1}
    assert what(met, "bank") >= {-1, 1}
    assert what(met, "co-bank") >= ({-1, 1} if co_banking else set())
    assert sum(n for (name, _), n in met.items() if name in ("bank", "co-bank")) > 50


def test_the_order_of_hands() -> None:
    order = [
        *("9h 7d 5c 4s 2d", "Jk 7d 5c 4s 2d", "2h 2d 5c 4s 3d", "2h 2d 6c 4s 3d", "Jk Ad 9c 4s 3d", "3h 3d 2c 2s Ad"),
        *("Jk Ac 2c 2s Kd", "2c 2d 2h Ks Qd", "Jk Ad As 3c 2c", "6c 5d 4h 3s 2c", "Kc Qd Jh Ts 9c", "Jk 2d 3h 4s 5c"),
        *("Ac Kd Qh Js Tc", "7c 5c 4c 3c 2c", "Ac Kc 4c 3c 2c", "Jk Ac Qc Jc 9c", "3c 3d 2h 2s 2c", "2c 2d 3h 3s 3c"),
        *("2c 2d 2h 2s 3c", "Ac Ad Ah Jk 2c", "6c 5c 4c 3c 2c", "Kc Qc Jc Tc 9c", "Jk 2c 3c 4c 5c", "Ac Kc Qc Jc Jk"),
        "Ac Ad Ah As Jk",
    ]
    values = [high_hand(tuple(parse(hand))) for hand in order]
    assert values == sorted(values)
    assert len({str(value) for value in values}) == len(order)
    assert low_hand(tuple(parse("Jk Ac"))) == (PAIR, [ACE])
    assert fouled(parse("Ks Qd Kh Jc 9d 8c 2d"), tuple(parse("Ks Kh")))
    assert not fouled(parse("Kc Qd 4h 3s 2c Kh Qs"), tuple(parse("Kh Qs")))
