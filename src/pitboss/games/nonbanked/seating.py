"""The seats of a Poker table, the players who are dealt in, and rules about combinations of a house's choices."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any

from pitboss.errors import IllegalWager
from pitboss.games.nonbanked.between import away_from, charge_problems
from pitboss.games.nonbanked.kill import kill_problems
from pitboss.games.nonbanked.opening import EVERY_PLAYER
from pitboss.games.nonbanked.payouts import is_payout, payout_problems
from pitboss.games.nonbanked.rules import Rules, memory_of
from pitboss.games.nonbanked.schedules import is_level, is_raise_row, is_rake_row, rake_row_problems
from pitboss.games.nonbanked.variants import DRAW, FIVE_CARD_STUD, HOLD_EM, OMAHA, STUD, VARIANTS
from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.money import dollars
from pitboss.table.felt import Felt
from pitboss.words import toml

LIMITS = {
    STUD: "seats_seven_card_stud",
    HOLD_EM: "seats_holdem",
    OMAHA: "seats_omaha",
    DRAW: "seats_five_card_draw",
    FIVE_CARD_STUD: "seats_five_card_stud",
}


def funds_needed(house: House) -> int:
    """The funds that a player needs on the table to be dealt in: the opening bets, and one bet at the posted minimum,
    regardless of what the players have agreed to (§ 553.8(b)(3), § 637a.8(b)(4))."""
    blinds = (house["small_blind"], house["big_blind"], *house["additional_blinds"])
    opening = max(blinds) if VARIANTS[house["variant"]].blinds else house["forced_bet"]
    return int(house["ante"] + opening + house["small_bet"])


def short_of_funds(table: Felt) -> list[int]:
    """The seats with too little on the table to be dealt in. A table may have a list of short seats instead, with all others
    dealt in whatever their stacks."""
    memory = memory_of(table)
    if memory.any_stack:
        return [n for n, seat in table.seats.items() if not seat.cents or n in memory.short_of_funds]
    needed = funds_needed(table.house)
    return [n for n, seat in table.seats.items() if seat.cents < needed]


def eligible(table: Felt) -> list[int]:
    """The seats whose players are present and have enough funds."""
    kept_out = {*away_from(table), *short_of_funds(table)}
    return [n for n in table.seats if n not in kept_out]


def dealt_in(table: Felt) -> dict[int, dict[str, int]]:
    """Every eligible player, except those passed over by mistake. Poker needs two (§ 553.7(b), § 637a.7(b))."""
    memory = memory_of(table)
    passed_over, memory.passed_over = memory.passed_over, set()
    seated = [n for n in eligible(table) if n not in passed_over]
    least = next(limit for limit in table.house.chapter.limits if limit.name == "players_minimum")
    if len(seated) < int(least.value):
        many = f"{least.value} players with {dollars(funds_needed(table.house))} or more"
        raise IllegalWager(f"{many} are needed to deal, not {len(seated)}", least.section)
    return {n: {} for n in seated}


def most_seats(rules: Rules) -> Callable[[House], tuple[int, str]]:
    """The number of seats, which depends on the variant."""

    def seats(house: House) -> tuple[int, str]:
        family = VARIANTS[house["variant"]].family
        return min(house["seats"], house.chapter.limit_named(LIMITS[family])), rules.sections[family].seats

    return seats


def house_problems(rules: Rules) -> Callable[[House], Iterator[Problem]]:
    """The rules about combinations of a house's options."""

    def problems(house: House) -> Iterator[Problem]:
        yield from variant_problems(house, rules)
        listed = list(list_problems(house))
        yield from listed
        house = without(
            house, {problem.field for problem in listed}
        )  # values that should be lists but are not would break the checks below
        yield from payout_problems(house)
        yield from rake_row_problems(house)
        yield from blind_problems(house, rules)
        yield from straddle_problems(house, rules)
        yield from kill_problems(house, rules)
        yield from charge_problems(house, rules.between)
        if house.limited:
            yield from bet_problems(house)
            yield from chip_problems(house, rules)
            yield from level_problems(house)

    return problems


def without(house: House, options: Collection[str]) -> House:
    """A copy of a house with some options at their defaults."""
    defaults = {option.option: option.default for option in house.chapter.options if option.option in options}
    return replace(house, values={**house.values, **defaults}) if defaults else house


def variant_problems(house: House, rules: Rules) -> Iterator[Problem]:
    """The rules about the number of players of a variant, what its dealer may count, and who puts up the Ante."""
    variant = VARIANTS[house["variant"]]
    most = house.chapter.limit_named(LIMITS[variant.family])
    also = ("variant",)
    if house.given.get("seats", 0) > most:
        message = f"{variant.name} is for {most} players, not {house['seats']}"
        cite = rules.sections[variant.family].seats
        yield house.problem(message, "seats", "seats-of-variant", cite=cite, allowed={"max": most}, needs=also)
    if house.given.get("count_method") == "stub" and variant.family not in (HOLD_EM, OMAHA):
        message = f"the stub may be counted in Hold'em and Omaha, not in {variant.name}"
        yield house.problem(message, "count_method", "count-of-variant", cite=rules.count, allowed=["deck"], needs=also)
    if house["ante_from"] != EVERY_PLAYER and not variant.blinds:
        message = f"{variant.name} has no Blind Bets and no button: every player puts up the Ante"
        allowed = [EVERY_PLAYER]
        yield house.problem(message, "ante_from", "ante-of-variant", cite=rules.ante, allowed=allowed, needs=also)


def opening_bets(house: House) -> dict[str, int]:
    """The obligatory bets before any decision, by the option that states the amount."""
    if not VARIANTS[house["variant"]].blinds:
        return {"ante": house["ante"], "forced_bet": house["forced_bet"]}
    more = {f"additional_blinds[{at}]": cents for at, cents in enumerate(house["additional_blinds"])}
    return {"ante": house["ante"], "small_blind": house["small_blind"], "big_blind": house["big_blind"], **more}


def blind_problems(house: House, rules: Rules) -> Iterator[Problem]:
    """Each Blind Bet is made by a different player (§ 553.11(d), § 637a.11(d)), so there must be seats for all of them."""
    blinds = [option for option, cents in opening_bets(house).items() if cents and "blind" in option]
    seats, _ = most_seats(rules)(house)
    if len(blinds) > seats:
        message = f"additional_blinds: {len(blinds)} Blind Bets need as many seats, and the table has {seats}"
        yield house.problem(message, "additional_blinds", "blinds-have-seats", needs=("seats", "variant"))


def bet_problems(house: House) -> Iterator[Problem]:
    """Under limit and spread limit, the smaller bet is the posted minimum, and the larger one the posted maximum (§ 553.18,
    § 637a.8(k))."""
    small, big = house["small_bet"], house["big_bet"]
    if house["structure"] in ("limit", "spread") and small > big:
        message = f"big_bet = {dollars(big)} must be at least small_bet, {dollars(small)}"
        yield house.problem(message, "big_bet", "bets-in-order", allowed={"min": small}, needs=("small_bet", "table_minimum"))


def chip_problems(house: House, rules: Rules) -> Iterator[Problem]:
    """Obligatory amounts must be payable in chips of the table: opening bets and, under limit, every bet."""
    amounts = opening_bets(house)
    if house["structure"] == "limit":
        amounts |= {bet: house[bet] for bet in ("small_bet", "big_bet")}
    if rules.sections[VARIANTS[house["variant"]].family].straddle and house.get("straddle"):
        amounts |= {option: house.values[option] for option in ("straddle_amount", "straddle_maximum")}
    unit = house["smallest_chip"]
    for option, cents in amounts.items():
        if cents % unit:
            message = f"{option} = {dollars(cents)} must be a multiple of smallest_chip, {dollars(unit)}"
            allowed = f"a multiple of {unit}"
            yield house.problem(message, option.split("[")[0], "bet-in-chips", allowed=allowed, needs=("smallest_chip",))


def level_problems(house: House) -> Iterator[Problem]:
    """No level of an incremental rake may take, together with those below it, more than the pot that reaches it
    (§ 553.15(b)(2), § 637a.17(b)(2))."""
    if "incremental" not in house["rake"]:
        return
    scheduled = [("rake_schedule", row.get("levels", [])) for row in house["rake_schedule"]]
    for option, levels in [("rake_levels", house["rake_levels"]), *scheduled]:
        for level in levels:
            taken = sum(lower["take"] for lower in levels if lower["pot"] <= level["pot"])
            if taken > level["pot"]:
                take, pot = "takes" if option == "rake_schedule" else "take", dollars(level["pot"])
                message = f"{option} {take} {dollars(taken)} of a pot of {pot}, and may take {pot}"
                yield house.problem(message, option, "levels-within-pot", allowed={"max": level["pot"]})


def straddle_problems(house: House, rules: Rules) -> Iterator[Problem]:
    """A Straddle Bet follows the Blind Bets and must be at least as large as each of them, or it would not even call
    (§ 637a.1)."""
    section = rules.sections[VARIANTS[house["variant"]].family].straddle
    if section and house.get("straddle"):
        most = max(house["small_blind"], house["big_blind"], *house["additional_blinds"])
        if house["straddle_amount"] < most:
            given = dollars(house["straddle_amount"])
            message = f"straddle_amount = {given} must be at least {dollars(most)}, the highest Blind Bet"
            allowed, also = {"min": most}, ("big_blind", "additional_blinds")
            yield house.problem(message, "straddle_amount", "straddle-least", cite=section, allowed=allowed, needs=also)
        if house["straddle_maximum"] and house["straddle_maximum"] < house["straddle_amount"]:
            given, least = dollars(house["straddle_maximum"]), dollars(house["straddle_amount"])
            message = f"straddle_maximum = {given} must be at least straddle_amount, {least}"
            allowed, above = {"min": house["straddle_amount"]}, ("straddle_amount",)
            yield house.problem(message, "straddle_maximum", "straddle-in-order", cite=section, allowed=allowed, needs=above)


def list_problems(house: House) -> Iterator[Problem]:
    """The rules about options that are lists: additional Blind Bets, levels of pots, schedules, payouts of a Bad Beat."""
    levels: tuple[str, Callable[[Any], bool]] = ("entries such as { pot = 2000, take = 100 }", is_level)
    wanted: dict[str, tuple[str, Callable[[Any], bool]]] = {
        "additional_blinds": ("amounts in cents", _amount),
        "rake_levels": levels,
        "bad_beat_levels": levels,
        "high_hand_levels": levels,
        "rake_schedule": ("entries such as { players = 4, percent = 5, maximum = 300 }", is_rake_row),
        "raise_schedule": ("entries such as { players = 2, raises = 0 }", is_raise_row),
        "bad_beat_payouts": ('entries such as { to = "losing hand", percent = 50 }', is_payout),
    }
    for option, (words, fits) in wanted.items():
        rows = house.values.get(option, [])  # the earlier chapter has no High Hand Jackpot
        if not isinstance(rows, list) or not all(map(fits, rows)):
            message = f"{option} must be a list of {words}, not {toml(rows)}"
            yield house.problem(message, option, "list-of-entries", allowed=f"a list of {words}")


def _amount(entry: Any) -> bool:
    return type(entry) is int and entry > 0
