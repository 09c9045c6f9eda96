"""Targets of the fuzzer, one for each format that somebody may hand in: each makes an input with something wrong in it and runs
the command that reads it. It must end in an answer or in one sentence with exit status 1 or 2, never in a traceback.

The tests try some inputs of each for seconds (`tests/test_fuzz.py`); `make fuzz MINUTES=60` goes on for as long as one wants.
What once broke is in `tests/corpus/<target>/` and is tried each time, as it is and as a beginning for others.
"""

import io
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pitboss import rulebook
from pitboss.cli.app import run
from pitboss.desk.fields import example
from pitboss.games import MODULES, game
from pitboss.games.pai_gow.house_way import WAYS
from pitboss.house import House
from pitboss.phh import write_hand
from pitboss.shoe import Chance
from pitboss.submissions.blank import blank
from pitboss.table.drivers import bots, drive
from pitboss.table.log.sealed import FIRST, sealed, unsealed
from pitboss.table.log.stores import FileStore
from pitboss.table.table import Table
from pitboss.words import toml
from tests.odd import JSON, TOML, WORDS, mutated

HERE = Path(__file__).parent
CASES, CORPUS = HERE / "cases", HERE / "corpus"
TYPED = "10\nplay\nquit\n"  # what somebody types who is asked


class Target(NamedTuple):
    """A format: good texts to begin with, the values that are put into them, and the commands that read a file of it,
    the exit status of the first of them."""

    texts: Callable[[], Sequence[str]]
    values: tuple[str, ...]
    suffix: str
    reads: Callable[[Path, random.Random], int]


class Broken(AssertionError):
    """A command did not end as every command should."""


def ends(*args: object, typed: str = TYPED) -> int:
    """Runs a command and looks whether it ends as every command should; its exit status."""
    out, err, stdin = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(typed)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = run([str(arg) for arg in args])
    finally:
        sys.stdin = stdin
    said = err.getvalue()
    if status not in (0, 1, 2) or (status == 2) != bool(said) or "Traceback" in said + out.getvalue():
        raise Broken(f"status {status}: {said}")
    if not all(line.startswith("pitboss: ") for line in said.splitlines()):  # `case` has one for each file
        raise Broken(f"not a sentence: {said}")
    return status


# ---------------------------------------------------------------------------- good texts


@cache
def cases() -> list[str]:
    """Some cases of each chapter."""
    paths = [path for folder in sorted(CASES.iterdir()) for path in sorted(folder.glob("*.toml"))[::12]]
    return [path.read_text(encoding="utf-8") for path in paths]


@cache
def submissions() -> list[str]:
    """All options of each chapter in the words of a submission, and those that `pitboss new` writes."""
    whole = [
        f'chapter = "{chapter}"\n'
        + "".join(f"{option} = {toml(value)}\n" for option, value in House.of(chapter).values.items())
        for chapter in MODULES
    ]
    return [*whole, *(blank(book) for book in rulebook.games())]


@cache
def hands() -> list[str]:
    """A hand history of our own."""
    given = {"variant": "hold'em", "structure": "no limit", "table_minimum": 1, "smallest_chip": 1}
    table = Table(game("637a"), House.of("637a", given), Chance(7))
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 50_000)
    return [str(write_hand(drive(table, bots)))]


SCRIPT = """\
open 1 variant=hold'em structure="no limit" announcements=true
open 2 variant=razz
list Ann "hold'em"
sit Ann 1 1 100
sit Bob 1 2 200
sit Cy 1 3 50
deal 1 2
add 1 3 40
move 1 2 5
away 1 1
deal 1
back 1 1 100
offer beat bad-beat 1
count beat place=cage dealer=Dee floorperson=Flo security=Sue day=1
verify beat Cash 0
display beat Finn Flo
notice beat
start beat
charge 1 Flo
agree 1 20 1 3
wait 60
leave 1 1
discontinue beat
board
books
close 2
quit
"""


@cache
def room_scripts() -> list[str]:
    """What somebody types who runs a Poker room."""
    return [SCRIPT]


@cache
def records() -> list[str]:
    """Records of a table games department."""
    return [example(name) for name in ("training", "new-game", "new-feature", "waiver")]


@cache
def house_ways() -> list[str]:
    """How a dealer sets Pai Gow hands."""
    return [(WAYS / "traditional.toml").read_text(encoding="utf-8")]


@contextmanager
def log_of(chapter: str, folder: Path) -> Iterator[Path]:
    """The log of two rounds."""
    path = folder / f"{chapter}.log"
    path.unlink(missing_ok=True)
    table = Table(game(chapter), None, Chance(3), FileStore(path))
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 1_000_000)
    for _ in range(2):
        for seat in (1, 2) if table.game.dealt_in is None else ():
            table.bet(seat, table.game.suggest(table.house))
        drive(table, bots)
    table.close()
    yield path
    path.unlink()


@cache
def logs() -> list[str]:
    """Logs of two rounds, without their seals."""
    import tempfile

    found = []
    with tempfile.TemporaryDirectory() as folder:
        for chapter in ("565", "633a", "645a", "637a"):
            with log_of(chapter, Path(folder)) as path:
                rows = [line.body for row in path.read_bytes().splitlines() if (line := unsealed(row, None)) is not None]
                found.append("\n".join(row.decode() for row in rows))
    return found


def sealed_anew(text: str) -> bytes:
    """The lines of a log with seals that hold, whatever they say."""
    before, found = FIRST, []
    for row in text.split("\n"):
        line, before = sealed(row.encode("utf-8", "surrogatepass"), before)
        found.append(line + b"\n")
    return b"".join(found)


# ---------------------------------------------------------------------------- commands that read them


def read_case(file: Path, rng: random.Random) -> int:
    return ends("case", file, *["--steps"] * rng.randrange(2))


def read_submission(file: Path, rng: random.Random) -> int:
    chapter = rng.choice(list(MODULES))
    status = ends("check", file, *["--json"] * rng.randrange(2))
    if rng.random() < 0.5:
        ends("play", chapter, "--house", file, "--seed", "1", "--rounds", "1")
        return status
    times = ("20:15", "2026-11-17 08:00", "9999-12-31", "0001-01-01 00:00", "25:00", "", "x", "2026-11-17T08:00+14:00")
    options = ("--opened", "--now", "--backs", "--cover-card", "--supervises", "--set")
    words = [word for _ in range(rng.randrange(3)) for word in (rng.choice(options), rng.choice((*times, *TOML[:20])))]
    ends("equipment", file, *words)
    return status


def read_record(file: Path, rng: random.Random) -> int:
    return min(ends(command, file, *["--json"] * rng.randrange(2)) for command in ("training", "filing"))  # it is one of them


def read_house_way(file: Path, rng: random.Random) -> int:
    own = file.with_name(f"{rng.randrange(10**9)}.toml")  # a way that was read once is remembered by its name
    own.write_bytes(file.read_bytes())
    status = ends("house-way", own, "--hand", "As Ad Kc Kh 9d 5s 2c")
    own.unlink()
    return status


def read_hand(file: Path, rng: random.Random) -> int:
    return ends("replay", file, *["--explain"] * rng.randrange(2))


def read_log(file: Path, rng: random.Random) -> int:
    if rng.random() < 0.7:
        file.write_bytes(sealed_anew(file.read_bytes().decode("utf-8", "surrogatepass")))
    status = ends("replay", file, *["--explain"] * rng.randrange(2))
    ends("play", "--resume", "--log", file)
    return status


def read_room_script(file: Path, rng: random.Random) -> int:
    typed = file.read_bytes().decode("utf-8", "replace")
    return ends("room", "--seed", "1", "--chapter", rng.choice(["637a", "553"]), typed=typed)


TARGETS = {
    "case": Target(cases, TOML, ".toml", read_case),
    "submission": Target(submissions, TOML, ".toml", read_submission),
    "record": Target(records, TOML, ".toml", read_record),
    "house-way": Target(house_ways, TOML, ".toml", read_house_way),
    "phh": Target(hands, TOML, ".phh", read_hand),
    "log": Target(logs, JSON, ".log", read_log),
    "room": Target(room_scripts, WORDS, ".txt", read_room_script),
}
COMMANDS = (
    *("games", "options", "paytables", "rule", "errata", "inventory", "felt", "case", "replay", "play", "room", "key"),
    *(
        "house-way",
        "house-ways",
        "diff",
        "audit",
        "export",
        "backup",
        "restore",
        "archive",
        "import",
        "maintain",
        "staff",
        "nonsense",
        "training",
        "filing",
        "equipment",
    ),
    *("check", "new", "schema", "coverage"),
)


def corpus(name: str) -> list[Path]:
    """Inputs of a target that once broke something."""
    return sorted((CORPUS / name).glob("*"))


def write_one(name: str, folder: Path, rng: random.Random) -> Path:
    """Writes an input with one to three things wrong."""
    target = TARGETS[name]
    known = corpus(name)
    if known and rng.random() < 0.2:
        text = rng.choice(known).read_bytes().decode("utf-8", "replace")
    else:
        text = rng.choice(target.texts())
    file = folder / f"fuzzed{target.suffix}"
    file.write_bytes(mutated(text, target.values, rng).encode("utf-8", "surrogatepass"))
    return file


def try_command_line(folder: Path, rng: random.Random) -> None:
    """Some command with some words; whatever it writes, it writes in the folder."""
    with chdir(folder):
        if rng.random() < 0.5:
            ends(rng.choice(COMMANDS), *rng.choices(WORDS, k=rng.randrange(5)))
        else:
            chapter = rng.choice(list(MODULES))
            options = [option.option for option in rulebook.chapter(chapter).options]
            ends("felt", chapter, "--set", f"{rng.choice(options)}={rng.choice(TOML)}")
