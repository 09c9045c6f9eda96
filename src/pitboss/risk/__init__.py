"""What many rounds of a wager do to a bankroll: chances of being ahead, of ruin, and what coupons and rebates are worth.

The command line calls it. Start reading at `steps.py`, which puts a wager's results on a grid; `bankrolls.py` walks on it.
"""

from pitboss.risk.bankrolls import Session, bankroll_for, play_session, ruin_ever
from pitboss.risk.coupons import free_bet, match_play, rebate
from pitboss.risk.shifts import Shift, shift
from pitboss.risk.steps import Steps, after

__all__ = [
    "Session",
    "Shift",
    "Steps",
    "after",
    "bankroll_for",
    "free_bet",
    "match_play",
    "play_session",
    "rebate",
    "ruin_ever",
    "shift",
]
