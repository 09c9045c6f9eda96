"""What the desk asks of a submission beyond what a table needs to be played at: choices that the text says shall be specified,
choices that contradict each other or have no effect, and what Poker tables must post."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pitboss.games import game
from pitboss.games.nonbanked.variants import DRAW, FIVE_CARD_STUD, HOLD_EM, OMAHA, STUD, VARIANTS
from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.house.rules import letters_of
from pitboss.money import dollars
from pitboss.submissions.findings import desk_problem, stated_by, too_long
from pitboss.submissions.poker import is_bad_beat, is_high_hand
from pitboss.table.money.meter import is_offered
from pitboss.words import toml

ONE_DOLLAR = 100
LONGEST_TEXT = 4000  # characters
DRAWS_OR_STANDS = re.compile(  # a verb, and what it is said of: up to the next verb, or the end of the sentence
    r"(?:(?P<never>not|never|no)\s+)?\b(?:(?P<draws>draw|hit)|stand|stay)\w*\b(?P<on>(?:(?!\b(?:draw|hit|stand|stay|not|never)).)*)"
)
LIMITS = ("table_minimum", "table_maximum", "optional_wager_maximum", "small_bet", "big_bet", "payout_limit")


def text_problems(house: House) -> Iterator[Problem]:
    """A text of the holder's own is short enough to be printed."""
    for option in house.chapter.options:
        if option.kind == "text":
            text = str(house.values.get(option.option, ""))
            yield from too_long(option.section, option.option, option.option, text, LONGEST_TEXT)


def shoe_problems(house: House) -> Iterator[Problem]:
    """A device that fills the shoe is used where there is one (sections .5(a) and 633a.7(a))."""
    by_hand = "dealing" if house.get("dealing") == "hand" else "from_the_hand" if house.get("from_the_hand") else ""
    for option in ("shuffler_fills_shoe", "shuffler_loads_shoe"):
        if by_hand and house.get(option):
            message = f"{option} needs a dealing shoe, and the cards are dealt from the hand"
            yield desk_problem(house, message, option, "fills-a-shoe", allowed=[False], needs=(by_hand,))


def table_problems(house: House) -> Iterator[Problem]:
    """A pay table that is one of several is named: the certificate holder selects it in its Rules Submission."""
    for option in house.chapter.options:
        letters = letters_of(option)
        if len(letters) > 1 and house.given.get(option.option) is True:
            message = f"{option.option} = true does not say which one is chosen"
            yield desk_problem(house, message, option.option, "table-named", allowed=letters)


def cents_problems(house: House) -> Iterator[Problem]:
    """Amounts are cents: a limit of less than a dollar, or a largest wager below the least one, may be meant as dollars."""
    for option in LIMITS:
        amount = house.values.get(option, 0)
        least = house.values.get("table_minimum", 0) if option == "table_maximum" else ONE_DOLLAR
        if option in stated_by(house) and 0 < amount < max(ONE_DOLLAR, least):
            message = f"{option} = {amount} is {dollars(amount)}; are {dollars(amount * 100)} meant? Amounts are cents"
            fix = "write all amounts in cents, if dollars are meant"
            yield desk_problem(house, message, option, "cents-or-dollars", fix=fix)


def inscription_problems(house: House) -> Iterator[Problem]:
    """The layout says that the dealer draws to 16 and stands on all 17s, or the same in similar language (§ 633a.2(b)(3)(iii),
    § 635a.2(b)(3)(iii))."""
    said = house["dealer_inscription"]
    if len(said) > LONGEST_TEXT or not (wrong := wrong_inscription(said)):
        return
    printed = next(o.default for o in house.chapter.options if o.option == "dealer_inscription")
    message = f"{wrong}; the dealer draws to 16 and stands on all 17s"
    fix = f'set dealer_inscription to "{printed}", or say that in similar language'
    yield desk_problem(house, message, "dealer_inscription", "inscription-as-played", allowed=[printed], fix=fix)


def wrong_inscription(said: str) -> str:
    """What is wrong with words about the dealer's drawing rule, "" where they say when to draw and stand.

    >>> wrong_inscription("Dealer must draw to sixteen and stand on all seventeens")
    ''
    >>> wrong_inscription("Dealer hits soft 17"), wrong_inscription("Good luck")
    ('the layout would say that the dealer hits soft 17', 'the layout would not say when the dealer draws and stands')
    """
    words = said.lower().replace("sixteen", "16").replace("seventeen", "17")
    right = False
    for found in DRAWS_OR_STANDS.finditer(words):
        points = [int(number) for number in re.findall(r"[0-9]+", found["on"])]
        draws = (found["draws"] is not None) != (found["never"] is not None)
        if points and not (_draws_to_16(found["on"], max(points)) if draws else _stands_on_17(found["on"], min(points))):
            return f"the layout would say that the dealer {found[0].strip(' .,;')}"
        right = right or bool(points)
    return "" if right else "the layout would not say when the dealer draws and stands"


def _draws_to_16(words: str, most: int) -> bool:
    """Whether 16 is the most on which the dealer draws: "to 16", "until 17"."""
    until = re.search(rf"\b(until|till|below|under|before|less than)( \w+)? {most}\b", words)
    return most - (until is not None) == 16


def _stands_on_17(words: str, least: int) -> bool:
    """Whether the dealer stands on every 17, and not on hard ones only, nor on all but soft ones."""
    hard_only = re.search(r"\bhard\b", words) and not re.search(r"\bsoft\b", words)
    but_soft = re.search(r"\b(except|excluding|unless|save|but|other than)\b.*\bsoft\b", words)
    return least == 17 and not hard_only and not but_soft


def version_problems(house: House) -> Iterator[Problem]:
    """The basic game has one Ante Bonus table; a choice among others is for its versions."""
    default = next(option.default for option in house.chapter.options if option.option == "ante_bonus")
    if not house["version"] and house["ante_bonus"] != default:
        chosen, basic = toml(house["ante_bonus"]), house.chapter.paytable("Ante Bonus").section
        message = f"ante_bonus = {chosen} is a table of the versions; the basic game pays by {basic}"
        yield desk_problem(house, message, "ante_bonus", "version-table", allowed=[default], needs=("version",))


def box_problems(house: House) -> Iterator[Problem]:
    """A player may bet on no more boxes than there are positions."""
    boxes, seats = house["boxes"], house.get("seats", 0)
    if 0 < seats < boxes:
        message = f"boxes = {boxes} is more than the {seats} positions of the table"
        yield desk_problem(house, message, "boxes", "boxes-within-seats", allowed={"max": seats}, needs=("seats",))


def link_problems(house: House) -> Iterator[Problem]:
    """Tables are linked by a progressive wager that is offered."""
    if house["linked_progressive"] and not is_offered(house):
        message = "tables are linked by a progressive wager, and none is offered"
        option, needs = "linked_progressive", ("progressive_jackpot",)
        fix = "set linked_progressive to false, or offer the Progressive Jackpot Wager"
        yield desk_problem(house, message, option, "link-needs-progressive", allowed=[False], needs=needs, fix=fix)


def switch_problems(house: House) -> Iterator[Problem]:
    """Blackjack Switch is dealt face up from a shoe."""
    if house["blackjack_switch"] and house["from_the_hand"]:
        message = "Blackjack Switch is dealt by 633a.7, face up; from the hand cards are dealt face down (633a.12(b))"
        cite, needs = "633a.12(a)(3)", ("from_the_hand",)
        fix = "deal from a shoe, or state how the hands are announced"
        yield desk_problem(house, message, "blackjack_switch", "switch-from-hand", cite=cite, needs=needs, fix=fix)


# ---------------------------------------------------------------------------- choices that shall be specified


def _blinds(house: House) -> bool:
    return VARIANTS[house["variant"]].blinds


def _chosen(option: str) -> Callable[[House], bool]:
    return lambda house: bool(house.values.get(option))


def unspecified(house: House) -> Iterator[Problem]:
    """Choices that shall be specified and are not: the default holds, which the house has not said."""
    stated = stated_by(house)
    for option in house.chapter.options:
        name = option.option
        if name in stated or not option.must_be_stated(house.values):
            continue
        if name != "progressive_rate" or house.values[name]:  # without any rate there is an error already
            message = f"{name} shall be specified; without it, it is {toml(house.values[name])}"
            cite = opening_section(house, name)
            yield desk_problem(house, message, name, "shall-specify", cite=cite, fix=f"state {name}")


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


# ---------------------------------------------------------------------------- choices without effect


@dataclass(frozen=True)
class Idle:
    """An option that has an effect only where `needs` says so."""

    option: str
    needs: str
    works: Callable[[House], bool]


def _optional_wagers(house: House) -> bool:
    return any(wager.option and not wager.required for wager in game(house.chapter.chapter).offered(house))


def _rake(kind: str) -> Callable[[House], bool]:
    return lambda house: kind in house["rake"]


_METER_OPTIONS = ("wager", "rate", "initial", "reset", "meter")
_LIMIT = _chosen("payout_limit")
_BAD_BEAT = ("method", "minimum_pot", "hands", "payouts", "count_place", "paid_at", "paid_in", "discontinuance")
_HIGH_HAND = (
    *("qualifying_period", "collection_period", "minimum_pot", "minimum_players", "division"),
    *("claim_limit", "restrictions", "count_place", "paid_at", "uncollected"),
)
IDLE: dict[str, tuple[Idle, ...]] = {  # by an option that the chapters have
    "": (  # of every chapter that has the option
        *(Idle(f"progressive_{word}", "a progressive wager that is offered", is_offered) for word in _METER_OPTIONS),
        Idle("payout_limit_notice", "payout_limit", _LIMIT),
        Idle("bottom_cover_card", "a cut, which a reshuffling device does without", lambda h: not h.get("reshuffling_device")),
    ),
    "crown_treasure": (
        Idle("determinant_red_side", "double_shoe", _chosen("double_shoe")),
        Idle("crown_treasure", "royal_match_21", _chosen("royal_match_21")),
        Idle("optional_wager_minimum", "an optional wager", _optional_wagers),
        Idle("optional_wager_maximum", "an optional wager", _optional_wagers),
        Idle("payout_limit", "lucky_ladies or kings_bounty", lambda h: bool(h["lucky_ladies"] or h["kings_bounty"])),
        Idle("resplit_aces", "resplits", _chosen("resplits")),
    ),
    "co_banking": (
        Idle("notices_shown", "payout_limit", _LIMIT),
        Idle("payout_limit", "an optional wager", _optional_wagers),
    ),
    "rake": (
        Idle("forced_bet", "a Stud game", lambda house: not _blinds(house)),
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
        *(Idle(f"bad_beat_{word}", "a Bad Beat payout", is_bad_beat) for word in _BAD_BEAT),
        *(Idle(f"high_hand_{word}", "a High Hand Jackpot", is_high_hand) for word in _HIGH_HAND),
    ),
}


def idle_options(house: House) -> Iterator[Idle]:
    """The options of a chapter that have an effect only beside others."""
    for beside, idle in ((beside, idle) for beside, several in IDLE.items() for idle in several):
        if beside in ("", *house.values) and idle.option in house.values:
            yield idle


def ignored(house: House) -> Iterator[Problem]:
    """Choices other than the default that have no effect as the others are."""
    stated = stated_by(house)
    defaults = {option.option: option.default for option in house.chapter.options}
    for idle in idle_options(house):
        changed = idle.option in stated and house.values[idle.option] != defaults[idle.option]
        if changed and not idle.works(house):
            message = f"{idle.option} has no effect without {idle.needs}"
            yield desk_problem(house, message, idle.option, "no-effect", fix="leave it out")


def taken(house: House) -> Iterator[Problem]:
    """Equipment that other choices need and the file does not state: the table has it all the same."""
    stated = stated_by(house)
    for option in ("shuffler", "decks", "reshuffling_device"):
        default = next((o.default for o in house.chapter.options if o.option == option), None)
        if option in house.values and option not in stated and house.values[option] != default:
            value = toml(house.values[option])
            message = f"{option} is taken as {value}, which other choices need, and the file does not say so"
            yield desk_problem(house, message, option, "taken-for-granted", fix=f"state {option} = {value}")
