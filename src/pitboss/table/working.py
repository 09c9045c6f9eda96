"""Whether a table can work with the choices of its house: checked when the house is made, not when a player wins.

These are the judge's phases `game` to `round`. The chapter's own checks come first (`Game.problems`). Then every wager on offer
must have an amount that the limits allow and the chips can make, the house's own odds must be payable to the cent, and the
wagers with which a round begins must be lawful together. Rule cases and hand histories state no limits: for them, only what no
wager at all could satisfy is refused.
"""

import math
from collections.abc import Iterable, Iterator
from typing import Any

from pitboss.errors import IllegalWager, NotAuthorized
from pitboss.house import House
from pitboss.house.judge import TABLE, judge
from pitboss.house.problems import Problem, refuse
from pitboss.money import Odds, dollars
from pitboss.rulebook import Chapter
from pitboss.table.game import Game, Wager

MOST_WORKED = 512  # choices that are cached
WORKED: dict[tuple[Any, ...] | None, tuple[Game, Chapter]] = {}  # passed; game and chapter are held to keep their ids
TRIED = 40  # amounts, from the least upward: 5% comes out in whole cents once in 20 of them


def check_works(game: Game, house: House) -> None:
    """Raises NotAuthorized, with the section and what would be allowed, if no round could be played at this table."""
    chosen = (tuple(house.values.values()), tuple(house.given.items()))
    key = None if house.waivers or house.instead else (id(game), id(house.chapter), house.limited, house.pays_in_chips, chosen)
    try:
        if key in WORKED:
            return
    except TypeError:  # a pay table of the house's own, or a list
        key = None
    refuse(judge(house, TABLE, game=game))
    if key is not None:
        if len(WORKED) >= MOST_WORKED:
            WORKED.clear()
        WORKED[key] = game, house.chapter


def game_problems(house: House, game: Game) -> Iterable[Problem]:
    """The combinations of choices that the chapter does not allow."""
    return game.problems(house) if game.problems is not None else ()


def optional_problems(house: House, _: Game) -> Iterator[Problem]:
    """The problem that the limits of optional wagers leave no amount between them; a maximum of 0 stands for the table's
    own."""
    least, most = house.get("optional_wager_minimum", 0), house.get("optional_wager_maximum", 0)
    if most and least > most:
        message = f"optional_wager_minimum {dollars(least)} is above optional_wager_maximum {dollars(most)}"
        also = ("optional_wager_maximum",)
        yield house.problem(message, "optional_wager_minimum", "optional-limits-in-order", allowed={"max": most}, needs=also)


def amount_problems(house: House, game: Game) -> Iterator[Problem]:
    """A problem for every wager on offer without an amount between its limits that the table's chips can make."""
    for wager in game.offered(house):
        yield from _amount_problems(house, game, wager)


def _amount_problems(house: House, game: Game, wager: Wager) -> Iterator[Problem]:
    if wager.only(house):
        return
    (least, most), unit = game.limits(house, wager), house["smallest_chip"]
    if most is None:
        return
    if least > most:
        message = f"no {wager.name} Wager can be {dollars(least)} or more and {dollars(most)} or less"
        own = () if wager.required else ("optional_wager_maximum", "optional_wager_minimum")
        field, *also = [*(option for option in own if option in house.given), "table_maximum"]
        yield house.problem(message, field, "wager-between-limits", cite=wager.cite, allowed={"min": least}, needs=tuple(also))
    elif in_chips(least, unit) > most:
        chip = math.gcd(least, unit)
        amounts = f"of {dollars(least)}" if least == most else f"between {dollars(least)} and {dollars(most)}"
        yield house.problem(
            f"smallest_chip = {dollars(unit)} makes no {wager.name} Wager {amounts}; a chip of {dollars(chip)} does",
            "smallest_chip",
            "chip-makes-wager",
            allowed=[chip],
            needs=("table_maximum",),
        )


def in_chips(cents: int, unit: int) -> int:
    """The least amount in whole chips that is not below `cents`."""
    return -(-cents // unit) * unit


def refused(game: Game, house: House, wagers: dict[str, int]) -> IllegalWager | None:
    """The game's refusal of these wagers, None if it takes them."""
    try:
        game.check_wagers(house, wagers)
    except IllegalWager as error:
        return error
    return None


# ---------------------------------------------------------------------------- odds of the house's own


def own_odds_problems(house: House, game: Game) -> Iterator[Problem]:
    """A problem for every payout at the house's own odds that does not come out in whole cents. It is tried on the least wager
    that the limits and chips allow; where the table takes single cents or states no limits, on the least wager that works."""
    limits = {wager.name: game.limits(house, wager) for wager in game.offered(house)}
    for due in game.dues(house):
        if due.option:
            least, most = in_chips(limits[due.wager][0], house["smallest_chip"]), limits[due.wager][1]
            tried = in_chips(least, exact_unit(house)) if in_cents(house) else least
            if due.amount(house, tried).denominator > 1 or (most is not None and tried > most):
                paid = f"{math.ceil(due.part):,} {due.kind} 1"
                message = f"{due.option} cannot be posted: {due.sentence(house, least)}; {paid} can be paid"
                yield house.problem(message, due.option, "odds-in-cents", cite=due.cite, allowed=f"{paid} or more", row=due.row)


def own_odds(house: House) -> dict[str, list[Odds]]:
    """The house's own odds that do not pay every amount in whole cents, by the option that posts them."""
    odds = {}
    for option in house.chapter.options:
        rows = house.values[option.option]
        if option.kind == "table" and isinstance(rows, dict):
            posted = [Odds.parse(str(payout)) for payout in rows.values()]
            odds[option.option] = [o for o in posted if o.kind in ("to", "for") and o.value.denominator > 1]
    return {option: rows for option, rows in odds.items() if rows}


def in_cents(house: House) -> bool:
    """True if players can bet amounts that any odds pay: in chips of a cent, or where no limits are stated."""
    return house["smallest_chip"] == 1 or not house.limited


def exact_unit(house: House) -> int:
    """The least unit whose multiples are made in the table's chips and paid in whole cents at the house's own odds."""
    return math.lcm(house["smallest_chip"], *(odds.value.denominator for rows in own_odds(house).values() for odds in rows))


# ---------------------------------------------------------------------------- the wagers of a round


def beginning_problems(house: House, game: Game) -> Iterator[Problem]:
    """The problem that no amount makes the wagers with which a round begins lawful together, counting vigorish, half wagers and
    3 to 2."""
    also = ("table_maximum", "table_minimum")
    try:
        names = list(game.suggest(house))
    except NotAuthorized as error:  # the chapter has no amount for it
        yield house.problem(error.message, "smallest_chip", "some-wager-lawful", cite=error.cite, needs=also)
        return
    unit, most = house["smallest_chip"], house.largest_wager()
    least = in_chips(house["table_minimum"], unit)
    first = None
    last = least + TRIED * unit if most is None else min(most, least + TRIED * unit)
    for amount in (*range(least, last + 1, unit), in_chips(least, exact_unit(house))):
        refusal = refused(game, house, dict.fromkeys(names, amount))
        if refusal is None:
            return
        first = first or refusal
    assert first is not None
    lowest = dollars(house["table_minimum"])
    between = f"of {lowest} or more" if most is None else f"between {lowest} and {dollars(most)}"
    message = f"no wager {between} can be made in chips of {dollars(unit)}: {first.message}"
    yield house.problem(message, "smallest_chip", "some-wager-lawful", cite=first.cite, needs=also)
