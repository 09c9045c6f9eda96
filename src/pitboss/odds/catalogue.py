"""Which wagers a chapter has, and which solver knows each: everything that `pitboss odds` lists."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module

from pitboss.errors import UnknownCitation
from pitboss.games import MODULES, game
from pitboss.house import House
from pitboss.money import dollars
from pitboss.odds.parts import begun
from pitboss.odds.row import Row
from pitboss.odds.store import kept
from pitboss.rulebook import chapter

Progress = Callable[[str, float], None]  # what is being solved, and how much of it is done
Solver = Callable[[str, House, Progress | None], Iterator[Row]]


def heads_up(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
    """§ 677a.11: Ante, Odds and Raise together, raises as large as they may be."""
    from pitboss.odds.boards.heads_up import solve

    words = "with Odds and Raise; raises of 3, 2 and 1 times the Ante"
    found = solve(house, progress=begun(progress, "Heads-Up Hold 'Em")).distribution
    yield Row(number, "Ante", "", "", "Ante", found, found.edge, note=words)


def texas_bonus(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
    """§ 563.11: Ante, Flop, Turn and River Wager together."""
    from pitboss.odds.boards.texas_bonus import solve

    found = solve(house, progress=begun(progress, "Texas Hold 'Em Bonus")).distribution
    condition = f"the Ante is paid from a {house['qualifying_rank']}"
    yield Row(number, "Ante", "", condition, "Ante", found, found.edge, note="with Flop, Turn and River Wagers")


def let_it_ride(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
    """§ 559.13: the three Bets together."""
    from pitboss.odds.streets import let_it_ride

    found = let_it_ride(house).distribution
    yield Row(number, "Bet 1", "", "", "Bet 1", found, found.edge, note="with Bets 2 and 3, of which each is as large")


def mississippi(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
    """§ 655a.11: Ante and the wagers on three streets together."""
    from pitboss.odds.streets import mississippi

    found = mississippi(house).distribution
    yield Row(number, "Ante", "", "", "Ante", found, found.edge, note="with 3rd, 4th and 5th Street Wagers")


def raise_it_up(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
    """§ 587.11: Ante, Blind and Play together."""
    from pitboss.odds.streets import raise_it_up

    found = raise_it_up(house).distribution
    yield Row(number, "Ante", "", "", "Ante", found, found.edge, note="with Blind and Play")


def side_wagers(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
    """Wagers that one hand decides against a pay table."""
    from pitboss.odds.side_wagers import rows

    yield from rows(number, house)


def pai_gow(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
    """§ 561.13, § 645a.11: every wager, the player's hands set by the house way."""
    from pitboss.odds.pai_gow import rows

    yield from rows(number, house, progress, best=False)


def best_setting(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
    """The same with every hand set for the most, which takes minutes."""
    from pitboss.odds.pai_gow import best_row

    yield best_row(number, house, progress)


def elsewhere(module: str) -> Solver:
    """A solver that lives in a module of its own, under the name `rows`."""

    def solver(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
        yield from import_module(f"pitboss.odds.{module}").rows(number, house, progress=progress)

    return solver


AGAINST_DEALER = elsewhere("against_dealer")
JACKPOTS = elsewhere("jackpots")
ENUMERATION = elsewhere("enumeration")  # for a game that has no solver of its own
SOLVERS: dict[str, tuple[Solver, ...]] = {
    "553": (JACKPOTS,),
    "555": (AGAINST_DEALER, side_wagers),
    "557": (AGAINST_DEALER, side_wagers),
    "559": (let_it_ride, side_wagers),
    "561": (pai_gow,),
    "563": (texas_bonus, side_wagers),
    "565": (AGAINST_DEALER, side_wagers),
    "587": (raise_it_up, side_wagers),
    "633a": (elsewhere("twenty_one"),),
    "635a": (elsewhere("twenty_one"),),
    "637a": (JACKPOTS,),
    "645a": (pai_gow,),
    "655a": (mississippi, side_wagers),
    "657a": (AGAINST_DEALER, side_wagers),
    "677a": (heads_up, side_wagers),
    "678a": (AGAINST_DEALER, side_wagers),
}


def rows(
    name: str,
    given: Mapping[str, object] | None = None,
    progress: Progress | None = None,
    fresh: bool = False,
    best: bool = False,
) -> list[Row]:
    """The odds of every wager of a chapter, under the choices of a house; from the store where they were computed before. With
    `best`, Pai Gow Poker's best setting too."""
    book = chapter(name)
    house = House.of(book.chapter, given)
    if book.chapter in MODULES and (check := game(book.chapter).check_house) is not None:
        check(house)
    found: list[Row] = []
    solvers = SOLVERS.get(book.chapter, (ENUMERATION,) if book.chapter in MODULES else ())  # the general ones have no wagers
    if best and pai_gow in solvers:
        solvers += (best_setting,)
    for place, solver in enumerate(solvers):
        found += kept(house, place, partial(_timed, solver, book.chapter, house, progress), fresh)
    return [_limited(row, house) for row in found]


def _limited(row: Row, house: House) -> Row:
    """A row, with a remark where the house's payout limit could cut what a wager of the table's least wins."""
    limit = house.get("payout_limit") or 0
    if not limit or row.distribution is None:
        return row
    most = max(row.distribution.counts) * house["table_minimum"]
    if most <= limit:
        return row
    cut = f"a win is not cut at the payout limit of {dollars(limit)} (§ {house.section('payout_limit')}) here"
    return replace(row, note="; ".join(filter(None, (row.note, cut))))


def picked(found: list[Row], number: str, wager: str, table: str) -> list[Row]:
    """The rows of a wager and a table, by name in any case and with or without "Wager"; all where none is named."""
    if not found:
        raise UnknownCitation(f"chapter {number} has no wagers")
    chosen = [r for r in found if tidy(wager) in ("", tidy(r.wager)) and table.lower() in ("", r.table.lower())]
    if not chosen:
        known = ", ".join(dict.fromkeys(f"{row.wager} {row.table}".strip() for row in found))
        raise UnknownCitation(f"chapter {number} has no such wager or table; it has {known}")
    return chosen


def tidy(wager: str) -> str:
    """The name of a wager as names are compared."""
    return " ".join(wager.lower().replace("_", " ").replace("-", " ").split()).removesuffix(" wager")


def _timed(solver: Solver, number: str, house: House, progress: Progress | None) -> list[Row]:
    """The rows of a solver, each with the seconds it took."""
    found = []
    started = time.perf_counter()
    for row in solver(number, house, progress):
        now = time.perf_counter()
        found.append(replace(row, seconds=now - started))
        started = now
    return found
