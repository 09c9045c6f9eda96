"""One module per chapter, in the chapter's order. A game registered here is played, tested and listed everywhere."""

import copyreg
from functools import cache
from importlib import import_module

from pitboss.errors import NotAuthorized
from pitboss.rulebook import chapter
from pitboss.table.game import Game

BANKED = {
    "555": "caribbean_stud_poker",
    "557": "four_card_poker",
    "559": "let_it_ride_poker",
    "561": "pai_gow_poker_2010",
    "563": "texas_hold_em_bonus_poker",
    "565": "three_card_poker",
    "587": "raise_it_up_stud_poker",
    "633a": "blackjack",
    "635a": "spanish_21",
    "645a": "pai_gow_poker",
    "655a": "mississippi_stud",
    "657a": "crazy_4_poker",
    "677a": "heads_up_hold_em",
    "678a": "high_card_flush",
}

NONBANKED = {"553": "poker_2010", "637a": "poker"}  # players against each other

MODULES = BANKED | NONBANKED


@cache
def game(name: str) -> Game:
    """The game of a chapter, by number or slug.

    >>> game("three-card-poker").chapter
    '565'
    """
    book = chapter(name)
    if book.chapter not in MODULES:
        slugs = ", ".join(chapter(number).slug for number in MODULES)
        raise NotAuthorized(f"chapter {book.chapter} ({book.game}) is not a game; the games are {slugs}")
    found: Game = import_module(f"pitboss.games.{MODULES[book.chapter]}").GAME
    return found


copyreg.pickle(Game, lambda found: (game, (found.chapter,)))  # a copied or stored table has the game of this software
