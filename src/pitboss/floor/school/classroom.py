"""Lessons, drills and cards of all accounts: each request goes on from the rows that are saved.

A round is rebuilt from its plan and its acts; the last ones stay in memory as long as their rows say that nobody else went on.
Dealing and judging run in one thread of their own, so that tables never wait for a school.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, ParamSpec, TypeVar

import msgspec

from pitboss.advice.sight import Sight, Worth
from pitboss.errors import PitbossError
from pitboss.floor.school.rows import ANSWER, BEGINS, CARD, HAND, KNOWN, Notebook, Rows
from pitboss.floor.storage.transactions import ConflictError
from pitboss.floor.web.errors import NotFoundError
from pitboss.games import game as load
from pitboss.house import House
from pitboss.school.best_play import Hand, hands_to_play, is_asked, question_of
from pitboss.school.cards import StudyCard, cards
from pitboss.school.dealing import Mark
from pitboss.school.drills import questions
from pitboss.school.drills.questions import Question
from pitboss.school.memory import Memory, next_card, now
from pitboss.school.narration import Narration
from pitboss.school.plans import Plan
from pitboss.school.progress import Begun
from pitboss.school.report import report

T = TypeVar("T")
P = ParamSpec("P")
KEPT = 64  # rounds in memory
LONGEST_ROUND = 2000  # acts
Worths = Callable[[Sight], Awaitable[tuple[Sequence[Worth], str]]]  # what each answer to a question brings, and in what sense


class TestWaitsError(PitbossError, kind="Waits"):
    """A table test has to be finished first."""


class Place(NamedTuple):
    """Where a learner is: the lesson, its round, and how many acts of the round are saved."""

    lesson: int
    round: int
    entered: int


@dataclass(frozen=True)
class Standing:
    """A lesson where it is now: its round, None when the lesson is over; the marks of the whole lesson, and of a round that has
    just ended."""

    begun: Begun
    place: Place
    narration: Narration | None
    marks: list[Mark]
    round_marks: list[Mark]
    refused: str = ""


class Classroom:
    """The school of a floor."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self._thread = ThreadPoolExecutor(1, "pitboss-school")
        self._open: OrderedDict[tuple[int, str], tuple[Place, Narration]] = OrderedDict()
        self._locks: dict[int, asyncio.Lock] = {}

    def close(self) -> None:
        """Ends the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def think(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Runs some work in the thread of the school."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(*arguments, **named))

    def lock(self, account: int) -> asyncio.Lock:
        """What keeps two requests of an account apart; those of other servers are kept apart by the numbers of rows."""
        if len(self._locks) > 1000:
            self._locks = {each: lock for each, lock in self._locks.items() if lock.locked()}
        return self._locks.setdefault(account, asyncio.Lock())

    # ------------------------------------------------------------------ lessons

    async def begin(self, account: int, plan: Plan, about_test: dict[str, Any] | None = None) -> int:
        """Begins a lesson, whose seed follows the last one's where the plan has 0, or a table test: its number."""
        async with self.lock(account):
            open_ = (await self.rows.lesson(account, plan.chapter)).progress.last_lesson(plan.chapter)
            if open_ is not None and open_.test and not open_.is_over:
                raise TestWaitsError("a table test in this game waits for its dealer, and is dealt first")
            notebook = await self.rows.of_kinds(account, plan.chapter, *BEGINS)
            progress = notebook.progress
            if not plan.seed:
                plan = msgspec.structs.replace(plan, seed=progress.next_seed(plan.chapter))
            await self.think(Narration, plan, 1)  # a plan that cannot be dealt is refused
            number = progress.begin(plan, about_test)
            await self.rows.add(notebook)
            return number

    async def standing(self, account: int, chapter: str) -> Standing | None:
        """The last lesson of a chapter where it is now, None where there is none."""
        async with self.lock(account):
            notebook = await self.rows.lesson(account, chapter)
            return await self._standing(notebook)

    async def go_on(self, account: int, chapter: str, at: Place, do: str, line: str) -> Standing:
        """Performs what a learner enters, shows the next act, or ends the round. Raises BadAct, ConflictError where the lesson
        is elsewhere by now, and NotFoundError."""
        async with self.lock(account):
            notebook = await self.rows.lesson(account, chapter)
            found = await self._standing(notebook)
            if found is None or found.narration is None:
                raise NotFoundError("there is no lesson that goes on")
            if found.place != at:
                raise ConflictError("another window went on with this lesson: it is shown as it is now")
            narration, (lesson, round_, entered) = found.narration, found.place
            if do == "enter" and entered >= LONGEST_ROUND:
                raise ConflictError("this round has more acts than any round needs: end it")
            key = (account, chapter)
            self._open.pop(key, None)
            taken, refused, over = await self.think(_perform, narration, do, line)
            progress = notebook.progress
            for act in taken:
                progress.enter(lesson, round_, act)
            marks: list[Mark] = []
            if over:
                marks = await self.think(narration.finish)
                progress.end_round(lesson, round_, chapter, marks)
            await self.rows.add(notebook)
            place = Place(lesson, round_, entered + len(taken))
            if not over:
                self._keep(key, place, narration)
            begun = progress.last_lesson(chapter)
            assert begun is not None
            return Standing(begun, place, narration, progress.marks(chapter, lesson), marks, refused)

    async def _standing(self, notebook: Notebook) -> Standing | None:
        """The lesson of a notebook, with its round rebuilt unless it is in memory as it should be."""
        progress = notebook.progress
        begun = progress.last_lesson(notebook.chapter)
        if begun is None:
            return None
        marks = progress.marks(notebook.chapter, begun.number)
        if begun.is_over:
            return Standing(begun, Place(begun.number, begun.plan.rounds, 0), None, marks, [])
        lines = begun.entered[begun.ended]
        place, key = Place(begun.number, begun.ended + 1, len(lines)), (notebook.account, notebook.chapter)
        known = self._open.get(key)
        if known is None or known[0] != place:
            known = place, await self.think(_rebuilt, begun.plan, place.round, lines)
            self._keep(key, *known)
        return Standing(begun, place, known[1], marks, [])

    def _keep(self, key: tuple[int, str], place: Place, narration: Narration) -> None:
        self._open[key] = place, narration
        self._open.move_to_end(key)
        while len(self._open) > KEPT:
            self._open.popitem(last=False)

    # ------------------------------------------------------------------ drills

    async def question(self, account: int, house: House, kind: str) -> tuple[Question, int]:
        """The next question of a drill, and how many have been answered: the same until it is answered."""
        chapter = house.chapter.chapter
        notebook = await self.rows.of_kinds(account, chapter, ANSWER)
        known = [row["key"] for row in notebook.progress.answers(chapter, kind)]
        return await self.think(_question, house, kind, tuple(known)), len(known)

    async def answer(
        self, account: int, house: House, key: str, kind: str, typed: str, seconds: float
    ) -> tuple[Question, bool]:
        """Judges an answer and saves it; "" asks for the answer, and counts as not known. Raises BadAnswer."""
        chapter = house.chapter.chapter
        async with self.lock(account):
            notebook = await self.rows.of_kinds(account, chapter, ANSWER)
            progress = notebook.progress
            known = [row["key"] for row in progress.answers(chapter, kind)]
            question = await self.think(_question, house, kind, tuple(known))
            if question.key != key:
                raise ConflictError("another question is asked by now: it is shown")
            right = question.is_right(typed) if typed else False
            progress.answer(chapter, question, right=right, seconds=seconds)
            await self.rows.add(notebook)
            return question, right

    # ------------------------------------------------------------------ the cards of a day

    async def card(self, account: int, house: House) -> tuple[Question | None, int]:
        """The card that is asked next, and how many are left today with it."""
        chapter = house.chapter.chapter
        notebook = await self.rows.of_kinds(account, chapter, CARD)
        _, question, left = await self.think(_card, house, notebook)
        return question, left

    async def review(self, account: int, house: House, key: str, typed: str, seconds: float) -> tuple[Question, bool]:
        """Judges the answer to a card and saves it; raises BadAnswer."""
        chapter = house.chapter.chapter
        async with self.lock(account):
            notebook = await self.rows.of_kinds(account, chapter, CARD)
            card, question, _ = await self.think(_card, house, notebook)
            if card is None or question is None or question.key != key:
                raise ConflictError("another card is asked by now: it is shown")
            right = question.is_right(typed) if typed else False
            notebook.progress.review(chapter, card, right=right, seconds=seconds)
            await self.rows.add(notebook)
            return question, right

    # ------------------------------------------------------------------ hands of players

    async def hand(self, account: int, house: House, worths: Worths) -> Question:
        """The hand that a player is asked next, the same until it is answered. Raises what `worths` does."""
        _, _, question = await self._hand(account, house, worths)
        return question

    async def play(
        self, account: int, house: House, worths: Worths, key: str, typed: str, seconds: float
    ) -> tuple[Question, Fraction | None]:
        """Judges how a hand is played and saves it: its question, and the cost in cents; "" asks for the best play. Raises
        BadAnswer."""
        async with self.lock(account):
            notebook, played, question = await self._hand(account, house, worths)
            if question.key != key:
                raise ConflictError("another hand is asked by now: it is shown")
            if typed:
                question.is_right(typed)
            notebook.progress.play(house.chapter.chapter, played.name, question, typed, seconds)
            await self.rows.add(notebook)
            return question, question.cost(typed)

    async def _hand(self, account: int, house: House, worths: Worths) -> tuple[Notebook, Hand, Question]:
        chapter = house.chapter.chapter
        notebook = await self.rows.of_kinds(account, chapter, HAND)
        hands = hands_to_play(load(chapter), house, notebook.progress.hands(chapter), now())
        while (played := await self.think(next, hands, None)) is not None:
            priced, basis = await worths(played.sight)
            if is_asked(played, priced):
                return notebook, played, question_of(played, priced, basis)
        raise AssertionError("hands end with an error")

    # ------------------------------------------------------------------ what is known

    async def known(self, account: int, house: House) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """What an account knows of a table: the report, and the answers to drills."""
        chapter = house.chapter.chapter
        notebook = await self.rows.of_kinds(account, chapter, *KNOWN)
        progress = notebook.progress
        return await self.think(report, load(chapter), house, progress), progress.answers(chapter)


def _perform(narration: Narration, do: str, line: str) -> tuple[list[str], str, bool]:
    """Does what a learner asks for: the acts that are saved, why one was refused, and whether the round is over."""
    taken, refused = list[str](), ""
    if do == "enter":
        taken, refused = narration.take(line)
    elif do == "show" and narration.show():
        taken = [""]
    return taken, refused, do == "end" or narration.is_over


def _rebuilt(plan: Plan, number: int, lines: list[str]) -> Narration:
    narration = Narration(plan, number)
    for line in lines:
        narration.again(line)
    return narration


def _question(house: House, kind: str, known: tuple[str, ...]) -> Question:
    """The question that follows those that are known."""
    chapter = house.chapter.chapter
    return _next_question(chapter, msgspec.json.encode(house.given, order="deterministic"), kind, known)


@lru_cache(maxsize=KEPT)
def _next_question(chapter: str, given: bytes, kind: str, known: tuple[str, ...]) -> Question:
    house = House.of(chapter, msgspec.json.decode(given))
    found = next(questions(kind, load(chapter), house, len(known) + 1, frozenset(known)), None)
    if found is None:
        raise NotFoundError("every question of this drill has been asked")
    return found


def _card(house: House, notebook: Notebook) -> tuple[StudyCard | None, Question | None, int]:
    """The card that is asked next, as a question, and how many are left today."""
    chapter, progress, at = house.chapter.chapter, notebook.progress, now()
    known = _cards(chapter, msgspec.json.encode(house.given, order="deterministic"))
    reviews = progress.reviews(chapter)
    card, left = next_card(Memory(reviews), known, reviews, progress.new_cards_of(chapter, at.date()), at)
    return card, None if card is None else card.asks(Random(f"{card.name} {len(reviews)}")), left


@lru_cache(maxsize=KEPT)
def _cards(chapter: str, given: bytes) -> tuple[StudyCard, ...]:
    return tuple(cards(load(chapter), House.of(chapter, msgspec.json.decode(given))))
