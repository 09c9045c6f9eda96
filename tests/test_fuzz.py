"""Whatever somebody gives to the command line ends in an answer or in one sentence with exit status 2, never in a traceback.

`HYPOTHESIS_PROFILE=explore` tries other examples; `PITBOSS_FUZZ=5000` tries so many of each kind; `make fuzz` goes on.
"""

import os
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzzing import CORPUS, TARGETS, Broken, corpus, ends, try_command_line, write_one

EXAMPLES = int(os.environ.get("PITBOSS_FUZZ", "40"))
Rng = st.integers(0, 2**32).map(random.Random)
KNOWN = [(name, path) for name in TARGETS for path in corpus(name)]


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=EXAMPLES)
@given(Rng)
def test_a_text_with_something_wrong(name: str, tmp_path: Path, rng: random.Random) -> None:
    TARGETS[name].reads(write_one(name, tmp_path, rng), rng)


@settings(max_examples=2 * EXAMPLES)
@given(Rng)
def test_the_command_line(tmp_path: Path, rng: random.Random) -> None:
    try_command_line(tmp_path, rng)


@pytest.mark.parametrize(("name", "path"), KNOWN, ids=[f"{name}/{path.name}" for name, path in KNOWN])
def test_what_once_broke(name: str, path: Path, tmp_path: Path) -> None:
    """Whichever way its command is called."""
    for seed in range(4):
        file = tmp_path / path.name
        file.write_bytes(path.read_bytes())
        TARGETS[name].reads(file, random.Random(seed))


def test_every_target_has_a_corpus_and_good_texts() -> None:
    assert {path.name for path in CORPUS.iterdir()} == set(TARGETS)
    assert all(target.texts() and corpus(name) for name, target in TARGETS.items())


@pytest.mark.parametrize("name", TARGETS)
def test_good_texts_are_read(name: str, tmp_path: Path) -> None:
    """What the fuzzer begins with is whole: otherwise it would try nothing but the same refusal."""
    target = TARGETS[name]
    for text in target.texts()[::10]:
        file = tmp_path / f"good{target.suffix}"
        file.write_text(text, encoding="utf-8")
        assert target.reads(file, random.Random(1)) < 2


def test_a_traceback_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(args: object) -> int:
        raise KeyError("a defect")

    monkeypatch.setattr("tests.fuzzing.run", fails)
    with pytest.raises(KeyError):
        ends("games")
    monkeypatch.setattr("tests.fuzzing.run", lambda args: 2)
    with pytest.raises(Broken):
        ends("games")  # a refusal without a sentence
