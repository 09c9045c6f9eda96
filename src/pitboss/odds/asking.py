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
from math import lcm
from time import perf_counter
from types import MappingProxyType
from typing import Any, cast

from pitboss.cards import parse, text
from pitboss.drawing import html_table
from pitboss.errors import BadCard, BadOdds, NotAuthorized, UnknownCitation
from pitboss.games import game as named
from pitboss.house import House, fits_decks, house_of
from pitboss.house.own_pay_tables import own_rows
from pitboss.money import Odds, dollars
from pitboss.odds import catalogue, side_wagers, simulation, strategy
from pitboss.odds.advice import Advice
from pitboss.odds.announcing import telling
from pitboss.odds.game_odds import Part
from pitboss.odds.parts import Told
from pitboss.odds.row import Row
from pitboss.odds.simulation import Simulation
from pitboss.rulebook import Paytable
from pitboss.spelling import wager_key
from pitboss.table.drivers import Decide
from pitboss.table.working import check_works

Choices = House | Mapping[str, Any] | None
OWN = "on a pay table of one's own"
MOST_EXACT = 10**8  # what the solvers that add whole numbers can count with


def odds_of(game: str | int, wager: str = "", table: str = "", house: Choices = None, progress: Told = None) -> Row:
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
    wager = wager or next(iter(catalogue.wagers(number)), "")
    check_works(named(number), at)
    with telling(number, progress) as tell:
        found = catalogue.rows(number, at.given, tell, wager=wager)
    rows = catalogue.picked(found, number, wager, table)
    if not table:  # of 565 the basic game, which has no letter: a house that plays a version says so
        rows = [row for row in rows if not row.table] or rows
    if len(rows) > 1 and isinstance(chosen := at.chosen(rows[0].wager), str):
        rows = [row for row in rows if row.table == chosen] or rows
    if len(rows) > 1 and len({row.table for row in rows}) > 1:
        *names, last = [row.table for row in rows]
        raise UnknownCitation(f"{rows[0].wager} has several pay tables: name {', '.join(names)} or {last}")
    return rows[0]


def price(game: str | int, wager: str, pays: Mapping[str, str], house: Choices = None, table: str = "") -> Row:
    """The odds of a wager on a pay table that nobody printed, lawful or not. `pays` says what hands pay, also such as are not
    printed; all others pay as the house has posted, or as the printed `table` has them, which is named by its letter or
    condition. A fixed amount is for a wager of $1 where the wager has no size of its own. Where a game is played for the
    table, it is played for the most again. An Envy Bonus is priced for one other player, as a gain on the wager it goes with.

    >>> price("565", "Pair Plus", {"Flush": "4 to 1"}).edge < odds_of("565", "Pair Plus").edge
    True
    >>> print(price("565", "Ante Bonus", {"Flush": "1 to 1"}, table="B"))
    Ante: the house holds -0.2107% of Ante, exactly -214507/101792600
    >>> price("565", "Pair Plus", {"Four of a kind": "100 to 1"})
    Traceback (most recent call last):
    pitboss.errors.NotAuthorized: the Pair Plus table has no "Four of a kind"; it can pay Pair, Flush, Straight, \
Three-of-a-kind, Straight flush, Mini royal flush (ace, king, queen), High card, Mini royal flush of spades (ace, king, queen) \
(§ 565.12(d))
    """
    found = posted(game, wager, pays, house, table)
    started = perf_counter()
    row = found.row
    seconds = perf_counter() - started
    return replace(row, table="", seconds=seconds, note="; ".join(filter(None, (row.note, f"{found.table.wager} {OWN}"))))


@dataclass(frozen=True)
class Posted:
    """A wager on a pay table of one's own, and the part of the catalogue that solves it. An Envy Bonus goes with the wager
    `envied`."""

    house: House
    table: Paytable
    part: Part
    envied: str = ""

    @property
    def row(self) -> Row:
        """Its odds."""
        if self.envied:
            hands = cast(Mapping[str, int], self.part.hands(self.house, self.envied))
            return side_wagers.envy_row(self.house, self.table, self.envied, hands)
        return next(self.part.solve(self.house.chapter.chapter, self.house.paying(self.table), None))

    def paying(self, hand: str, payout: str) -> "Posted":
        """The same with another payout of one hand."""
        table = replace(self.table, rows=tuple((dict(self.table.rows) | {hand: payout}).items()))
        return replace(self, table=table)


def posted(game: str | int, wager: str, pays: Mapping[str, str], house: Choices = None, table: str = "") -> Posted:
    """A wager on what hands pay, others as the house has posted or the named table prints; raises NotAuthorized, BadOdds."""
    at = house_of(game, house)
    number = at.chapter.chapter
    printed = _printed(at, wager, table)
    first, *others = catalogue.parts_of(number)
    envied = printed.kind == "envy"
    of = next(name for name in catalogue.wagers(number) if name in printed.condition) if envied else printed.wager
    part = next((part for part in others if of in part.wagers), first)
    known = {hand.lower() for hand, _ in printed.rows}
    more = tuple((hand.capitalize(), "N/A") for hand in part.hands(at, of) if hand and hand.lower() not in known)
    own = own_rows(replace(printed, rows=printed.rows + more), pays, "can pay")
    priced = replace(printed, rows=tuple((dict(printed.rows) | own).items()))
    _check(priced, printed)
    return Posted(at, priced, part, of if envied else "")


def _printed(house: House, wager: str, table: str) -> Paytable:
    """The pay table of a wager by its letter or its condition; without these that of the house, or the first that is printed.
    The house decides between tables for other numbers of decks, other versions and other wagers."""
    tables = [each for each in house.chapter.paytables if wager_key(each.wager) == wager_key(wager)]
    if not tables:
        known = ", ".join(dict.fromkeys(each.wager for each in house.chapter.paytables))
        can = f"; it has those of {known}" if known else ""
        raise NotAuthorized(f"chapter {house.chapter.chapter} prints no pay table for {wager!r}{can}")
    wanted, name, chosen = table.strip().lower(), tables[0].wager, house.chosen(tables[0].wager)
    if isinstance(chosen, dict) and not wanted:
        return house.paytable(name)
    names = [f"{each.table} {each.condition}".strip() for each in tables]
    said = [(each.table.lower(), each.condition.lower(), whole.lower()) for each, whole in zip(tables, names, strict=True)]
    found = [each for each, words in zip(tables, said, strict=True) if not wanted or wanted in words]
    if not found:
        has = f"no pay table {table!r}; it has {', '.join(names)}" if any(names) else "one pay table; leave the table out"
        raise UnknownCitation(f"{name} has {has}")
    fitting = [each for each in found if _fits(each, house)] or found
    return next((each for each in fitting if each.table == chosen), fitting[0])


def _fits(table: Paytable, house: House) -> bool:
    """Whether the condition that is printed over a pay table holds in a house."""
    words, version = table.condition, bool(house.get("version"))
    if words.startswith("$"):
        return words.startswith(f"{dollars(house['progressive_wager'])} ")
    of_version = {"basic game": not version, "565.7(f) version": version}.get(words, True)
    return of_version and fits_decks(words, house.get("decks") or 1)


def _check(table: Paytable, printed: Paytable) -> None:
    """Refuses a part of a meter where there is none, and payouts that are not counted exactly."""
    kinds = {odds.kind for _, payout in printed.rows for odds in Odds.choices(payout)}
    paid = [odds for _, payout in table.rows if (odds := Odds.parse(payout)).kind != "meter" or "meter" in kinds]
    if len(paid) < len(table.rows):
        raise NotAuthorized(f"the {table.wager} table has no meter of which a part could be paid", table.section)
    nets = [odds.net() for odds in paid]
    if max(map(abs, nets)) * lcm(*(each.denominator for each in nets)) > MOST_EXACT:
        raise BadOdds(f"the payouts of the {table.wager} table are too large or too fine to be counted")


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

    def _repr_html_(self) -> str:
        """What each action brings, for a notebook."""
        rows = [(action, f"{float(value):+.6f}", value) for action, value in self.actions.items()]
        return html_table(("action", "brings", "exactly" if isinstance(self.brings, Fraction) else "rounded"), rows, self.cards)

    def __str__(self) -> str:
        """What each brings, rounded to six places: ≈ where no more is known than about as much."""
        return ", ".join(
            f"{action} {'≈' * isinstance(value, float)}{float(value):+.6f}" for action, value in self.actions.items()
        )


def best_play(game: str | int, cards: str, dealer: str = "", house: Choices = None, progress: Told = None) -> Decision:
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
    rounded = catalogue.solved(number, at).rounded
    found = {action: float(value) if rounded else value for action, value in actions}
    return Decision(text(hand), text(shown), MappingProxyType(found))


def rules(game: str | int, house: Choices = None, progress: Told = None) -> list[Advice]:
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
    progress: Told = None,
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
