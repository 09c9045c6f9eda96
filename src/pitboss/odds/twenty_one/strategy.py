"""The best play of a hand; play by totals and up cards, best of its kind or as a table says; and what it brings."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from pitboss.cards import Card
from pitboss.errors import BadCard, BadRules
from pitboss.games.twenty_one.points import POINTS, is_blackjack
from pitboss.games.twenty_one.points import total as points_of
from pitboss.house import House
from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.kernels import (
    DOUBLE,
    HIT,
    MAY_DOUBLE,
    MUST_STAND,
    SPLIT,
    STAND,
    SURRENDER,
    HandRules,
    Played,
    dealer_odds,
    solve,
)
from pitboss.odds.twenty_one.solver import NOTHING, WORDS, Solution, UpCard, deals, play_out, solution, two_cards, value_under
from pitboss.odds.twenty_one.splits import Split
from pitboss.odds.twenty_one.suits import THIRD, mixed, payout
from pitboss.odds.twenty_one.switch import place, values_under
from pitboss.odds.twenty_one.tables import ACE, PAIRS, TEN, VALUES, Integers, index_of, player_hands, plus, possible

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
    """A letter for each total and up card: rows of ten letters, from a two to an ace.

    A total without a row is drawn to below 17, and a pair without one is played by its total.
    """

    hard: dict[int, str]
    soft: dict[int, str]
    pairs: dict[int, str]  # by point value, 1 for aces
    value: float = 0.0  # of the wager, played by the grid
    cost: float = 0.0  # against the best play

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
        if values not in THIRD:
            return 0.0
        third = THIRD[values]
        extra = 0.0
        for card, number in self.game.bonus_cards:
            if POINTS[card] != third + 1:
                continue
            number -= [*hand, dealer].count(card)
            extra += number * float(payout(self.game, [*hand, card], dealer) - mixed(self.game, *values))
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
    """The best play at a table of Blackjack, Blackjack Switch or Spanish 21."""
    return BestPlay(Game.of(house))


# ---------------------------------------------------------------------------- play by totals

TIE_BREAK = 1e-6
CHOSEN = {STAND: "S", HIT: "H", DOUBLE: "D", SPLIT: "P", SURRENDER: "R"}
Letters = Mapping[tuple[str, int], str]  # under one up card, by ("hard", total), ("soft", total) and ("pairs", point value)


def played(game: Game, by: str | Grid = "total-dependent") -> Solution:
    """A game played by a grid, by the best one there is ("total-dependent") or by the usual one ("basic").

    Hands of more than two cards are not doubled by a letter. Raises BadRules where a grid cannot be read.
    """
    if isinstance(by, Grid):
        if game.both_shown:
            raise BadRules("both_shown cannot be combined with a grid, which is about one up card")
        return Solution(game, tuple(follow(up, letters_of(by, up.up)) for up in solution(game).ups))
    if by == "basic":
        return Solution(game, tuple(follow(up, best_letters(up, drawn=False)) for up in solution(game).ups))
    if by != "total-dependent":
        raise BadRules("a game is played by a grid, 'total-dependent' or 'basic'; its solution is best play")
    return Solution(game, tuple(by_totals(up)[0] for up in solution(game).ups))


def grid(solved: Solution) -> Grid:
    """The best letters for the hands of each total together, and what they bring."""
    if solved.game.both_shown:
        raise BadRules("both_shown cannot be combined with a grid, which is about one up card")
    found = [by_totals(up) for up in solved.ups]
    value = Solution(solved.game, tuple(up for up, _ in found)).value
    columns = {up.up: letters for up, letters in found}

    def rows(of: str) -> dict[int, str]:
        keys = sorted({points for each in columns.values() for kind, points in each if kind == of})
        return {key: "".join(columns.get(up, {}).get((of, key), " ") for up in COLUMNS) for key in keys}

    return Grid(rows("hard"), rows("soft"), rows("pairs"), value, solved.value - value)


def letters_of(grid: Grid, up: int) -> Letters:
    """The letters of a grid under one up card."""
    found = {}
    for kind in ("hard", "soft", "pairs"):
        for points, row in getattr(grid, kind).items():
            if len(row) != len(COLUMNS) or not set(row) <= set(LETTERS) | {" "} or ("P" in row and kind != "pairs"):
                raise BadRules(f"a row of a grid is ten letters of {''.join(LETTERS)}, not {row!r} for {kind} {points}")
            if row[COLUMNS.index(up)] != " ":
                found[kind, points] = row[COLUMNS.index(up)]
    return found


def acts(letters: Letters, rules: HandRules) -> Integers:
    """What the letters say for each hand that is neither split nor surrendered."""
    hands, points = player_hands(), range(22)
    rows = [[letters.get((kind, each), "S" if each > 16 else "H") for each in points] for kind in ("hard", "soft")]
    letter = np.array(rows)[hands.soft.astype(np.int64), hands.total]
    act = np.where(np.isin(letter, list("HDR")), HIT, STAND)
    act[np.isin(letter, list("Dd")) & (hands.size == 2) & (rules.may & MAY_DOUBLE > 0)] = DOUBLE
    act[rules.may & MUST_STAND > 0] = STAND
    return act


def follow(solved: UpCard, letters: Letters) -> UpCard:
    """An up card played by letters."""
    game, up, hands, rules = solved.game, solved.up, player_hands(), solved.game.rules()
    act, odds, values, tree = acts(letters, rules), solved.odds.copy(), np.zeros_like(solved.values), solved.game.dealer(up)
    within = np.flatnonzero(hands.size >= 2).astype(np.int64)
    unknown = within[(act[within] == STAND) & (hands.total[within] < 12)]
    dealer_odds(solved.shoe, hands.counts, possible(solved.shoe, unknown), tree, odds)
    solve(solved.shoe, tree.up, within, hands, rules, game.rescue, True, Played(odds, values, act, solved.rescued))
    first: dict[int, int] = {}
    for low, high in PAIRS:
        hand = two_cards(low, high)
        kind = "soft" if hands.soft[hand] else "hard"
        points, pair = int(hands.total[hand]), letters.get(("pairs", low + 1), "") if low == high else ""
        letter, does = pair or letters.get((kind, points), ""), int(act[hand])
        if pair and pair in LETTERS:  # a pair is played as a hand of its total alone
            does = int(acts({(kind, points): pair}, rules)[hand]) if pair != "P" else SPLIT if low in solved.splits else does
        first[hand] = SURRENDER if letter in ("R", "r") and game.surrenders(up) else does
    splits = {pair: Split(game, up, pair, acts=partial(acts, letters), rescued=solved.rescued) for pair in solved.splits}
    return replace(solved, odds=odds, values=values, act=act, splits=splits, first=first)


def by_totals(solved: UpCard) -> tuple[UpCard, Letters]:
    """The best letters under one up card, found by changing them while that helps, and the play by them."""
    found: dict[float, tuple[UpCard, Letters]] = {}
    current, letters = solved, best_letters(solved)
    while letters not in [known for _, known in found.values()]:
        current = follow(solved, letters)
        found[value_under(current)] = current, letters
        letters = best_letters(current)
    return found[max(found)]


def best_letters(solved: UpCard, drawn: bool = True) -> Letters:
    """The letters that are best on average over the hands of each total that play comes to, each as play then goes on. Without
    drawn hands, those of basic strategy: the letters that are best with two cards."""
    hands, values, game = player_hands(), solved.values, solved.game
    weight, played = np.zeros((2, len(solved.act)))
    dealt = [deal for deal in deals(solved) if not deal.natural]
    for deal in dealt:
        weight[deal.hand] += deal.chance
        played[deal.hand] += deal.chance * (deal.best not in (SPLIT, SURRENDER))
    split = np.array([deal.hand for deal in dealt if (deal.best == SPLIT if drawn else deal.first == deal.second)], np.int64)
    play_out(solved, played)
    weight = np.where(hands.size > 2, played, weight)
    surrender = np.full(len(weight), -np.inf)
    if game.surrenders(solved.up):
        for deal in dealt:
            surrender[deal.hand] = deal.choices[SURRENDER]
    letters: dict[tuple[str, int], str] = {}
    for kind, lowest in (("hard", 4), ("soft", 12)):
        for points in range(lowest, 21):
            those = (hands.total == points) & (hands.soft == (kind == "soft")) & (weight > 0)
            those &= game.rules().may & MUST_STAND == 0
            two, more = np.flatnonzero(those & (hands.size == 2)), np.flatnonzero(those & (hands.size > 2) & drawn)
            alone = np.setdiff1d(two, split)  # pairs that are split have rows of their own
            two = alone if len(alone) else two
            options: list[tuple[float, str]] = []
            for a, words in ((STAND, "Sdr"), (HIT, "HDR")):
                rest = float(weight[more] @ values[more, a])
                if points >= 12:  # hands of two cards that may not be doubled decide where no others are played
                    rest += TIE_BREAK * float(weight[two] @ values[two, a])
                for letter, worth in zip(words, (values[:, a], values[:, DOUBLE], surrender), strict=True):
                    if (points >= 12 or a == HIT) and (len(two) or letter in "SH"):
                        options.append((rest + float(weight[two] @ worth[two]), letter))
            if len(two) or len(more):
                letters[kind, points] = max(options, key=lambda option: option[0])[1]
    act = acts(letters, game.rules())
    for deal in dealt:
        if deal.first == deal.second and not drawn:
            letters["pairs", deal.first + 1] = CHOSEN[deal.best]
        elif deal.first == deal.second:
            letter = letters["soft" if hands.soft[deal.hand] else "hard", int(hands.total[deal.hand])]
            otherwise = deal.choices[SURRENDER if letter in "Rr" else int(act[deal.hand])]
            letters["pairs", deal.first + 1] = "P" if deal.choices.get(SPLIT, -np.inf) > otherwise else letter
    return letters
