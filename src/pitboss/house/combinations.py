"""Rules against combinations of choices that are lawful only one at a time, for every chapter that has them."""

from collections.abc import Iterator

from pitboss.house.house import DEVICES, House
from pitboss.house.problems import Problem
from pitboss.money import dollars


def bet_problems(house: House) -> Iterator[Problem]:
    """At Poker no bet may be below the posted minimum, nor, under limit and spread limit, above the posted maximum."""
    least, most = house["table_minimum"], house.largest_wager()
    if house["small_bet"] < least:
        message = f"small_bet must be {dollars(least)} or more, the posted minimum"
        yield house.problem(message, "small_bet", "bet-within-posted", allowed={"min": least}, needs=("table_minimum",))
    for bet in ("small_bet", "big_bet"):
        limited = house["structure"] in ("limit", "spread") and bet in house.given
        if limited and most is not None and house.values[bet] > most:
            message = f"{bet} must be {dollars(most)} or less, the posted maximum"
            yield house.problem(message, bet, "bet-within-posted", allowed={"max": most}, needs=("table_maximum",))


def limit_problems(house: House) -> Iterator[Problem]:
    """The posted minimum may not exceed the posted maximum."""
    least, most = house["table_minimum"], house.largest_wager()
    if most is not None and least > most:
        option, other, allowed = "table_minimum", "table_maximum", {"max": most}
        if "table_maximum" in house.given and "table_minimum" not in house.given:
            option, other, allowed = "table_maximum", "table_minimum", {"min": least}
        message = f"table_minimum {dollars(least)} is above table_maximum {dollars(most)}"
        cite = house.section("table_maximum")
        yield house.problem(message, option, "limits-in-order", cite=cite, allowed=allowed, needs=(other,))


def hand_problems(house: House) -> Iterator[Problem]:
    """Cards that are dealt from the hand must be shuffled by an automated card shuffling device."""
    if house.get("dealing") == "hand" and house.given.get("shuffler") is False:
        titles = house.chapter.sections.items()
        section = next(section for section, title in titles if title.endswith(("from the hand", "by hand")))
        message = "dealing from the hand needs an automated card shuffling device: shuffler must be true"
        allowed = ["manual shoe", "automated shoe"]
        yield house.problem(
            message, "dealing", "hand-needs-shuffler", cite=f"{section}(a)(1)", allowed=allowed, needs=("shuffler",)
        )


def device_problems(house: House) -> Iterator[Problem]:
    """Features of an automated card shuffling device may be chosen only with such a device."""
    if "shuffler" in house.given and house.get("shuffler") in (False, "manual"):
        for needs in DEVICES:
            if house.values.get(needs):
                message = f"{needs} needs an automated card shuffling device"
                yield house.problem(message, needs, "device-needs-shuffler", allowed=[False], needs=("shuffler",))
