"""What was read out of files is read again when they have changed, whatever their sizes and times of change say."""

import os
from pathlib import Path

import pytest

from pitboss.proof.disk_cache import read_cached


def test_a_file_of_the_same_size_and_time_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "store"))
    file, reads = tmp_path / "file", list[str]()

    def read() -> list[str]:
        reads.append(file.read_text())
        return reads[-1:]

    for words in ("one", "two", "two"):
        file.write_text(words)
        os.utime(file, (1, 1))
        assert read_cached("words", [file], read) == [words]
    assert reads == ["one", "two"] and len(list((tmp_path / "store").iterdir())) == 1
