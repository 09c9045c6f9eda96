"""The file with the key of the house: whole or not at all, for its owner alone, and nothing else is taken for it."""

import copy
import json
import os
import pickle
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import PitbossError
from pitboss.evidence import keys
from pitboss.evidence.errors import BadKey
from pitboss.evidence.keys import HouseKey, PublicKey


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.key"


@pytest.fixture
def umask() -> Iterator[Callable[[int], int]]:
    before = os.umask(0o022)
    yield os.umask
    os.umask(before)


def test_a_key_is_made_and_read_again(path: Path) -> None:
    made = HouseKey.create(path, "Hollywood")
    read = HouseKey.load(path)
    assert read == made
    assert (read.house, read.public) == ("Hollywood", made.public)
    assert made.public.verify(b"log", read.sign(b"log"))
    assert HouseKey.create(path.with_name("other")).signing != made.signing
    assert made.signing != made.sealing


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077, 0o277, 0o777])
def test_nobody_else_can_read_it_whatever_the_umask(path: Path, mask: int, umask: Callable[[int], int]) -> None:
    umask(mask)
    HouseKey.create(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert HouseKey.load(path)
    assert list(path.parent.iterdir()) == [path]


def test_it_is_never_open_to_others_while_it_is_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    sync = os.fsync

    def look(handle: int) -> None:
        seen.extend(stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir())
        assert not path.exists() or stat.S_ISDIR(os.fstat(handle).st_mode)
        sync(handle)

    monkeypatch.setattr(os, "fsync", look)
    HouseKey.create(path)
    assert seen == [0o600, 0o600]


def test_an_existing_file_stays_as_it_is(path: Path) -> None:
    path.write_text("something of value")
    with pytest.raises(BadKey, match="exists already"):
        HouseKey.create(path)
    assert path.read_text() == "something of value"
    path.unlink()
    path.symlink_to(path.with_name("nowhere"))
    with pytest.raises(BadKey, match="exists already"):
        HouseKey.create(path)
    assert os.listdir(path.parent) == [path.name]


def test_of_two_who_make_it_at_once_one_is_refused(path: Path) -> None:
    made: list[HouseKey] = []
    refused: list[BadKey] = []
    start = threading.Barrier(8)

    def make() -> None:
        start.wait()
        try:
            made.append(HouseKey.create(path))
        except BadKey as error:
            refused.append(error)

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(made), len(refused)) == (1, 7)
    assert HouseKey.load(path) == made[0]
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("call", ["fsync", "link", "fchmod"])
def test_a_key_that_cannot_be_written_leaves_nothing(path: Path, call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, full)
    with pytest.raises(BadKey, match=r"house\.key cannot be written: No space left on device"):
        HouseKey.create(path)
    assert os.listdir(path.parent) == []


def test_a_folder_that_is_not_there(path: Path) -> None:
    with pytest.raises(BadKey, match="cannot be written: No such file"):
        HouseKey.create(path / "deeper")
    with pytest.raises(BadKey, match="cannot be written"):
        HouseKey.create(path.with_name("nul\0"))


# ---------------------------------------------------------------------------- reading


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o620, 0o601, 0o666, 0o777, 0o440])
def test_a_key_that_others_can_reach_is_refused(path: Path, mode: int) -> None:
    HouseKey.create(path)
    path.chmod(mode)
    with pytest.raises(BadKey, match="by others than its owner"):
        HouseKey.load(path)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_key_of_another_user_is_refused(path: Path) -> None:
    HouseKey.create(path)
    os.chown(path, 54321, 54321)
    with pytest.raises(BadKey, match="belongs to another user"):
        HouseKey.load(path)


def test_what_is_not_a_file_is_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(BadKey, match="cannot be read: No such file"):
        HouseKey.load(path)
    with pytest.raises(BadKey, match="cannot be read"):
        HouseKey.load(Path("nul\0"))
    with pytest.raises(BadKey, match="is not a file"):
        HouseKey.load(tmp_path)
    os.mkfifo(path, 0o600)
    with pytest.raises(BadKey, match="is not a file"):  # and does not wait for a writer
        HouseKey.load(path)
    path.unlink()
    path.symlink_to(path)
    with pytest.raises(BadKey, match="cannot be read"):
        HouseKey.load(path)
    with pytest.raises(BadKey, match="is not a file"):
        HouseKey.load(Path("/dev/zero"))


def test_a_file_that_may_not_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything: the refusal of the operating system is played."""
    HouseKey.create(path)

    def refused(*given: object, **more: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pitboss.evidence.keys.os.open", refused)
    with pytest.raises(BadKey, match="cannot be read"):
        HouseKey.load(path)


def edit(path: Path, change: Callable[[dict[str, Any]], Any]) -> str:
    content = json.loads(path.read_text())
    changed = change(content)
    path.write_text(changed if isinstance(changed, str) else json.dumps(content))
    return str(content.get("sign", ""))


WRONG: list[Callable[[dict[str, Any]], Any]] = [
    lambda c: c.pop("sign"),
    lambda c: c.update(more=1) or "",
    lambda c: c.update(sign=c["sign"][:-2]),
    lambda c: c.update(sign=c["sign"] + "00"),
    lambda c: c.update(sign=c["sign"] + "\n"),
    lambda c: c.update(sign=" " + c["sign"][1:]),
    lambda c: c.update(sign="x" * 64),
    lambda c: c.update(seal="AB" * 32),
    lambda c: c.update(sign=7),
    lambda c: c.update(house=None),
    lambda c: c.update(house="two\nlines"),
    lambda c: c.update(pitboss="public key of a house"),
    lambda c: c.update(public="00" * 32),
    lambda c: c.update(sign="00" * 32),
    lambda c: "",
    lambda c: "{",
    lambda c: "[]",
    lambda c: "null",
    lambda c: json.dumps(c) + "x",
    lambda c: json.dumps(c) + " " * 5000,
    lambda c: c["sign"],
]


@pytest.mark.parametrize("change", WRONG)
def test_what_is_not_a_key_is_refused_without_telling_the_key(path: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    key = HouseKey.create(path)
    edit(path, change)
    with pytest.raises(BadKey) as refused:
        HouseKey.load(path)
    assert isinstance(refused.value, PitbossError)
    for secret in (key.signing.hex(), key.sealing.hex()):
        assert secret[:16] not in str(refused.value)


def test_bytes_that_are_no_text_are_refused(path: Path) -> None:
    path.write_bytes(b"\xff\xfe" * 40)
    path.chmod(0o600)
    with pytest.raises(BadKey, match="does not hold"):
        HouseKey.load(path)


def test_a_key_is_not_shown_or_copied_by_accident(path: Path) -> None:
    key = HouseKey.create(path, "Hollywood")
    assert f"{key} {key!r} {[key]}" == "<the key of Hollywood> <the key of Hollywood> [<the key of Hollywood>]"
    assert copy.deepcopy([key])[0] is key
    with pytest.raises(BadKey, match="not written anywhere"):
        pickle.dumps(key)
    with pytest.raises(BadKey, match="twice 32 bytes"):
        HouseKey(b"short", bytes(32))


# ---------------------------------------------------------------------------- public keys


def test_a_public_key_is_read_from_digits_or_a_file(path: Path, tmp_path: Path) -> None:
    public = HouseKey.create(path, "Hollywood").public
    assert PublicKey.read(public.key) == PublicKey(public.key)
    public.write(tmp_path / "house.pub")
    assert PublicKey.read(str(tmp_path / "house.pub")) == public
    (tmp_path / "digits").write_text(public.key + "\n")
    assert PublicKey.read(str(tmp_path / "digits")).key == public.key
    with pytest.raises(BadKey, match="exists already"):
        public.write(path)


def test_what_is_not_a_public_key_is_refused(path: Path, tmp_path: Path) -> None:
    HouseKey.create(path)
    (tmp_path / "wrong").write_text("hello")
    (tmp_path / "other").write_text('{"pitboss": "public key of a house", "house": "x", "public": "ab"}')
    for given in (str(path), str(tmp_path / "wrong"), str(tmp_path / "other")):
        with pytest.raises(BadKey, match="does not hold the public key"):
            PublicKey.read(given)
    with pytest.raises(BadKey, match="cannot be read"):
        PublicKey.read("ab" * 31)
    for digits in ("", "AB" * 32, "ab" * 33, "zz" * 32, "ab" * 32 + "\n"):
        with pytest.raises(BadKey, match="64 hexadecimal digits"):
            PublicKey(digits)


def test_the_file_is_what_the_documentation_says(path: Path) -> None:
    key = HouseKey.create(path, "Hollywood")
    assert json.loads(path.read_text()) == {
        "pitboss": keys.SECRET_FILE,
        "house": "Hollywood",
        "sign": key.signing.hex(),
        "seal": key.sealing.hex(),
        "public": key.public.key,
    }
