"""The command line keeps its contract: fields, exit status, one line on standard error for bad input."""

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands import pitboss

ROOT = Path(__file__).parents[1]
CASE = str(ROOT / "tests/cases/565/pair-plus-survives-a-fold.toml")


def listing(*args: str) -> list[dict[str, Any]]:
    done = pitboss(*args, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    assert {row.pop("schema") for row in rows} <= {1}
    return rows


def test_games() -> None:
    rows = listing("games")
    assert len(rows) == 16
    assert {"chapter", "game", "slug", "kind", "edition", "effective", "replaces", "replaced_by"} <= set(rows[0])
    assert {r["kind"] for r in rows} == {"banked", "nonbanked"}
    assert [r["chapter"] for r in rows if r["kind"] == "nonbanked"] == ["553", "637a"]


@pytest.mark.parametrize("chapter", ["565", "three-card-poker", "633a", "645a", "637a"])
def test_options(chapter: str) -> None:
    rows = listing("options", chapter)
    assert rows
    keys = {"option", "section", "kind", "default", "allowed", "unit", "why", "also", "required", "required_with"}
    assert all(set(r) == keys for r in rows)


def test_lists_are_not_wrapped_where_nobody_looks() -> None:
    for args in (("games",), ("coverage", "565")):
        shown, rows = pitboss(*args).stdout.splitlines(), listing(*args)
        assert [line.split()[0] for line in shown[1 : len(rows) + 1]] == [next(iter(row.values())) for row in rows]
    assert "texas-hold-em-bonus-poker" in pitboss("games").stdout
    whys = {row["why"] for row in listing("options", "565")}
    assert whys <= {line.strip() for line in pitboss("options", "565").stdout.splitlines()}


def test_options_are_readable_at_eighty_columns() -> None:
    terminal, inside = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "80", "TERM": "dumb"}
    subprocess.run([sys.executable, "-m", "pitboss.cli", "options", "565"], stdout=inside, env=env, check=True)
    os.close(inside)
    shown = b""
    while select.select([terminal], [], [], 0)[0]:
        try:
            shown += os.read(terminal, 65536)
        except OSError:
            break
    os.close(terminal)
    lines = [line.rstrip() for line in shown.decode().splitlines()]
    assert "table_minimum  § 565.7(a)(1)" in lines
    assert max(map(len, lines)) <= 80
    assert sum(len(line) > 60 for line in lines) > len(lines) / 4, "words fill the lines"


def test_paytables() -> None:
    rows = listing("paytables")
    assert {"chapter", "section", "wager", "table", "kind", "condition", "rows"} == set(rows[0])
    assert {r["kind"] for r in rows} <= {"odds", "for", "amount", "envy", "progressive", "floor", "stated"}
    chapters = {r["chapter"] for r in rows if r["kind"] != "stated"}
    assert chapters == {"555", "557", "559", "563", "565", "587", "633a", "635a", "645a", "655a", "657a", "677a", "678a"}
    assert {r["chapter"] for r in rows} == chapters | {"561"}, "players of Poker win from each other"
    trips = next(r for r in listing("paytables", "677a") if (r["wager"], r["table"]) == ("Trips Plus", "D"))
    assert trips["rows"][3:5] == [{"hand": "Full House", "payout": "8 to 1"}, {"hand": "Flush", "payout": "7 to 1"}]
    damaged = [r for r in listing("paytables", "565") if r["section"] == "565.12(f)"]
    assert [(r["table"], len(r["rows"])) for r in damaged] == [("A", 5), ("B", 3), ("C", 5)]


def test_payouts_stated_in_a_sentence_are_listed() -> None:
    rows = [r for r in listing("paytables", "633a") if r["kind"] == "stated"]
    assert [(r["section"], r["wager"], r["condition"]) for r in rows] == [
        ("633a.12(a)(5)(i)", "Blackjack", "Blackjack Switch"),
        ("633a.13(a)", "Blackjack", ""),
        ("633a.13(b)", "Insurance", ""),
    ]
    assert rows[1]["rows"] == [
        {"hand": "Blackjack", "payout": "3 to 2"},
        {"hand": "All other winning hands", "payout": "1 to 1"},
    ]
    shown = pitboss("paytables", "561").stdout
    assert "§ 561.13(m)  Pai Gow Poker  (stated)" in shown and "5% of the amount won" in shown
    assert "states no payouts" in pitboss("paytables", "553").stdout


def test_odds_price_rows_of_the_house_above_an_alternative_floor() -> None:
    own = 'three_card_bonus={"Straight"="7 to 1","Flush"="3 to 1"}'
    found = {r["table"]: r for r in listing("odds", "559", "--wager", "Three Card Bonus")}
    (row,) = listing("odds", "559", "--wager", "Three Card Bonus", "--set", own)
    assert row["table"] == "" and set(found) == set("ABCDEF")
    straights = 720 / 22100  # one to one more than table C on each
    assert row["house_edge"] == pytest.approx(found["C"]["house_edge"] - straights)
    refused = pitboss("odds", "559", "--set", 'three_card_bonus={"Straight"="5 to 1","Flush"="3 to 1"}')
    assert refused.returncode == 2 and "pays less than each printed table" in refused.stderr


def test_rule() -> None:
    (row,) = listing("rule", "§ 565.13(d)")
    assert row["status"] == "played"
    assert row["where"].startswith("games/three_card_poker.py")
    assert any(t.startswith("cases/565/") for t in row["tests"])
    assert row["incidents"] == ["dealer card exposed"]
    assert "void" in pitboss("rule", "565.13").stdout
    assert "Incidents a rule case may use" in pitboss("rule", "565").stdout


def test_coverage() -> None:
    rows = listing("coverage", "565")
    assert {"paragraph", "status", "where", "tests"} <= set(rows[0])
    assert all(r["tests"] for r in rows if r["status"] == "played")
    assert "open" not in {r["status"] for r in rows}
    assert {r["status"] for r in listing("coverage", "527")} == {"checked"}


def test_errata() -> None:
    rows = listing("errata", "565")
    assert rows
    assert set(rows[0]) == {"id", "cites", "says", "effect", "adopted", "why"}
    assert len(listing("errata")) > len(rows)


def test_inventory() -> None:
    assert any(r["paragraph"] == "565.2(e)" and "discard rack" in r["requires"] for r in listing("inventory", "565"))


def test_cases_pass_differ_and_fail(tmp_path: Path) -> None:
    done = pitboss("case", CASE)
    assert done.returncode == 0
    assert done.stdout.startswith("ok")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(Path(CASE).read_text().replace("Ante = 0", "Ante = 5"), encoding="utf-8")
    done = pitboss("case", CASE, str(wrong))
    assert done.returncode == 1
    assert "expected 5, got 0" in done.stdout
    broken = tmp_path / "broken.toml"
    broken.write_text("chapter = ", encoding="utf-8")
    done = pitboss("case", CASE, str(broken))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "args",
    [
        ("rule", "999.1"),
        ("rule", "565.8(z)"),
        ("options", "roulette"),
        ("paytables", "1"),
        ("coverage", "nothing"),
        ("case", "no-such-file.toml"),
        ("replay", "no-such-file.log"),
        ("play", "let-it-ride-poker-2040"),
        ("play", "565", "--house", "no-such-house.toml"),
        ("play", "655a", "--set", "progressive_payout=true"),  # without a rate of progression
    ],
)
def test_bad_input_is_one_line_and_exit_2(args: tuple[str, ...]) -> None:
    done = pitboss(*args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("pitboss: ")


@pytest.mark.parametrize(
    "command", ["games", "options", "paytables", "rule", "coverage", "errata", "inventory", "case", "replay", "play"]
)
def test_every_command_has_help(command: str) -> None:
    done = pitboss(command, "--help")
    assert done.returncode == 0
    assert "Usage" in done.stdout


def test_import_stays_light() -> None:
    code = "import sys, pitboss, pitboss.games, pitboss.hands; pitboss.games.game('565'); print(sorted(sys.modules))"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert not {m for m in ("numpy", "numba", "rich", "typer") if f"'{m}'" in done.stdout}
