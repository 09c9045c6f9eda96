"""What somebody with the database, but without the key of the house, forges or removes, an audit with the key finds; what is
cut off at the end, a checkpoint in another place."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor.books.audit import audit, open_floor, sentences
from pitboss.floor.books.audit_result import Audited, MismatchError
from pitboss.floor.people import office
from pitboss.floor.people.accounts import session_digest
from pitboss.floor.people.passwords import digest_of
from pitboss.floor.server import running
from pitboss.floor.storage.checkpoints import STREAM, read
from pitboss.table.log.sealed import FIRST, digest
from tests import commands
from tests.floor.floor_evening import PASSWORD, settings
from tests.floor.test_audit import append, change, evening, finds, folder, rows

__all__ = ["evening", "folder"]  # fixtures


@pytest.fixture
def kept(folder: Path, tmp_path: Path) -> Iterator[Path]:
    """A checkpoint of the floor that is kept in another place."""
    done = commands.pitboss("checkpoint", str(tmp_path / "kept.json"), "--database", f"sqlite:///{folder}/floor.db")
    assert done.returncode == 0, done.stderr
    yield tmp_path / "kept.json"


def audited(folder: Path, checkpoint: Path | None = None) -> Audited:
    database = open_floor(f"sqlite:///{folder}/floor.db")
    try:
        return audit(database, HouseKey.load(folder / "floor.key"), checkpoint=checkpoint)
    finally:
        database.close()


def misses(folder: Path, checkpoint: Path, where: str, why: str) -> None:
    """The audit by a checkpoint names what is gone."""
    with pytest.raises(MismatchError, match=why) as found:
        audited(folder, checkpoint)
    assert found.value.where == where


# ---------------------------------------------------------------------------- forged


def test_forged_chips(folder: Path) -> None:
    """The attack: a line with a good seal, its entries, and the chips in the cage."""
    [(ann,)] = rows(folder, "SELECT id FROM account WHERE name = 'Ann'")
    event = office.ChipsIssued(by=office.HOUSE, at=1_800_000_000_000, account=int(str(ann)), cents=500_000)
    append(folder, "office", "record", office.encode(event))
    [(seq,)] = rows(folder, "SELECT max(seq) FROM event WHERE stream = 'office'")
    change(
        folder,
        f"INSERT INTO entry (stream, seq, account, cents) VALUES ('office', {seq}, 'issued', -500000)",
        f"INSERT INTO entry (stream, seq, account, cents) VALUES ('office', {seq}, 'cage/{ann}', 500000)",
        f"UPDATE account SET cage = cage + 500000 WHERE id = {ann}",
    )
    finds(folder, f"office, line {seq}", "did not sign this one")
    finds(folder, f"office, line {seq}", "did not sign this one", key=False)


def test_an_office_without_signatures(folder: Path) -> None:
    """Whoever takes all signatures away says that an earlier version wrote it; the tables say otherwise."""
    change(folder, "UPDATE event SET signature = '' WHERE stream = 'office'", f"DELETE FROM event WHERE stream = '{STREAM}'")
    finds(folder, "office", "no line of it is signed")


def test_signatures_of_another_key(folder: Path, tmp_path: Path) -> None:
    """A line that somebody signs with a key of his own."""
    [(signature,)] = rows(folder, "SELECT signature FROM event WHERE stream = 'office' ORDER BY seq DESC LIMIT 1")
    other = HouseKey.create(tmp_path / "other.key").public.key
    forged = str(signature).replace(str(signature)[8:72], other)
    change(folder, f"UPDATE event SET signature = '{forged}' WHERE stream = 'office' AND seq = 3")
    finds(folder, "office, line 3", "a key that you do not know")


def test_a_signature_that_is_none(folder: Path) -> None:
    signed = "SELECT stream, seq FROM event WHERE stream LIKE 'table/%' AND signature != '' ORDER BY stream, seq LIMIT 1"
    [(stream, seq)] = rows(folder, signed)
    change(folder, f"UPDATE event SET signature = '{{}}' WHERE stream = '{stream}' AND seq = {seq}")
    finds(folder, str(stream), "its signature cannot be read")


SESSION = "INSERT INTO session (token, account, created, expires) VALUES ('{}', {}, 1800000000000, 1900000000000)"


def test_a_planted_session(folder: Path) -> None:
    """The attack: a token of one's own for the pit boss."""
    [(boss,)] = rows(folder, "SELECT id FROM account WHERE name = 'Pat Boss'")
    change(folder, SESSION.format(digest_of("mine"), boss))
    finds(folder, f"account {boss}", "a session that the office did not begin")


@pytest.mark.parametrize("changed", ["account = (SELECT id FROM account WHERE name = 'Pat Boss')", "expires = expires + 1"])
def test_a_changed_session(folder: Path, changed: str) -> None:
    change(folder, f"UPDATE session SET {changed} WHERE account = (SELECT id FROM account WHERE name = 'Ann')")
    finds(folder, "account", "a session that the office did not begin")


def test_a_changed_password(folder: Path) -> None:
    """The attack: the hash of a password that one knows, from another account."""
    gil = "(SELECT password FROM account WHERE name = 'Gil')"
    change(folder, f"UPDATE account SET password = {gil} WHERE name = 'Pat Boss'")
    finds(folder, "account", "its password is not the one that the office has on record")


def test_a_session_that_has_ended_does_not_come_back(tmp_path: Path) -> None:
    """Signed in, out, in again with the last token brought along, and out everywhere: only the rows that are there count."""

    async def spend() -> None:
        async with running(settings(tmp_path)) as opened:
            people = opened.people
            ann = await people.register("203.0.113.7", "Ann", PASSWORD)
            for _ in range(25):  # the oldest of so many end
                last = await people.sign_in("203.0.113.7", "Ann", PASSWORD)
            again = await people.sign_in("203.0.113.7", "Ann", PASSWORD, last.token)
            await people.sign_out(again.token)
            await people.sign_out_everywhere(ann.account, "Ann")
            last = await people.sign_in("203.0.113.7", "Ann", PASSWORD)
            rows_of.append(rows(tmp_path, "SELECT token, account, created, expires FROM session")[0])
            await people.sign_out(last.token)

    rows_of: list[tuple[object, ...]] = []
    asyncio.run(spend())
    assert audited(tmp_path).recorded
    token, account, created, expires = rows_of[0]
    assert session_digest(str(token), int(str(account)), int(str(created)), int(str(expires)))
    change(
        tmp_path,
        f"INSERT INTO session (token, account, created, expires) VALUES ('{token}', {account}, {created}, {expires})",
    )
    finds(tmp_path, "account", "or that has ended")


TABLE = "table/three-card"


def forge(folder: Path, mark: str) -> int:
    """Makes the last line of a table one that somebody without the key wrote, but for which all is in order; its number."""
    [(seq,)] = rows(folder, f"SELECT max(seq) FROM event WHERE stream = '{TABLE}'")
    change(
        folder,
        f"UPDATE event SET mark = {mark} WHERE stream = '{TABLE}' AND seq = {seq}",
        f"DELETE FROM event WHERE stream = '{STREAM}'",
    )
    return int(str(seq))


def fallen_at_start(folder: Path) -> dict[str, str]:
    """Which tables a floor cannot take up when it starts, and why."""

    async def spend() -> dict[str, str]:
        async with running(settings(folder)) as opened:
            return {name: each.why for name, each in opened.lifecycle.broken.items()}

    return asyncio.run(spend())


@pytest.mark.parametrize("mark", ["''", f"(SELECT mark FROM event WHERE stream = '{TABLE}' AND seq = 3)"])
def test_a_forged_line_is_not_dealt_from(folder: Path, mark: str) -> None:
    """The attack: a line in the database of a stopped floor, which the next start accepted, and signed with its checkpoint."""
    seq = forge(folder, mark)
    for _ in range(2):  # the second start finds the checkpoints of the first
        assert fallen_at_start(folder) == {"three-card": "a log is wrong: `pitboss audit` says where"}
    finds(folder, f"{TABLE}, line {seq}", "does not have the mark of the house")
    assert TABLE not in read(bodies(folder)[-1][0]).streams


def test_lines_of_an_earlier_version(folder: Path) -> None:
    """They have no marks: the checkpoint vouches that was made when the floor stopped."""
    change(folder, "UPDATE event SET mark = ''")
    assert fallen_at_start(folder) == {}
    change(folder, "UPDATE event SET mark = '' WHERE stream LIKE 'table/%'", f"DELETE FROM event WHERE stream = '{STREAM}'")
    assert "three-card" in fallen_at_start(folder)


def refuses_to_start(folder: Path, why: str) -> None:
    """Neither a server nor an office command goes on with this floor."""
    with pytest.raises(PitbossError, match=why):
        fallen_at_start(folder)
    done = commands.pitboss("staff", "Eve", "--role", "pit boss", "--database", f"sqlite:///{folder}/floor.db")
    assert done.returncode == 2 and "somebody changed the database" in done.stderr, done.stderr


def forge_office(folder: Path) -> int:
    """A line behind the last one of the office, with a good seal; its number."""
    append(folder, "office", "record", office.encode(office.ChipsIssued(by=office.HOUSE, at=1, account=1, cents=500_000)))
    return int(str(rows(folder, "SELECT max(seq) FROM event WHERE stream = 'office'")[0][0]))


def test_a_forged_line_of_the_office_is_not_signed_by_the_next_start(folder: Path) -> None:
    """The attack: the office went on behind the forged line, with lines that the house signed."""
    seq = forge_office(folder)
    refuses_to_start(folder, f"line {seq} of the office was not written by a server of this house")
    change(folder, f"DELETE FROM event WHERE stream = 'office' AND seq = {seq}")
    assert fallen_at_start(folder) == {}, "it is gone"


def test_a_forged_line_of_the_office_without_any_checkpoint(folder: Path) -> None:
    """Whoever removes the checkpoints too is found by the lines before, which are signed."""
    change(folder, f"DELETE FROM event WHERE stream = '{STREAM}'")
    assert fallen_at_start(folder) == {}
    change(folder, f"DELETE FROM event WHERE stream = '{STREAM}'")
    refuses_to_start(folder, f"line {forge_office(folder)} of the office")


def test_a_forged_line_before_signed_ones(folder: Path) -> None:
    """The lines of an evening, of which one in the middle is edited with its seal, as no checkpoint has them yet."""
    change(folder, f"DELETE FROM event WHERE stream = '{STREAM}'")
    last = "(SELECT max(seq) FROM event WHERE stream = 'office')"
    change(folder, f"UPDATE event SET body = CAST(body || ' ' AS BLOB) WHERE stream = 'office' AND seq = {last} - 3")
    refuses_to_start(folder, "of the office was not written by a server of this house")


def test_an_office_that_was_cut_short(folder: Path) -> None:
    """The last checkpoint says how far it went."""
    [(seq,)] = rows(folder, "SELECT max(seq) FROM event WHERE stream = 'office'")
    change(folder, f"DELETE FROM event WHERE stream = 'office' AND seq = {seq}")
    refuses_to_start(folder, f"has line {seq} of the office, and it is gone")
    change(folder, "DELETE FROM event WHERE stream = 'office'")
    with pytest.raises(PitbossError, match=f"has line {seq} of the office, and it is gone"):
        fallen_at_start(folder)


def test_a_forged_last_checkpoint(folder: Path) -> None:
    last = f"(SELECT max(seq) FROM event WHERE stream = '{STREAM}')"
    change(folder, f"UPDATE event SET body = CAST(body || ' ' AS BLOB) WHERE stream = '{STREAM}' AND seq = {last}")
    change(folder, f"UPDATE event SET seal = '{FIRST}' WHERE stream = '{STREAM}' AND seq = {last}")
    refuses_to_start(folder, "of the checkpoints is not of this house")


@pytest.mark.parametrize("table", ["three-card", "blackjack"])
def test_a_table_that_was_cut_short_is_not_dealt_from(folder: Path, table: str) -> None:
    """The attack: the last round with all that refers to it, while the checkpoints stay; the next one had fewer lines."""
    remove_last_round(folder, f"table/{table}")
    assert table in fallen_at_start(folder)
    assert table in fallen_at_start(folder), "its own checkpoints do not forget it"


# ---------------------------------------------------------------------------- removed


def remove_last_round(folder: Path, stream: str = "table/blackjack") -> None:
    """The attack: the last round of a table with ledger, ids and list, and every chip that it moved."""
    [(last, first)] = rows(folder, f"SELECT round, first FROM played WHERE stream = '{stream}' ORDER BY round DESC LIMIT 1")
    with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as connection:
        seq = connection.execute("SELECT min(seq) FROM event WHERE stream = ? AND version >= ?", [stream, first]).fetchone()[0]
        for account, cents in connection.execute(
            "SELECT account, cents FROM entry WHERE stream = ? AND seq >= ? AND account LIKE 'cage/%'", [stream, seq]
        ).fetchall():
            connection.execute("UPDATE account SET cage = cage - ? WHERE id = ?", [cents, account[5:]])
        for table in ("event", "entry"):
            connection.execute(f"DELETE FROM {table} WHERE stream = ? AND seq >= ?", [stream, seq])
        connection.execute("DELETE FROM command WHERE stream = ? AND version >= ?", [stream, first])
        connection.execute("DELETE FROM played WHERE stream = ? AND round = ?", [stream, last])


def remove_checkpoints(folder: Path, left: int) -> None:
    change(folder, f"DELETE FROM event WHERE stream = '{STREAM}' AND seq > {left}")


def test_the_last_round_of_a_table_is_removed(folder: Path) -> None:
    """Checkpoints in the database itself tell: there is one when a floor stops."""
    assert audited(folder).checkpoints
    remove_last_round(folder)
    finds(folder, "table/blackjack", "has line [0-9]+ of it, which is not there any more")


def test_the_checkpoints_are_removed_with_it(folder: Path, kept: Path) -> None:
    """Then only one that is kept in another place tells."""
    assert audited(folder, kept)
    remove_last_round(folder)
    change(folder, f"DELETE FROM event WHERE stream = '{STREAM}'")
    assert audited(folder), "which is why it is kept in another place"
    misses(folder, kept, STREAM, "which is not there any more")


def test_the_witness_beside_the_key_remembers_what_was_cut_off(tmp_path: Path) -> None:
    """The attack: the tail of a log and all checkpoints, while the witness lies beside the key."""

    async def spend() -> None:
        async with running(settings(tmp_path)) as opened:
            for _ in range(3):
                await opened.people.guest("203.0.113.7")

    def with_witness() -> Audited:
        database = open_floor(f"sqlite:///{tmp_path}/floor.db")
        try:
            return audit(database, HouseKey.load(tmp_path / "floor.key"), key_file=tmp_path / "floor.key")
        finally:
            database.close()

    asyncio.run(spend())
    found = with_witness()
    assert found.witnesses == 1 and any("remembers no line that is missing" in told for told in sentences(found))
    change(tmp_path, f"DELETE FROM event WHERE stream = '{STREAM}'")
    assert audited(tmp_path), "without the witness nothing tells"
    with pytest.raises(
        MismatchError, match=r"the witness beside the key remembers line [0-9]+ of it, which is not there any more"
    ):
        with_witness()
    done = commands.pitboss("audit", "--database", f"sqlite:///{tmp_path}/floor.db")
    assert done.returncode == 1 and "the witness beside the key" in done.stdout


def test_an_audit_says_what_it_cannot_exclude(folder: Path, kept: Path) -> None:
    assert any("cannot be excluded that the last lines were cut off" in told for told in sentences(audited(folder)))
    told = sentences(audited(folder, kept))
    assert "All that the checkpoint has is there." in told and not any("cut off" in each for each in told)


def test_a_checkpoint_refers_to_the_one_before(folder: Path, kept: Path) -> None:
    found = [read(bytes(str(body), "utf8") if isinstance(body, str) else body) for (body,) in bodies(folder)]
    assert [each.v for each in found] == list(range(1, len(found) + 1))
    seals = [seal for (seal,) in rows(folder, f"SELECT seal FROM event WHERE stream = '{STREAM}' ORDER BY seq")]
    assert [each.previous for each in found[1:]] == seals[:-1]
    remove_checkpoints(folder, len(found) - 1)
    misses(folder, kept, STREAM, "which is not there any more")


def bodies(folder: Path) -> list[tuple[bytes]]:
    return rows(folder, f"SELECT body FROM event WHERE stream = '{STREAM}' ORDER BY seq")  # type: ignore[return-value]


def test_a_checkpoint_of_the_floor_as_it_goes_on(folder: Path, kept: Path) -> None:
    """It stays true when more is written, and nothing is written where nothing has changed."""

    async def spend() -> None:
        async with running(settings(folder)) as opened:
            await opened.people.guest("203.0.113.7")

    asyncio.run(spend())
    assert audited(folder, kept).checkpoints > read(kept_body(kept)).v
    before = rows(folder, "SELECT count(*) FROM event")
    done = commands.pitboss("checkpoint", "--database", f"sqlite:///{folder}/floor.db", "--json")
    assert done.returncode == 0 and rows(folder, "SELECT count(*) FROM event") == before


def kept_body(path: Path) -> bytes:
    return path.read_bytes().partition(b',"seal":')[0] + b"}"


@pytest.mark.parametrize(
    ("forged", "why"),
    [
        ((b'"at":', b'"at":1'), "its seal does not hold"),
        ((b'"seal":"', b'"seal":"0'), "is not a checkpoint as"),
        ((b'"signature":"', b'"signature":"0'), "is not a checkpoint as"),
    ],
)
def test_a_forged_checkpoint(folder: Path, kept: Path, forged: tuple[bytes, bytes], why: str) -> None:
    kept.write_bytes(kept.read_bytes().replace(*forged))
    with pytest.raises(PitbossError, match=why):
        audited(folder, kept)


def test_a_checkpoint_of_another_house(folder: Path, kept: Path, tmp_path: Path) -> None:
    other = HouseKey.create(tmp_path / "other.key").public
    database = open_floor(f"sqlite:///{folder}/floor.db")
    with pytest.raises(PitbossError, match="not a checkpoint of this house"):
        audit(database, other, checkpoint=kept)
    with pytest.raises(PitbossError, match="verified with the key"):
        audit(database, None, checkpoint=kept)
    database.close()


# ---------------------------------------------------------------------------- floors of earlier versions


def test_a_floor_whose_office_was_not_signed(folder: Path, tmp_path: Path) -> None:
    """It is audited as before, and says what is not signed; from its next start on everything is."""
    old = tmp_path / "old"
    shutil.copytree(folder, old)
    change(
        old,
        "DELETE FROM event WHERE stream NOT IN ('office')",
        "DELETE FROM opened",
        "DELETE FROM command",
        "DELETE FROM played",
        "DELETE FROM session",
    )
    keep = ("account made", "account named", "role granted", "account disabled", "chips issued", "floor opened")
    rewrite_office(old, keep)
    found = audited(old)
    assert found.unsigned and not found.recorded and any("not signed" in told for told in sentences(found))

    async def spend() -> None:
        async with running(settings(old)):
            pass

    asyncio.run(spend())
    again = audited(old)
    assert again.unsigned == found.unsigned and again.recorded
    change(old, "UPDATE account SET password = 'x' WHERE name = 'Ann'")
    finds(old, "account", "its password")


def rewrite_office(folder: Path, keep: tuple[str, ...]) -> None:
    """The office as an earlier version wrote it: no signatures, no digests, and nothing at the tables."""
    seal, seq = FIRST, 0
    with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as connection:
        lines = connection.execute("SELECT id, seq, body FROM event WHERE stream = 'office' ORDER BY seq").fetchall()
        connection.execute("DELETE FROM entry WHERE stream <> 'office'")
        connection.execute("UPDATE event SET seq = seq + 100000")
        connection.execute("UPDATE entry SET seq = seq + 100000")
        for number, was, body in lines:
            told = msgspec.json.decode(body)
            if told["did"] not in keep:
                connection.execute("DELETE FROM event WHERE id = ?", [number])
                continue
            seq += 1
            body = msgspec.json.encode({word: value for word, value in told.items() if word not in ("password", "session")})
            seal = digest(seal, body)
            connection.execute(
                "UPDATE event SET seq = ?, version = ?, body = ?, seal = ?, signature = '', mark = '' WHERE id = ?",
                [seq, seq, body, seal, number],
            )
            connection.execute("UPDATE entry SET seq = ? WHERE seq = ?", [seq, was + 100000])
        connection.execute(
            "UPDATE account SET cage = (SELECT coalesce(sum(cents), 0) FROM entry WHERE account = 'cage/' || account.id)"
        )
