"""Money in integer cents, and payouts as the chapters print them.

>>> Odds.parse("3 to 2").winnings(1000)
1500
>>> Odds.parse("1,000 for 1").winnings(100)
99900
>>> dollars(123456)
'$1,234.56'
"""

import json
import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property
from typing import Literal

from pitboss.errors import BadOdds, InexactPayment

Kind = Literal["to", "for", "meter", "amount", "push", "none"]
LONGEST_PAYOUT = 400  # characters
MOST = 1_000_000  # to one; the chapters print 10,000 at most
_RATIO = re.compile(r"([0-9][0-9,]*(?:\.[0-9]+)?) (to|for) ([0-9][0-9,]*)")
_METER = re.compile(r"([0-9]+(?:\.[0-9]+)?)%(?: of (?:the )?(?:progressive )?(?:meter|jackpot))?")
_AMOUNT = re.compile(r"\$([0-9][0-9,]*(?:\.[0-9][0-9])?)")


def dollars(cents: int) -> str:
    """Cents as an amount in dollars.

    >>> dollars(500), dollars(-250), dollars(5_000_000)
    ('$5', '-$2.50', '$50,000')
    """
    sign, cents = ("-" if cents < 0 else ""), abs(cents)
    return f"{sign}${cents // 100:,}" + (f".{cents % 100:02}" if cents % 100 else "")


def decimal(number: int | Fraction) -> str:
    """A number with a finite decimal expansion, as a decimal.

    >>> decimal(10), decimal(Fraction(15, 2))
    ('10', '7.5')
    """
    return f"{Decimal(number.numerator) / number.denominator:f}"


def exact(amount: Fraction, cite: str = "") -> int:
    """A whole number of cents; raises InexactPayment instead of rounding."""
    if amount.denominator != 1:
        raise InexactPayment(f"{float(amount) / 100:.4f} dollars cannot be paid to the cent", cite)
    return amount.numerator


@dataclass(frozen=True)
class Odds:
    """One printed payout.

    `to` pays beside the wager, `for` replaces it, `meter` is a part of a progressive meter, `amount` a fixed sum in cents,
    `push` gives the wager back, `none` ("N/A") says the hand cannot occur or wins nothing.
    """

    kind: Kind
    value: Fraction = Fraction(0)

    @staticmethod
    @cache
    def parse(printed: str) -> "Odds":
        """Reads a payout as printed.

        >>> Odds.parse("2.5 to 1"), Odds.parse("100% of meter").kind, Odds.parse("$5,000").value, Odds.parse("Push").kind
        (Odds(kind='to', value=Fraction(5, 2)), 'meter', Fraction(500000, 1), 'push')
        >>> Odds.parse("three to one")
        Traceback (most recent call last):
        pitboss.errors.BadOdds: "three to one" is not a payout; write 3 to 2, 500 for 1, 100% of meter, $50, Push or N/A
        """
        words = " ".join(printed.split())
        if len(words) > LONGEST_PAYOUT:
            raise BadOdds(f"{_quoted(printed[:20])}… is too long to be a payout")
        if words.startswith("Either "):  # § 555.13(d) leaves a choice; the first is what the table pays unless the house says
            words = words.removeprefix("Either ").split(" or ")[0]
        if found := _RATIO.fullmatch(words):
            first, how, second = found.groups()
            if int(second.replace(",", "")) == 0:
                raise BadOdds(f"{_quoted(printed)} divides by nothing")
            value = Fraction(first.replace(",", "")) / int(second.replace(",", ""))
            if value > MOST:
                raise BadOdds(f"{_quoted(printed)} is more than {MOST:,} to 1")
            return Odds("to" if how == "to" else "for", value)
        if found := _METER.fullmatch(words):
            return Odds("meter", Fraction(found[1]) / 100)
        if found := _AMOUNT.fullmatch(words):
            return Odds("amount", Fraction(found[1].replace(",", "")) * 100)
        if words.lower() == "push":
            return Odds("push")
        if words.lower() in ("n/a", "na"):
            return Odds("none")
        raise BadOdds(f"{_quoted(printed)} is not a payout; write 3 to 2, 500 for 1, 100% of meter, $50, Push or N/A")

    @staticmethod
    def choices(printed: str) -> "tuple[Odds, ...]":
        """The payouts that a printed row leaves to choose from: its only one, or both of "Either ... or" (§ 555.13(d)).

        >>> [str(odds) for odds in Odds.choices("Either 10% of the progressive jackpot or $5,000, as designated")]
        ['10% of meter', '$5,000']
        """
        words = " ".join(printed.split())
        if not words.startswith("Either "):
            return (Odds.parse(words),)
        return tuple(Odds.parse(part.split(", ")[0]) for part in words.removeprefix("Either ").split(" or "))

    def winnings(self, wager: int, meter: int = 0, cite: str = "") -> int:
        """The exact cents that the house adds to a returned wager; raises InexactPayment.

        >>> Odds.parse("3 to 2").winnings(25, cite="633a.13(a)")
        Traceback (most recent call last):
        pitboss.errors.InexactPayment: 0.3750 dollars cannot be paid to the cent (§ 633a.13(a))
        """
        if self.kind == "to":
            value = self.value
            if value.denominator == 1:
                return value.numerator * wager
            return exact(value * wager, cite)
        if self.kind == "for":
            return exact(self.value * wager, cite) - wager
        if self.kind == "meter":
            return exact(self.value * meter, cite) - wager
        if self.kind == "amount":
            return exact(self.value, cite) - wager
        return 0

    def net(self, wager: int = 100, meter: int = 0) -> Fraction:
        """The net gain of a wager, in units of the wager. Amounts and parts of a meter replace the wager.

        >>> [str(Odds.parse(payout).net()) for payout in ("3 to 2", "3 for 1", "Push", "$50", "N/A")]
        ['3/2', '2', '0', '49', '-1']
        """
        if self.kind in ("push", "none"):
            return Fraction(-(self.kind == "none"))
        if self.kind == "to":
            return Fraction(self.value)
        return Fraction({"for": self.value, "amount": self.value / wager, "meter": self.value * meter / wager}[self.kind]) - 1

    def __str__(self) -> str:
        return self._printed

    @cached_property
    def _printed(self) -> str:
        v = self.value
        if self.kind in ("to", "for"):
            return f"{v.numerator:,} {self.kind} {v.denominator}"
        if self.kind == "meter":
            return f"{float(v * 100):g}% of meter"
        if self.kind == "amount":
            return dollars(v.numerator)
        return "Push" if self.kind == "push" else "N/A"


def _quoted(words: str) -> str:
    """Text from a file in quotation marks.

    >>> _quoted("Aß")
    '"Aß"'
    """
    return json.dumps(words, ensure_ascii=False)
