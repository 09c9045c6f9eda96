"""What the desk asks of a Poker table: what it posts and its submission states (§§ 553.15–.20, §§ 637a.8–.17)."""

from collections.abc import Iterator
from typing import Any

from pitboss.games.nonbanked.schedules import is_level
from pitboss.games.nonbanked.variants import HOLD_EM, OMAHA, STUD, VARIANTS
from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.house.rules import rule_of
from pitboss.money import dollars
from pitboss.submissions.findings import desk_problem, stated_by

ONE_DOLLAR = 100
HOUR = 60  # minutes


def agreement_problems(house: House) -> Iterator[Problem]:
    """Where players may agree to a higher minimum, it is stated how the dealer knows that they did."""
    agreement = "minimum_bet_agreement"
    if house["minimum_bet_increase"] and not house.values[agreement].strip():
        message = "how the dealer knows that all agreed to a higher minimum must be stated where it may be raised"
        needs = ("minimum_bet_increase",)
        yield desk_problem(house, message, agreement, "agreement-stated", allowed="a text", needs=needs)


def excess_problems(house: House) -> Iterator[Problem]:
    """What cannot be divided is $1 at most: in games split between high and low (§ 553.10(i)(2)(i), § 553.12(j)(2)(i),
    § 637a.10(i)(3)(i), § 637a.12(k)(2)(i)), and since 2012 in Hold'em (§ 637a.11(k))."""
    variant, book = VARIANTS[house["variant"]], house.chapter
    place = f"{book.chapter}.{ {STUD: 10, HOLD_EM: 11, OMAHA: 12}.get(variant.family, 0) }("
    cite = next((cite for cite in rule_of("excess-within-dollar").sections_in(book) if cite.startswith(place)), "")
    if not cite or not (variant.split or variant.family == HOLD_EM):
        return
    if house["smallest_chip"] > ONE_DOLLAR:
        chip = dollars(house["smallest_chip"])
        message = f"with chips of {chip} what cannot be divided may exceed $1 in {variant.name}"
        allowed = {"max": ONE_DOLLAR}
        yield desk_problem(
            house, message, "smallest_chip", "excess-within-dollar", cite=cite, allowed=allowed, needs=("variant",)
        )


def variant_problems(house: House) -> Iterator[Problem]:
    """A Straddle Bet is for Hold'em and Omaha (§ 637a.11(e), § 637a.12(e)); what a split pot of Seven-card Stud cannot be
    divided into goes as printed (§ 637a.10(i)(3))."""
    variant = VARIANTS[house["variant"]]
    if house.get("straddle") and variant.family not in (HOLD_EM, OMAHA):
        message = f"a Straddle Bet is made in Hold'em and Omaha, not in {variant.name}"
        yield desk_problem(house, message, "straddle", "straddle-of-variant", allowed=[False], needs=("variant",))
    printed = next(option.default for option in house.chapter.options if option.option == "odd_chip")
    if house["odd_chip"] != printed and variant.family == STUD and variant.split:
        message = f"in {variant.name} the odd chip goes by hand and suit, as printed"
        cite, allowed = "637a.10(i)(3)", [printed]
        yield desk_problem(house, message, "odd_chip", "odd-chip-of-variant", cite=cite, allowed=allowed, needs=("variant",))


# ---------------------------------------------------------------------------- rake


def rake_problems(house: House) -> Iterator[Problem]:
    """The rake that a submission states: its type, how it is worked out, and the most that is taken."""
    for option, what, allowed in missing_of_rake(house):
        message = f"a rake that is {house['rake']} is not taken without {what}"
        yield desk_problem(house, message, option, "rake-stated", allowed=allowed, needs=("rake",), fix=f"state {option}")
    for option, what in (("rake_method", "how the rake is calculated"), ("rake_maximum", "the most that is raked")):
        if option in stated_by(house) and not house.values[option] and (option != "rake_maximum" or is_capped(house)):
            message = f"{what} shall be part of the submission"
            yield desk_problem(house, message, option, "shall-specify", fix=f"state {option}")
    if "percentage" in house["rake"] and not any(rake.get("percent") for rake in rakes(house)):
        message = f"rake_percent states nothing, and the rake is {house['rake']}"
        yield desk_problem(house, message, "rake_percent", "shall-specify", needs=("rake",), fix="state rake_percent")
    levels, most = house["rake_levels"] if "incremental" in house["rake"] else [], house["rake_maximum"]
    readable = isinstance(levels, list) and all(map(is_level, levels))
    if readable and levels and most and (total := sum(level["take"] for level in levels)) > most:
        message = f"rake_levels take {dollars(total)} together, and rake_maximum is {dollars(most)}"
        allowed, also, fix = {"max": most}, ("rake_maximum",), f"raise rake_maximum to {total} ({dollars(total)})"
        yield desk_problem(house, message, "rake_levels", "levels-within-maximum", allowed=allowed, needs=also, fix=fix)


def missing_of_rake(house: House) -> Iterator[tuple[str, str, Any]]:
    """What a rake that is taken must state and does not: the option, its name in words, and what is allowed."""
    if "incremental" in house["rake"] and not any(rake.get("levels") for rake in rakes(house)):
        yield "rake_levels", "its levels", "entries such as { pot = 2000, take = 100 }"
    if "time" in house["rake"] and not house["time_charge"]:
        parts = HOUR // house["time_charge_minutes"]
        yield "time_charge", "an hourly charge", f"a multiple of {parts}"
    if not is_capped(house):
        yield "rake_maximum", "the most that is raked in a round", {"min": 1}


def is_capped(house: House) -> bool:
    """Whether the most of every rake from a pot is stated; a charge for time takes nothing from pots."""
    words = [word for kind, word in (("percentage", "percent"), ("incremental", "levels")) if kind in house["rake"]]
    taken = [rake for rake in rakes(house) if any(rake.get(word) for word in words)]
    return bool(house["rake_maximum"]) or all(rake.get("maximum") for rake in taken)


def rakes(house: House) -> list[dict[str, Any]]:
    """What is raked from a pot, and what the entries of the schedule rake instead."""
    schedule = house["rake_schedule"]
    entries = [entry for entry in schedule if isinstance(entry, dict)] if isinstance(schedule, list) else []
    return [{"percent": house["rake_percent"], "levels": house["rake_levels"]}, *entries]


# ---------------------------------------------------------------------------- Bad Beat


def is_bad_beat(house: House) -> bool:
    """Whether a Bad Beat payout is offered. Chapter 553 has no word for that: its contribution says so, and where none is
    stated, hands with their payouts."""
    if house.get("bad_beat") or house["bad_beat_contribution"]:
        return True
    unsaid = "bad_beat" not in house.values and "bad_beat_contribution" not in stated_by(house)
    return unsaid and bool(house["bad_beat_hands"] or house["bad_beat_payouts"])


def bad_beat_problems(house: House) -> Iterator[Problem]:
    """§ 553.20(b) and (i), § 637a.15(b) and (i): a Bad Beat payout is offered with its rules, and with a way to end it."""
    if house.given.get("bad_beat") is False and house["bad_beat_contribution"]:
        message = "bad_beat_contribution is collected, and bad_beat says that no payout is offered"
        yield desk_problem(house, message, "bad_beat", "bad-beat-or-not", allowed=[True], needs=("bad_beat_contribution",))
        return
    if not is_bad_beat(house):
        return
    also = tuple(name for name in ("bad_beat", "bad_beat_contribution") if name in house.given)
    named = any(isinstance(row, dict) and row.get("hand") for row in house["bad_beat_payouts"])
    parts: dict[str, tuple[str, Any]] = {
        "bad_beat_contribution": ("a contribution from each pot", {"min": 1}),
        "bad_beat_method": ("how a contribution is calculated", "a text"),
        "bad_beat_hands": ("the hands that qualify", 'hands such as "four 8s or better"'),
        "bad_beat_payouts": ("what is paid and to whom", 'entries such as { to = "losing hand", percent = 50 }'),
        "bad_beat_discontinuance": ("an approved way to end it", "a text"),
    }
    for option, (what, allowed) in parts.items():
        if _empty(house.values[option]) and not (named and option == "bad_beat_hands"):
            message, fix = f"a Bad Beat payout is not offered without {what}", f"state {option}"
            cite = "637a.15(c)" if option == "bad_beat_contribution" and house.given.get(option) == 0 else ""
            yield desk_problem(house, message, option, "bad-beat-whole", cite=cite, allowed=allowed, needs=also, fix=fix)


def _empty(value: Any) -> bool:
    """Whether a choice states nothing."""
    return not (value.strip() if isinstance(value, str) else value)


# ---------------------------------------------------------------------------- High Hand


def is_high_hand(house: House) -> bool:
    """Whether a High Hand Jackpot payout is offered."""
    return bool(house.get("high_hand") or house.get("high_hand_contribution"))


IN_WORDS = {  # what § 637a.16 leaves to the words of the house, and what a room of this software does
    "high_hand_division": "equal shares",
    "high_hand_uncollected": "back into the fund",
}


def missing_of_high_hand(house: House) -> Iterator[tuple[str, str, str, Any]]:
    """What a High Hand Jackpot must state and does not: the option, its name in words, the paragraph and what is allowed."""
    if not house["high_hand_contribution"]:
        cite = "637a.16(c)" if "high_hand_contribution" in house.given else ""
        yield "high_hand_contribution", "a contribution from each pot", cite, {"min": 1}
    if _empty(house["high_hand_division"]):
        yield "high_hand_division", "how equal hands share it", "", "a text"
    if house["high_hand_claim_limit"] and _empty(house["high_hand_uncollected"]):
        yield "high_hand_uncollected", "what is done with a payout that is not collected in time", "", "a text"


def high_hand_problems(house: House) -> Iterator[Problem]:
    """§ 637a.16(b) and (i): the rules that are posted for a High Hand Jackpot, and what becomes of what nobody collects."""
    if house.given.get("high_hand") is False and house["high_hand_contribution"]:
        message = "high_hand_contribution is collected, and high_hand says that no payout is offered"
        yield desk_problem(house, message, "high_hand", "high-hand-or-not", allowed=[True], needs=("high_hand_contribution",))
        return
    if not is_high_hand(house):
        return
    also, stated = ("high_hand",), stated_by(house)
    for option, what, cite, allowed in missing_of_high_hand(house):
        message, fix = f"a High Hand Jackpot is not offered without {what}", f"state {option}"
        yield desk_problem(house, message, option, "high-hand-whole", cite=cite, allowed=allowed, needs=also, fix=fix)
    if "identification" not in house["high_hand_restrictions"].lower():
        message = "valid identification is among what a winner must show"
        option, allowed = "high_hand_restrictions", "a text that names valid identification"
        yield desk_problem(house, message, option, "high-hand-identification", allowed=allowed, needs=also)
    for option, done in IN_WORDS.items():
        said = " ".join(house.values[option].lower().split())
        if option in stated and said and said != done:
            message = f"{option} is the house's own words: people do that, and a room of this software has {done}"
            fix = f'state "{done}", or see that it is done by hand'
            yield desk_problem(house, message, option, "high-hand-in-words", needs=also, fix=fix)
    if house["high_hand_minimum_players"] > house["seats"]:
        message = f"{house['high_hand_minimum_players']} players cannot be dealt in at a table of {house['seats']} seats"
        most = {"max": house["seats"]}
        yield desk_problem(house, message, "high_hand_minimum_players", "high-hand-players", allowed=most, needs=("seats",))
