"""A log replays to the same cent, an edited or cut one is refused, and a killed table goes on as if nothing had been."""

import copy
import pickle
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pitboss.errors import BadLog, PitbossError
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance, Shuffle, commit
from pitboss.table import table as table_module
from pitboss.table.commands import Begin, Bet, Decide
from pitboss.table.drivers import bots, drive
from pitboss.table.log.log import Difference
from pitboss.table.log.records import Record, Recorded, row_of
from pitboss.table.log.replay import replay, resume
from pitboss.table.log.sealed import FIRST, sealed
from pitboss.table.log.snapshots import Snapshot
from pitboss.table.log.snapshots import same as alike
from pitboss.table.log.stores import FileStore, read_log
from pitboss.table.steps import Ask, Cut, Incident, Moment, Step
from pitboss.table.table import Table
from pitboss.table.view.views import layout_of
from tests.strategies import CHAPTERS, Clockwork, Situation, examples, log_of, release, situations
from tests.table.watching import VIEWERS

TROUBLE = (0.0, 0.05, 0.25)


@pytest.fixture(autouse=True)
def snapshots_every_other_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short sittings have snapshots too."""
    monkeypatch.setattr(table_module, "SNAPSHOT_ROUNDS", 2)


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="pitboss-") as name:
        yield Path(name)


def small(chapter: str, seed: int = 5, trouble: float = 0.0, rounds: int = 2) -> Situation:
    """A short sitting, small enough to cut and edit its log everywhere."""
    return Situation(chapter, {}, ((2, "Søren “Ace” Ćosić", 10**6), (1, "Ann", 10**6)), rounds, seed, trouble)


def records_of(path: Path) -> list[Record]:
    """Every record of a log, without its snapshots."""
    return [found for found in read_log(path) if isinstance(found, Record)]


def same(one: Table, other: Table) -> None:
    """Two tables after the same rounds."""
    assert one.snapshot() == other.snapshot()
    assert sorted(one.cards_in_place()) == sorted(other.cards_in_place())


# ---------------------------------------------------------------------------- replay


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(25)
@given(data=st.data())
def test_a_log_replays_to_the_same_result(chapter: str, data: st.DataObject) -> None:
    situation = data.draw(situations(chapter, rounds=5, trouble=TROUBLE))
    with folder() as at:
        table = log_of(situation, at / "log")
        steps: list[Step] = []
        again = replay(at / "log", game, steps.append)
        same(table, again)
        assert steps == [step for record in records_of(at / "log") for step in record.steps]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_an_incident_at_any_request_replays(chapter: str, tmp_path: Path) -> None:
    """Two requests may follow each other without a step between them: the log must still say at which one it happened."""
    house = House.of(chapter, {"shuffler": "automated" if chapter in ("633a", "635a") else True})
    for seed in range(16):
        at, count = 0, 1
        while at < count:
            path = tmp_path / f"{seed}-{at}"
            table = Table(game(chapter), house, Chance(seed), FileStore(path))
            table.sit(1, "Ann")
            table.bet(1, table.game.suggest(table.house))
            table.begin()
            count = 0
            while table.request is not None:
                if isinstance(table.request, Ask | Moment):
                    count += 1
                    if count == at + 1:
                        table.reply(Incident("device out of order", {"device": "shuffler"}))
                table.reply(bots(table, table.request))
            release(table)
            same(table, replay(path, game))
            at += 1


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_player_who_sits_down_during_a_round_is_in_the_log(chapter: str, tmp_path: Path) -> None:
    table = Table(game(chapter), None, Chance(1), FileStore(tmp_path / "log"))
    table.sit(1, "Ann")
    table.bet(1, table.game.suggest(table.house))
    table.begin()
    with suppress(PitbossError):  # a table may make him wait; what it takes must replay
        table.sit(3, "Bob")
    drive(table, bots)
    same(table, replay(tmp_path / "log", game))


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(6)
@given(data=st.data())
def test_any_edited_character_is_refused(chapter: str, data: st.DataObject) -> None:
    situation = data.draw(situations(chapter, rounds=2, trouble=TROUBLE))
    with folder() as at:
        log_of(situation, at / "log")
        whole = (at / "log").read_bytes().decode()
        rng = random.Random(situation.seed)
        for _ in range(12):
            spot = rng.randrange(len(whole))
            for other in (rng.choice('0123456789abcdefAKQJT"{}[],: \n\r\t'), chr(ord(whole[spot]) ^ 1)):
                if other != whole[spot]:
                    refused_by_replay(at / "edited", whole[:spot] + other + whole[spot + 1 :])
            refused_by_replay(at / "edited", whole[:spot] + rng.choice("0 a\n\r") + whole[spot:])
            if whole[spot:] != "\n":
                refused_by_replay(at / "edited", whole[:spot] + whole[spot + 1 :])


def write_anew(path: Path, content: bytes) -> None:
    """Writes a file in place of one that was there, which goes first: a disk is slow to write over what it has just written."""
    path.unlink(missing_ok=True)
    path.write_bytes(content)


def refused_by_replay(path: Path, content: str) -> None:
    write_anew(path, content.encode())
    with pytest.raises((BadLog, Difference)):
        replay(path, game)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_no_line_end_can_be_edited(chapter: str, tmp_path: Path) -> None:
    log_of(small(chapter), tmp_path / "log")
    whole = (tmp_path / "log").read_bytes().decode()
    ends = [n for n, c in enumerate(whole) if c == "\n"]
    for spot in (ends[0], ends[len(ends) // 2], ends[-1]):
        for other in ("\r", " ", "\x0b", "\u2028", "\n\n", "\r\n", ""):
            if spot != ends[-1] or other:
                refused_by_replay(tmp_path / "edited", whole[:spot] + other + whole[spot + 1 :])


def test_bytes_that_are_no_character_are_no_substitute_for_one(tmp_path: Path) -> None:
    log_of(Situation("565", {}, ((1, "\ufffd", 10**6),)), tmp_path / "log")
    written = (tmp_path / "log").read_bytes()
    (tmp_path / "edited").write_bytes(written.replace("\ufffd".encode(), b"\xff", 1))
    with pytest.raises((BadLog, Difference)):
        replay(tmp_path / "edited", game)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_lines_cannot_be_dropped_swapped_or_repeated(chapter: str, tmp_path: Path) -> None:
    log_of(small(chapter, rounds=1), tmp_path / "log")
    lines = (tmp_path / "log").read_bytes().decode().splitlines(keepends=True)
    for n in range(len(lines) - 1):
        refused_by_replay(tmp_path / "edited", "".join(lines[:n] + lines[n + 1 :]))
        refused_by_replay(tmp_path / "edited", "".join([*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]))
        refused_by_replay(tmp_path / "edited", "".join(lines[: n + 1] + lines[n:]))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_truncated_log_is_refused_or_told_from_a_whole_one(chapter: str, tmp_path: Path) -> None:
    """Between two rounds a log may end; only one whose sitting was closed says that it is whole."""
    log_of(small(chapter, trouble=0.1), tmp_path / "log")
    table = resume(tmp_path / "log", game, Chance(1))
    table.close()
    release(table)
    assert replay(tmp_path / "log", game).closed
    whole = (tmp_path / "log").read_bytes()
    found = list(read_log(tmp_path / "log"))
    ends = [n for n, byte in enumerate(whole, 1) if byte == 10]
    for number, end in enumerate(ends[:-1], 1):
        for cut in {end, end - 2 + number % 2}:
            path = tmp_path / "cut"
            write_anew(path, whole[:cut])
            kept = [r for r in found[: number - (cut < end - 1)] if isinstance(r, Record)]
            begun = sum(isinstance(r.deed, Begin) for r in kept)
            ended = sum(r.end is not None for r in kept)
            if cut in (end, end - 1) and begun == ended:
                again = replay(path, game)
                assert (again.rounds, again.closed) == (ended, False)
            else:
                with pytest.raises((BadLog, Difference)):
                    replay(path, game)


def forged(found: list[Record | Snapshot], number: int, lie: Record) -> bytes:
    """A log with one record changed and every seal made anew: only the rules can tell."""
    rows, seal = [], FIRST
    for n, record in enumerate(found):
        if isinstance(record, Record):
            row, seal = sealed(msgspec.json.encode(row_of(lie if n == number else record)), seal)
            rows.append(row + b"\n")
    return b"".join(rows)


def lies_about(record: Record) -> Iterator[Record]:
    """What somebody who can make seals may write instead."""

    def but(**changes: Any) -> Record:
        return replace(record, **changes)

    def said(deed: Any) -> Record:
        return but(deed=deed)

    for at, step in enumerate(record.steps):
        changed = [
            replace(step, note=step.note + "!"),
            replace(step, cents=step.cents + 100),
            replace(step, who="seat_9"),
        ]
        changed += [replace(step, cards=step.cards[::-1])] if step.cards[::-1] != step.cards else []
        for lie in (*changed, replace(step, cite="565.1")):
            yield but(steps=[*record.steps[:at], lie, *record.steps[at + 1 :]])
    for at, drawn in enumerate(record.drawn):
        instead: list[Any] = [-1, 10**6] if isinstance(drawn, int) else []
        if isinstance(drawn, Shuffle):
            other = 51 if drawn.order[0] != 51 else 50
            order = (other, *drawn.order[1:])
            instead = [drawn._replace(order=(*drawn.order[1:], drawn.order[0])), drawn._replace(salt="0" * 32)]
            instead.append(drawn._replace(order=order, digest=commit(order, drawn.salt)))
        for lie in instead:
            yield but(drawn=[*record.drawn[:at], lie, *record.drawn[at + 1 :]])
    yield but(drawn=[*record.drawn, 7])
    yield but(version=record.version + 1)
    yield but(failed="it failed")
    if record.end is not None:
        yield but(end=replace(record.end, inventory=record.end.inventory + 1))
        yield but(end=replace(record.end, void="565.1"))
        yield but(end=None)
    deed = record.deed
    if isinstance(deed, Decide):
        for word, cents in (("banana", 0), (deed.word, deed.cents + 10**9), (deed.word, -1)):
            yield said(Decide(deed.seat, word, cents))
        yield said(Decide(deed.seat + 1, deed.word, deed.cents))
    if isinstance(deed, Bet):
        yield said(Bet(99, deed.wagers))
        yield said(Bet(deed.seat, {"Zz": 500}))


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(8)
@given(data=st.data())
def test_a_forged_record_is_found_though_the_seals_hold(chapter: str, data: st.DataObject) -> None:
    situation = data.draw(situations(chapter, rounds=2, trouble=TROUBLE))
    with folder() as at:
        log_of(situation, at / "log")
        found = list(read_log(at / "log"))
        rng = random.Random(situation.seed)
        (at / "forged").write_bytes(forged(found, -1, records_of(at / "log")[0]))
        replay(at / "forged", game)  # the seals are made as the table makes them
        for number in rng.sample(range(1, len(found)), min(len(found) - 1, 8)):
            record = found[number]
            if isinstance(record, Record):
                lies = list(lies_about(record))
                for lie in rng.sample(lies, min(len(lies), 12)):
                    write_anew(at / "forged", forged(found, number, lie))
                    with pytest.raises((BadLog, Difference)):
                        replay(at / "forged", game)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_forged_snapshot_is_found(chapter: str, tmp_path: Path) -> None:
    log_of(small(chapter, rounds=2), tmp_path / "log")
    whole = (tmp_path / "log").read_bytes()
    rows, seal, seen = [], FIRST, 0
    for row in whole.splitlines():
        body = row[: row.rindex(b',"seal"')] + b"}"
        if body.startswith(b'{"snapshot"'):
            seen += 1
            body = body.replace(b'"rounds":2', b'"rounds":3')
        line, seal = sealed(body, seal)
        rows.append(line + b"\n")
    assert seen == 1
    (tmp_path / "forged").write_bytes(b"".join(rows))
    with pytest.raises((Difference, BadLog)):
        replay(tmp_path / "forged", game)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b"\xff\xfe\n",
        b'{"v":1}\n',
        b'{"seal":"","v":1}\n',
        b"x" * 100,
        b"[" * 100_000,
        b'{"v":' + b"9" * 5000 + b',"seal":"x"}\n',
    ],
)
def test_what_is_no_log_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(content)
    for use in (replay, resume):
        with pytest.raises(BadLog):
            use(tmp_path / "log", game)
    assert (tmp_path / "log").read_bytes() == content


@pytest.mark.parametrize(
    "opening",
    [None, 3, "x", [], {}, {"chapter": "565"}, {"chapter": "999", "house": {}}, {"chapter": 565, "house": {}},
     {"chapter": "565", "house": {"zz": 1}}, {"chapter": "565", "house": 3}, {"chapter": "521", "house": {}}],
)  # fmt: skip
def test_a_log_of_no_known_table_is_refused(opening: object, tmp_path: Path) -> None:
    """The seal holds, the table does not exist."""
    deed = {"do": "open", "software": "1"} | opening if isinstance(opening, dict) else opening
    row, _ = sealed(msgspec.json.encode({"v": 1, "at": 0, "by": ["house", ""], "command": deed}), FIRST)
    (tmp_path / "log").write_bytes(row + b"\n")
    for use in (replay, resume):
        with pytest.raises((PitbossError, Difference)):
            use(tmp_path / "log", game)


def test_a_log_that_is_not_there(tmp_path: Path) -> None:
    for use in (replay, resume):
        with pytest.raises(BadLog, match="cannot be read"):
            use(tmp_path / "nothing", game)
        with pytest.raises(BadLog, match="cannot be read"):
            use(tmp_path, game)


# ---------------------------------------------------------------------------- resume


def go_on(path: Path, whole: list[Record]) -> Table:
    """Resumes the log in a file, cut from the whole one, and says to the table what it has not heard yet."""
    table = resume(path, game)
    for record in whole[table.version :]:
        table.chance = Recorded(record.drawn)
        table.do(record.command)
    release(table)
    return table


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(15)
@given(data=st.data())
def test_a_killed_table_goes_on_as_if_nothing_had_been(chapter: str, data: st.DataObject) -> None:
    situation = data.draw(situations(chapter, rounds=3, trouble=TROUBLE))
    with folder() as at:
        whole = log_of(situation, at / "log")
        written, records = (at / "log").read_bytes(), records_of(at / "log")
        first = written.index(b"\n") + 1
        rng = random.Random(situation.seed)
        ends = [n for n, byte in enumerate(written, 1) if byte == 10]
        for cut in [*rng.sample(ends, min(len(ends), 3)), *(rng.randrange(first, len(written)) for _ in range(3))]:
            (at / "cut").write_bytes(written[:cut])
            same(whole, go_on(at / "cut", records))
            # a snapshot that was lost is not made again: the next one takes its place
            assert records_of(at / "cut") == records_of(at / "log"), f"cut after {cut} bytes"
            same(whole, replay(at / "cut", game))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_table_killed_after_any_line(chapter: str, tmp_path: Path) -> None:
    situation = small(chapter, trouble=0.2, rounds=1)
    whole = log_of(situation, tmp_path / "log")
    written, records = (tmp_path / "log").read_bytes(), records_of(tmp_path / "log")
    for cut in (n for n, byte in enumerate(written, 1) if byte == 10):
        (tmp_path / "cut").write_bytes(written[:cut])
        same(whole, go_on(tmp_path / "cut", records))
        same(whole, replay(tmp_path / "cut", game))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_table_killed_in_the_middle_of_a_character(chapter: str, tmp_path: Path) -> None:
    """Names and notes are not all ASCII: a line may be cut between the bytes of one letter."""
    whole = log_of(small(chapter), tmp_path / "log")
    written, records = (tmp_path / "log").read_bytes(), records_of(tmp_path / "log")
    inside = [n for n, byte in enumerate(written) if byte & 0xC0 == 0x80]
    assert inside
    for cut in inside[:12]:
        (tmp_path / "cut").write_bytes(written[:cut])
        same(whole, go_on(tmp_path / "cut", records))
        assert (tmp_path / "cut").read_bytes() == written


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_table_killed_just_before_the_end_of_a_line(chapter: str, tmp_path: Path) -> None:
    """The line is whole, only its end is missing."""
    whole = log_of(small(chapter, rounds=1), tmp_path / "log")
    written, records = (tmp_path / "log").read_bytes(), records_of(tmp_path / "log")
    for cut in (n for n, byte in enumerate(written) if byte == 10):
        (tmp_path / "cut").write_bytes(written[:cut])
        same(whole, go_on(tmp_path / "cut", records))
        assert (tmp_path / "cut").read_bytes() == written


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_resumed_table_has_every_step_of_its_log(chapter: str, tmp_path: Path) -> None:
    """Cards that were dealt stay dealt: what players have seen before the table was killed has happened."""
    log_of(small(chapter, rounds=1), tmp_path / "log")
    written = (tmp_path / "log").read_bytes()
    for cut in (n for n, byte in enumerate(written, 1) if byte == 10):
        (tmp_path / "cut").write_bytes(written[:cut])
        logged: list[Step] = []
        for record in records_of(tmp_path / "cut"):
            logged = record.steps[1:] if isinstance(record.deed, Begin) else logged + record.steps
        table = resume(tmp_path / "cut", game, Chance(9))
        release(table)
        if table.round is not None:
            assert table.round.steps == logged


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_what_goes_wrong_after_a_resumption_is_logged_soundly(chapter: str, tmp_path: Path) -> None:
    """Killed after any line, resumed, and then something goes wrong: the log still replays."""
    log_of(small(chapter, rounds=1), tmp_path / "log")
    written = (tmp_path / "log").read_bytes()
    kind = "shuffler jam" if "shuffler jam" in game(chapter).incidents else min(game(chapter).incidents)
    for cut in (n for n, byte in enumerate(written, 1) if byte == 10):
        (tmp_path / "cut").write_bytes(written[:cut])
        table = resume(tmp_path / "cut", game, Clockwork(9))
        if isinstance(table.request, Ask | Moment):
            with suppress(PitbossError):
                table.reply(Incident(kind))
        while table.request is not None:
            table.reply(None if isinstance(table.request, Cut) else bots(table, table.request))
        release(table)
        same(table, replay(tmp_path / "cut", game))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_an_incident_that_is_refused_is_not_on_record(chapter: str, tmp_path: Path) -> None:
    table = Table(game(chapter), None, Chance(1), FileStore(tmp_path / "log"))
    table.sit(1, "Ann")
    table.bet(1, table.game.suggest(table.house))
    table.begin()
    while not isinstance(table.request, Ask):
        assert table.request is not None
        table.reply(bots(table, table.request))
    for kind in sorted(table.game.incidents):
        known = table.game.details[kind]
        before = (tmp_path / "log").read_bytes(), table.request, table.version
        try:
            table.reply(Incident(kind, {word: said for word, said in (("seat", 99), ("device", "zz")) if word in known}))
        except PitbossError:
            assert ((tmp_path / "log").read_bytes(), table.request, table.version) == before
            break
        if not isinstance(table.request, Ask):
            pytest.skip("no incident is refused here")
    drive(table, bots)
    release(table)
    replay(tmp_path / "log", game)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_table_may_be_killed_again_and_again(chapter: str, tmp_path: Path) -> None:
    situation = small(chapter)
    whole = log_of(situation, tmp_path / "log")
    written, records = (tmp_path / "log").read_bytes(), records_of(tmp_path / "log")
    ends = [n for n, byte in enumerate(written, 1) if byte == 10]
    (tmp_path / "cut").write_bytes(written[: ends[4]])
    for end in ends[5::7]:
        go_on(tmp_path / "cut", records)
        assert (tmp_path / "cut").read_bytes() == written
        (tmp_path / "cut").write_bytes(written[: end - 3])
    same(whole, go_on(tmp_path / "cut", records))


# ---------------------------------------------------------------------------- snapshots and copies


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(15)
@given(data=st.data())
def test_a_snapshot_survives_its_trip_and_plays_the_same_game(chapter: str, data: st.DataObject) -> None:
    situation = data.draw(situations(chapter, rounds=4, trouble=TROUBLE))
    with folder() as at:
        whole = log_of(situation, at / "log")
        records = records_of(at / "log")
        table = resume(at / "log", game)
        release(table)
        for stop in (n for n, record in enumerate(records, 1) if record.end is not None):
            first = replayed(records[:stop], whole)
            value = first.snapshot()
            back = msgspec.json.decode(msgspec.json.encode(value), type=Snapshot)
            assert back == value
            again = Table(whole.game, whole.house, Recorded(), snapshot=back)
            assert again.snapshot() == value
            for viewer in VIEWERS:  # the round before is shown until the next begins, restarted or not
                assert layout_of(again, viewer) == layout_of(first, viewer)
            for record in records[stop:]:
                again.chance = Recorded(record.drawn)
                assert again.take(record.command) == record
            same(whole, again)


def test_a_snapshot_of_an_earlier_version_has_no_round_before() -> None:
    """A log that has such a one is replayed, and goes on without the cards of that round."""
    table = Table(game("565"), None, Chance(3))
    table.sit(1, "Ann")
    table.bet(1, {"Ante": 1000})
    drive(table, bots)
    found = table.outline()
    older = msgspec.structs.replace(found, last=None)
    assert found.last is not None and not layout_of(Table(table.game, table.house, snapshot=older)).hands
    assert alike(found, older) and not alike(older, found) and not alike(found, msgspec.structs.replace(older, rounds=2))


def replayed(records: list[Record], like: Table) -> Table:
    """A table of the same game that has heard the same commands."""
    table = Table(like.game, like.house, Recorded())
    for record in records[1:]:
        table.chance = Recorded(record.drawn)
        table.take(record.command)
    table.opening = like.opening
    return table


@pytest.mark.parametrize("chapter", CHAPTERS)
@pytest.mark.parametrize("make", [copy.deepcopy, copy.copy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_goes_on_by_itself(chapter: str, make: Any) -> None:
    """Taken at any request of the second round, a copy plays to the same end, and the original does not notice."""
    table = Table(game(chapter), None, Chance(3))
    table.sit(1, "Ann")
    table.sit(2, "Bob")
    for _ in range(2):
        for seat in table.seats:
            table.bet(seat, table.game.suggest(table.house))
        table.begin()
        while table.request is not None:
            copied = make(table)
            assert copied.request == table.request
            before = table.version
            drive(copied, bots)
            assert table.version == before
            table.reply(bots(table, table.request))
    assert copied.last.steps == table.last.steps  # type: ignore[union-attr]
    same(copied, table)
