"""The mathematics of chapter 635a, Spanish 21."""

from pitboss.games.odds.blackjack import odds_of

ODDS = odds_of("Spanish 21", "spanish_rows", "test_spanish_21_over_every_order_of_a_small_shoe", "Match-the-Dealer")
