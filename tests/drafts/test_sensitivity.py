"""How much the edge changes with a payout is found again by pricing the wager with that payout changed."""

import csv
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cards import JOKER
from pitboss.drafts.pricing import price_wager
from pitboss.drafts.quote import price
from pitboss.drafts.reading import load, wager_in
from pitboss.drafts.records import Pay, Wager
from pitboss.drafts.tables import COLUMNS, FRACTIONS, write_table
from pitboss.games import three_card_poker
from pitboss.odds import odds_of, sensitivity
from pitboss.odds import price as price_printed
from pitboss.odds.side_wagers import by_cards

PUBLISHED = Path(__file__).parent / "published"
DRAFTS = (
    "sister_games/casino-war-6d-bonus.toml",
    "sister_games/casino-war-6d-surrender.toml",
    "sister_games/red-dog-1d.toml",
    "sister_games/bac-banker-1d.toml",
    "sister_games/tcp-tie-win.toml",
)
BONUSES = """
[deck]
decks = 2
without = "3 to 9"
[deal]
player = 3
[wager]
pays = "every row"
[[row]]
when = "pair or better"
pays = "2 to 1"
[[row]]
when = "suited"
pays = "3 to 1"
[[row]]
hand = "each ace"
each = "count(ace)"
pays = "1 to 1"
"""
STEP = Fraction(1, 10_000)  # small enough that best play stays


def wager_of(name: str) -> Wager:
    return wager_in(load(PUBLISHED / name))


def raised(wager: Wager, bet: str, hand: str, by: Fraction) -> Wager:
    """A wager that pays more for one hand."""
    bets = []
    for one in wager.bets:
        rows = []
        for row in one.rows:
            net = row.pays.net() + by
            more = Pay(loss=-net) if net < 0 else Pay.parse(f"{net.numerator} to {net.denominator}")
            rows.append(replace(row, pays=more) if (one.name, row.hand) == (bet, hand) else row)
        bets.append(replace(one, rows=tuple(rows)))
    return replace(wager, bets=tuple(bets))


@pytest.fixture(scope="module", params=[*DRAFTS, "bonuses"])
def wager(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Wager:
    if request.param in DRAFTS:
        return wager_of(request.param)
    file = tmp_path_factory.mktemp("drafts") / "bonuses.toml"
    file.write_text(BONUSES)
    return wager_in(load(file))


def test_the_contributions_of_a_table_add_up_to_the_return(wager: Wager) -> None:
    priced = price_wager(wager)
    assert sum(line.contribution for line in priced.lines) == -priced.distribution.edge


def test_the_edge_changes_as_the_table_says(wager: Wager) -> None:
    priced = price_wager(wager)
    changes = [(line, line.sensitivity) for line in priced.lines if line.sensitivity is not None]
    assert changes
    for line, change in changes:
        edge = price_wager(raised(wager, line.bet, line.hand, STEP)).distribution.edge
        assert edge - priced.distribution.edge == STEP * change


def test_without_choices_it_is_the_chance_times_the_bet() -> None:
    [*lines, others] = price_wager(wager_of("side_wagers/21+3-v1-1d.toml")).lines
    assert [line.sensitivity for line in lines] == [-line.probability for line in lines]
    assert others.sensitivity is None


def test_a_printed_side_wager_changes_by_the_chance_of_the_hand() -> None:
    deals = by_cards(3, three_card_poker.hand_name, tuple(range(JOKER)))
    total, found = sum(deals.values()), sensitivity("565", "Pair Plus")
    assert found["Straight"] == Fraction(-720, total) == Fraction(-deals["straight"], total)
    assert sum(found.values()) == Fraction(deals["high card"], total) - 1


def test_hands_that_are_always_played_change_a_game_by_their_chance_and_bets() -> None:
    ante, ride = sensitivity("565", "Ante Bonus", table="A"), sensitivity("559", "Let It Ride Poker")
    assert ante["Straight"] == sensitivity("565", "Pair Plus")["Straight"]
    assert ride["Royal Flush"] == -3 * Fraction(4, 2_598_960)  # no bet is taken back


def test_a_higher_payout_brings_at_least_what_the_same_play_brings() -> None:
    before = odds_of("559").edge
    slope = sensitivity("559", "Let It Ride Poker")["Three-of-a-kind"]
    assert price_printed("559", "Let It Ride Poker", {"Three-of-a-kind": "30001 to 10000"}).edge - before == slope / 10_000
    assert price_printed("559", "Let It Ride Poker", {"Three-of-a-kind": "100 to 1"}).edge - before < 97 * slope


def test_files_have_every_column(tmp_path: Path) -> None:
    quote = price(PUBLISHED / "sister_games/casino-war-6d-bonus.toml")
    for ending in ("csv", "json", "xlsx"):
        write_table(quote, tmp_path / f"table.{ending}")
    with (tmp_path / "table.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert list(lines[0]) == [*COLUMNS, *(f"{column}_exact" for column in FRACTIONS)]
    assert sum(Fraction(line["contribution_exact"]) for line in lines) == -quote.edge
    written = json.loads((tmp_path / "table.json").read_text())["lines"]
    assert [line["sensitivity_exact"] or "" for line in written] == [line["sensitivity_exact"] for line in lines]
    assert (tmp_path / "table.xlsx").stat().st_size > 1000
