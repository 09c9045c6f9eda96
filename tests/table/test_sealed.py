"""Sealed lines in a file: what is written and read again, what is cut short, edited, locked or cannot be written."""

import os
from pathlib import Path

import pytest

from pitboss.errors import BadLog, Stopped
from pitboss.table.log import sealed
from pitboss.table.log.sealed import (
    FIRST,
    FilePlace,
    Line,
    Row,
    SealedFile,
    digest,
    line_after,
    place_of,
    read_lines,
    tail,
    text_of,
    to_disk,
)

SIGNATURE = '{"key":"' + "a" * 64 + '","signature":"' + "b" * 128 + '"}'
CLOSED = SIGNATURE[:-1] + ',"closed":true}'


def behind(seal: str) -> bytes:
    return b'{"snapshot":{"after":"' + seal.encode() + b'"},"x":1}'


def a_log(path: Path, *rows: bytes | Row) -> SealedFile:
    file = SealedFile.create(path, b'{"first":1}')
    if rows:
        file.append(rows)
    return file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.log"


# ---------------------------------------------------------------------------- lines


def test_a_row_becomes_a_line_behind_a_seal() -> None:
    assert line_after(FIRST, b"{}") == line_after(FIRST, Row(b"{}")) == Line(0, b"{}", digest(FIRST, b"{}"), "")
    made = line_after("ab", Row(lambda before: f'{{"after":"{before}"}}'.encode(), lambda seal: f"[{seal}]".encode()))
    assert made == Line(0, b'{"after":"ab"}', digest("ab", b'{"after":"ab"}'), f"[{made.seal}]")


def test_a_line_ends_with_its_seal_and_signature() -> None:
    assert text_of(Line(0, b'{"a":1}', "5e")) == b'{"a":1,"seal":"5e"}'
    assert text_of(Line(0, b'{"a":1}', "5e", "{}")) == b'{"a":1,"seal":"5e","signature":{}}'
    assert sealed.sealed(b'{"a":1}', FIRST) == (text_of(line_after(FIRST, b'{"a":1}')), digest(FIRST, b'{"a":1}'))


@pytest.mark.parametrize("signature", ["", SIGNATURE, CLOSED])
def test_a_row_is_read_as_the_line_that_was_written(signature: str) -> None:
    line = line_after(FIRST, Row(b'{"a":1}', (lambda seal: signature.encode()) if signature else None))
    row = text_of(line)
    assert sealed.unsealed(row, FIRST) == sealed.unsealed(row, None) == line
    assert sealed.unsealed(row, "1" * 64) is sealed.unsealed(row + b" ", FIRST) is sealed.unsealed(row[:-1], FIRST) is None
    assert sealed.unsealed(row.replace(b'"a":1', b'"a":2'), FIRST) is None


# ---------------------------------------------------------------------------- writing


def test_what_is_appended_is_there_and_numbered(path: Path) -> None:
    file = a_log(path, b'{"n":2}', Row(b'{"n":3}', lambda seal: SIGNATURE.encode()))
    file.append([b'{"n":4}'])
    lines = list(read_lines(path))
    assert [(line.number, line.body) for line in lines] == [(1, b'{"first":1}'), *((n, b'{"n":%d}' % n) for n in (2, 3, 4))]
    assert (file.lines, file.seal) == (4, lines[-1].seal)
    assert [line.signature for line in lines] == ["", "", SIGNATURE, ""]
    assert path.read_bytes().count(b"\n") == 4 and path.stat().st_mode & 0o777 == 0o600


def test_everything_is_synced_before_it_counts(path: Path) -> None:
    synced: list[int] = []
    file = SealedFile.create(path, b'{"first":1}', sync=synced.append)
    assert len(synced) == 2  # the file, and the folder that has its name
    assert len(set(synced)) == 2
    file.append([b"{}"])
    assert synced[2:] == [synced[0]]
    file.close()
    again, _ = SealedFile.open(path, sync=synced.append)
    assert len(synced) == 4
    again.append([b"{}"])
    assert len(synced) == 5


def test_a_log_is_on_disk_before_it_has_its_name(path: Path) -> None:
    seen: list[tuple[int, bool]] = []
    SealedFile.create(path, b'{"first":1}', sync=lambda file: seen.append((os.fstat(file).st_size, path.exists()))).close()
    assert seen[0] == (path.stat().st_size, False) and seen[1][1]


@pytest.fixture
def handles(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The files that are opened from now on."""
    found: list[int] = []
    real = os.open

    def opened(name: Path, flags: int, mode: int = 0o777) -> int:
        found.append(real(name, flags, mode))
        return found[-1]

    monkeypatch.setattr(os, "open", opened)
    return found


def test_nothing_is_left_open_but_the_log(path: Path, handles: list[int]) -> None:
    path.touch()
    handles.clear()
    file = SealedFile.create(path, b"{}")
    assert len(handles) == 3  # the log, the empty file whose place it took, and their folder
    for handle in set(handles) - {file._file}:
        with pytest.raises(OSError):
            os.fstat(handle)


def test_a_log_that_nobody_has_any_more_is_free(path: Path) -> None:
    file = a_log(path)
    del file
    again, _ = SealedFile.open(path)
    again.close()


def test_a_log_that_cannot_be_synced_is_not_gone_on_with(path: Path) -> None:
    a_log(path).close()

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(BadLog, match="cannot be written: No space left on device"):
        SealedFile.open(path, sync=full)
    SealedFile.open(path)[0].close()


def test_a_beginning_that_is_gone_already_is_not_missed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(folder: Path, sync: object) -> None:
        path.unlink()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sealed, "sync_folder", gone)
    with pytest.raises(BadLog, match="cannot be written: No space left on device"):
        SealedFile.create(path, b"{}")


def test_what_is_half_written_is_cut_off_on_disk_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    file = SealedFile.create(path, b'{"first":1}', sync=lambda handle: sizes.append(os.fstat(handle).st_size))
    whole, real = path.stat().st_size, sealed.write

    def half(handle: int, content: bytes) -> None:
        real(handle, content[:20])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sealed, "write", half)
    with pytest.raises(Stopped):
        file.append([b'{"n":2}'])
    assert len(sizes) == 3 and sizes[-1] == whole


def test_a_sync_is_one_of_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    to_disk(7)
    assert synced == [7]


def test_a_write_that_fails_leaves_nothing_and_nothing_more_is_taken(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = a_log(path, b'{"n":2}')
    before, real = path.read_bytes(), sealed.write

    def half(handle: int, content: bytes) -> None:
        real(handle, content[:20])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sealed, "write", half)
    for _ in range(2):
        with pytest.raises(Stopped, match="could not be written \\(No space left on device\\): nothing more is taken"):
            file.append([b'{"n":3}'])
        monkeypatch.setattr(sealed, "write", real)
    assert path.read_bytes() == before and file.lines == 2
    file.close()
    with pytest.raises(Stopped, match="could not be written"):
        file.append([b'{"n":3}'])
    again, _ = SealedFile.open(path)
    again.append([b'{"n":3}'])
    assert len(list(read_lines(path))) == 3


def test_an_interrupted_write_stops_the_log_until_it_is_resumed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = a_log(path)

    def interrupted(handle: int, content: bytes) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(sealed, "write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            file.append([b"{}"])
    with pytest.raises(Stopped, match="was interrupted: nothing more is taken until it is resumed"):
        file.append([b"{}"])


def test_a_closed_log_takes_nothing_and_is_free_for_others(path: Path) -> None:
    file = a_log(path)
    with pytest.raises(BadLog, match="is being written by another table or process"):
        SealedFile.open(path)
    file.close()
    file.close()
    with pytest.raises(Stopped, match="has been closed: it must be resumed"):
        file.append([b"{}"])
    again, lines = SealedFile.open(path)
    assert [line.number for line in lines] == [1] and again.lines == 1


@pytest.mark.parametrize("at", ["write", "sync_folder", "give_name"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_log_begins_whole_or_not_at_all(
    path: Path, at: str, error: BaseException, handles: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(sealed, at, fail)
        with pytest.raises(BadLog if isinstance(error, OSError) else KeyboardInterrupt) as refused:
            SealedFile.create(path, b"{}")
    if isinstance(error, OSError):
        assert str(refused.value) == f"{path} cannot be written: No space left on device"
    assert list(path.parent.iterdir()) == []
    with pytest.raises(OSError):
        os.fstat(handles[0])


def test_where_a_log_cannot_begin(path: Path) -> None:
    a_log(path).close()
    with pytest.raises(BadLog, match="exists already and is not empty; choose another file, or resume it"):
        SealedFile.create(path, b"{}")
    with pytest.raises(BadLog, match="exists already and is not a file; choose another name"):
        SealedFile.create(path.parent, b"{}")
    with pytest.raises(BadLog, match="cannot be written: No such file or directory"):
        SealedFile.create(path.parent / "no" / "table.log", b"{}")
    with pytest.raises(BadLog, match=r"cannot be written: .*null"):
        SealedFile.create(path.with_name("a\0b"), b"{}")


def test_an_empty_file_gives_its_place_and_a_locked_one_does_not(path: Path) -> None:
    path.touch()
    first = SealedFile.create(path, b'{"n":1}')
    assert len(list(read_lines(path))) == 1
    first.close()
    other = path.with_name("other.log")
    other.touch()
    with other.open() as held:
        sealed.lock(held.fileno(), other)
        with pytest.raises(BadLog, match="is being written by another"):
            SealedFile.create(other, b"{}")
    assert sorted(each.name for each in path.parent.iterdir()) == ["other.log", "table.log"]


def test_of_an_empty_file_that_was_replaced_the_place_is_taken(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.touch()
    real = sealed.lock

    def late(file: int, name: Path) -> None:
        """Another process has the place between our look and our lock."""
        if os.fstat(file).st_size == 0 and name.exists() and os.path.samestat(os.fstat(file), name.stat()):
            name.unlink()
            name.touch()
        real(file, name)

    monkeypatch.setattr(sealed, "lock", late)
    with pytest.raises(BadLog, match="is being written by another table or process"):
        SealedFile.create(path, b"{}")
    assert path.read_bytes() == b""


def test_an_empty_file_that_was_filled_before_it_was_locked_keeps_its_place(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.touch()
    real = sealed.lock

    def late(file: int, name: Path) -> None:
        """Another process wrote its first line and went, just before we have the lock."""
        if os.path.samestat(os.fstat(file), name.stat()):
            name.write_bytes(b"{}")
        real(file, name)

    monkeypatch.setattr(sealed, "lock", late)
    with pytest.raises(BadLog, match="exists already and is not empty"):
        SealedFile.create(path, b'{"n":1}')
    assert path.read_bytes() == b"{}"


# ---------------------------------------------------------------------------- reading


def test_a_last_line_that_was_cut_short_is_dropped_when_the_log_goes_on(path: Path) -> None:
    file = a_log(path, b'{"n":2}')
    file.close()
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"n":3,"se')
    assert [line.number for line in read_lines(path, unfinished=True)] == [1, 2]
    with pytest.raises(BadLog, match="line 3 is cut short"):
        list(read_lines(path))
    assert FilePlace(path).last() is None
    again, lines = SealedFile.open(path)
    assert len(lines) == 2 and path.read_bytes() == whole
    again.append([b'{"n":3}'])
    assert len(list(read_lines(path))) == 3


@pytest.mark.parametrize("rows", [[b'{"n":2}'], [b'{"n":2}', Row(behind), b'{"n":3}']])
def test_a_last_line_that_lacks_only_its_end_gets_it(path: Path, rows: list[bytes | Row]) -> None:
    a_log(path, *rows).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    again, lines = SealedFile.open(path)
    assert lines[-1].body == b'{"n":%d}' % (2 if len(rows) == 1 else 3) and path.read_bytes() == whole
    again.append([b"{}"])
    assert len(list(read_lines(path))) == len(rows) + 2


@pytest.mark.parametrize("chunk", [1, 50, 150, 1 << 18])
@pytest.mark.parametrize("end", [b"", b'{"cut'])
def test_a_log_is_read_from_its_last_snapshot_on(path: Path, chunk: int, end: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealed, "CHUNK", chunk)
    signed = Row(b'{"n":4}', lambda seal: SIGNATURE.encode())
    a_log(path, Row(behind), b'{"n":2}', Row(behind), b'{"n":3}', signed).close()
    size = path.stat().st_size
    path.write_bytes(path.read_bytes() + end)
    lines, whole = tail(path)
    assert [line.body[:12] for line in lines] == [b'{"snapshot":', b'{"n":3}', b'{"n":4}'] and whole == size
    assert [line.number for line in lines] == [0, 0, 0]
    last = FilePlace(path).last()
    assert last == (None if end else lines[-1])


def test_a_log_without_a_snapshot_is_read_whole(path: Path) -> None:
    a_log(path, b'{"n":2}', Row(b'{"n":3}', lambda seal: SIGNATURE.encode())).close()
    lines, size = tail(path)
    assert [line.number for line in lines] == [1, 2, 3] and size == path.stat().st_size


def test_an_edit_after_the_last_snapshot_is_found(path: Path) -> None:
    a_log(path, Row(behind), b'{"n":2}').close()
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"n":2', b'"n":3'))
    with pytest.raises(BadLog, match="has been edited after its last snapshot: a seal does not hold"):
        tail(path)
    path.write_bytes(content.replace(b'"x":1', b'"x":2'))
    with pytest.raises(BadLog, match="has been edited after its last snapshot"):
        tail(path)


def test_what_is_wrong_with_a_line_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_log(path, b'{"n":2}').close()
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"n":2', b'"n":3'))
    with pytest.raises(BadLog, match="line 2 has been edited: its seal does not hold"):
        list(read_lines(path))
    path.write_bytes(content + b"{}\n")
    with pytest.raises(BadLog, match="line 3 is not an event of a log"):
        list(read_lines(path))
    with pytest.raises(BadLog, match="line 3 is not an event of a log"):
        list(read_lines(path, unfinished=True))
    monkeypatch.setattr(sealed, "LONGEST_LINE", len(content) - 5)
    path.write_bytes(b"x" * len(content))
    with pytest.raises(BadLog, match="line 1 is longer than any event of a log"):
        list(read_lines(path))


def test_what_cannot_be_read_or_gone_on_with(path: Path) -> None:
    for use in (SealedFile.open, tail, lambda name: list(read_lines(name))):
        with pytest.raises(BadLog, match="cannot be read: No such file or directory"):
            use(path)
    path.write_bytes(b"{")
    with pytest.raises(BadLog, match="is not a log: it has no whole line"):
        SealedFile.open(path)
    with path.open() as held:
        sealed.lock(held.fileno(), path)  # it was given free


def test_a_file_is_a_place(path: Path) -> None:
    place = place_of(path)
    assert isinstance(place, FilePlace) and place_of(place) is place and str(place) == str(path)
    assert place.is_empty() and not FilePlace(path.parent).is_empty()
    place.check_new()
    path.touch()
    assert place.is_empty()
    place.new(b'{"first":1}').close()
    assert not place.is_empty()
    with pytest.raises(BadLog, match="is not empty"):
        place.check_new()
    (line,) = place.read()
    lines, found = place.again()
    assert place.last() == line == found[0] and lines.seal == line.seal
    lines.close()
