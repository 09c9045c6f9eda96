"""The wagers that a house's chips can pay: one answer for the check of a submission and for the table that takes the wager.

Odds printed in a chapter or posted by a house may require part of a chip: 3 to 2, 2.5 to 1, a 5% vigorish. A wager is payable
if every amount that it may be owed can be made in chips of the table. Half of a surrendered wager needs no entry: it is what 3
to 2 pays, less the wager itself. Chips below a dollar are change: a house that has them takes a vigorish to the cent.

Rule cases and hand histories post no limits and bet any amount; there, only the house's own odds must come out in cents. Tables
opened before this rule go on paying to the cent (`House.pays_in_chips`).
"""

import math
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pitboss.errors import IllegalWager
from pitboss.house import House
from pitboss.house.own_pay_tables import row_name
from pitboss.house.posted_payouts import in_force, stated_in_force
from pitboss.money import dollars
from pitboss.rulebook import Paytable
from pitboss.rulebook.chapters import VIGORISH
from pitboss.spelling import option_of
from pitboss.words import with_article

DOLLAR = 100
NEARBY = 400  # how many chips up and down to search for a payable amount


class Stake(NamedTuple):
    """The stake of a pay table that is no wager before the deal: a multiple of such a wager, under its own name."""

    wager: str
    times: int = 1
    name: str = ""


PaidOn = Mapping[str, Stake]  # by the name of the pay table


@dataclass(frozen=True)
class Due:
    """A payment that a wager may require: a fraction of it, under its paragraph."""

    wager: str  # a wager before the deal
    part: Fraction
    words: str  # the odds as printed or posted
    cite: str
    on: str  # the name of what is paid
    times: int = 1  # the stake as a multiple of the wager
    row: str = ""  # the row of the house's own pay table
    option: str = ""  # the option by which the house posts its own odds
    vigorish: bool = False

    @property
    def kind(self) -> str:
        """The word between the odds: "to" or "for"."""
        return " ".join(self.words.split()).split(" ")[1]

    def amount(self, house: House, cents: int) -> Fraction:
        """The payment due on a wager, in cents; a vigorish is rounded up as the house states."""
        exact = self.part * self.times * cents
        step = house.values.get("vigorish_rounding", 0) if self.vigorish else 0
        return Fraction(math.ceil(exact / step) * step) if step else exact

    def unit(self, house: House) -> int:
        """The unit that a payment must be a multiple of, in cents."""
        chip: int = house["smallest_chip"]
        if not house.limited or not house.pays_in_chips or (self.vigorish and chip < DOLLAR):
            return 1
        return chip

    def pays(self, house: House, cents: int) -> bool:
        """True if the house's chips can make the payment due on a wager: `amount` is a multiple of `unit`. Computed in
        integers, because every lawful wager is checked."""
        due, of = self.part.numerator * self.times * cents, self.part.denominator
        step = house.values.get("vigorish_rounding", 0) if self.vigorish else 0
        if step:
            due, of = -(-due // (of * step)) * step, 1
        return due % (of * self.unit(house)) == 0

    def sentence(self, house: House, cents: int) -> str:
        """The reason why a wager cannot be paid."""
        amount, on = self.amount(house, cents), dollars(self.times * cents)
        payment = f"{self.words} on {with_article(self.on)} Wager of {on}"
        if amount.denominator > 1:
            return f"{payment} cannot be {'taken' if self.vigorish else 'paid'} to the cent"
        return f"{payment} is {dollars(int(amount))}, which chips of {dollars(self.unit(house))} do not pay"


class Unpaid(NamedTuple):
    """A wager that the house's chips cannot pay, and the payment that they cannot make."""

    due: Due
    cents: int


def dues(house: House, wagers: Container[str], paid_on: PaidOn) -> list[Due]:
    """The payments that may require part of a chip, in the order of the chapter's tables and sentences."""
    payments = []
    for table in _tables(house):
        wager, times, name = paid_on.get(table.wager, Stake(table.wager))
        if wager in wagers:
            option = option_of(table.wager)
            posted_by = option if isinstance(house.values.get(option), dict) else ""
            if VIGORISH in dict(table.rows) and not table.condition:  # a bank takes the dealer's vigorish
                part = house.chapter.vigorish(table.section)
                payments.append(Due(wager, part, f"a {part * 100}% vigorish", table.section, wager, vigorish=True))
            for hand, payout, part in table.broken:
                row = row_name(table, house.values[option], hand) if posted_by else ""
                payments.append(Due(wager, part, payout, table.section, name or wager, times, row, posted_by))
    return payments


def _tables(house: House) -> list[Paytable]:
    """The tables that may require part of a chip: the chapter's sentences, and its pay tables if one of them, or one of the
    house's, does."""
    own = any(isinstance(value, dict) for value in house.values.values())
    printed = any(table.broken and house.chosen(table.wager) is not False for table in house.chapter.paytables)
    return [*stated_in_force(house), *(in_force(house) if own or printed else ())]


def unpaid(house: House, owed: list[Due], wagers: Mapping[str, int]) -> Unpaid | None:
    """The first payment that the house's chips cannot make on these wagers, None if they can make all."""
    for due in owed:
        if not house.limited and not due.option:
            continue
        if (cents := wagers.get(due.wager, 0)) and not due.pays(house, cents):
            return Unpaid(due, cents)
    return None


def refusal(house: House, owed: list[Due], found: Unpaid, least: int, most: int | None) -> IllegalWager:
    """The refusal of a wager that cannot be paid, with the nearest amounts that can."""
    chip: int = house["smallest_chip"]
    below = range(found.cents - chip, max(least, found.cents - NEARBY * chip) - 1, -chip)
    last = found.cents + NEARBY * chip
    above = range(found.cents + chip, (last if most is None else min(most, last)) + 1, chip)
    near = [next((c for c in side if unpaid(house, owed, {found.due.wager: c}) is None), None) for side in (below, above)]
    amounts = " or ".join(dollars(cents) for cents in near if cents is not None)
    advice = f"; bet {amounts}" if amounts else "; no wager near it can be paid"
    return IllegalWager(f"{found.due.sentence(house, found.cents)}{advice}", found.due.cite)


# ---------------------------------------------------------------------------- all lawful wagers


def betting_unit(house: House) -> int:
    """The step between the wagers that a house must be able to pay: its smallest chip, or whole dollars if that chip is
    change."""
    chip: int = house["smallest_chip"]
    return chip if chip >= DOLLAR else math.lcm(chip, DOLLAR)


def lawful_wagers(house: House, least: int, most: int | None) -> Iterator[int]:
    """The least wager in chips, then those above it up to the most, as far as their payments differ."""
    chip: int = house["smallest_chip"]
    step, first = betting_unit(house), -(-least // chip) * chip
    if most is None or first <= most:
        yield first
    start = first // step * step + step
    last = start + NEARBY * step
    yield from range(start, (last if most is None else min(most, last)) + 1, step)
