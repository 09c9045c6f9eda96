"""What a Poker house may not choose is refused by the paragraph of that choice, with its option and rule: both editions."""

from typing import Any

import pytest

from pitboss.errors import IllegalWager, NotAuthorized
from pitboss.games import NONBANKED, game
from pitboss.house import KIND, House
from pitboss.rulebook import Option, chapter
from pitboss.shoe import Chance
from pitboss.table.table import Table

STUD, HOLD_EM, OMAHA = "seven-card stud", "hold'em", "omaha high-low eight or better"
WORDS = "no such choice"


def refused(number: str, **house: Any) -> NotAuthorized:
    with pytest.raises(NotAuthorized) as error:
        made = House.of(number, house)
        game(number).check_house(made)
    return error.value


def wrong(option: Option) -> list[tuple[Any, str]]:
    """Values that an option does not take, each with the rule that it breaks."""
    if option.kind == "flag":
        return [(WORDS, KIND)]
    if option.kind == "text":
        return [(17, KIND)]
    if option.kind in ("number", "amount") and isinstance(option.allowed, dict):
        least, most = option.allowed["min"], option.allowed.get("max")
        beyond = [(most + 1, option.option)] if most is not None else []
        return [(WORDS, KIND), *beyond, *([(least - 1, option.option)] if least - 1 != option.default else [])]
    if option.kind == "choice":
        return [(WORDS, option.option if str in map(type, option.allowed) else KIND)]
    return []


@pytest.mark.parametrize("number", NONBANKED)
def test_a_value_that_an_option_does_not_take_is_refused_by_its_paragraph(number: str) -> None:
    tried = 0
    for option in chapter(number).options:
        for value, rule in wrong(option):
            error = refused(number, **{option.option: value})
            assert (error.cite, error.field, error.given, error.rule) == (option.section, option.option, value, rule)
            assert error.allowed == (option.allowed or "a text")
            tried += 1
    assert tried > 60


# What a house may not choose together: the choices, the paragraphs of 553 and of 637a, the option that is told, the rule.
TOGETHER: list[tuple[dict[str, Any], str, str, str, str]] = [
    ({"variant": STUD, "seats": 9}, "553.10(b)", "637a.10(b)", "seats", "seats-of-variant"),
    ({"variant": "five-card draw", "seats": 9}, "553.13(b)", "637a.13(b)", "seats", "seats-of-variant"),
    ({"variant": "five-card stud", "seats": 9}, "553.14(b)", "637a.14(b)", "seats", "seats-of-variant"),
    ({"variant": STUD, "count_method": "stub"}, "553.7(e)(4)(i)", "637a.7(e)(4)(i)", "count_method", "count-of-variant"),
    ({"variant": STUD, "ante": 100, "ante_from": "button"}, "553.7(c)", "637a.7(c)", "ante_from", "ante-of-variant"),
    ({"variant": HOLD_EM, "kill": "kill"}, "553.12(m)", "637a.12(n)", "kill", "kill-of-variant"),
    ({"variant": "omaha", "kill": "kill"}, "553.12(m)", "637a.12(n)", "kill", "kill-of-variant"),
    (
        *({"variant": OMAHA, "kill": "half-kill", "small_bet": 500, "big_bet": 1000, "smallest_chip": 100}, "553.12(m)"),
        *("637a.12(n)", "kill", "half-kill-in-chips"),
    ),
    (
        {"time_charge": 1001, "time_charge_minutes": 20, "rake": "time"},
        "553.15(b)(3)(iii)",
        "637a.17(b)(3)(iii)",
        "time_charge",
        "charge-in-cents",
    ),
    ({"additional_blinds": [500, 500], "seats": 3}, "553.11(d)", "637a.11(d)", "additional_blinds", "blinds-have-seats"),
    ({"rake_schedule": [{"percent": 11}]}, "553.15(b)(1)", "637a.17(b)(1)", "rake_schedule", "schedule-percent"),
    (
        {"rake_schedule": [{"levels": [{"pot": 1000, "take": 100}]}]},
        "553.15(a)(2)",
        "637a.17(a)(2)",
        "rake_schedule",
        "schedule-of-rake",
    ),
    ({"rake_schedule": [{"hands": 3, "percent": 5}]}, "553.15(a)(2)", "637a.17(a)(2)", "rake_schedule", "list-of-entries"),
    ({"raise_schedule": [{"players": 2}]}, "553.18", "637a.8(k)", "raise_schedule", "list-of-entries"),
    (
        {"rake": "incremental", "rake_levels": [{"pot": 100, "take": 200}]},
        "553.15(b)(2)",
        "637a.17(b)(2)",
        "rake_levels",
        "levels-within-pot",
    ),
    (
        *({"rake": "incremental", "rake_levels": [{"pot": 200, "take": 150}, {"pot": 300, "take": 200}]}, "553.15(b)(2)"),
        *("637a.17(b)(2)", "rake_levels", "levels-within-pot"),
    ),
    ({"small_bet": 500, "big_bet": 400}, "553.18", "637a.8(k)", "big_bet", "bets-in-order"),
    ({"bad_beat_hands": "a very good hand"}, "553.20(b)(3)", "637a.15(b)(3)", "bad_beat_hands", "bad-beat-hand-named"),
    (
        *(
            {
                "bad_beat_hands": "four 8s",
                "bad_beat_payouts": [{"to": "losing hand", "percent": 60}, {"to": "players", "percent": 41}],
            },
            "553.20(a)",
        ),
        *("637a.15(a)", "bad_beat_payouts", "shares-within-fund"),
    ),
    (
        *(
            {"bad_beat_payouts": [{"to": "players", "percent": 60}, {"hand": "four 8s", "to": "players", "percent": 40}]},
            "553.20(b)(3)",
        ),
        *("637a.15(b)(3)", "bad_beat_payouts", "bad-beat-rows-named"),
    ),
    ({"small_blind": 250, "smallest_chip": 100}, "553.11(d)", "637a.11(d)", "small_blind", "bet-in-chips"),
]


@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("at", range(len(TOGETHER)), ids=[f"{row[4]} {at}" for at, row in enumerate(TOGETHER)])
def test_choices_that_do_not_go_together_are_refused_by_their_paragraph(number: str, at: int) -> None:
    house, earlier, later, option, rule = TOGETHER[at]
    error = refused(number, **house)
    assert (error.cite, error.field, error.rule) == (earlier if number == "553" else later, option, rule)


@pytest.mark.cites("637a.1", "637a.11(e)", "637a.12(e)")
@pytest.mark.parametrize(("variant", "cite"), [(HOLD_EM, "637a.11(e)"), (OMAHA, "637a.12(e)")])
def test_a_straddle_is_no_less_than_a_blind_and_its_most_no_less_than_its_least(variant: str, cite: str) -> None:
    house = {"variant": variant, "straddle": True, "small_blind": 200, "big_blind": 500, "structure": "no limit"}
    low = refused("637a", **house, straddle_amount=400)
    assert (low.cite, low.field, low.rule, low.allowed) == (cite, "straddle_amount", "straddle-least", {"min": 500})
    low = refused("637a", **house, straddle_amount=1000, additional_blinds=[1100])
    assert (low.cite, low.rule, low.allowed) == (cite, "straddle-least", {"min": 1100})
    most = refused("637a", **house, straddle_amount=1000, straddle_maximum=900)
    assert (most.cite, most.field, most.rule, most.allowed) == (cite, "straddle_maximum", "straddle-in-order", {"min": 1000})
    for lawful in ({"straddle_amount": 500}, {"straddle_amount": 1000, "straddle_maximum": 1000}):
        game("637a").check_house(House.of("637a", {**house, **lawful}))
    game("637a").check_house(House.of("637a", {**house, "straddle": False, "straddle_amount": 400}))


@pytest.mark.cites("553.10(b)", "553.11(b)", "553.12(b)", "553.13(b)", "553.14(b)")
@pytest.mark.cites("637a.10(b)", "637a.11(b)", "637a.12(b)", "637a.13(b)", "637a.14(b)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize(
    ("variant", "most", "section"),
    [(STUD, 8, 10), (HOLD_EM, 10, 11), ("omaha", 10, 12), ("five-card draw", 8, 13), ("five-card stud", 8, 14)],
)
def test_nobody_sits_beyond_the_last_place_of_a_variant(number: str, variant: str, most: int, section: int) -> None:
    table = Table(game(number), House.of(number, {"variant": variant}), Chance(1))
    table.sit(most, "the last", 100_000)
    for seat in (0, most + 1, True, "3"):
        with pytest.raises(IllegalWager) as error:
            table.sit(seat, "nobody's place", 100_000)  # type: ignore[arg-type]
        assert error.value.cite == f"{number}.{section}(b)"
    assert list(table.seats) == [most]
