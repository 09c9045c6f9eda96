"""A hand history as read, and the format's codes."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from pitboss.games.nonbanked.variants import VARIANTS, Variant
from pitboss.phh.actions import Record

DOLLARS = re.compile(r"(-?)\$([0-9]{1,3}(?:,[0-9]{3})*(?:\.[0-9]{2})?)(?![0-9])")  # in the form of `dollars`
# The format's codes: the variant and the structure of its bets.
CODES = {
    "FT": ("hold'em", "limit"),
    "NT": ("hold'em", "no limit"),
    "PO": ("omaha", "pot limit"),
    "FO/8": ("omaha high-low eight or better", "limit"),
    "F7S": ("seven-card stud", "limit"),
    "F7S/8": ("seven-card stud high-low eight or better", "limit"),
    "FR": ("razz", "limit"),
}
NOT_PLAYED = {
    "NS": "no-limit short-deck hold'em",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
# The house's choices that change payouts and have no field in the format.
HOUSE = (
    *("smallest_chip", "odd_chip", "maximum_raises", "raise_schedule", "check_raise"),
    *("rake", "rake_percent", "rake_maximum", "rake_rounding", "rake_levels", "rake_schedule"),
    *("bad_beat_contribution", "bad_beat_levels", "bad_beat_minimum_pot"),
    *("high_hand_contribution", "high_hand_levels", "high_hand_minimum_pot"),
)


@dataclass(frozen=True)
class Hand:
    """A hand history as read. Amounts are integers: multiplied by `unit` if the file has fractions."""

    path: str
    code: str
    unit: int
    antes: list[int]
    blinds: list[int]
    forced_bet: int
    small_bet: int
    big_bet: int
    dead_antes: bool
    starting: list[int]
    finishing: list[int] | None
    chapter: str  # whose rules applied; "" for those of the format
    house: dict[str, Any]
    record: Record

    @property
    def variant(self) -> Variant:
        """The variant of the code."""
        return VARIANTS[CODES[self.code][0]]

    @property
    def opens_in_full(self) -> bool:
        """True if the player who must make the Forced Bet bets in full at once."""
        acts = self.record.acts
        return not self.variant.blinds and bool(acts) and acts[0].word == "cbr"

    def amount(self, cents: int) -> str:
        """An amount as the file would write it."""
        return str(cents) if self.unit == 1 else f"{Decimal(cents) / self.unit:f}"

    def in_units(self, sentence: str) -> str:
        """A sentence of the engine, which counts the smallest unit as a cent, with amounts as the file would write them."""
        return DOLLARS.sub(lambda match: match[1] + self.amount(int(Decimal(match[2].replace(",", "")) * 100)), sentence)


def as_seated(row: list[int]) -> list[int]:
    """Antes or blinds by player, and back. The format lists them as at a full table, where the player left of the button posts
    the small blind. With two players the button posts it, so the two amounts change places."""
    return row[::-1] if len(row) == 2 else row
