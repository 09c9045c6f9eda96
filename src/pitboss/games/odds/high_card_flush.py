"""The mathematics of chapter 678a, High Card Flush."""

from pitboss.hands import FLUSH_LENGTH, STRAIGHT_FLUSH_LENGTH, Value
from pitboss.odds.against_dealer import odds_of
from pitboss.odds.game_odds import Side


def flush(value: Value) -> str:
    """The length of the longest flush."""
    return f"{value.category + 1} card flush"


def straight_flush(value: Value) -> str:
    """The length of the longest straight flush, "" if there is none."""
    return f"{value.category + 2} card straight flush" if value.category else ""


ODDS = odds_of(
    "flush.solved",
    Side("Flush Bonus", 7, flush, FLUSH_LENGTH),
    Side("Straight Flush Bonus", 7, straight_flush, STRAIGHT_FLUSH_LENGTH),
    Side("Progressive Jackpot", 7, straight_flush, STRAIGHT_FLUSH_LENGTH, progressive=True),
)
