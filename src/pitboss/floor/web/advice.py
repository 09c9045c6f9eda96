"""Advice over HTTP: what each choice is worth, and how a session compares with its expectation.

Another process calculates (`pitboss.floor.books.calculations`). While it does, the answer is 202 with `wait`, the seconds until
to ask again.
"""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel

from pitboss.advice.edges import expected_at
from pitboss.advice.handle import left_out, theoretical
from pitboss.advice.sight import Advice, Priced, Sight, said, sight_of
from pitboss.errors import PitbossError
from pitboss.floor.books.calculations import Calculator, NotReadyError
from pitboss.floor.books.player_sessions import Session, session
from pitboss.floor.play.broadcast import encode
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.storage.database_view import View
from pitboss.floor.web.people import REFUSALS, Signed
from pitboss.floor.web.rounds import NOT_KEPT, uncached
from pitboss.floor.web.tables import TheFloor, table_of
from pitboss.table.steps import Ask, Cut
from pitboss.table.steps import Request as Question
from pitboss.table.table import Table

router = APIRouter(prefix="/api", tags=["advice"], responses=REFUSALS)
WIDE = 1.96  # standard deviations to either side, for 95%
CUT = "Where the cards are cut changes no odds: every order is as likely after it as before."
THUMB = "A rule of thumb, not an exact figure: what others hold and do is not known."
SPREAD = (
    "Expected by the odds of every first wager, with best play (Pai Gow Poker: by the house way). About 95% of all sessions "
    "with these wagers end within the interval. Wagers of one round are taken as independent of each other."
)


class NotAskedError(PitbossError, kind="NotAsked"):
    """The player is not asked."""


class Wait(BaseModel):
    """The calculation is running: ask again after `wait` seconds."""

    wait: int
    say: str


class Told(BaseModel):
    """The value of each choice, best first, and in what sense it is exact; or why there is none."""

    v: int
    seat: int
    asked: str
    about: str
    basis: str
    choices: list[Priced]
    why: str


class Stands(BaseModel):
    """A session beside its expectation, in cents. `interval` holds 95% of all sessions with these wagers."""

    rounds: int
    first: int
    last: int
    wagered: int
    result: int
    expected: float
    deviation: float
    interval: list[float]
    basis: str


ANSWERS: dict[int | str, dict[str, Any]] = {202: {"model": Wait, "description": "Ask again in a while."}}


def calculator_of(request: Request) -> Calculator:
    """The calculator of this floor."""
    calculator: Calculator = request.app.state.running.calculator
    return calculator


@router.get("/tables/{table:path}/advice", response_model=Told, responses=ANSWERS)
async def advice(table: str, request: Request, floor: TheFloor, account: Signed) -> Response:
    """What is each choice worth to the player who is asked now?"""
    live = await table_of(floor, table)
    version, ask, answer = await floor.settled(live.bank, lambda: question(live, account.name))
    if isinstance(answer, Sight):
        try:
            answer = await calculator_of(request).advice(answer, account.name)
        except NotReadyError as later:
            return not_yet(later)
    about = "" if isinstance(ask, Cut) else ask.about
    return uncached({"v": version, "seat": ask.seat, "asked": ask.cite, "about": about, **msgspec.structs.asdict(answer)})


def question(live: LiveTable, player: str) -> tuple[int, Ask | Cut, Sight | Advice]:
    """A player's question, with what they know or can be answered at once. Raises NotAskedError."""
    table, viewer = live.table, live.viewer(player)
    requests: list[Question | None] = [*table.asks()] or [table.request]
    open_ = [ask for ask in requests if isinstance(ask, Ask | Cut) and ask.seat in viewer.seats]
    if not open_:
        raise NotAskedError("you are not asked anything at this table now")
    ask = open_[0]
    if isinstance(ask, Cut):
        return table.version, ask, Advice(why=CUT)
    if table.game.dealt_in is not None:
        return table.version, ask, rule_of_thumb(table, ask)
    return table.version, ask, sight_of(table, viewer, ask)


def rule_of_thumb(table: Table, ask: Ask) -> Advice:
    """A bot's answer, from what the seat sees."""
    assert table.round is not None
    if table.game.advice is None:
        return Advice(why="There is no advice for this question.")
    words, why = table.game.advice(table.round, ask)
    answer = ask.verify(words)
    choice = Priced(said(answer.word, answer.cents), answer.word.split(" ")[0], answer.cents, None, best=True)
    return Advice((choice,), THUMB, why)


@router.get("/tables/{table:path}/session", response_model=Stands, responses=ANSWERS)
async def standing(
    table: str, request: Request, floor: TheFloor, account: Signed, since: Annotated[int, Query(ge=0, le=2**53 - 1)] = 0
) -> Response:
    """The player's session at a table beside its expectation."""
    live = await table_of(floor, table)
    here = live.table
    if not live.viewer(account.name).seats:
        return uncached(stands(Session(), 0.0, 0.0, "You do not sit at this table."))
    played = await floor.database.read(
        lambda connection: session(View(connection), live.log, account.name, here.game, here.house, since)
    )
    if here.game.dealt_in is not None:
        return uncached(stands(played, 0.0, 0.0, "At Poker players win from each other, so chance alone gives no expectation."))
    if not played.handle:
        return uncached(stands(played, 0.0, 0.0, SPREAD))
    expected = expected_at(here.house)
    if expected is None or here.game.progressive in left_out(expected, played.handle):
        try:
            expected = await calculator_of(request).expectation(here.game.chapter, dict(here.house.given), live.meter)
        except NotReadyError as later:
            return not_yet(later)
    win, deviation = theoretical(expected, played.handle)
    unknown = left_out(expected, played.handle)
    beside = {wager.name for wager in here.game.wagers if wager.option}
    missing = [wager for wager in unknown if wager in beside]  # others belong to the main wager and are counted with it
    basis = SPREAD + (f" The {', '.join(missing)} Wager is left out of it." if missing else "")
    return uncached(stands(played, -win, deviation, basis))


def stands(session: Session, expected: float, deviation: float, basis: str) -> dict[str, Any]:
    """A session as JSON."""
    low, high = expected - WIDE * deviation, expected + WIDE * deviation
    return {
        **{name: getattr(session, name) for name in ("rounds", "first", "last", "wagered", "result")},
        "expected": round(expected, 2),
        "deviation": round(deviation, 2),
        "interval": [round(low, 2), round(high, 2)],
        "basis": basis,
    }


def not_yet(later: NotReadyError) -> Response:
    """The sum is being done."""
    say = "This is being worked out for the first time. It will be here in a moment."
    heads = {**NOT_KEPT, "retry-after": str(later.seconds)}
    return Response(encode({"wait": later.seconds, "say": say}), 202, media_type="application/json", headers=heads)
