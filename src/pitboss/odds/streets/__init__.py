"""Games in which a player's cards and the community cards that come one by one make his hand, and no dealer plays.

What the last card can make of the cards before it is counted once, as rows of the pay table (`endings`). All that has to be
decided earlier is a matter of sums of these counts (`solver`), by the terms that a game declares (`street_game`): § 559.13 (Let
It Ride), § 587.11 (Raise It Up Stud), § 655a.11 (Mississippi Stud). `kinds` says what cards a person sees in his hand,
`finding` makes rules of them.

The games declare it. Start reading at `endings.py`.
"""

from functools import partial

from pitboss.odds.game_odds import ENGINE, SIMULATED, SIMULATION, GameOdds, Method, Side, lazy, main
from pitboss.odds.streets.street_game import StreetGame


def odds_of(game: StreetGame, test: str, *sides: Side) -> GameOdds:
    """The mathematics of a game, with the name of the test that solves it on a small deck."""
    solved = partial(lazy("streets.games.Streets"), game)
    method = Method(
        "odds/streets",
        "what the last card makes is counted as rows of the pay table; earlier decisions are sums of these, by backward "
        "induction",
        f"{ENGINE}; {SIMULATED}",
        (f"odds/test_streets.py::{test}", SIMULATION),
    )
    return GameOdds((main(solved, game.wager),), sides, solved, lazy("players.streets.StreetPlayer"), method)
