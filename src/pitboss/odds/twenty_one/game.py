"""A game of 21 as its mathematics sees it: the cards, and what may be done with a hand."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property

import numpy as np

from pitboss.cards import Card, parse
from pitboss.errors import BadRules
from pitboss.games.blackjack import RULES as BLACKJACK_RULES
from pitboss.games.blackjack.table import deck as blackjack_deck
from pitboss.games.spanish_21 import BOOK as SPANISH_21
from pitboss.games.spanish_21 import RULES as SPANISH_RULES
from pitboss.games.spanish_21 import bonus_21
from pitboss.games.spanish_21 import deck as spanish_deck
from pitboss.games.twenty_one.points import POINTS
from pitboss.house import House
from pitboss.odds.twenty_one.kernels import (
    DOUBLES_FREE,
    MAY_DOUBLE,
    MAY_STAND,
    MAY_SURRENDER,
    MUST_STAND,
    PLAIN,
    ZERO,
    Floats,
    HandRules,
    Played,
    dealer_odds,
    solve,
)
from pitboss.odds.twenty_one.tables import (
    ACE,
    BLACKJACK,
    OVER,
    RESULTS,
    TWENTY_TWO,
    VALUES,
    Counts,
    DealerHands,
    Integers,
    dealer_hands,
    player_hands,
    possible,
    shown,
)

MOST_HANDS = 12  # to which a pair is split at most; further splits are too rare to matter and are not made
HOLES = ("peek", "original lost", "peek under aces", "all lost")
SURRENDERS = ("none", "late", "early", "early but under aces")
BONUSES = {  # bonus 21s, each with an example
    "678": "6h 7s 8h",
    "678 suited": "6h 7h 8h",
    "678 spades": "6s 7s 8s",
    "777": "7h 7s 7h",
    "777 suited": "7h 7h 7h",
    "777 spades": "7s 7s 7s",
    "5": "2h 3s 4h 5s 7h",
    "6": "2h 2s 3h 4s 4h 6s",
    "7": "2h 2s 2h 3s 4h 4s 4h",
}


def values_of(cards: Iterable[Card]) -> Counts:
    """How many cards there are of each point value."""
    counts = [0] * VALUES
    for card in cards:
        counts[POINTS[card] - 1] += 1
    return tuple(counts)


def bonus_cards_of(cards: Iterable[Card]) -> tuple[tuple[Card, int], ...]:
    """The sixes, sevens and eights, each with its number."""
    return tuple(sorted(Counter(card for card in cards if 6 <= POINTS[card] <= 8).items()))


@dataclass(frozen=True)
class Game:
    """The rules that the value of a game of 21 depends on, and its cards. Without more than a shoe, those of Blackjack here.

    A bonus 21, a Charlie and a drawn 21 that `drawn_21_wins` are paid at once, whatever the dealer may have. A 21 draws no
    more. Bonus 21s are paid on hands that are neither doubled nor, but for `bonus_after_split`, split.
    """

    shoe: Counts  # cards of each point value, aces first
    natural: Fraction = Fraction(3, 2)
    natural_tie: Fraction = Fraction(0)  # what a natural brings against the dealer's: 0 a push, -1 lost, or as `natural`
    hits_soft_17: bool = False
    hole: str = "peek"  # who loses what to a dealer's Blackjack: see HOLES; without a hole card, all or the first wager is lost
    both_shown: bool = False  # both of the dealer's cards are dealt face up
    most_hands: int = 5  # into which a pair may be split; 1 where none may
    split_pairs: tuple[int, ...] = ()  # values of the pairs that may be split, 0 of aces; none: all
    resplit_aces: bool = True
    one_card_to_split_aces: bool = False
    double_on: tuple[int, ...] | None = None  # hard totals; None for any hand
    double_soft: tuple[int, ...] = ()  # soft totals beside those of `double_on`
    double_any: bool = False  # on any number of cards, not only two, free or not
    double_after_split: bool = True
    double_split_aces: bool = True  # where hands of a split pair may be doubled at all
    surrender: str = "late"  # SURRENDERS
    surrender_any: bool = False  # also of more than two cards, and of hands of a split pair
    surrender_ups: tuple[int, ...] = ()  # values of up cards under which hands may be surrendered; none: all
    ties_lose: tuple[int, ...] = ()  # totals; a natural is no total
    push_22: bool = False  # a dealer's 22 is a push
    drawn_21_wins: bool = False
    rescue: bool = False  # a doubled hand may be given up for the first wager
    charlie: int = 0  # so many cards not over 21 win at once
    charlie_pays: Fraction = Fraction(1)
    charlie_if_doubled: bool = True
    bonus: tuple[tuple[str, Fraction], ...] = ()  # of BONUSES; "5" is five cards, or more where there is no "6"
    bonus_after_split: bool = False  # bonus 21s of any suits are paid on hands of a split pair too
    bonus_cards: tuple[tuple[Card, int], ...] = ()  # sixes, sevens and eights by suit, where suits win a bonus
    fixed_payout: Fraction = Fraction(0)  # of three suited sevens under a seven, in units of the wager
    free_doubles: tuple[int, ...] = ()  # hard totals that are doubled at the house's expense
    free_splits: bool = False  # pairs but tens are split at the house's expense
    attack: bool = False  # the wager may be doubled when the dealer's cards in sight are dealt, before the player's

    def __post_init__(self) -> None:
        """Refuses rules that do not go together; raises BadRules."""
        for wrong, sentence in self._refusals():
            if wrong:
                raise BadRules(sentence)

    def _refusals(self) -> Iterable[tuple[bool, str]]:
        """What cannot be combined."""
        named, suited = [name for name, _ in self.bonus], any(" " in name for name, _ in self.bonus)
        halves = [self.charlie_pays, *(paid for _, paid in self.bonus)]
        points = sum((v + 1) * number for v, number in enumerate(self.shoe))
        blind = self.hole in HOLES[2:]
        yield len(self.shoe) != VALUES or min(self.shoe) < 0, "a shoe is ten numbers of cards, from aces to ten-value cards"
        yield points < 90, "a shoe of so few cards can run out before a round ends"
        yield self.hole not in HOLES, f"hole must be one of {', '.join(HOLES)}"
        yield self.surrender not in SURRENDERS, f"surrender must be one of {', '.join(SURRENDERS)}"
        yield not 1 <= self.most_hands <= MOST_HANDS, f"most_hands must be 1 to {MOST_HANDS}"
        yield not -1 <= self.natural_tie <= self.natural, "a natural wins `natural` at most, and loses the wager at most"
        yield not set(self.ties_lose) <= set(range(17, 22)), "ties_lose are totals of 17 to 21"
        yield self.charlie != 0 and not 4 <= self.charlie <= 11, "a Charlie has 4 to 11 cards"
        yield not set(named) <= set(BONUSES), f"a bonus must be one of {', '.join(BONUSES)}"
        yield any(paid < 1 or paid * 2 % 1 for paid in halves), "bonus 21s and Charlies pay whole or half units, one at least"
        yield suited and not self.bonus_cards, "bonuses by suit need bonus_cards"
        yield (
            suited and not self.drawn_21_wins and not {"678", "777"} <= set(named),
            "a bonus by suit cannot be combined with a 21 of mixed suits that may lose: drawn_21_wins, or both mixed bonuses",
        )
        yield self.both_shown and self.hole != "peek", "both_shown cannot be combined with another hole than 'peek'"
        yield not set(self.split_pairs) <= set(range(VALUES)), "split_pairs are values from 0, an ace, to 9, a ten"
        yield not set(self.surrender_ups) <= set(range(VALUES)), "surrender_ups are values from 0, an ace, to 9, a ten"
        yield self.both_shown and bool(self.surrender_ups), "both_shown cannot be combined with surrender_ups"
        yield self.both_shown and suited, "both_shown cannot be combined with bonuses by suit"
        at_once = bool(self.charlie or self.bonus or self.drawn_21_wins)
        yield self.hole == HOLES[1] and at_once, f"hole '{self.hole}' cannot be combined with hands that are paid at once"
        free = bool(self.free_doubles or self.free_splits)
        yield (
            self.surrender_any and (self.surrender != "late" or blind or free or bool(self.surrender_ups)),
            ("surrender of any number of cards goes with late surrender, a dealer who looks and no free wagers"),
        )
        yield self.rescue and blind, f"a rescue cannot be combined with hole '{self.hole}'"
        yield self.rescue and free, "a rescue cannot be combined with free wagers"
        yield bool(self.fixed_payout) and "777 suited" not in named, "the fixed payout goes with a bonus of 777 suited"

    @staticmethod
    def of(house: House) -> "Game":
        """The game of a table of Blackjack, Blackjack Switch or Spanish 21."""
        spanish = house.chapter.chapter == SPANISH_21.chapter
        rules = SPANISH_RULES if spanish else BLACKJACK_RULES
        cards = spanish_deck(house) if spanish else blackjack_deck(house)
        switch = bool(house.get("blackjack_switch"))
        return Game(
            values_of(cards),
            natural=rules.natural.value,
            most_hands=min(2 + house["resplits"], MOST_HANDS),
            resplit_aces=bool(house.get("resplit_aces", True)),
            surrender="none" if switch else "late",
            push_22=switch,
        ).with_spanish_bonuses(cards if spanish else ())

    def with_spanish_bonuses(self, cards: Iterable[Card]) -> "Game":
        """The same game, where there are cards, with the bonus 21s of Spanish 21: drawn 21s and naturals win, and rescue."""
        if not (shoe := list(cards)):
            return self
        bonus = tuple((name, bonus_21(parse(example))[1].value) for name, example in BONUSES.items())
        kept = bonus_cards_of(shoe)
        return replace(self, natural_tie=self.natural, drawn_21_wins=True, rescue=True, bonus=bonus, bonus_cards=kept)

    @staticmethod
    def decks(number: int, *, tens: int = 16, **rules: object) -> "Game":
        """A game dealt from so many decks; a Spanish deck has twelve ten-value cards."""
        return Game((4 * number,) * 9 + (tens * number,), **rules)  # type: ignore[arg-type]

    @cached_property
    def cards(self) -> int:
        """How many cards there are."""
        return sum(self.shoe)

    @property
    def ups(self) -> list[int]:
        """What the dealer may have in sight, as `tables.shown` reads it."""
        return [up for up in (range(VALUES, VALUES + 55) if self.both_shown else range(VALUES)) if self.chance(up)]

    def chance(self, up: int) -> Fraction:
        """The chance that the dealer has these cards in sight."""
        first, *second = shown(up)
        chance = Fraction(self.shoe[first], self.cards)
        for card in second:
            same = card == first
            chance *= Fraction((self.shoe[card] - same) * (2 - same), self.cards - 1)
        return chance

    def without(self, up: int, *cards: int) -> Integers:
        """What is left of the shoe beside the dealer's cards in sight and others."""
        shoe = np.array(self.shoe, np.int64)
        for card in (*shown(up), *cards):
            shoe[card] -= 1
        return shoe

    def hands_from(self, pair: int) -> int:
        """Into how many hands a pair of a value may be split."""
        if self.split_pairs and pair not in self.split_pairs:
            return 1
        return min(2, self.most_hands) if pair == ACE and not self.resplit_aces else self.most_hands

    def peeks(self, up: int) -> bool:
        """Whether the dealer's Blackjack ends the round before it is played, or takes no more than if it did."""
        return not self.both_shown and self.hole != "all lost" and (self.hole != "peek under aces" or up == ACE)

    def surrenders(self, up: int) -> bool:
        """Whether two cards may be surrendered under an up card."""
        if self.surrender_ups and not {*shown(up)} & {*self.surrender_ups}:
            return False
        return self.surrender != "none" and not (self.surrender == SURRENDERS[3] and ACE in shown(up))

    def dealer(self, up: int) -> DealerHands:
        """The dealer's hands under an up card."""
        return dealer_hands(up, self.hits_soft_17, self.push_22, self.peeks(up))

    def rules(self, split: bool = False, pair: int = -1, free: bool = False) -> HandRules:
        """The rules of one hand; `pair` is the value that was split, `free` whether the house pays for it."""
        charlie = self.charlie or 99
        pays, bust = _pays(
            *(split, free, self.ties_lose, self.push_22, self.drawn_21_wins, charlie, float(self.charlie_pays)),
            self.charlie_if_doubled,
            self.bonus if self.bonus_after_split or not split else (),
        )
        one = split and pair == ACE and self.one_card_to_split_aces
        doubles = self.double_on, self.double_soft, self.free_doubles
        if split and not (self.double_after_split and (pair != ACE or self.double_split_aces)):
            doubles = (), (), ()
        given_up = 3 - split if self.surrender_any else 99
        return HandRules(pays, bust, _may(one, *doubles, self.double_any, charlie, given_up))

    def play(self, up: int, shoe: Integers) -> Played:
        """Every hand of two cards or more beside the cards that a shoe lacks, played for the best."""
        hands, tree = player_hands(), self.dealer(up)
        number = len(hands.total)
        played = Played(np.zeros((number, RESULTS)), np.zeros((number, 4)), *np.zeros((2, number), np.int64))
        dealer_odds(shoe, hands.counts, possible(shoe, wanted_hands(self, hands.size >= 2)), tree, played.odds)
        within = np.flatnonzero(hands.size >= 2).astype(np.int64)
        solve(shoe, tree.up, within, hands, self.rules(), self.rescue, False, played)
        return played

    def paid(self, fixed_payout: Fraction) -> "Game":
        """The same game with another fixed payout for three suited sevens."""
        return replace(self, fixed_payout=fixed_payout)


def wanted_hands(game: Game, within: "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]") -> Integers:
    """The hands for which the dealer's odds matter: those that may stand, begin a Double Down or end with one."""
    hands = player_hands()
    charlie = hands.size >= (game.charlie or 99)
    return np.flatnonzero(within & (game.double_any | charlie | (hands.size <= 3) | (hands.total >= 12))).astype(np.int64)


@cache
def _pays(
    split: bool,
    free: bool,
    ties_lose: tuple[int, ...],
    push_22: bool,
    drawn_21_wins: bool,
    charlie: int,
    charlie_pays: float,
    charlie_if_doubled: bool,
    bonus: tuple[tuple[str, Fraction], ...],
) -> tuple[Floats, Floats]:
    """What hands bring, and what is lost over 21."""
    hands = player_hands()
    results, totals = np.arange(RESULTS) + 17, hands.total[:, None]
    one = np.where(totals > results, 1.0, np.where((totals == results) & ~np.isin(totals, ties_lose), 0.0, -1.0))
    one[:, TWENTY_TWO] = 0.0 if push_22 else 1.0
    one[:, BLACKJACK], one[:, OVER] = -1.0, 1.0
    drawn = hands.size > 2
    one[(hands.total == 21) & drawn & drawn_21_wins] = 1.0
    doubled = one.copy()
    one[hands.size >= charlie] = charlie_pays
    if charlie_if_doubled:
        doubled = one
    kept, kept_doubled = np.maximum(one, 0.0), np.maximum(doubled, 0.0)
    if free:
        pays, bust = np.stack((kept, kept_doubled + doubled, 2 * kept_doubled)), np.array((0.0, -1.0, 0.0))
    else:
        free_double = np.where(doubled > 0, 2 * doubled, doubled)
        pays, bust = np.stack((one, 2 * doubled, free_double)), np.array((-1.0, -2.0, -1.0))
    for h in np.flatnonzero((hands.total == 21) & drawn):
        if (paid := bonus_of(bonus, hands.counts[h])) is not None:
            pays[PLAIN, h] = float(paid)
    return pays, bust


def bonus_of(bonus: tuple[tuple[str, Fraction], ...], counts: Integers) -> Fraction | None:
    """What a drawn 21 of mixed suits wins as a bonus, None where it is none."""
    size, paid = int(counts.sum()), dict(bonus)
    three = {(0, 3, 0): "777", (1, 1, 1): "678"}.get((int(counts[5]), int(counts[6]), int(counts[7])), "")
    names = [three] if size == 3 else [name for name in ("7", "6", "5") if size >= int(name)]
    return next((paid[name] for name in names if name in paid), None)


@cache
def _may(
    one_card: bool,
    hard: tuple[int, ...] | None,
    soft: tuple[int, ...],
    free: tuple[int, ...],
    any_number: bool,
    charlie: int,
    given_up: int,
) -> Integers:
    """What is allowed with each hand; `given_up` is from how many cards on it may be surrendered."""
    hands = player_hands()
    two = hands.size == 2
    may_grow = two | (any_number & (hands.size > 1))
    given = may_grow & ~hands.soft & np.isin(hands.total, free)
    doubles = True if hard is None else np.where(hands.soft, np.isin(hands.total, soft), np.isin(hands.total, hard))
    ends = (hands.total == 21) | (hands.size >= charlie) | (two & one_card)
    double = given | (may_grow & doubles)
    surrenders = ~ends & (hands.total >= 12) & (hands.size >= given_up)
    may: Integers = MAY_STAND * (hands.total >= 12) + MUST_STAND * ends + MAY_DOUBLE * double + DOUBLES_FREE * given
    may += MAY_SURRENDER * surrenders
    return may


def units(pays: Floats) -> int:
    """How many places results take."""
    return ZERO + 1 + int(2 * pays.max())
