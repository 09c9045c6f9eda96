"""A log proves itself: whatever was changed in its evidence or its signatures is refused."""

import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.errors import BadLog
from pitboss.evidence.fair import FairChance, SeededSecrets, no_hours
from pitboss.evidence.keys import HouseKey
from pitboss.evidence.signatures import sign_head
from pitboss.games import game
from pitboss.shoe import Chance
from pitboss.table import table as table_module
from pitboss.table.drivers import bots
from pitboss.table.log.log import Difference
from pitboss.table.log.records import Record, row_of
from pitboss.table.log.replay import replay, resume
from pitboss.table.log.sealed import FIRST, Line, read_lines, sealed, tail
from pitboss.table.log.snapshots import Snapshot
from pitboss.table.log.stores import FileStore, TableStore, is_closed, is_signed, read_line, read_log
from pitboss.table.table import Table
from tests.commands import pitboss
from tests.fairness import ALL, KEY, KEYS, NAME, OTHER, Seeding, fair, play, records_of
from tests.sittings import sitting
from tests.strategies import release


@pytest.fixture(autouse=True)
def snapshots_every_other_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short sittings have snapshots too."""
    monkeypatch.setattr(table_module, "SNAPSHOT_ROUNDS", 2)


# ---------------------------------------------------------------------------- forged


def forged(found: list[Record | Snapshot], number: int, lie: Record, key: HouseKey | None = None) -> bytes:
    """A log with one record changed and every seal made anew, and every signature where there is a key."""
    rows, seal = [], FIRST
    for n, record in enumerate(found):
        if isinstance(record, Record):
            sign = partial(signature, key, record) if key is not None and is_signed(record) else None
            row, seal = sealed(msgspec.json.encode(row_of(lie if n == number else record)), seal, sign)
            rows.append(row + b"\n")
    return b"".join(rows)


def signature(key: HouseKey, line: Record | Snapshot, seal: str) -> bytes:
    """The signature of a house under a line."""
    return msgspec.json.encode(sign_head(key, NAME, line.version, seal, is_closed(line)))


def lies_about(record: Record) -> Iterator[Record]:
    """What somebody who can make seals may write instead of what chance left."""
    other = "0" * 64
    for at, each in enumerate(record.evidence):
        but = msgspec.structs.replace
        changed = []
        for field in each.__struct_fields__:
            value = getattr(each, field)
            if isinstance(value, int):
                changed += [but(each, **{field: value + 1})]
            elif value:
                changed += [but(each, **{field: other if value != other else "1" * 64}), but(each, **{field: value[::-1]})]
        for lie in changed:
            if lie != each:
                yield but(record, evidence=[*record.evidence[:at], lie, *record.evidence[at + 1 :]])
        yield but(record, evidence=record.evidence[:at] + record.evidence[at + 1 :])
        yield but(record, evidence=[*record.evidence, each])
        yield but(record, evidence=record.evidence[::-1]) if len(record.evidence) > 1 else but(record, evidence=[])


@ALL
@KEYS
def test_any_evidence_that_was_changed_is_refused(chapter: str, key: HouseKey | None, tmp_path: Path) -> None:
    table = play(chapter, 8, key, FileStore(tmp_path / "log"), rounds=2)
    table.close()
    release(table)
    found = list(read_log(tmp_path / "log"))
    (tmp_path / "forged").write_bytes(forged(found, -1, records_of(tmp_path / "log")[0], key))
    replay(tmp_path / "forged", game, key=key)  # the seals are made as the table makes them
    lies = [(n, lie) for n, record in enumerate(found) if isinstance(record, Record) for lie in lies_about(record)]
    rng = random.Random(8)
    for number, lie in rng.sample(lies, min(len(lies), 40)):
        (tmp_path / "forged").write_bytes(forged(found, number, lie, key))
        with pytest.raises((BadLog, Difference)):
            replay(tmp_path / "forged", game, key=key)


def test_a_snapshot_with_other_cards_is_refused(tmp_path: Path) -> None:
    release(play("633a", 1, None, FileStore(tmp_path / "log"), rounds=4))
    rows, seal, seen = [], FIRST, 0
    for line in read_lines(tmp_path / "log"):
        body = line.body
        if body.startswith(b'{"snapshot"'):
            before = re.search(rb'"cards":"([0-9a-f]+)"', body)
            assert before is not None
            body = body.replace(before[1], before[1][2:] + before[1][:2])
            body = re.sub(rb'"after":"[0-9a-f]{64}"', b'"after":"' + seal.encode() + b'"', body)
            seen += 1
        row, seal = sealed(body, seal)
        rows.append(row + b"\n")
    (tmp_path / "forged").write_bytes(b"".join(rows))
    assert seen
    with pytest.raises(Difference, match="not those of its root"):
        replay(tmp_path / "forged", game)
    with pytest.raises(BadLog, match="not those of its root"):
        resume(tmp_path / "forged", game)


# ---------------------------------------------------------------------------- signatures


@pytest.fixture
def signed(tmp_path: Path) -> Path:
    """A log of three rounds, signed and closed."""
    table = play("565", 3, KEY, FileStore(tmp_path / "log", signer=KEY), rounds=3)
    table.close()
    release(table)
    return tmp_path / "log"


def resigned(path: Path, change: Callable[[int, Line, Record | Snapshot], bytes]) -> Path:
    """A log whose signatures were changed."""
    rows = []
    for line in read_lines(path):
        signature = change(line.number, line, read_line(path, line))
        rows.append(
            line.body[:-1] + f',"seal":"{line.seal}"'.encode() + (b',"signature":' + signature if signature else b"") + b"}\n"
        )
    other = path.with_name("other")
    other.write_bytes(b"".join(rows))
    return other


def test_a_signed_log_proves_who_wrote_it(signed: Path) -> None:
    again = replay(signed, game, key=KEY.public)
    rounds = sum(record.end is not None for record in records_of(signed))
    assert again.signatures == rounds + 2  # a snapshot and the end of the sitting
    assert replay(signed, game).signatures == rounds + 2
    with pytest.raises(Difference, match="claims a key that you do not know"):
        replay(signed, game, key=OTHER.public)
    assert resigned(signed, lambda n, line, found: line.signature.encode()).read_bytes() == signed.read_bytes()


def test_a_log_stripped_of_signatures_or_signed_by_another_is_refused(signed: Path) -> None:
    stripped = resigned(signed, lambda n, line, found: b"")
    replay(stripped, game)
    with pytest.raises(Difference, match="did not sign"):
        replay(stripped, game, key=KEY.public)

    def by(key: HouseKey, **changes: Any) -> Callable[[int, Line, Record | Snapshot], bytes]:
        def change(number: int, line: Line, found: Record | Snapshot) -> bytes:
            if not line.signature:
                return b""
            made = sign_head(key, NAME, found.version, line.seal, changes.get("closed", is_closed(found)))
            return msgspec.json.encode(msgspec.structs.replace(made, key=KEY.public.key))

        return change

    replay(resigned(signed, by(KEY)), game, key=KEY.public)
    with pytest.raises(Difference, match="is not what Test House"):
        replay(resigned(signed, by(OTHER)), game, key=KEY.public)
    for closed in (True, False):
        with pytest.raises(Difference, match="whether the sitting is over"):
            replay(resigned(signed, by(KEY, closed=closed)), game, key=KEY.public)
    for drop in [line.number for line in read_lines(signed) if line.signature]:

        def but_one(number: int, line: Line, found: Record | Snapshot, drop: int = drop) -> bytes:
            return b"" if number == drop else line.signature.encode()

        one = resigned(signed, but_one)
        with pytest.raises(Difference, match=f"line {drop}: .* did not sign this one"):
            replay(one, game, key=KEY.public)


def test_a_signed_log_written_anew_is_refused(signed: Path) -> None:
    """Somebody who can write the file and make seals, but has not got the key."""
    found = list(read_log(signed))
    (signed.parent / "anew").write_bytes(forged(found, -1, records_of(signed)[0]))
    with pytest.raises(Difference, match="did not sign"):
        replay(signed.parent / "anew", game, key=KEY.public)


def test_a_signed_log_goes_on_with_its_key(signed: Path) -> None:
    with pytest.raises(BadLog, match="not signed with your key"):
        resume(signed, game, key=OTHER)
    with pytest.raises(BadLog, match="key of the house"):
        resume(signed, game)
    table = resume(signed, game, key=KEY)
    crowd = Seeding(5)
    crowd.between(table)
    crowd.round(table)
    table.close()
    release(table)
    assert replay(signed, game, key=KEY.public).closed


def test_a_log_with_plain_chance_can_be_signed_too(tmp_path: Path) -> None:
    table, _ = sitting("565", 1, store=FileStore(tmp_path / "log", signer=KEY), name=NAME)
    release(table)
    assert replay(tmp_path / "log", game, key=KEY.public).signatures
    with pytest.raises(BadLog, match="is signed"):
        resume(tmp_path / "log", game)
    release(resume(tmp_path / "log", game, key=KEY))


# ---------------------------------------------------------------------------- going on


@pytest.fixture(params=[1, 3])
def unfinished(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A signed log that ends in the middle of a round, without a snapshot and with one."""
    table = play("565", 3, KEY, FileStore(tmp_path / "log", signer=KEY), rounds=request.param)
    for seat in list(table.seats):
        table.leave(seat)
    table.sit(1, "Ann")
    table.bet(1, table.game.suggest(table.house))
    table.begin()
    assert table.request is not None
    release(table)
    return tmp_path / "log"


def test_the_house_does_not_go_on_with_a_log_whose_signatures_were_stripped(unfinished: Path) -> None:
    stripped = resigned(unfinished, lambda n, line, found: b"")
    with pytest.raises(BadLog, match="did not sign this one"):
        resume(stripped, game, key=KEY)
    release(resume(unfinished, game, key=KEY))


def test_the_house_does_not_go_on_where_any_signature_since_the_snapshot_is_missing(unfinished: Path) -> None:
    signed = [line.number for line in tail(unfinished)[0] if line.signature]
    lines = [line.number for line in read_lines(unfinished) if line.signature][-len(signed) :]
    for drop in lines:

        def but_one(number: int, line: Line, found: Record | Snapshot, drop: int = drop) -> bytes:
            return b"" if number == drop else line.signature.encode()

        one = resigned(unfinished, but_one)
        with pytest.raises(BadLog, match="did not sign this one"):
            resume(one, game, key=KEY)
    assert lines


def test_the_house_does_not_go_on_after_a_round_that_it_did_not_sign(unfinished: Path) -> None:
    intruder = resume(unfinished, game, fair("565", KEY, 77), key=KEY)
    assert isinstance(intruder.store, TableStore)
    intruder.store.signer = None  # whoever can write the file and has no key
    while intruder.request is not None:
        intruder.reply(bots(intruder, intruder.request))
    release(intruder)
    with pytest.raises(BadLog, match="did not sign this one"):
        resume(unfinished, game, key=KEY)


def test_a_log_says_how_far_it_is_signed(tmp_path: Path) -> None:
    table, _ = sitting("565", 2, store=FileStore(tmp_path / "log", signer=KEY), name=NAME)
    last = [read_line(tmp_path / "log", line).version for line in read_lines(tmp_path / "log") if line.signature][-1]
    table.sit(next(n for n in range(1, 7) if n not in table.seats), "Mallory", 10**12)
    assert table.version > last, "chips that nobody has signed for"
    told = pitboss("replay", str(tmp_path / "log"), "--key", KEY.public.key).stdout
    assert f"up to version {last}; versions {last + 1} to {table.version} are not signed." in told
    for seat in list(table.bets):
        table.bet(seat, {})
    table.close()
    told = pitboss("replay", str(tmp_path / "log"), "--key", KEY.public.key).stdout
    assert f"up to version {table.version}.\n" in told


def test_a_log_without_a_signature_is_not_said_to_be_signed(tmp_path: Path) -> None:
    table = Table(game("565"), None, Chance(), FileStore(tmp_path / "log"), name=NAME)
    table.sit(1, "Mallory", 10**12)
    release(table)
    with pytest.raises(Difference, match="nothing in this log is signed"):
        replay(tmp_path / "log", game, key=KEY.public)
    found = pitboss("replay", str(tmp_path / "log"), "--key", KEY.public.key)
    assert found.returncode == 1 and "nothing in this log is signed" in found.stdout and "Signed by" not in found.stdout
    replay(tmp_path / "log", game)


# ---------------------------------------------------------------------------- one table's lines in another's log


def as_it_was(line: Line, seal: str) -> bytes:
    return line.signature.encode()


@KEYS
@pytest.mark.parametrize("chapter", ["565", "637a"])
def test_the_lines_of_one_table_are_not_taken_for_those_of_another(chapter: str, key: HouseKey | None, tmp_path: Path) -> None:
    """Two tables of one house with the same people: the end of one log behind the beginning of the other, with new seals by
    somebody without the key, and with all signatures as they were."""
    logs = []
    for name in ("one", "other"):
        reveals = game(chapter).dealt_in is None
        chance = FairChance(name, key, reveals=reveals, draw=SeededSecrets(len(name)), clock=no_hours)
        table = Table(game(chapter), None, chance, FileStore(tmp_path / name, signer=key), name=name)
        for seat in (1, 2):
            table.sit(seat, f"player {seat}")
        for _ in range(3):
            for seat in list(table.seats) if table.game.dealt_in is None else ():
                table.bet(seat, table.game.suggest(table.house))
            table.begin()
            while table.request is not None:
                table.reply(bots(table, table.request))
        release(table)
        logs.append(list(read_lines(tmp_path / name)))
    one, other = logs
    refused = 0
    for at in range(1, min(len(one), len(other))):
        if other[at].body == one[at].body:
            continue
        seal, rows = FIRST, []
        for line in [*one[:at], *other[at:]]:
            body = re.sub(rb'"after":"[0-9a-f]{64}"', b'"after":"' + seal.encode() + b'"', line.body)
            row, seal = sealed(body, seal, partial(as_it_was, line) if line.signature else None)
            rows.append(row + b"\n")
        (tmp_path / "spliced").write_bytes(b"".join(rows))
        with pytest.raises((BadLog, Difference)):
            replay(tmp_path / "spliced", game, key=key)
        if key is not None:
            with pytest.raises((BadLog, Difference)):
                release(resume(tmp_path / "spliced", game, key=key))
        refused += 1
    assert refused > 5


# ---------------------------------------------------------------------------- Poker, whose secrets are never told


def test_a_sealed_poker_log_is_proven_with_the_key_of_the_house(tmp_path: Path) -> None:
    """Whatever is said of the cards, with all seals and signatures made anew by the house itself, does not fit its promise."""
    table = play("637a", 5, KEY, FileStore(tmp_path / "log", signer=KEY), rounds=4)
    table.close()
    again = replay(tmp_path / "log", game, key=KEY)
    assert again.rounds == table.rounds and again.closed
    with pytest.raises(BadLog, match=r"before version \d+; from there on the secret of promise 1 is sealed"):
        replay(tmp_path / "log", game, key=KEY.public)
    found = list(read_log(tmp_path / "log"))
    lies: list[tuple[int, Record]] = []
    for n, record in enumerate(found):
        if isinstance(record, Snapshot):
            continue
        for at, step in enumerate(record.steps):
            if step.cards and step.act in ("deal", "reveal"):
                steps = list(record.steps)
                steps[at] = replace(step, cards=((step.cards[0] + 1) % 52, *step.cards[1:]))
                lies.append((n, replace(record, steps=steps)))
    for number, lie in random.Random(1).sample(lies, 10):
        (tmp_path / "forged").write_bytes(forged(found, number, lie, KEY))
        with pytest.raises((BadLog, Difference)):
            replay(tmp_path / "forged", game, key=KEY)
