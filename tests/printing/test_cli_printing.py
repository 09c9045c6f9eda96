"""The commands that print."""

from pathlib import Path

import pytest

from tests.commands import ROOT, pitboss
from tests.printing.reading import text_of

KEYSTONE = ROOT / "examples" / "keystone"


def test_each_command_writes_by_the_name_of_the_file(tmp_path: Path) -> None:
    sources = {"sign": "565", "layout": "three-card-poker", "guide": "565", "form": "565", "slip": "553"}
    for command, source in sources.items():
        out = tmp_path / f"{command}.pdf"
        done = pitboss(command, source, "--out", str(out))
        assert (done.returncode, done.stdout, done.stderr) == (0, f"{out}\n", "")
        assert out.read_bytes().startswith(b"%PDF-")


def test_choices_change_what_is_printed(tmp_path: Path) -> None:
    out = tmp_path / "sign.pdf"
    assert pitboss("sign", "677a", "--set", "trips_plus=B", "--set", "table_minimum=2500", "--out", str(out)).returncode == 0
    said = text_of(out.read_bytes())
    assert "Trips Plus" in said and "$25 – $500" in said and "Pocket Bonus" not in said
    with_house = pitboss("sign", "557", "--house", str(KEYSTONE / "four-card-poker.toml"), "--out", str(out))
    assert with_house.returncode == 0 and "Keystone Star Gaming" in text_of(out.read_bytes())


def test_a_folder_is_printed_whole(tmp_path: Path) -> None:
    done = pitboss("form", str(KEYSTONE), "--out", str(tmp_path / "forms"))
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 16
    assert len(list((tmp_path / "forms").glob("*-form.pdf"))) == 16


def test_nothing_that_is_read_or_written_is_written_over(tmp_path: Path) -> None:
    """Two submissions whose names differ by their ending only, and an output that is the input by another name."""
    (tmp_path / "a.toml").write_text('chapter = "565"\n')
    (tmp_path / "a.json").write_text('{"chapter": "677a"}')
    done = pitboss("sign", str(tmp_path), "--out", str(tmp_path / "signs"))
    assert done.returncode == 0
    assert {path.name for path in (tmp_path / "signs").iterdir()} == {"a.toml-sign.pdf", "a.json-sign.pdf"}
    same = tmp_path / "same.pdf"
    same.hardlink_to(tmp_path / "a.toml")
    done = pitboss("sign", str(tmp_path / "a.toml"), "--out", str(same))
    assert done.returncode == 2 and "needs another name" in done.stderr
    assert same.read_text() == 'chapter = "565"\n'


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("sign 565 --out x.doc", "'x.doc' must end in .pdf, .svg or .png"),
        ("sign 999 --out x.pdf", 'there is no file and no chapter "999"'),
        ("sign 565 --paper b5 --out x.pdf", "paper is us-tabloid, us-letter, us-legal, a4, a3, not 'b5'"),
        ("sign 677a --set trips_plus=Q --out x.pdf", 'trips_plus = "Q" is not allowed'),
        ("slip 565 --out x.pdf", "chapter 565 has no slips"),
        ("sign {folder} --out x.pdf", "name a folder for what is written, not 'x.pdf'"),
        ("sign {folder} --set seats=3 --out x", "--house and --set change one submission"),
        ("guide {empty} --out x.pdf", "has no submissions"),
        ("layout 565 --scale 0 --out x.pdf", "a scale is a whole number"),
        ("layout 565 --width nan --out x.pdf", "inches wide, not nan"),
        ("layout 565 --scale 1 --width 5000 --out x.png", "36 to 240 inches wide"),
    ],
)
def test_what_cannot_be_printed_is_said_in_one_line(words: str, why: str, tmp_path: Path) -> None:
    done = pitboss(*words.format(folder=KEYSTONE, empty=tmp_path).split())
    assert done.returncode == 2 and why in done.stderr and done.stderr.count("\n") == 1
