"""The books of a Poker room: the place of every cent that players have brought to its tables.

Money brought to a table stays before the players, goes home with them, or is taken from them: as rake or for time, into the
drop box, or as a contribution to a jackpot, whose fund pays it to players again.
"""

from dataclasses import dataclass
from operator import add

from pitboss.card_room.funds import Fund
from pitboss.errors import Unbalanced
from pitboss.games.nonbanked.rules import memory_of
from pitboss.money import dollars
from pitboss.table.table import Table


@dataclass(frozen=True)
class Books:
    """The money brought to the tables and where it is now, in cents."""

    brought: int = 0  # table stakes of players who sat down, and additions
    stacks: int = 0  # before the players, or in the pot of a hand in progress
    pockets: int = 0  # taken home by players
    rake: int = 0  # in the drop boxes, from pots
    time_charges: int = 0  # in the drop boxes, for time
    boxes: int = 0  # contributions to jackpots, not counted yet
    counting: int = 0  # counted, on the way to the cage
    held: int = 0  # verified, in the funds
    awarded: int = 0  # awarded and not yet collected
    paid: int = 0  # collected by players

    def __add__(self, other: "Books") -> "Books":
        return Books(*map(add, self.figures, other.figures))

    @property
    def figures(self) -> tuple[int, ...]:
        """All figures, in order."""
        return tuple(vars(self).values())

    @property
    def drop(self) -> int:
        """The money in the drop boxes."""
        return self.rake + self.time_charges

    @property
    def found(self) -> int:
        """The sum that is accounted for."""
        return sum(self.figures) - self.brought

    def balance(self) -> None:
        """Checks that every cent brought is accounted for; raises Unbalanced."""
        if self.found != self.brought or min(self.figures) < 0:
            raise Unbalanced(f"{dollars(self.brought)} came to the tables and {dollars(self.found)} are accounted for")


def books_of_table(table: Table) -> Books:
    """The money of a table."""
    charged = memory_of(table).time_charges
    stacks = sum(seat.cents for seat in table.seats.values())
    return Books(table.brought, stacks, table.taken, table.inventory - charged, charged)


def books_of_fund(fund: Fund) -> Books:
    """The money of a jackpot."""
    return Books(
        boxes=sum(fund.boxes.values()),
        counting=sum(sum(count.boxes.values()) for count in fund.counting),
        held=fund.held,
        awarded=sum(award.cents for award in fund.awards),
        paid=fund.paid,
    )
