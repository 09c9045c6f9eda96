"""Nobody learns of hidden cards by asking: pairs of tables that differ only in cards hidden from somebody give that person the
same answers to every report and every command, in every role and chapter (`probing`).

`PITBOSS_LONGER=50` asks fifty times as many pairs, and everything before every command.
"""

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pitboss.cards import NAMES
from pitboss.errors import PitbossError
from pitboss.floor.play.declarations import check_report, takes_of
from pitboss.games import MODULES, NONBANKED, game
from pitboss.table import commands as said
from pitboss.table.commands import Command
from tests.floor import probing
from tests.floor.probing import AT, DECK, Asker, Counts, Sitting, a_report, answer, ask_pairs, play
from tests.floor.twins import Leak
from tests.games.test_poker_properties import sittings
from tests.strategies import houses

LONGER = int(os.environ.get("PITBOSS_LONGER", "1"))
EACH = 5 if LONGER == 1 else None  # questions before each command
COUNTS = Counts()
DOT = Asker("Dot", "dealer")


@pytest.fixture(scope="module", autouse=True)
def told() -> Iterator[None]:
    """Prints how many pairs were asked, where somebody asks for more."""
    yield
    for chapter in COUNTS.pairs if LONGER > 1 else ():
        kinds = len([kind for number, kind in COUNTS.kinds if number == chapter])
        asked = f"{COUNTS.questions[chapter]} questions of {kinds} kinds, {COUNTS.taken[chapter]} carried out"
        print(f"{chapter}: {COUNTS.pairs[chapter]} pairs, {asked}")


@pytest.mark.parametrize("chapter", MODULES)
@settings(max_examples=4 * LONGER, phases=(Phase.generate,), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_nobody_learns_of_hidden_cards_by_asking(chapter: str, data: st.DataObject) -> None:
    """Any house, any round, any hidden cards; those who know none, and a player."""
    house = data.draw(sittings(chapter)).house if chapter in NONBANKED else data.draw(houses(chapter))
    seed = data.draw(st.integers(0, 2**20))
    ask_pairs(Sitting(chapter, house, seed), seed, COUNTS, each=EACH, rounds=1 + seed % 2)


@pytest.mark.parametrize("chapter", MODULES)
def test_a_floor_that_looks_up_named_cards_is_found_out(chapter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the check of a report its refusals tell where cards lie."""
    monkeypatch.setattr(probing, "check_report", lambda chapter, deed: None)
    with pytest.raises(Leak, match="of hidden cards"):
        for seed in range(200):
            ask_pairs(Sitting(chapter, {}, seed), seed, Counts(), each=6)


# ---------------------------------------------------------------------------- the attacks


def refusals(sitting: Sitting, probes: list[tuple[str, str, str]]) -> dict[tuple[str, str], set[str]]:
    """What a dealer is told who asks before every command of a round, by kind and word."""
    script, *_ = play(sitting, random.Random(sitting.seed), 1)
    table, _ = sitting.open()
    told: dict[tuple[str, str], set[str]] = {}
    for deed, author in script:
        for kind, word, cards in probes:
            found = answer(table, DOT, said.Report(kind, {word: cards}))
            assert not found.records, "a report that names cards is never carried out"
            told.setdefault((kind, word), set()).add(found.refused)
        table.take(Command(deed, author, AT))
    return told


@pytest.mark.parametrize("chapter", MODULES)
def test_questions_about_every_card_get_one_answer(chapter: str) -> None:
    """52 questions and more before every command of a round: a card, nine times the same, the whole deck, a joker."""
    played = game(chapter)
    words = [(kind, word) for kind in played.incidents for word in played.details[kind] if takes_of(kind, word) == "cards"]
    assert ("card face up", "card") in words
    cards = [*NAMES, *(" ".join([name] * 9) for name in NAMES), DECK, "4c", "4c 4c"]
    told = refusals(Sitting(chapter, {}, 5), [(kind, word, named) for kind, word in words for named in cards])
    assert {answers.pop() for answers in told.values() if len(answers) == 1} and not any(told.values())


def test_a_card_off_the_table_of_hold_em_tells_nothing() -> None:
    """§ 637a.18: 52 questions revealed every hole card, the burn cards and the board to come."""
    told = refusals(Sitting("637a", {"variant": "hold'em"}, 3), [("card off the table", "card", name) for name in NAMES])
    assert [len(answers) for answers in told.values()] == [1]


def test_the_composition_of_the_shoe_tells_nothing() -> None:
    """Blackjack: nine fours of clubs were refused with the number of those that had left the shoe."""
    many = [("card face up", "cards", " ".join([name] * number)) for name in NAMES[:52] for number in (1, 6, 8, 9)]
    told = refusals(Sitting("633a", {"decks": 8}, 3), many)
    assert [len(answers) for answers in told.values()] == [1]


# ---------------------------------------------------------------------------- what is read before the table looks


@pytest.mark.parametrize("chapter", MODULES)
def test_a_report_is_read_whole_before_the_table_looks(chapter: str) -> None:
    """Whatever a detail holds, it is refused by its shape or its values are such as a form offers."""
    rng, read = random.Random(chapter), 0
    for _ in range(600):
        report = a_report(rng, chapter)
        try:
            check_report(chapter, report)
        except PitbossError as error:
            assert len(str(error)) < 2000
            continue
        read += 1
        assert not [word for word in report.detail if takes_of(report.kind, word) == "cards"]
    assert read > 100


@pytest.mark.parametrize(
    ("kind", "detail", "why"),
    [
        ("card face up", {"card": "4c"}, "a report names no card"),
        ("card face up", {"cards": 9}, "a report names no card"),
        ("card face up", {"crad": "4c"}, "did you mean card"),
        ("wrong number of cards", {"to": "dealer", "cards": "Ah"}, "must be a number of cards"),
        ("wrong number of cards", {"to": "dealer" * 9}, "must be a seat, dealer or community"),
        ("wrong number of cards", {"to": True}, "must be a seat"),
        ("player leaves", {"seat": [1]}, "must be a seat"),
        ("player leaves", {"seat": 10**9}, "must be a seat"),
        ("player leaves", {"seat": 10**30}, "a kind in a few words"),
        ("stub count wrong", {"stub": 1.5}, "must be a number of cards"),
        ("stub count wrong", {"misdealt": 1}, "must be true or false"),
        ("stub count wrong", {}, "needs a number: how many cards in the stub"),
        ("stub count wrong", {"misdealt": True}, "needs a number: how many cards in the stub"),
        ("device out of order", {"device": "x" * 201}, "must be a word"),
        ("rain", {}, "has no incident 'rain'"),
        ("rain" * 60, {}, "a kind in a few words"),
        ("card face up", {"x" * 201: 1}, "a detail of at most 2000 characters"),
        ("card face up", {"card": ["4c"] * 500}, "a detail of at most 2000 characters"),
    ],
)
def test_what_cannot_be_read_is_refused(kind: str, detail: dict[str, Any], why: str) -> None:
    with pytest.raises(PitbossError, match=why):
        check_report("565", said.Report(kind, detail))


def test_an_announced_amount_is_asked_for_before_the_table_looks() -> None:
    with pytest.raises(PitbossError, match="'announced amount differs' needs the amount that was announced, in cents"):
        check_report("637a", said.Report("announced amount differs", {"seat": 3, "placed": 500}))
