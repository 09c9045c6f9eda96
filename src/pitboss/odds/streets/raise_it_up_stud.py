"""§ 587.11, Raise It Up Stud: one Play Wager, of up to three Antes with three cards, two with four, one with five."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from pitboss.cards import Card
from pitboss.games import raise_it_up_stud_poker
from pitboss.games.raise_it_up_stud_poker import BOOK
from pitboss.house import House
from pitboss.odds.distribution import Combination, Distribution, summed, together
from pitboss.odds.streets.endings import (
    Actions,
    Choose,
    Counts,
    Endings,
    best,
    by_first,
    chosen,
    endings,
    pays,
    whole,
)
from pitboss.odds.suits import WHOLE

BEFORE = 2  # the Ante and the Blind
BETS = {
    3: tuple(range(BOOK.limit("play_3rd_street_minimum"), BOOK.limit("play_3rd_street_maximum") + 1)),
    4: tuple(range(BOOK.limit("play_4th_street_minimum"), BOOK.limit("play_4th_street_maximum") + 1)),
    5: (BOOK.limit("play_5th_street"),),
}  # by the number of cards seen
ANTE = BOOK.pays("587.12(b)", "Ante").value


@dataclass(frozen=True)
class RaiseItUp:
    """The Play Wager on 3rd Street by class of hand (0 to wait), on 4th Street also by community card, and on 5th Street by
    both community cards (0 is a fold).

    `fixed` says what Ante and Blind bring on each row, `unit` what an Ante of Play does; `values` what waiting and each Play
    Wager on 3rd Street bring over all that may come, by class of hand, as a whole number of parts of which `scale` are an Ante.
    """

    endings: Endings
    fixed: tuple[Fraction, ...]
    unit: tuple[Fraction, ...]
    scale: int
    third: Actions
    fourth: Actions
    fifth: Actions
    values: Counts

    def reached(self, seen: int) -> dict[int, Counts]:
        """How often each hand is met with its community cards, and no Play Wager, when so many cards are seen."""
        found = self.endings
        if seen == 3:
            return {BEFORE: found.members}
        waiting = np.repeat((found.members * (self.third == 0))[:, None], found.left, 1)
        return {BEFORE: waiting if seen == 4 else found.either(waiting * (self.fourth == 0))}

    @property
    def folded(self) -> Counts:
        """How many deals of each class of hand end in a fold."""
        folds: Counts = (self.reached(5)[BEFORE] * (self.fifth == 0)).sum(1) * (self.endings.left - 2)
        return folds

    @cached_property
    def distribution(self) -> Distribution:
        """What Ante, Blind and Play bring together."""
        return together(self.combinations)

    @cached_property
    def combinations(self) -> tuple[Combination, ...]:
        """The classes of deals, by hand and by the Play Wager, and all folds."""
        fold = Combination("any hand", "fold", "", Fraction(-BEFORE), int(self.folded.sum()), Fraction(BEFORE))
        found = [fold]
        at_first, at_second, at_third = (self.reached(seen)[BEFORE] for seen in (3, 4, 5))
        for bet in BETS[3]:
            often = 0 * at_second + (at_first * (self.third == bet))[:, None]
            if bet in BETS[4]:
                often += at_second * (self.fourth == bet)
            times = self.endings.either(often)
            if bet in BETS[5]:
                times += at_third * (self.fifth == bet)
            for row, count in enumerate(self.endings.deals(times)):
                result = self.fixed[row] + bet * self.unit[row]
                found.append(Combination(self.endings.rows[row], f"Play {bet}x", "", result, count, Fraction(BEFORE + bet)))
        return summed(found)


def antes(rows: Iterable[str]) -> list[Fraction]:
    """What the Ante brings on each row: a hand wins that § 587.12(c) prints."""
    printed = BOOK.paytable("Play")
    return [Fraction(-1) if printed.odds(row) is None else ANTE for row in rows]


def raise_it_up(house: House, deck: tuple[Card, ...] = WHOLE, choose: Choose = best) -> RaiseItUp:
    """All hands of a deck."""
    return play(house, endings(raise_it_up_stud_poker.five_card_row, 3, 2, deck), choose)


def play(house: House, found: Endings, choose: Choose = best) -> RaiseItUp:
    """From the last decision backwards: Ante and Blind bring a fixed part, the Play Wager a part for each unit."""
    unit, blind = (pays(house.paytable(name), found.rows) for name in ("Play", "Blind"))
    fixed = [ante + each for ante, each in zip(antes(found.rows), blind, strict=True)]
    amounts, scale = whole([*fixed, *unit])
    by_fixed, by_unit = (found.counts @ part for part in np.split(amounts, 2))

    def settled(seen: int, other: Counts, fixed: Counts, unit: Counts) -> tuple[Actions, Counts]:
        """What is chosen of something other and the Play Wagers, and what each of them brings."""
        options = {BEFORE: np.stack([other, *(fixed + bet * unit for bet in BETS[seen])])}
        choices = choose(seen, options)
        bets: Actions = np.array((0, *BETS[seen]), np.int8)[choices[BEFORE]]
        return bets, options[BEFORE] if seen == 3 else chosen(options, choices)[BEFORE]

    fifth, value = settled(5, np.full_like(by_fixed, -BEFORE * scale * (found.left - 2)), by_fixed, by_unit)
    waiting, by_fixed, by_unit = (by_first(found, part) for part in (value, by_fixed, by_unit))
    fourth, value = settled(4, waiting, by_fixed, by_unit)
    third, values = settled(3, value.sum(1), by_fixed.sum(1), by_unit.sum(1))
    return RaiseItUp(found, tuple(fixed), tuple(unit), scale, third, fourth, fifth, values)
