"""The mathematics report of a game: its figures follow from its counts, its methods are where it says, its digests hold."""

import hashlib
import json
from fractions import Fraction
from math import isclose, sqrt
from pathlib import Path
from typing import Any

import pytest

from pitboss.house import House
from pitboss.odds.catalogue import declared, rows
from pitboss.odds.dependencies import version
from pitboss.odds.distribution import Combination, Distribution, together
from pitboss.odds.game_odds import PLAYED
from pitboss.odds.row import Row
from pitboss.odds.twenty_one import naturals
from pitboss.odds.twenty_one.game import Game
from pitboss.printing import report as module
from pitboss.printing.report import hold_after, report, volatility_index, wager_record
from pitboss.rulebook import games
from tests.commands import pitboss

TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def three_card() -> dict[str, Any]:
    """The report of the chapter with all its tables, as a reader gets it."""
    done = pitboss("report", "565")
    assert done.returncode == 0
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_figures_follow_from_the_counts(three_card: dict[str, Any]) -> None:
    assert [(w["wager"], w["table"]) for w in three_card["wagers"]] == [
        *(("Ante", ""), ("Ante", "A"), ("Ante", "B"), ("Ante", "C"), ("Pair Plus", ""))
    ]
    for wager in three_card["wagers"]:
        counts = {Fraction(each["net"]): each["deals"] for each in wager["outcomes"]}
        deals = sum(counts.values())
        mean = sum(net * count for net, count in counts.items()) / deals
        assert deals == wager["deals"] and Fraction(wager["house_edge_exact"]) == -mean
        assert Fraction(wager["hit_rate_exact"]) == Fraction(sum(n for net, n in counts.items() if net > 0), deals)
        variance = sum(count * (net - mean) ** 2 for net, count in counts.items()) / deals
        assert isclose(wager["standard_deviation"], sqrt(variance))
        assert isclose(wager["volatility_index"], 1.6448536 * sqrt(variance), rel_tol=1e-6)
        assert isclose(float(Fraction(wager["element_of_risk_exact"])), wager["element_of_risk"])


def test_the_classes_of_hands_add_up_without_a_rest(three_card: dict[str, Any]) -> None:
    for wager in three_card["wagers"]:
        lines, totals = wager["combinations"], wager["totals"]
        assert sum(each["combinations"] for each in lines) == totals["combinations"] == wager["deals"]
        assert sum(Fraction(each["probability_exact"]) for each in lines) == Fraction(totals["probability_exact"]) == 1
        assert sum(Fraction(each["contribution_exact"]) for each in lines) == Fraction(totals["contribution_exact"])
        assert Fraction(totals["contribution_exact"]) == -Fraction(wager["house_edge_exact"])
        for each in lines:
            assert Fraction(each["probability_exact"]) == Fraction(each["combinations"], wager["deals"])
            assert Fraction(each["contribution_exact"]) == Fraction(each["net"]) * Fraction(each["probability_exact"])
        assert sum(each["combinations"] for each in wager["results"]) == wager["deals"]


def test_classes_with_equal_results_stay_apart(three_card: dict[str, Any]) -> None:
    """The three-card hands are those of every textbook: 22,100, of which 48 are straight flushes, 4 of them mini royals."""
    pair_plus = next(wager for wager in three_card["wagers"] if wager["wager"] == "Pair Plus")
    assert {each["hand"]: each["combinations"] for each in pair_plus["combinations"]} == {
        "mini royal flush of spades (ace, king, queen)": 1,
        "mini royal flush (ace, king, queen)": 3,
        "straight flush": 44,
        "three-of-a-kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high card": 16440,
    }
    ante = three_card["wagers"][0]["combinations"]
    folds = [each for each in ante if each["ending"] == "fold"]
    assert {each["hand"] for each in folds} == {"high card"}
    equal = [each["hand"] for each in ante if each["ending"] == "play, tie" and each["net"] == "0"]
    assert equal == ["high card", "pair", "flush"]


def test_naturals_and_surrenders_are_told_apart() -> None:
    """One deck: 128 of 2,652 first two cards are a natural, and the dealer's chance of another is 45 of 1,225."""
    told = Combination("natural, the dealer has none", "", "", Fraction(3, 2), 3)
    results = {"win": Fraction(1), "surrender": Fraction(-1, 2), "push": Fraction(0)}
    others = [Combination(hand, "", "", net, 1) for hand, net in results.items()]
    row = Row("633a", "Blackjack", "", "", "Blackjack", together([told, *others]), Fraction(-5), combinations=(told, *others))
    found = {each["result"]: each["combinations"] for each in wager_record(row)["results"]}
    assert found == {"natural, the dealer has none": 3, "win": 1, "push": 1, "surrender": 1}
    win, tie = naturals(Game.decks(1))
    up = Fraction(32, 663)  # of two cards
    assert win + tie == up and tie == up * Fraction(45, 1225)


def test_classes_that_do_not_add_up_are_refused() -> None:
    lost = Combination("high card", "", "lose", Fraction(-1), 3)
    row = Row("565", "Pair Plus", "", "", "Pair Plus", Distribution({Fraction(-1): 4}), Fraction(1), combinations=(lost,))
    with pytest.raises(AssertionError, match="do not add up"):
        wager_record(row)


def test_it_has_everything_that_a_laboratory_files(three_card: dict[str, Any]) -> None:
    assert {each["option"]: each["value"] for each in three_card["rules"]}["pair_plus"] == "floor"
    assert any(table["wager"] == "Pair Plus" and table["rows"][0]["payout"] == "1 to 1" for table in three_card["paytables"])
    assert three_card["strategy"][0]["rule"].startswith("play with queen-6-4") and three_card["strategy"][0]["cost"] == 0
    assert three_card["digest"]["code_and_data"] == version("565") and three_card["digest"]["files"] > 200
    results = json.dumps(three_card["wagers"], sort_keys=True).encode()
    assert three_card["digest"]["results"] == hashlib.sha256(results).hexdigest()
    assert set(three_card["versions"]) == {"pitboss", "python", "numpy", "numba"}
    assert all(any(cite.startswith("565.") for cite in each["cites"]) for each in three_card["errata"]) and three_card["errata"]


def test_every_game_has_a_method_and_a_second_one_whose_tests_exist() -> None:
    methods = [declared(book.chapter).method for book in games()]
    assert PLAYED not in methods
    for method in (*methods, PLAYED):
        assert (TESTS.parent / "src" / "pitboss" / method.module).is_dir() or method is PLAYED
        for test in method.tests:
            file, _, function = test.partition("::")
            assert f"def {function}(" in (TESTS / file).read_text(encoding="utf-8"), test


def test_claims_of_the_board_go_with_the_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "rules", lambda *_: [])
    found = report(House.of("678a"), rows("678a", wager="Flush Bonus"))
    assert {claim["wager"] for claim in found["claims"]} == {"Flush Bonus", "Straight Flush Bonus", "Progressive Jackpot"}
    assert next(claim for claim in found["claims"] if claim["wager"] == "Flush Bonus")["agrees"]


def test_pai_gow_poker_says_what_its_rule_costs_only_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "rules", lambda *_: pytest.fail("that takes minutes"))
    assert report(House.of("645a"), rows("645a", wager="Fortune Bonus"))["strategy"] == []


def test_poker_has_a_report_without_strategy() -> None:
    found = report(House.of("637a"), [])
    assert (found["strategy"], found["wagers"], found["method"]["module"]) == ([], [], "odds/jackpots")


def test_hold_comes_closer_to_the_edge_with_more_rounds() -> None:
    widths = [found["most"] - found["least"] for found in (hold_after(0.05, 2.0, n) for n in (100, 10_000))]
    assert isclose(widths[0], 10 * widths[1]) and isclose(widths[0], 2 * volatility_index(2.0) / 10)


def test_a_submission_has_the_wagers_that_it_offers(tmp_path: Path) -> None:
    path, out = tmp_path / "house.toml", tmp_path / "report.json"
    path.write_text('chapter = "565"\npair_plus = { "Flush" = "4 to 1" }\n', encoding="utf-8")
    done = pitboss("report", str(path), "--out", str(out), "--set", "table_minimum=1000")
    assert (done.returncode, done.stdout) == (0, f"{out}\n")
    told = json.loads(out.read_text(encoding="utf-8"))
    assert [(wager["wager"], wager["table"]) for wager in told["wagers"]] == [("Ante", ""), ("Pair Plus", "")]
    assert {each["option"]: each["value"] for each in told["rules"]}["table_minimum"] == 1000
    other = json.loads(pitboss("report", str(path), "--set", "pair_plus=floor").stdout)
    assert other["digest"]["code_and_data"] == told["digest"]["code_and_data"]
    assert other["digest"]["results"] != told["digest"]["results"]


def test_the_command_refuses_what_it_cannot_write_or_read(tmp_path: Path) -> None:
    for words in (["565", "--out", "report.doc"], ["999"], ["527"], ["565", "--set", "pair_plus=9"]):
        done = pitboss("report", *words)
        assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1
