"""Qualifying Wagers of Pai Gow Poker: which bonus wagers bring an Envy lammer, and with it the Envy Bonus."""

import pytest

from pitboss.table.drivers import bots, drive
from tests.games.test_pai_gow import PAI_GOW, rigged

FOUR_EIGHTS = {"seat_1": "As Kd Qh Jc 9s 7d 2c", "seat_2": "8h 8s 8c 8d 5s 4c 2h", "dealer": "Kh Kc Qd Jd 9h 7s 3c"}


@pytest.mark.cites("645a.1")
@pytest.mark.parametrize(("wager", "option"), [("Fortune Bonus", "fortune_bonus"), ("Emperor's Treasure", "emperors_treasure")])
@pytest.mark.parametrize(("cents", "qualifies"), [(4_50, False), (5_00, True), (5_50, True)])
def test_five_dollars_on_either_bonus_wager_are_a_qualifying_wager(
    wager: str, option: str, cents: int, qualifies: bool
) -> None:
    """Seat 2 holds four of a kind and has made no bonus wager."""
    table = rigged("645a", FOUR_EIGHTS, **{option: "A", "table_minimum": 1_00})
    table.bet(1, {PAI_GOW: 10_00, wager: cents})
    table.bet(2, {PAI_GOW: 10_00})
    done = drive(table, bots)
    assert [s.who for s in done.steps if "Envy lammer" in s.note] == ["seat_1"] * qualifies
    assert [s.who for s in done.steps if s.wager == "Envy Bonus"] == ["seat_1"] * qualifies
