"""Who won a hand of Poker by what everybody saw of it: in each variant the names and the cents are those of the pots."""

import pytest

from pitboss.games.nonbanked.rules import play_of
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.table.steps import seat_name
from pitboss.telling.winners import winners
from tests.sittings import sitting


@pytest.mark.parametrize("variant", VARIANTS)
def test_winners_are_those_who_were_pushed_the_pots(variant: str) -> None:
    named = 0
    for seed in range(12):
        table, _ = sitting("637a", seed, 1, {"variant": variant})
        if table.last is None or table.last.void:
            assert winners(table) == []
            continue
        found = winners(table)
        assert {each.seat: each.cents for each in found} == play_of(table.last).outcome.won
        shown = {step.who for step in table.last.steps if step.act == "reveal"}
        for each in found:
            assert not each.hands or seat_name(each.seat) in shown
            named += bool(each.hands)
    assert named, "no hand was shown in any sitting"
