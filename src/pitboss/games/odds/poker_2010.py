"""The mathematics of chapter 553, the first edition of Poker: without a High Hand Jackpot."""

from dataclasses import replace

from pitboss.games.odds import poker
from pitboss.odds.game_odds import Part

ODDS = replace(poker.ODDS, whole=(Part(("Bad Beat payout",), poker.JACKPOTS),))
