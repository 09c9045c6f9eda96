"""The ledger: a round that balances, and every kind that does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import Unbalanced
from pitboss.table.ledger import balance
from pitboss.table.steps import Act, Step
from tests.strategies import examples


def step(act: Act, cents: int, who: str = "seat_1", wager: str = "Ante") -> Step:
    return Step("565.12(b)", act, who, wager=wager, cents=cents)


BET = step("wager", 1000)


@pytest.mark.parametrize(
    ("steps", "gain", "back"),
    [
        ([BET, step("collect", 1000)], -1000, 0),
        ([BET, step("return", 1000)], 0, 1000),
        ([BET, step("pay", 1500)], 1500, 2500),
        ([BET, step("pay", 0)], 0, 1000),
        ([BET, step("collect", 500), step("return", 500)], -500, 500),
        ([BET, step("wager", 500), step("pay", 1500)], 1500, 3000),
        ([BET, step("collect", 1000), step("restore", 1000)], 0, 1000),
        ([BET, step("collect", 1000), step("bonus", 4000)], 3000, 4000),
        ([BET, step("return", 400), step("pay", 600)], 600, 1600),
    ],
)
def test_a_round_that_balances(steps: list[Step], gain: int, back: int) -> None:
    ledger = balance(steps)
    assert ledger.players == {"seat_1": gain}
    assert ledger.inventory == -gain
    assert ledger.back == {"seat_1": {"Ante": back}}


@pytest.mark.parametrize(
    "steps",
    [
        [BET],  # never settled
        [BET, step("collect", 999)],
        [BET, step("return", 999)],
        [BET, step("collect", 1001)],  # more than lies there
        [BET, step("return", 1001)],
        [BET, step("return", 1000), step("return", 1000)],
        [BET, step("collect", 1000), step("collect", 1000)],
        [BET, step("collect", 1000), step("return", 1000)],
        [BET, step("pay", 1000), step("collect", 1000)],
        [BET, step("restore", 1000)],  # nothing was collected
        [BET, step("collect", 1000), step("restore", 1001)],
        [BET, step("collect", 1000), step("restore", 1000), step("restore", 1)],
        [step("collect", 1000)],  # no such wager
        [step("return", 1000)],
        [step("restore", 1000)],
        [step("wager", -1000)],  # less than nothing
        [BET, step("pay", -1000)],
        [BET, step("collect", -1), step("collect", 1001)],
        [BET, step("return", -1), step("return", 1001)],
        [BET, step("collect", 1000), step("bonus", -500)],
        [BET, step("collect", 1000, who="seat_2")],  # somebody else's
        [BET, step("collect", 1000, wager="Play")],
        [BET, step("collect", 1000, wager="ante")],
    ],
)
def test_an_imbalance_is_refused(steps: list[Step]) -> None:
    with pytest.raises(Unbalanced):
        balance(steps)


@pytest.mark.parametrize(
    "steps",
    [
        [step("pay", 1000)],  # a wager nobody made
        [BET, step("pay", 1000), step("pay", 1000)],  # paid twice
        [BET, step("collect", 1000), step("pay", 1000)],  # paid although it was lost
        [BET, step("return", 1000), step("pay", 1000)],
    ],
)
def test_only_a_wager_on_the_layout_is_paid(steps: list[Step]) -> None:
    """The accounts would sum to zero, yet the house has paid for nothing."""
    with pytest.raises(Unbalanced):
        balance(steps)


def test_steps_that_move_no_money_do_not_count() -> None:
    steps = [Step("565.8(d)", "deal", "seat_1", (1, 2, 3)), Step("565.11(b)", "decide", "seat_1", cents=500, note="play")]
    assert balance(steps).players == {}
    assert balance([]).inventory == 0


SEATS = st.sampled_from(["seat_1", "seat_2", "seat_7"])
MONEY = st.builds(
    step,
    st.sampled_from(["wager", "wager", "collect", "return", "pay", "bonus", "restore"]),
    st.integers(-2, 5).map(lambda n: 100 * n),
    SEATS,
    st.sampled_from(["Ante", "Play"]),
)


@examples(400)
@given(steps=st.lists(MONEY, max_size=8))
def test_the_ledger_agrees_with_a_plain_count_or_refuses(steps: list[Step]) -> None:
    try:
        ledger = balance(steps)
    except Unbalanced:
        return
    layout: dict[tuple[str, str], int] = {}
    purse: dict[str, int] = {}
    house = 0
    for s in steps:
        assert s.cents >= 0
        held = layout.get((s.who, s.wager), 0)
        player, on_layout, inventory = {
            "wager": (-s.cents, s.cents, 0),
            "collect": (0, -s.cents, s.cents),
            "return": (s.cents, -s.cents, 0),
            "pay": (s.cents + held, -held, -s.cents),
            "bonus": (s.cents, 0, -s.cents),
            "restore": (s.cents, 0, -s.cents),
        }[s.act]
        purse[s.who] = purse.get(s.who, 0) + player
        layout[s.who, s.wager] = held + on_layout
        assert layout[s.who, s.wager] >= 0
        house += inventory
    assert not any(layout.values())
    assert ledger.players == purse
    assert ledger.inventory == house == -sum(purse.values())
