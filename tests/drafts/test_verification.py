"""A verification statement: drafts of each kind have a second method, digests can be repeated, a difference is reported."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from pitboss.cli.app import app
from pitboss.drafts.pricing import Price, plan_of, price_tables
from pitboss.drafts.reading import Draft, load, wager_in
from pitboss.drafts.records import Wager
from pitboss.drafts.sampling import Shoes
from pitboss.drafts.verification import statement as verification
from pitboss.drafts.verification.statement import canonical, verify

PUBLISHED = Path(__file__).parent / "published"
PAIR = '[deal]\nplayer = 3\n[[row]]\nhand = "Pair"\nwhen = "pair or better"\npays = "3 to 1"\n'
LISTED = '[deal]\nplayer = 3\n[[row]]\nwhen = "count(As) = 1 and flush"\npays = "3 to 1"\n'  # by card
PRINTED = 'chapter = "657a"\nwager = "Queens Up"\ntable = "B"\n[pays]\n"Flush" = "5 to 1"\n'
GAME = 'chapter = "565"\nwager = "Ante Bonus"\ntable = "A"\n[pays]\n"Straight" = "2 to 1"\n'
POKER = """
[deal]
hand = 5
[discard]
group = "hand"
[[row]]
when = "three of a kind or better in hand"
pays = "4 to 1"
[[row]]
when = "pair of jacks or better in hand"
pays = "push"
[[pays]]
name = "high cards"
"pair of jacks or better in hand" = "2 to 1"
"""
RULES = "[deck]\ndecks = 1\n[blackjack]\n"


@pytest.fixture
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "ROUNDS", 40_000)
    monkeypatch.setattr(verification, "AT_A_TABLE", 300)


@pytest.mark.parametrize(
    ("words", "method"),
    [
        (PAIR, "every deal, told apart by card: 22,100 rows"),
        (LISTED, "40,000 deals by chance, seed 1"),
        (PRINTED, "as a draft: every deal"),
        (GAME, "300 rounds played at the table by best play"),
        (POKER, "the first method beside every draw to every hold, on a deck of 12 cards"),
        (RULES, "the same play in floating-point numbers"),
    ],
)
def test_every_kind_of_draft_has_a_second_method(words: str, method: str, few_rounds: None) -> None:
    statement = verify(Draft.of(words))
    assert statement.second is not None
    assert method in statement.second.method
    assert statement.agrees
    assert statement.second.method in str(statement)
    assert statement.draft_digest in str(statement)


def test_a_game_on_a_board_is_compared_on_a_smaller_deck() -> None:
    wager = wager_in(load(Path(__file__).parents[2] / "examples" / "drafts" / "casino-holdem.toml"))
    found = verification._on_smaller_decks([wager], str(plan_of(wager)))
    assert found is not None
    assert found.agrees
    assert found.method.startswith("the first method beside every deal card by card, on a deck of 10 cards")


def test_a_hand_with_too_many_deals_is_compared_on_smaller_decks() -> None:
    wager = wager_in(Draft.of(PAIR.replace("player = 3", "player = 7")))
    found = verification._on_smaller_decks([wager], str(plan_of(wager)))
    assert found is not None
    assert found.agrees
    assert "on a deck of 26 cards and one of 28 cards" in found.method


def test_cards_that_are_drawn_are_dealt_by_chance(few_rounds: None) -> None:
    statement = verify(load(PUBLISHED / "side_wagers" / "buster-1-6d-s17.toml"))
    assert statement.second is not None
    assert statement.second.method.startswith("40,000 deals by chance")
    assert statement.agrees


def test_another_result_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def wrong(wagers: Sequence[Wager], *given: Any, **named: Any) -> list[Price]:
        prices = price_tables(wagers, *given, **named)
        other = {net: deals + (net > 0) for net, deals in prices[0].distribution.counts.items()}
        return [replace(prices[0], distribution=replace(prices[0].distribution, counts=other))]

    (tmp_path / "pair.toml").write_text(PAIR)
    command = ["odds", "--draft", str(tmp_path / "pair.toml"), "--verify"]
    right = CliRunner().invoke(app, command)
    assert (right.exit_code, "both methods agree" in right.output) == (0, True)
    monkeypatch.setattr(verification, "price_tables", wrong)
    found = CliRunner().invoke(app, command)
    assert (found.exit_code, "THE METHODS DIFFER" in found.output) == (1, True)


def test_the_same_draft_has_the_same_digests() -> None:
    one, other = verify(Draft.of(PAIR)).record(), verify(Draft.of(PAIR + "# for people\n")).record()
    assert {**one, "date": ""} == {**other, "date": ""}
    assert verify(Draft.of(PAIR.replace("3 to 1", "4 to 1"))).draft_digest != one["draft_sha256"]
    assert [len(one[f"{part}_sha256"]) for part in ("draft", "code", "kernels")] == [64, 64, 64]


def test_the_order_of_rows_belongs_to_a_draft() -> None:
    assert canonical(Draft.of("b = 1\na = 2")) == '{"b":1,"a":2}'


def test_every_card_of_a_shoe_is_as_likely() -> None:
    deck = wager_in(Draft.of('[deck]\ndecks = 2\nwithout = "2 to 9"\n' + PAIR)).deck
    rounds = 60_000
    shoes = Shoes(deck, np.random.default_rng(5), rounds)
    first, second, third = (shoes.next_card() for _ in range(3))
    counts = np.bincount(third)[np.array(deck.counts[:52]) > 0]
    expected = rounds / 20
    assert abs(((counts - expected) ** 2 / expected).sum() - 19) < 5 * np.sqrt(2 * 19)  # chi-squared with 19 degrees
    alike = float(Fraction(1, 39))  # two decks have one other card like the first
    assert abs((first == second).mean() - alike) < 5 * np.sqrt(alike / rounds)
