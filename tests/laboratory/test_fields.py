"""The options of an experiment are those that the mathematics of its wager looks up."""

import pytest

from pitboss.house import House
from pitboss.house.watching import watched
from pitboss.laboratory.fields import OPTIONS, bench_of
from pitboss.odds import catalogue

QUICK = {  # wagers that are solved in a moment
    *(("555", "Progressive Payout"), ("559", "Bet 1"), ("563", "Bonus"), ("565", "Pair Plus"), ("587", "Pair Plus")),
    *(("633a", "Insurance"), ("633a", "Match-the-Dealer"), ("633a", "Royal Match 21"), ("633a", "Super Match")),
    *(
        ("633a", "King's Bounty"),
        ("633a", "In Between"),
        ("633a", "Bet the Set 21"),
        ("633a", "Lucky Ladies Twenty Point Bonus"),
    ),
    *(("635a", "Insurance"), ("635a", "Match-the-Dealer"), ("655a", "Ante")),
    *(("655a", "Progressive Payout"), ("657a", "Progressive Payout"), ("657a", "Ante"), ("677a", "Pocket Bonus")),
    *(("678a", "Progressive Jackpot"), ("633a", "Blackjack"), ("635a", "Spanish 21")),
}
# Looked up and no option of an experiment: which pay table is posted, what is remarked only, and options of other wagers of a
# solver that they share.
ELSEWHERE = {
    *("payout_limit", "crown_treasure", "table_maximum", "even_money", "resplits", "resplit_aces", "blackjack_switch"),
    *("double_shoe", "progressive_payout", "progressive_jackpot", "bet", "let_it_ride_poker", "bonus", "pair_plus"),
    *("lucky_ladies", "match_the_dealer", "in_between", "royal_match_21", "bet_the_set_21", "kings_bounty", "super_match"),
    *("pai_gow_insurance", "queens_up", "pocket_bonus", "aces_against_aces_odds"),
}


@pytest.mark.parametrize(("number", "wager"), sorted(QUICK))
def test_the_options_are_those_that_are_looked_up(number: str, wager: str) -> None:
    house, reads = watched(House.of(number))
    for part in catalogue.parts_of(number):
        if wager in part.wagers:
            list(part.solve(number, house, None))
    looked_up = {name.removeprefix("value ") for name in reads if name.startswith("value ")}
    listed = set(OPTIONS.get((number, wager), ()))
    assert listed <= looked_up | {"aces_against_aces_odds", "progressive_wager"}
    assert looked_up - ELSEWHERE <= listed


def test_every_listed_wager_and_option_is_there() -> None:
    for (number, wager), names in OPTIONS.items():
        assert {field.name for field in bench_of(number, wager).fields if field.option} == set(names)
