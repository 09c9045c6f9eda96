"""What `rows` and `best_play` tell, and integer counts kept as golden files.

`python -m tests.odds.test_twenty_one_rows` writes the golden file anew.
"""

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import perm
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.cards import parse
from pitboss.errors import BadCard
from pitboss.house import House
from pitboss.odds.parts import Told, begun
from pitboss.odds.row import Row
from pitboss.odds.twenty_one import best_play, blackjack_rows, decks_of, insurance_rows, spanish_rows
from pitboss.odds.twenty_one.exact import exact_value
from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.side_wagers import rows as optional_rows
from pitboss.odds.twenty_one.solver import solution
from pitboss.odds.twenty_one.switch import add_deals, place, values_under
from pitboss.odds.twenty_one.tables import ACE, TEN, VALUES

GOLDEN = Path(__file__).parent / "golden" / "twenty_one.json"
TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("633a", {"decks": 1}),
    ("633a", {"decks": 2}),
    ("633a", {}),
    ("633a", {"decks": 8}),
    ("635a", {}),
    ("635a", {"decks": 8}),
)


def told(row: Row) -> dict[str, Any]:
    """A row as the golden file keeps it: whole counts where they are counted, the edge as a fraction."""
    counted = row.wager not in ("Blackjack", "Spanish 21")
    assert row.distribution is not None
    counts = {str(result): count for result, count in sorted(row.distribution.counts.items())} if counted else {}
    return {"wager": row.wager, "table": row.table, "condition": row.condition, "counts": counts, "edge": row.exact}


def rows(number: str, house: House, progress: Told = None, **options: Any) -> Iterator[Row]:
    """Every wager of a chapter: the one against the dealer, Insurance, and the optional ones on every table."""
    first = {"633a": blackjack_rows, "635a": spanish_rows}[number]
    yield from first(number, house, progress, **options)
    yield from insurance_rows(number, house)
    yield from optional_rows(number, house, begun(progress, f"optional wagers, {decks_of(house)}"))


def computed(chapter: str, given: dict[str, Any]) -> list[Row]:
    return list(rows(chapter, House.of(chapter, given)))


def name(chapter: str, given: dict[str, Any]) -> str:
    return f"{chapter} {given.get('decks', 6)} decks"


@pytest.mark.parametrize(("chapter", "given"), TABLES, ids=lambda value: str(value))
def test_golden_counts(chapter: str, given: dict[str, Any]) -> None:
    kept = json.loads(GOLDEN.read_text(encoding="utf-8"))[name(chapter, given)]
    fractions = given.get("decks") == 1  # the others are compared in double precision, which is quicker
    for row, golden in zip(rows(chapter, House.of(chapter, given), fractions=fractions), kept, strict=True):
        assert (row.wager, row.table, row.condition) == (golden["wager"], golden["table"], golden["condition"])
        if isinstance(row.edge, Fraction):
            assert told(row) == golden
        else:
            assert row.edge == pytest.approx(float(Fraction(golden["edge"])), abs=1e-12)


@pytest.mark.parametrize(
    ("chapter", "given", "begins"),
    [
        ("633a", {"decks": 1}, ["Blackjack, one deck", "optional wagers, one deck"]),
        (
            "633a",
            {"decks": 1, "blackjack_switch": True, "resplits": 0},
            ["Blackjack Switch, one deck", "optional wagers, one deck"],
        ),
        (
            "635a",
            {"decks": 6},
            ["Spanish 21, six decks, wager of $5", "Spanish 21, six decks, wager of $500", "optional wagers, six decks"],
        ),
    ],
)
def test_progress_is_told_from_nothing_to_all(chapter: str, given: dict[str, Any], begins: list[str]) -> None:
    told: dict[str, list[float]] = {}
    list(rows(chapter, House.of(chapter, given), lambda what, done: told.setdefault(what, []).append(done)))
    assert list(told) == begins
    for done in told.values():
        assert done[0] == 0.0 and done == sorted(done) and 0.98 < done[-1] <= 1.0


def test_only_the_chosen_table_is_listed() -> None:
    chosen = House.of("633a", {"royal_match_21": "D", "decks": 1 + 1})
    listed = [(row.wager, row.table) for row in rows("633a", chosen, fractions=False)]
    assert ("Royal Match 21", "D") in listed
    assert ("Royal Match 21", "C") not in listed
    assert ("Bet the Set 21", "B") in listed
    assert not any(wager == "Match-the-Dealer" for wager, _ in listed)


def test_a_double_shoe_deals_from_half_of_the_decks() -> None:
    whole = next(rows("633a", House.of("633a", {"decks": 4}), fractions=False))
    half = next(rows("633a", House.of("633a", {"decks": 8, "double_shoe": True}), fractions=False))
    assert half.edge == whole.edge
    assert half.condition == "four decks in each side"


def test_shoes_of_more_than_eight_decks_have_odds_too() -> None:
    """The edge grows with the decks toward that of cards drawn with replacement, which is below 0.17%."""
    edges = []
    for decks in (8, 12, 40):
        row = next(rows("633a", House.of("633a", {"decks": decks}), fractions=False))
        edges.append(float(row.edge))
    assert row.condition == "40 decks"
    assert edges == sorted(edges)
    assert 0.001 < edges[0] < edges[-1] < 0.0017


def test_blackjack_switch_gives_the_edge_away() -> None:
    row = next(rows("633a", House.of("633a", {"blackjack_switch": True, "decks": 1, "resplits": 0})))
    assert row.condition == "Blackjack Switch, one deck"
    assert isinstance(row.edge, float)
    assert (row.method, row.exact) == ("exact", None)
    assert "double precision, with an error below 1e-12" in row.note
    assert row.distribution is not None
    assert float(row.distribution.edge) == pytest.approx(row.edge, abs=1e-12)
    assert row.edge < 0


@pytest.mark.parametrize("decks", [1, 6])
def test_double_precision_is_far_closer_than_is_told(decks: int) -> None:
    game = Game.of(House.of("633a", {"decks": decks, "blackjack_switch": True}))
    assert game.push_22 and game.surrender == "none"
    assert abs(Fraction(solution(game).value) - exact_value(game)) < Fraction(1, 10**14)


def test_the_deals_of_blackjack_switch_added_up_in_fractions() -> None:
    game, up = Game.of(House.of("633a", {"blackjack_switch": True, "decks": 1, "resplits": 0})), 8
    played, shoe = values_under(game, up), np.array(game.shoe)
    shoe[up] -= 1
    found = np.zeros(2 * played.results.shape[3])
    added, _ = add_deals(
        shoe, up, 1.5, played.value, played.natural, played.added, played.results, played.zero, found
    )  # fmt: skip
    expected, cards = Fraction(0), int(shoe.sum())
    for a, b, c, d in product(range(VALUES), repeat=4):
        dealt, ways = Counter[int](), 1
        for value in (a, b, c, d):
            ways *= max(int(shoe[value]) - dealt[value], 0)
            dealt[value] += 1
        kept = [
            played.natural[place(*other)] if {*mine} == {ACE, TEN} else played.value[place(*mine), place(*other)]
            for mine, other in (((a, c), (b, d)), ((b, d), (a, c)))
        ]
        switched = [played.value[place(*mine), place(*other)] for mine, other in (((a, d), (b, c)), ((b, c), (a, d)))]
        expected += ways * max(sum(map(Fraction, kept)), sum(map(Fraction, switched)))
    assert abs(Fraction(added) - expected / perm(cards, 4)) < Fraction(1, 10**14)


def test_two_hands_of_blackjack_switch() -> None:
    play = best_play(House.of("633a", {"blackjack_switch": True, "decks": 1, "resplits": 0}))
    assert play.switch(parse("Ts 5d 6h Kc"), parse("8h")[0]).best == "switch"
    assert play.switch(parse("As Kd Ah Kc"), parse("8h")[0]).best == "no switch"


def test_the_best_play_of_a_hand() -> None:
    play = best_play(House.of("633a"))
    assert play.decide(parse("Ts 6d"), parse("Th")[0]).best == "surrender"
    assert play.decide(parse("Ts 4d 2c"), parse("Th")[0]).best == "stand"
    assert play.decide(parse("8s 8d"), parse("6h")[0]).best == "split"
    assert play.decide(parse("As Kd"), parse("6h")[0]).best == "stand"
    with pytest.raises(BadCard):
        play.decide(parse("Ts 6d 9c"), parse("Th")[0])
    with pytest.raises(BadCard):
        best_play(House.of("633a", {"decks": 1})).decide(parse("2s 2d 2c 2h"), parse("2h")[0])


def test_suits_decide_at_spanish_21() -> None:
    house = House.of("635a")
    play = best_play(house)
    mixed, suited = (play.decide(parse(two), parse("2h")[0]).values["hit"] for two in ("6s 7d", "6s 7s"))
    assert suited > mixed


def test_the_grid_of_six_decks() -> None:
    found = best_play(House.of("633a")).grid
    assert found.hard[16] == "SSSSSHHRrR"
    assert found.soft[18] == "SddddSSHHH"
    assert found.pairs[9] == "PPPPPSPPSS"
    assert 0 < found.cost < 0.0001
    assert " ".join(found.lines()[0].split()) == "hard 2 3 4 5 6 7 8 9 10 A"


def main() -> None:
    """Writes the golden file."""
    kept = {name(chapter, given): [told(row) for row in computed(chapter, given)] for chapter, given in TABLES}
    GOLDEN.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
