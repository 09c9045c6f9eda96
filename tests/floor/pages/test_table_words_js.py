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


def test_a_result_is_large_up_to_the_end_of_its_amount() -> None:
    sentences = ["You win $1,007.50: Ante +$1,000, Play +$7.50.", "You win $7.50, paid 3 to 2.", "You break even."]
    said = in_node(f"{json.dumps(sentences)}.map((each) => each.slice(0, table_words.endOfResult(each)))", "table_words")
    assert said == ["You win $1,007.50", "You win $7.50", "You break even"]


def test_the_vigorish_is_said_with_what_is_paid() -> None:
    """§ 645a.13(a): five percent of what is won, so 1 to 1 on $5 brings $4.75."""
    results = {"Pai Gow Poker": {"placed": 500, "back": 975, "paid": ["1 to 1"]}}
    layout = f"Object.assign(new layout.Layout(1), {json.dumps({'results': {'2': results}})})"
    assert in_node(f"settlement.settlementWords({layout}, [2])", "settlement") == (
        "You win $4.75, paid 1 to 1 less $0.25 vigorish."
    )


def test_at_poker_the_cards_of_the_winner_are_marked_on_the_board() -> None:
    board = {"cards": ["Ac", "Kd", "2h"], "faces": ["up"] * 3, "label": "", "gone": True, "low": []}
    spot = {"x": 0, "y": 0, "rotation": 0, "scale": 1}
    named = {"seat_1": {"name": "", "cards": ["Ac"], "low": []}, "seat_2": {"name": "", "cards": ["Kd", "2h"], "low": []}}
    viewed = {"you": [1], "shown": named, "points": False}
    code = f"""[[], [2]].map((winners) => pieces.cardPieces(
      Object.assign(new layout.Layout(1), {{ hands: {{ community: {json.dumps(board)} }} }}),
      {{ community: Array(3).fill({json.dumps(spot)}) }},
      {{ ...{json.dumps(viewed)}, winners }},
    ).map(({{ classes }}) => classes))"""
    assert in_node(code, "pieces") == [["gone decides", "gone", "gone"], ["gone", "gone decides", "gone decides"]]
