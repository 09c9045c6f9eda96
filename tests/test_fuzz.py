"""Whatever somebody gives to the command line ends in an answer or in one sentence with exit status 2, never in a traceback.

`HYPOTHESIS_PROFILE=explore` tries other examples; `PITBOSS_FUZZ=5000` tries so many of each kind.
"""

import io
import os
import random
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss import rulebook
from pitboss.cli.app import run
from pitboss.desk.fields import example
from pitboss.games import MODULES, game
from pitboss.games.pai_gow.house_way import WAYS
from pitboss.house import House
from pitboss.phh import toml, write_hand
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.sealed import FIRST, sealed, unsealed
from pitboss.table.stores import FileStore
from pitboss.table.table import Table
from tests.odd import JSON, TOML, WORDS, mutated

CASES = Path(__file__).parent / "cases"
EXAMPLES = int(os.environ.get("PITBOSS_FUZZ", "40"))
Rng = st.integers(0, 2**32).map(random.Random)

fuzzed = settings(max_examples=EXAMPLES)


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Runs a command and looks whether it ends as every command should; its exit status."""

    def ends(*args: object) -> int:
        out, err = io.StringIO(), io.StringIO()
        monkeypatch.setattr("sys.stdin", io.StringIO("10\nplay\nquit\n"))
        with redirect_stdout(out), redirect_stderr(err):
            status = run([str(arg) for arg in args])
        said = err.getvalue()
        assert status in (0, 1, 2), said
        assert (status == 2) == bool(said), said
        assert all(line.startswith("pitboss: ") for line in said.splitlines()), said  # `case` has one for each file
        assert "Traceback" not in said + out.getvalue()
        return status

    return ends


@cache
def case_files() -> list[Path]:
    """Some cases of each chapter."""
    return [path for folder in sorted(CASES.iterdir()) for path in sorted(folder.glob("*.toml"))[::12]]


@fuzzed
@given(Rng)
def test_a_case(ends: Callable[..., int], tmp_path: Path, rng: random.Random) -> None:
    case = tmp_path / "case.toml"
    text = mutated(rng.choice(case_files()).read_text(encoding="utf-8"), TOML, rng)
    case.write_bytes(text.encode("utf-8", "surrogatepass"))
    ends("case", case, *["--steps"] * rng.randrange(2))


@cache
def submission(chapter: str) -> str:
    """All options of a chapter in the words of a submission."""
    values = House.of(chapter).values
    return f'chapter = "{chapter}"\n' + "".join(f"{option} = {toml(value)}\n" for option, value in values.items())


@fuzzed
@given(Rng)
def test_a_submission(ends: Callable[..., int], tmp_path: Path, rng: random.Random) -> None:
    file = tmp_path / "house.toml"
    chapter = rng.choice(list(MODULES))
    file.write_bytes(mutated(submission(chapter), TOML, rng).encode("utf-8", "surrogatepass"))
    ends("play", chapter, "--house", file, "--seed", "1", "--rounds", "1")


@fuzzed
@given(Rng)
def test_a_choice_on_the_command_line(ends: Callable[..., int], rng: random.Random) -> None:
    chapter = rng.choice(list(MODULES))
    options = [option.option for option in rulebook.chapter(chapter).options]
    ends("felt", chapter, "--set", f"{rng.choice(options)}={rng.choice(TOML)}")


RECORDS = {"training": ("training",), "filing": ("new-game", "new-feature", "waiver")}


@fuzzed
@given(Rng)
def test_a_record_of_the_desk(ends: Callable[..., int], tmp_path: Path, rng: random.Random) -> None:
    command = rng.choice(list(RECORDS))
    file = tmp_path / "record.toml"
    text = mutated(example(rng.choice(RECORDS[command])), TOML, rng)
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    ends(command, file, *["--json"] * rng.randrange(2))


@fuzzed
@given(Rng)
def test_the_checklist_of_a_table(ends: Callable[..., int], tmp_path: Path, rng: random.Random) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(mutated(submission(rng.choice(list(MODULES))), TOML, rng).encode("utf-8", "surrogatepass"))
    times = ("20:15", "2026-11-17 08:00", "9999-12-31", "0001-01-01 00:00", "25:00", "", "x", "2026-11-17T08:00+14:00")
    options = ("--opened", "--now", "--backs", "--cover-card", "--supervises", "--set")
    words = [word for _ in range(rng.randrange(3)) for word in (rng.choice(options), rng.choice((*times, *TOML[:20])))]
    ends("equipment", file, *words)


@fuzzed
@given(Rng)
def test_a_house_way(ends: Callable[..., int], tmp_path: Path, rng: random.Random) -> None:
    file = tmp_path / f"{rng.randrange(10**9)}.toml"  # a way that was read once is remembered by its name
    file.write_bytes(mutated((WAYS / "traditional.toml").read_text(encoding="utf-8"), TOML, rng).encode("utf-8", "replace"))
    ends("house-way", file, "--hand", "As Ad Kc Kh 9d 5s 2c")


@cache
def hand() -> str:
    """A hand history of our own."""
    given = {"variant": "hold'em", "structure": "no limit", "table_minimum": 1, "smallest_chip": 1}
    table = Table(game("637a"), House.of("637a", given), Chance(7))
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 50_000)
    return str(write_hand(drive(table, bots)))


@fuzzed
@given(Rng)
def test_a_hand_history(ends: Callable[..., int], tmp_path: Path, rng: random.Random) -> None:
    file = tmp_path / "a.phh"
    file.write_bytes(mutated(hand(), TOML, rng).encode("utf-8", "replace"))
    ends("replay", file, *["--explain"] * rng.randrange(2))


@cache
def log(folder: Path, chapter: str) -> bytes:
    """The log of two rounds."""
    path = folder / f"{chapter}.log"
    table = Table(game(chapter), None, Chance(3), FileStore(path))
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 1_000_000)
    for _ in range(2):
        for seat in (1, 2) if table.game.dealt_in is None else ():
            table.bet(seat, table.game.suggest(table.house))
        drive(table, bots)
    table.close()
    return path.read_bytes()


def sealed_anew(rows: list[bytes]) -> bytes:
    """The lines of a log with seals that hold, whatever they say."""
    before, found = FIRST, []
    for row in rows:
        line, before = sealed(row, before)
        found.append(line + b"\n")
    return b"".join(found)


@fuzzed
@given(Rng)
def test_a_log(ends: Callable[..., int], tmp_path_factory: pytest.TempPathFactory, rng: random.Random) -> None:
    folder = tmp_path_factory.getbasetemp()
    whole = log(folder, rng.choice(["565", "633a", "645a", "637a"]))
    file = folder / "fuzzed.log"
    if rng.random() < 0.3:
        text = mutated(whole.decode(), JSON, rng)
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
    else:
        rows = [line.body for row in whole.splitlines() if (line := unsealed(row, None)) is not None]
        at = rng.randrange(len(rows))
        rows[at] = mutated(rows[at].decode(), JSON, rng).replace("\n", " ").encode("utf-8", "surrogatepass")
        file.write_bytes(sealed_anew(rows))
    ends("replay", file, *["--explain"] * rng.randrange(2))
    ends("play", "--resume", "--log", file)


COMMANDS = (
    *("games", "options", "paytables", "rule", "errata", "inventory", "felt", "case", "replay", "play", "room", "key"),
    *("house-way", "house-ways", "diff", "audit", "export", "backup", "staff", "nonsense", "training", "filing", "equipment"),
)


@fuzzed
@given(Rng)
def test_the_command_line(
    ends: Callable[..., int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rng: random.Random
) -> None:
    monkeypatch.chdir(tmp_path)  # whatever is written, is written there
    ends(rng.choice(COMMANDS), *rng.choices(WORDS, k=rng.randrange(5)))
