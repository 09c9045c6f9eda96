"""Casino War, a whole game in one folder: every command finds it there, and two methods agree on what it holds."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss import games
from pitboss.advice.choices import advise
from pitboss.advice.sight import OwnHand, Sight
from pitboss.cards import parse
from pitboss.house import House
from pitboss.odds import best_play, odds_of, simulate
from pitboss.table.steps import Ask, Choice
from pitboss.table.vocabulary import words_of
from tests.commands import ROOT, pitboss

EXAMPLE = ROOT / "examples" / "casino-war"
CASES = sorted((EXAMPLE / "cases").glob("*.toml"))
EACH, RANKS = 24, 13  # cards of a rank in six decks


@pytest.fixture
def folder() -> Iterator[Path]:
    games.add(EXAMPLE)
    yield EXAMPLE
    games.remove(EXAMPLE)


def said(*args: str, stdin: str = "") -> str:
    """What a command prints that ends well."""
    done = pitboss(*args, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return done.stdout


# ---------------------------------------------------------------------------- the commands


def test_it_is_small() -> None:
    files = [path for path in EXAMPLE.iterdir() if path.is_file()]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= 250


def test_it_is_whole() -> None:
    assert "is whole" in said("games", "--check", str(EXAMPLE))


def test_it_is_played(folder: Path) -> None:
    told = said("play", "casino-war", "--seed", "3", stdin="10\ngo to war\n" * 6 + "quit\n")
    assert "[g]o to war $10   [s]urrender" in told and "seat 1: go to war ($10 on War)" in told
    assert told.count("to the discard rack, face down: before a war") == 6


def test_its_cases_hold_in_its_own_words(folder: Path) -> None:
    assert f"{len(CASES)} of {len(CASES)} cases ok" in said("case", *map(str, CASES))
    decided = {line for case in CASES for line in case.read_text(encoding="utf-8").splitlines() if "decisions" in line}
    assert {'decisions = ["go to war"]', 'decisions = ["surrender"]'} <= decided


def test_a_word_of_another_game_is_refused(folder: Path, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    case.write_text((EXAMPLE / "cases" / "war-won.toml").read_text(encoding="utf-8").replace("go to war", "make peace"))
    done = pitboss("case", str(case))
    assert done.returncode and "go to war" in done.stdout + done.stderr and "make peace" in done.stdout + done.stderr
    assert "go to war" in words_of("998") and "go to war" not in words_of("565")


def test_its_felt_is_drawn(folder: Path, tmp_path: Path) -> None:
    said("felt", "casino-war", "-o", str(tmp_path / "felt.svg"))
    felt = (tmp_path / "felt.svg").read_text(encoding="utf-8")
    assert "Tie pays 10 to 1".upper() in felt.upper() and felt.count('data-wager="War"') == 7


def test_its_sign_is_printed(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    said("sign", "casino-war", "-o", str(tmp_path / "sign.pdf"))
    assert (tmp_path / "sign.pdf").read_bytes()[:5] == b"%PDF-"


def test_a_submission_is_checked(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "war.toml"
    file.write_text(said("new", "casino-war"), encoding="utf-8")
    assert "lawful" in said("check", str(file))
    file.write_text(file.read_text(encoding="utf-8").replace("decks = 6", "decks = 5"), encoding="utf-8")
    refused = pitboss("check", str(file))
    assert refused.returncode and "998.3" in refused.stdout


# ---------------------------------------------------------------------------- the mathematics


def by_ranks(decks: int, at_war: bool) -> Fraction:
    """What the Ante holds, by every rank that the four cards may have."""
    left = [4 * decks] * RANKS
    total, gain = Fraction(0), Fraction(0)

    def drawn() -> Iterator[tuple[int, int]]:
        for rank in range(RANKS):
            if left[rank]:
                ways = left[rank]
                left[rank] -= 1
                yield rank, ways
                left[rank] += 1

    rest = (52 * decks - 2) * (52 * decks - 3)
    for own, ways in drawn():
        for dealer, more in drawn():
            deals = ways * more
            total += deals * rest
            if own != dealer:
                gain += deals * rest * (1 if own > dealer else -1)
            elif not at_war:
                gain -= Fraction(deals * rest, 2)
            else:
                for second, a in drawn():
                    for against, b in drawn():
                        gain += deals * a * b * (1 if second >= against else -2)
    return -gain / total


def test_its_odds_are_printed(folder: Path) -> None:
    printed = said("odds", "casino-war")
    assert all(edge in printed for edge in ("2.8771%", "3.6977%", "18.6495%"))
    assert "go to war at every tie" in said("strategy", "casino-war")


def test_two_methods_agree(folder: Path) -> None:
    odds = games.part("998", "odds")
    assert odds is not None
    for decks in (1, 2, 6):
        house = House.of("casino-war")
        house.values["decks"] = decks
        for at_war in (True, False):
            assert odds.ante(house, at_war).edge == by_ranks(decks, at_war)
    assert odds_of("casino-war", "Ante").edge == Fraction(142853, 4965115)  # as every round through the engine has it too
    assert odds_of("casino-war", "Tie").edge == Fraction(58, 311) == 1 - 11 * Fraction(EACH - 1, 52 * 6 - 1)


def test_best_play_is_war(folder: Path) -> None:
    decision = best_play("casino-war", "9c", "9d")
    assert decision.best == "go to war" and decision.actions["surrender"] == Fraction(-1, 2)
    assert round(float(decision.actions["go to war"]), 6) == -0.389039


def test_bots_and_advice_play_by_it(folder: Path) -> None:
    ante = simulate("casino-war", rounds=300, seed=2).entries[0]
    assert abs(ante.mean(300) - 142853 / 4965115) < 4 * ante.standard_error(300)
    ask = Ask(1, (Choice("go to war", 1000, 1000), Choice("surrender")), "998.7(c)", base=1000)
    hands = (OwnHand("seat_1", tuple(parse("9c"))),)
    advice = advise(Sight("998", {}, ask, {"Ante": 1000}, hands, dealer=tuple(parse("9d"))))
    assert [(choice.word, choice.brings) for choice in advice.choices] == [("go to war", -389.04), ("surrender", -500)]
