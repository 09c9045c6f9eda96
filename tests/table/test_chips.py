"""Chips that pay: the table refuses a wager that they cannot pay, with its section and what to bet, as the check does."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import IllegalWager
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.log.replay import replay
from pitboss.table.log.stores import TableStore
from pitboss.table.money.chips import betting_unit, lawful_wagers
from pitboss.table.table import Table
from tests.strategies import examples, houses

REFUSED: list[tuple[str, dict[str, Any], dict[str, int], str, str]] = [
    (
        *("633a", {"smallest_chip": 500, "table_minimum": 1000}, {"Blackjack": 1500}),
        *("633a.13(a)", "3 to 2 on a Blackjack Wager of $15 is $22.50, which chips of $5 do not pay; bet $10 or $20"),
    ),
    (
        *("633a", {"royal_match_21": "C", "smallest_chip": 100}, {"Blackjack": 600, "Royal Match 21": 300}),
        *("633a.13(f)(2)", "2.5 to 1 on a Royal Match 21 Wager of $3 is $7.50, which chips of $1 do not pay; bet $2 or $4"),
    ),
    (
        *("635a", {"smallest_chip": 500, "table_minimum": 1000, "table_maximum": 1500}, {"Spanish 21": 1500}),
        *("635a.12(a)", "3 to 2 on a Spanish 21 Wager of $15 is $22.50, which chips of $5 do not pay; bet $10"),
    ),
    (
        *("587", {"smallest_chip": 100}, {"Ante": 500, "Blind": 500}),
        *("587.12(c)", "3 to 2 on a Play Wager of $5 is $7.50, which chips of $1 do not pay; bet $6"),
    ),
    (
        *("657a", {"smallest_chip": 100}, {"Ante": 700, "Super Bonus": 700}),
        *("657a.12(b)", "3 to 2 on a Super Bonus Wager of $7 is $10.50, which chips of $1 do not pay; bet $6 or $8"),
    ),
    (
        *("677a", {}, {"Ante": 550, "Odds": 550}),
        *("677a.12(b)", "3 to 2 on an Odds Wager of $5.50 is $8.25, which chips of $0.50 do not pay; bet $5 or $6"),
    ),
    (
        *("645a", {"smallest_chip": 500, "table_minimum": 1000}, {"Pai Gow Poker": 1000}),
        *("645a.13(a)", "a 5% vigorish on a Pai Gow Poker Wager of $10 is $0.50, which chips of $5 do not pay; bet $100"),
    ),
    (
        *("561", {"smallest_chip": 100, "vigorish_rounding": 25}, {"Pai Gow Poker": 1500}),
        *("561.13(m)", "a 5% vigorish on a Pai Gow Poker Wager of $15 is $0.75, which chips of $1 do not pay; bet $16"),
    ),
    (
        *("561", {}, {"Pai Gow Poker": 550}),
        *("561.13(m)", "a 5% vigorish on a Pai Gow Poker Wager of $5.50 cannot be taken to the cent; bet $5 or $6"),
    ),
    (
        *("555", {"bet": {"Flush": "21 to 4"}, "smallest_chip": 100}, {"Ante": 500}),
        *("555.13(c)", "21 to 4 on a Bet Wager of $10 is $52.50, which chips of $1 do not pay; bet $6"),
    ),
    (
        *("565", {"pair_plus": {"Flush": "7 to 2"}, "smallest_chip": 100}, {"Pair Plus": 500}),
        *("565.12(d)", "7 to 2 on a Pair Plus Wager of $5 is $17.50, which chips of $1 do not pay; bet $6"),
    ),
]


@pytest.mark.parametrize(("number", "chosen", "wagers", "cite", "says"), REFUSED)
def test_a_wager_that_chips_cannot_pay_is_refused(
    number: str, chosen: dict[str, Any], wagers: dict[str, int], cite: str, says: str
) -> None:
    table = Table(game(number), House.of(number, chosen))
    table.sit(1, "Ann", 1_000_000)
    with pytest.raises(IllegalWager) as refused:
        table.bet(1, wagers)
    assert (refused.value.cite, refused.value.message) == (cite, says)


@pytest.mark.parametrize("number", list(BANKED))
def test_a_house_by_default_can_pay_every_lawful_wager(number: str) -> None:
    assert game(number).unpayable(House.of(number)) is None


def test_chips_below_a_dollar_are_change() -> None:
    """Wagers come in dollars then, and a vigorish is taken to the cent; from a dollar on every chip is bet."""
    assert [betting_unit(House.of("633a", {"smallest_chip": chip})) for chip in (25, 50, 100, 250)] == [100, 100, 100, 250]
    assert game("645a").unpayable(House.of("645a", {"smallest_chip": 5})) is None
    found = game("645a").unpayable(House.of("645a", {"smallest_chip": 100}))
    assert found is not None and (found.due.cite, found.cents) == ("645a.13(a)", 500)
    assert list(lawful_wagers(House.of("633a", {"table_minimum": 250}), 250, 500)) == [250, 300, 400, 500]
    assert list(lawful_wagers(House.of("633a", {"smallest_chip": 250}), 500, 1000)) == [500, 750, 1000]


@pytest.mark.parametrize("number", list(BANKED))
@examples(40)
@given(data=st.data())
def test_the_table_refuses_what_the_check_says_it_cannot_pay(number: str, data: st.DataObject) -> None:
    played, house = game(number), House.of(number, data.draw(houses(number)))
    found = played.unpayable(house)
    if found is not None:
        wagers = dict.fromkeys(played.suggest(house), found.cents) | {found.due.wager: found.cents}
        with pytest.raises(IllegalWager):
            played.check_wagers(house, wagers)


# ---------------------------------------------------------------------------- logs from before


def test_a_log_from_before_goes_on_paying_to_the_cent(tmp_path: Path) -> None:
    """Its opening does not say that a wager must be payable in chips, and $5.50 in chips of 50 cents was taken."""
    path, before = tmp_path / "table.log", replace(House.of("633a"), pays_in_chips=False)
    table = Table(game("633a"), before, Chance(1), TableStore(path))
    assert b"pays_in_chips" not in path.read_bytes()
    table.sit(1, "Ann", 10_000)
    table.bet(1, {"Blackjack": 550})
    drive(table, bots)
    again = replay(path, game)
    assert again.accounts() == table.accounts()
    with pytest.raises(IllegalWager, match="cannot be paid to the cent"):
        game("633a").check_wagers(replace(House.of("633a", {"smallest_chip": 5}), pays_in_chips=False), {"Blackjack": 555})


def test_a_log_says_that_wagers_are_payable_in_chips(tmp_path: Path) -> None:
    path = tmp_path / "table.log"
    Table(game("633a"), House.of("633a"), Chance(1), TableStore(path)).store.release()  # type: ignore[union-attr]
    again = replay(path, game)
    again.sit(1, "Ann", 10_000)
    with pytest.raises(IllegalWager, match="do not pay"):
        again.bet(1, {"Blackjack": 550})
