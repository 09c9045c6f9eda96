"""The least and the largest optional wager, where a chapter leaves them to the house: they bind the wagers that a player may
leave, and none of those with which a round begins."""

import pytest

from pitboss.errors import IllegalWager, NotAuthorized
from pitboss.games import game
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.table.working import check_works

WAGERS = {
    "559": {"three_card_bonus": "Three Card Bonus"},
    "563": {"bonus": "Bonus"},
    "587": {"pair_plus": "Pair Plus", "six_card_bonus": "Six Card Bonus"},
    "635a": {"match_the_dealer": "Match-the-Dealer"},
    "645a": {
        "fortune_bonus": "Fortune Bonus",
        "emperors_treasure": "Emperor's Treasure",
        "pai_gow_insurance": "Pai Gow Insurance",
    },
    "655a": {"three_card_bonus": "Three Card Bonus"},
    "657a": {"queens_up": "Queens Up"},
    "677a": {"pocket_bonus": "Pocket Bonus", "trips_plus": "Trips Plus"},
    "678a": {"flush_bonus": "Flush Bonus", "straight_flush_bonus": "Straight Flush Bonus"},
}
EACH = [(number, option, wager) for number, wagers in WAGERS.items() for option, wager in wagers.items()]


def offering(number: str, option: str, **limits: int) -> House:
    """A house from $10 to $100 that offers the wager within limits of its own."""
    return House.of(number, {option: True, "table_minimum": 1000, "table_maximum": 10000, **limits})


@pytest.mark.parametrize(("number", "option", "wager"), EACH)
def test_an_optional_wager_has_limits_of_its_own(number: str, option: str, wager: str) -> None:
    played, house = game(number), offering(number, option, optional_wager_minimum=200, optional_wager_maximum=2000)
    check_works(played, house)
    base = played.suggest(house)
    for cents in (200, 2000):
        assert played.check_wagers(house, {**base, wager: cents})[wager] == cents
    for cents in (100, 2100):
        with pytest.raises(IllegalWager, match=rf"the {wager} Wager must be \$2 to \$20, not") as refused:
            played.check_wagers(house, {**base, wager: cents})
        assert refused.value.cite == played.cite_of(wager)


@pytest.mark.parametrize(("number", "option", "wager"), EACH)
def test_limits_that_are_not_stated_are_the_table_s(number: str, option: str, wager: str) -> None:
    played, house = game(number), offering(number, option)
    offered = next(found for found in played.offered(house) if found.name == wager)
    assert played.limits(house, offered) == (offered.least or 1000, 10000)


@pytest.mark.parametrize("number", WAGERS)
def test_the_first_wagers_keep_the_limits_of_the_table(number: str) -> None:
    house = House.of(number, {"table_minimum": 1000, "optional_wager_minimum": 200, "optional_wager_maximum": 2000})
    required = [wager for wager in game(number).offered(house) if wager.required]
    assert required
    assert {game(number).limits(house, wager) for wager in required} == {(1000, 50000)}


@pytest.mark.parametrize("number", WAGERS)
def test_a_least_above_the_largest_is_refused(number: str) -> None:
    house = House.of(number, {"optional_wager_minimum": 600, "optional_wager_maximum": 500})
    with pytest.raises(NotAuthorized, match="is above optional_wager_maximum") as refused:
        check_works(game(number), house)
    assert refused.value.cite in chapter(number).paragraphs


@pytest.mark.cites("645a.13(f)")
def test_the_least_payout_limit_of_pai_gow_poker_goes_by_the_least_optional_wager() -> None:
    limit = {"fortune_bonus": "A", "table_minimum": 1000, "payout_limit": 5_000_000}
    with pytest.raises(NotAuthorized, match="what the minimum wager can win"):
        check_works(game("645a"), House.of("645a", limit))
    check_works(game("645a"), House.of("645a", limit | {"optional_wager_minimum": 500}))


@pytest.mark.cites("563.7(c)", "563.12(e)")
def test_the_bonus_wager_is_never_below_a_dollar_and_its_least_counts_for_the_payout_limit() -> None:
    with pytest.raises(NotAuthorized, match=r"must be at least \$1"):
        House.of("563", {"optional_wager_minimum": 50})
    limits = {"table_minimum": 2_000_000, "table_maximum": 2_000_000}  # above which the fixed limit does not count
    plain, dear = House.of("563", limits), House.of("563", {**limits, "optional_wager_minimum": 500})
    best = max(int(payout.split(" to ")[0]) for _, payout in plain.paytable("Bonus").rows)
    assert dear["payout_limit"] - plain["payout_limit"] == best * (500 - 100)


BOTH_CHIPS = {"587": "587.12(e)(5)", "655a": "655a.12(c)(5)", "657a": "657a.12(d)(5)"}
PROGRESSIVE = "Progressive Payout"


@pytest.mark.cites("587.12(e)(5)", "655a.12(c)(5)", "657a.12(d)(5)")
@pytest.mark.parametrize(
    ("stated", "taken"),
    [
        ({}, {100, 500}),
        ({"progressive_wager": 500}, {500}),
        ({"progressive_wager": 100}, {100}),
        ({"progressive_wagers": "one"}, {100}),
        ({"progressive_wager": 500, "progressive_wagers": "one"}, {500}),
        ({"progressive_wager": 500, "progressive_wagers": "both"}, {100, 500}),
    ],
)
@pytest.mark.parametrize("number", BOTH_CHIPS)
def test_a_house_takes_one_progressive_wager_or_both(number: str, stated: dict[str, object], taken: set[int]) -> None:
    played, house = game(number), House.of(number, {"progressive_payout": True, "progressive_rate": 20, **stated})
    check_works(played, house)
    wager = next(wager for wager in played.wagers if wager.name == PROGRESSIVE)
    assert set(wager.only(house)) == taken
    for cents in (100, 500):
        wagers = {**played.suggest(house), PROGRESSIVE: cents}
        if cents in taken:
            played.check_wagers(house, wagers)
            continue
        with pytest.raises(IllegalWager) as refused:
            played.check_wagers(house, wagers)
        assert refused.value.cite == BOTH_CHIPS[number]
