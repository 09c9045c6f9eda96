"""The odds of every wager of a chapter: everything that `pitboss odds` lists.

A game declares which wagers are solved together, and by what (`game_odds`). So one wager is solved alone, and a name that
nobody knows is refused before anything is solved.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from pitboss.errors import NotAuthorized, UnknownCitation
from pitboss.games import BANKED, MODULES, game
from pitboss.games import part as game_part
from pitboss.house import House
from pitboss.money import dollars
from pitboss.odds.game_odds import GameOdds, Part, lazy
from pitboss.odds.parts import Told
from pitboss.odds.row import Row
from pitboss.odds.store import kept, recomputing
from pitboss.rulebook import chapter
from pitboss.spelling import hint, near, wager_key

if TYPE_CHECKING:
    from pitboss.odds.players.player import Player
    from pitboss.odds.solved import Solved


def declared(number: str) -> GameOdds:
    """The mathematics of a chapter: what its game declares; else every round is played. The general chapters have none."""
    if (module := game_part(number, "odds")) is not None:
        found: GameOdds = module.ODDS
        return found
    if number not in BANKED:
        return GameOdds(())
    first, *others = game(number).wagers
    optional = [wager.name for wager in others if wager.option and not wager.required]
    return GameOdds(
        tuple(map(_played, (first.name, *optional))),
        solved=lazy("enumeration.Enumerated"),
        player=lazy("players.enumerated.player"),
    )


def _played(wager: str) -> Part:
    """A wager of a game without solvers of its own, by playing every round."""
    return Part((wager,), lambda number, house, progress: lazy("enumeration.rows")(number, house, progress, wager))


def parts_of(number: str) -> tuple[Part, ...]:
    """What is solved for a chapter."""
    return declared(number).parts


def solved(number: str, house: House, progress: Told = None, label: str = "") -> "Solved":
    """The game at a house, solved; raises NotAuthorized where nobody plays against the house. `progress` is told of the work
    under this label."""
    if (solve := declared(number).solved) is None:
        raise NotAuthorized(f"nobody plays against the house in chapter {number}")
    return solve(house, progress, label)


def player_of(number: str, house: House, progress: Told = None) -> "Player":
    """Who plays a chapter by best play at a house."""
    return declared(number).player(solved(number, house, progress, "solving the game"))


def wagers(number: str) -> list[str]:
    """The wagers of a chapter that have odds, in its order.

    >>> wagers("677a")
    ['Ante', 'Pocket Bonus', 'Trips Plus']
    """
    return list(dict.fromkeys(wager for part in parts_of(number) for wager in part.wagers))


def named_wager(number: str, words: str) -> str:
    """The wager of a chapter that words mean, in any case and with or without "Wager"; raises UnknownCitation with the names
    that are near.

    >>> named_wager("677a", "trips_plus"), named_wager("677a", "")
    ('Trips Plus', '')
    """
    if not words.strip():
        return ""
    known = wagers(number)
    for wager in known:
        if wager_key(wager) == wager_key(words):
            return wager
    if not known:
        raise UnknownCitation(f"chapter {number} has no wagers")
    listed = f"it has {', '.join(known)}"
    raise UnknownCitation(f"chapter {number} has no such wager as {words.strip()!r}{hint(words, known, listed)}")


def check_table(number: str, wager: str, table: str) -> None:
    """Refuses a pay table that no wager of the chapter has printed, before anything is solved; sizes of a Poker table are
    known only then."""
    printed = [p.table for p in chapter(number).paytables if p.wager == wager or not wager]
    if table and any(printed) and parts_of(number) and table.lower() not in map(str.lower, printed):
        of = f"the {wager}" if wager else f"chapter {number}"
        known = ", ".join(dict.fromkeys(filter(None, printed)))
        raise UnknownCitation(f"{of} has no pay table {table!r}; it has {known}")


def rows(
    name: str,
    given: Mapping[str, object] | None = None,
    progress: Told = None,
    fresh: bool = False,
    best: bool = False,
    wager: str = "",
) -> list[Row]:
    """The odds of every wager of a chapter, or of one, under the choices of a house; from the store where they were computed
    before. With `best`, also what takes minutes."""
    book = chapter(name)
    house = House.of(book.chapter, given)
    if book.chapter in MODULES:
        game(book.chapter).check_house(house)
    wanted = named_wager(book.chapter, wager)
    odds = declared(book.chapter)
    parts = tuple(part for part in (*odds.parts, *(odds.slow if best else ())) if wanted in ("", *part.wagers))
    with recomputing(fresh):
        found = [row for part in parts for row in kept(part.name, house, partial(_timed, part, progress))]
    return [_limited(row, house) for row in found if wanted in ("", row.wager)]


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
    chosen = [r for r in found if wager_key(wager) in ("", wager_key(r.wager)) and table.lower() in ("", r.table.lower())]
    if not chosen:
        of_wager = [row for row in found if wager_key(wager) == wager_key(row.wager)]
        if of_wager and (letters := [row.table for row in of_wager if row.table]):
            raise UnknownCitation(f"{of_wager[0].wager} has no pay table {table!r}; it has {', '.join(dict.fromkeys(letters))}")
        if of_wager:
            raise UnknownCitation(f"{of_wager[0].wager} has one pay table; leave the table out")
        known = ", ".join(dict.fromkeys(f"{row.wager} {row.table}".strip() for row in found))
        guess = near(wager or table, (row.wager if wager else row.table for row in found))
        meant = f"; did you mean {' or '.join(guess)}?" if guess else ""
        raise UnknownCitation(f"chapter {number} has no such wager or table{meant or f'; it has {known}'}")
    return chosen


def _timed(part: Part, progress: Told, house: House) -> list[Row]:
    """The rows of a part, each with the seconds it took."""
    found, started = [], time.perf_counter()
    for row in part.solve(house.chapter.chapter, house, progress):
        now = time.perf_counter()
        found.append(replace(row, seconds=now - started))
        started = now
    return found
