"""The books of a Poker room: where every cent is that players have brought to its tables.

Players bring money to a table, and it stays before them, goes home with them, or is taken from them: as rake or for time, into
the drop box, or as a contribution to a jackpot, whose fund pays it to players again.
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
    """What was brought and where it is, in cents."""

    brought: int = 0  # table stakes with which players sat down, and what they added
    stacks: int = 0  # before the players, or in the pot of a hand in progress
    pockets: int = 0  # gone with players who left
    rake: int = 0  # in the drop boxes, from pots
    time_charges: int = 0  # in the drop boxes, for time
    boxes: int = 0  # contributions to jackpots, not counted yet
    counting: int = 0  # counted, on the way to the cage
    held: int = 0  # verified, in the funds
    awarded: int = 0  # waiting for players to collect it
    paid: int = 0  # collected by players

    def __add__(self, other: "Books") -> "Books":
        return Books(*map(add, self.figures, other.figures))

    @property
    def figures(self) -> tuple[int, ...]:
        """All of it, in order."""
        return tuple(vars(self).values())

    @property
    def drop(self) -> int:
        """What is in the drop boxes."""
        return self.rake + self.time_charges

    @property
    def found(self) -> int:
        """All that can be accounted for."""
        return sum(self.figures) - self.brought

    def balance(self) -> None:
        """Every cent that was brought is somewhere; raises Unbalanced."""
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
