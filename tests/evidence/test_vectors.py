"""The known answers stay as they are, and a second implementation, in JavaScript from the documentation, comes to them too."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.evidence.vectors import FILE, vectors, written

NODE = shutil.which("node")


def test_the_known_answers_stay_as_they_are() -> None:
    """A changed format is a new one, with another number in its labels; logs of the old one must stay readable."""
    assert json.loads(FILE.read_text()) == json.loads(json.dumps(vectors()))
    assert FILE.read_text() == written()


@pytest.mark.skipif(NODE is None, reason="there is no JavaScript here")
def test_a_page_would_come_to_the_same(tmp_path: Path) -> None:
    script = FILE.with_name("verify.mjs")
    done = subprocess.run([str(NODE), str(script), str(FILE)], capture_output=True, text=True, timeout=60)
    assert done.stdout == "88 answers are the same\n", done.stderr
    forged = json.loads(FILE.read_text())
    forged["shuffles"][2]["gathered"].reverse()
    (tmp_path / "forged.json").write_text(json.dumps(forged))
    done = subprocess.run([str(NODE), str(script), str(tmp_path / "forged.json")], capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert "committed order" in done.stderr
    done = subprocess.run([str(NODE), str(script)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "usage: node tests/evidence/verify.mjs tests/evidence/vectors.json\n"
