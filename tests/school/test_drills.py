"""Drills: what is asked is answered as the engine does, by another way to the answer, and nothing is asked twice.

HYPOTHESIS_PROFILE=explore asks 10,000 questions of each kind, over all games.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from pitboss.cases.reading import read_case
from pitboss.errors import BadCase, NotAuthorized
from pitboss.felt.chips import COLOURS, NAMES
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.money import Odds
from pitboss.school.drills import DRILLS, chips, hands, irregularities, payouts, questions
from pitboss.school.drills.questions import BadAnswer, Question, amount, hand_name, one_of
from pitboss.school.drills.rounds import rounds
from pitboss.school.lessons import lesson_of_case, lesson_of_seed
from pitboss.school.orders import orders
from pitboss.school.shorthand import cents_in
from pitboss.table.steps import Step
from tests.school.dealers import CASES, EXPLORES

CHAPTERS = [number for number in orders() if number in BANKED]
MANY = 10_000 // len(CHAPTERS) + 1 if EXPLORES else 12
ODDS = re.compile(r"[\d,.]+ (?:to|for) \d+")


def house(number: str) -> House:
    return House.of(number, {})


@pytest.mark.parametrize("number", CHAPTERS)
def test_payouts_are_what_the_shown_wagers_win(number: str) -> None:
    """Odds or percentage times the wager that the question shows; a vigorish is the chapter's part of the win."""
    for question in islice(payouts.questions(game(number), house(number), Random(1)), MANY):
        line = question.shown[-1 - question.shown[-1].startswith("the meter")]
        placed = re.findall(r"\$([\d,.]+) ([^$]+?)(?:,|$)", line)
        wagers = {name: int(Fraction(cents.replace(",", "")) * 100) for cents, name in placed}
        if "vigorish" in question.ask:
            continue  # tested below
        if "%" in question.why:
            meter = cents_in(question.shown[-1].removeprefix("the meter shows "))
            assert meter is not None
            percent = Fraction(re.findall(r"([\d.]+)%", question.why)[0]) / 100
            assert question.means[0] in (int(percent * meter), int(percent * meter) - wagers[question.about])
        elif odds := ODDS.search(question.why):
            assert question.means == (Odds.parse(odds[0]).winnings(wagers[question.about]),), question
        assert question.is_right(question.answer)
        assert not question.is_right("0.01")


@pytest.mark.parametrize("number", ["561", "645a"])
def test_a_vigorish_is_a_twentieth_of_what_is_won(number: str) -> None:
    """§ 561.13(m), § 645a.13(a)."""
    found = islice((q for q in payouts.questions(game(number), house(number), Random(1)) if "vigorish" in q.ask), 20)
    for question in found:
        (wager,) = (cents_in(f"${cents}") for cents in re.findall(r"has \$([\d,.]+)", question.shown[-1]))
        assert wager is not None
        assert question.means == (wager // 20,)


@pytest.mark.parametrize("number", CHAPTERS)
def test_hands_are_called_as_the_engine_calls_them_and_come_out_as_its_ledger_says(number: str) -> None:
    for dealt in islice(rounds(game(number), house(number), Random(2)), MANY):
        named = {step.who: step.note for step in dealt.round.steps if step.act == "reveal" and step.note}
        for question in hands.names(dealt):
            place = "dealer" if "dealer's" in question.ask else "seat_" + re.findall(r"seat ([^,?]+)", question.ask)[0]
            if place in named and question.about != "points" and number != "587":  # whose three cards have a name too
                assert question.is_right(hands.without_kicker(named[place])), question
            assert question.is_right(question.answer.upper())
        for question in hands.results(dealt):
            seat, wager = re.findall(r"of seat (\d+)[^']*'s (.+): win", question.ask)[0]
            result = dealt.layout.results[int(seat)][wager]
            bonus = sum(s.cents for s in dealt.round.steps if (s.act, s.who, s.wager) == ("bonus", f"seat_{seat}", wager))
            back = result.back - bonus
            assert question.answer == ("lose" if not back else "push" if back == result.placed else "win"), question


def test_no_card_that_lies_face_down_is_shown() -> None:
    """§ 555.11(a): of a player who folds nobody sees the cards. The question counts them."""
    hidden = 0
    for dealt in islice(rounds(game("555"), house("555"), Random(3)), 60):
        folded = [step.who for step in dealt.round.steps if step.act == "decide" and step.note == "fold"]
        turned = {step.who for step in dealt.round.steps if step.act == "reveal"}
        for who in {*folded} - turned:
            (line,) = [line for line in dealt.shown() if line.startswith(who.replace("seat_", "seat ") + ":")]
            assert line.endswith(": 5 face down")
            hidden += 1
    assert hidden


def fewest(cents: int, values: list[int]) -> int:
    """The fewest chips by looking at all of them."""
    best = [0] + [10**9] * cents
    for n in range(1, cents + 1):
        best[n] = 1 + min(best[n - value] for value in values if value <= n)
    return best[cents]


def test_chips_are_cut_in_the_fewest() -> None:
    for question in islice(chips.questions(game("565"), house("565"), Random(4)), 400 if not EXPLORES else 10_000):
        (counts,) = question.means
        assert isinstance(counts, dict)
        cents = cents_in(re.findall(r"\$[\d,.]*\d", question.ask)[0])
        assert cents is not None and cents == sum(value * number for value, number in counts.items())
        assert question.is_right(question.answer)
        if cents <= 20_000:
            smallest = 50
            values = [value // smallest for value in COLOURS if value % smallest == 0]
            assert sum(counts.values()) == fewest(cents // smallest, values)


def test_chips_have_different_colours_and_only_those_of_the_table_are_used() -> None:
    assert len(set(NAMES.values())) == len(NAMES) and NAMES.keys() == COLOURS.keys()
    big = House.of("565", {"smallest_chip": 500, "table_minimum": 500})
    for question in islice(chips.questions(game("565"), big, Random(1)), 50):
        assert "white" not in question.shown[0] + question.answer


@pytest.mark.parametrize("number", CHAPTERS)
def test_irregularities_have_the_remedy_of_the_engine(number: str) -> None:
    """A round that the engine declares void is one whose hands are void, and no other."""
    for seed in range(MANY):
        lesson = lesson_of_seed(game(number), house(number), seed, troubled=True)
        answer = irregularities.remedy(lesson, lesson.troubles[0])
        assert (answer == irregularities.VOID) == bool(lesson.round.void), (seed, answer)


@pytest.mark.parametrize("number", CHAPTERS)
def test_rule_cases_ask_what_they_expect(number: str) -> None:
    """What the file expects, `void`, is what the answer says; the round is shown up to the incident and no further."""
    seen = 0
    for path in sorted((CASES / number).glob("*.toml"))[:: 1 if EXPLORES else 12]:
        case = read_case(path)
        if len(case.incidents) != 1:
            continue
        lesson = lesson_of_case(path, game(number))
        if not lesson.troubles:
            continue
        seen += 1
        answer = irregularities.remedy(lesson, lesson.troubles[0])
        assert (answer == irregularities.VOID) == bool(case.expect.get("void", False)), path
        shown = irregularities.before(lesson, lesson.troubles[0])
        assert len(shown) <= lesson.troubles[0].start
        assert not any(isinstance(step, Step) and step.act == "void" for step in shown)
    assert seen


def asked(kind: str, number: str, seed: int = 1) -> Iterator[Question]:
    return questions(kind, game(number), house(number), seed)


@pytest.mark.parametrize("kind", DRILLS)
def test_nothing_is_asked_twice_and_the_right_answer_is_among_the_choices(kind: str) -> None:
    """An hour of drills in every game, where somebody explores: a question every three seconds."""
    for number in CHAPTERS if EXPLORES else CHAPTERS[::5]:
        found = list(islice(asked(kind, number), 1200 if EXPLORES else 24))
        assert len(found) == (1200 if EXPLORES else 24)
        assert len({question.key for question in found}) == len(found)
        assert all(question.is_right(question.answer) for question in found)
        again = next(questions(kind, game(number), house(number), 1, frozenset(q.key for q in found)))
        assert again.key not in {question.key for question in found}
        if kind == "irregularities":
            assert all(len({choice[3:] for choice in q.choices}) == len(q.choices) > 2 for q in found)


def test_the_same_seed_asks_the_same() -> None:
    for kind in DRILLS:
        first, second, other = ([question.key for question in islice(asked(kind, "565", seed), 5)] for seed in (1, 1, 2))
        assert first == second != other


def test_the_table_is_the_casinos_own() -> None:
    """A submission with another pay table is asked about, with its odds."""
    own = House.of("565", {"pair_plus": {"Flush": "4 to 1"}, "table_minimum": 2500})
    found = list(islice(payouts.questions(game("565"), own, Random(1)), 40))
    assert "4 to 1" in {q.why for q in found} and "3 to 1" not in {q.why for q in found}
    assert not any("$5 Ante" in line for q in found for line in q.shown)


@pytest.mark.parametrize(
    ("read", "typed", "meant"),
    [
        (amount, " $1,000 ", 100_000),
        (hand_name, "Full house; nines over FOURS", hand_name("full house nines fours")),
        (one_of(("win", "lose")), "w", "win"),
    ],
)
def test_answers_are_read(read: object, typed: str, meant: object) -> None:
    assert callable(read) and read(typed) == meant


def test_answers_that_are_none_are_refused() -> None:
    for read, typed in ((amount, "ten"), (amount, "7.505"), (hand_name, "of"), (one_of(("win", "lose")), "x")):
        with pytest.raises(BadAnswer):
            read(typed)
    for typed in ("", "2", "3 pink", "red 7", "2x"):
        with pytest.raises(BadAnswer):
            chips.read(typed, [2500, 500, 100])


def test_what_cannot_be_asked_is_said(tmp_path: Path) -> None:
    with pytest.raises(
        NotAuthorized, match="there is no drill 'cards'; the drills are payouts, hands, chips and irregularities"
    ):
        asked("cards", "565")
    with pytest.raises(NotAuthorized, match="--cases belongs to --drill irregularities"):
        questions("payouts", game("565"), house("565"), 1, cases=tmp_path)
    with pytest.raises(BadCase, match="has no rule cases of chapter 565"):
        questions("irregularities", game("565"), house("565"), 1, cases=tmp_path)
