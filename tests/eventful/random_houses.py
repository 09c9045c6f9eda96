"""Lawful houses by chance: every option of a chapter switched on in some, limits at their least, payouts of the house's own."""

import re
from random import Random
from typing import Any

from pitboss.rulebook import Option, chapter
from pitboss.spelling import option_of
from tests.strategies import lawful

UNITS = (50, 50, 100, 100, 500, 25, 5)
ODDS = re.compile(r"\d+ to 1")
LIMITS = ("table_minimum", "table_maximum", "smallest_chip", "optional_wager_minimum", "optional_wager_maximum")
WORDS = (
    *("inscription", "tip_box", "notice", "shown", "beat_method"),
    *("rake_method", "other_games", "supplement", "deck_", "rake_area"),
)
EIGHT_OR_BETTER = "omaha high-low eight or better"
JACKPOT = {"bad_beat": True, "bad_beat_contribution": 100, "bad_beat_hands": "pair or better"}
HIGH_HAND = {"high_hand": True, "high_hand_contribution": 100, "high_hand_minimum_players": 2}
TIES: dict[str, tuple[dict[str, Any], ...]] = {  # options that mean nothing without others
    "progressive_rate": ({"progressive_rate": 25},),
    "kill": (
        {"variant": EIGHT_OR_BETTER, "kill": "kill", "qualifying_pot": 2000},
        {"variant": EIGHT_OR_BETTER, "kill": "half-kill", "qualifying_pot": 1500},
    ),
    "straddle": (
        {"straddle": True, "straddle_amount": 1000},
        {"straddle": True, "straddle_amount": 1000, "straddle_maximum": 3000, "structure": "no limit"},
        {"straddle": True, "straddle_amount": 2000, "additional_blinds": [1000]},
    ),
    "raise_schedule": ({"raise_schedule": [{"players": 2, "raises": 0}, {"betting_rounds": 1, "raises": 2}]},),
    "rake_levels": (
        {"rake": "incremental", "rake_levels": [{"pot": 1000, "take": 100}, {"pot": 3000, "take": 200}]},
        {"rake": "percentage and incremental", "rake_levels": [{"pot": 1500, "take": 100}], "rake_percent": 5},
    ),
    "rake_schedule": (
        {
            "rake_percent": 10,
            "rake_schedule": [
                {"betting_rounds": 1, "percent": 0},
                {"players": 3, "percent": 5},
                {"players": 2, "maximum": 300},
            ],
        },
        {"rake_percent": 10, "rake_schedule": [{"small_bet": 600, "percent": 2}, {"players": 2, "percent": 1}]},
    ),
    "rake_percent": ({"rake_percent": 10, "rake_maximum": 600, "rake_rounding": 100}, {"rake_percent": 3}),
    "rake_maximum": ({"rake_percent": 7, "rake_maximum": 300},),
    "time_charge": (
        {"rake": "percentage and time", "rake_percent": 3, "time_charge": 1200},
        {"rake": "time", "time_charge": 1800, "time_charge_basis": "table", "time_charge_minutes": 20},
    ),
    "additional_blinds": (
        {"additional_blinds": [1000]},
        {"additional_blinds": [500, 500]},
        {"additional_blinds": [1000, 2000]},
    ),
    "minimum_bet_increase": ({"minimum_bet_increase": 500}, {"minimum_bet_increase": 1000, "structure": "no limit"}),
    "small_bet": ({"small_bet": 1000, "big_bet": 2000}, {"small_bet": 600, "big_bet": 1200, "small_blind": 300}),
    "ante": ({"ante": 100}, {"ante": 100, "ante_from": "last Blind Bet"}, {"ante": 200, "ante_from": "button"}),
    "bad_beat_contribution": (
        JACKPOT,
        JACKPOT | {"bad_beat_minimum_pot": 2000},
        {"bad_beat": True, "bad_beat_levels": [{"pot": 1000, "take": 100}, {"pot": 2000, "take": 50}]},
        JACKPOT | HIGH_HAND,
    ),
    "high_hand_contribution": (
        HIGH_HAND,
        {"high_hand": True, "high_hand_levels": [{"pot": 2000, "take": 100}, {"pot": 3000, "take": 100}]},
        HIGH_HAND | {"high_hand_minimum_pot": 1500},
    ),
    "player_bank": ({"player_bank": True, "co_banking": True}, {"player_bank": True, "dealer_bank_wager": 2000}),
    "payout_limit": (
        {"payout_limit": 2_500_000, "table_maximum": 5_000_000},
        {"payout_limit": 5_000_000, "table_maximum": 5_000_000, "fortune_bonus": "A", "emperors_treasure": "A"},
        {"payout_limit": 5_000_000, "table_maximum": 5_000_000},
    ),
    "fortune_bonus": ({"fortune_bonus": "A"}, {"fortune_bonus": "B", "emperors_treasure": "C", "pai_gow_insurance": "A"}),
    "double_shoe": ({"double_shoe": True, "decks": 2},),
    "super_match": ({"blackjack_switch": True, "super_match": True},),
    "community_first": ({"dealing": "automated shoe", "community_first": True},),
    "counting_shuffler": ({"shuffler": True, "counting_shuffler": True},),
    "second_deck": ({"shuffler": True, "second_deck": True}, {"dealing": "automated shoe", "second_deck": True}),
}


UNTHEMED = {"progressive_rate", "community_first", "counting_shuffler", "second_deck"}  # these are chosen often enough


def house_of(number: str, rng: Random) -> dict[str, Any]:
    """A lawful house: what nobody is asked for as a rule, and several choices besides."""
    book = chapter(number)
    options = [option for option in book.options if not any(word in option.option for word in WORDS)]
    names = {option.option for option in options}
    given: dict[str, Any] = {}

    def add(more: dict[str, Any]) -> None:
        nonlocal given
        chosen = {**given, **{option: value for option, value in more.items() if option in names}}
        try:
            if chosen != given and lawful(number, chosen):
                given = chosen
        except ValueError:  # odds that cannot be read
            return

    if rng.random() < 0.85 and book.kind == "banked":
        unit = rng.choice(UNITS)
        least = 2 * unit * rng.choice((1, 2, 5, 10))
        add({"smallest_chip": unit})
        add({"table_minimum": least, "table_maximum": least * rng.choice((1, 3, 20, 1000, 5000))})
        add({"optional_wager_minimum": unit * rng.choice((1, 2)), "optional_wager_maximum": least * rng.choice((1, 3, 1000))})
    if rng.random() < 0.75 and "progressive_rate" in names:
        add({"progressive_payout": True})
        add({"progressive_rate": rng.choice((14, 20, 25, 33, 70))})
    often = rng.choice((0.08, 0.15, 0.3))
    if rng.random() < 0.75:
        theme = rng.choice(sorted(names & {*TIES} - UNTHEMED) or [""])
        for more in rng.sample(TIES.get(theme, ()), len(TIES.get(theme, ()))):
            add(more)
    for option in rng.sample(options, len(options)):
        if rng.random() < often and option.option not in (*LIMITS, "seats"):
            for more in values_of(option, rng):
                add(more)
    if book.kind == "nonbanked" and rng.random() < 0.3:
        add({"seats": rng.randint(2, 5)})
    usual = {option.option: option.default for option in options}
    return {option: value for option, value in given.items() if value != usual[option]}


def values_of(option: Option, rng: Random) -> list[dict[str, Any]]:
    """Some choices for an option, each with those that it needs; the first that is lawful will do."""
    allowed, name = option.allowed, option.option
    found: list[dict[str, Any]] = []
    if name in TIES and rng.random() < 0.8:
        return rng.sample(TIES[name], len(TIES[name]))
    if option.kind == "flag" or isinstance(allowed, list):
        return [{name: rng.choice([value for value in allowed if value != option.default] or list(allowed))}] if allowed else []
    if option.kind == "table" and allowed and rng.random() < 0.5 and (own := own_table(option, rng)):
        return [{name: own}]
    if option.kind == "table" and isinstance(allowed, dict):
        return []
    if isinstance(allowed, dict) and option.kind in ("number", "amount", "percent") and isinstance(allowed.get("min", 0), int):
        least = int(allowed.get("min", 0))
        most = allowed.get("max", least + 4 if option.kind == "number" else 4 * max(least, 500))
        found.append({name: rng.choice((least, least, most, rng.randint(least, int(most))))})
    return found


def own_table(option: Option, rng: Random) -> dict[str, str]:
    """A pay table of the house's own, which pays more for some hands than the first that is printed; {} where none is."""
    book = chapter(option.section.split(".")[0])
    printed = next((table for table in book.paytables if option_of(table.wager) == option.option), None)
    rows = [(hand, odds) for hand, odds in (printed.rows if printed is not None else ()) if ODDS.fullmatch(odds)]
    some = rng.sample(rows, rng.randint(1, min(3, len(rows)))) if rows else []
    return {hand.split(" (")[0]: f"{int(odds.split(' ')[0]) + rng.choice((1, 5, 10))} to 1" for hand, odds in some}
