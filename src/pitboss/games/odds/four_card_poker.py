"""The mathematics of chapter 557, Four Card Poker."""

from pitboss.games.four_card_poker import hand_name
from pitboss.hands import FOUR_CARD
from pitboss.odds.against_dealer import odds_of
from pitboss.odds.game_odds import Side

ODDS = odds_of("four_card.solved_557", Side("Aces Up", 5, hand_name, FOUR_CARD))
