"""The mathematics of chapter 559, Let It Ride Poker."""

from pitboss.games.let_it_ride_poker import BET_1, BET_2, LOWEST_PAID, row
from pitboss.hands import FIVE_CARD, THREE_CARD_BONUS
from pitboss.odds.game_odds import Side, category
from pitboss.odds.streets import odds_of
from pitboss.odds.streets.street_game import StreetGame, on_table

RIDES = ("pull", "let it ride")
PAYS = on_table("Let It Ride Poker")
GAME = StreetGame(
    *("Bet 1", "with Bets 2 and 3, of which each is as large", row),
    wagered=1,  # Bet 3, which always rides; under best play the others are withdrawn if their expected value is negative
    fixed=PAYS,
    unit=PAYS,
    streets={3: ("Bet 1, three cards", RIDES), 4: ("Bet 2, four cards", RIDES)},
    bets={3: (1,), 4: (1,)},
    ends={3: "3 Bets in play", 2: "2 Bets in play", 1: "1 Bet in play"},
    asked={"559.13(b)": 3, "559.13(d)": 4},
    made=lambda t, ask: 1 + (ask.about == BET_2 and t.holds(ask.seat, BET_1) > 0),
    few=2,
    lowest_paid=LOWEST_PAID,
    draws={3: (3,), 4: (4,)},
)
ODDS = odds_of(
    *(GAME, "test_let_it_ride_is_solved_as_the_engine_plays_it"),
    Side("Let It Ride Bonus", 5, category(FIVE_CARD), FIVE_CARD),
    Side("Three Card Bonus", 3, THREE_CARD_BONUS.category),
)
