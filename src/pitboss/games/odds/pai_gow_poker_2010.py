"""The mathematics of chapter 561, the first edition of Pai Gow Poker: without a bank and bonus wagers."""

from dataclasses import replace

from pitboss.games.odds import pai_gow_poker

ODDS = replace(pai_gow_poker.ODDS, whole=(pai_gow_poker.WAGER,))
