"""An All-in raise that is not full: it is matched, and opens no further raise to who has acted (§ 553.11(f), § 637a.11(g))."""

import pytest

from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.steps import Ask
from pitboss.table.table import Table
from tests.card_room.playing import BOTH, asked, saying


def asks(number: str, stacks: tuple[int, ...], seat: int, *acts: str) -> list[str]:
    """What a seat is asked after these acts, at a no limit table with blinds of $2 and $5 and the button at the last seat."""
    table = Table(game(number), House.of(number, {"structure": "no limit"}), Chance(1))
    for place, cents in enumerate(stacks, 1):
        table.sit(place, f"player {place}", cents)
    before = sum(act.startswith(f"{seat}:") for act in acts)

    def about(ask: Ask) -> bool:
        nonlocal before
        before -= ask.seat == seat
        return ask.seat == seat and before < 0

    return [str(choice) for choice in asked(table, saying(*acts), about).choices]


@BOTH
@pytest.mark.cites("553.11(f)", "637a.11(g)")
def test_who_has_acted_may_not_raise_a_raise_that_is_not_full(number: str) -> None:
    stacks = (50_000, 50_000, 50_000, 2_700, 50_000)
    acts = ("3: raise 2000", "4: raise 2700", "5: call", "1: fold", "2: fold")
    assert asks(number, stacks, 3, *acts) == ["fold", "call ($27)"]


@BOTH
@pytest.mark.cites("553.11(f)", "637a.11(g)")
def test_who_has_not_acted_may(number: str) -> None:
    stacks = (50_000, 50_000, 50_000, 2_700, 50_000)
    acts = ("3: raise 2000", "4: raise 2700")
    assert asks(number, stacks, 5, *acts) == ["fold", "call ($27)", "raise $42 to $500"]


@BOTH
@pytest.mark.cites("553.11(f)", "637a.11(g)")
def test_short_raises_that_add_up_to_a_full_one_open_the_betting_again(number: str) -> None:
    acts = ("3: raise 2000", "4: raise 2700", "5: raise 3400", "1: call", "2: fold")
    assert asks(number, (50_000, 50_000, 50_000, 2_700, 3_400), 3, *acts) == ["fold", "call ($34)"]
    acts = ("3: raise 2000", "4: raise 2700", "5: raise 3500", "1: call", "2: fold")
    assert asks(number, (50_000, 50_000, 50_000, 2_700, 3_500), 3, *acts) == ["fold", "call ($35)", "raise $50 to $500"]
