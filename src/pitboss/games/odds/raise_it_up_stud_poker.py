"""The mathematics of chapter 587, Raise It Up Stud Poker."""

from pitboss.games.raise_it_up_stud_poker import three_card_row
from pitboss.hands import FIVE_CARD, THREE_CARD_587
from pitboss.odds.game_odds import Side, category, lazy
from pitboss.odds.streets import odds_of

ODDS = odds_of(
    *("raise_it_up_stud", "RaiseItUpPlayer", "Ante"),
    Side("Pair Plus", 3, THREE_CARD_587.category),
    Side("Six Card Bonus", 6, category(FIVE_CARD), FIVE_CARD),
    Side("Progressive Payout", 3, three_card_row, progressive=True, kept=lazy("side_wagers.three_cards_kept")),
)
