"""A backup is restored whole or not at all, deals no card that was seen, and brings no session back."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor.books.audit import open_floor
from pitboss.floor.people.registry import WrongPasswordError
from pitboss.floor.restoring import restore
from pitboss.floor.running import Running
from pitboss.floor.storage.backup import back_up, new_name, prune
from pitboss.floor.storage.witness import is_backup
from tests.floor.floor_evening import PASSWORD, Evening
from tests.floor.postgres import Cluster
from tests.floor.test_restored import GAMES, audited, begin, nothing_repeats, play, serve

TOKENS: dict[str, str] = {}


async def begin_and_sign_in(opened: Running, evening: Evening) -> None:
    """The evening of the copies, with a guest and somebody with a password who stay signed in."""
    await begin(opened, evening)
    await play(opened, evening, 1)
    TOKENS["guest"] = (await opened.people.guest("203.0.113.7")).token
    TOKENS["Bea"] = (await opened.people.register("203.0.113.7", "Bea", PASSWORD)).token


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a floor that was stopped, with its backup; more was played since."""
    path = tmp_path_factory.mktemp("restoring")
    serve(path, begin_and_sign_in)
    copy_of(f"sqlite:///{path}/floor.db", path / "backup.db")
    return path


def copy_of(url: str, file: Path) -> None:
    database = open_floor(url)
    back_up(database, file)
    database.close()


def is_marked_as_copy(url: str) -> bool:
    """Whether the next server discards all promises, whatever a witness says."""
    database = open_floor(url)
    try:
        return is_backup(database)
    finally:
        database.close()


def url_in(folder: Path) -> str:
    return f"sqlite:///{folder}/floor.db"


async def who_is_signed_in(opened: Running, evening: Evening) -> set[str]:
    """By name, whose token still counts; Bea signs in again."""
    accounts = {name: await opened.people.account_of(token) for name, token in TOKENS.items()}
    assert (await opened.people.sign_in("203.0.113.7", "Bea", PASSWORD)).account.name == "Bea"
    with pytest.raises(WrongPasswordError):
        await opened.people.sign_in("203.0.113.7", "Bea", "another one")
    return {name for name, account in accounts.items() if account is not None}


def test_a_restored_floor_deals_new_cards_and_signs_out_whoever_has_a_password(evening: Path, tmp_path: Path) -> None:
    """A guest's token is the only way to their chips, and stays."""
    seen = serve(evening, play)
    key = HouseKey.load(evening / "floor.key")
    restored = restore(evening / "backup.db", url_in(tmp_path), key)
    assert restored.vouched and restored.key == key.public.key and restored.rounds >= len(GAMES) and restored.as_of
    assert [each.name for each in tmp_path.iterdir()] == ["floor.db"] and (
        tmp_path / "floor.db"
    ).stat().st_mode & 0o777 == 0o600
    shutil.copy(evening / "floor.key", tmp_path)
    assert is_marked_as_copy(url_in(tmp_path))
    nothing_repeats(seen, serve(tmp_path, play))
    assert serve(tmp_path, who_is_signed_in) == {"guest"}
    assert audited(url_in(tmp_path), tmp_path / "floor.key").discarded > len(GAMES)


def test_nothing_is_replaced(evening: Path, tmp_path: Path) -> None:
    """Neither a floor nor what another one left beside its file, which would become part of it."""
    for name in ("floor.db", "floor.db-wal", "floor.db-journal"):
        (tmp_path / name).write_text("mine")
        with pytest.raises(PitbossError, match=f"{name} exists already: move it away"):
            restore(evening / "backup.db", url_in(tmp_path))
        assert [each.name for each in tmp_path.iterdir()] == [name]
        (tmp_path / name).unlink()


TAMPERED = {
    "a cut page": ("", "not whole|is not a database|malformed"),
    "a line cut off": (
        "DELETE FROM event WHERE stream = 'table/three' AND seq = (SELECT max(seq) FROM event WHERE stream = 'table/three')",
        "table/three, the last checkpoint has line",
    ),
    "a line of somebody else": (
        "UPDATE event SET mark = '' WHERE stream = 'table/three' AND seq = (SELECT max(seq) FROM event"
        " WHERE stream = 'table/three'); DELETE FROM event WHERE stream = 'checkpoint'",
        "line [0-9]+ was not written by a server of this house",
    ),
    "a role": (
        "UPDATE event SET body = CAST(replace(body, 'pit boss', 'patron') AS BLOB) WHERE stream = 'office'",
        "of office was edited",
    ),
    "a trigger": (
        "CREATE TRIGGER mine AFTER DELETE ON session BEGIN UPDATE account SET role = 'pit boss'; END",
        "the trigger mine stands on the table session",
    ),
    "another revision": ("UPDATE alembic_version SET version_num = '9999'", "made by a later version"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_a_backup_that_was_changed_is_refused(evening: Path, tmp_path: Path, what: str) -> None:
    statements, why = TAMPERED[what]
    (tmp_path / "place").mkdir()
    copy = Path(shutil.copy(evening / "backup.db", tmp_path))
    if statements:
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            connection.executescript(statements)
            connection.execute("PRAGMA journal_mode = DELETE")
    else:
        copy.write_bytes(copy.read_bytes()[:-4096])
    with pytest.raises(PitbossError, match=why):
        restore(copy, url_in(tmp_path / "place"), HouseKey.load(evening / "floor.key"))
    assert not list((tmp_path / "place").iterdir()), "and nothing is left behind"


def test_the_backup_of_another_house_or_kind_is_refused(evening: Path, tmp_path: Path) -> None:
    other = HouseKey.create(tmp_path / "other.key")
    (tmp_path / "dump").write_bytes(b"PGDMP and so on")
    (tmp_path / "page").write_text("a page")
    for key in (other, other.public):
        with pytest.raises(PitbossError, match="the backup belongs to the key"):
            restore(evening / "backup.db", url_in(tmp_path), key)
    for name, why in (("dump", "backup of a PostgreSQL"), ("page", "is not a backup"), ("nothing", "cannot be read")):
        with pytest.raises(PitbossError, match=why):
            restore(tmp_path / name, url_in(tmp_path))
    restored = restore(evening / "backup.db", url_in(tmp_path), HouseKey.load(evening / "floor.key").public)
    assert not restored.vouched, "which only the key of the house shows"


def test_backups_in_a_folder_are_kept_up_to_a_number(evening: Path, tmp_path: Path) -> None:
    """The oldest are deleted, and nothing that has another name."""
    names = [f"floor-2026110{day}T000000Z.db" for day in range(1, 6)]
    for name in (*names, "floor.db", "floor-mine.db", "floor-20261101T000000Z.db.copy"):
        (tmp_path / name).write_text("")
    assert [each.name for each in prune(tmp_path, 2)] == names[:3]
    assert {each.name for each in tmp_path.iterdir()} == {
        *names[3:],
        "floor.db",
        "floor-mine.db",
        "floor-20261101T000000Z.db.copy",
    }
    assert prune(tmp_path, 0) == []
    database = open_floor(url_in(evening))
    assert prune(tmp_path, 1) and new_name(tmp_path, database).name > names[-1]
    database.close()


def test_a_dump_is_restored_into_an_empty_database(cluster: Cluster, tmp_path: Path) -> None:
    """It is marked as a copy: its first server discards promises even if the witness beside the key would vouch for it."""
    url, key_file = cluster.new(), tmp_path / "house.key"
    chosen: dict[str, Any] = {"database": url, "key": key_file}
    serve(tmp_path, begin_and_sign_in, **chosen)
    copy_of(url, tmp_path / "backup.dump")
    key, other = HouseKey.load(key_file), cluster.new()
    (tmp_path / "cut.dump").write_bytes((tmp_path / "backup.dump").read_bytes()[:-20_000])
    for file, wrong, why in (("cut.dump", key, "pg_restore"), ("backup.dump", HouseKey.create(tmp_path / "k"), "belongs to")):
        with pytest.raises(PitbossError, match=why):
            restore(tmp_path / file, other, wrong)
    restored = restore(tmp_path / "backup.dump", other, key)
    assert restored.vouched and restored.rounds >= len(GAMES)
    with pytest.raises(PitbossError, match="is not empty"):
        restore(tmp_path / "backup.dump", other, key)
    with pytest.raises(PitbossError, match="is not a backup of a PostgreSQL"):
        restore(key_file, other, key)
    seen = serve(tmp_path, play, **chosen)
    assert is_marked_as_copy(other) and not is_marked_as_copy(url)
    nothing_repeats(seen, serve(tmp_path, play, **{**chosen, "database": other}))
    assert serve(tmp_path, who_is_signed_in, **{**chosen, "database": other}) == {"guest"}
    assert not is_marked_as_copy(other)
    discarded = audited(other, key_file).discarded
    assert discarded > len(GAMES)
    serve(tmp_path, who_is_signed_in, **{**chosen, "database": other})
    assert audited(other, key_file).discarded == discarded, "once"
