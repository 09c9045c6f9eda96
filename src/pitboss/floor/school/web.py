"""The school over HTTP: lessons, drills and the cards of a day. Everybody who is signed in may learn, guests too."""

import asyncio
from statistics import median
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import Field

from pitboss.errors import NotAuthorized, UnknownCitation
from pitboss.floor.books.calculations import NotReadyError
from pitboss.floor.people.accounts import Account
from pitboss.floor.play.broadcast import encode
from pitboss.floor.school import shapes
from pitboss.floor.school.classroom import Classroom, Place, Standing, Worths
from pitboss.floor.school.rows import Rows
from pitboss.floor.web.advice import ANSWERS, calculator_of, not_yet
from pitboss.floor.web.errors import NotFoundError
from pitboss.floor.web.people import REFUSALS, Body, Signed, at_once
from pitboss.floor.web.tables import TheFloor, table_of
from pitboss.house import House
from pitboss.rulebook import Chapter, chapter
from pitboss.school.best_play import in_dollars
from pitboss.school.drills import DRILLS
from pitboss.school.drills.questions import HOW, Question
from pitboss.school.narration import says
from pitboss.school.orders import orders, orders_of
from pitboss.school.plans import Plan
from pitboss.school.practice import practice_of
from pitboss.school.scores import Score, by_kind, by_section

router = APIRouter(prefix="/api/school", tags=["school"], responses=REFUSALS)
LONGEST_LINE = 2000  # characters
LONGEST_ANSWER = 200
SAVED = {"cache-control": "no-store"}
Kinds = Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=20)]
Drill = Annotated[str, Path(max_length=20)]
TableName = Annotated[str, Field(max_length=60)]
Seconds = Annotated[float, Field(ge=0, le=36_000)]


class AskedLesson(Body):
    """A lesson: what is practised, or the kinds of acts that are done for the learner; `table` names one of this floor whose
    choices are dealt by, `dealing` another way to deal."""

    practice: Annotated[str, Field(max_length=20)] = ""
    automate: Kinds = Field(default_factory=list)
    irregularities: bool = False
    at_end: bool = False
    rounds: Annotated[int, Field(ge=1, le=100)] = 3
    players: Annotated[int, Field(ge=1, le=10)] = 3
    table: TableName = ""
    dealing: Annotated[str, Field(max_length=40)] = ""


class LessonAct(Body):
    """What a learner does where they are: acts in the short form, a wish to be shown the next one, or the end of the round.
    `has` is how many events of the round are known."""

    lesson: Annotated[int, Field(ge=1, le=2**31)]
    round: Annotated[int, Field(ge=1, le=1000)]
    entered: Annotated[int, Field(ge=0, le=10_000)]
    has: Annotated[int, Field(ge=0, le=100_000)] = 0
    do: Literal["enter", "show", "end"] = "enter"
    line: Annotated[str, Field(max_length=LONGEST_LINE)] = ""


class DrillReply(Body):
    """The answer to the question of this key, "" to be shown it; and how many seconds it took."""

    key: Annotated[str, Field(min_length=16, max_length=16)]
    answer: Annotated[str, Field(max_length=LONGEST_ANSWER)] = ""
    seconds: Seconds = 0.0
    table: TableName = ""


def classroom_of(request: Any) -> Classroom:
    """The school of this floor."""
    state = request.app.state
    if not hasattr(state, "classroom"):
        state.classroom = Classroom(Rows(state.floor.database, state.running.writer))
    found: Classroom = state.classroom
    return found


def close(state: Any) -> None:
    """Ends the school of a floor that stops."""
    if hasattr(state, "classroom"):
        state.classroom.close()
        del state.classroom


async def taught(number: Annotated[str, Path(alias="chapter", max_length=60)]) -> Chapter:
    """A chapter that is taught, by number or slug; raises NotFoundError."""
    try:
        book = chapter(number)
        orders_of(book.chapter)
    except (UnknownCitation, NotAuthorized):
        raise NotFoundError(f"the school does not teach that; it teaches {', '.join(orders())}") from None
    return book


Room = Annotated[Classroom, at_once(classroom_of)]
Taught = Annotated[Chapter, Depends(taught)]
OfTable = Annotated[str, Query(max_length=60, description="A table of this floor whose choices are asked about.")]
Has = Annotated[int, Query(ge=0, le=100_000, description="How many events of the round are known.")]


async def house_at(floor: Any, book: Chapter, table: str, dealing: str = "") -> House:
    """The choices of a table of this floor, or those of the chapter; with another way to deal where one is named."""
    given: dict[str, Any] = {}
    if table:
        at = (await table_of(floor, table)).table
        if at.game.chapter != book.chapter:
            raise NotFoundError(f"table {table} plays another game")
        given = dict(at.house.given)
    if dealing:
        given["dealing"] = dealing
    return await asyncio.to_thread(House.of, book.chapter, given)


# ---------------------------------------------------------------------------- lessons


@router.post("/{chapter}/lesson", status_code=201, response_model=shapes.LessonState)
async def begin(book: Taught, body: AskedLesson, account: Signed, room: Room, floor: TheFloor) -> Response:
    """Begins a lesson; one that is not over is left."""
    practised = practice_of(body.practice or None, body.automate, body.irregularities)
    house = await house_at(floor, book, body.table, body.dealing)
    plan = Plan(
        chapter=book.chapter,
        house=house.given,
        seed=0,
        rounds=body.rounds,
        players=body.players,
        skipped=sorted(practised.skipped),
        counts=practised.counts,
        troubled=practised.troubled,
        at_end=body.at_end,
    )
    await room.begin(account.id, plan)
    return _answer(await _standing(room, account.id, book), 0, 201)


@router.get("/{chapter}/lesson", response_model=shapes.LessonState)
async def lesson(book: Taught, account: Signed, room: Room, has: Has = 0) -> Response:
    """The last lesson in a game, with the events of its round."""
    return _answer(await _standing(room, account.id, book), has)


@router.post("/{chapter}/lesson/acts", response_model=shapes.LessonState)
async def act(book: Taught, body: LessonAct, account: Signed, room: Room) -> Response:
    """Performs acts as the dealer. They are saved before the answer comes."""
    at = Place(body.lesson, body.round, body.entered)
    return _answer(await room.go_on(account.id, book.chapter, at, body.do, body.line), body.has)


async def _standing(room: Classroom, account: int, book: Chapter) -> Standing:
    found = await room.standing(account, book.chapter)
    if found is None:
        raise NotFoundError("you have no lesson in this game")
    return found


def _answer(found: Standing, has: int, status: int = 200) -> Response:
    """A lesson as the page shows it, with the events that are new to it."""
    plan, narration = found.begun.plan, found.narration
    finished = found.begun.is_over
    marks = found.marks if finished else found.round_marks
    events = narration.events[has:] if narration is not None else []
    state = {
        "lesson": found.place.lesson,
        "round": found.place.round,
        "rounds": plan.rounds,
        "entered": found.place.entered,
        "first": has,
        "events": events,
        "seats": narration.seats if narration is not None else [],
        "wagers": narration.wagers if narration is not None else [],
        "sayings": narration.sayings if narration is not None else [],
        "counts": plan.counts,
        "at_end": plan.at_end,
        "test": bool(found.begun.test),
        "automated": plan.skipped,
        "refused": found.refused,
        "ended": bool(found.round_marks) or finished,
        "finished": finished,
        "right": sum(mark.is_right for mark in marks),
        "of": len(marks),
        "by_kind": [_line(score) for score in by_kind(marks)],
        "by_section": [_line(score) for score in by_section(marks)],
    }
    return Response(encode(state), status, media_type="application/json", headers=SAVED)


def _line(score: Score) -> dict[str, Any]:
    return {"about": score.about, "right": score.right, "of": score.of}


# ---------------------------------------------------------------------------- drills and cards


@router.get("/{chapter}/drills/{kind}")
async def question(
    book: Taught, kind: Drill, account: Signed, room: Room, floor: TheFloor, table: OfTable = ""
) -> shapes.DrillQuestion:
    """The next question of a drill, the same until it is answered."""
    _check_drill(kind)
    found, number = await room.question(account.id, await house_at(floor, book, table), kind)
    return _asked(found, number + 1)


@router.post("/{chapter}/drills/{kind}")
async def answer(
    book: Taught, kind: Drill, body: DrillReply, account: Signed, room: Room, floor: TheFloor
) -> shapes.DrillAnswer:
    """Answers a question. The answer is saved before the next question comes."""
    _check_drill(kind)
    house = await house_at(floor, book, body.table)
    found, right = await room.answer(account.id, house, body.key, kind, body.answer.strip(), body.seconds)
    following, number = await room.question(account.id, house, kind)
    return _judged(found, right, _asked(following, number + 1))


@router.get("/{chapter}/today")
async def card(book: Taught, account: Signed, room: Room, floor: TheFloor, table: OfTable = "") -> shapes.DrillQuestion | None:
    """The card that is asked next today, null where all are known."""
    found, left = await room.card(account.id, await house_at(floor, book, table))
    return None if found is None else _asked(found, 0, left)


@router.post("/{chapter}/today")
async def review(book: Taught, body: DrillReply, account: Signed, room: Room, floor: TheFloor) -> shapes.DrillAnswer:
    """Answers a card."""
    house = await house_at(floor, book, body.table)
    found, right = await room.review(account.id, house, body.key, body.answer.strip(), body.seconds)
    following, left = await room.card(account.id, house)
    return _judged(found, right, None if following is None else _asked(following, 0, left))


@router.get("/{chapter}/best-play", response_model=shapes.DrillQuestion, responses=ANSWERS)
async def hand(
    book: Taught, request: Request, account: Signed, room: Room, floor: TheFloor, table: OfTable = ""
) -> shapes.DrillQuestion | Response:
    """The hand that a player is asked next, the same until it is answered."""
    house = await house_at(floor, book, table)
    try:
        return _asked(await room.hand(account.id, house, _worths(request, account)), 0)
    except NotReadyError as later:
        return not_yet(later)


@router.post("/{chapter}/best-play", response_model=shapes.DrillAnswer, responses=ANSWERS)
async def play(
    book: Taught, body: DrillReply, request: Request, account: Signed, room: Room, floor: TheFloor
) -> shapes.DrillAnswer | Response:
    """Plays a hand: what that costs beside the best play. The next hand has to be asked for."""
    house = await house_at(floor, book, body.table)
    try:
        found, cost = await room.play(account.id, house, _worths(request, account), body.key, body.answer.strip(), body.seconds)
    except NotReadyError as later:
        return not_yet(later)
    judged = _judged(found, cost == 0, None)
    return judged.model_copy(update={"cost": in_dollars(cost) if cost else ""})


def _worths(request: Request, account: Account) -> Worths:
    """What each answer to a question brings, as the floor's calculator says."""
    return lambda sight: calculator_of(request).worths(sight, account.name)


@router.get("/{chapter}")
async def known(book: Taught, account: Signed, room: Room, floor: TheFloor, table: OfTable = "") -> shapes.Known:
    """What you know of a game, by section and drill, and the lesson that goes on."""
    found, answers = await room.known(account.id, await house_at(floor, book, table))
    standing = await room.standing(account.id, book.chapter)
    goes_on = standing is not None and not standing.begun.is_over
    weak = [shapes.ScoreLine(about=row["section"], right=row["right"], of=row["of"]) for row in found["weak_sections"]]
    return shapes.Known(
        **{name: found[name] for name in ("chapter", "cards", "asked", "known", "due", "days_until_all_were_asked")},
        sections=found["sections"],
        weak_sections=weak,
        drills={kind: drill_lines([row for row in answers if row["drill"] == kind]) for kind in DRILLS},
        lesson=standing.begun.number if standing is not None and goes_on else None,
        test=goes_on and standing is not None and bool(standing.begun.test),
    )


def drill_lines(rows: list[dict[str, Any]]) -> list[shapes.ScoreLine]:
    """Accuracy and speed by what was asked about.

    >>> [drill_lines([{"about": "Ante", "right": True, "seconds": 2.0}])[0].seconds]
    [2.0]
    """
    lines = []
    for about in dict.fromkeys(row["about"] for row in rows):
        mine = [row for row in rows if row["about"] == about]
        right, seconds = sum(row["right"] for row in mine), median(row["seconds"] for row in mine)
        lines.append(shapes.ScoreLine(about=about, right=right, of=len(mine), seconds=seconds))
    return lines


def _check_drill(kind: str) -> None:
    if kind not in DRILLS:
        raise NotFoundError(f"there is no such drill; there are {', '.join(DRILLS)}")


def _asked(question: Question, number: int, left: int | None = None) -> shapes.DrillQuestion:
    return shapes.DrillQuestion(
        key=question.key,
        number=number,
        drill=question.drill,
        shown=list(question.shown),
        ask=question.ask,
        choices=list(question.choices),
        how=HOW[question.drill],
        left=left,
    )


def _judged(question: Question, right: bool, following: shapes.DrillQuestion | None) -> shapes.DrillAnswer:
    why = question.why if question.why != question.answer else ""
    said = "" if question.drill in ("irregularities", "paragraph") else says(question.section)
    return shapes.DrillAnswer(right=right, answer=question.answer, section=question.section, why=why, says=said, next=following)
