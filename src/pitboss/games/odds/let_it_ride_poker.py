"""The mathematics of chapter 559, Let It Ride Poker."""

from pitboss.games.let_it_ride_poker import LOWEST_PAID, row
from pitboss.hands import FIVE_CARD, THREE_CARD_BONUS
from pitboss.odds.game_odds import Side, category, lazy
from pitboss.odds.streets import odds_of
from pitboss.odds.streets.street_game import StreetGame

RIDES = ("pull", "let it ride")
GAME = StreetGame(
    *("Bet 1", "with Bets 2 and 3, of which each is as large"),
    solve=lazy("streets.let_it_ride_poker.let_it_ride"),
    actions=lazy("streets.play.let_it_ride"),
    row=row,
    streets={3: ("Bet 1, three cards", RIDES), 4: ("Bet 2, four cards", RIDES)},
    few=2,
    lowest_paid=LOWEST_PAID,
    draws={3: (3,), 4: (4,)},
)
ODDS = odds_of(
    *(GAME, "LetItRidePlayer", "test_let_it_ride_is_solved_as_the_engine_plays_it"),
    Side("Let It Ride Bonus", 5, category(FIVE_CARD), FIVE_CARD),
    Side("Three Card Bonus", 3, THREE_CARD_BONUS.category),
)
