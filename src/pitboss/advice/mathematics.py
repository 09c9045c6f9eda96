"""What a chapter's file says of the mathematics of its game, in `[mathematics]`: who prices choices, how best play is shown,
how long that takes. The solvers are named by the game's `odds` (`pitboss.odds.game_odds`)."""

from dataclasses import dataclass, field

from pitboss.house import House
from pitboss.rulebook import chapter

IN_WORDS = "in words"


@dataclass(frozen=True)
class Mathematics:
    """The mathematics of one chapter, as the rooms above the odds need it."""

    advice: str = ""  # what prices choices at the table (`pitboss.advice.choices`); "" plays every round
    best_play: str = ""  # how best play is drawn: as a "grid" of the first cards, as the grids of "21", or "in words" only
    seconds: int = 3  # that the first sum of a chapter may take
    whole_game_seconds: int = 0  # the same for a sum over a whole game, where it takes longer
    slow: bool = False  # some wagers take minutes
    forfeits: tuple[str, ...] = ()  # what a fold gives up besides the wagers that are counted
    forfeits_with: dict[str, tuple[str, ...]] = field(default_factory=dict)  # and beside an option

    def given_up(self, house: House) -> list[str]:
        """What a fold gives up at a house besides the wagers that are counted."""
        beside = [wager for option, wagers in self.forfeits_with.items() if house.values.get(option) for wager in wagers]
        return [*self.forfeits, *beside]


def mathematics_of(number: str) -> Mathematics:
    """What a chapter's file says of its mathematics.

    >>> mathematics_of("heads-up-hold-em").best_play
    'grid'
    """
    return chapter(number).part("mathematics", Mathematics)
