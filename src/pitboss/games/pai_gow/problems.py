"""Rules of both editions of Pai Gow Poker about a house's choices: the button, the house way, and vigorish in whole cents."""

import re
from collections.abc import Iterator

from pitboss.errors import BadHouseWay, NotAuthorized
from pitboss.games.pai_gow.house_way import house_ways
from pitboss.games.pai_gow.play import least_wager
from pitboss.games.pai_gow.usable_way import unset_hand
from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.words import toml

SPEAKS_OF_HANDS = re.compile(  # recognizes a description of how hands are set
    r"\b(pairs?|trips|quads|sets? of|straights?|flush(es)?|full houses?|of[ -]a[ -]kind|no pair"
    r"|aces?|kings?|queens?|jacks?|jokers?|(high(est)?|low(est)?|front|back|two-card|five-card) (hands?|cards?))\b",
    re.IGNORECASE,
)


def button_problems(house: House, cite: str) -> Iterator[Problem]:
    """§ 561.8(a)(3), § 561.12(d), § 645a.5(i)(3): the button requires an automated shuffling device and the automated shoe."""
    if house["starting_position"] == "button" and not (house["dealing"] == "automated shoe" and house["shuffler"]):
        yield house.problem(
            "the button goes with an automated card shuffling device and dealing shoe only",
            "starting_position",
            "button-needs-automation",
            cite=cite,
            allowed=["shaker", "random number generator"],
            needs=("dealing", "shuffler"),
        )


def in_words(way: str) -> bool:
    """True if a text describes how hands are set, that is, it mentions hands or cards.

    >>> in_words("two pair are split unless an ace can be set in front"), in_words("the Mohegan way"), in_words("pairs")
    (True, False, False)
    """
    return " " in way.strip() and "/" not in way and SPEAKS_OF_HANDS.search(way) is not None


def house_way_problems(house: House, cite: str) -> Iterator[Problem]:
    """§ 561.13(d), § 645a.11(c): the submission specifies how the dealer sets hands: by a known way, by a file that sets every
    hand, or in words. A description in words is lawful, though this software cannot use it; an unknown name specifies
    nothing."""
    try:
        why = unset_hand(house["house_way"])
    except BadHouseWay as error:
        names = [known.name for known in house_ways()]
        rule = "house-way-in-words" if in_words(house["house_way"]) else "house-way-readable"
        yield house.problem(error.message, "house_way", rule, cite=cite, allowed=names)
        return
    if why:
        message = f"house_way = {toml(house['house_way'])} does not set every hand: {why}"
        names = [known.name for known in house_ways()]
        yield house.problem(message, "house_way", "house-way-sets-all", cite=cite, allowed=names)


def vigorish_problems(house: House, cite: str) -> Iterator[Problem]:
    """§ 561.13(m), § 645a.13(a): some wager within the limits must have a vigorish in whole cents, if chips can make one at
    all."""
    most = house.largest_wager()
    if most is not None and house.least_wager() > most:
        return
    try:
        least_wager(house, cite)
    except NotAuthorized as error:
        also = ("smallest_chip", "table_maximum", "vigorish_rounding")
        yield house.problem(error.message, "table_minimum", "vigorish-whole", cite=cite, needs=also)
