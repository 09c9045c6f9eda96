"""The Kill and Half-kill options of Omaha High-low Split Eight or Better (§ 553.1, § 553.12(m), § 637a.1, § 637a.12(n)).

When one player wins the whole of a qualifying pot, the limits of the next hand go up. They stay up until a pot does not
qualify, or is split between a high and a low hand of two players.
"""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.games.nonbanked.pots import Side
from pitboss.games.nonbanked.rules import Rules
from pitboss.games.nonbanked.variants import OMAHA, VARIANTS
from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.table.round import Round


def kill_limits(house: House) -> tuple[int, int]:
    """The smaller and the larger bet while the limits are up: doubled, or increased by one half."""
    factor = Fraction(house.chapter.limit("kill_multiple" if house["kill"] == "kill" else "half_kill_multiple"))
    return int(house["small_bet"] * factor), int(house["big_bet"] * factor)


def kill_goes_on(t: Round, pots: list[Side], gross: int, killed: bool) -> bool:
    """True if the limits of the next hand are raised. A pot qualifies by what the players have bet into it, before rake and
    contributions, like the minimum pot of a jackpot."""
    if gross < t.house["qualifying_pot"]:
        return False
    if killed:
        return not any(pot.low and pot.high and (len({*pot.high, *pot.low}) > 1) for pot in pots)
    return len({seat for pot in pots for seat in (*pot.high, *pot.low)}) == 1


def kill_problems(house: House, rules: Rules) -> Iterator[Problem]:
    """The option is for one game only, and limits increased by one half must be payable in chips."""
    variant = VARIANTS[house["variant"]]
    section = rules.sections[OMAHA].kill
    if house["kill"] and not (variant.family == OMAHA and variant.split):
        message = f"{house['kill']} is for Omaha High-low Split Eight or Better, not for {variant.name}"
        yield house.problem(message, "kill", "kill-of-variant", cite=section, allowed=[""], needs=("variant",))
    for option in ("small_bet", "big_bet") if house["kill"] == "half-kill" else ():
        if house[option] * 3 % (2 * house["smallest_chip"]):
            message = f"one half of {option} cannot be added in chips; half-kill needs limits that can be halved"
            needs = (option, "smallest_chip")
            yield house.problem(message, "kill", "half-kill-in-chips", cite=section, allowed=["", "kill"], needs=needs)
