"""The mathematics of chapter 565, Three Card Poker."""

from pitboss.games.three_card_poker import hand_name
from pitboss.odds.against_dealer import odds_of
from pitboss.odds.game_odds import Side

ODDS = odds_of("three_card.solved", Side("Pair Plus", 3, hand_name))
