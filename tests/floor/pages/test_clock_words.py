"""What stands where the seconds are that a player has left."""

from tests.floor.pages.node import in_node, needs_node

pytestmark = needs_node


def test_a_time_bank_stands_beside_the_time_and_then_alone() -> None:
    code = "[[45, 0, false], [90, 45, false], [46, 45, false], [45, 45, false], [9, 45, false], [20, 0, true]]"
    assert in_node(f"{code}.map((each) => table_words.clockWords(...each))", "table_words") == [
        "45 s",
        "45 s + time bank 45 s",
        "1 s + time bank 45 s",
        "Time bank 45 s",
        "Time bank 9 s",
        "No more bets in 20 s",
    ]
