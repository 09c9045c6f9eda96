"""Games in which a player's cards and the community cards that come one by one make his hand, and no dealer plays.

What the last card can make of the cards before it is counted once, as rows of the pay table (`endings`). All that has to be
decided earlier is a matter of sums of these counts, in a module for each game: § 559.13 (Let It Ride), § 587.11 (Raise It Up
Stud), § 655a.11 (Mississippi Stud). `kinds` says what cards a person sees in his hand, `finding` makes rules of them.

`catalogue` calls it. Start reading at `endings.py`.
"""

from collections.abc import Callable

from pitboss.games.let_it_ride_poker import row as let_it_ride_row
from pitboss.games.raise_it_up_stud_poker import five_card_row
from pitboss.hands import Value
from pitboss.house import House
from pitboss.odds.streets.endings import Counts, Endings, Tally, endings, pays, rows_of, whole
from pitboss.odds.streets.let_it_ride_poker import LetItRide, let_it_ride
from pitboss.odds.streets.mississippi_stud import Mississippi, mississippi
from pitboss.odds.streets.mississippi_stud import row as mississippi_row
from pitboss.odds.streets.raise_it_up_stud import RaiseItUp, raise_it_up

__all__ = [
    "Counts",
    "Endings",
    "LetItRide",
    "Mississippi",
    "RaiseItUp",
    "Tally",
    "endings",
    "let_it_ride",
    "mississippi",
    "pays",
    "raise_it_up",
    "rows_of",
    "whole",
]

ROWS: dict[str, Callable[[Value], str]] = {
    "559": let_it_ride_row,
    "587": five_card_row,
    "655a": mississippi_row,
}


def hands(house: House, wager: str) -> tuple[str, ...]:
    """The hands that the tables of a whole game may pay."""
    return rows_of(ROWS[house.chapter.chapter])[0]
