"""Options of which the text says that the Rules Submission states them."""

import pytest

from pitboss.house import House
from pitboss.rulebook import chapter, games

PROGRESSIVE = {"progressive_initial", "progressive_reset"}
POKER = {"ante", "minimum_bet_increase", "minimum_bet_agreement", "rake", "rake_method", "rake_maximum"}
BLINDS = {"small_blind", "big_blind", "additional_blinds"}
BAD_BEAT = {"bad_beat_method", "bad_beat_minimum_pot", "bad_beat_hands", "bad_beat_payouts"}
ALWAYS: dict[str, set[str]] = {
    "553": POKER,
    "555": {"bet", "progressive_payout", "progressive_rate"} | PROGRESSIVE,
    "557": {"ante_bonus", "aces_up"},
    "559": {"let_it_ride_poker"},
    "561": {"house_way"},
    "563": {"qualifying_rank", "bonus"},
    "565": {"pair_plus"},
    "587": {"pair_plus"},
    "633a": {"boxes", "resplits", "settlement"},
    "635a": {"boxes", "resplits", "settlement"},
    "637a": POKER,
    "645a": {"house_way"},
    "655a": set(),
    "657a": {"queens_up"},
    "677a": set(),
    "678a": set(),
}
BESIDE = [
    ("553", {"variant": "hold'em"}, BLINDS),
    ("553", {"variant": "five-card stud"}, {"forced_bet"}),
    ("553", {"ante": 100, "bad_beat_contribution": 100}, BLINDS | BAD_BEAT | {"ante_from"}),
    ("563", {"aces_against_aces": True}, {"aces_against_aces_odds"}),
    ("565", {"version": "565.7(f)(1)"}, {"ante_bonus"}),
    ("587", {"progressive_payout": True}, PROGRESSIVE | {"progressive_rate"}),
    ("637a", {"variant": "razz"}, {"forced_bet"}),
    ("637a", {"straddle": True}, BLINDS | {"straddle_amount", "straddle_maximum"}),
    ("637a", {"bad_beat": True}, BLINDS | BAD_BEAT | {"bad_beat_contribution"}),
    (
        *("637a", {"variant": "razz", "high_hand": True, "high_hand_claim_limit": 30}),
        {f"high_hand_{of}" for of in ("qualifying_period", "collection_period", "contribution", "minimum_pot")}
        | {"high_hand_minimum_players", "high_hand_division", "high_hand_uncollected", "forced_bet"},
    ),
    ("645a", {"progressive_payout": True}, PROGRESSIVE),
    ("655a", {"progressive_payout": True}, PROGRESSIVE | {"progressive_rate"}),
    ("657a", {"progressive_payout": "B"}, PROGRESSIVE | {"progressive_rate"}),
    ("678a", {"progressive_jackpot": "A"}, PROGRESSIVE | {"progressive_rate"}),
]


def due(house: House) -> set[str]:
    """What a submission with these choices has to state."""
    return {option.option for option in house.chapter.options if option.must_be_stated(house.values)}


@pytest.mark.parametrize("number", ALWAYS)
def test_what_every_submission_of_a_chapter_states(number: str) -> None:
    always = {o.option for o in chapter(number).options if o.required and not o.required_with}
    assert always == ALWAYS[number]
    assert always <= due(House.of(number))


@pytest.mark.parametrize(("number", "given", "more"), BESIDE)
def test_what_a_choice_brings_with_it(number: str, given: dict[str, object], more: set[str]) -> None:
    assert due(House.of(number, given)) == ALWAYS[number] | more


def test_what_brings_a_duty_is_an_option_of_the_chapter_with_such_a_value() -> None:
    for book in games():
        options = {option.option: option for option in book.options}
        for option in book.options:
            assert option.required or not option.required_with, option
            for beside, wanted in option.required_with.items():
                assert wanted is True or set(wanted) <= set(options[beside].allowed), option
