"""A wager as data: the deck, the cards dealt and drawn, the choices, and for every bet rows of a condition and what it pays.

>>> from pitboss.drafts.conditions import parse_condition
>>> pair = Row("pair", parse_condition("pair"), Pay.parse("1 to 1"))
>>> Wager("Pair Plus", Deck(), {"player": 3}, (Bet("Pair Plus", (pair,)),)).bets[0].rows[0].pays.net()
Fraction(1, 1)
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import JOKER, Card
from pitboss.drafts.conditions import Condition, Value
from pitboss.money import Odds

_LOSS = re.compile(r"loses?(?: ([0-9]{1,4})(?:/([0-9]{1,4}))?)?")


@dataclass(frozen=True)
class Deck:
    """The cards of all decks together. `without` are taken out of each deck."""

    decks: int = 1
    jokers: int = 0  # in each deck
    without: frozenset[Card] = frozenset()
    wild: frozenset[Card] = frozenset()  # stand for any card in a Poker hand
    bug: bool = False  # wild cards are aces, or complete straights and flushes

    @property
    def counts(self) -> tuple[int, ...]:
        """How many there are of each of the 53 cards."""
        plain = [0 if card in self.without else self.decks for card in range(JOKER)]
        return (*plain, self.jokers * self.decks)


@dataclass(frozen=True)
class Pay:
    """What a row pays: odds, or a loss of so many times the bet."""

    odds: Odds | None = None
    loss: Fraction = Fraction(0)

    @staticmethod
    def parse(printed: str) -> "Pay":
        """Read a payout or a loss; raises BadOdds.

        >>> [str(Pay.parse(words).net()) for words in ("3 to 2", "push", "lose", "lose 1/2", "lose 2")]
        ['3/2', '0', '-1', '-1/2', '-2']
        """
        if (loss := _LOSS.fullmatch(" ".join(printed.split()).lower())) and loss[2] != "0":
            return Pay(loss=Fraction(int(loss[1] or 1), int(loss[2] or 1)))
        return Pay(Odds.parse(printed))

    def net(self, bet: int = 100, meter: int = 0) -> Fraction:
        """What a bet of so many cents gains, in units of the bet."""
        return self.odds.net(bet, meter) if self.odds else -self.loss

    def __str__(self) -> str:
        return str(self.odds) if self.odds else "lose" if self.loss == 1 else f"lose {self.loss}"


LOSE = Pay(loss=Fraction(1))
PUSH = Pay.parse("Push")


@dataclass(frozen=True)
class Row:
    """What a bet pays if a condition holds, after the options in `after`; with `each`, so many times over."""

    hand: str
    when: Condition
    pays: Pay
    each: Value | None = None
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bet:
    """A bet of a wager. The first row that holds is paid; with `every_row`, each that holds. A bonus has no bet of its own to
    lose. A bet of size 0 is made only by an option."""

    name: str
    rows: tuple[Row, ...]
    size: Fraction = Fraction(1)
    every_row: bool = False
    bonus: bool = False


@dataclass(frozen=True)
class Draw:
    """Cards drawn after the deal: `cards` of them if `when` holds, or one at a time until `until` holds."""

    group: str
    cards: int = 1
    when: Condition | None = None
    until: Condition | None = None


@dataclass(frozen=True)
class Discard:
    """The player may discard up to so many cards of a group and draws as many others."""

    group: str
    cards: int


@dataclass(frozen=True)
class Option:
    """What a player may choose where `when` holds: more bets, or to end the game for a share of every bet made."""

    name: str
    bets: Mapping[str, Fraction]
    loses: Fraction | None = None  # None: the game goes on
    when: Condition | None = None


@dataclass(frozen=True)
class Choice:
    """A choice of the player, who sees some groups of cards. It is offered where `when` holds, after the options in `after`."""

    sees: tuple[str, ...]
    options: tuple[Option, ...]
    when: Condition | None = None
    after: tuple[str, ...] = ()

    @property
    def conditions(self) -> list[Condition]:
        """When the choice and its options are offered."""
        stated = [self.when, *(option.when for option in self.options)]
        return [condition for condition in stated if condition is not None]


@dataclass(frozen=True)
class Wager:
    """A wager on dealt cards. `deal` says how many cards each group is dealt. Results are in units of the first bet."""

    name: str
    deck: Deck
    deal: Mapping[str, int]
    bets: tuple[Bet, ...]
    draws: tuple[Draw, ...] = ()
    choices: tuple[Choice, ...] = ()
    given: Condition | None = None  # only deals in which it holds are counted
    amount: int = 100  # cents of the first bet; decides what a fixed amount is worth
    meter: int = 0  # cents on the progressive meter
    hand_cards: int = 5  # of a Poker hand: the best so many count
    discard: Discard | None = None

    def follows(self, taken: Collection[str], after: Collection[str]) -> bool:
        """True if of `after` one option of each choice is taken."""
        asked = [{option.name for option in choice.options} & {*after} for choice in self.choices]
        return all(not options.isdisjoint(taken) for options in asked if options)

    @property
    def conditions(self) -> "list[Condition | Value]":
        """Every condition and every number that is read from cards."""
        rows = [row for bet in self.bets for row in bet.rows]
        found: list[Condition | Value | None] = [*(row.when for row in rows), *(row.each for row in rows)]
        found += [condition for draw in self.draws for condition in (draw.when, draw.until)]
        found += [self.given, *(condition for choice in self.choices for condition in choice.conditions)]
        return [condition for condition in found if condition is not None]
