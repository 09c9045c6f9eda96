"""The mathematics of chapter 637a, Poker: how often its jackpots are hit. There are no wagers against the house."""

from pitboss.odds.game_odds import GameOdds, Method, Part, lazy

JACKPOTS = lazy("jackpots.rows")
METHOD = Method(
    "odds/jackpots",
    "on each board the qualifying holdings are a graph; its matchings say how often nobody has one",
    "the room's own recognizer over all deals of a small deck; a direct count of two players; deals at random",
    (
        "odds/test_jackpots.py::test_hold_em_is_the_engine_over_all_deals_of_a_small_deck",
        "odds/test_jackpots.py::test_two_players_are_counted_directly",
    ),
)
ODDS = GameOdds((Part(("Bad Beat payout", "High Hand Jackpot payout"), JACKPOTS),), method=METHOD)
