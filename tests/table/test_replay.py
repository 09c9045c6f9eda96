"""A log replays to the same cent, an edited or cut one is refused, and a killed table goes on as if nothing had been."""

import json
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import BadLog, PitbossError
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance, commit
from pitboss.table.drivers import bots, drive
from pitboss.table.journal import FileJournal, Line, decode, read, sealed
from pitboss.table.replay import Difference, replay, resume
from pitboss.table.steps import Ask, Cut, Incident, Moment, Step
from pitboss.table.table import Table
from tests.strategies import (
    CHAPTERS,
    Clockwork,
    Outside,
    Recorded,
    Situation,
    do_now,
    examples,
    log_of,
    situations,
)

TROUBLE = (0.0, 0.05, 0.25)
PEOPLE = ("sit", "bet", "rest", "permit", "begin", "answer", "cut", "incident")
CHANCE = ("shuffle", "number", "hours")


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="pitboss-") as name:
        yield Path(name)


def small(chapter: str, seed: int = 5, trouble: float = 0.0, rounds: int = 2) -> Situation:
    """A short sitting, small enough to cut and edit its log everywhere."""
    return Situation(chapter, {}, ((2, "Søren “Ace” Ćosić", 10**6), (1, "Ann", 10**6)), rounds, seed, trouble)


def same(one: Table, other: Table) -> None:
    """Two tables after the same rounds."""
    assert {n: (s.player, s.cents) for n, s in one.seats.items()} == {n: (s.player, s.cents) for n, s in other.seats.items()}
    assert one.rounds == other.rounds
    assert sorted(one.cards_in_place()) == sorted(other.cards_in_place())
    assert {side: s.cards for side, s in one.stacks.items()} == {side: s.cards for side, s in other.stacks.items()}
    if one.last is not None and other.last is not None:
        assert one.last.steps == other.last.steps
        assert one.last.ledger == other.last.ledger


# ---------------------------------------------------------------------------- replay


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(25)
@given(data=st.data())
def test_a_log_replays_to_the_same_result(chapter: str, data: st.DataObject) -> None:
    situation = data.draw(situations(chapter, rounds=5, trouble=TROUBLE))
    with folder() as at:
        table, _, _ = log_of(situation, at / "log")
        steps: list[Step] = []
        again = replay(at / "log", game, steps.append)
        same(table, again)
        written = [line.data for line in read(at / "log") if line.event == "step"]
        assert steps == written


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_an_incident_at_any_request_replays(chapter: str, tmp_path: Path) -> None:
    """Two requests may follow each other without a step between them: the log must still say at which one it happened."""
    house = House.of(chapter, {"shuffler": "automated" if chapter in ("633a", "635a") else True})
    for seed in range(16):
        at, count = 0, 1
        while at < count:
            path = tmp_path / f"{seed}-{at}"
            table = Table(game(chapter), house, Chance(seed), FileJournal(path))
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
            same(table, replay(path, game))
            at += 1


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_player_who_sits_down_during_a_round_is_in_the_log(chapter: str, tmp_path: Path) -> None:
    table = Table(game(chapter), None, Chance(1), FileJournal(tmp_path / "log"))
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


def refused_by_replay(path: Path, content: str) -> None:
    path.write_bytes(content.encode())
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
def test_a_truncated_log_is_refused(chapter: str, tmp_path: Path) -> None:
    """Between two rounds a log may end: it is then the whole log of a shorter sitting, and says so."""
    log_of(small(chapter, trouble=0.1), tmp_path / "log")
    whole = (tmp_path / "log").read_bytes()
    events = [line.event for line in read(tmp_path / "log")]
    ends = [n for n, byte in enumerate(whole, 1) if byte == 10]
    for number, end in enumerate(ends):
        for cut in {end, end - 2 + number % 2} - {len(whole), len(whole) - 1}:
            kept = events[: number + (cut >= end - 1)]
            path = tmp_path / "cut"
            path.write_bytes(whole[:cut])
            lines_whole = cut in (end, end - 1)
            if lines_whole and kept.count("begin") == kept.count("end"):
                assert replay(path, game).rounds == kept.count("end")
            else:
                with pytest.raises((BadLog, Difference)):
                    replay(path, game)


def forged(lines: list[Line], number: int, data: Any) -> str:
    """A log with one event changed and every seal made anew: only the rules can tell."""
    rows, seal = [], ""
    for n, line in enumerate(lines):
        row, seal = sealed(line.event, data if n == number else line.data, seal)
        rows.append(row + "\n")
    return "".join(rows)


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(8)
@given(data=st.data())
def test_a_forged_step_is_found_though_the_seals_hold(chapter: str, data: st.DataObject) -> None:
    situation = data.draw(situations(chapter, rounds=2, trouble=TROUBLE))
    with folder() as at:
        log_of(situation, at / "log")
        lines = read(at / "log")
        rng = random.Random(situation.seed)
        for number in rng.sample(range(1, len(lines)), min(len(lines) - 1, 8)):
            line = lines[number]
            if line.event == "step":
                step: Step = line.data
                lies: list[Any] = [step._replace(note=step.note + "!"), step._replace(cents=step.cents + 100)]
                lies += [step._replace(cards=step.cards[::-1])] if step.cards[::-1] != step.cards else []
                lies += [step._replace(cite="565.1"), step._replace(who="seat_9")]
            elif line.event == "shuffle":
                order = (*line.data.order[1:], line.data.order[0])
                lies = [line.data._replace(order=order), line.data._replace(salt="0" * 32)]
                other = 51 if line.data.order[0] != 51 else 50
                order = (other, *line.data.order[1:])
                lies.append(line.data._replace(order=order, digest=commit(order, line.data.salt)))
            elif line.event == "end":
                lies = [line.data | {"inventory": line.data["inventory"] + 1}, line.data | {"void": "565.1"}]
            elif line.event == "answer":
                seat, word, cents = line.data
                lies = [[seat + 1, word, cents], [seat, "banana", cents], [seat, word, cents + 10**9], [seat, word, -1]]
            elif line.event == "begin":
                lies = [line.data + 1]
            elif line.event == "number":
                lies = [-1, 10**6, "ten"]
            elif line.event == "bet":
                lies = [[99, line.data[1]], [line.data[0], {"Zz": 500}], [line.data[0]], {}]
            else:
                continue
            for lie in lies:
                refused_by_replay(at / "forged", forged(lines, number, lie))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b"\xff\xfe\n",
        b'{"table":1}\n',
        b'{"seal":"","table":{}}\n',
        b"x" * 100,
        b"[" * 100_000,
        b'{"table":' + b"9" * 5000 + b',"seal":"x"}\n',
    ],
)
def test_what_is_no_log_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(content)
    for use in (replay, resume):
        with pytest.raises(BadLog):
            use(tmp_path / "log", game)
    assert (tmp_path / "log").read_bytes() == content


@pytest.mark.parametrize(
    "header",
    [None, 3, "x", [], {}, {"chapter": "565"}, {"chapter": "999", "house": {}}, {"chapter": 565, "house": {}},
     {"chapter": "565", "house": {"zz": 1}}, {"chapter": "565", "house": 3}, {"chapter": "521", "house": {}}],
)  # fmt: skip
def test_a_log_of_no_known_table_is_refused(header: object, tmp_path: Path) -> None:
    """The seal holds, the table does not exist."""
    body = json.dumps({"table": header}, separators=(",", ":"))
    row, _ = sealed("table", json.loads(body)["table"], "")
    (tmp_path / "log").write_text(row + "\n", encoding="utf-8")
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


def taken(lines: list[Line]) -> list[Line]:
    """The lines without the incidents that were refused."""
    after = [*(line.event for line in lines[1:]), ""]
    refused = [line.event == "incident" and then == "refused" for line, then in zip(lines, after, strict=True)]
    return [line for line, out in zip(lines, refused, strict=True) if not out]


def go_on(path: Path, whole: Path, outside: Outside, heard: list[Any]) -> Table:
    """Resumes the log in a file, cut from the whole one, and says to the table what it has not heard yet."""
    last = read(path, unfinished=True)[-1].number
    kept = [line for line in taken(read(whole)) if line.number <= last]
    chance = Recorded(Chance(0), heard[sum(line.event in CHANCE for line in kept) :])
    said = outside.said[sum(line.event in PEOPLE for line in kept) :]
    table = resume(path, game, chance)
    for what, how, asked in said:
        while isinstance(table.request, Moment) and table.request != asked:
            table.reply(None)
        do_now(table, what, how)
    while isinstance(table.request, Moment):
        table.reply(None)
    return table


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(15)
@given(data=st.data())
def test_a_killed_table_goes_on_as_if_nothing_had_been(chapter: str, data: st.DataObject) -> None:
    situation = data.draw(situations(chapter, rounds=3, trouble=TROUBLE))
    with folder() as at:
        whole, outside, heard = log_of(situation, at / "log")
        written = (at / "log").read_bytes()
        first = written.index(b"\n") + 1
        rng = random.Random(situation.seed)
        ends = [n for n, byte in enumerate(written, 1) if byte == 10]
        for cut in [*rng.sample(ends, min(len(ends), 3)), *(rng.randrange(first, len(written)) for _ in range(3))]:
            (at / "cut").write_bytes(written[:cut])
            table = go_on(at / "cut", at / "log", outside, heard)
            same(whole, table)
            if not outside.refused:
                assert (at / "cut").read_bytes() == written, f"cut after {cut} bytes"
            same(whole, replay(at / "cut", game))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_table_killed_after_any_line(chapter: str, tmp_path: Path) -> None:
    situation = small(chapter, trouble=0.2, rounds=1)
    whole, outside, heard = log_of(situation, tmp_path / "log")
    written = (tmp_path / "log").read_bytes()
    for cut in (n for n, byte in enumerate(written, 1) if byte == 10):
        (tmp_path / "cut").write_bytes(written[:cut])
        same(whole, go_on(tmp_path / "cut", tmp_path / "log", outside, heard))
        same(whole, replay(tmp_path / "cut", game))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_table_killed_in_the_middle_of_a_character(chapter: str, tmp_path: Path) -> None:
    """Names and notes are not all ASCII: a line may be cut between the bytes of one letter."""
    whole, outside, heard = log_of(small(chapter), tmp_path / "log")
    written = (tmp_path / "log").read_bytes()
    inside = [n for n, byte in enumerate(written) if byte & 0xC0 == 0x80]
    assert inside
    for cut in inside[:12]:
        (tmp_path / "cut").write_bytes(written[:cut])
        same(whole, go_on(tmp_path / "cut", tmp_path / "log", outside, heard))
        assert (tmp_path / "cut").read_bytes() == written


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_table_killed_just_before_the_end_of_a_line(chapter: str, tmp_path: Path) -> None:
    """The line is whole, only its end is missing."""
    whole, outside, heard = log_of(small(chapter, rounds=1), tmp_path / "log")
    written = (tmp_path / "log").read_bytes()
    for cut in (n for n, byte in enumerate(written) if byte == 10):
        (tmp_path / "cut").write_bytes(written[:cut])
        same(whole, go_on(tmp_path / "cut", tmp_path / "log", outside, heard))
        assert (tmp_path / "cut").read_bytes() == written


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_resumed_table_has_every_step_of_its_log(chapter: str, tmp_path: Path) -> None:
    """Cards that were dealt stay dealt: what players have seen before the table was killed has happened."""
    log_of(small(chapter, rounds=1), tmp_path / "log")
    written = (tmp_path / "log").read_bytes()
    for cut in (n for n, byte in enumerate(written, 1) if byte == 10):
        (tmp_path / "cut").write_bytes(written[:cut])
        lines = read(tmp_path / "cut")
        logged: list[Step] = []
        for line in lines:
            if line.event == "begin":
                logged = []
            elif line.event == "step":
                logged.append(line.data)
        table = resume(tmp_path / "cut", game, Chance(9))
        current = table.round or table.last
        has = current.steps if current is not None else []
        assert has[: len(logged)] == logged, f"after line {len(lines)} ({lines[-1].event}) of {chapter}"


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
        same(table, replay(tmp_path / "cut", game))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_table_killed_between_an_incident_and_its_refusal(chapter: str, tmp_path: Path) -> None:
    table = Table(game(chapter), None, Chance(1), FileJournal(tmp_path / "log"))
    table.sit(1, "Ann")
    table.bet(1, table.game.suggest(table.house))
    table.begin()
    while not isinstance(table.request, Ask):
        assert table.request is not None
        table.reply(bots(table, table.request))
    for kind in sorted(table.game.incidents):
        known = table.game.details[kind]
        try:
            table.reply(Incident(kind, {word: said for word, said in (("seat", 99), ("device", "zz")) if word in known}))
        except PitbossError:
            break
        if not isinstance(table.request, Ask):
            pytest.skip("no incident is refused here")
    written = (tmp_path / "log").read_bytes()
    lines = written.splitlines(keepends=True)
    last = max(n for n, line in enumerate(lines) if line.startswith(b'{"incident"'))
    for kept in range(last, len(lines) + 1):
        (tmp_path / "cut").write_bytes(b"".join(lines[:kept]))
        again = resume(tmp_path / "cut", game, Chance(2))
        assert again.request == table.request
        drive(again, bots)
        replay(tmp_path / "cut", game)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_table_may_be_killed_again_and_again(chapter: str, tmp_path: Path) -> None:
    situation = small(chapter)
    whole, outside, heard = log_of(situation, tmp_path / "log")
    written = (tmp_path / "log").read_bytes()
    ends = [n for n, byte in enumerate(written, 1) if byte == 10]
    (tmp_path / "cut").write_bytes(written[: ends[4]])
    for end in ends[5::7]:
        go_on(tmp_path / "cut", tmp_path / "log", outside, heard)
        assert (tmp_path / "cut").read_bytes() == written
        (tmp_path / "cut").write_bytes(written[: end - 3])
    same(whole, go_on(tmp_path / "cut", tmp_path / "log", outside, heard))


def test_decoding_undoes_encoding() -> None:
    step = Step("565.8(d)", "deal", "seat_1", (0, 51), "down", "", 0, "“§”")
    row, _ = sealed("step", step, "")
    assert decode("step", json.loads(row)["step"]) == step
