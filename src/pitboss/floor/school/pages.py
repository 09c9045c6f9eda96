"""The pages of the school: the games that are taught, a game's lessons and drills, the felt to deal at, and table tests."""

from functools import lru_cache
from itertools import groupby
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import RedirectResponse

from pitboss.floor.people import roles
from pitboss.floor.school.classroom import KEPT
from pitboss.floor.school.shapes import AboutDrill, AboutLesson, AboutSchool
from pitboss.floor.school.web import Room, Taught, house_at
from pitboss.floor.web.chapters import anchor
from pitboss.floor.web.errors import NotFoundError
from pitboss.floor.web.felts import felt_for
from pitboss.floor.web.pages import account_of, page
from pitboss.floor.web.tables import TheFloor
from pitboss.games import NONBANKED
from pitboss.games import game as load
from pitboss.house import House
from pitboss.printing.handouts import handout_paper, pay_rows
from pitboss.rulebook import Chapter, chapter
from pitboss.school.drills import DRILLS
from pitboss.school.due import KINDS
from pitboss.school.handouts import Handout, handout
from pitboss.school.orders import orders
from pitboss.school.practice import PRACTICES
from pitboss.school.table_tests import usual_criteria

router = APIRouter(include_in_schema=False)
TODAY, BEST_PLAY = "today", "best-play"
TITLES = {TODAY: "Today", BEST_PLAY: "Best play"}
KIND_WORDS = {
    "prepare": "opening, shuffle and cut",
    "announce": "announcements",
    "handle": "cover cards, stub, dice",
    "deal": "dealing",
    "burn": "burning",
    "reveal": "turning cards up",
    "collect": "collecting wagers",
    "pay": "paying",
    "discard": "collecting cards",
    "remedy": "irregularities",
}
PRACTICE_WORDS = {
    "payouts": "only payments",
    "order": "only the order: the program counts the chips",
    "hands": "only who wins, and what it is called",
    "irregularities": "only what follows when something goes wrong",
}
DRILL_WORDS = {
    "payouts": ("Payouts", "what a wager wins, bonuses, shares of the meter, vigorish"),
    "hands": ("Hands", "what a hand is called; win, lose or push"),
    "chips": ("Chips", "an amount in the fewest chips, in the posted colours"),
    "irregularities": ("Irregularities", "what happens next, when something has gone wrong"),
}
Name = Annotated[str, Path(max_length=20)]


@router.get("/school")
async def school(request: Request) -> Response:
    """The games that are taught."""
    return await page(request, "school.html", games=[chapter(number) for number in orders()], tests=await _examines(request))


@router.get("/school/tests")
async def tests_page(request: Request, floor: TheFloor) -> Response:
    """Table tests, for those who examine."""
    account = await account_of(request)
    roles.check("patron" if account is None else account.role, "examine")
    games = [chapter(number) for number in orders()]
    return await page(request, "school-tests.html", games=games, criteria=usual_criteria(), tables=_tables(floor))


@router.get("/school/{chapter}")
async def game(book: Taught, request: Request, floor: TheFloor) -> Response:
    """One game: lessons, drills, the cards of today, and what is known."""
    assert set(KIND_WORDS) == set(KINDS) and set(PRACTICE_WORDS) == set(PRACTICES) and set(DRILL_WORDS) == set(DRILLS)
    ways: list[Any] = next((option.allowed for option in book.options if option.option == "dealing"), [])
    about = AboutSchool(book.chapter, book.game)
    content: dict[str, Any] = {
        "priced": book.chapter not in NONBANKED,
        "ways": ways,
        "tables": _tables(floor, book),
        "kinds": KIND_WORDS,
        "practices": PRACTICE_WORDS,
    }
    return await page(request, "school-game.html", book=book, about=about, drills=DRILL_WORDS, **content)


@router.get("/school/{chapter}/lesson")
async def lesson(book: Taught, request: Request, room: Room) -> Response:
    """The felt of the lesson that goes on, drawn as its house has it; without a lesson, the page of the game."""
    account = await account_of(request)
    standing = None if account is None else await room.standing(account.id, book.chapter)
    if standing is None:
        return RedirectResponse(f"/school/{book.chapter}", 303, headers={"cache-control": "no-store"})
    plan = standing.begun.plan
    house = House.of(book.chapter, plan.house)
    felt = await felt_for(house)
    about = {
        "chapter": book.chapter,
        "game": book.game,
        "seats": felt.seats,
        "decks": house.get("decks") or 1,
        "test": bool(standing.begun.test),
        "places": felt.places,
    }
    assert about.keys() == set(AboutLesson.__struct_fields__)
    return await page(request, "lesson.html", book=book, about=about, felts=felt.felts, poker=book.chapter in NONBANKED)


@router.get("/school/{chapter}/today")
async def today(book: Taught, request: Request, floor: TheFloor, table: str = "") -> Response:
    """The cards of the day."""
    return await _drill(request, book, floor, TODAY, table)


@router.get("/school/{chapter}/best-play")
async def best_play(book: Taught, request: Request, floor: TheFloor, table: str = "") -> Response:
    """Hands for a player to decide."""
    if book.chapter in NONBANKED:
        raise NotFoundError("at Poker nobody plays against the house, so no choice has an exact value")
    return await _drill(request, book, floor, BEST_PLAY, table)


@router.get("/school/{chapter}/drills/{kind}")
async def drill(book: Taught, kind: Name, request: Request, floor: TheFloor, table: str = "") -> Response:
    """A drill."""
    if kind not in DRILLS:
        raise NotFoundError(f"there is no such drill; there are {', '.join(DRILLS)}")
    return await _drill(request, book, floor, kind, table)


async def _drill(request: Request, book: Chapter, floor: Any, kind: str, table: str) -> Response:
    await house_at(floor, book, table[:60])
    title = TITLES[kind] if kind in TITLES else DRILL_WORDS[kind][0]
    about = AboutDrill(book.chapter, book.game, kind, table)
    return await page(request, "drill.html", book=book, about=about, title=title)


@router.get("/school/{chapter}/handout")
async def handout_page(book: Taught, request: Request, room: Room, floor: TheFloor, table: str = "") -> Response:
    """What a dealer of the game takes home: procedure, irregularities, payouts to practise with their answers."""
    shown = await _handout(book, room, floor, table)
    paid = await room.think(pay_rows, shown.house)
    kinds = [(kind, list(same)) for kind, same in groupby(shown.remedies, lambda each: each.kind)]
    content: dict[str, Any] = {"shown": shown, "paid": paid, "kinds": kinds, "table": table[:60], "anchor": anchor}
    return await page(request, "school-handout.html", book=book, **content)


@router.get("/school/{chapter}/handout.pdf")
async def handout_print(book: Taught, room: Room, floor: TheFloor, table: str = "") -> Response:
    """The handout on paper."""
    shown = await _handout(book, room, floor, table)
    return Response(await room.think(_print, shown), media_type="application/pdf", headers={"cache-control": "no-store"})


async def _handout(book: Chapter, room: Room, floor: Any, table: str) -> Handout:
    house = await house_at(floor, book, table[:60])
    return await room.think(_handout_of, book.chapter, msgspec.json.encode(house.given, order="deterministic"))


@lru_cache(maxsize=KEPT)
def _handout_of(chapter: str, given: bytes) -> Handout:
    return handout(load(chapter), House.of(chapter, msgspec.json.decode(given)))


def _print(shown: Handout) -> bytes:
    from pitboss.printing.press import printed

    return printed(handout_paper(shown), "pdf")[0]


def _tables(floor: Any, book: Chapter | None = None) -> list[tuple[str, str]]:
    """The tables of this floor at which a game is played, with their chapter."""
    played = [(name, live.table.game.chapter) for name, live in sorted(floor.tables.items())]
    return [(name, number) for name, number in played if book is None or number == book.chapter]


async def _examines(request: Request) -> bool:
    account = await account_of(request)
    return account is not None and account.role in roles.MAY["examine"]
