"""The mathematics of chapter 657a, Crazy 4 Poker."""

from pitboss.games.crazy_4_poker import hand_name
from pitboss.hands import FOUR_CARD
from pitboss.odds.against_dealer import odds_of
from pitboss.odds.game_odds import Side

ODDS = odds_of(
    "four_card.solved_657a",
    Side("Queens Up", 5, hand_name, FOUR_CARD),
    Side("Progressive Payout", 5, hand_name, FOUR_CARD, progressive=True),
)
