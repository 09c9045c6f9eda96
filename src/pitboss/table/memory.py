"""What a table remembers from round to round besides what every table does: one record for each family of games.

A chapter says with `Game.memory` which record its tables have. All of it goes to JSON and back unchanged, so that a table
between two rounds is a value. The families whose record has more than a deck keep it beside their rules, with a function that
gives it to them by its own type.
"""

from dataclasses import dataclass


@dataclass
class Memory:
    """What a table remembers; each family of games has its own."""


@dataclass
class DeckMemory(Memory):
    """What is remembered of the decks of a game that is dealt from one at a time."""

    unwashed: bool = False  # the second deck lies in its place and is washed when its turn comes
