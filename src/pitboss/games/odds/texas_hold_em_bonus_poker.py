"""The mathematics of chapter 563, Texas Hold 'Em Bonus Poker."""

from pitboss.games.texas_hold_em_bonus_poker import two_cards
from pitboss.odds.boards import odds_of
from pitboss.odds.game_odds import Side

TEST = "test_texas_hold_em_bonus_is_solved_as_the_engine_plays_it"
ODDS = odds_of("TexasBonus", TEST, Side("Bonus", 2, two_cards))
