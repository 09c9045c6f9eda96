"""The mathematics of chapter 633a, Blackjack, including the parts that Spanish 21 shares."""

from pitboss.odds.game_odds import ENGINE, SIMULATED, SIMULATION, GameOdds, Method, Part, counted, lazy

FIRST_CARDS = counted("twenty_one.side_wagers")  # wagers decided by the first cards


def odds_of(wager: str, rows: str, test: str, *optional: str) -> GameOdds:
    """The odds of a game of 21: its wager, the function that prices it, and the test that plays every order of a small shoe."""
    method = Method(
        "odds/twenty_one",
        "values by the composition of the shoe, in fractions; splits as hands with the same up card",
        f"slow definitions of the dealer's chances and of single hands; {ENGINE}; {SIMULATED}",
        ("odds/test_twenty_one_reference.py::test_the_dealers_odds", f"odds/test_twenty_one_engine.py::{test}", SIMULATION),
    )
    whole = (Part((wager,), lazy(f"twenty_one.{rows}")), Part(("Insurance",), lazy("twenty_one.insurance_rows")))
    return GameOdds(
        (*whole, *map(FIRST_CARDS, optional)),
        solved=lazy("twenty_one.games.TwentyOne"),
        player=lazy("players.switch.player"),
        method=method,
    )


ODDS = odds_of(
    *("Blackjack", "blackjack_rows", "test_blackjack_over_every_order_of_a_small_shoe"),
    *("Lucky Ladies Twenty Point Bonus", "Match-the-Dealer", "In Between", "Royal Match 21"),
    *("Bet the Set 21", "King's Bounty", "Super Match"),
)
