"""Games with five community cards against a dealer: Texas Hold 'Em Bonus (563) and Heads-Up Hold 'Em (677a).

`holdings` counts what two cards win on a board. `game` has the terms of any such game as data, `backward` finds best play,
`forward` counts what it brings, `solver` does both. `heads_up` and `texas_bonus` are the terms of the two chapters, `play` says
what each action brings with a hand, `rules` finds what a player can remember.

The games declare it, and drafts use it. Start reading at `game.py`.
"""

from pitboss.odds.game_odds import ENGINE, SIMULATED, SIMULATION, GameOdds, Method, Side, lazy, main


def odds_of(name: str, test: str, *sides: Side) -> GameOdds:
    """The mathematics of a game, by the name of its solution, and of the test that solves it on a small deck."""
    method = Method(
        "odds/boards",
        "boards by suit isomorphism, the holdings of each sorted once; wins, ties and losses are running counts",
        f"{ENGINE}; {SIMULATED}",
        (f"odds/test_streets.py::{test}", SIMULATION),
    )
    solved = lazy(f"boards.games.{name}")
    return GameOdds((main(solved),), sides, solved, lazy(f"players.boards.{name}Player"), method)
