"""The state of a table that procedures may use: seats, cards, meter, the dealer's memory, chance and the clock.

`pitboss.table.table` changes it by commands. Between two rounds all of it is one value (`Snapshot`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pitboss.cards import Card
from pitboss.errors import IllegalDecision, IllegalWager, Unbalanced
from pitboss.house import House
from pitboss.money import dollars
from pitboss.shoe import Shuffle, Source, Stack, Witness
from pitboss.table.devices import house_in_force
from pitboss.table.log.records import Reading
from pitboss.table.memory import Memory
from pitboss.table.money.accounts import Accounts
from pitboss.table.money.linked_meter import Last, LinkedMeter
from pitboss.table.money.meter import Meter
from pitboss.table.offer import Offer
from pitboss.table.steps import Answer, Ask, Request, seat_name

HOUR = 3_600_000  # milliseconds


@dataclass
class Seat:
    """A player at a betting position, with the chips before them in cents."""

    player: str
    cents: int
    since: int = 0  # the version of the table at which the player sat down


class Felt:
    """A table as a round finds it and leaves it."""

    def __init__(
        self,
        game: Offer,
        house: House,
        chance: Source,
        stacks: dict[str, Stack] | None = None,
        meter: "Meter | LinkedMeter | None" = None,
    ) -> None:
        self.game = game
        self.house = house
        self.chance = chance
        self.seats: dict[int, Seat] = {}
        self.rounds = 0
        self.seated_before: dict[int, Seat] = {}  # who sat where when the round before began
        self.pauses = True  # whether the table waits where an irregularity may be reported
        self.staked: dict[int, int] = {}  # what each seat has put on the layout in the round in progress
        # The cards, for each side of a double shoe or for the only one (""): the stack to deal from, the discard rack, the
        # segregated area; and a second deck or batch that waits for its turn.
        sides = ("left", "right") if house.get("double_shoe") else ("",)
        self.stacks: dict[str, Stack] = stacks if stacks is not None else {side: Stack() for side in sides}
        self.racks: dict[str, list[Card]] = {side: game.deck(house) for side in sides}
        self.segregated: dict[str, list[Card]] = {side: [] for side in sides}
        self.waiting: list[Card] = []
        self.cards = sum(map(len, self.racks.values()))
        # The dealer's memory from round to round.
        self.opened_at: float | None = None
        self.clock = 0.0  # the time of the last command, in hours
        self.since_count = 0
        self.idle = False
        self.permitted: set[int] = set()
        self.out_of_order: set[str] = set()
        self.link = meter if isinstance(meter, LinkedMeter) else None  # a meter shared with other tables
        own = meter.meter if isinstance(meter, LinkedMeter) else meter or Meter.of(house)
        self.own_meter = None if own is None else replace(own) if self.link is not None else own
        self.moved: Last | None = None  # when the table last moved its meter, and the readings before and after
        self._read: Reading | None = None  # the linked meter at first use by the command
        self.request: Request | None = None  # the open question
        # Money other than the players' chips: the house's gain, contributions to the meter and to jackpot boxes, and what
        # players have brought to the table and taken away.
        self.inventory = self.metered = self.boxed = self.brought = self.taken = 0
        self.memory: Memory = game.memory()
        self.drawn: list[Any] = []  # what chance has given the current command

    @property
    def in_force(self) -> House:
        """The house's choices that the working devices allow; procedures follow these."""
        return house_in_force(self.house, self.out_of_order)

    @property
    def chance(self) -> Source:
        """The source of shuffles and numbers."""
        return self._chance

    @chance.setter
    def chance(self, chance: Source) -> None:
        self._chance = chance
        self.fair: Witness | None = getattr(chance, "witness", None)  # chance again, where it makes promises and proves them

    @property
    def meter(self) -> Meter | None:
        """The progressive meter. A meter shared with other tables is read when it is first used in a command, and the reading
        is put on record."""
        if self.link is not None and self._read is None:
            self._read = self.link.read()
            self.drawn.append(self._read)
            assert self.own_meter is not None
            self.own_meter.cents, self.own_meter.carried = self._read.cents, Fraction(self._read.carried)
        return self.own_meter

    @property
    def meter_cents(self) -> int | None:
        """The cents on the progressive meter, for display: nothing is put on record."""
        if self.own_meter is None:
            return None
        return self.own_meter.cents if self.link is None or self._read is not None else self.link.meter.cents

    def chips(self, number: int) -> int:
        """The cents before a seat that are not on the layout."""
        return self.seats[number].cents - self.staked.get(number, 0)

    def accounts(self) -> Accounts:
        """Every account of the sitting; raises Unbalanced where they do not sum to zero."""
        accounts = Accounts(
            {seat_name(n): seat.cents for n, seat in self.seats.items()},
            {seat_name(n): seat.player for n, seat in self.seats.items()},
            self.inventory,
            self.metered,
            self.boxed,
            self.brought,
            self.taken,
        )
        accounts.check()
        return accounts

    def check_seat(self, number: int) -> None:
        """Checks that the table has such a seat; raises IllegalWager."""
        most, cite = self.game.seats(self.house)
        if type(number) is not int or not 1 <= number <= most:
            raise IllegalWager(f"there is no seat {number}; the table has seats 1 to {most}", cite)

    def verify(self, ask: Ask, words: str) -> Answer:
        """A player's words as a lawful answer; raises IllegalDecision and changes nothing otherwise."""
        answer = ask.verify(words)
        if answer.cents and self.chips(ask.seat) < answer.cents - ask.already:
            raise IllegalDecision(
                f"seat {ask.seat} has {dollars(self.chips(ask.seat))} left and cannot {answer.word} {dollars(answer.cents)}",
                ask.cite,
            )
        return answer

    def shuffle(self, cards: list[Card]) -> Shuffle:
        """A shuffle of some cards by chance, put on record."""
        shuffle = self.chance.shuffle(cards)
        self.drawn.append(shuffle)
        return shuffle

    def number(self, least: int, most: int) -> int:
        """A number from chance, put on record."""
        number = self.chance.number(least, most)
        self.drawn.append(number)
        return number

    def hours(self) -> float:
        """The time of the current command, in hours."""
        return self.clock

    def cards_lying(self, hands: Iterable[list[Card]] = ()) -> list[Card]:
        """Every card at the table, wherever it lies; `hands` are those dealt in the round in progress."""
        cards = list(self.waiting)
        for side, stack in self.stacks.items():
            cards += [*stack.cards, *self.racks[side], *self.segregated[side]]
        for hand in hands:
            cards += hand
        return cards

    def check_cards(self, hands: Iterable[list[Card]] = ()) -> None:
        """Checks that every card of every deck is in exactly one place; raises Unbalanced. `hands` as in `cards_lying`."""
        total = len(self.waiting) + sum(map(len, hands))
        for side, stack in self.stacks.items():
            total += len(stack.cards) + len(self.racks[side]) + len(self.segregated[side])
        if total != self.cards:
            raise Unbalanced(f"{total} cards are at the table, not {self.cards}")

    def clear_away(self) -> None:
        """Takes the cards out of the shoe or the dealer's hand, as when a table closes; the next round opens the table anew."""
        for side, stack in self.stacks.items():
            self.racks[side].extend(stack.empty())
        self.opened_at = None

    def replace_cards(self) -> None:
        """Brings fresh decks to the table in place of all cards there."""
        for side, stack in self.stacks.items():
            stack.empty()
            self.racks[side] = self.game.deck(self.house)
            self.segregated[side] = []
        self.waiting = []
        self.cards = sum(map(len, self.racks.values()))
        self.opened_at = None
