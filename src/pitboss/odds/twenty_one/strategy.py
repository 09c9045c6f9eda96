"""The best play of a hand, and a grid of totals by up card found from it, with what following the grid costs."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from pitboss.cards import Card
from pitboss.errors import BadCard
from pitboss.games.twenty_one.points import POINTS, is_blackjack
from pitboss.games.twenty_one.points import total as points_of
from pitboss.house import House
from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.kernels import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Floats, solve
from pitboss.odds.twenty_one.solver import (
    NOTHING,
    WORDS,
    Deal,
    Solution,
    UpCard,
    deals,
    play_out,
    solution,
)
from pitboss.odds.twenty_one.splits import Split
from pitboss.odds.twenty_one.suits import THIRD, bonuses, payout
from pitboss.odds.twenty_one.switch import place, values_under
from pitboss.odds.twenty_one.tables import ACE, TEN, VALUES, Integers, index_of, player_hands, plus

COLUMNS = (*range(1, VALUES), ACE)  # up cards from 2 to ace
HEADINGS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
LETTERS = {
    "S": "stand",
    "H": "hit",
    "D": "double, or hit where that cannot be",
    "d": "double, or stand where that cannot be",
    "R": "surrender, or hit where that cannot be",
    "r": "surrender, or stand where that cannot be",
    "P": "split",
}


@dataclass(frozen=True)
class Advice:
    """What each choice on a hand is worth in units of the wager, the dealer having no Blackjack."""

    best: str
    values: dict[str, float]


@dataclass(frozen=True)
class Grid:
    """A letter for each total and up card: rows of ten letters, from a two to an ace."""

    hard: dict[int, str]
    soft: dict[int, str]
    pairs: dict[int, str]  # by point value, 1 for aces
    value: float  # of the wager, played by the grid
    cost: float  # against the best play

    @property
    def meanings(self) -> dict[str, str]:
        """What the letters of this grid mean."""
        used = {letter for rows in (self.hard, self.soft, self.pairs) for letters in rows.values() for letter in letters}
        return {letter: meaning for letter, meaning in LETTERS.items() if letter in used}

    def lines(self) -> list[str]:
        """The grid as text, with what its letters mean."""
        found = []
        for title, rows in (("hard", self.hard), ("soft", self.soft), ("pair", self.pairs)):
            found.append(f"{title:5}" + "".join(f"{heading:>3}" for heading in HEADINGS))
            for points, letters in rows.items():
                name = "A" if title == "pair" and points == 1 else str(points)
                found.append(f"{name:>5}" + "".join(f"{letter:>3}" for letter in letters))
        return [*found, *(f"{letter} {meaning}" for letter, meaning in self.meanings.items())]


@dataclass(frozen=True)
class BestPlay:
    """The best play of one game."""

    game: Game

    @cached_property
    def solved(self) -> Solution:
        """The game under every up card."""
        return solution(self.game)

    @cached_property
    def grid(self) -> Grid:
        """The grid of totals, pairs and up cards; at Blackjack Switch of one hand by itself, whose value it is not."""
        return grid(self.solved)

    def decide(self, hand: list[Card], dealer: Card) -> Advice:
        """The best choice on a hand that has not been split; at Blackjack Switch on one hand by itself."""
        self._check([*hand, dealer])
        if len(hand) < 2 or points_of(hand)[0] > 21:
            raise BadCard("a hand to decide on has at least two cards and is not over 21")
        if is_blackjack(hand) or points_of(hand)[0] == 21:
            return Advice("stand", {})
        up = POINTS[dealer] - 1
        solved = next(s for s in self.solved.ups if s.up == up)
        mine = sorted(POINTS[card] - 1 for card in hand)
        live = solved.no_blackjack(*mine)
        if len(hand) == 2:
            found = solved.choices(mine[0], mine[1], self._suits(hand, dealer) * live)
        else:
            counts = NOTHING
            for value in mine:
                counts = plus(counts, value)
            found = {a: float(solved.values[index_of(counts), a]) for a in (STAND, HIT, DOUBLE)}
        if points_of(hand)[0] < 12 and len(hand) > 3:
            del found[STAND]  # never reckoned, as a card can only help
        values = {WORDS[a]: value / live for a, value in found.items() if value > -np.inf}
        return Advice(max(values, key=lambda word: values[word]), values)

    def _check(self, cards: list[Card]) -> None:
        gone = Counter(POINTS[card] - 1 for card in cards)
        if any(number > self.game.shoe[value] for value, number in gone.items()):
            raise BadCard("the decks do not hold that many cards of a kind")

    def _suits(self, hand: list[Card], dealer: Card) -> float:
        """What the suits of two cards add to a hit at Spanish 21, the dealer having no Blackjack."""
        lower, higher = sorted(POINTS[card] - 1 for card in hand)
        values = lower, higher
        if not self.game.spanish or values not in THIRD:
            return 0.0
        third = THIRD[values]
        extra = 0.0
        for card, number in self.game.bonus_cards:
            if POINTS[card] != third + 1:
                continue
            number -= [*hand, dealer].count(card)
            extra += number * (float(payout(self.game, [*hand, card], dealer)) - 1.5)
        return extra / (self.game.cards - 3)

    def switch(self, hand: list[Card], dealer: Card) -> Advice:
        """Blackjack Switch: both hands as they are or with second cards exchanged; the first hand's two cards come first."""
        self._check([*hand, dealer])
        played = values_under(self.game, POINTS[dealer] - 1)
        a, c, b, d = (POINTS[card] - 1 for card in hand)

        def worth(first: int, second: int, other: tuple[int, int], dealt: bool) -> float:
            if dealt and {first, second} == {ACE, TEN}:
                return float(played.natural[place(*other)])
            return float(played.value[place(first, second), place(*other)])

        values = {
            "no switch": worth(a, c, (b, d), True) + worth(b, d, (a, c), True),
            "switch": worth(a, d, (b, c), False) + worth(b, c, (a, d), False),
        }
        return Advice(max(values, key=lambda word: values[word]), values)


def best_play(house: House) -> BestPlay:
    """The best play at a table of chapter 633a or 635a."""
    return BestPlay(Game.of(house.chapter.chapter, house))


# ---------------------------------------------------------------------------- the grid


@dataclass
class Column:
    """The letters under one up card."""

    hard: dict[int, str] = field(default_factory=dict)
    soft: dict[int, str] = field(default_factory=dict)
    pairs: dict[int, str] = field(default_factory=dict)
    value: float = 0.0
    act: Integers = field(default_factory=lambda: np.zeros(0, np.int64))  # what is done with a hand that goes on
    first: Integers = field(default_factory=lambda: np.zeros(0, np.int64))  # what is done with two cards
    most_hands: dict[int, int] = field(default_factory=dict)  # into which a pair is split, by its value


def grid(solved: Solution) -> Grid:
    """The letters that are best on average over the hands of each total, and what they bring."""
    columns = {up.up: column(up) for up in solved.ups}
    value = sum(solved.game.shoe[up] / solved.game.cards * each.value for up, each in columns.items())
    order = [columns[up] for up in COLUMNS if up in columns]

    def rows(of: str) -> dict[int, str]:
        keys = sorted({key for each in order for key in getattr(each, of)})
        return {key: "".join(getattr(each, of).get(key, " ") for each in order) for key in keys}

    return Grid(rows("hard"), rows("soft"), rows("pairs"), value, solved.value - value)


def column(solved: UpCard) -> Column:
    """The letters of one up card: draw or stand by all hands of a total, the rest by those of two cards."""
    hands = player_hands()
    found = Column()
    dealt = [deal for deal in deals(solved) if not deal.natural]
    reach = np.zeros(len(solved.act))
    for deal in dealt:
        reach[hand_of(deal)] += deal.chance
    play_out(solved, reach)
    for soft, letters in ((False, found.hard), (True, found.soft)):
        for points in range(4 if not soft else 12, 21):
            those = np.flatnonzero((hands.total == points) & (hands.soft == soft) & (hands.size >= 2) & (reach > 0))
            if len(those):
                letters[points] = letter(solved, points, those, reach)
    act = found.act = grid_act(found)
    found.first = act.copy()
    values = np.zeros_like(solved.values)
    within = np.flatnonzero(hands.size >= 2).astype(np.int64)
    rules, game = solved.game.switches(), solved.game
    solve(
        solved.shoe, solved.up, within, hands.counts, hands.total, hands.size, hands.child, bonuses(game.spanish), rules, True,
        solved.odds, values, act, solved.rescued,
    )  # fmt: skip
    suits: dict[int, float] = {}  # what suits add to a hit, on average
    for deal in dealt:
        if deal.suited is not None:
            extra = float(deal.suited.extra) * solved.no_blackjack(deal.first, deal.second, deal.suited.third)
            suits[hand_of(deal)] = suits.get(hand_of(deal), 0.0) + extra * float(deal.suited.share)
    for first, second, hand in {(deal.first, deal.second, hand_of(deal)) for deal in dealt}:
        live = solved.no_blackjack(first, second)
        worth = float(values[hand, act[hand]]) + (suits.get(hand, 0.0) if act[hand] == HIT else 0.0)
        kind = (found.soft if hands.soft[hand] else found.hard)[int(hands.total[hand])]
        if kind in "Rr":
            worth = -live / 2
            found.first[hand] = SURRENDER
        if first == second:
            split = Split(game, solved.up, first, act=act, rescued=solved.rescued)
            found.most_hands[first] = split.most_hands
            found.pairs[first + 1] = kind
            if split.value > worth:
                found.pairs[first + 1], found.first[hand], worth = "P", SPLIT, split.value
        chance = sum(deal.chance for deal in dealt if hand_of(deal) == hand)
        found.value += chance * (worth - (1.0 - live))
    natural = sum(d.chance * (1.0 if game.spanish else solved.no_blackjack(ACE, TEN)) for d in deals(solved) if d.natural)
    found.value += natural * float(game.natural)
    return found


def hand_of(deal: Deal) -> int:
    """The place of a two-card hand."""
    return index_of(plus(plus(NOTHING, deal.first), deal.second))


def letter(solved: UpCard, points: int, those: Integers, reach: Floats) -> str:
    """The best letter for some hands of one total together."""
    hands, values = player_hands(), solved.values
    stand = points >= 12 and (reach[those] @ values[those, STAND]) >= (reach[those] @ values[those, HIT])
    two = those[hands.size[those] == 2]
    unpaired = two[hands.counts[two].max(1) == 1]
    two = unpaired if len(unpaired) else two  # pairs have rows of their own
    if len(two):
        weight = reach[two]
        plain = float(weight @ values[two, STAND if stand else HIT])
        double = float(weight @ values[two, DOUBLE])
        cards = [np.repeat(np.arange(VALUES), hands.counts[h]).tolist() for h in two]
        surrender = -sum(w * solved.no_blackjack(*c) for w, c in zip(weight, cards, strict=True)) / 2
        if solved.game.surrender and surrender > max(plain, double):
            return "r" if stand else "R"
        if double > plain:
            return "d" if stand else "D"
    return "S" if stand else "H"


def grid_act(found: Column) -> Integers:
    """What the letters say for each hand that is neither split nor surrendered."""
    hands = player_hands()
    act = np.full(len(hands.total), STAND, np.int64)
    for h in range(len(act)):
        points = int(hands.total[h])
        said = (found.soft if hands.soft[h] else found.hard).get(points, "S" if points > 16 else "H")
        if said in "Dd" and hands.size[h] == 2:
            act[h] = DOUBLE
        elif said in "HDR":
            act[h] = HIT
    return act
