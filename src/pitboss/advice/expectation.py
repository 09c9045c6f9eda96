"""What the wagers of a house bring the house in the long run, and how far a player's luck strays from that.

The figures are those of `pitboss.odds.catalogue.rows` on the pay tables that the house has posted. A row counts all that
belongs to its first wager: the Ante with the wagers that decisions add to it, Bet 1 with Bets 2 and 3. A progressive wager
depends on its meter, and is reckoned with what the meter shows.
"""

from pitboss.advice.handle import Expected
from pitboss.errors import NotAuthorized, PitbossError
from pitboss.games import game
from pitboss.games.pai_gow.rules import rules_of
from pitboss.house import House
from pitboss.odds.catalogue import rows, solved, wagers
from pitboss.odds.pai_gow.bonus import rows as bonus_rows
from pitboss.odds.parts import Told
from pitboss.odds.row import Row
from pitboss.odds.side_wagers import counts_of, progressive_row, sides_of

NOT_PLACED = ("Bank",)  # what rows tell of that nobody places as a wager


def expectation(house: House, meter: int | None = None, progress: Told = None) -> dict[str, Expected]:
    """Every wager of a house that has odds of its own, the main one first; a progressive one as its meter stands, in cents.
    `progress` is called with what is being worked out and how much of it is done."""
    number = house.chapter.chapter
    found: dict[str, list[Row]] = {}
    for row in rows(number, house.given, progress):
        if row.wager not in NOT_PLACED:
            found.setdefault(row.wager, []).append(row)
    offered = {wager.name for wager in game(number).wagers if not wager.option or house.values.get(wager.option)}
    chosen = {wager: in_force(house, wager, each) for wager, each in found.items() if wager in offered}
    if meter is not None and (progressive := game(number).progressive) in chosen:
        chosen[progressive] = at_meter(house, chosen[progressive], meter)
    return {wager: _expected(row) for wager, row in chosen.items()}


def _expected(row: Row) -> Expected:
    spread = None if row.distribution is None else row.distribution.standard_deviation
    return Expected(float(row.edge), row.exact, spread)


def in_force(house: House, wager: str, listed: list[Row]) -> Row:
    """The row of the pay table that the house has posted."""
    number = house.chapter.chapter
    if wager == wagers(number)[0] and (played := solved(number, house).table):
        table = played
    elif isinstance(chosen := house.chosen(wager), str) and any(row.table == chosen for row in listed):
        table = chosen
    else:
        try:
            table = house.paytable(wager).table
        except PitbossError:  # without a pay table of its own
            table = ""
    return next((row for row in listed if row.table == table), listed[0])


def at_meter(house: House, row: Row, meter: int) -> Row:
    """A progressive wager when the meter shows so many cents; as the house states it, where that is not reckoned."""
    number = house.chapter.chapter
    try:
        stated = House.of(number, {**house.given, "progressive_meter": meter})
    except NotAuthorized:  # the $1 bonus of § 559.8 has no meter
        return row
    if (side := next(iter(sides_of(number, row.wager)), None)) is not None:
        paytable, deals = house.paytable(row.wager, row.table), counts_of(side, house)
        return progressive_row(stated, paytable, deals, off_meter=side.off_meter, forfeited=bool(side.kept))
    if rules_of(game(number)) is not None:
        return next((each for each in bonus_rows(number, stated) if (each.wager, each.table) == (row.wager, row.table)), row)
    return row
