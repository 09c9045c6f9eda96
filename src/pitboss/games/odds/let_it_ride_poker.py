"""The mathematics of chapter 559, Let It Ride Poker."""

from pitboss.hands import FIVE_CARD, THREE_CARD_BONUS
from pitboss.odds.game_odds import Side, category
from pitboss.odds.streets import odds_of

ODDS = odds_of(
    *("let_it_ride", "LetItRidePlayer", "Bet 1"),
    Side("Let It Ride Bonus", 5, category(FIVE_CARD), FIVE_CARD),
    Side("Three Card Bonus", 3, THREE_CARD_BONUS.category),
)
