"""What a choice means is said by the server: the page knows nothing of chapters."""

import re
from pathlib import Path

import pytest

from pitboss.games import MODULES
from pitboss.table.vocabulary import meanings

STATIC = Path(__file__).parents[2] / "src" / "pitboss" / "floor" / "pages" / "static"


@pytest.mark.parametrize(
    ("number", "words"), [("633a", "half the wager"), ("635a", "half the wager"), ("561", "the wager"), ("645a", "the wager")]
)
def test_a_surrender_costs_what_the_chapter_says(number: str, words: str) -> None:
    assert meanings(number)["surrender"] == f"give up {words}"


def test_the_pages_of_a_table_know_no_chapter() -> None:
    files = [path.stem for path in STATIC.glob("table*.js")]
    assert len(files) > 4
    for file in ("choices", "card-picker", "betting", "keys", "clock", *files):
        code = (STATIC / f"{file}.js").read_text(encoding="utf-8")
        named = {number for number in MODULES if re.search(rf"[\"']{number}[\"']", code)}
        assert not named, (file, named)


def test_every_meaning_is_short_enough_for_a_button() -> None:
    for number in MODULES:
        assert all(0 < len(words) <= 36 for words in meanings(number).values()), number


def test_no_room_of_the_pages_grows_over_five_hundred_lines() -> None:
    files = [*STATIC.glob("*.js"), *STATIC.glob("*.css")]
    long = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    assert max(long.values()) < 480, long
