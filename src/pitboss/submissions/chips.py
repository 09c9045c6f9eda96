"""Whether the chips of a table make its least wager, its wagers of one chip, and whatever a lawful wager may be owed."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pitboss.games import game
from pitboss.house import House
from pitboss.money import dollars
from pitboss.submissions.findings import Finding, finding
from pitboss.table.chips import DOLLAR, Unpaid
from pitboss.table.meter import is_offered

CHANGE = (50, 25, 20, 10, 5, 2, 1)  # cents: chips below a dollar
Remedy = tuple[str, str, Any, str, str]  # the rule, the field, what it may be, what to do, and the row of a pay table


def chip_findings(house: House) -> Iterator[Finding]:
    """The least wager, wagers of one chip, and what any lawful wager wins are made in chips of the table."""
    unit = house["smallest_chip"]
    if house["table_minimum"] % unit:
        message = f"no number of chips of {dollars(unit)} makes the least wager, {dollars(house['table_minimum'])}"
        cite, multiple, also = house.section("smallest_chip"), f"a multiple of {unit}", ("smallest_chip",)
        yield finding(house, "error", "table_minimum", "minimum-in-chips", message, cite=cite, allowed=multiple, also=also)
    else:
        yield from payout_findings(house)
    for cite, option, cents in one_chip_wagers(house):
        if cents % unit:
            message = f"a wager of {dollars(cents)} cannot be made in chips of {dollars(unit)}"
            fixed = option == "smallest_chip"
            allowed = {"max": cents} if fixed else f"a multiple of {unit}"
            chip = () if fixed else ("smallest_chip",)
            yield finding(house, "error", option, "chip-for-wager", message, cite=cite, allowed=allowed, also=chip)


def one_chip_wagers(house: House) -> Iterator[tuple[str, str, int]]:
    """Wagers that take a certain chip: the paragraph, the option that is at fault if there is none such, and the amount."""
    if is_offered(house):
        option = next(o for o in house.chapter.options if o.option == "progressive_wager")
        fixed = isinstance(option.allowed, list) and len(option.allowed) == 1
        yield option.section, "smallest_chip" if fixed else option.option, house["progressive_wager"]
    if house.chapter.chapter == "559" and house["let_it_ride_bonus"]:
        yield "559.8(b)", "smallest_chip", DOLLAR


def payout_findings(house: House) -> Iterator[Finding]:
    """The first lawful wager for which the house has no chips: what it wins, or its vigorish. The table refuses it too."""
    found = game(house.chapter.chapter).unpayable(house)
    if found is None:
        return
    rule, option, allowed, fix, row = remedy(house, found)
    also = tuple(o for o in ("table_minimum", "table_maximum", "smallest_chip", found.due.option) if o not in ("", option))
    message = found.due.sentence(house, found.cents)
    told = finding(house, "error", option, rule, message, cite=found.due.cite, allowed=allowed, also=also, fix=fix)
    yield replace(told, row=row)


def remedy(house: House, found: Unpaid) -> Remedy:
    """The choice that would mend an unpayable wager: smaller chips, else whole odds of the house's own, else another
    minimum."""
    if chips := [c for c in CHANGE if house["smallest_chip"] % c == 0 and pays(house, smallest_chip=c)]:
        return "chips-pay", "smallest_chip", chips, f"set smallest_chip to {chips[0]} ({dollars(chips[0])})", ""
    if found.due.option:
        row, odds = found.due.row, f"{math.ceil(found.due.part):,} {found.due.kind} 1"
        return "odds-in-cents", found.due.option, f"{odds} or more", f'set "{row}" in {found.due.option} to {odds}', row
    least = minimum_of(house, found.due.wager)
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
