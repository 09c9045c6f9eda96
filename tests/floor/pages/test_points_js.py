"""What a hand of 21 counts on the pages, where the dealer has not said it: as the engine counts it."""

import itertools
import json

from pitboss.cards import parse
from pitboss.games.twenty_one.points import announce, announce_split
from pitboss.table.view.viewers import HIDDEN
from tests.floor.pages.node import in_node, needs_node

pytestmark = needs_node
RANKS = "A2369TK"


def totals(hands: list[list[str]], others: int = 0) -> list[str]:
    """What the pages say of hands at seat 1, beside which the same player has so many others."""
    code = f"""{json.dumps(hands)}.map((cards) => {{
      const hand = {{ cards, label: "" }};
      const layout = {{ handsOf: () => Array({others + 1}).fill(["seat_1", hand]) }};
      return points.totalOf(layout, "seat_1", hand);
    }})"""
    found: list[str] = in_node(code, "points")
    return found


def test_totals_are_those_that_a_dealer_announces() -> None:
    hands = [[f"{rank}c" for rank in ranks] for size in (2, 3, 4) for ranks in itertools.product(RANKS, repeat=size)]
    said = [announce(parse(" ".join(hand))) for hand in hands]
    assert totals(hands) == [f"{words}, over 21" if words.isdigit() and int(words) > 21 else words for words in said]
    two = [hand for hand in hands if len(hand) == 2]
    assert totals(two, others=1) == [announce_split(parse(" ".join(hand))) for hand in two]


def test_what_is_not_seen_is_not_counted() -> None:
    assert totals([["Ac"], ["Ac", HIDDEN]]) == ["", ""]
    said = 'points.totalOf({ handsOf: () => [] }, "dealer", { cards: ["Ac", "Kc"], label: "soft 21" })'
    assert in_node(said, "points") == "soft 21"
