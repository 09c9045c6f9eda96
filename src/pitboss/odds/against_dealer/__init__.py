"""Ante and Play where a player's hand meets the dealer's and no card is shared: chapters 555, 557, 565, 657a and 678a.

`counting` finds how many of the dealer's hands are below, equal to and above each class of a player's, `flush` does so for the
longest flush of seven cards, `play` makes best play and its distribution of that, `rules` finds what a player can remember.
Side wagers are counted elsewhere; what is compulsory with the Ante (the Super Bonus of 657a) is counted with it.

`catalogue` calls it. Start reading at `play.py`.

>>> from pitboss.house import House
>>> [f"{float(row.edge):.4%}" for row in rows("565", House.of("565"))]
['3.3730%', '3.6038%', '4.7485%', '3.5359%']
"""

import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from pitboss.cards import Card
from pitboss.house import House
from pitboss.odds.against_dealer import five_card, flush, four_card, three_card
from pitboss.odds.against_dealer.counting import Cards
from pitboss.odds.against_dealer.kernels import Showdowns
from pitboss.odds.against_dealer.play import Setting, SimpleRule
from pitboss.odds.parts import Progress, Told, begun
from pitboss.odds.row import Row
from pitboss.odds.suits import WHOLE
from pitboss.rulebook import chapter as book_of

SETTINGS: dict[str, Setting] = {
    "555": five_card.SETTING,
    "557": four_card.SETTING_557,
    "565": three_card.SETTING,
    "657a": four_card.SETTING_657A,
    "678a": flush.SETTING,
}


def rows(chapter: str, house: House, progress: Told = None) -> Iterator[Row]:
    """The Ante under best play: one row, in 565 one for each Ante bonus table the house may post (all unless it has chosen)."""
    book = book_of(chapter)
    number, setting = book.chapter, SETTINGS[book.chapter]
    begin = time.perf_counter()
    dealt = _showdowns(setting.count, begun(progress, book.game))
    for each, table, condition in setting.versions(house):
        found = setting.under(each, dealt).result
        about = (number, "Ante", table, condition, "Ante", found, found.edge)
        yield Row(*about, seconds=time.perf_counter() - begin, note=setting.note)
        begin = time.perf_counter()


Count = Callable[[Cards, Progress], Showdowns]
COUNTED: dict[Count, Showdowns] = {}  # of the last game asked for: its pay tables share the showdowns


def _showdowns(count: Count, progress: Progress) -> Showdowns:
    """Every showdown of a game on the whole deck."""
    if count not in COUNTED:
        found = count(WHOLE, progress)
        COUNTED.clear()
        COUNTED[count] = found
    return COUNTED[count]


def hands(house: House, wager: str) -> tuple[str, ...]:
    """The hands that the tables with which the Ante is played may pay."""
    return SETTINGS[house.chapter.chapter].kinds


def decide(chapter: str, house: House, hand: Sequence[Card], up: Card | None = None) -> list[tuple[str, Fraction]]:
    """What each action brings with a hand, in Antes, best first; `up` is the card that the dealer shows.

    >>> from pitboss.cards import parse
    >>> from pitboss.house import House
    >>> [(action, f"{float(brings):.4f}") for action, brings in decide("565", House.of("565"), parse("Qs 6d 4c"))]
    [('play', '-0.9934'), ('fold', '-1.0000')]
    """
    return SETTINGS[book_of(chapter).chapter].actions(house, hand, up)


def thresholds(chapter: str, house: House) -> list[SimpleRule]:
    """Rules a player can remember, simplest first, with the exact cost of following them instead of best play."""
    setting = SETTINGS[book_of(chapter).chapter]
    contest = setting.contest(house)
    return [rule(contest) for rule in setting.rules]
