"""What both editions of Pai Gow Poker do not let a house combine: the button, the house way, and vigorish that is not whole."""

from collections.abc import Iterator

from pitboss.errors import BadHouseWay, NotAuthorized
from pitboss.games.pai_gow.house_way import house_ways
from pitboss.games.pai_gow.play import least_wager
from pitboss.games.pai_gow.usable_way import unset_hand
from pitboss.house import House


def button_problems(house: House, cite: str) -> Iterator[NotAuthorized]:
    """§ 561.8(a)(3), § 561.12(d), § 645a.5(i)(3): the button goes with an automated shuffling device and the automated shoe."""
    if house["starting_position"] == "button" and not (house["dealing"] == "automated shoe" and house["shuffler"]):
        yield house.problem(
            "the button goes with an automated card shuffling device and dealing shoe only",
            "starting_position",
            "button-needs-automation",
            cite=cite,
            allowed=["shaker", "random number generator"],
            needs=("dealing", "shuffler"),
        )


def house_way_problems(house: House, cite: str) -> Iterator[NotAuthorized]:
    """§ 561.13(d), § 645a.11(c): a house way that can be read and sets every hand. One in words of the house's own is lawful,
    and only unknown to this software."""
    way = house["house_way"]
    try:
        why = unset_hand(way)
    except BadHouseWay as error:
        if " " in way.strip() and "/" not in way:
            names = [known.name for known in house_ways()]
            yield house.problem(error.message, "house_way", "house-way-in-words", cite=cite, allowed=names)
        else:
            yield house.problem(error.message, "house_way", "house-way-readable", cite=cite)
        return
    if why:
        message = f"house_way {house['house_way']!r} does not set every hand: {why}"
        yield house.problem(message, "house_way", "house-way-sets-all", cite=cite)


def vigorish_problems(house: House, cite: str) -> Iterator[NotAuthorized]:
    """§ 561.13(m), § 645a.13(a): some wager within the limits has a vigorish in whole cents, where chips make one at all."""
    most = house.largest_wager()
    if most is not None and house.least_wager() > most:
        return
    try:
        least_wager(house, cite)
    except NotAuthorized as error:
        also = ("smallest_chip", "table_maximum", "vigorish_rounding")
        yield house.problem(error.message, "table_minimum", "vigorish-whole", cite=cite, needs=also)
