"""Irregularities: a round up to the moment when something goes wrong; what happens next? The engine has remedied it.

The situations are rounds of bots in which something goes wrong, or rule cases with an incident.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from pitboss.cases.reading import read_case
from pitboss.errors import BadCase, PitbossError
from pitboss.house import House
from pitboss.rulebook import paragraph
from pitboss.school.drills.questions import Question, one_of
from pitboss.school.due import Trouble, is_act
from pitboss.school.incidents import in_words
from pitboss.school.lessons import Lesson, lesson_of_case, lesson_of_seed
from pitboss.table.game import Game
from pitboss.table.steps import RACK, STUB, Step, seat_of
from pitboss.table.view.viewers import SPECTATOR, redact
from pitboss.telling.plain import say

LETTERS = "abcd"
POOL = 12  # remedies to choose the wrong answers from
PLAY_GOES_ON = "nothing is done: play goes on"
VOID = "all hands are void, and every wager goes back"
MOST = 4  # things that are done, of those that an answer names
LAST = 14  # sentences of the round that are shown
_CARDS = re.compile(r"\b(?:(?:10|[2-9TJQKA])[cdhs♣♦♥♠]|Jk)\b ?")


def questions(game: Game, house: House, rng: Random) -> Iterator[Question]:
    """What follows an irregularity, without end."""
    others: dict[str, None] = {}
    while True:
        lesson = lesson_of_seed(game, house, rng.randrange(1 << 40), troubled=True)
        others[remedy(lesson, lesson.troubles[0])] = None
        if len(others) >= len(LETTERS) and rng.random() < len(others) / POOL:
            yield question(lesson, list(others), rng)


def questions_of_cases(game: Game, folder: Path, rng: Random) -> Iterator[Question]:
    """What follows the irregularities of the rule cases in a folder; raises BadCase where there are none of the game."""
    lessons = []
    for path in sorted(folder.rglob("*.toml")):
        try:
            if read_case(path).chapter == game.chapter and (lesson := lesson_of_case(path, game)).troubles:
                lessons.append(lesson)
        except PitbossError:  # no case of a banked game, or one that differs
            continue
    if not lessons:
        raise BadCase(f"{folder} has no rule cases of chapter {game.chapter} in which something goes wrong")
    others = list(dict.fromkeys(remedy(lesson, lesson.troubles[0]) for lesson in lessons))
    rng.shuffle(lessons)
    return (question(lesson, others, rng) for lesson in lessons)


def question(lesson: Lesson, others: Sequence[str], rng: Random) -> Question:
    """What follows the first irregularity of a round: its remedy among those of others."""
    trouble = lesson.troubles[0]
    right = remedy(lesson, trouble)
    wrong = [other for other in others if other != right]
    choices = [right, *rng.sample(wrong, min(len(wrong), len(LETTERS) - 1))]
    rng.shuffle(choices)
    letters = LETTERS[: len(choices)]
    told = [f"§ {cite}: {words}" for cite, words in say(before(lesson, trouble))][-LAST:]
    return Question(
        drill="irregularities",
        about=trouble.incident.kind,
        section=trouble.cite,
        shown=(*told, f"Something goes wrong: {in_words(trouble.incident)}"),
        ask="What happens next?",
        choices=tuple(f"{letter}) {choice}" for letter, choice in zip(letters, choices, strict=True)),
        answer=letters[choices.index(right)],
        why=f"{right}. {paragraph(trouble.cite).says}",
        means=(letters[choices.index(right)],),
        reads=one_of(tuple(letters)),
    )


def before(lesson: Lesson, trouble: Trouble) -> list[Step | None]:
    """What everybody has seen of a round when something goes wrong, from the wagers on."""
    (seen,) = redact(lesson.round.steps, [SPECTATOR], lesson.game.looks(lesson.round.house))
    first = next((n for n, step in enumerate(lesson.round.steps) if step.act == "wager"), 0)
    return list(seen[min(first, trouble.start) : trouble.start])


def remedy(lesson: Lesson, trouble: Trouble) -> str:
    """What is done about an irregularity, in words that fit every round."""
    later = [
        step
        for step in lesson.round.steps[trouble.end :]
        if step.cite == trouble.cite or step.cite.startswith(f"{trouble.cite}(")
    ]
    steps = [*lesson.round.steps[trouble.start : trouble.end], *later]  # some remedies wait for their moment
    if any(step.act == "void" for step in steps) or is_void_for(lesson, trouble):
        return VOID
    done = list(dict.fromkeys(words for step in steps if (words := _in_words(step))))
    return "; ".join(done[:MOST]) + " …" * (len(done) > MOST) or PLAY_GOES_ON


def is_void_for(lesson: Lesson, trouble: Trouble) -> bool:
    """True if a round is declared void later, once everybody has cards, for what went wrong."""
    return bool(lesson.round.void) and (len(lesson.troubles) == 1 or lesson.round.void.startswith(trouble.cite))


def _in_words(step: Step) -> str:
    """What a step of a remedy does, without the cards and seats of this round."""
    whose = "of the seat" if seat_of(step.who) else f"of the {step.who}"
    note = _CARDS.sub("", step.note)
    match step.act:
        case "draw":
            return f"the card goes to the {RACK}" if step.who == RACK else "the card stays on the table for the moment"
        case "deal":
            return "the next card is dealt" if not seat_of(step.who) else "the seat gets the card"
        case "collect" | "lose":
            return "the wagers of the seat are collected"
        case "return" | "restore":
            return "the wagers of the seat go back"
        case "discard":
            return "the stub goes to the discard rack" if step.who == STUB else f"the cards {whose} are collected"
        case "shuffle":
            return "the cards are shuffled"
        case "reveal":
            return f"the cards {whose} are turned up"
        case "take":
            return "the cards are taken back"
        case "say":
            return (
                re.sub(r"\bseat[_ ]\d+\b", "the seat", re.sub(r"\$?\d+(?:[,.]\d+)*", "some", note))
                if is_act(step.note) or note
                else ""
            )
    return ""
