"""What the desk asks of a submission beyond what a table needs to be played at: choices that the text says shall be specified,
choices that contradict each other or have no effect, and what Poker tables must post."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.errors import PitbossError
from pitboss.games.nonbanked.variants import DRAW, FIVE_CARD_STUD, HOLD_EM, OMAHA, STUD, VARIANTS
from pitboss.house import House
from pitboss.money import Odds, dollars
from pitboss.near import option_of
from pitboss.posted import in_force, stated_in_force
from pitboss.submissions.findings import Finding, Level, what_to_do
from pitboss.submissions.rules import letters_of
from pitboss.table.meter import is_offered

ONE_DOLLAR = 100
LIMITS = ("table_minimum", "table_maximum", "optional_wager_maximum", "small_bet", "big_bet", "payout_limit")


def findings(house: House) -> Iterator[Finding]:
    """What the desk finds, errors first."""
    yield from shoe_findings(house)
    yield from table_findings(house)
    yield from cents_findings(house)
    yield from inscription_findings(house)
    if house.chapter.kind == "banked":
        yield from chip_findings(house)
        yield from combination_findings(house)
    if "rake" in house.values:
        yield from poker_findings(house)
    yield from unspecified(house)
    yield from ignored(house)
    yield from taken(house)


def finding(
    house: House,
    level: Level,
    option: str,
    rule: str,
    message: str,
    *,
    cite: str = "",
    allowed: Any = None,
    also: tuple[str, ...] = (),
    fix: str = "",
) -> Finding:
    """A finding about an option of a house."""
    section, given = cite or house.section(option), house.given.get(option)
    return Finding(
        level, section, option, given, allowed, message, rule, fix=fix or what_to_do(option, allowed, rule), also=also
    )


def shoe_findings(house: House) -> Iterator[Finding]:
    """A device that fills the shoe is used where there is one (sections .5(a) and 633a.7(a))."""
    by_hand = "dealing" if house.get("dealing") == "hand" else "from_the_hand" if house.get("from_the_hand") else ""
    for option in ("shuffler_fills_shoe", "shuffler_loads_shoe"):
        if by_hand and house.get(option):
            message = f"{option} needs a dealing shoe, and the cards are dealt from the hand"
            yield finding(house, "error", option, "fills-a-shoe", message, allowed=[False], also=(by_hand,))


def table_findings(house: House) -> Iterator[Finding]:
    """A pay table that is one of several is named: the certificate holder selects it in its Rules Submission."""
    for option in house.chapter.options:
        letters = letters_of(option)
        if len(letters) > 1 and house.given.get(option.option) is True:
            message = f"{option.option} = true does not say which one is chosen"
            yield finding(house, "error", option.option, "table-named", message, allowed=letters)


def cents_findings(house: House) -> Iterator[Finding]:
    """Amounts are cents: a limit of less than a dollar, or a largest wager below the least one, may be meant as dollars."""
    for option in LIMITS:
        amount = house.values.get(option, 0)
        least = house.values.get("table_minimum", 0) if option == "table_maximum" else ONE_DOLLAR
        if option in _stated(house) and 0 < amount < max(ONE_DOLLAR, least):
            message = f"{option} = {amount} is {dollars(amount)}; are {dollars(amount * 100)} meant? Amounts are cents"
            fix = f"set {option} to {amount * 100}, if dollars are meant"
            yield finding(house, "warning", option, "cents-or-dollars", message, fix=fix)


def inscription_findings(house: House) -> Iterator[Finding]:
    """The layout says what the dealer does: he draws to 16 and stands on every 17 (§ 633a.7, § 635a.7)."""
    for clause in re.split(r"[.,;]|\band\b|\bbut\b", str(house.get("dealer_inscription") or "").lower()):
        draws, stands = re.search(r"\b(hits?|draws?)\b", clause), re.search(r"\bstands?\b", clause)
        if (draws and re.search(r"17|seventeen", clause)) or (stands and re.search(r"16|sixteen", clause)):
            said = clause.strip().removeprefix("dealer ")
            message = f"the layout would say that the dealer {said}; he draws to 16 and stands on all 17s"
            fix = "say on the layout what the dealer does"
            yield finding(house, "warning", "dealer_inscription", "inscription-as-played", message, fix=fix)


def combination_findings(house: House) -> Iterator[Finding]:
    """Choices of the banked games that do not go together, or only by another reading."""
    number = house.chapter.chapter
    if number == "565" and not house["version"] and house["ante_bonus"] != "A":
        message = f"ante_bonus = {_words(house['ante_bonus'])} is a table of the versions; the basic game pays by 565.12(e)"
        yield finding(house, "error", "ante_bonus", "version-table", message, allowed=["A"], also=("version",))
    if "seats" in house.values and "boxes" in house.values and house["boxes"] > house["seats"]:
        message = f"boxes = {house['boxes']} is more than the {house['seats']} positions of the table"
        yield finding(house, "error", "boxes", "boxes-within-seats", message, allowed={"max": house["seats"]}, also=("seats",))
    if house.get("blackjack_switch") and house.get("from_the_hand"):
        message = "Blackjack Switch is dealt by 633a.7, face up; from the hand cards are dealt face down (633a.12(b))"
        cite, by = "633a.12(a)(3)", ("from_the_hand",)
        fix = "deal from a shoe, or state how the hands are announced"
        yield finding(house, "warning", "blackjack_switch", "switch-from-hand", message, cite=cite, also=by, fix=fix)


# ---------------------------------------------------------------------------- chips


def chip_findings(house: House) -> Iterator[Finding]:
    """The least wager, what it wins, and a wager of one chip are made in chips of the table."""
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
        yield "559.8(b)", "smallest_chip", ONE_DOLLAR


def payout_findings(house: House) -> Iterator[Finding]:
    """The first payout on the least wager that the smallest chip does not make."""
    unit = house["smallest_chip"]
    for table in sorted((*stated_in_force(house), *in_force(house)), key=lambda t: t.section):
        least = least_of(house, table.wager)
        for hand, payout in table.rows:
            won = _odds(payout) * least
            if won % unit:
                amount = dollars(int(won)) if won.denominator == 1 else f"{float(won) / 100:.4f} dollars"
                message = f"{payout} for {hand} on {dollars(least)} is {amount}, which chips of {dollars(unit)} do not pay"
                also, fix = ("table_minimum", option_of(table.wager)), "lower smallest_chip, or raise the minimum"
                yield finding(house, "error", "smallest_chip", "chips-pay", message, cite=table.section, also=also, fix=fix)
                return


def _odds(payout: str) -> Fraction:
    """What a unit wins, 0 where it is not odds, or whole."""
    try:
        odds = Odds.choices(payout)[0]
    except PitbossError:
        return Fraction(0)
    return odds.value if odds.kind == "to" and odds.value.denominator > 1 else Fraction(0)


def least_of(house: House, wager: str) -> int:
    """The least of a wager, in chips of the table."""
    least, unit = house["table_minimum"], house["smallest_chip"]
    if wager == "Bet" and house.chapter.chapter == "555":  # § 555.11(b): twice the Ante
        return int(-(-least // unit) * unit) * house.chapter.limit_named("bet_multiple")
    if house.chosen(wager) is not None:
        least = house.values.get("optional_wager_minimum") or least
    return int(-(-least // unit) * unit)


# ---------------------------------------------------------------------------- choices that shall be specified


def _blinds(house: House) -> bool:
    return VARIANTS[house["variant"]].blinds


def _forced(house: House) -> bool:
    return not _blinds(house)


def _chosen(option: str) -> Callable[[House], bool]:
    return lambda house: bool(house.values.get(option))


def unspecified(house: House) -> Iterator[Finding]:
    """Choices that shall be specified and are not: the default holds, which the house has not said."""
    stated = _stated(house)
    for option in house.chapter.options:
        name = option.option
        if name in stated or not option.must_be_stated(house.values):
            continue
        if name != "progressive_rate" or house.values[name]:  # without any rate there is an error already
            message = f"{name} shall be specified; without it, it is {_words(house.values[name])}"
            cite = opening_section(house, name)
            yield finding(house, "warning", name, "shall-specify", message, cite=cite, fix=f"state {name}")


def opening_section(house: House, option: str) -> str:
    """The paragraph that asks for an opening bet of the variant played; "" where it is the option's own."""
    family = VARIANTS[house["variant"]].family if "variant" in house.values else ""
    if option in ("small_blind", "big_blind"):
        place = {OMAHA: "12(d)", DRAW: "13(e)"}.get(family, "")
    elif option == "forced_bet":
        place = {FIVE_CARD_STUD: "14(d)"}.get(family, "")
    elif option == "ante":
        place = {STUD: "10(b)", HOLD_EM: "11(b)", OMAHA: "12(b)", DRAW: "13(b)", FIVE_CARD_STUD: "14(b)"}[family]
    else:
        place = ""
    return f"{house.chapter.chapter}.{place}" if place else ""


def _stated(house: House) -> set[str]:
    names = {other: option.option for option in house.chapter.options for other in option.also}
    return {names.get(name, name) for name in house.given}


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


# ---------------------------------------------------------------------------- choices without effect


@dataclass(frozen=True)
class Idle:
    """An option that has an effect only where `needs` says so."""

    option: str
    needs: str
    works: Callable[[House], bool]


def _optional_wagers(house: House) -> bool:
    from pitboss.games import game

    return any(wager.option and not wager.required for wager in game(house.chapter.chapter).offered(house))


def _rake(kind: str) -> Callable[[House], bool]:
    return lambda house: kind in house["rake"]


def _bad_beat(house: House) -> bool:
    return bool(house.get("bad_beat") or house["bad_beat_contribution"])


def _high_hand(house: House) -> bool:
    return bool(house.get("high_hand") or house.get("high_hand_contribution"))


_METER_OPTIONS = ("wager", "rate", "initial", "reset", "meter")
_LIMIT = _chosen("payout_limit")
_BAD_BEAT = ("method", "minimum_pot", "hands", "payouts", "count_place", "paid_at", "paid_in", "discontinuance")
_HIGH_HAND = (
    *("qualifying_period", "collection_period", "minimum_pot", "minimum_players", "division"),
    *("claim_limit", "restrictions", "count_place", "paid_at", "uncollected"),
)
IDLE: dict[str, tuple[Idle, ...]] = {
    "": (  # of every chapter that has the option
        *(Idle(f"progressive_{word}", "a progressive wager that is offered", is_offered) for word in _METER_OPTIONS),
        Idle("linked_progressive", "a progressive wager that is offered", is_offered),
        Idle("payout_limit_notice", "payout_limit", _LIMIT),
        Idle("bottom_cover_card", "a cut, which a reshuffling device does without", lambda h: not h.get("reshuffling_device")),
    ),
    "633a": (
        Idle("determinant_red_side", "double_shoe", _chosen("double_shoe")),
        Idle("crown_treasure", "royal_match_21", _chosen("royal_match_21")),
        Idle("optional_wager_minimum", "an optional wager", _optional_wagers),
        Idle("optional_wager_maximum", "an optional wager", _optional_wagers),
        Idle("payout_limit", "lucky_ladies or kings_bounty", lambda h: bool(h["lucky_ladies"] or h["kings_bounty"])),
        Idle("resplit_aces", "resplits", _chosen("resplits")),
    ),
    "645a": (
        Idle("notices_shown", "payout_limit", _LIMIT),
        Idle("payout_limit", "an optional wager", _optional_wagers),
    ),
    "poker": (
        Idle("forced_bet", "a Stud game", _forced),
        *(Idle(option, "a game with blinds", _blinds) for option in ("small_blind", "big_blind", "additional_blinds")),
        Idle("button_start", "a game with blinds", _blinds),
        Idle("straddle_amount", "straddle", _chosen("straddle")),
        Idle("qualifying_pot", "kill", _chosen("kill")),
        Idle("rake_percent", "a percentage rake", _rake("percentage")),
        Idle("rake_collected", "a percentage rake", _rake("percentage")),
        Idle("rake_levels", "an incremental rake", _rake("incremental")),
        *(Idle(f"time_charge{part}", "a rake based on time", _rake("time")) for part in ("", "_basis", "_minutes")),
        Idle("minimum_bet_agreement", "minimum_bet_increase", _chosen("minimum_bet_increase")),
        Idle("count_method", "a dealer who counts; the shuffler does", lambda house: not house["counting_shuffler"]),
        Idle("opening_shuffle", "a shuffle by hand", lambda house: not house["shuffler"]),
        *(Idle(f"bad_beat_{word}", "a Bad Beat payout", _bad_beat) for word in _BAD_BEAT),
        *(Idle(f"high_hand_{word}", "a High Hand Jackpot", _high_hand) for word in _HIGH_HAND),
    ),
}


def idle_options(house: House) -> Iterator[Idle]:
    """The options of a chapter that have an effect only beside others."""
    number = house.chapter.chapter
    for idle in (*IDLE[""], *IDLE.get(number, ()), *(IDLE["poker"] if "rake" in house.values else ())):
        if idle.option in house.values:
            yield idle


def ignored(house: House) -> Iterator[Finding]:
    """Choices other than the default that have no effect as the others are."""
    stated = _stated(house)
    defaults = {option.option: option.default for option in house.chapter.options}
    for idle in idle_options(house):
        changed = idle.option in stated and house.values[idle.option] != defaults[idle.option]
        if changed and not idle.works(house):
            message = f"{idle.option} has no effect without {idle.needs}"
            yield finding(house, "warning", idle.option, "no-effect", message, fix="leave it out")


def taken(house: House) -> Iterator[Finding]:
    """Equipment that other choices need and the file does not state: the table has it all the same."""
    stated = _stated(house)
    for option in ("shuffler", "decks", "reshuffling_device"):
        default = next((o.default for o in house.chapter.options if o.option == option), None)
        if option in house.values and option not in stated and house.values[option] != default:
            value = _words(house.values[option])
            message = f"{option} is taken as {value}, which other choices need, and the file does not say so"
            yield finding(house, "warning", option, "taken-for-granted", message, fix=f"state {option} = {value}")


# ---------------------------------------------------------------------------- Poker


def poker_findings(house: House) -> Iterator[Finding]:
    """What a Poker table posts and its submission states (§§ 553.15–.20, §§ 637a.8–.17)."""
    yield from excess_findings(house)
    yield from variant_findings(house)
    yield from rake_findings(house)
    yield from bad_beat_findings(house)
    if "high_hand" in house.values:
        yield from high_hand_findings(house)
    agreement = "minimum_bet_agreement"
    if house["minimum_bet_increase"] and not house.values[agreement].strip():
        message = "how the dealer knows that all agreed to a higher minimum must be stated where it may be raised"
        also = ("minimum_bet_increase",)
        yield finding(house, "error", agreement, "agreement-stated", message, allowed="a text", also=also)


def excess_findings(house: House) -> Iterator[Finding]:
    """What cannot be divided is $1 at most: in games split between high and low (§ 553.10(i)(2)(i), § 553.12(j)(2)(i),
    § 637a.10(i)(3)(i), § 637a.12(k)(2)(i)), and since 2012 in Hold'em (§ 637a.11(k))."""
    variant, number = VARIANTS[house["variant"]], house.chapter.chapter
    if variant.split:
        cites = {
            "553": {STUD: "553.10(i)(2)(i)", OMAHA: "553.12(j)(2)(i)"},
            "637a": {STUD: "637a.10(i)(3)(i)", OMAHA: "637a.12(k)(2)(i)"},
        }
        cite = cites[number][variant.family]
    elif number == "637a" and variant.family == HOLD_EM:
        cite = "637a.11(k)"
    else:
        return
    if house["smallest_chip"] > ONE_DOLLAR:
        chip = dollars(house["smallest_chip"])
        message = f"with chips of {chip} what cannot be divided may exceed $1 in {variant.name}"
        allowed = {"max": ONE_DOLLAR}
        yield finding(
            house, "error", "smallest_chip", "excess-within-dollar", message, cite=cite, allowed=allowed, also=("variant",)
        )


def variant_findings(house: House) -> Iterator[Finding]:
    """A Straddle Bet is for Hold'em and Omaha (§ 637a.11(e), § 637a.12(e)); what a split pot of Seven-card Stud cannot be
    divided into goes as printed (§ 637a.10(i)(3))."""
    variant = VARIANTS[house["variant"]]
    if house.get("straddle") and variant.family not in (HOLD_EM, OMAHA):
        message = f"a Straddle Bet is made in Hold'em and Omaha, not in {variant.name}"
        yield finding(house, "error", "straddle", "straddle-of-variant", message, allowed=[False], also=("variant",))
    printed = next(option.default for option in house.chapter.options if option.option == "odd_chip")
    if house["odd_chip"] != printed and variant.family == STUD and variant.split:
        message = f"in {variant.name} the odd chip goes by hand and suit, as printed"
        cite, allowed = "637a.10(i)(3)", [printed]
        yield finding(house, "error", "odd_chip", "odd-chip-of-variant", message, cite=cite, allowed=allowed, also=("variant",))


def rake_findings(house: House) -> Iterator[Finding]:
    """The rake that a submission states: its type, how it is worked out, and the most that is taken."""
    for kind, option in (("percentage", "rake_percent"), ("incremental", "rake_levels"), ("time", "time_charge")):
        if kind in house["rake"] and not house.values[option]:
            message = f"{option} states nothing, and the rake is {house['rake']}"
            yield finding(house, "warning", option, "rake-stated", message, also=("rake",), fix=f"state {option}")
    for option, what in (("rake_method", "how the rake is calculated"), ("rake_maximum", "the most that is raked")):
        if option in _stated(house) and not house.values[option]:
            message = f"{what} shall be part of the submission"
            yield finding(house, "warning", option, "shall-specify", message, fix=f"state {option}")
    levels, most = house["rake_levels"] if "incremental" in house["rake"] else [], house["rake_maximum"]
    if isinstance(levels, list) and levels and most and (total := sum(level["take"] for level in levels)) > most:
        message = f"rake_levels take {dollars(total)} together, and rake_maximum is {dollars(most)}"
        yield finding(
            house, "warning", "rake_levels", "levels-within-maximum", message, allowed={"max": most}, also=("rake_maximum",)
        )


def bad_beat_findings(house: House) -> Iterator[Finding]:
    """§ 553.20(b) and (i), § 637a.15(b) and (i): a Bad Beat payout is offered with its rules, and with a way to end it."""
    if house.given.get("bad_beat") is False and house["bad_beat_contribution"]:
        message = "bad_beat_contribution is collected, and bad_beat says that no payout is offered"
        yield finding(house, "error", "bad_beat", "bad-beat-or-not", message, allowed=[True], also=("bad_beat_contribution",))
        return
    if not _bad_beat(house):
        return
    stated, also = _stated(house), tuple(name for name in ("bad_beat", "bad_beat_contribution") if name in house.given)
    named = any(isinstance(row, dict) and row.get("hand") for row in house["bad_beat_payouts"])
    parts = {
        "bad_beat_contribution": "a contribution from each pot",
        "bad_beat_method": "how a contribution is calculated",
        "bad_beat_hands": "the hands that qualify",
        "bad_beat_payouts": "what is paid and to whom",
    }
    for option, what in parts.items():
        if option in stated and not house.values[option] and not (named and option == "bad_beat_hands"):
            message = f"a Bad Beat payout is not offered without {what}"
            cite = house.section(option).replace("637a.15(b)(1)", "637a.15(c)") if option == "bad_beat_contribution" else ""
            yield finding(house, "error", option, "bad-beat-whole", message, cite=cite, also=also, fix=f"state {option}")
    option = "bad_beat_discontinuance"
    if not house.values[option].strip():
        message = "a Bad Beat payout is not offered without an approved way to end it"
        yield finding(house, "error", option, "bad-beat-whole", message, also=also, fix=f"state {option}")


IN_WORDS = {  # what § 637a.16 leaves to the words of the house, and what a room of this software does
    "high_hand_division": "equal shares",
    "high_hand_uncollected": "back into the fund",
}


def high_hand_findings(house: House) -> Iterator[Finding]:
    """§ 637a.16(b) and (i): the rules that are posted for a High Hand Jackpot, and what becomes of what nobody collects."""
    if house.given.get("high_hand") is False and house["high_hand_contribution"]:
        message = "high_hand_contribution is collected, and high_hand says that no payout is offered"
        yield finding(
            house, "error", "high_hand", "high-hand-or-not", message, allowed=[True], also=("high_hand_contribution",)
        )
        return
    if not _high_hand(house):
        return
    also, stated = ("high_hand",), _stated(house)
    parts = {
        "high_hand_contribution": ("a contribution from each pot", "637a.16(c)"),
        "high_hand_division": ("how equal hands share it", ""),
    }
    for option, (what, cite) in parts.items():
        if option in stated and not house.values[option]:
            message = f"a High Hand Jackpot is not offered without {what}"
            yield finding(house, "error", option, "high-hand-whole", message, cite=cite, also=also, fix=f"state {option}")
    if "identification" not in house["high_hand_restrictions"].lower():
        message = "valid identification is among what a winner must show"
        option, allowed = "high_hand_restrictions", "a text that names valid identification"
        yield finding(house, "error", option, "high-hand-identification", message, allowed=allowed, also=also)
    if house["high_hand_claim_limit"] and "high_hand_uncollected" in stated and not house["high_hand_uncollected"].strip():
        message = "what is done with a payout that nobody collects in time must be stated"
        option = "high_hand_uncollected"
        yield finding(
            house, "error", option, "high-hand-uncollected", message, also=("high_hand_claim_limit",), fix=f"state {option}"
        )
    for option, done in IN_WORDS.items():
        said = " ".join(house.values[option].lower().split())
        if option in stated and said and said != done:
            message = f"{option} is the house's own words: people do that, and a room of this software has {done}"
            fix = f'state "{done}", or see that it is done by hand'
            yield finding(house, "warning", option, "high-hand-in-words", message, also=also, fix=fix)
    if house["high_hand_minimum_players"] > house["seats"]:
        message = f"{house['high_hand_minimum_players']} players cannot be dealt in at a table of {house['seats']} seats"
        most = {"max": house["seats"]}
        yield finding(house, "error", "high_hand_minimum_players", "high-hand-players", message, allowed=most, also=("seats",))
