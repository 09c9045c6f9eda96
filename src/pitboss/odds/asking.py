"""The questions about odds that people ask, by the names of games, wagers and cards: what a program says instead of a command.

A house is the chapter's defaults unless it is given, as a `House` or as its choices.

>>> odds_of("565", "Pair Plus").edge
Fraction(707, 5525)
>>> print(best_play("565", "Qs 6d 4c"))
play -0.993378, fold -1.000000
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from pitboss.cards import parse, text
from pitboss.errors import BadCard, NotAuthorized, UnknownCitation
from pitboss.games import crazy_4_poker
from pitboss.games import game as named
from pitboss.house import House, house_of
from pitboss.house.own_pay_tables import own_rows
from pitboss.odds import catalogue, side_wagers, simulation, strategy
from pitboss.odds.advice import Advice
from pitboss.odds.announcing import telling
from pitboss.odds.catalogue import Progress
from pitboss.odds.row import Row
from pitboss.odds.simulation import Simulation
from pitboss.rulebook import Paytable
from pitboss.spelling import wager_key
from pitboss.table.drivers import Decide
from pitboss.table.working import check_works

Choices = House | Mapping[str, Any] | None
OWN = "on a pay table of one's own"
# The pay tables that a whole game is played for: what one of them pays changes how the game is played.
PLAYED_FOR = {
    "557": ("Ante Bonus",),
    "559": ("Let It Ride Poker",),
    "587": ("Play", "Blind"),
    "655a": ("Mississippi Stud",),
    "657a": (crazy_4_poker.SUPER_BONUS,),
    "677a": ("Odds", "Bad Beat Bonus"),
}


def odds_of(game: str | int, wager: str = "", table: str = "", house: Choices = None, progress: Progress | None = None) -> Row:
    """The odds of a wager under best play: its `edge` is a Fraction. Without a wager, of the game's first. Without a table, on
    the one that the house plays; where it has not chosen between several, the table must be named. `progress` is called with
    what is being solved and how much of it is done, from 0 to 1.

    >>> odds_of("565").name, odds_of("565", table="A").name
    ('Ante', 'Ante A')
    >>> odds_of("677a", "trips plus", "A").edge
    Fraction(247579, 33446140)
    >>> odds_of("677a", "Trips Plus")
    Traceback (most recent call last):
    pitboss.errors.UnknownCitation: Trips Plus has several pay tables: name A, B, C or D
    """
    at = house_of(game, house)
    number = at.chapter.chapter
    with telling(number, progress) as tell:
        found = _decided_by_one_hand(at, wager) or catalogue.rows(number, at.given, tell)
    wager = wager or (found[0].wager if found else "")
    rows = catalogue.picked(found, number, wager, table)
    if not table:  # of 565 the basic game, which has no letter: a house that plays a version says so
        rows = [row for row in rows if not row.table] or rows
    if len(rows) > 1 and isinstance(chosen := at.chosen(rows[0].wager), str):
        rows = [row for row in rows if row.table == chosen] or rows
    if len(rows) > 1 and len({row.table for row in rows}) > 1:
        *names, last = [row.table for row in rows]
        raise UnknownCitation(f"{rows[0].wager} has several pay tables: name {', '.join(names)} or {last}")
    return rows[0]


def _decided_by_one_hand(house: House, wager: str) -> list[Row]:
    """The rows of a wager that one hand decides, for which no game need be solved; none where it is not one."""
    sides = side_wagers.SIDES.get(house.chapter.chapter, ())
    side = next((each for each in sides if wager_key(each.wager) == wager_key(wager)), None)
    if side is None:
        return []
    check_works(named(house.chapter.chapter), house)
    return [side_wagers.row_of(side, house, table) for table in side_wagers.tables_of(side, house)]


def price(game: str | int, wager: str, pays: Mapping[str, str], house: Choices = None) -> Row:
    """The odds of a wager on a pay table that nobody printed, lawful or not: what each hand pays, and for hands that are not
    named as printed. Where a whole game is played for the table, the game is played for the most again.

    >>> price("565", "Pair Plus", {"Flush": "4 to 1"}).edge < odds_of("565", "Pair Plus").edge
    True
    >>> price("565", "Pair Plus", {"Four of a kind": "100 to 1"})
    Traceback (most recent call last):
    pitboss.errors.NotAuthorized: the Pair Plus table has no "Four of a kind"; it has Pair, Flush, Straight, Three-of-a-kind, \
Straight flush, Mini royal flush (ace, king, queen) (§ 565.12(d))
    """
    at = house_of(game, house)
    number = at.chapter.chapter
    sides = {side.wager: side for side in side_wagers.SIDES.get(number, ())}
    known = (*sides, *PLAYED_FOR.get(number, ()))
    name = next((each for each in known if wager_key(each) == wager_key(wager)), "")
    if not name:
        can = f"; those of {', '.join(known)} can" if known else ""
        raise NotAuthorized(f"a pay table for {wager!r} of chapter {number} cannot be priced here{can}")
    printed = _printed(at, name)
    own = own_rows(printed, pays)
    table = replace(printed, table="", rows=tuple((hand, own.get(hand, payout)) for hand, payout in printed.rows))
    if name in sides:
        row = side_wagers.row_of(sides[name], at, table)
    else:
        row = next(catalogue.parts_of(number)[0].solve(number, at.paying(table), None))
    return replace(row, note="; ".join(filter(None, (row.note, f"{name} {OWN}"))))


def _printed(house: House, wager: str) -> Paytable:
    """The pay table of a wager that the house has in force, or the first that is printed."""
    if house.chosen(wager):
        return house.paytable(wager)
    return next(table for table in house.chapter.paytables if table.wager == wager)


@dataclass(frozen=True)
class Decision:
    """What each action brings with a hand, in units of the first wager, the best first."""

    cards: str
    dealer: str  # the card that is seen of him, "" where none is
    actions: Mapping[str, Fraction | float]  # a Fraction where it is exact, at 21 a float, which is rounded

    @property
    def best(self) -> str:
        """The action that brings most."""
        return next(iter(self.actions))

    @property
    def brings(self) -> Fraction | float:
        """What it brings."""
        return self.actions[self.best]

    def __str__(self) -> str:
        """What each brings, rounded to six places: ≈ where no more is known than about as much."""
        return ", ".join(
            f"{action} {'≈' * isinstance(value, float)}{float(value):+.6f}" for action, value in self.actions.items()
        )


def best_play(
    game: str | int, cards: str, dealer: str = "", house: Choices = None, progress: Progress | None = None
) -> Decision:
    """What to do with a hand: the player's cards, then the community cards, and what the dealer shows where he does.

    >>> best_play("565", "Qs 6d 3c").best
    'fold'
    """
    at = house_of(game, house)
    shown = parse(dealer)
    if len(shown) > 1:
        raise BadCard(f"a dealer shows one card, not {dealer!r}")
    hand = parse(cards)
    number = at.chapter.chapter
    with telling(number, progress) as tell:
        actions = strategy.decide(number, at, hand, shown[0] if shown else None, tell)
    rounded = number in strategy.TWENTY_ONE  # whose solver adds floating-point numbers
    found = {action: float(value) if rounded else value for action, value in actions}
    return Decision(text(hand), text(shown), MappingProxyType(found))


def rules(game: str | int, house: Choices = None, progress: Progress | None = None) -> list[Advice]:
    """Rules that are easy to remember, each with what it costs.

    >>> rules("565")[0].rule
    'play with queen-6-4 or better; else fold'
    """
    at = house_of(game, house)
    with telling(at.chapter.chapter, progress) as tell:
        return strategy.rules(at.chapter.chapter, at, tell)


def simulate(
    game: str | int,
    rounds: int = 10_000,
    seed: int | None = None,
    house: Choices = None,
    decide: Decide | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Rounds at the table itself, every wager on it; the same seed gives the same rounds. They are played by best play, or by
    decisions in words as `pitboss.play` takes them; `exact` is what best play would hold.

    >>> simulate("565", rounds=10, seed=1).entries[0].wager
    'Ante'
    >>> simulate("565", rounds=10, seed=1, decide=lambda table, ask: "fold").entries[0].mean(10)
    1.0
    """
    at = house_of(game, house)
    with telling(at.chapter.chapter, progress) as tell:
        return simulation.simulate(at.chapter.chapter, at, rounds, seed, tell, decide)
