"""Advice over HTTP: what each choice brings to whoever is asked, and how his session stands beside its expectation.

The sums are done by another process (`pitboss.floor.reckoning`). While one takes long the answer is 202 with `wait`, the
seconds after which to ask again.
"""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel

from pitboss.advice.edges import expected_at
from pitboss.advice.handle import left_out, theoretical
from pitboss.advice.sight import Advice, Priced, Sight, said, sight_of
from pitboss.errors import PitbossError
from pitboss.floor.live import LiveTable
from pitboss.floor.reckoning import NotYet, Reckoner
from pitboss.floor.sessions import Session, session
from pitboss.floor.view import View
from pitboss.floor.viewing import encode
from pitboss.floor.web.people import REFUSALS, Signed
from pitboss.floor.web.rounds import NOT_KEPT
from pitboss.floor.web.tables import TheFloor, table_of
from pitboss.table.steps import Ask, Cut
from pitboss.table.steps import Request as Question
from pitboss.table.table import Table

router = APIRouter(prefix="/api", tags=["advice"], responses=REFUSALS)
WIDE = 1.96  # standard deviations to either side, which hold 95% of what luck does
CUT = "Where the cards are cut changes no odds: every order is as likely after it as before."
THUMB = "A rule of thumb, not an exact figure: what others hold and do is not known."
SPREAD = (
    "Expected by the odds of every first wager, with best play (Pai Gow Poker: by the house way). About 95% of all sessions "
    "with these wagers end within the interval. Wagers of one round are taken as independent of each other."
)


class NotAsked(PitbossError):
    """Nobody waits for this player's answer."""


class Wait(BaseModel):
    """The sum is being done: ask again after so many seconds."""

    wait: int
    say: str


class OneChoice(BaseModel):
    """A choice as the table takes it, and what it brings in cents; null where that is not known exactly."""

    say: str
    word: str
    cents: int
    brings: float | None
    best: bool


class Told(BaseModel):
    """What each choice brings, the best first, and in what sense that is exact; or why it cannot be told."""

    v: int
    seat: int
    asked: str
    about: str
    basis: str
    choices: list[OneChoice]
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


def reckoner_of(request: Request) -> Reckoner:
    """What does the sums of this floor."""
    reckoner: Reckoner = request.app.state.running.reckoner
    return reckoner


@router.get("/tables/{table:path}/advice", response_model=Told, responses=ANSWERS)
async def advice(table: str, request: Request, floor: TheFloor, who: Signed) -> Response:
    """What each choice brings to whoever is asked now."""
    live = await table_of(floor, table)
    version, ask, found = await floor.settled(live.bank, lambda: question(live, who.name))
    if isinstance(found, Sight):
        try:
            found = await reckoner_of(request).advice(found, who.name)
        except NotYet as later:
            return not_yet(later)
    about = "" if isinstance(ask, Cut) else ask.about
    return told({"v": version, "seat": ask.seat, "asked": ask.cite, "about": about, **msgspec.structs.asdict(found)})


def question(live: LiveTable, player: str) -> tuple[int, Ask | Cut, Sight | Advice]:
    """What a player is asked, and what he knows, or what can be told at once. Raises NotAsked."""
    table, viewer = live.table, live.viewer(player)
    requests: list[Question | None] = [*table.asks()] or [table.request]
    open_ = [ask for ask in requests if isinstance(ask, Ask | Cut) and ask.seat in viewer.seats]
    if not open_:
        raise NotAsked("you are not asked anything at this table now")
    ask = open_[0]
    if isinstance(ask, Cut):
        return table.version, ask, Advice(why=CUT)
    if table.game.dealt_in is not None:
        return table.version, ask, rule_of_thumb(table, ask)
    return table.version, ask, sight_of(table, viewer, ask)


def rule_of_thumb(table: Table, ask: Ask) -> Advice:
    """What a bot would answer in this seat, from what that seat sees."""
    assert table.round is not None
    if table.game.advice is None:
        return Advice(why="There is no advice for this question.")
    words, why = table.game.advice(table.round, ask)
    answer = ask.verify(words)
    choice = Priced(said(answer.word, answer.cents), answer.word.split(" ")[0], answer.cents, None, best=True)
    return Advice((choice,), THUMB, why)


@router.get("/tables/{table:path}/session", response_model=Stands, responses=ANSWERS)
async def standing(
    table: str, request: Request, floor: TheFloor, who: Signed, since: Annotated[int, Query(ge=0, le=2**53 - 1)] = 0
) -> Response:
    """How whoever asks stands at a table since he sat down there, beside what the odds expect."""
    live = await table_of(floor, table)
    here = live.table
    if not live.viewer(who.name).seats:
        return told(stands(Session(), 0.0, 0.0, "You do not sit at this table."))
    found = await floor.database.read(
        lambda connection: session(View(connection), live.log, who.name, here.game, here.house, since)
    )
    if here.game.dealt_in is not None:
        return told(stands(found, 0.0, 0.0, "At Poker players win from each other, so chance alone gives no expectation."))
    if not found.handle:
        return told(stands(found, 0.0, 0.0, SPREAD))
    expected = expected_at(here.house)
    if expected is None or here.game.progressive in left_out(expected, found.handle):
        try:
            expected = await reckoner_of(request).expectation(here.game.chapter, dict(here.house.given), live.meter)
        except NotYet as later:
            return not_yet(later)
    win, deviation = theoretical(expected, found.handle)
    unknown = left_out(expected, found.handle)
    beside = {wager.name for wager in here.game.wagers if wager.option}
    missing = [wager for wager in unknown if wager in beside]  # others belong to the main wager and are counted with it
    basis = SPREAD + (f" The {', '.join(missing)} Wager is left out of it." if missing else "")
    return told(stands(found, -win, deviation, basis))


def stands(found: Session, expected: float, deviation: float, basis: str) -> dict[str, Any]:
    """A session as it is told."""
    low, high = expected - WIDE * deviation, expected + WIDE * deviation
    return {
        **{name: getattr(found, name) for name in ("rounds", "first", "last", "wagered", "result")},
        "expected": round(expected, 2),
        "deviation": round(deviation, 2),
        "interval": [round(low, 2), round(high, 2)],
        "basis": basis,
    }


def not_yet(later: NotYet) -> Response:
    """The sum is being done."""
    say = "This is being worked out for the first time. It will be here in a moment."
    heads = {**NOT_KEPT, "retry-after": str(later.seconds)}
    return Response(encode({"wait": later.seconds, "say": say}), 202, media_type="application/json", headers=heads)


def told(content: Any) -> Response:
    """An answer for whoever asked, and for nobody else."""
    return Response(encode(content), media_type="application/json", headers=NOT_KEPT)
