"""The ledger: a round that balances, every kind that does not, and a round that is undone from any point."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pitboss.errors import Unbalanced
from pitboss.games import BANKED, NONBANKED
from pitboss.table.money.ledger import (
    MAY_OWE,
    METER,
    MONEY,
    MOVES,
    OF_TABLE,
    OWN,
    REVERSE,
    Ledger,
    Move,
    balance,
    holdings,
    reverse,
)
from pitboss.table.steps import Act, Step
from tests.strategies import Outside, Situation, examples, nothing, play, situations


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
PLAIN = st.builds(
    step,
    st.sampled_from(["wager", "wager", "collect", "return", "pay", "bonus", "restore"]),
    st.integers(-2, 5).map(lambda n: 100 * n),
    SEATS,
    st.sampled_from(["Ante", "Play"]),
)


@examples(400)
@given(steps=st.lists(PLAIN, max_size=8))
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


# ---------------------------------------------------------------------------- the table of moves


def test_every_act_moves_its_cents_once_and_at_most_the_wager_before() -> None:
    for act, moves in [*MOVES.items(), *REVERSE.items()]:
        assert {account for move in moves for account in move[:2]} <= {*OWN, *OF_TABLE}, act
        assert sum(not move.whole for move in moves) == 1, act
        assert all(move.source != move.target for move in moves), act
    assert MOVES["pay"] == (Move("layout", "back", whole=True), Move("inventory", "back"))
    assert {*MOVES, "reverse"} == MONEY
    assert METER == {"feed": 1, "reset": 1, "unfeed": -1}


def one(act: Act, wager: str = "Pai Gow Poker") -> list[Step]:
    """An act alone, on an amount of its own, with what it needs before it."""
    before: dict[str, Act] = {
        "layout": "wager",
        "collected": "collect",
        "back": "bonus",
        "pot": "bet",
        "center": "cover",
        "box": "contribute",
    }
    needs = [before[m.source] for m in MOVES[act] if m.source in before and m.source not in MAY_OWE]
    steps = [step(act, 700, wager=wager)]
    for need in needs:
        steps = [*(one(need, wager) if need != act else []), *steps]
    return steps


@pytest.mark.parametrize("act", sorted(MOVES))
def test_holdings_are_what_the_table_of_moves_says(act: Act) -> None:
    """Against a plain reading of the table, account by account."""
    steps = one(act)
    plain = dict.fromkeys((*OWN, *OF_TABLE), 0)
    for s in steps:
        for move in MOVES[s.act]:
            cents = plain[move.source] if move.whole else s.cents
            plain[move.source] -= cents
            plain[move.target] += cents
    found = holdings(steps)
    assert found["seat_1"] | found[""] == plain
    assert sum(plain.values()) == 0


def test_where_a_player_banks_the_dealers_chips_are_the_inventorys() -> None:
    steps = [
        step("wager", 1000, wager="Pai Gow Poker"),
        step("wager", 500, "dealer", "Pai Gow Poker"),
        step("lose", 1000, wager="Pai Gow Poker"),
        step("win", 500, "dealer", "Pai Gow Poker"),
        step("surplus", 500, "seat_2", "Bank"),
        step("vigorish", 25, "seat_2", "Bank"),
    ]
    ledger = balance(steps)
    assert ledger.players == {"seat_1": -1000, "seat_2": 475}
    assert ledger.inventory == 525
    assert "dealer" not in ledger.back


def test_a_box_is_not_a_meter_and_the_cage_is_on_its_own() -> None:
    steps = [
        step("bet", 1000, wager="pot"),
        step("rake", 100, "", "pot"),
        step("contribute", 50, "", "pot"),
        step("award", 850, wager="pot"),
        step("buy", 2000, wager=""),
        step("leave", 500, "seat_2", ""),
    ]
    ledger = balance(steps)
    assert (ledger.inventory, ledger.meter, ledger.box, ledger.cage) == (100, 0, 50, -1500)
    assert ledger.players == {"seat_1": 1850, "seat_2": -500}
    assert ledger.back == {"seat_1": {"pot": 850}, "seat_2": {}}
    assert ledger.placed == {"seat_1": {"pot": 1000}, "seat_2": {}}
    assert msgspec.json.decode(msgspec.json.encode(ledger), type=Ledger) == ledger


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        ([BET], "the round ended with $10 of seat_1's Ante on the layout"),
        ([step("bet", 500)], "the round ended with $5 in the pot"),
        ([step("cover", 500)], "the round ended with $5 in the center of the table"),
        ([step("bet", 500), step("rake", 501, "", "pot")], "rake took more than the pot held (§ 565.12(b))"),
        ([step("bet", 500), step("award", 501)], "award took more than seat_1's Ante held (§ 565.12(b))"),
        ([BET, step("pay", 100), step("vigorish", 1101)], "vigorish took more than seat_1's Ante held (§ 565.12(b))"),
        ([step("win", 0)], "seat_1's Ante was paid and is not on the layout (§ 565.12(b))"),
        ([step("surplus", 1)], "surplus took more than seat_1's Ante held (§ 565.12(b))"),
        ([step("feed", -1, "", "Progressive")], "feed of -$0.01 on the Progressive (§ 565.12(b))"),
        ([step("reverse", 1)], "a reverse begins its note with the act that it undoes, not with '' (§ 565.12(b))"),
        ([replace(step("reverse", 1), note="pay: why")], "reverse took more than seat_1's Ante held (§ 565.12(b))"),
    ],
)
def test_the_sentence_of_an_imbalance(steps: list[Step], sentence: str) -> None:
    with pytest.raises(Unbalanced) as refused:
        balance(steps)
    assert str(refused.value) == sentence


def test_every_seat_holds_what_it_has() -> None:
    found = holdings([BET, step("wager", 300, "seat_2", "Play"), step("collect", 1000), step("wager", 200, "seat_2")])
    assert found["seat_1"] == {"player": -1000, "layout": 0, "back": 0, "collected": 1000}
    assert found["seat_2"] == {"player": -500, "layout": 500, "back": 0, "collected": 0}
    assert not any(found[""].values())


# ---------------------------------------------------------------------------- a round that is undone

WHY = "the floor undoes the round"


def is_as_before(steps: list[Step]) -> None:
    """Undone, these steps leave every account as it was, and nothing is left to undo."""
    undone = reverse(steps, "521.1", WHY)
    ledger = balance([*steps, *undone])
    assert not any(ledger.players.values()), undone
    assert (ledger.inventory, ledger.meter, ledger.box, ledger.cage) == (0, 0, 0, 0), undone
    assert all(s.cite == "521.1" and s.note.endswith(WHY) and s.cents > 0 for s in undone)
    assert reverse([*steps, *undone], "521.1", WHY) == []


def poker_situations(seed: int) -> Iterator[Situation]:
    """Two hands at tables of both editions, of every kind of game, with rake and jackpots."""
    houses: list[dict[str, Any]] = [
        {"variant": "hold'em", "structure": "no limit", "rake_percent": 5},
        {"variant": "omaha", "structure": "pot limit", "bad_beat_contribution": 100, "rake_percent": 10},
        {"variant": "seven-card stud", "ante": 100, "rake_percent": 10, "rake_collected": "as play progresses"},
        {"variant": "five-card draw", "rake": "incremental", "rake_levels": [{"pot": 500, "take": 100}]},
        {"variant": "five-card stud", "bad_beat_contribution": 50},
    ]
    for number in NONBANKED:
        for house in houses:
            seats = tuple((n, f"player {n}", cents) for n, cents in ((1, 5000), (2, 20_000), (4, 3000), (5, 100_000)))
            yield Situation(number, house, seats, 2, seed, 0.02)


def hands_of(situation: Situation) -> list[list[Step]]:
    """The steps of Poker hands, with decisions and trouble by chance."""
    table, outside = situation.table(), Outside(situation)
    for seat in situation.seats:
        table.sit(*seat)
    found = []
    for _ in range(situation.rounds):
        table.begin()
        while table.request is not None:
            outside.reply(table, nothing)
        assert table.last is not None
        found.append(table.last.steps)
    return found


@pytest.mark.parametrize("number", list(BANKED))
@examples(60)
@given(data=st.data())
def test_a_round_is_undone_from_any_point(number: str, data: st.DataObject) -> None:
    """Whatever house and wagers, and whatever went wrong: cut anywhere, everybody has what he had."""
    rounds: list[list[Step]] = []
    play(data.draw(situations(number, rounds=2, trouble=(0.0, 0.05))), ended=lambda table, done: rounds.append(done.steps))
    for steps in rounds:
        money = [place for place, s in enumerate(steps, 1) if s.act in MONEY]
        for cut in {0, *money, len(steps)}:
            is_as_before(steps[:cut])


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_of_poker_is_undone_from_any_point(seed: int) -> None:
    acts = set()
    for situation in poker_situations(seed):
        for steps in hands_of(situation):
            acts |= {s.act for s in steps}
            for cut in range(len(steps) + 1):
                is_as_before(steps[:cut])
    assert {"bet", "award", "rake", "contribute"} <= acts


@examples(400)
@given(data=st.data())
def test_any_lawful_moves_are_undone(data: st.DataObject) -> None:
    """Not only the rounds of games: every act in any order that the accounts allow."""
    steps: list[Step] = []
    for _ in range(data.draw(st.integers(0, 14))):
        act = data.draw(st.sampled_from(sorted(MOVES)))
        who = data.draw(st.sampled_from(["seat_1", "seat_2", "dealer"]))
        proposed = step(act, 100 * data.draw(st.integers(0, 5)), who, data.draw(st.sampled_from(["Ante", "Bank"])))
        try:
            holdings([*steps, proposed])
        except Unbalanced:
            continue
        steps.append(proposed)
    is_as_before(steps)


def test_undoing_uses_the_acts_of_the_table_where_there_are_any() -> None:
    fed = step("feed", 10, wager="Progressive")
    steps = [BET, step("wager", 100, wager="Progressive"), step("collect", 100, wager="Progressive"), fed]
    undone = [(s.act, s.wager, s.cents, s.note) for s in reverse(steps, "521.1", WHY)]
    assert undone == [("return", "Ante", 1000, WHY), ("restore", "Progressive", 100, WHY), ("unfeed", "Progressive", 10, WHY)]
    steps = [BET, step("pay", 1500), step("vigorish", 75)]
    undone = [(s.act, s.wager, s.cents, s.note) for s in reverse(steps, "521.1", WHY)]
    assert undone == [("reverse", "Ante", 75, f"vigorish: {WHY}"), ("reverse", "Ante", 1500, f"pay: {WHY}")]


def test_a_contribution_goes_back_out_of_its_own_box() -> None:
    steps = [step("bet", 500, wager="pot"), step("bet", 500, "seat_2", "pot")]
    steps += [replace(step("contribute", 50, "", "pot"), note=jackpot) for jackpot in ("bad beat", "high hand")]
    undone = reverse(steps, "521.1", WHY)
    assert [(s.wager, s.cents) for s in undone if s.act == "reverse"] == [("bad beat", 50), ("high hand", 50)]
    is_as_before(steps)


def test_what_cannot_have_happened_cannot_be_undone() -> None:
    with pytest.raises(Unbalanced, match="collect took more"):
        reverse([BET, step("collect", 1001)], "521.1", WHY)
    given_back = replace(step("reverse", 100), note="bonus: why")
    with pytest.raises(Unbalanced, match="more was reversed than seat_1's Ante had: \\$1"):
        reverse([BET, step("pay", 500), given_back], "521.1", WHY)


def test_a_ledger_says_who_gained_what_and_the_inventory_always() -> None:
    ledger = Ledger({"seat_1": 4500}, 0, -4500, 0)
    assert str(ledger) == "seat_1 +$45, inventory $0, meter -$45"
    assert repr(ledger) == "<Ledger seat_1 +$45, inventory $0, meter -$45>"
