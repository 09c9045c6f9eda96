"""Best play where cards come one by one and no dealer plays, by a dynamic program over the cards seen and the units wagered.

Every game of this kind is solved here: § 559.13 (Let It Ride), § 587.11 (Raise It Up Stud), § 655a.11 (Mississippi Stud).
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm

import numpy as np

from pitboss.cards import Card
from pitboss.house import House
from pitboss.odds.distribution import Combination, Distribution, summed, together
from pitboss.odds.streets.endings import Choices, Choose, Counts, Endings, best, boldest, by_first, chosen, endings, whole
from pitboss.odds.streets.street_game import StreetGame
from pitboss.odds.suits import WHOLE


@dataclass(frozen=True)
class Solution:
    """A way to play a game. `choices` are the actions by number of cards seen and units wagered, then by class of hand and
    community cards; `values` what each action with the first cards brings over all that may come, by class of hand, as a whole
    number of parts of which `scale` are a unit."""

    game: StreetGame
    endings: Endings
    fixed: tuple[Fraction, ...]  # by row
    unit: tuple[Fraction, ...]
    scale: int
    choices: dict[int, Choices]
    values: Counts

    def reached(self, seen: int) -> dict[int, Counts]:
        """How often each hand is met with its community cards when so many cards are seen, by the units wagered before; with
        one card more than at the last decision, at the end."""
        found, own = self.endings, self.game.own
        now = {self.game.wagered: found.members}
        for street in range(own, seen):
            after: dict[int, Counts] = {}
            for wagered, often in now.items():
                choices = self.choices[street].get(wagered)
                for action, bet in enumerate(self.game.options(street, wagered) or (0,)):
                    if bet is not None:
                        taken = often if choices is None else often * (choices == action)
                        after[wagered + bet] = after.get(wagered + bet, 0) + taken
            if street + 1 in self.game.streets:
                after = {w: found.either(o) if street > own else np.repeat(o[:, None], found.left, 1) for w, o in after.items()}
            now = after
        return now

    @property
    def ended(self) -> dict[int, Counts]:
        """How often each hand is not folded, with the community cards before the last, by the units wagered."""
        return self.reached(max(self.game.streets) + 1)

    def folded(self, seen: int) -> dict[int, Counts]:
        """How many deals of each class of hand end in a fold when so many cards are seen, by the units that are lost."""
        orders = perm(self.endings.left + self.game.own - seen, max(self.game.streets) + 1 - seen)
        return {
            wagered: (often * (self.choices[seen][wagered] == 0)).reshape(len(often), -1).sum(1) * orders
            for wagered, often in self.reached(seen).items()
            if None in self.game.options(seen, wagered)
        }

    @property
    def folds(self) -> Counts:
        """How many deals of each class of hand end in a fold."""
        found = [deals for seen in self.game.streets for deals in self.folded(seen).values()]
        return sum(found, np.zeros(len(self.endings.hands), np.int64))

    @property
    def kept(self) -> Counter[str]:
        """How many deals end in each row with a hand that is not folded, and under "" all others."""
        found = Counter[str]()
        for often in self.ended.values():
            found.update(dict(zip(self.endings.rows, self.endings.deals(often), strict=True)))
        found[""] = int(self.folds.sum())
        return found

    @cached_property
    def distribution(self) -> Distribution:
        """What all wagers bring together."""
        return together(self.combinations)

    @cached_property
    def combinations(self) -> tuple[Combination, ...]:
        """The classes of deals: folds by the street, then hands by all that is wagered."""
        game, ended, found = self.game, self.ended, list[Combination]()
        for seen in game.streets:
            for wagered, deals in self.folded(seen).items():
                lost, words = Fraction(wagered), game.folds(seen, wagered)
                found.append(Combination("any hand", words, "", -lost, int(deals.sum()), lost))
        for wagered, words in game.ends.items():
            for row, count in enumerate(self.endings.deals(ended[wagered])):
                brings = self.fixed[row] + (wagered - game.wagered) * self.unit[row]
                found.append(Combination(self.endings.rows[row], words, "", brings, count, Fraction(wagered)))
        return summed(found)


def solve(game: StreetGame, house: House, deck: tuple[Card, ...] = WHOLE, choose: Choose | None = None) -> Solution:
    """All hands of a deck, by best play or by other choices."""
    return solve_hands(game, house, endings(game.row, game.own, len(game.streets) - 1, deck), choose)


def solve_hands(game: StreetGame, house: House, found: Endings, choose: Choose | None = None) -> Solution:
    """Some hands, from the last decision backwards, for every number of units that may be wagered by then."""
    choose = choose or (boldest if game.boldest else best)
    fixed, unit = (tuple(pays(house, row) for row in found.rows) for pays in (game.fixed, game.unit))
    amounts, scale = whole([*fixed, *unit])
    by_fixed, by_unit = (found.counts @ part for part in np.split(amounts, 2))
    before = {game.own: {game.wagered}}  # units wagered before each street, and in the end
    for seen in game.streets:
        before[seen + 1] = {w + bet for w in before[seen] for bet in game.options(seen, w) or (0,) if bet is not None}
    values = {wagered: by_fixed + (wagered - game.wagered) * by_unit for wagered in before[max(before)]}
    choices: dict[int, Choices] = {}
    options: dict[int, Counts] = {}
    deals = found.left - len(game.streets) + 1  # with the cards seen
    for seen in sorted(game.streets, reverse=True):
        shape = next(iter(values.values())).shape
        options = {
            wagered: np.stack([np.full(shape, -wagered * scale * deals) if b is None else values[wagered + b] for b in bets])
            for wagered in sorted(before[seen])
            if (bets := game.options(seen, wagered))
        }
        choices[seen] = choose(seen, options)
        if seen > game.own:
            values |= chosen(options, choices[seen])
            values = {w: by_first(found, values[w]) if seen > game.own + 1 else values[w].sum(1) for w in before[seen]}
            deals *= found.left - (seen - game.own) + 1
    return Solution(game, found, fixed, unit, scale, choices, options[game.wagered])
