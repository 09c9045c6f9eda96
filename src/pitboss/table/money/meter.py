"""A progressive meter: an account of the house that accepted wagers feed and payments in percent come out of.

A meter belongs to the house, not to the table inventory. What it shows is whole cents; fractions of a cent are carried, never
shown and never paid. Tables may be linked to one meter (`pitboss.table.money.linked_meter`).
"""

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from pitboss.house import House


@dataclass
class Meter:
    """A progressive meter, in cents."""

    cents: int
    reset: int
    rate: Fraction  # the part of each wager that goes to the meter
    carried: Fraction = Fraction(0)
    stands: bool = False  # wagers do not move it: a rule case states the meter as it is when hands are paid

    @staticmethod
    def of(house: House) -> "Meter | None":
        """The meter of a house that offers a progressive wager, None without one."""
        if not is_offered(house):
            return None
        shows = house.given.get("progressive_meter")  # a new meter shows its initial amount
        start = shows or house.get("progressive_initial") or house["progressive_meter"] or house["progressive_reset"]
        return Meter(start, house["progressive_reset"], Fraction(house.get("progressive_rate") or 0) / 100)

    def feed(self, wager: int) -> int:
        """Feeds the meter from a wager; returns the whole cents by which it moves."""
        if self.stands:
            return 0
        grown = self.carried + wager * self.rate
        whole = int(grown)
        self.carried = grown - whole
        self.cents += whole
        return whole

    def take_off(self, amount: Fraction) -> int:
        """Takes an amount off again, to the fraction of a cent; returns the whole cents by which the meter went down."""
        before, left = self.cents, self.cents + self.carried - amount
        self.cents = floor(left)
        self.carried = left - self.cents
        return before - self.cents


def is_offered(house: House) -> bool:
    """True if a house offers a progressive wager with a meter behind it."""
    return bool(house.get("progressive_payout") or house.get("progressive_jackpot"))
