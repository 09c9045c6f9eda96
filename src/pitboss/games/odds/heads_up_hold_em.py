"""The mathematics of chapter 677a, Heads-Up Hold 'Em."""

from pitboss.games.heads_up_hold_em import pocket_hand
from pitboss.hands import FIVE_CARD
from pitboss.odds.boards import odds_of
from pitboss.odds.game_odds import Side, category

TEST = "test_heads_up_hold_em_is_solved_as_the_engine_plays_it"
ODDS = odds_of(
    *("HeadsUp", TEST),
    Side("Pocket Bonus", 2, pocket_hand),
    Side("Trips Plus", 7, category(FIVE_CARD), FIVE_CARD),
)
