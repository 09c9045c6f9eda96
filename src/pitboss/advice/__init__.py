"""Advice at a table: what each choice brings, from what the player who is asked may know and from nothing else.

`sight` is what a player knows when he is asked; `choices` prices his choices exactly, with `twenty_one` and `pai_gow` for those
games; `expectation` has the edge and the spread of every wager of a house. `python -m pitboss.advice` does that work in a process
of its own, for a server that must not wait for it.
"""

from pitboss.advice.choices import advise
from pitboss.advice.sight import Advice, Priced, Sight, sight_of

__all__ = ["Advice", "Priced", "Sight", "advise", "sight_of"]
