"""§ 655a.11, Mississippi Stud: a fold or a bet of one to three Antes with two, three and four cards."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm

import numpy as np

from pitboss.cards import Card
from pitboss.games import mississippi_stud
from pitboss.games.mississippi_stud import BOOK
from pitboss.hands import Value
from pitboss.house import House
from pitboss.odds.distribution import Combination, Distribution, summed, together
from pitboss.odds.streets.endings import (
    Actions,
    Choices,
    Choose,
    Counts,
    Endings,
    Options,
    by_first,
    chosen,
    endings,
    pays,
    whole,
)
from pitboss.odds.suits import WHOLE

BETS = tuple(range(BOOK.limit("third_street_minimum"), BOOK.limit("third_street_maximum") + 1))
_ACTIONS = np.array((0, *BETS), np.int8)


def boldest(seen: int, options: Options) -> Choices:
    """The bet that brings most, of equals the largest: it is how an average wager is usually reckoned."""
    return {wagered: (len(values) - 1 - values[::-1].argmax(0)).astype(np.int8) for wagered, values in options.items()}


@dataclass(frozen=True)
class Mississippi:
    """How many times the Ante is bet on 3rd Street by class of hand (0 is a fold), on 4th and 5th Street also by what has been
    wagered so far and the community cards.

    `amount` says what an Ante brings on each row, as a whole number of parts of which `scale` are an Ante; `values` what a fold
    and each bet on 3rd Street bring over all that may come, by class of hand, in the same parts.
    """

    endings: Endings
    amount: Counts
    scale: int
    third: Actions
    fourth: dict[int, Actions]
    fifth: dict[int, Actions]
    values: Counts

    def reached(self, seen: int) -> dict[int, Counts]:
        """How often each hand is met with its community cards when so many cards are seen, by what was wagered before."""
        found = self.endings
        if seen == 2:
            return {1: found.members}
        times = np.repeat(found.members[:, None], found.left, 1)
        third = {1 + bet: times * (self.third == bet)[:, None] for bet in BETS}
        if seen == 3:
            return third
        after: dict[int, Counts] = {}
        for by_now, often in third.items():
            for bet in BETS:
                after[by_now + bet] = after.get(by_now + bet, 0) + found.either(often * (self.fourth[by_now] == bet))
        return after

    @property
    def kept(self) -> dict[str, int]:
        """How many deals end in each row with a hand that is not folded, and under "" all others."""
        found = Counter[str]()
        for wagered, often in self.reached(4).items():
            found.update(dict(zip(self.endings.rows, self.endings.deals(often * (self.fifth[wagered] > 0)), strict=True)))
        found[""] = int(self.endings.members.sum()) * perm(self.endings.left, 3) - (found.total() - found[""])
        return found

    @cached_property
    def distribution(self) -> Distribution:
        """What Ante and bets bring together."""
        return together(self.combinations)

    @cached_property
    def combinations(self) -> tuple[Combination, ...]:
        """The classes of deals, by hand and by all that is wagered; folds by the street."""
        streets = {2: {1: self.third}, 3: self.fourth, 4: self.fifth}
        found: list[Combination] = []
        for seen, choices in streets.items():
            rest = perm(self.endings.left + 2 - seen, 5 - seen)
            for wagered, often in self.reached(seen).items():
                folds = int((often * (choices[wagered] == 0)).sum()) * rest
                words = f"fold on {seen + 1}{'rd' if seen == 2 else 'th'} Street, {antes(wagered)} lost"
                found.append(Combination("any hand", words, "", Fraction(-wagered), folds, Fraction(wagered)))
        for wagered, often in self.reached(4).items():
            for bet in BETS:
                deals = zip(self.amount, self.endings.deals(often * (self.fifth[wagered] == bet)), strict=True)
                whole, words = Fraction(wagered + bet), f"{antes(wagered + bet)} wagered"
                for name, (each, count) in zip(self.endings.rows, deals, strict=True):
                    found.append(Combination(name, words, "", whole * Fraction(int(each), self.scale), count, whole))
        return summed(found)


def antes(number: int) -> str:
    """
    >>> antes(1), antes(10)
    ('1 Ante', '10 Antes')
    """
    return f"{number} Ante{'s' * (number > 1)}"


def row(value: Value) -> str:
    """The hand's row in the table of § 655a.12(a), or the name of a hand that loses."""
    return mississippi_stud.row(value) or "pair"


def mississippi(house: House, deck: tuple[Card, ...] = WHOLE, choose: Choose = boldest) -> Mississippi:
    """All hands of a deck."""
    return play(house, endings(row, 2, 2, deck), choose)


def play(house: House, found: Endings, choose: Choose = boldest) -> Mississippi:
    """From the last decision backwards, for every amount that may be wagered by then."""
    amount, scale = whole(pays(house.paytable("Mississippi Stud"), found.rows))
    unit = found.counts @ amount  # by hand and pair of community cards: what a unit brings over all last cards
    lasts, cards = found.left - 2, found.left
    options = {
        wagered: np.stack([np.full_like(unit, -wagered * scale * lasts), *((wagered + bet) * unit for bet in BETS)])
        for wagered in range(1 + 2 * BETS[0], 2 + 2 * BETS[-1])
    }
    fifth = choose(4, options)
    later = {wagered: by_first(found, value) for wagered, value in chosen(options, fifth).items()}
    options = {
        wagered: np.stack(
            [
                np.full((len(unit), cards), -wagered * scale * lasts * (cards - 1), np.int64),
                *(later[wagered + bet] for bet in BETS),
            ]
        )
        for wagered in range(1 + BETS[0], 2 + BETS[-1])
    }
    fourth = choose(3, options)
    value = chosen(options, fourth)
    fold = np.full(len(unit), -scale * lasts * (cards - 1) * cards, np.int64)
    values = np.stack([fold, *(value[1 + bet].sum(1) for bet in BETS)])
    third = choose(2, {1: values})[1]
    return Mississippi(found, amount, scale, _ACTIONS[third], _bets(fourth), _bets(fifth), values)


def _bets(choices: dict[int, Actions]) -> dict[int, Actions]:
    return {wagered: _ACTIONS[choice] for wagered, choice in choices.items()}
