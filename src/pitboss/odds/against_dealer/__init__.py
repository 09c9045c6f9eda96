"""Ante and Play where a player's hand meets the dealer's and no card is shared: chapters 555, 557, 565, 657a and 678a.

`counting` finds how many of the dealer's hands are below, equal to and above each class of a player's, `flush` does so for the
longest flush of seven cards, `play` makes best play and its distribution of that, `rules` finds what a player can remember.
Side wagers are counted elsewhere; what is compulsory with the Ante (the Super Bonus of 657a) is counted with it.

The games declare it. Start reading at `play.py`, then `showdown.py`.
"""

from pitboss.odds.game_odds import ENGINE, SIMULATED, SIMULATION, GameOdds, Method, Side, lazy, main

METHOD = Method(
    "odds/against_dealer",
    "hands of the player by suit isomorphism; the dealer's below, equal and above by inclusion–exclusion over shared cards",
    f"plain enumeration on small decks; {ENGINE}; {SIMULATED}",
    (
        "odds/test_against_dealer.py::test_counts_on_a_small_deck",
        "odds/test_against_dealer.py::test_the_engine_on_a_small_deck_brings_the_same",
        SIMULATION,
    ),
)


def odds_of(solve: str, *sides: Side) -> GameOdds:
    """The mathematics of a game, by the name of its solver in this package."""
    solved = lazy(f"against_dealer.{solve}")
    return GameOdds((main(solved),), sides, solved, lazy("players.against_dealer.AgainstDealer"), METHOD)
