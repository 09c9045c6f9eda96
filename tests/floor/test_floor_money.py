"""What a record of a table or a room moves between accounts: record by record, and what cannot be entered."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.card_room.commands import Collect, Expire
from pitboss.card_room.commands import Command as RoomCommand
from pitboss.card_room.records import Record as RoomRecord
from pitboss.errors import Unbalanced
from pitboss.floor.storage.postings import cage_of, collected, entries_of, follow_seats
from pitboss.floor.storage.transactions import Entry
from pitboss.table.commands import FLOORPERSON, Act, Bet, Deed
from pitboss.table.log.records import End, Record
from pitboss.table.steps import Step

ACCOUNTS = {"Ann": 7, "Bo": 8, "Cy": 9}
BET = Bet(1, {"Ante": 500})


def record(*steps: Step, deed: Deed = BET, end: End | None = None) -> Record:
    return Record(12, deed, FLOORPERSON, 0, "", [], list(steps), end)


def entries(*steps: Step, names: dict[int, str] | None = None, meter: str = "", **given: Any) -> dict[str, int]:
    found = entries_of(record(*steps, **given), "three", names or {}, ACCOUNTS, meter)
    assert len({entry.account for entry in found}) == len(found)
    return dict(found)


def step(act: Any, seat: int, cents: int, note: str = "", wager: str = "") -> Step:
    return Step("565.7(a)(1)", act, f"seat_{seat}", wager=wager, cents=cents, note=note)


def test_who_sits_down_brings_chips_from_his_own_account() -> None:
    assert entries(step("sit", 3, 5000, "Bo"), names={3: "Ann"}) == {"three/seat_3": 5000, "cage/8": -5000}


def test_who_has_the_seat_buys_and_takes_chips_away() -> None:
    assert entries(step("buy", 1, 700), names={1: "Ann", 2: "Bo"}) == {"three/seat_1": 700, "cage/7": -700}
    assert entries(step("leave", 2, 900), names={1: "Ann", 2: "Bo"}) == {"three/seat_2": -900, "cage/8": 900}


def test_a_seat_that_was_left_is_nobodys_until_somebody_sits_down() -> None:
    moved = entries(step("leave", 2, 900), step("sit", 2, 400, "Cy"), step("buy", 2, 50), names={2: "Bo"})
    assert moved == {"three/seat_2": -450, "cage/8": 900, "cage/9": -450}
    with pytest.raises(Unbalanced, match=r"^nobody has no account in the cage"):
        entries(step("leave", 2, 900), step("buy", 2, 50), names={2: "Bo"})


def test_who_leaves_a_seat_and_sits_at_another_moves_what_is_left() -> None:
    assert entries(step("leave", 1, 900), step("sit", 2, 900, "Ann"), names={1: "Ann"}) == {
        "three/seat_1": -900,
        "three/seat_2": 900,
    }


def test_players_by_seat_are_followed_as_they_come_and_go() -> None:
    names = {1: "Ann", 2: "Bo"}
    follow_seats(names, [step("sit", 3, 900, "Cy"), step("leave", 1, 900), step("buy", 2, 50), step("leave", 4, 0)])
    assert names == {2: "Bo", 3: "Cy"}


def test_a_round_that_ends_moves_what_everybody_gained() -> None:
    end = End(4, {"seat_1": 300, "seat_2": -1000, "seat_3": 0}, 650, 20, 30)
    own = {"three/seat_1": 300, "three/seat_2": -1000, "three/inventory": 650, "three/box": 30}
    assert entries(step("wager", 1, 500, wager="Ante"), end=end) == own | {"three/meter": 20}
    assert entries(end=end, meter="Mon Jackpot") == own | {"meter/Mon Jackpot": 20}


def test_who_leaves_as_the_round_ends_takes_what_he_had() -> None:
    moved = entries(step("leave", 1, 1300), end=End(4, {"seat_1": 300}, -300), names={1: "Ann"})
    assert moved == {"three/seat_1": -1000, "cage/7": 1300, "three/inventory": -300}


def test_within_a_round_nothing_is_entered() -> None:
    assert entries(step("wager", 1, 500, wager="Ante")) == {}


def test_an_act_between_rounds_is_entered_by_its_steps() -> None:
    act = Act("stakes added", {"seat": 1, "cents": 700})
    assert entries(step("buy", 1, 700), deed=act, names={1: "Ann"}) == {"three/seat_1": 700, "cage/7": -700}
    moves = [step("wager", 1, 500, wager="Ante"), step("collect", 1, 500, wager="Ante")]
    assert entries(*moves, deed=act) == {"three/seat_1": -500, "three/inventory": 500}
    assert entries(*moves) == {}


def test_money_from_nowhere_is_refused() -> None:
    with pytest.raises(Unbalanced, match=r"^version 12 of three moves -1 cents from nowhere"):
        entries(end=End(4, {"seat_1": 300}, -301))


@given(st.lists(st.tuples(st.sampled_from(["buy", "leave"]), st.integers(1, 3), st.integers(0, 900))))
def test_what_comes_to_the_table_left_the_cage(moves: list[tuple[str, int, int]]) -> None:
    seated = dict(enumerate(ACCOUNTS, 1))
    steps = []
    for act, seat, cents in moves:
        steps += [step("sit", seat, 0, seated[seat]), step(act, seat, cents)]
    found = entries(*steps, names=seated)
    assert sum(found.values()) == 0 and 0 not in found.values()
    for seat, name in seated.items():
        cents = sum(-cents if act == "leave" else cents for act, at, cents in moves if at == seat)
        assert found.get(f"three/seat_{seat}", 0) == -found.get(f"cage/{ACCOUNTS[name]}", 0) == cents


# ---------------------------------------------------------------------------- a room


def of_room(deed: Any, gave: Any) -> RoomRecord:
    return RoomRecord(3, RoomCommand(deed, FLOORPERSON, 0), gave=gave)


def test_a_payout_that_is_collected_goes_from_the_fund_to_the_cage() -> None:
    payout = Collect("Bad Beat", "Bo", "loser", identification=True)
    assert collected(of_room(payout, 12_345), "poker", ACCOUNTS) == [
        Entry("fund/poker/Bad Beat", -12_345),
        Entry("cage/8", 12_345),
    ]
    assert collected(of_room(payout, None), "poker", ACCOUNTS) == collected(of_room(payout, 0), "poker", ACCOUNTS) == []
    assert collected(of_room(Expire("Bad Beat"), 12_345), "poker", ACCOUNTS) == []


def test_who_has_no_account_is_named() -> None:
    assert cage_of("Cy", ACCOUNTS) == "cage/9"
    with pytest.raises(Unbalanced, match=r"^Di has no account in the cage"):
        cage_of("Di", ACCOUNTS)
