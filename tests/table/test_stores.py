"""The log itself: lines, seals, locks, and what a file holds at every instant."""

import errno
import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import NAMES
from pitboss.errors import BadLog, OutOfTurn, PitbossError, Stopped
from pitboss.files import LONGEST_TEXT
from pitboss.games import game
from pitboss.shoe import Chance, Shuffle
from pitboss.submissions.reading import choices
from pitboss.table.commands import HOUSE, Open, Sit
from pitboss.table.drivers import bots, drive
from pitboss.table.log.records import Reading, Record, Row, record_of, row_of
from pitboss.table.log.replay import replay, resume
from pitboss.table.log.sealed import FIRST, SealedFile, read_lines, sealed
from pitboss.table.log.stores import FileStore, MemoryStore, read_log
from pitboss.table.steps import Incident, Moment, Step
from pitboss.table.table import Table
from tests.strategies import Situation, examples, release

HEAD = (Open("565", {}, "1"), HOUSE, 0, "")
TEXT = st.text(st.sampled_from('aZ5§“é🂡\\"\n\r\t\x00\x7f\x85\u2028, '), max_size=12)
STEPS = st.builds(
    Step,
    TEXT,
    TEXT,
    TEXT,
    st.lists(st.integers(0, 52), max_size=8).map(tuple),
    st.sampled_from(["", "up", "down"]),
    TEXT,
    st.integers(0, 10**15),
    TEXT,
)


def again(record: Record) -> Record:
    """A record after its trip through a line of a log."""
    line = msgspec.json.encode(row_of(record))
    assert b"\n" not in line
    return record_of(msgspec.json.decode(line, type=Row))


@examples(100)
@given(steps=st.lists(STEPS, max_size=3))
def test_a_step_survives_the_log(steps: list[Step]) -> None:
    assert again(Record(3, *HEAD, [], steps)) == Record(3, *HEAD, [], steps)
    assert len(NAMES) == 53


@examples(30)
@given(seed=st.integers(0, 2**64), number=st.integers(0, 8), cut=st.integers(0, 400), cents=st.integers(0, 10**12))
def test_what_chance_gave_survives_the_log(seed: int, number: int, cut: int, cents: int) -> None:
    shuffle = Chance(seed).shuffle([*range(53)] * number)
    record = Record(1, *HEAD, [shuffle, cut, Reading(cents, "1/3")], [], meter=Reading(cents, "0"))
    assert again(record) == record


def test_a_record_is_in_the_file_as_soon_as_it_is_kept(tmp_path: Path) -> None:
    table = Table(game("565"), None, Chance(1), FileStore(tmp_path / "log"))
    assert [found.version for found in read_log(tmp_path / "log")] == [1]
    table.sit(1, "Ann", 5)
    first, second = read_log(tmp_path / "log")
    assert isinstance(first, Record) and isinstance(second, Record)
    assert second.deed == Sit(1, "Ann", 5)
    assert second.author == ("player", "Ann")


def test_a_seal_is_the_whole_digest_and_depends_on_every_line_before() -> None:
    row, seal = sealed(b'{"a":1}', FIRST)
    assert json.loads(row) == {"a": 1, "seal": seal}
    assert len(seal) == 64
    assert sealed(b'{"a":1}', seal)[1] != seal
    assert sealed(b'{"a":2}', FIRST)[1] != seal


def test_a_log_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("something", encoding="utf-8")
    with pytest.raises(BadLog, match="exists already"):
        Table(game("565"), None, Chance(1), FileStore(tmp_path / "log"))
    assert (tmp_path / "log").read_text(encoding="utf-8") == "something"


def test_a_log_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    Table(game("565"), None, Chance(1), FileStore(tmp_path / "log"))
    assert (tmp_path / "log").stat().st_mode & 0o777 == 0o600


def test_a_log_says_which_software_wrote_it_and_whether_its_chance_was_seeded(tmp_path: Path) -> None:
    for name, chance in (("seeded", Chance(1)), ("live", Chance())):
        Table(game("565"), None, chance, FileStore(tmp_path / name))
        opening = json.loads((tmp_path / name).read_text())["command"]
        assert opening["software"]
        assert opening.get("seeded", False) == (name == "seeded")


def test_a_log_starts_with_its_table(tmp_path: Path) -> None:
    row, _ = sealed(b'{"v":1,"at":0,"by":["house",""],"command":{"do":"rest"}}', FIRST)
    (tmp_path / "log").write_bytes(row + b"\n")
    for use in (replay, resume):
        with pytest.raises(BadLog, match="start with the table"):
            use(tmp_path / "log", game)


def test_a_last_line_cut_short_is_left_out_only_where_that_is_expected(tmp_path: Path) -> None:
    table = Table(game("565"), None, Chance(1), FileStore(tmp_path / "log"))
    table.sit(1, "Zoë", 5)
    whole = (tmp_path / "log").read_bytes()
    first = whole.index(b"\n") + 1
    for cut in range(first + 1, len(whole) - 1):
        (tmp_path / "cut").write_bytes(whole[:cut])
        assert len(list(read_lines(tmp_path / "cut", unfinished=True))) == 1
        with pytest.raises(BadLog):
            list(read_lines(tmp_path / "cut"))


@pytest.mark.parametrize("player", ["\ud800", "x\ud800y"])
def test_a_name_that_is_not_text_is_refused(player: str, tmp_path: Path) -> None:
    """Half a surrogate pair, as a broken client may send it, cannot be written down."""
    table = Situation("565", {}, ()).table(FileStore(tmp_path / "log"))
    before = (tmp_path / "log").read_bytes()
    with pytest.raises(PitbossError):
        table.sit(1, player)
    assert (tmp_path / "log").read_bytes() == before
    table.sit(1, "Ann")
    assert len(list(read_log(tmp_path / "log"))) == 2


def test_what_cannot_be_written_down_is_refused_before_it_happens(tmp_path: Path) -> None:
    table = Situation("565", {}, ()).table(FileStore(tmp_path / "log"), Chance(1))
    table.sit(1, "Ann")
    table.bet(1, {"Ante": 500})
    table.begin()
    assert table.request == Moment("deal")
    with pytest.raises(PitbossError):
        table.reply(Incident("card face up", {"card": {1, 2}}))
    assert table.request == Moment("deal")
    list(read_log(tmp_path / "log"))


# ---------------------------------------------------------------------------- one writer


def test_two_tables_cannot_write_one_log(tmp_path: Path) -> None:
    table = Table(game("565"), None, Chance(1), FileStore(tmp_path / "log"))
    table.sit(1, "Ann")
    with pytest.raises(BadLog, match="another table or process"):
        resume(tmp_path / "log", game)
    table.bet(1, {"Ante": 500})
    release(table)
    assert resume(tmp_path / "log", game).bets == {1: {"Ante": 500}}


def test_two_tables_cannot_write_one_store_in_memory() -> None:
    store = MemoryStore()
    Table(game("565"), None, Chance(1), store)
    with pytest.raises(BadLog, match="another table"):
        Table(game("565"), None, Chance(1), store)


def test_another_process_gets_a_sentence(tmp_path: Path) -> None:
    table = Table(game("565"), None, Chance(1), FileStore(tmp_path / "log"))
    table.sit(1, "you")
    before = (tmp_path / "log").read_bytes()
    for more in (["--resume"], ["three-card-poker"]):
        found = subprocess.run(
            [sys.executable, "-m", "pitboss.cli", "play", *more, "--log", str(tmp_path / "log")],
            input="",
            capture_output=True,
            text=True,
        )
        assert found.returncode == 2
        assert found.stderr.count("\n") == 1
        assert "another" in found.stderr or "exists already" in found.stderr
    assert (tmp_path / "log").read_bytes() == before


def test_a_lock_goes_with_its_process(tmp_path: Path) -> None:
    code = (
        "import os,sys; from pathlib import Path; from pitboss.games import game; from pitboss.table.table import Table;"
        "from pitboss.table.log.stores import FileStore; t = Table(game('565'), None, None, FileStore(Path(sys.argv[1])));"
        "t.sit(1, 'Ann'); os.kill(os.getpid(), 9)"
    )
    killed = subprocess.run([sys.executable, "-c", code, str(tmp_path / "log")])
    assert killed.returncode == -9
    assert resume(tmp_path / "log", game).seats[1].player == "Ann"


# ---------------------------------------------------------------------------- writes and syncs that fail


class Disk:
    """A disk on which the n-th write or sync fails."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fails: int, kind: str) -> None:
        self.fails, self.kind, self.done = fails, kind, 0
        self.real = os.write
        monkeypatch.setattr("pitboss.table.log.sealed.os.write", self.write)

    def count(self, kind: str) -> bool:
        self.done += kind == self.kind
        return kind == self.kind and self.done == self.fails

    def write(self, file: int, content: bytes) -> int:
        if self.count("write"):
            self.real(file, bytes(content)[: len(content) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")
        return self.real(file, content)

    def sync(self, file: int) -> None:
        if self.count("sync"):
            raise OSError(errno.EIO, "Input/output error")


@pytest.mark.parametrize("kind", ["write", "sync"])
@pytest.mark.parametrize("chapter", ["565", "633a", "637a"])
def test_every_write_and_every_sync_of_a_round_may_fail(
    chapter: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The n-th, for every n: the table stops, what was acknowledged is in the log, which goes on and replays."""
    for fails in range(1, 200):
        path = tmp_path / f"log-{fails}"
        with monkeypatch.context() as patch:
            disk = Disk(patch, fails, kind)
            acknowledged, table = 0, None
            try:
                table = Table(game(chapter), None, Chance(7), FileStore(path, sync=disk.sync))
                acknowledged = table.version
                for number in (1, 2):
                    table.sit(number, f"player {number}", 10**6)
                    acknowledged = table.version
                for number in (1, 2) if table.game.dealt_in is None else ():
                    table.bet(number, table.game.suggest(table.house))
                    acknowledged = table.version
                table.begin()
                acknowledged = table.version
                while table.request is not None:
                    table.reply(bots(table, table.request))
                    acknowledged = table.version
            except (Stopped, BadLog) as error:
                assert "could not be written" in str(error) or "cannot be written" in str(error)
            else:
                assert disk.done < fails, "a failure went unnoticed"
                return
            if table is None:
                assert not path.exists(), "a log that could not be begun"
                continue
            for attempt in (table.begin, lambda t=table: t.sit(3, "Zoe"), table.close):
                with pytest.raises(Stopped, match="resumed"):
                    attempt()
            release(table)
        back = resume(path, game, Chance(8))
        assert back.version in (acknowledged, acknowledged + 1)
        if back.round is None and back.game.dealt_in is None and not back.bets:
            for number in (1, 2):
                if number not in back.seats:
                    back.sit(number, f"player {number}", 10**6)
                back.bet(number, back.game.suggest(back.house))
        if back.round is not None or back.bets:
            drive(back, bots)
        release(back)
        assert replay(path, game).version == back.version
    raise AssertionError("the round never ends")


def test_records_are_synced_before_they_are_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "log"
    synced: list[int] = []
    table = Table(game("565"), None, Chance(1), FileStore(path, sync=lambda file: synced.append(os.fstat(file).st_size)))
    assert synced
    for attempt in (lambda: table.sit(1, "Ann"), lambda: table.bet(1, {"Ante": 500}), table.begin):
        attempt()
        assert synced[-1] == path.stat().st_size


def test_a_table_is_used_by_one_task_only() -> None:
    table = Table(game("565"), None, Chance(1))

    class Intruder(Chance):
        def shuffle(self, cards: Iterable[int]) -> Shuffle:
            table.sit(2, "Bob")
            raise AssertionError

    table.sit(1, "Ann")
    table.bet(1, {"Ante": 500})
    table.chance = Intruder(1)
    with pytest.raises(OutOfTurn, match="one task only"):
        table.begin()


# ---------------------------------------------------------------------------- beginning, and what is no file


@pytest.mark.parametrize(("there", "act"), [(False, "link"), (True, "link"), (True, "replace")])
def test_of_two_who_begin_the_same_file_one_succeeds(
    there: bool, act: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another begins the file, which is not there or empty, just before one gives it its name."""
    path, real = tmp_path / "log", getattr(os, act)
    begun: list[tuple[bytes, SealedFile]] = []
    sentences: list[str] = []
    if there:
        path.touch()

    def begin(name: bytes) -> None:
        try:
            begun.append((name, SealedFile.create(path, b'{"by":"' + name + b'"}')))
        except BadLog as error:
            sentences.append(str(error))

    def overtaken(*given: Any) -> None:
        monkeypatch.undo()
        begin(b"another")
        real(*given)

    monkeypatch.setattr(os, act, overtaken)
    begin(b"one")
    [(name, file)] = begun
    assert len(sentences) == 1, "the other is told that he came too late"
    assert name in path.read_bytes(), "what was acknowledged is lost"
    file.append([b'{"more":1}'])
    file.close()
    assert len(list(read_lines(path))) == 2
    assert os.listdir(tmp_path) == ["log"], "nothing is left of the one who came too late"


def test_beginning_a_log_writes_through_no_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither through one that lies where the file begins, nor through one that has its name."""
    victim = tmp_path / "victim"
    victim.write_text("precious")
    monkeypatch.setattr(secrets, "token_hex", lambda n: "guessed")
    (tmp_path / ".log.guessed.beginning").symlink_to(victim)
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    (tmp_path / "empty").touch()
    (tmp_path / "to empty").symlink_to(tmp_path / "empty")
    for name in ("log", "dangling", "to empty"):
        with pytest.raises(BadLog):
            SealedFile.create(tmp_path / name, b'{"first":1}')
    assert victim.read_text() == "precious"
    assert not (tmp_path / "nowhere").exists() and not (tmp_path / "empty").stat().st_size


@pytest.mark.parametrize("kind", ["a pipe", "a device", "a folder"])
@pytest.mark.parametrize(
    "use",
    [
        "from pitboss.table.log.sealed import read_lines; list(read_lines(path))",
        "from pitboss.table.log.sealed import SealedFile; SealedFile.open(path)",
        "from pitboss.table.log.sealed import SealedFile; SealedFile.create(path, b'{}')",
        "from pitboss.submissions.reading import choices; choices(path)",
        "from pitboss.cases.reading import read_toml; read_toml(path)",
        "from pitboss.phh import read_hand; read_hand(path)",
    ],
    ids=["replay", "resume", "begin", "house", "case", "hand"],
)
def test_only_files_are_read_and_nothing_is_waited_for(use: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "log.toml"
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a device":
        path = Path("/dev/zero")
    else:
        path.mkdir()
    code = f"import sys; from pathlib import Path; path = Path(sys.argv[1]); {use}"
    found = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, timeout=60, check=False)
    last = found.stderr.decode().splitlines()[-1]
    assert last.startswith("pitboss.errors.Bad") or "BadSubmission" in last, last


def test_a_file_of_choices_is_not_read_beyond_all_reason(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("# " + "x" * LONGEST_TEXT)
    with pytest.raises(PitbossError, match="longer than 1,048,576 bytes"):
        choices(path)
