"""Table tests (§ 527.5(a)) over HTTP: a pit boss sets one for an account, sees its scoring sheet when it is dealt, and decides.

The decision is a row of the candidate's and a line of the office, which the house signs, with a digest of the sheet. Candidates
learn neither the seed nor the criteria before, and nobody examines himself.
"""

import asyncio
import hashlib
from datetime import UTC, datetime
from functools import partial
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Response
from pydantic import Field

from pitboss.floor.people import office, roles
from pitboss.floor.people.accounts import Account
from pitboss.floor.school import shapes
from pitboss.floor.school.classroom import Classroom, TestWaitsError
from pitboss.floor.school.rows import Notebook
from pitboss.floor.school.web import Room, Taught, house_at
from pitboss.floor.storage.transactions import now
from pitboss.floor.web.errors import NotFoundError
from pitboss.floor.web.people import REFUSALS, Body, NameInPath, Signed, ThePeople
from pitboss.floor.web.tables import TheFloor
from pitboss.rulebook import Chapter, chapter
from pitboss.school.plans import Plan
from pitboss.school.progress import Begun
from pitboss.school.table_tests import (
    LONGEST,
    Criteria,
    Decision,
    Sheet,
    in_points,
    read_criteria,
    register_entry,
    score,
    usual_criteria,
)

router = APIRouter(prefix="/api/table-tests", tags=["school"], responses=REFUSALS)
MOST = 200  # tests that are listed
Words = Annotated[str, Field(max_length=200)]
Number = Annotated[int, Path(ge=1, le=2**53 - 1)]


class AskedTest(Body):
    """A table test: the account that deals it, the dealer's name for the records, the seed, and the criteria as TOML ("": the
    usual ones)."""

    candidate: Annotated[str, Field(min_length=1, max_length=100)]
    dealer: Annotated[str, Field(min_length=1, max_length=100)]
    seed: Annotated[int, Field(ge=1, le=2**31)]
    criteria: Annotated[str, Field(max_length=LONGEST)] = ""
    table: Annotated[str, Field(max_length=60)] = ""
    dealing: Annotated[str, Field(max_length=40)] = ""


class Decided(Body):
    """The decision of the examiner, under the name of their account unless another is on record with the casino."""

    passed: bool
    by: Annotated[str, Field(max_length=100)] = ""
    position: Annotated[str, Field(max_length=60)] = ""
    employer: Annotated[str, Field(max_length=100)] = ""
    remarks: Words = ""


class Examined(msgspec.Struct, frozen=True):
    """What makes a lesson a table test: the dealer's name for the records, who set it, and the criteria as a text."""

    dealer: str
    examiner: str
    criteria: str


# ---------------------------------------------------------------------------- the calls


@router.get("/criteria")
async def criteria(account: Signed) -> str:
    """The usual criteria, as a file to begin with."""
    roles.check(account.role, "examine")
    return usual_criteria()


@router.post("/{chapter}", status_code=201)
async def set_test(
    book: Taught, body: AskedTest, account: Signed, people: ThePeople, room: Room, floor: TheFloor
) -> shapes.TestLine:
    """Sets a table test for an account: it is the next lesson of that account in the game."""
    roles.check(account.role, "examine")
    candidate = await people.named(body.candidate)
    if candidate.id == account.id:
        raise roles.ForbiddenError("nobody examines himself; another pit boss sets your test")
    found = read_criteria(body.criteria or usual_criteria())
    house = await house_at(floor, book, body.table, body.dealing)
    plan = Plan(
        chapter=book.chapter,
        house=house.given,
        seed=body.seed,
        rounds=found.rounds,
        players=found.players,
        skipped=[],
        counts=False,
        troubled=found.irregularities,
        at_end=True,
    )
    about = Examined(body.dealer.strip(), account.name, body.criteria or usual_criteria())
    number = await room.begin(candidate.id, plan, msgspec.to_builtins(about))
    return await _line(room, candidate, book, number)


@router.get("")
async def tests(account: Signed, people: ThePeople, room: Room) -> list[shapes.TestLine]:
    """The latest table tests."""
    roles.check(account.role, "examine")
    lines = []
    for number, of, lesson, _ in await room.rows.tests(MOST):
        candidate = await people.by_number(number)
        if candidate is not None:
            lines.append(await _line(room, candidate, chapter(of), lesson))
    return lines


@router.get("/{chapter}/{candidate}/{lesson}")
async def sheet(
    book: Taught, candidate: NameInPath, lesson: Number, account: Signed, people: ThePeople, room: Room
) -> shapes.TestSheet:
    """The scoring sheet of a table test that was dealt."""
    roles.check(account.role, "examine")
    return await _sheet(room, await people.named(candidate), book, lesson)


@router.post("/{chapter}/{candidate}/{lesson}/decision", status_code=201)
async def decide(
    book: Taught, candidate: NameInPath, lesson: Number, body: Decided, account: Signed, people: ThePeople, room: Room
) -> shapes.TestSheet:
    """Decides a table test, once. The decision is on record in the office under the examiner's account."""
    roles.check(account.role, "examine")
    who = await people.named(candidate)
    if who.id == account.id:
        raise roles.ForbiddenError("nobody examines himself")
    async with room.lock(who.id):
        notebook, begun = await _test(room, who, book, lesson)
        if not begun.is_over:
            raise TestWaitsError(
                f"round {begun.ended + 1} of {begun.plan.rounds} is not dealt yet: decide when the test is over"
            )
        if _decision(notebook) is not None:
            raise TestWaitsError("this test is decided; set another one to test again")
        decision = Decision(
            body.passed,
            body.by.strip() or account.name,
            body.position.strip() or account.role,
            datetime.now(UTC).date().isoformat(),
            body.remarks.strip(),
            body.employer.strip(),
        )
        found = await _sheet(room, who, book, lesson)
        event = office.TableTestDecided(
            by=account.by,
            at=now(),
            account=who.id,
            name=who.name,
            dealer=found.test.dealer,
            chapter=book.chapter,
            lesson=lesson,
            passed=body.passed,
            position=decision.position,
            sheet=digest_of(found),
        )
        latest = await room.rows.lesson(who.id, book.chapter)
        latest.progress.add({"lesson": lesson, "decision": msgspec.to_builtins(decision)})
        await room.rows.add(latest, [office.encode(event)])
    return await _sheet(room, who, book, lesson)


@router.get("/{chapter}/{candidate}/{lesson}/record.toml", response_class=Response)
async def record(
    book: Taught, candidate: NameInPath, lesson: Number, account: Signed, people: ThePeople, room: Room
) -> Response:
    """The decision as the training register of `pitboss training` takes it at its end."""
    roles.check(account.role, "examine")
    notebook, begun = await _test(room, await people.named(candidate), book, lesson)
    if (decision := _decision(notebook)) is None:
        raise NotFoundError("this test is not decided yet")
    return Response(
        register_entry(_about(begun).dealer, book.chapter, decision), media_type="application/toml", headers=SAVE_AS
    )


@router.get("/{chapter}/{candidate}/{lesson}/sheet.pdf", response_class=Response)
async def printed_sheet(
    book: Taught, candidate: NameInPath, lesson: Number, account: Signed, people: ThePeople, room: Room
) -> Response:
    """The scoring sheet on paper, to be signed."""
    roles.check(account.role, "examine")
    notebook, begun = await _test(room, await people.named(candidate), book, lesson)
    if not begun.is_over:
        raise TestWaitsError("this test is not over yet")
    from pitboss.printing.press import printed
    from pitboss.printing.table_tests import table_test

    about, scored = _about(begun), _scored(notebook, begun)
    verdicts, rounds = await room.think(begun.verdicts), await room.think(begun.rounds)
    say = partial(table_test, scored=scored, decision=_decision(notebook), rounds=rounds, seed=begun.plan.seed)
    pdf = await asyncio.to_thread(lambda: printed(say(book, verdicts, True, about.dealer), "pdf")[0])
    return Response(pdf, media_type="application/pdf", headers={"cache-control": "no-store"})


SAVE_AS = {"content-disposition": 'attachment; filename="table-test.toml"', "cache-control": "no-store"}


# ---------------------------------------------------------------------------- a test as it is


async def _test(room: Classroom, candidate: Account, book: Chapter, lesson: int) -> tuple[Notebook, Begun]:
    notebook = await room.rows.rows_of_lesson(candidate.id, book.chapter, lesson)
    begun = notebook.progress.last_lesson(book.chapter)
    if begun is None or not begun.test:
        raise NotFoundError("there is no such table test")
    return notebook, begun


def _about(begun: Begun) -> Examined:
    return msgspec.convert(begun.test, Examined)


def _decision(notebook: Notebook) -> Decision | None:
    row = next((row for row in notebook.rows if "decision" in row), None)
    return None if row is None else msgspec.convert(row["decision"], Decision)


def _scored(notebook: Notebook, begun: Begun) -> Sheet:
    of: Criteria = read_criteria(_about(begun).criteria)
    return score(of, notebook.progress.marks(begun.plan.chapter, begun.number))


async def _line(room: Classroom, candidate: Account, book: Chapter, lesson: int) -> shapes.TestLine:
    notebook, begun = await _test(room, candidate, book, lesson)
    about, decision = _about(begun), _decision(notebook)
    return shapes.TestLine(
        account=candidate.id,
        candidate=candidate.name,
        dealer=about.dealer,
        chapter=book.chapter,
        game=book.game,
        lesson=lesson,
        seed=begun.plan.seed,
        rounds=begun.plan.rounds,
        dealt=begun.ended,
        examiner=about.examiner,
        passed=None if decision is None else decision.passed,
    )


async def _sheet(room: Classroom, candidate: Account, book: Chapter, lesson: int) -> shapes.TestSheet:
    notebook, begun = await _test(room, candidate, book, lesson)
    scored, decision = _scored(notebook, begun), _decision(notebook)
    verdicts = await room.think(begun.verdicts) if begun.is_over else []
    return shapes.TestSheet(
        test=await _line(room, candidate, book, lesson),
        criteria=[
            shapes.CriterionLine(
                name=each.criterion.name,
                right=each.right,
                of=each.of,
                least=each.criterion.least,
                points=in_points(each.points),
                most=each.criterion.points,
                met=each.is_met,
            )
            for each in scored.scores
        ],
        points=in_points(scored.points),
        most=scored.of,
        pass_mark=scored.criteria.pass_mark,
        met=begun.is_over and scored.is_met,
        verdicts=[shapes.VerdictLine(**verdict.row()) for verdict in verdicts],
        decision=None if decision is None else shapes.DecisionLine(**msgspec.to_builtins(decision)),
    )


def digest_of(found: shapes.TestSheet) -> str:
    """The digest of a scoring sheet before its decision, as the office has it."""
    undecided = found.model_copy(update={"decision": None, "test": found.test.model_copy(update={"passed": None})})
    return hashlib.sha256(undecided.model_dump_json().encode()).hexdigest()
