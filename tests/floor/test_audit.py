"""An audit finds whatever somebody changes in the database behind the floor's back: each thing alone, and it is named."""

import asyncio
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.evidence.signatures import Signature, sign_head
from pitboss.floor.books.audit import audit, check_meter, check_room, check_seats, check_table, open_floor, sentences
from pitboss.floor.books.audit_result import Audited, MismatchError
from pitboss.floor.books.journal import Journal
from pitboss.floor.books.replays import Ended, Piece, play
from pitboss.floor.play.dealer import Clocks
from pitboss.floor.server import running
from pitboss.floor.storage.checkpoints import FIELDS
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.signing import mark_of
from pitboss.games import game
from pitboss.table.commands import Bet
from pitboss.table.log.replay import replay
from pitboss.table.log.sealed import FIRST, digest
from tests.floor.floor_evening import Evening, settings, spend


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a floor on which much has happened."""
    path = tmp_path_factory.mktemp("evening")

    async def run() -> None:
        async with running(settings(path)) as opened:
            await spend(opened)

    asyncio.run(run())
    return path


@pytest.fixture
def folder(evening: Path, tmp_path: Path) -> Path:
    """A copy of it to be tampered with."""
    shutil.copytree(evening, tmp_path / "floor")
    return tmp_path / "floor"


def audited(folder: Path, key: bool = True) -> Audited:
    database = open_floor(f"sqlite:///{folder}/floor.db")
    try:
        return audit(database, HouseKey.load(folder / "floor.key") if key else None)
    finally:
        database.close()


def change(folder: Path, *statements: str) -> None:
    """Changes the database behind the floor's back; every statement must change something."""
    with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount > 0, statement


def rows(folder: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "floor.db")) as connection:
        return connection.execute(sql).fetchall()


def finds(folder: Path, where: str, why: str, key: bool = True) -> None:
    """The audit names this, and nothing else."""
    with pytest.raises(MismatchError) as found:
        audited(folder, key)
    assert re.search(where, found.value.where), f"{found.value}"
    assert re.search(why, found.value.why), f"{found.value}"


def rewrite(folder: Path, stream: str, edit: Callable[[bytes], bytes | None]) -> None:
    """Somebody with the key of the house writes a stream anew, with other lines, every seal, signature and mark in order."""
    key = HouseKey.load(folder / "floor.key")
    seal, edited = FIRST, 0
    with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as connection:
        query = "SELECT id, seq, version, body, signature FROM event WHERE stream = ? ORDER BY seq"
        for number, seq, version, body, signature in connection.execute(query, [stream]).fetchall():
            if (other := edit(bytes(body))) is not None and other != body:
                body, edited = other, edited + 1
            body = re.sub(rb'^(\{"snapshot":\{"after":")[0-9a-f]{64}', rb"\g<1>" + seal.encode(), body)
            seal = digest(seal, body)
            if signature:
                closed = msgspec.json.decode(signature, type=Signature).closed
                name = {"room/poker/room.log": "room/poker", "room/poker/table-1.log": "poker/1/1"}.get(stream, stream)
                signature = msgspec.json.encode(sign_head(key, name, version, seal, closed)).decode()
            changed = [body, seal, signature, mark_of(key, stream, seq, seal), number]
            connection.execute("UPDATE event SET body = ?, seal = ?, signature = ?, mark = ? WHERE id = ?", changed)
        connection.execute("DELETE FROM event WHERE stream = 'checkpoint'")  # they would say what was there before
    assert edited, "nothing was edited"


# ---------------------------------------------------------------------------- in order


def test_a_floor_in_order(folder: Path) -> None:
    """Nothing is found, and everything was looked at: each row of each table is counted."""
    found = audited(folder)
    assert found.lines == rows(folder, "SELECT count(*) FROM event")[0][0]
    assert found.rounds == rows(folder, "SELECT count(*) FROM played")[0][0]
    assert found.commands == rows(folder, "SELECT count(*) FROM command")[0][0]
    assert found.entries == rows(folder, "SELECT count(*) FROM entry")[0][0]
    assert found.accounts == rows(folder, "SELECT count(*) FROM account")[0][0]
    assert (found.tables, found.rooms, found.meters) == (6, 1, 1)
    assert found.signatures and found.signed_by and not found.sealed
    assert "all as the rules say" in sentences(found)[0]


def test_without_the_key_it_says_what_is_not_proven(folder: Path) -> None:
    """Sealed logs are named, a closed table is proven to its end, and signatures are not claimed to be verified."""
    found = audited(folder, key=False)
    assert "table/blackjack" in found.sealed and "table/gone" not in found.sealed and not found.signed_by
    assert any("not verified without --key" in told for told in sentences(found))


def test_the_public_key_verifies_what_needs_no_secret(folder: Path) -> None:
    """An honest floor passes; the rounds whose cards are not revealed are named, and no others."""
    key = HouseKey.load(folder / "floor.key")
    database = open_floor(f"sqlite:///{folder}/floor.db")
    found = audit(database, key.public)
    database.close()
    [(last,)] = rows(folder, "SELECT max(round) FROM played WHERE stream = 'table/blackjack'")
    assert found.signed_by == str(key.public) and set(found.not_verified) == set(found.sealed)
    assert found.not_verified.keys() == {"table/blackjack", "room/poker/table-1.log"}
    assert found.not_verified["table/blackjack"].startswith(f"rounds 1 to {last}, from version ")
    told = "\n".join(sentences(found))
    assert "Not verified, as only the key of the house can:" in told and "    room/poker/table-1.log: round" in told
    assert audited(folder).not_verified == {}


def test_while_a_round_is_played(tmp_path: Path) -> None:
    """A floor that is being served is audited in the middle of a round, of which it says so."""

    async def run() -> Audited:
        async with running(
            settings(tmp_path, clocks=Clocks(betting=0.01, decision=None, dropped=None, away=None, between=0.01))
        ) as opened:
            evening = Evening(opened)
            who = await evening.guest()
            live = await opened.lifecycle.open_table(None, "three", "565", {})
            await evening.sit(live, who, 1)
            await evening.say(live, who, Bet(1, {"Ante": 1000}))
            await evening.until(lambda: live.table.asks() and live.at_rest)
            return await asyncio.to_thread(audited, tmp_path)

    assert asyncio.run(run()).open_rounds == ["table/three"]


# ---------------------------------------------------------------------------- one thing each

BLACKJACK = "stream = 'table/blackjack'"
MIDDLE = "seq = (SELECT min(seq) + 5 FROM event WHERE stream = 'table/blackjack')"
SAID = "WHERE account = (SELECT id FROM account WHERE name = 'Ann') AND id = 'said 1'"
TAMPERED = {
    "a body": (
        f"UPDATE event SET body = CAST(body || ' ' AS BLOB) WHERE {BLACKJACK} AND {MIDDLE}",
        "table/blackjack, line 6",
        "edited",
    ),
    "a body as text": (f"UPDATE event SET body = body || '' WHERE {BLACKJACK} AND {MIDDLE}", "a log", "line 6 is not kept as"),
    "a seal": (f"UPDATE event SET seal = '{'0' * 64}' WHERE {BLACKJACK} AND {MIDDLE}", "table/blackjack, line 6", "edited"),
    "a missing line": (f"DELETE FROM event WHERE {BLACKJACK} AND {MIDDLE}", "table/blackjack, line 7", "line 6 is missing"),
    "a missing first line": (
        f"DELETE FROM event WHERE {BLACKJACK} AND seq = 1",
        "table/blackjack, line 2",
        "line 1 is missing",
    ),
    "a number": (f"UPDATE event SET seq = seq + 1000 WHERE {BLACKJACK} AND {MIDDLE}", "line 1006", "is missing"),
    "a version": (f"UPDATE event SET version = version + 1 WHERE {BLACKJACK} AND {MIDDLE}", "line 6", "kept as version"),
    "a kind": (f"UPDATE event SET kind = 'snapshot' WHERE {BLACKJACK} AND {MIDDLE}", "line 6", "kept as a snapshot"),
    "a signature": (
        "UPDATE event SET signature = replace(signature, substr(signature, 90, 4), '0000')"
        f" WHERE {BLACKJACK} AND signature <> ''",
        "table/blackjack",
        "is not what the floor .* signed",
    ),
    "no signature": (f"UPDATE event SET signature = '' WHERE {BLACKJACK}", "table/blackjack", "did not sign"),
    "a signature of the room": (
        "UPDATE event SET signature = '' WHERE stream = 'room/poker/room.log' AND seq = 3",
        "room/poker",
        "did not sign",
    ),
    "a signature of a room's table": (
        "UPDATE event SET signature = '' WHERE stream = 'room/poker/table-1.log'",
        "room/poker",
        "did not sign",
    ),
    "the last lines of a log": (
        f"DELETE FROM event WHERE {BLACKJACK} AND seq > (SELECT max(seq) - 8 FROM event WHERE {BLACKJACK})",
        "table/blackjack",
        "has line [0-9]+ of it, which is not there any more",
    ),
    "a whole log": ("DELETE FROM event WHERE stream = 'meter/big-one'", "table/meter", "no log of the meter/big-one"),
    "cents of an entry": ("UPDATE entry SET cents = cents + 1 WHERE id = 30", "entry 30", "instead"),
    "an entry's account": ("UPDATE entry SET account = 'cage/3' WHERE account = 'cage/12'", "entry", "instead"),
    "an entry's line": (
        "UPDATE entry SET seq = seq + 1 WHERE id = (SELECT min(id) FROM entry WHERE account = 'table/blackjack/seat_1')",
        "entry",
        "another unit",
    ),
    "an entry's stream": ("UPDATE entry SET stream = 'nowhere' WHERE id = 40", "entry 40", "not there"),
    "a missing entry": ("DELETE FROM entry WHERE id = (SELECT max(id) FROM entry)", ", line", "is missing"),
    "one entry more": (
        "INSERT INTO entry (stream, seq, account, cents) VALUES ('office', 1, 'cage/12', 0)",
        "entry",
        "no record makes it",
    ),
    "chips in the cage": ("UPDATE account SET cage = cage + 1 WHERE name = 'Ann'", "account", "in the cage"),
    "a role": ("UPDATE account SET role = 'pit boss' WHERE name = 'Ann'", "account", "its role is 'pit boss', and 'patron'"),
    "a name": ("UPDATE account SET name = 'Anna' WHERE name = 'Ann'", "account", "its name"),
    "a guest": ("UPDATE account SET guest = 1 WHERE name = 'Ann'", "account", "its guest"),
    "a disabled account": ("UPDATE account SET disabled = 0 WHERE name = 'Gil'", "account", "its disabled"),
    "the key of a name": ("UPDATE account SET name_key = 'anna' WHERE name = 'Ann'", "account", "is looked up as 'anna'"),
    "when an account was made": (
        "UPDATE account SET created = created - 86400000 WHERE name = 'Ann'",
        "account",
        "its created",
    ),
    "an account more": (
        "INSERT INTO account (name, name_key, role, created) VALUES ('Eve', 'eve', 'pit boss', 0)",
        "account",
        "the office made no such account",
    ),
    "an account less": ("DELETE FROM account WHERE name = 'Jack (bot)'", "account", "is not there"),
    "the version of a command": (f"UPDATE command SET version = version + 1 {SAID}", "the id 'said 1'", "kept for version"),
    "the stream of a command": (f"UPDATE command SET stream = 'table/gone' {SAID}", "the id 'said 1'", "kept for version"),
    "the author of a command": (f"UPDATE command SET account = 1 {SAID}", "table/blackjack, line", "which is not kept"),
    "a missing command": (f"DELETE FROM command {SAID}", "table/blackjack, line", "which is not kept"),
    "one command more": (
        "INSERT INTO command (account, id, stream, version) VALUES (12, 'mine', 'table/blackjack', 3)",
        "the id 'mine' of account 12",
        "no record",
    ),
    "when a round began": (f"UPDATE played SET first = first + 1 WHERE {BLACKJACK} AND round = 2", "blackjack", "is listed as"),
    "when a round ended": (f"UPDATE played SET at = at + 1 WHERE {BLACKJACK} AND round = 2", "blackjack", "is listed as"),
    "a void round": (f"UPDATE played SET void = '633a.9' WHERE {BLACKJACK} AND round = 2", "blackjack", "is listed as"),
    "a missing round": (f"DELETE FROM played WHERE {BLACKJACK} AND round = 2", "blackjack", "not in the list"),
    "one round more": (
        "INSERT INTO played (stream, round, first, last, at, void) VALUES ('table/blackjack', 99, 1, 2, 3, '')",
        "round 99 of table/blackjack",
        "no record ends it",
    ),
    "the chapter of a table": (
        "UPDATE opened SET chapter = '565' WHERE name = 'blackjack'",
        "table blackjack",
        "the office says",
    ),
    "the bank of a table": (
        "UPDATE opened SET bank = 'table/b' WHERE name = 'blackjack'",
        "table blackjack",
        "the office says",
    ),
    "the kind of a table": ("UPDATE opened SET kind = 'room' WHERE name = 'blackjack'", "room blackjack", "the office says"),
    "who opened a table": ("UPDATE opened SET opened_by = 12 WHERE name = 'blackjack'", "table blackjack", "the office says"),
    "when a table opened": (
        "UPDATE opened SET opened_at = opened_at - 86400000 WHERE name = 'blackjack'",
        "table blackjack",
        "it was opened at",
    ),
    "when a table closed": ("UPDATE opened SET closed_at = 1 WHERE name = 'gone'", "table gone", "it was closed at"),
    "who closed a table": ("UPDATE opened SET closed_by = 12 WHERE name = 'gone'", "table gone", "the office says"),
    "a closed table": (
        "UPDATE opened SET closed_at = NULL, closed_by = NULL WHERE name = 'gone'",
        "table gone",
        "the office says",
    ),
    "the settings of a table": (
        "UPDATE opened SET settings = replace(settings, '71.1111', '50') WHERE name = 'meter-1'",
        "table meter-1",
        "other settings",
    ),
    "unreadable settings": ("UPDATE opened SET settings = '{' WHERE name = 'blackjack'", "table blackjack", "cannot be read"),
    "a table less": ("DELETE FROM opened WHERE name = 'blackjack'", "blackjack", "is not there"),
    "a table more": (
        "INSERT INTO opened (name, kind, bank, chapter, settings, opened_at)"
        " VALUES ('new', 'table', 'table/new', '565', '{}', 0)",
        "table new",
        "did not open it",
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_is_tampered_with_is_named(folder: Path, what: str) -> None:
    statement, where, why = TAMPERED[what]
    change(folder, statement)
    finds(folder, where, why)


def test_two_accounts_that_swap_the_keys_of_their_names(folder: Path) -> None:
    """The attack: whoever names Pat Boss means Ann from then on, so that roles go to the wrong person."""
    [(ann,)] = rows(folder, "SELECT name_key FROM account WHERE name = 'Ann'")
    [(boss,)] = rows(folder, "SELECT name_key FROM account WHERE name = 'Pat Boss'")
    change(
        folder,
        "UPDATE account SET name_key = 'between' WHERE name = 'Ann'",
        f"UPDATE account SET name_key = '{ann}' WHERE name = 'Pat Boss'",
        f"UPDATE account SET name_key = '{boss}' WHERE name = 'Ann'",
    )
    finds(folder, "account", "is looked up as")


def replaced(before: bytes, after: bytes, times: int = 1) -> Callable[[bytes], bytes]:
    """Puts something else into the first lines that have something."""
    left = [times]

    def edit(body: bytes) -> bytes:
        if left[0] and before in body:
            left[0] -= 1
            return body.replace(before, after, 1)
        return body

    return edit


REWRITTEN: dict[str, tuple[str, bytes, bytes, str, str]] = {
    "a step": ("table/three-card", b'"deal","dealer"', b'"deal","seat_4"', "table/three-card", "line [0-9]+: the log says"),
    "a decision": ("table/three-card", b'"word":"fold"', b'"word":"play"', "table/three-card", "the rules say|entry|instead"),
    "a promise": (
        "table/three-card",
        b'"evidence":"shuffle","promise":1',
        b'"evidence":"shuffle","promise":2',
        "table/",
        "record",
    ),
    "an event of the office": ("office", b'"did":"role granted"', b'"did":"rain made"', "office, line", "cannot be read"),
    "an account of the office": ("office", b'"name":"Ann"', b'"name":"Eve"', "table/|account", "no account|no such"),
    "chips of the office": ("office", b'"cents":100000', b'"cents":200000', "entry", "instead"),
    "an opening of the office": (
        "office",
        b'"table":"gone","chapter":"565"',
        b'"table":"gone","chapter":"557"',
        "table gone",
        "says",
    ),
    "a move of the meter": ("meter/big-one", b'"version":', b'"version":1', "meter/big-one, line", "the tables' logs say"),
    "what the meter began with": ("meter/big-one", b'"cents":', b'"cents":1', "table/meter", "whose log says"),
    "the name of a meter": ("meter/big-one", b'"name":"big-one"', b'"name":"another"', "meter/big-one, line 1", "another"),
    "the end of a round": ("table/three-card", b'"inventory":', b'"inventory":1', "table/three-card", "from nowhere|instead"),
    "the name of a table": ("table/gone", b'"name":"table/gone"', b'"name":"table/here"', "table/gone, line 1", "table/here"),
    "a note of the room": ("room/poker/room.log", b'"hand":1', b'"hand":2', "room/poker", "."),
    "a room's mark": ("room/poker/room.log", b'"mark":[3,"', b'"mark":[3,"0', "room/poker", "took note"),
    "a step in the room": (
        "room/poker/table-1.log",
        b'"deal","seat_1"',
        b'"deal","seat_2"',
        "room/poker",
        "took note|rules say",
    ),
    "who sat": (
        "table/three-card",
        b'"sit","seat_1","","","",10000,"Ann"',
        b'"sit","seat_1","","","",10000,"Gil"',
        "three-card, line 2",
        "Gil has no account",
    ),
    "a snapshot kept as none": ("office", b'{"did":"account named"', b'{"snapshot":{"did":"x"', "office", "kept as a record"),
}


@pytest.mark.parametrize("what", REWRITTEN)
def test_what_the_house_itself_rewrites_is_named(folder: Path, what: str) -> None:
    """Seals and signatures hold; the rules and the other tables of the database do not."""
    stream, before, after, where, why = REWRITTEN[what]
    rewrite(folder, stream, replaced(before, after))
    finds(folder, where, why)


def test_a_rewritten_log_is_not_signed_by_whoever_has_no_key(folder: Path) -> None:
    """The same with every seal in order, but without the key: the first signature over a changed line does not hold."""
    signatures = rows(folder, "SELECT signature, mark, id FROM event")
    rewrite(folder, "table/three-card", replaced(b'"at":', b'"at":1'))
    with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as connection:
        connection.executemany("UPDATE event SET signature = ?, mark = ? WHERE id = ?", signatures)
    finds(folder, "table/three-card", "does not have the mark of the house")
    change(folder, "UPDATE event SET mark = ''")  # as if an earlier version had written it
    finds(folder, "table/three-card", "is not what the floor .* signed")


def house(folder: Path) -> HouseKey:
    """The key of the house."""
    return HouseKey.load(folder / "floor.key")


def append(folder: Path, stream: str, kind: str, body: bytes, by: HouseKey | None = None) -> None:
    """Puts a line with a good seal behind the last of a stream, with the mark of the house where its key is at hand."""
    last = rows(folder, f"SELECT seq, seal, version FROM event WHERE stream = '{stream}' ORDER BY seq DESC LIMIT 1")
    seq, seal, version = last[0] if last else (0, FIRST, 0)
    number, seal = int(str(seq)) + 1, digest(str(seal), body)
    mark = "" if by is None else mark_of(by, stream, number, seal)
    row = [stream, number, kind, int(str(version)) + (kind == "record"), body, seal, "", mark]
    with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as connection:
        connection.execute(f"INSERT INTO event ({FIELDS}) VALUES (?,?,?,?,?,?,?,?)", row)


def test_a_snapshot_that_stands_elsewhere(folder: Path) -> None:
    """A snapshot names the seal before it, from which reading begins."""
    append(folder, "office", "snapshot", b'{"snapshot":{"after":"' + b"0" * 64 + b'","office":{}}}')
    finds(folder, "office", "behind which seal")


def test_a_log_of_nobody(folder: Path) -> None:
    """A stream that no table or room of the floor has."""
    append(folder, "meter/other", "record", b'{"meter":"opened","name":"other","cents":5,"reset":5,"rate":"1"}', house(folder))
    finds(folder, "meter/other", "no table or room")


def test_a_move_that_no_table_made(folder: Path) -> None:
    """The meter's log has one move more than the tables' logs."""
    append(
        folder,
        "meter/big-one",
        "record",
        b'{"meter":"moved","table":"table/meter-1","version":99,"shows":[5,"0"]}',
        house(folder),
    )
    finds(folder, "meter/big-one", "no table moved it")


def test_a_table_that_did_not_close(folder: Path) -> None:
    body = b'{"meter":"moved","table":"table/meter-1","version":99,"shows":[5,"0"],"closed":true}'
    append(folder, "meter/big-one", "record", body, house(folder))
    finds(folder, "meter/big-one", "did not close")


def test_a_move_that_the_meter_lacks(folder: Path) -> None:
    """The meter's log has one move less than the tables' logs."""
    last = "SELECT max(seq) FROM event WHERE stream = 'meter/big-one'"
    change(folder, f"DELETE FROM event WHERE stream = 'meter/big-one' AND seq = ({last})")
    finds(folder, "meter/big-one", "has line [0-9]+ of it, which is not there any more")
    change(folder, "DELETE FROM event WHERE stream = 'checkpoint'")
    finds(folder, "meter/big-one", "lacks")


# ---------------------------------------------------------------------------- what follows from the rest, by itself


def view_of(folder: Path) -> Iterator[tuple[View, Journal]]:
    database = open_floor(f"sqlite:///{folder}/floor.db")
    try:
        with database._engine.connect() as connection:
            view = View(connection)
            journal = Journal(view)
            journal.read()
            yield view, journal
    finally:
        database.close()


@pytest.fixture
def journal(folder: Path) -> Iterator[tuple[View, Journal]]:
    yield from view_of(folder)


@pytest.mark.parametrize("account", ["seat_1", "seat_4", "inventory", "meter", "box"])
def test_chips_at_a_table_are_those_of_the_ledger(journal: tuple[View, Journal], folder: Path, account: str) -> None:
    """An entry that no record explains would show here too."""
    view, read = journal
    table = Ended.of(replay(view.place("table/gone"), game, key=HouseKey.load(folder / "floor.key")))
    check_table("table/gone", table, read.entries.sums)
    with pytest.raises(MismatchError, match=f"table/gone/{account}: .* by the ledger"):
        check_table("table/gone", table, read.entries.sums + Counter({f"table/gone/{account}": 5}))


def test_nobody_has_less_than_nothing_and_nobody_is_not_there(journal: tuple[View, Journal]) -> None:
    """The same without the cards."""
    _, read = journal
    stream = read.streams["table/three-card"]
    check_seats(stream, read.entries.sums)
    for account, cents in (("seat_1", -5), ("seat_5", 5)):
        with pytest.raises(MismatchError, match=account):
            check_seats(stream, {**read.entries.sums, f"table/three-card/{account}": cents})


def test_a_meter_moved_as_much_as_its_tables_say(journal: tuple[View, Journal]) -> None:
    """By the ledger, by its log and by the tables: three sums that are one."""
    view, read = journal
    meter, moved = read.streams["meter/big-one"], read.entries.sums["meter/big-one"]
    assert moved > 0
    check_meter(view, meter, moved, read.entries.sums)
    with pytest.raises(MismatchError, match="tables moved it by"):
        check_meter(view, meter, moved + 1, read.entries.sums)
    with pytest.raises(MismatchError, match="by the ledger"):
        check_meter(view, meter, moved, {**read.entries.sums, "meter/big-one": moved + 1})


def test_jackpots_hold_what_players_gave(journal: tuple[View, Journal], folder: Path) -> None:
    """What is in the boxes of a room, and what its funds have paid."""
    view, read = journal
    funds = play(view, Piece("room/poker"), HouseKey.load(folder / "floor.key")).funds
    assert read.entries.sums["room/poker/table-1.log/box"] > 0
    check_room("room/poker", funds, read.entries.sums)
    for account, why in (("room/poker/table-1.log/box", "contributed"), ("fund/poker/bad beat", "it paid")):
        with pytest.raises(MismatchError, match=why):
            check_room("room/poker", funds, {**read.entries.sums, account: 7})


# ---------------------------------------------------------------------------- what cannot be read


def test_what_is_no_floor(tmp_path: Path) -> None:
    """One sentence, and no file comes into being."""
    with pytest.raises(PitbossError, match="does not exist"):
        open_floor(f"sqlite:///{tmp_path}/none.db")
    assert not (tmp_path / "none.db").exists()
    (tmp_path / "text.db").write_text("not a database" * 1000)
    with pytest.raises(PitbossError, match="not a database"):
        open_floor(f"sqlite:///{tmp_path}/text.db")
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE event (id)").connection.close()
    with pytest.raises(PitbossError, match="not the database of a floor"):
        open_floor(f"sqlite:///{tmp_path}/other.db")


def test_a_floor_of_a_later_version(folder: Path) -> None:
    change(folder, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(PitbossError, match="revision 9999"):
        open_floor(f"sqlite:///{folder}/floor.db")


def test_the_database_is_only_read(folder: Path) -> None:
    """An audit changes no row."""
    before = {table: rows(folder, f"SELECT * FROM {table}") for table in ("event", "entry", "account", "opened", "lease")}
    audited(folder)
    assert before == {table: rows(folder, f"SELECT * FROM {table}") for table in before}
