"""The mathematics of chapter 555, Caribbean Stud Poker."""

from pitboss.hands import FIVE_CARD
from pitboss.odds.against_dealer import odds_of
from pitboss.odds.game_odds import Side, category

ODDS = odds_of(
    "five_card.solved",
    Side("Progressive Payout", 5, category(FIVE_CARD), FIVE_CARD, progressive=True, off_meter=True),
)
