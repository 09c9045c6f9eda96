"""The mathematics of chapter 655a, Mississippi Stud."""

from pitboss.hands import FIVE_CARD, THREE_CARD_655A
from pitboss.odds.game_odds import Side, category, lazy
from pitboss.odds.streets import odds_of

KEPT = lazy("side_wagers.five_cards_kept")
ODDS = odds_of(
    *("mississippi_stud", "MississippiPlayer", "Ante"),
    Side("Three Card Bonus", 3, THREE_CARD_655A.category),
    Side("Progressive Payout", 5, category(FIVE_CARD), FIVE_CARD, progressive=True, kept=KEPT),
)
