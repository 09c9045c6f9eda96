"""What a house chooses about its Blackjack table beside the game: betting positions, the words of the drawing rule, and spoken
wagers with cash, which other chapters do not take at all."""

import pytest

from pitboss.errors import IllegalWager
from pitboss.felt.areas import inscriptions_of
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.table import Table

CASH = ("633a", "635a")


def seated(number: str, **house: object) -> Table:
    """A table with one player who has no chips."""
    table = Table(game(number), House.of(number, house), Chance(1))
    table.sit(1, "Ann", 0)
    return table


@pytest.mark.cites("633a.6(a)", "635a.6(a)")
@pytest.mark.parametrize("number", CASH)
def test_a_spoken_wager_with_cash_is_changed_into_chips(number: str) -> None:
    table = seated(number)
    wagers = table.game.suggest(table.house)
    with pytest.raises(IllegalWager):
        table.bet(1, wagers)
    cents = sum(wagers.values())
    table.bet_cash(1, wagers, cents + 2000)
    assert table.bets[1] == wagers and table.seats[1].cents == cents + 2000


@pytest.mark.cites("633a.6(a)", "635a.6(a)")
@pytest.mark.parametrize("number", CASH)
def test_a_house_may_take_no_cash(number: str) -> None:
    table = seated(number, cash_wagers=False)
    with pytest.raises(IllegalWager, match="with cash is not taken here") as refused:
        table.bet_cash(1, table.game.suggest(table.house), 10_000)
    assert refused.value.cite == f"{number}.6(a)"
    assert table.seats[1].cents == 0


@pytest.mark.parametrize("number", CASH)
def test_cash_for_a_wager_that_is_not_lawful_stays_the_player_s(number: str) -> None:
    table = seated(number)
    with pytest.raises(IllegalWager, match="must be"):
        table.bet_cash(1, dict.fromkeys(table.game.suggest(table.house), 1), 10_000)
    assert table.seats[1].cents == 0


@pytest.mark.parametrize("number", [number for number in BANKED if number not in CASH])
def test_no_other_chapter_takes_cash(number: str) -> None:
    table = seated(number)
    with pytest.raises(IllegalWager, match="with cash is not taken here") as refused:
        table.bet_cash(1, table.game.suggest(table.house), 10_000)
    assert refused.value.cite == table.game.chips


@pytest.mark.cites("633a.2(a)")
def test_a_blackjack_table_has_as_many_positions_as_the_house_says() -> None:
    table = Table(game("633a"), House.of("633a", {"seats": 5}), Chance(1))
    table.sit(5, "Ann")
    with pytest.raises(IllegalWager) as refused:
        table.sit(6, "Bob")
    assert refused.value.cite == "633a.2(a)"


@pytest.mark.cites("633a.2(b)(3)(iii)", "635a.2(b)(3)(iii)")
@pytest.mark.parametrize("number", CASH)
def test_the_words_of_the_drawing_rule_are_those_of_the_house(number: str) -> None:
    words = {line.text: line.cite for line in inscriptions_of(House.of(number, {"dealer_inscription": "Dealer stands on 17"}))}
    assert words["Dealer stands on 17"] == f"{number}.2(b)(3)(iii)"
    assert "Dealer shall draw to 16 and stand on all 17s" not in words
    assert "Dealer shall draw to 16 and stand on all 17s" in [line.text for line in inscriptions_of(House.of(number))]
