"""What a hand history tells: the format's codes, and a hand as it was read."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from pitboss.games.nonbanked.variants import VARIANTS, Variant
from pitboss.phh.actions import Record

DOLLARS = re.compile(r"(-?)\$([0-9]{1,3}(?:,[0-9]{3})*(?:\.[0-9]{2})?)(?![0-9])")  # as `dollars` writes them
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
# The house's choices that change who gets what, and that the format has no field for.
HOUSE = (
    *("smallest_chip", "odd_chip", "maximum_raises", "raise_schedule", "check_raise"),
    *("rake", "rake_percent", "rake_maximum", "rake_rounding", "rake_levels", "rake_schedule"),
    *("bad_beat_contribution", "bad_beat_levels", "bad_beat_minimum_pot"),
    *("high_hand_contribution", "high_hand_levels", "high_hand_minimum_pot"),
)


@dataclass(frozen=True)
class Hand:
    """A hand history as read. Amounts are whole: the file's, times `unit` where the file has fractions."""

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
    chapter: str  # by whose own rules the hand was played; "" by those of the format
    house: dict[str, Any]
    record: Record

    @property
    def variant(self) -> Variant:
        """The variant that the code stands for."""
        return VARIANTS[CODES[self.code][0]]

    @property
    def opens_in_full(self) -> bool:
        """Whether the player who is to make the Forced Bet bets in full at once."""
        acts = self.record.acts
        return not self.variant.blinds and bool(acts) and acts[0].word == "cbr"

    def amount(self, cents: int) -> str:
        """An amount as the file would have it."""
        return str(cents) if self.unit == 1 else f"{Decimal(cents) / self.unit:f}"

    def in_units(self, sentence: str) -> str:
        """A sentence of the engine, which takes the smallest unit for a cent, with amounts as the file would have them."""
        return DOLLARS.sub(lambda found: found[1] + self.amount(int(Decimal(found[2].replace(",", "")) * 100)), sentence)


def as_seated(row: list[int]) -> list[int]:
    """Antes or blinds by player, and back: the format gives them as at a full table, where the left of the button posts the
    small blind; of two players the button does, so that theirs change places."""
    return row[::-1] if len(row) == 2 else row
