"""What a game declares whose cards come one by one, for the solvers and for rules in words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.cards import Card
from pitboss.hands import Value
from pitboss.house import House
from pitboss.odds.advice import Actions


@dataclass(frozen=True, eq=False)
class StreetGame:
    """One game."""

    wager: str  # the first
    note: str  # which wagers belong to it
    solve: Callable[..., Any]  # takes a house, a deck and who chooses
    actions: Callable[[House, tuple[Card, ...]], Actions]  # what each action brings with one hand
    row: Callable[[Value], str]  # of the pay table
    # By number of cards seen: what is decided, and the words of every action; the first is what is left.
    streets: Mapping[int, tuple[str, tuple[str, ...]]]
    few: int  # lines for an action in the shortest rules
    lowest_paid: int  # the lowest rank of a pair that is paid: cards from it on are the high ones
    draws: Mapping[int, tuple[int, ...]]  # of how many cards a draw is made, by the number of cards seen
    cards: int = 5  # in a whole hand with all community cards
    pushes: tuple[int, int] | None = None  # the ranks of pairs that push: a card of one counts a point, a high card two
