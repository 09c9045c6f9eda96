"""The log itself: lines, seals, and what a file holds at every instant."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import NAMES
from pitboss.errors import BadLog, PitbossError
from pitboss.shoe import Chance
from pitboss.table.journal import FileJournal, Journal, decode, encode, read, sealed
from pitboss.table.steps import Step
from tests.strategies import Situation, examples

HEAD: tuple[str, Any] = ("table", {"chapter": "565", "house": {}})
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


@examples(100)
@given(step=STEPS)
def test_a_step_survives_the_log(step: Step) -> None:
    row, seal = sealed("step", step, "before")
    entry = json.loads(row)
    assert decode("step", entry["step"]) == step
    assert entry["seal"] == seal
    assert "\n" not in row
    assert len(NAMES) == 53


@examples(30)
@given(seed=st.integers(0, 2**64), number=st.integers(0, 8))
def test_a_shuffle_survives_the_log(seed: int, number: int) -> None:
    shuffle = Chance(seed).shuffle([*range(53)] * number)
    assert decode("shuffle", json.loads(json.dumps(encode("shuffle", shuffle)))) == shuffle


def test_a_journal_in_memory_keeps_everything_in_order() -> None:
    journal = Journal()
    journal.write(*HEAD)
    steps = [Step("565.8(b)", "say"), Step("565.8(d)", "deal")]
    journal.steps(steps, 1)
    assert journal.events == [HEAD, ("steps", steps[1:])]


def test_a_line_is_in_the_file_as_soon_as_it_is_written(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "log")
    journal.write(*HEAD)
    assert [line.event for line in read(tmp_path / "log")] == ["table"]
    journal.write("sit", [1, "Ann", 5])
    assert [line.data for line in read(tmp_path / "log")] == [HEAD[1], [1, "Ann", 5]]
    journal.steps([Step("565.8(b)", "say"), Step("565.8(d)", "deal", "seat_1", (3,))], 0)
    assert [line.event for line in read(tmp_path / "log")] == ["table", "sit", "step", "step"]
    assert [line.number for line in read(tmp_path / "log")] == [1, 2, 3, 4]


def test_a_seal_depends_on_every_line_before() -> None:
    first, seal = sealed(*HEAD, "")
    assert seal in first
    assert sealed("sit", [1, "Ann", 5], seal)[1] != sealed("sit", [1, "Ann", 5], "")[1]
    assert sealed("sit", [1, "Ann", 5], seal)[1] != sealed("sit", [1, "Ann", 6], seal)[1]


def test_a_log_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("something", encoding="utf-8")
    with pytest.raises(BadLog, match="exists already"):
        FileJournal(tmp_path / "log")
    assert (tmp_path / "log").read_text(encoding="utf-8") == "something"


def test_a_log_starts_with_its_table(tmp_path: Path) -> None:
    row, _ = sealed("sit", [1, "Ann", 5], "")
    (tmp_path / "log").write_text(row + "\n", encoding="utf-8")
    with pytest.raises(BadLog, match="start with the table"):
        read(tmp_path / "log")


def test_a_last_line_cut_short_is_left_out_only_where_that_is_expected(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "log")
    journal.write(*HEAD)
    journal.write("sit", [1, "Zoë", 5])
    whole = (tmp_path / "log").read_bytes()
    first = whole.index(b"\n") + 1
    for cut in range(first + 1, len(whole) - 1):
        (tmp_path / "cut").write_bytes(whole[:cut])
        assert [line.event for line in read(tmp_path / "cut", unfinished=True)] == ["table"]
        with pytest.raises(BadLog):
            read(tmp_path / "cut")


@pytest.mark.parametrize("player", ["\ud800", "x\ud800y"])
def test_a_name_that_is_not_text_is_refused(player: str, tmp_path: Path) -> None:
    """Half a surrogate pair, as a broken client may send it, cannot be written down."""
    table = Situation("565", {}, ()).table(FileJournal(tmp_path / "log"))
    before = (tmp_path / "log").read_bytes()
    with pytest.raises(PitbossError):
        table.sit(1, player)
    assert (tmp_path / "log").read_bytes() == before
    table.sit(1, "Ann")
    assert [line.event for line in read(tmp_path / "log")] == ["table", "sit"]


def test_what_cannot_be_written_down_is_refused_before_it_happens(tmp_path: Path) -> None:
    from pitboss.table.steps import Incident, Moment

    table = Situation("565", {}, ()).table(FileJournal(tmp_path / "log"), Chance(1))
    table.sit(1, "Ann")
    table.bet(1, {"Ante": 500})
    table.begin()
    assert table.request == Moment("deal")
    with pytest.raises(PitbossError):
        table.reply(Incident("card face up", {"card": {1, 2}}))
    assert table.request == Moment("deal")
    read(tmp_path / "log")
