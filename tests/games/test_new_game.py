"""A seventeenth game from a folder: one module and its data, and everything else finds it (`docs/new-game.md`)."""

import json
import os
import shutil
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from pitboss import cards, games, rulebook
from pitboss.cards import CARDS, Card, parse
from pitboss.cases import run_case
from pitboss.errors import NotAuthorized
from pitboss.felt import draw, felt_of
from pitboss.games import game
from pitboss.house import House
from pitboss.odds import catalogue, enumeration, every_round, simulation, strategy
from pitboss.proof.coverage import coverage
from pitboss.proof.explanation import explain
from pitboss.rulebook import chapter
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.steps import Ask
from pitboss.table.table import Table
from pitboss.table.view.viewers import HIDDEN, Viewer
from pitboss.table.view.views import layout_of
from tests.commands import pitboss

EXAMPLE = Path(__file__).parents[2] / "examples" / "one-card"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The example's game, added from a folder and taken away again."""
    where = tmp_path / "one-card"
    shutil.copytree(EXAMPLE, where)
    games.add(where)
    yield where
    games.remove(where)


def test_a_game_comes_and_goes(folder: Path) -> None:
    assert game("one-card").chapter == "999" and list(games.BANKED)[-1] == "999"
    games.remove(folder)
    with pytest.raises(Exception, match="there is no chapter 'one-card'"):
        chapter("one-card")
    assert len(games.MODULES) == 16
    assert "PITBOSS_GAMES" not in os.environ
    games.add(folder)


def test_two_games_of_one_name_are_refused(folder: Path, tmp_path: Path) -> None:
    twin = tmp_path / "twin"
    shutil.copytree(folder, twin)
    with pytest.raises(NotAuthorized, match="two games have the chapter 999"):
        games.add(twin)
    rulebook.remove(twin)


@pytest.mark.parametrize("case", sorted((EXAMPLE / "cases").glob("*.toml")), ids=lambda path: path.stem)
def test_its_cases_hold(folder: Path, case: Path) -> None:
    assert run_case(case) == []


def test_bots_play_it_and_money_balances(folder: Path) -> None:
    table = Table(game("999"), House.of("999", {"lucky_ace": "A"}), Chance(seed=4))
    for seat in range(1, 8):
        table.sit(seat, f"player {seat}", 1_000_00)
    for _ in range(30):
        for seat in table.seats:
            table.bet(seat, {"Ante": 10_00, "Lucky Ace": 5_00})
        ledger = drive(table, bots).ledger
        assert ledger is not None and sum(ledger.players.values()) + ledger.inventory == 0


def test_nobody_sees_a_card_too_early(folder: Path) -> None:
    table = Table(game("999"), chance=Chance(seed=4))
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 1_000_00)
        table.bet(seat, {"Ante": 10_00})
    request = table.begin()
    while not isinstance(request, Ask):
        request = table.reply(None)
    lying = layout_of(table, Viewer.at(1)).hands
    assert lying["dealer"].cards == lying["seat_2"].cards == [HIDDEN] and lying["seat_1"].cards != [HIDDEN]


def by_hand(card: Card) -> Fraction:
    """What a Play Wager brings with a card, counted over the dealer's 51 without the engine."""
    total = 0
    for dealer in map(cards.rank, set(cards.deck()) - {card}):
        total += 1 if dealer < cards.FIVE else 2 if cards.rank(card) > dealer else -2
    return Fraction(total, 51)


def test_its_odds_are_those_of_a_count_by_hand(folder: Path) -> None:
    mean = sum((max(by_hand(card), Fraction(-1)) for card in cards.deck()), Fraction(0)) / 52
    ante, first, second = catalogue.rows("999", fresh=True)
    assert ante.edge == -mean and ante.method == "exact"
    assert (first.table, first.edge) == ("A", Fraction(48 - 20 - 3 * 7, 52))
    assert (second.table, second.edge) == ("B", Fraction(48 - 15 - 3 * 8, 52))
    assert ante.distribution is not None and ante.distribution.deals == len(list(permutations(range(52), 2)))


def test_its_best_play_is_told(folder: Path) -> None:
    house = House.of("999")
    assert strategy.decide("999", house, parse("6d")) == [("play", by_hand(CARDS["6d"])), ("fold", Fraction(-1))]
    (rule,) = strategy.rules("999", house)
    assert rule.rule.startswith("fold with 2, 3, 4, 5; play with 6")
    found = simulation.simulate("999", house, 500, seed=3).entries
    assert [entry.wager for entry in found] == ["Ante", "Lucky Ace"]
    for entry in found:
        assert entry.exact is not None and abs(entry.mean(500) - entry.exact) < 5 * entry.standard_error(500)


def test_a_game_with_too_many_deals_is_dealt_at_random(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(every_round, "MOST", 100)
    monkeypatch.setattr(enumeration, "ROUNDS", 400)
    row, *_ = enumeration.rows("999", House.of("999", {"table_minimum": 1000}))
    assert row.method == "simulation" and row.standard_error > 0 and abs(row.edge - 0.1176) < 5 * row.standard_error


def test_it_has_a_felt(folder: Path) -> None:
    drawn = draw(felt_of(House.of("999", {"lucky_ace": "A"}), holder="Elm Street"))
    assert drawn.startswith("<svg") and all(word in drawn for word in ("Ante", "Play", "Lucky", "Ace"))


def test_the_command_line_knows_it(folder: Path) -> None:
    listed = json.loads(pitboss("games", "--json").stdout)
    assert [entry["slug"] for entry in listed if entry["chapter"] == "999"] == ["one-card"]
    rule = pitboss("rule", "999.12(a)")
    assert rule.returncode == 0 and "five" in rule.stdout
    played = pitboss("play", "one-card", "--seed", "3", stdin="\nplay\nquit\n")
    assert played.returncode == 0 and "999.11" in played.stdout


def test_its_own_folder_says_what_implements_and_tests_it(folder: Path) -> None:
    states = {state.paragraph: state for state in coverage(chapter("999"))}
    case = "one-card/cases/dealer-does-not-qualify.toml"
    assert (states["999.12(a)"].status, states["999.12(a)"].tests) == ("played", (case,))
    assert states["999.12(a)"].where.startswith("one-card/game.py:")
    assert states["999.5(d)"].status == "played"  # a step of the case's round
    assert states["999.13(c)"].status == "open"  # for which there is no case
    assert states["999.2(a)"].where == "one-card/paragraphs.toml"
    found = explain("999.12(a)")
    assert found.status == "played" and found.code[0].file == "one-card/game.py" and "t.pay" in found.code[0].text
    assert found.test is not None and found.test.name == case and "does not qualify" in found.test.text


def test_a_case_that_fails_proves_nothing(folder: Path) -> None:
    case = folder / "cases" / "dealer-does-not-qualify.toml"
    case.write_text(case.read_text().replace("Play = 1000", "Play = 2000"))
    states = {state.paragraph: state for state in coverage(chapter("999"))}
    assert states["999.12(a)"].status == "open" and states["999.12(b)"].status == "played"


def test_a_folder_without_a_game_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_GAMES", str(tmp_path))
    done = pitboss("games")
    assert done.returncode == 2 and "has no game" in done.stderr and "Traceback" not in done.stderr
