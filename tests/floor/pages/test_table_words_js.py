"""Words at a table: the seconds that a player has left, who won a hand of Poker, and bets by the size of the pot."""

import json

import pytest

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


def test_a_bot_that_wins_is_called_as_elsewhere_in_the_log() -> None:
    state = '{ layout: { seats: { 2: { player: "Ben (bot)" } } }, heldSeats: [3] }'
    won = [{"seat": 2, "cents": 1330, "hands": ["a pair of queens"]}, {"seat": 3, "cents": 200, "hands": []}]
    said = in_node(f"table_words.winnersWords({state}, {{ won: {json.dumps(won)} }})", "table_words")
    assert said == "Ben wins $13.30 with a pair of queens. You win $2: everybody else has folded."


@pytest.mark.parametrize(
    ("pot", "most", "sizes"),
    [
        ({"mine": 0, "chips": 19_900}, 19_900, [["Half pot", 400], ["Pot", 600], ["All in", 19_900]]),
        ({"mine": 100, "chips": 300}, 400, [["Half pot", 350], ["All in", 400]]),
        ({"mine": 0, "chips": 19_900}, 600, [["Half pot", 400], ["Pot", 600], ["Most", 600]]),  # pot limit
    ],
)
def test_all_chips_are_called_all_in(pot: dict[str, int], most: int, sizes: list[list[object]]) -> None:
    """What may be raised to is a total: the highest bet, and a part of the pot once it is called."""
    pot = {"total": 200, "highest": 200, **pot}
    choice = {"least": 200, "most": most, "unit": 50}
    assert in_node(f'choices.potSizes("raise", {json.dumps(pot)}, {json.dumps(choice)})', "choices") == sizes


def test_a_hand_that_one_has_is_called_as_people_say_it() -> None:
    names = ["pair of jacks, seven kicker", "flush, ace high", "two pair, aces and jacks", "king, nine high"]
    said = [*(f"a {name}" for name in names[:2]), *names[2:]]
    assert in_node(f"{json.dumps(names)}.map(table_words.withArticle)", "table_words") == said
