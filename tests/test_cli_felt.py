"""`pitboss felt`: the layout of a house as a file or on standard output."""

import xml.etree.ElementTree as ET
from pathlib import Path

from tests.commands import pitboss


def test_a_felt_is_printed() -> None:
    done = pitboss("felt", "three-card-poker", "--set", "seats=5")
    assert (done.returncode, done.stderr) == (0, "")
    tree = ET.fromstring(done.stdout)
    assert len([e for e in tree.iter() if e.get("data-wager") == "Pair Plus"]) == 5


def test_a_felt_is_written_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "felt.svg"
    done = pitboss("felt", "677a", "--form", "tall", "--holder", "Elm Street", "-o", str(path))
    assert (done.returncode, done.stdout.strip()) == (0, str(path))
    assert "ELM STREET" in path.read_text(encoding="utf-8")


def test_bad_input_is_one_line(tmp_path: Path) -> None:
    for args in (
        ("--form", "round"),
        ("--set", "seats=9"),
        ("-o", str(tmp_path / "felt.png")),
        ("-o", str(tmp_path / "no" / "a.svg")),
    ):
        done = pitboss("felt", "565", *args)
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), args
