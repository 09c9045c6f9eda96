"""Rounds dealt by the engine itself and played by best play: a check of the odds, and of the engine, on the full deck.

One seat makes every wager that the house can offer at once, at the table's least. Everything is reckoned as `pitboss odds`
reckons it; `sums` are in cents: `mean` is the house's gain as a part of the wager that must be made first, and wagers that
stand together in one row there are one entry here. The standard error is that of the exact distribution where there is one,
since a sample that has not met the rarest payouts yet takes itself for better than it is; else that of the sample.
"""

import random
import secrets
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any

import numpy as np

from pitboss.cards import Card
from pitboss.drawing import html_table
from pitboss.errors import NotAuthorized
from pitboss.games import NONBANKED, game
from pitboss.games.blackjack.table import CROWN_TREASURE, ROYAL_MATCH, SECOND_BLACKJACK
from pitboss.house import House
from pitboss.odds import catalogue
from pitboss.odds.catalogue import player_of
from pitboss.odds.every_round import optional, wagers_of
from pitboss.odds.parts import Told
from pitboss.odds.players.player import Player
from pitboss.odds.row import Row
from pitboss.rulebook import Option
from pitboss.shoe import Shuffle
from pitboss.table.drivers import Decide, Driver, deciding, drive
from pitboss.table.game import Game
from pitboss.table.money.ledger import Ledger
from pitboss.table.money.meter import Meter, is_offered
from pitboss.table.procedures.multideck import ShoeMemory
from pitboss.table.table import Table

SEAT, WHO = 1, "seat_1"
CHIPS = 10**15  # cents, which nobody loses in a lifetime
TOLD_EVERY = 200  # rounds
ROUNDS = 1 << 64  # that can be told apart
BESIDES = {ROYAL_MATCH: CROWN_TREASURE}  # what is paid beside an optional wager under a name of its own


@dataclass
class Entry:
    """One wager, or several that stand together, and what the house gained from it, in cents."""

    wager: str
    table: str
    unit: int  # cents of the wager of which the mean is a part
    exact: float | None = None
    deviation: float | None = None  # of one round, from the exact distribution
    total: int = 0
    squares: int = 0
    gains: list[int] = field(default_factory=list, repr=False)  # of each round

    def add(self, gain: int) -> None:
        """One more round."""
        self.gains.append(gain)
        self.total += gain
        self.squares += gain * gain

    def mean(self, rounds: int) -> float:
        """The house's gain in a round, as a part of the wager."""
        return self.total / rounds / self.unit

    def standard_error(self, rounds: int) -> float:
        """Of the mean."""
        if self.deviation is not None:
            return self.deviation / sqrt(rounds)
        return sqrt(max(0.0, self.squares / rounds - (self.total / rounds) ** 2) / rounds) / self.unit


@dataclass(frozen=True)
class Simulation:
    """So many rounds. `seconds` are those of dealing; what had to be solved before is not counted."""

    rounds: int
    seed: int
    seconds: float
    entries: list[Entry] = field(default_factory=list)

    @property
    def columns(self) -> dict[str, list[int]]:
        """What the house gained in each round, in cents, by wager: `pandas.DataFrame(simulation.columns)` is a row a round."""
        return {f"{entry.wager} {entry.table}".strip(): entry.gains for entry in self.entries}

    def _repr_html_(self) -> str:
        """A row for each wager, for a notebook."""
        rows = [
            (
                f"{entry.wager} {entry.table}".strip(),
                f"{entry.mean(self.rounds):.4%}",
                f"{entry.standard_error(self.rounds):.4%}",
                "" if entry.exact is None else f"{entry.exact:.4%}",
            )
            for entry in self.entries
        ]
        return html_table(("wager", "mean", "error", "exact"), rows, f"{self.rounds:,} rounds, seed {self.seed}")

    def __str__(self) -> str:
        """A line for each wager: what the house gained, how sure that is, and the exact edge."""
        head = f"{self.rounds:,} rounds, seed {self.seed}\n{'wager':<38}{'mean':>11}{'error':>10}{'exact':>11}"
        lines = []
        for entry in self.entries:
            exact = "" if entry.exact is None else f"{entry.exact:.4%}"
            name = f"{entry.wager} {entry.table}".strip()
            mean, error = entry.mean(self.rounds), entry.standard_error(self.rounds)
            lines.append(f"{name:<38}{mean:>11.4%}{error:>10.4%}{exact:>11}".rstrip())
        return "\n".join([head, *lines])

    def record(self) -> dict[str, Any]:
        """The simulation as `pitboss simulate --json` prints it."""
        wagers = [
            {
                "wager": entry.wager,
                "table": entry.table,
                "mean": entry.mean(self.rounds),
                "standard_error": entry.standard_error(self.rounds),
                "exact": entry.exact,
                "sums": {"count": self.rounds, "sum": entry.total, "squares": entry.squares},
            }
            for entry in self.entries
        ]
        return {"rounds": self.rounds, "seed": self.seed, "seconds": round(self.seconds, 3), "wagers": wagers}


def simulate(
    number: str,
    house: House,
    rounds: int,
    seed: int | None = None,
    progress: Told = None,
    decide: Decide | None = None,
) -> Simulation:
    """Plays so many rounds of a chapter by best play, or as somebody decides; the same seed gives the same rounds."""
    if number in NONBANKED:
        raise NotAuthorized(f"nobody plays against the house in chapter {number}: there is no edge to simulate")
    if rounds < 1:
        raise NotAuthorized(f"a simulation needs at least one round, not {rounds}")
    seed = secrets.randbits(32) if seed is None else seed
    house = with_all_wagers(number, house)
    player = player_of(number, house, progress) if decide is None else deciding(decide)
    bets = wagers(number, house)
    entries = entries_of(number, house, bets, player, progress)
    begun = time.perf_counter()
    for done, ledger in enumerate(ledgers(number, house, player, bets, rounds, seed), 1):
        settle(ledger, entries)
        if progress is not None and (done % TOLD_EVERY == 0 or done == rounds):
            progress("dealing", done / rounds)
    return Simulation(rounds, seed, time.perf_counter() - begun, entries)


# ---------------------------------------------------------------------------- the wagers


def with_all_wagers(number: str, house: House) -> House:
    """The house with every optional wager offered of which it said nothing, each by the first pay table that is lawful."""
    played, given = game(number), dict(house.given)
    options = {option.option: option for option in house.chapter.options}
    for wager in played.wagers:
        silent = wager.option not in given or given[wager.option] is True
        if wager.option and not wager.required and silent:
            given = _offering(played, given, options[wager.option])
    found = House.of(number, given)
    if (meter := Meter.of(found)) is not None:  # the odds are those at a meter that is stated
        found = House.of(number, given | {"progressive_meter": meter.cents})
    return replace(found, instead=house.instead)


def _offering(played: Game, given: dict[str, Any], option: Option) -> dict[str, Any]:
    """The choices with one more wager, or as they are where no pay table of it is lawful."""
    allowed = option.allowed if isinstance(option.allowed, list) else option.allowed.values()
    for value in allowed:
        if value in ("", False):
            continue
        more = given | {option.option: value}
        try:
            played.check_house(House.of(played.chapter, more))
        except NotAuthorized:
            continue
        return more
    return given


def wagers(number: str, house: House) -> dict[str, int]:
    """Every wager before the deal, in cents: those of a plain player, and the least that is lawful on the others."""
    played = game(number)
    found = wagers_of(played, house)
    if played.progressive in found.keys() - played.suggest(house).keys() and "progressive_wager" in house.values:
        found[played.progressive] = house["progressive_wager"]
    return found


def entries_of(number: str, house: House, bets: dict[str, int], player: Driver, progress: Told) -> list[Entry]:
    """The entries, the wagers that stand together first, with what the odds say of them."""
    played = game(number)
    main = next(player.solved.rows(), None) if isinstance(player, Player) else None
    if main is not None:  # what was solved for the player is not solved again
        _, *others = catalogue.parts_of(number)
        rows = [row for part in others for row in part.solve(number, house, None)]
    else:
        main, *rows = catalogue.rows(number, house.given, progress)
    together = Entry(main.wager, main.table, bets[main.of] + bets.get(SECOND_BLACKJACK, 0))
    found = [_known(together, main)]
    if not isinstance(player, Player):  # the exact distribution is that of best play
        together.deviation = None
    for wager in optional(played, house):
        entry = Entry(wager.name, _letter(house, wager.name), bets[wager.name])
        row = next((row for row in rows if (row.wager, row.table) == (entry.wager, entry.table)), None)
        found.append(_known(entry, row))
    return found


def _letter(house: House, wager: str) -> str:
    """The letter of the pay table in force, "" where there is only one."""
    chosen = house.chosen(wager)
    return chosen if isinstance(chosen, str) and chosen != "floor" else ""


def _known(entry: Entry, row: Row | None) -> Entry:
    """An entry with what a row says."""
    if row is not None:
        entry.exact = float(row.edge)
        entry.deviation = None if row.distribution is None else row.distribution.standard_deviation
    return entry


# ---------------------------------------------------------------------------- the rounds


class SimulatedChance:
    """Chance from a seed and the number of a round, without the commitments that nobody asks for here."""

    def __init__(self, seed: int) -> None:
        self.key = random.Random(seed).getrandbits(128)
        self.begin(0)

    def begin(self, number: int) -> None:
        """Whatever follows belongs to a round, and depends on nothing that came before it."""
        self.random = np.random.Generator(np.random.Philox(key=self.key, counter=number << 64))

    def shuffle(self, cards: Iterable[Card]) -> Shuffle:
        """Cards in an order of which each is equally likely, whatever order they were in."""
        return Shuffle(tuple(self.random.permutation(sorted(cards)).tolist()), "", "")

    def number(self, least: int, most: int) -> int:
        """A number from least to most."""
        return int(self.random.integers(least, most, endpoint=True))

    def hours(self) -> float:
        """The clock stands still."""
        return 0.0


def opening(house: House) -> House:
    """The house with a rate of progression where it states none, so that its table opens: the meter stands here."""
    if not is_offered(house) or house["progressive_rate"]:
        return house
    return replace(House.of(house.chapter.chapter, house.given | {"progressive_rate": 1}), instead=house.instead)


def ledgers(
    number: str, house: House, player: Driver, bets: dict[str, int], rounds: int, seed: int, first: int = 0
) -> Iterator[Ledger]:
    """The ledgers of so many rounds from one on, each dealt from freshly shuffled cards.

    Every round is the same whichever round is the first: a device may shuffle the cards of a round during the one before, so
    that one is played too, and its ledger left out.

    A shoe is not dealt down to its cover card: there is a pause after each round, and the table then shuffles anew
    (§ 633a.5(g), § 635a.5(g)), so that every round is dealt off the top as the odds are.
    """
    meter = Meter.of(house)
    if meter is not None:
        meter.stands = True
    shown = 0 if meter is None else meter.cents
    kind = game(number)
    shoe = kind.memory is ShoeMemory
    chance = SimulatedChance(seed)
    table = Table(kind, opening(house), chance, meter=meter, pauses=False)
    table.sit(SEAT, "player", CHIPS)
    for number_of_round in range(first - 1, first + rounds):
        chance.begin(number_of_round % ROUNDS)
        if meter is not None:  # it shows the same whenever a round begins
            meter.cents = shown
        table.bet(SEAT, bets)
        finished = drive(table, player)
        if number_of_round >= first:
            yield finished.ledger
        if shoe:
            table.rest()


def settle(ledger: Ledger, entries: list[Entry]) -> None:
    """What the house gained in a round, by entry: the first has all that no other one has."""
    placed, back = ledger.placed[WHO], ledger.back[WHO]
    together, *others = entries
    rest = -ledger.players[WHO]
    for entry in others:
        gain = placed[entry.wager] - back[entry.wager]
        if (besides := BESIDES.get(entry.wager)) in back:
            gain -= back[besides]
        entry.add(gain)
        rest -= gain
    together.add(rest)
