"""Games in which a player's cards and the community cards that come one by one make his hand, and no dealer plays.

What the last card can make of the cards before it is counted once, as rows of the pay table (`endings`). All that has to be
decided earlier is a matter of sums of these counts, in a module for each game: § 559.13 (Let It Ride), § 587.11 (Raise It Up
Stud), § 655a.11 (Mississippi Stud). `kinds` says what cards a person sees in his hand, `finding` makes rules of them.

`catalogue` calls it. Start reading at `endings.py`.
"""

from pitboss.odds.streets.endings import Counts, Endings, Tally, endings, pays, rows_of, whole
from pitboss.odds.streets.let_it_ride_poker import LetItRide, let_it_ride
from pitboss.odds.streets.mississippi_stud import Mississippi, mississippi
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
