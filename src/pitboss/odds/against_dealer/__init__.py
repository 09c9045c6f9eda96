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
from collections.abc import Iterator, Sequence
from fractions import Fraction

from pitboss.cards import Card
from pitboss.games.three_card_poker import ante_bonus_table
from pitboss.house import House
from pitboss.odds.against_dealer import five_card, flush, four_card, three_card
from pitboss.odds.against_dealer.play import FOLD, Setting
from pitboss.odds.against_dealer.rules import SimpleRule, by_card_seen, by_hand, with_ace_king
from pitboss.odds.parts import Told, begun
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
    dealt = setting.count(WHOLE, begun(progress, book.game))
    for each in _houses(number, house):
        distribution = setting.under(each, dealt).result
        table, condition = _table_and_condition(each)
        yield Row(
            *(number, "Ante", table, condition, "Ante", distribution, distribution.edge),
            seconds=time.perf_counter() - begin,
            note=NOTES.get(number, ""),
        )
        begin = time.perf_counter()


NOTES = {
    "557": "Play of one to three times the Ante; a tie wins",
    "657a": "with the Super Bonus, which equals the Ante, and Play",
}


def _houses(number: str, house: House) -> list[House]:
    if number != "565" or "version" in house.given:
        return [house]
    versions = [{"version": "565.7(f)(1)", "ante_bonus": table} for table in house.given.get("ante_bonus", "ABC")]
    return [house, *(House.of("565", house.given | version) for version in versions)]


def _table_and_condition(house: House) -> tuple[str, str]:
    if house.chapter.chapter != "565":
        return "", ""
    table = ante_bonus_table(house)
    return table.table, table.condition


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
    number = book_of(chapter).chapter
    contest = SETTINGS[number].contest(house)
    most = len(contest.terms.actions) - 1
    match number:
        case "557":
            levels, verbs = range(most + 1), contest.terms.actions[1:]
            return [by_hand(contest, levels, verbs), by_card_seen(contest, levels, verbs)]
        case "555":
            return [by_hand(contest, (FOLD, most), ("bet",)), with_ace_king(contest)]
        case "565":
            return [by_hand(contest, (FOLD, most), ("play",))]
        case _:
            verb = {"657a": "play", "678a": "raise"}[number]
            return [by_hand(contest, (FOLD, most), (f"{verb} the most allowed",))]
