"""§ 521.1: the words that all chapters share mean at these tables what the definitions say."""

import pytest

import pitboss
from pitboss.cards import deck, suit
from pitboss.desk.register import PIT_BOSS, POSITIONS
from pitboss.games import BANKED, game
from pitboss.games.pai_gow.vigorish import vigorish
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.shoe import Chance


@pytest.mark.cites("521.1")
def test_an_ante_is_made_before_any_card_is_dealt() -> None:
    antes = [wager for number in BANKED for wager in game(number).wagers if wager.name == "Ante"]
    assert len(antes) == 9 and all(wager.before_deal for wager in antes)


@pytest.mark.cites("521.1")
def test_there_are_four_suits() -> None:
    assert sorted({suit(card) for card in deck()}) == [0, 1, 2, 3]
    assert {suit(card): sum(suit(other) == suit(card) for other in deck()) for card in deck()} == dict.fromkeys(range(4), 13)


@pytest.mark.cites("521.1")
def test_the_stub_is_what_is_left_after_the_deal_and_has_no_order() -> None:
    table = pitboss.Table("565", chance=Chance(seed=5))
    table.sit(1, "Ann")
    table.bet(1, {"Ante": 500})
    result = pitboss.play(table)
    (stub,) = [step for step in result.steps if step.act == "discard" and step.who == "stub"]
    dealt = [card for step in result.steps if step.act == "deal" for card in step.cards]
    assert sorted((*stub.cards, *dealt)) == deck() and len(dealt) == 6
    assert list(stub.cards) != sorted(stub.cards)


@pytest.mark.cites("521.1")
def test_vigorish_is_a_percentage_of_winnings() -> None:
    house = House.of("645a")
    assert [vigorish(house, cents, "645a.13(a)") for cents in (2000, 10_000)] == [100, 500]


@pytest.mark.cites("521.1")
def test_a_floorperson_stands_above_dealers_below_pit_bosses_and_watches_several_tables() -> None:
    assert POSITIONS.index("dealer") < POSITIONS.index("floorperson") < POSITIONS.index(PIT_BOSS)
    assert chapter("587").limit("tables_per_floorperson") > 1
