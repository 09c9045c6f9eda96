"""What a table remembers from round to round beyond what all tables share: one record per family of games.

A chapter names its record with `Game.memory`. Every record survives a round trip through JSON, so that a table between two
rounds is one value. Families whose record holds more than a deck keep it beside their rules, with a function that returns it
under its own type.
"""

from dataclasses import dataclass


@dataclass
class Memory:
    """What a table remembers; each family of games has its own subclass."""


@dataclass
class DeckMemory(Memory):
    """What a table remembers about its decks in a game dealt from one deck at a time."""

    unwashed: bool = False  # the second deck lies in its place and is washed when its turn comes
