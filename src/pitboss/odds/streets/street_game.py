"""What a game declares whose cards come one by one: its terms, for the solver, and its words, for rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.hands import Value
from pitboss.house import House
from pitboss.odds.paid import net, paid
from pitboss.table.round import Round
from pitboss.table.steps import Ask

Pays = Callable[[House, str], Fraction]  # by row of the pay table


def on_table(name: str) -> Pays:
    """What a unit brings on a pay table: the odds, nothing on a push, and the unit lost where there is no row."""
    return lambda house, row: net(paid(house.paytable(name), row))


@dataclass(frozen=True, eq=False)
class StreetGame:
    """One game. A hand brings a fixed part and a part for each unit wagered after the cards are seen; a fold loses what is
    wagered by then. A unit is the first wager."""

    wager: str  # the first
    note: str  # which wagers belong to it
    row: Callable[[Value], str]  # of the pay table
    wagered: int  # units before any card is seen
    fixed: Pays
    unit: Pays
    # By number of cards seen: what is decided, and the words of every action; the first is what is left.
    streets: Mapping[int, tuple[str, tuple[str, ...]]]
    bets: Mapping[int, tuple[int, ...]]  # by number of cards seen: the units of the other actions
    ends: Mapping[int, str]  # how a round is called by the units wagered in the end
    asked: Mapping[str, int]  # how many cards are seen, by the paragraph of a question
    made: Callable[[Round, Ask], int]  # the units that a player has wagered when asked
    few: int  # lines for an action in the shortest rules
    lowest_paid: int  # the lowest rank of a pair that is paid: cards from it on are the high ones
    draws: Mapping[int, tuple[int, ...]]  # of how many cards a draw is made, by the number of cards seen
    once: bool = False  # one wager may be made, on any street
    boldest: bool = False  # of equal bets the largest is best, which is how an average wager is usually reckoned
    folds: Callable[[int, int], str] = lambda seen, wagered: "fold"  # how a fold is called
    cards: int = 5  # in a whole hand with all community cards
    pushes: tuple[int, int] | None = None  # the ranks of pairs that push: a card of one counts a point, a high card two

    @property
    def own(self) -> int:
        """A player's own cards, with which the first decision is made."""
        return min(self.streets)

    @property
    def apart(self) -> bool:
        """Whether each bet wins or loses by itself, as nothing is folded."""
        return not self.once and not any(words[0] == "fold" for _, words in self.streets.values())

    def options(self, seen: int, wagered: int) -> tuple[int | None, ...]:
        """The units that each action adds, None for a fold; no action where the one wager has been made."""
        if self.once and wagered > self.wagered:
            return ()
        return None if self.streets[seen][1][0] == "fold" else 0, *self.bets[seen]
