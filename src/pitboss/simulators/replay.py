"""A round of a compiled simulator once more through the engine, card by card: every wager must settle equally."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.games import game
from pitboss.house import House
from pitboss.odds.simulation import CHIPS, SEAT, Entry, opening, settle
from pitboss.shoe import Chance, ChosenStack, Stack
from pitboss.simulators.jobs import CompiledJob
from pitboss.table.drivers import Driver, drive
from pitboss.table.money.meter import Meter
from pitboss.table.steps import before_splitting
from pitboss.table.table import Table


class DealtStack(ChosenStack):
    """Gives each place the cards that it had in the simulator, then the cards drawn later to whoever draws; what is burned or
    dealt elsewhere is none of these."""

    __slots__ = ("places", "reserved", "then")

    def __init__(self, places: dict[str, list[Card]], then: list[Card]) -> None:
        self.places, self.then = places, then
        self.reserved = Counter([*then, *(card for cards in places.values() for card in cards)])
        super().__init__()

    def draw(self, to: str = "") -> Card:
        if self.places.get(to):
            card = self.places[to].pop(0)
        elif before_splitting(to) in self.places and self.then:
            card = self.then.pop(0)
        else:
            held = Counter(self.cards)
            card = next(card for card in held if held[card] > self.reserved[card])
            self.cards.remove(card)
            return card
        self.reserved[card] -= 1
        self.cards.remove(card)
        return card


@dataclass(frozen=True)
class Replay:
    """The engine at the house of a job."""

    job: CompiledJob
    house: House
    bets: dict[str, int]
    player: Driver
    entries: Sequence[Entry]

    def differs(self, number: int) -> str:
        """How the engine settles a round otherwise than the simulator, "" where it does not."""
        mine = self.job.gains(number)
        its = self.gains(self.job.cards(number))
        if mine == its:
            return ""
        wagers = [f"{e.wager} {a} and {b}" for e, a, b in zip(self.entries, mine, its, strict=True) if a != b]
        return f"round {number} of seed {self.job.seed}: simulator and engine differ on {', '.join(wagers)}"

    def gains(self, cards: list[Card]) -> list[int]:
        """What the house gains from each wager, in cents, where these cards are drawn."""
        places, drawn = dict[str, list[Card]](), 0
        for place, count in self.job.simulator.places:
            places.setdefault(place, []).extend(cards[drawn : drawn + count])
            drawn += count
        meter = Meter.of(self.house)
        if meter is not None:
            meter.stands = True
        stacks: dict[str, Stack] = {"": DealtStack(places, cards[drawn:])}
        table = Table(
            game(self.house.chapter.chapter), opening(self.house), Chance(0), stacks=stacks, meter=meter, pauses=False
        )
        table.sit(SEAT, "player", CHIPS)
        table.bet(SEAT, self.bets)
        entries = [Entry(entry.wager, entry.table, entry.unit) for entry in self.entries]
        settle(drive(table, self.player).ledger, entries)
        return [entry.total for entry in entries]
