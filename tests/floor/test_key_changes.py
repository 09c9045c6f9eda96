"""The house changes its key: old logs still verify, the floor goes on, and who has the old key can write nothing any more."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey, PublicKey, public_file, read_key
from pitboss.floor.books.audit import audit, open_floor, sentences
from pitboss.floor.books.audit_result import Audited, MismatchError
from pitboss.floor.office_commands import change_key, make_checkpoint
from pitboss.floor.people import office
from pitboss.floor.server import running
from pitboss.floor.storage.signing import line_behind, marked
from pitboss.floor.storage.transactions import OFFICE, StreamLine
from tests.floor.floor_evening import settings
from tests.floor.postgres import Cluster
from tests.floor.test_restored import begin, play, serve


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a floor whose key was changed twice, with rounds before, between and after, also in one shoe."""
    path = tmp_path_factory.mktemp("keys")
    serve(path, begin)
    for _ in range(2):
        serve(path, play)
        change(path)
    serve(path, play)
    return path


def url_in(folder: Path) -> str:
    return f"sqlite:///{folder}/floor.db"


def change(folder: Path, **others: Any) -> HouseKey:
    return asyncio.run(change_key(url_in(folder), folder / "floor.key", **others))


@pytest.fixture
def folder(evening: Path, tmp_path: Path) -> Path:
    """A copy of it to be tampered with."""
    shutil.copytree(evening, tmp_path / "floor")
    return tmp_path / "floor"


def audited(folder: Path, key: Any) -> Audited:
    database = open_floor(url_in(folder))
    try:
        return audit(database, key)
    finally:
        database.close()


def test_logs_of_all_keys_verify(evening: Path) -> None:
    """With the present key everything, with its public file all that needs no secret; promises were not discarded."""
    key = HouseKey.load(evening / "floor.key")
    found = audited(evening, key)
    assert found.keys_changed == 2 and found.rounds > 20 and not found.not_verified and not found.discarded
    assert any("changed its key 2 times" in told for told in sentences(found))
    public = read_key(str(public_file(evening / "floor.key")))
    assert isinstance(public, PublicKey) and len(public.earlier) == 2 and public == key.public
    assert audited(evening, public).keys_changed == 2
    names = {path.name for path in evening.glob("floor.key*") if "witness" not in path.name}
    assert names == {"floor.key", "floor.key.pub", *(f"floor.key.{each[:8]}" for each in public.earlier)}


def test_an_earlier_key_alone_proves_nothing_new(evening: Path) -> None:
    """Neither opens it the floor; without the earlier keys the present one does not verify what they signed."""
    public = read_key(str(public_file(evening / "floor.key")))
    assert isinstance(public, PublicKey)
    first = HouseKey.load(evening / f"floor.key.{public.earlier[-1][:8]}")
    for known in (first, first.public, PublicKey(public.key)):
        with pytest.raises(MismatchError, match=r"a key that you do not know|mark of the house"):
            audited(evening, known)
    with pytest.raises(PitbossError, match="belongs to the key"):
        serve(evening, play, key=evening / f"floor.key.{public.earlier[-1][:8]}")


def insert(folder: Path, line: StreamLine) -> None:
    database = open_floor(url_in(folder))
    columns = "stream, seq, kind, version, body, seal, signature, mark"
    values = ", ".join(f":{name}" for name in columns.split(", "))
    database.change(lambda c: c.execute(sa.text(f"INSERT INTO event ({columns}) VALUES ({values})"), line._asdict()))
    database.close()


@pytest.mark.parametrize("stream", [OFFICE, "table/three"])
def test_a_thief_of_an_earlier_key_writes_nothing(folder: Path, stream: str) -> None:
    """The attack: a line with a true seal, signature and mark of a key that the house has given up."""
    public = HouseKey.load(folder / "floor.key").public
    thief = HouseKey.load(folder / f"floor.key.{public.earlier[0][:8]}")
    database = open_floor(url_in(folder))
    head = database.head(stream)
    database.close()
    assert head is not None
    event = office.RoleGranted(by=office.HOUSE, at=1, account=1, name="Eve", role="pit boss", before="patron")
    body = office.encode(event) if stream == OFFICE else b'{"v":%d,"at":1}' % (head.version + 1)
    line = line_behind(head.seal, stream, head.seq + 1, body, thief)
    if stream != OFFICE:
        line = line._replace(version=head.version + 1)
    insert(folder, marked(thief, line))
    with pytest.raises(MismatchError, match="the key of the house at that time"):
        audited(folder, HouseKey.load(folder / "floor.key"))
    with pytest.raises(MismatchError, match="the key of the house at that time"):
        audited(folder, public)
    if stream == OFFICE:
        with pytest.raises(PitbossError, match="was not written by a server of this house"):
            serve(folder, play)


def test_a_change_without_its_checkpoint_is_named(folder: Path) -> None:
    """The new key has to vouch for every log as it was: nothing may be added with the old one later."""
    database = open_floor(url_in(folder))
    database.change(lambda c: c.execute(sa.text("DELETE FROM event WHERE stream = 'checkpoint'")))
    database.close()
    with pytest.raises(MismatchError, match="no checkpoint was signed with the new one"):
        audited(folder, HouseKey.load(folder / "floor.key"))


def test_a_change_that_was_interrupted_is_finished(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever it stops, there is a key with which the floor goes on; the same new key is used again."""
    for place in ("checkpoints.Checkpoint", "", ""):
        before = HouseKey.load(folder / "floor.key").public.key
        with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
            where = "pitboss.floor.office_commands." + ("changing_key" if place else "replace_key")

            def killed(*_: Any) -> None:
                raise KeyboardInterrupt

            patched.setattr(where, killed)
            change(folder)
        following = HouseKey.load(folder / "floor.key.next").public.key
        assert HouseKey.load(folder / "floor.key").public.key == before
        assert change(folder).public.key == following == HouseKey.load(folder / "floor.key").public.key
    assert audited(folder, HouseKey.load(folder / "floor.key")).keys_changed == 5


def test_after_a_theft_promises_are_discarded(folder: Path) -> None:
    change(folder, stolen=True)
    serve(folder, play)
    assert audited(folder, HouseKey.load(folder / "floor.key")).discarded


def test_a_floor_that_is_served_or_was_changed_keeps_its_key(folder: Path) -> None:
    async def while_served() -> None:
        async with running(settings(folder)):
            with pytest.raises(PitbossError, match="is served by another process"):
                await asyncio.to_thread(change, folder)

    asyncio.run(while_served())
    database = open_floor(url_in(folder))
    lost = "DELETE FROM event WHERE stream = 'table/three' AND seq = (SELECT max(seq) FROM event WHERE stream = 'table/three')"
    database.change(lambda c: (c.execute(sa.text(lost)), c.execute(sa.text("DELETE FROM event WHERE stream = 'checkpoint'"))))
    database.change(lambda c: c.execute(sa.text("UPDATE event SET mark = 'no' WHERE stream = 'table/three'")))
    database.close()
    with pytest.raises(PitbossError, match="of table/three was not written by a server of this house"):
        change(folder)
    assert not list(folder.glob("floor.key.pub.*"))


def test_a_floor_on_postgresql_changes_its_key(cluster: Cluster, tmp_path: Path) -> None:
    chosen: dict[str, Any] = {"database": cluster.new(), "key": tmp_path / "house.key"}
    serve(tmp_path, begin, **chosen)

    async def while_served() -> None:
        async with running(settings(tmp_path, **chosen)):
            with pytest.raises(PitbossError, match="other connections: stop every server"):
                await change_key(chosen["database"], chosen["key"])

    asyncio.run(while_served())
    asyncio.run(change_key(chosen["database"], chosen["key"]))
    serve(tmp_path, play, **chosen)
    line = asyncio.run(make_checkpoint(chosen["database"], chosen["key"]))
    assert msgspec.json.decode(line.signature)["key"] == HouseKey.load(chosen["key"]).public.key
    database = open_floor(chosen["database"])
    assert audit(database, HouseKey.load(chosen["key"])).keys_changed == 1
    database.close()
