"""Whether the chips of a table make its least wager, its wagers of one chip, and whatever a lawful wager may be owed."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pitboss.games import game
from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.money import dollars
from pitboss.rulebook import Chapter
from pitboss.submissions.findings import desk_problem
from pitboss.table.money.chips import DOLLAR, Unpaid
from pitboss.table.money.meter import is_offered

CHANGE = (50, 25, 20, 10, 5, 2, 1)  # cents: chips below a dollar
Remedy = tuple[str, str, Any, str, str]  # the rule, the field, what it may be, what to do, and the row of a pay table


def least_chip_problems(house: House) -> Iterator[Problem]:
    """Chips with which the least wager cannot be made."""
    chip, least = house["smallest_chip"], house["table_minimum"]
    if chip > least:
        message = (
            f"smallest_chip = {dollars(chip)} is more than table_minimum = {dollars(least)}: the least wager cannot be made;"
            " amounts are cents"
        )
        yield house.problem(message, "smallest_chip", "chip-within-minimum", allowed={"max": least}, needs=("table_minimum",))


def chip_problems(house: House) -> Iterator[Problem]:
    """The least wager, wagers of one chip, and what any lawful wager wins are made in chips of the table."""
    unit = house["smallest_chip"]
    if house["table_minimum"] % unit:
        message = f"no number of chips of {dollars(unit)} makes the least wager, {dollars(house['table_minimum'])}"
        cite, multiple, needs = house.section("smallest_chip"), f"a multiple of {unit}", ("smallest_chip",)
        yield desk_problem(house, message, "table_minimum", "minimum-in-chips", cite=cite, allowed=multiple, needs=needs)
    else:
        yield from payout_problems(house)
    for cite, option, cents in one_chip_wagers(house):
        if cents % unit:
            message = f"a wager of {dollars(cents)} cannot be made in chips of {dollars(unit)}"
            fixed = option == "smallest_chip"
            allowed = {"max": cents} if fixed else f"a multiple of {unit}"
            chip = () if fixed else ("smallest_chip",)
            yield desk_problem(house, message, option, "chip-for-wager", cite=cite, allowed=allowed, needs=chip)


def optional_sections(book: Chapter) -> list[str]:
    """The paragraphs of the optional wagers that have limits of their own."""
    limited = any(option.option == "optional_wager_minimum" for option in book.options)
    return [wager.cite for wager in game(book.chapter).wagers if not wager.required] if limited else []


def one_chip_wagers(house: House) -> Iterator[tuple[str, str, int]]:
    """Wagers that take a certain chip: the paragraph, the option that is at fault if there is none such, and the amount."""
    if is_offered(house):
        option = next(o for o in house.chapter.options if o.option == "progressive_wager")
        fixed = isinstance(option.allowed, list) and len(option.allowed) == 1
        yield option.section, "smallest_chip" if fixed else option.option, house["progressive_wager"]
    if house.get("let_it_ride_bonus"):
        yield "559.8(b)", "smallest_chip", DOLLAR


def payout_problems(house: House) -> Iterator[Problem]:
    """The first lawful wager for which the house has no chips: what it wins, or its vigorish. The table refuses it too."""
    unpaid = game(house.chapter.chapter).unpayable(house)
    if unpaid is None:
        return
    rule, option, allowed, fix, row = remedy(house, unpaid)
    needs = tuple(o for o in ("table_minimum", "table_maximum", "smallest_chip", unpaid.due.option) if o not in ("", option))
    message, cite = unpaid.due.sentence(house, unpaid.cents), unpaid.due.cite
    yield desk_problem(house, message, option, rule, cite=cite, allowed=allowed, needs=needs, fix=fix, row=row)


def remedy(house: House, unpaid: Unpaid) -> Remedy:
    """The choice that would mend an unpayable wager: smaller chips, else whole odds of the house's own, else another
    minimum."""
    if chips := [c for c in CHANGE if house["smallest_chip"] % c == 0 and pays(house, smallest_chip=c)]:
        return "chips-pay", "smallest_chip", chips, f"set smallest_chip to {chips[0]} ({dollars(chips[0])})", ""
    if unpaid.due.option:
        row, odds = unpaid.due.row, f"{math.ceil(unpaid.due.part):,} {unpaid.due.kind} 1"
        return "odds-in-cents", unpaid.due.option, f"{odds} or more", f'set "{row}" in {unpaid.due.option} to {odds}', row
    least = minimum_of(house, unpaid.due.wager)
    step = house["smallest_chip"]
    near = range(int(house.values[least]) // step * step + step, int(house.values[least]) + DOLLAR + step, step)
    if minimums := [cents for cents in near if pays(house, **{least: cents})]:
        return "chips-pay", least, minimums[:1], f"set {least} to {minimums[0]} ({dollars(minimums[0])})", ""
    return "chips-pay", "smallest_chip", None, "change smallest_chip, or the limits of the table", ""


def pays(house: House, **changes: int) -> bool:
    """Whether a house that makes these changes has chips for its least wager, and for whatever a lawful wager is owed."""
    other = replace(house, values={**house.values, **changes}, _paytables={})
    in_order = other["table_minimum"] <= (other.largest_wager() or other["table_minimum"])
    in_chips = other["table_minimum"] % other["smallest_chip"] == 0
    return in_order and in_chips and game(house.chapter.chapter).unpayable(other) is None


def minimum_of(house: House, wager: str) -> str:
    """The option that posts the least amount of a wager."""
    optional = next(w for w in game(house.chapter.chapter).wagers if w.name == wager).required is False
    return "optional_wager_minimum" if optional and house.get("optional_wager_minimum") else "table_minimum"
