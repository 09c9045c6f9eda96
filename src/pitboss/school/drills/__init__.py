"""Drills: questions without end on payouts, hands, chips and irregularities, generated at the casino's own table and
answered by the engine.

`rounds` deals rounds in which good hands are frequent, `payouts`, `hands`, `chips` and `irregularities` ask about them. Start
reading at `questions.py`.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from pitboss.errors import NotAuthorized
from pitboss.house import House
from pitboss.school.drills import chips, hands, irregularities, payouts
from pitboss.school.drills.questions import Question
from pitboss.school.orders import orders_of
from pitboss.table.game import Game

DRILLS: dict[str, Callable[[Game, House, Random], Iterator[Question]]] = {
    "payouts": payouts.questions,
    "hands": hands.questions,
    "chips": chips.questions,
    "irregularities": irregularities.questions,
}
MOST_REPEATS = 5000  # questions asked before, in a row: then there are no others


def questions(
    kind: str, game: Game, house: House, seed: int, asked: frozenset[str] = frozenset(), cases: Path | None = None
) -> Iterator[Question]:
    """The questions of a drill at a table, none twice and none of those that have been asked; with `cases`, irregularities of
    the rule cases in a folder. Raises NotAuthorized."""
    if kind not in DRILLS:
        *others, last = DRILLS
        raise NotAuthorized(f"there is no drill {kind!r}; the drills are {', '.join(others)} and {last}")
    orders_of(game.chapter)
    rng = Random(f"{kind} {game.chapter} {seed}")
    if cases is None:
        return _new(DRILLS[kind](game, house, rng), set(asked))
    if kind != "irregularities":
        raise NotAuthorized("--cases belongs to --drill irregularities: the other drills deal rounds of their own")
    return _new(irregularities.questions_of_cases(game, cases, rng), set(asked))


def _new(questions: Iterator[Question], seen: set[str]) -> Iterator[Question]:
    """The questions that have not been asked, each once; it ends where there seem to be no others."""
    repeats = 0
    for question in questions:
        if question.key in seen:
            repeats += 1
            if repeats > MOST_REPEATS:
                return
            continue
        repeats = 0
        seen.add(question.key)
        yield question
