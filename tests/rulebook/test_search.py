"""Rules are found by asking: forty plain questions, words of the trade, typing errors, and the index that is kept."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from pitboss import rulebook
from pitboss.rulebook.search import asking, find, index
from pitboss.rulebook.search.words import spelled, tokens, trade, understand

ASKED = Path(__file__).with_name("questions.toml")
QUESTIONS: list[dict[str, Any]] = tomllib.loads(ASKED.read_text(encoding="utf-8"))["question"]
MORE: list[dict[str, Any]] = tomllib.loads(ASKED.with_name("more_questions.toml").read_text(encoding="utf-8"))["set"]
SETS: list[list[dict[str, Any]]] = [QUESTIONS, *(each["questions"] for each in MORE)]
FIRST, LEAST = 3, 0.9  # of forty or more, a right paragraph is among the first three


@pytest.fixture(autouse=True, scope="module")
def _kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """An index of its own for these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PITBOSS_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def related(one: str, other: str) -> bool:
    return one == other or one.startswith(f"{other}(") or other.startswith(f"{one}(")


def cites(question: str, *chapters: str) -> list[str]:
    return [each.cite for each in find(question, chapters).found]


@pytest.mark.parametrize("questions", SETS, ids=["first", *(each["written"] for each in MORE)])
def test_plain_questions_find_a_right_paragraph(questions: list[dict[str, Any]]) -> None:
    missed = [
        (each["asks"], found)
        for each in questions
        for found in [cites(each["asks"])[:FIRST]]
        if not any(related(cite, right) for cite in found for right in each["right"])
    ]
    assert len(questions) >= 40 and len(questions) - len(missed) >= LEAST * len(questions), missed


def test_the_questions_are_about_every_chapter_and_cite_paragraphs_that_there_are() -> None:
    right = [cite for questions in SETS for each in questions for cite in each["right"]]
    assert {rulebook.paragraph(cite).cite for cite in right} == set(right)
    assert {book.chapter for book in rulebook.games()} <= {cite.split(".")[0] for cite in right}


@pytest.mark.parametrize("word", ["exposed", "shown", "flashed", "face up", "turned over"])
def test_words_of_the_trade_find_the_same_rule(word: str) -> None:
    assert "557.13(d)" in cites(f"four card poker: a card of the dealer is {word} by mistake")[:FIRST]


@pytest.mark.parametrize(
    ("asked", "chapters"),
    [
        ("three card poker ante", {"565"}),
        ("3-card poker: the ante", {"565"}),
        ("the dealer has a blackjack at spanish 21", {"635a"}),
        ("pai gow dice", {"561", "645a"}),
        ("heads up hold'em raise", {"677a"}),
        ("texas hold 'em bonus flop", {"563"}),
        ("a straddle in hold em", {"637a", "553"}),
    ],
)
def test_a_game_in_the_question_narrows_it(asked: str, chapters: set[str]) -> None:
    found = find(asked).found
    assert found and {each.chapter for each in found} <= chapters | {"521", "527"}


def test_a_chapter_beside_the_question_narrows_it() -> None:
    assert {cite.split(".")[0] for cite in cites("the shuffler jams", "655a")} == {"655a"}


def test_typing_errors_are_read_as_what_was_meant() -> None:
    answer = find("the shufler jamed at mississipi stud")
    assert answer.found[0].cite == "655a.13(e)" and answer.read_as["mississipi"] == "mississippi"
    assert find("the shuffler jams at mississippi stud").read_as == {}


def test_a_question_is_found_by_how_people_ask_though_it_has_no_word_of_the_rule() -> None:
    assert cites("caribbean stud: hole carding")[0] == "555.14(a)" and cites("wonging at blackjack")[0] == "633a.6(b)"
    assert cites("cpr")[0] == "527.3(8)"


def test_topics_cite_paragraphs_that_there_are_and_name_no_question_twice() -> None:
    every = {cite for book in rulebook.chapters() for cite in book.paragraphs}
    for topic in asking.topics():
        assert set(topic.cites) <= every and topic.questions, topic.cites
        assert len({*topic.cites}) == len(topic.cites) and len({*topic.questions}) == len(topic.questions), topic.cites


def test_topics_are_not_written_from_the_questions_of_the_tests() -> None:
    """A topic says nothing of a game, so that only questions without one can be the same."""
    written = {tuple(tokens(question)) for topic in asking.topics() for question in topic.questions}
    asked = {tuple(tokens(each["asks"])) for questions in SETS for each in questions}
    assert len(asked) == sum(map(len, SETS)) and not written & asked


def test_a_word_that_nothing_is_near_stays_as_it_is() -> None:
    assert spelled("xylophone", {"phone": 1}) == "" and find("xylophone").found == ()
    assert find("").found == () and find("?!").found == ()
    assert find('says : "ante" NEAR(* ^ OR').found  # words, and nothing of the language of the index


def test_a_single_word_finds_every_paragraph_that_has_it() -> None:
    every = (p for book in rulebook.chapters() for p in book.paragraphs.values())
    having = {p.cite for p in every if re.search(r"\bmisdeal(?:s|t|ing)?\b", p.says.lower())}
    assert len(having) > 10 and set(cites("misdeal")) == having


def test_a_paragraph_stands_for_those_above_and_within_it() -> None:
    found = cites("how much is a bet on 4th street in mississippi stud")
    assert not [(a, b) for a in found for b in found if a != b and related(a, b)]


def test_what_two_editions_of_a_game_say_alike_stands_once_among_the_first() -> None:
    found = cites("a die fell out of the pai gow shaker")
    assert found[0] == "645a.14(b)" and found[1] == "645a.14(a)" and "561.14(b)" in found[2:]


def test_a_game_narrows_to_its_chapters_and_those_about_all_games() -> None:
    assert cites("how many hours of training does a blackjack dealer need")[0] in ("527.2(1)", "527.2")


def test_synonyms_are_stems_of_one_ring_at_least() -> None:
    assert all(trade().rings.values()) and set(trade().games) and ("blackjack",) in trade().variants
    assert understand("what about the", {}).concepts


def test_the_index_is_kept_and_made_anew_where_it_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    expected = cites("dealer shows a card in four card poker")
    (file,) = tmp_path.glob("rules-*.sqlite")
    index._opened.cache_clear()
    file.write_bytes(b"this is no database" * 100)
    assert cites("dealer shows a card in four card poker") == expected
    index._opened.cache_clear()


def test_the_index_is_in_memory_where_nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "file" / "folder"))
    index._opened.cache_clear()
    assert "557.13(d)" in cites("dealer shows a card in four card poker")
    index._opened.cache_clear()


def test_the_cache_folder_may_be_relative(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PITBOSS_CACHE", "cache")
    index._opened.cache_clear()
    assert cites("misdeal")
    assert [*(tmp_path / "cache").glob("rules-*.sqlite")]
    index._opened.cache_clear()


def test_other_texts_have_another_index(tmp_path: Path) -> None:
    text = tmp_path / "text.toml"
    text.write_text("a = 1", encoding="utf-8")
    one = index._digest([text])
    text.write_text("a = 2", encoding="utf-8")
    assert index._digest([text]) != one


def test_a_question_is_answered_at_once() -> None:
    find("the first of them makes the index")
    start = process_time()
    for each in QUESTIONS[:10]:
        find(each["asks"])
    assert process_time() - start < 3.0, "ten questions took too much of the processor"


def test_the_index_has_every_paragraph() -> None:
    number = index.opened().execute("SELECT count(*) FROM paragraph").fetchone()[0]
    assert number == sum(len(book.paragraphs) for book in rulebook.chapters())
