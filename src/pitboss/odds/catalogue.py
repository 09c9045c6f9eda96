"""Which wagers a chapter has, and which solver knows each: everything that `pitboss odds` lists.

A chapter's parts say which wagers they price before anything is solved, so that one wager is solved alone and a name that
nobody knows is refused at once.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from pitboss.cards import Card
from pitboss.errors import UnknownCitation
from pitboss.games import BANKED, MODULES, game
from pitboss.games import part as game_part
from pitboss.house import House
from pitboss.money import dollars
from pitboss.odds.advice import Actions, Advice
from pitboss.odds.parts import begun
from pitboss.odds.row import Row
from pitboss.odds.store import kept, recomputing, stored
from pitboss.rulebook import chapter
from pitboss.spelling import hint, near, wager_key

if TYPE_CHECKING:
    from pitboss.odds.pai_gow.overlap import Outcomes

Progress = Callable[[str, float], None]  # what is being solved, and how much of it is done
Solver = Callable[[str, House, Progress | None], Iterator[Row]]


@dataclass(frozen=True)
class Part:
    """Some wagers of a chapter that are solved together, and kept together in the store. `module` is the solver's, where it
    says which hands it tells apart."""

    wagers: tuple[str, ...]
    solve: Solver
    module: str = ""

    def hands(self, house: House, wager: str) -> Iterable[str]:
        """The hands that are told apart for a pay table; with how many deals make each where one hand decides the wager."""
        found: Iterable[str] = import_module(f"pitboss.odds.{self.module}").hands(house, wager) if self.module else ()
        return found

    @property
    def name(self) -> str:
        """What its results are called in the store."""
        words = "".join(letter if letter.isalnum() else " " for letter in " ".join(self.wagers).lower())
        return "odds-" + "-".join(words.split())


def on_a_board(words: str, module: str = "") -> Part:
    """A game with a shared board (§ 563.11, § 677a.11), with the wagers that belong together."""

    def solver(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
        from pitboss.odds.boards.play import solved

        found = solved(number, house, progress=begun(progress, house.chapter.game)).distribution
        condition = f"the Ante is paid from a {rank}" if (rank := house.get("qualifying_rank")) else ""
        yield Row(number, "Ante", "", condition, "Ante", found, found.edge, note=words)

    return Part(("Ante",), solver, module)


def on_streets(game: str, wager: str, words: str) -> Part:
    """A game in which cards come street by street (§ 559.13, § 587.11, § 655a.11), with the wagers that belong together."""

    def solver(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
        found = getattr(import_module("pitboss.odds.streets"), game)(house).distribution
        yield Row(number, wager, "", "", wager, found, found.edge, note=words)

    return Part((wager,), solver, "streets")


def counted(module: str) -> Callable[[str], Part]:
    """Wagers that one hand decides against a pay table, by the module that counts the hands."""

    def part(wager: str) -> Part:
        def solver(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
            tell = begun(progress, wager)
            yield from import_module(f"pitboss.odds.{module}").rows(number, house, wager=wager)
            if tell is not None:
                tell(1.0)

        return Part((wager,), solver, module)

    return part


side, first_cards = counted("side_wagers"), counted("twenty_one.side_wagers")  # § 633a.13, § 635a.12
pai_gow_bonus = counted("pai_gow.bonus")  # § 645a.13(b)–(e): on the player's own seven cards


def pai_gow(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
    """§ 561.13, § 645a.11: the player's hands set by the house way, as the dealer's are."""
    from pitboss.odds.pai_gow import wager_row

    yield wager_row(number, house, _by_the_house_way(house, progress))


def pai_gow_bank(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
    """§ 645a.12: a player who banks."""
    from pitboss.odds.pai_gow import bank_rows

    yield from bank_rows(number, house, _by_the_house_way(house, progress), progress)


def _by_the_house_way(house: House, progress: Progress | None) -> "Outcomes":
    """How the deals end when both sides set by the house way, which the wager and the bank share: from the store if known."""
    from pitboss.odds.pai_gow import outcomes_by_way
    from pitboss.odds.pai_gow.overlap import Outcomes

    return Outcomes(*stored("pai-gow-outcomes", house, lambda seen: list(map(int, outcomes_by_way(seen, progress)))))


def best_setting(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
    """The Pai Gow Poker Wager with every hand set for the most, which takes minutes."""
    from pitboss.odds.pai_gow import best_row

    yield best_row(number, house, progress)


def insurance(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
    """§ 633a.13(b), § 635a.9: Insurance under an ace."""
    from pitboss.odds.twenty_one import insurance_row
    from pitboss.odds.twenty_one.game import Game

    yield insurance_row(number, house, Game.of(number, house))


def elsewhere(module: str, name: str = "rows") -> Solver:
    """A solver that lives in a module of its own."""

    def solver(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
        yield from getattr(import_module(f"pitboss.odds.{module}"), name)(number, house, progress=progress)

    return solver


def played(wager: str) -> Part:
    """A wager of a game without solvers of its own, by playing every round."""

    def solver(number: str, house: House, progress: Progress | None) -> Iterator[Row]:
        from pitboss.odds.enumeration import rows

        yield from rows(number, house, progress, wager)

    return Part((wager,), solver)


TWENTY_ONE = elsewhere("twenty_one", "main_rows")  # § 633a.7, § 635a.7: the wager against the dealer
AGAINST_DEALER = Part(("Ante",), elsewhere("against_dealer"), "against_dealer")
HEADS_UP = on_a_board("with Odds and Raise; raises of 3, 2 and 1 times the Ante", "boards.heads_up")
PAI_GOW = Part(("Pai Gow Poker",), pai_gow)
BEST_SETTING = Part(("Pai Gow Poker best setting",), best_setting)
INSURANCE = Part(("Insurance",), insurance)
JACKPOTS = elsewhere("jackpots")
PARTS: dict[str, tuple[Part, ...]] = {
    "553": (Part(("Bad Beat payout",), JACKPOTS),),
    "555": (AGAINST_DEALER, side("Progressive Payout")),
    "557": (AGAINST_DEALER, side("Aces Up")),
    "559": (
        on_streets("let_it_ride", "Bet 1", "with Bets 2 and 3, of which each is as large"),
        *map(side, ("Let It Ride Bonus", "Three Card Bonus")),
    ),
    "561": (PAI_GOW,),
    "563": (on_a_board("with Flop, Turn and River Wagers"), side("Bonus")),
    "565": (AGAINST_DEALER, side("Pair Plus")),
    "587": (
        on_streets("raise_it_up", "Ante", "with Blind and Play"),
        *map(side, ("Pair Plus", "Six Card Bonus", "Progressive Payout")),
    ),
    "633a": (
        Part(("Blackjack",), TWENTY_ONE),
        INSURANCE,
        *map(first_cards, ("Lucky Ladies Twenty Point Bonus", "Match-the-Dealer", "In Between", "Royal Match 21")),
        *map(first_cards, ("Bet the Set 21", "King's Bounty", "Super Match")),
    ),
    "635a": (Part(("Spanish 21",), TWENTY_ONE), INSURANCE, first_cards("Match-the-Dealer")),
    "637a": (Part(("Bad Beat payout", "High Hand Jackpot payout"), JACKPOTS),),
    "645a": (
        PAI_GOW,
        Part(("Bank",), pai_gow_bank),
        *map(pai_gow_bonus, ("Fortune Bonus", "Emperor's Treasure", "Pai Gow Insurance", "Progressive Payout")),
    ),
    "655a": (
        on_streets("mississippi", "Ante", "with 3rd, 4th and 5th Street Wagers"),
        *map(side, ("Three Card Bonus", "Progressive Payout")),
    ),
    "657a": (AGAINST_DEALER, side("Queens Up"), side("Progressive Payout")),
    "677a": (HEADS_UP, side("Pocket Bonus"), side("Trips Plus")),
    "678a": (AGAINST_DEALER, side("Flush Bonus"), side("Straight Flush Bonus"), side("Progressive Jackpot")),
}


class OwnOdds(Protocol):
    """The mathematics of a game in a folder of its own, in its `odds.py`."""

    PARTS: tuple[Part, ...]
    SEES_THE_DEALER: bool  # whether a player who decides sees a card of the dealer

    def decide(self, house: House, cards: tuple[Card, ...], up: Card | None) -> Actions:
        """What each action brings with a hand, in units of the first wager, the best first."""

    def rules(self, house: House) -> list[Advice]:
        """Rules to remember, each with the edge and what it costs."""


def own_odds(number: str) -> OwnOdds | None:
    """The `odds.py` of a game; None where every round is played, or a solver of ours is there."""
    return cast("OwnOdds | None", game_part(number, "odds"))


def parts_of(number: str) -> tuple[Part, ...]:
    """What is solved for a chapter: a game without solvers of its own is played through; the general chapters have nothing."""
    if (own := own_odds(number)) is not None:
        return own.PARTS
    if number in PARTS or number not in BANKED:
        return PARTS.get(number, ())
    first, *others = game(number).wagers
    optional = [wager.name for wager in others if wager.option and not wager.required]
    return tuple(map(played, (first.name, *optional)))


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
    progress: Progress | None = None,
    fresh: bool = False,
    best: bool = False,
    wager: str = "",
) -> list[Row]:
    """The odds of every wager of a chapter, or of one, under the choices of a house; from the store where they were computed
    before. With `best`, Pai Gow Poker's best setting too."""
    book = chapter(name)
    house = House.of(book.chapter, given)
    if book.chapter in MODULES:
        game(book.chapter).check_house(house)
    wanted = named_wager(book.chapter, wager)
    parts = tuple(part for part in parts_of(book.chapter) if wanted in ("", *part.wagers))
    if best and PAI_GOW in parts:
        parts += (BEST_SETTING,)
    with recomputing(fresh):
        found = [row for part in parts for row in kept(part.name, house, _timed(part, book.chapter, progress))]
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


def _timed(part: Part, number: str, progress: Progress | None) -> Callable[[House], list[Row]]:
    """The rows of a part, each with the seconds it took."""

    def solve(house: House) -> list[Row]:
        found = []
        started = time.perf_counter()
        for row in part.solve(number, house, progress):
            now = time.perf_counter()
            found.append(replace(row, seconds=now - started))
            started = now
        return found

    return solve
