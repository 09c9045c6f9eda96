"""Shoes of one to eight decks, single and double, in batches, in a continuous shuffler and in the dealer's hand.

Over thousands of rounds and many reshuffles every card of every deck is in exactly one place, and the money adds up, after
every request and not only when a round is over.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.shoe import Chance
from pitboss.table.round import Round
from pitboss.table.steps import Request, Step
from pitboss.table.table import Table
from tests.strategies import Outside, Situation, examples, play_round

RANKS = {"633a": range(13), "635a": [r for r in range(13) if r != 8]}  # § 635a.3(a): the tens are removed


class Restless(Outside):
    """People at a table that never rests: only the cover card, the clock and a floorperson bring a reshuffle."""

    def say(self, table: Table, what: str, how: Any = None) -> Request | None:
        return table.request if what == "rest" else super().say(table, what, how)


@dataclass
class Watch:
    """Follows the cards and the money of a sitting."""

    table: Table
    decks: int  # in the shoe, in one side of a double shoe, or in one batch
    seen: Round | None = None
    read: int = 0  # steps of this round that have been added up
    chips: int = 0  # in front of all players, between rounds
    inventory: int = 0  # what the house has won in this round
    players: Counter[str] = field(default_factory=Counter)  # what each has won in this round, less what lies on the layout
    staked: Counter[str] = field(default_factory=Counter)
    layout: Counter[tuple[str, str]] = field(default_factory=Counter)
    met: Counter[str] = field(default_factory=Counter)

    def __call__(self, table: Table) -> None:
        self.count_cards()
        self.count_money()

    def count_cards(self) -> None:
        """Side by side, and the batch that waits."""
        table, current = self.table, self.table.round
        whole = Counter({4 * rank + suit: self.decks for rank in RANKS[table.game.chapter] for suit in range(4)})
        in_hands = [card for hand in current.hands.values() for card in hand] if current is not None else []
        everything: Counter[int] = Counter()
        for side, stack in table.stacks.items():
            here = Counter([*stack.cards, *table.racks[side], *table.segregated[side]])
            if current is not None and current.side == side:
                here.update(in_hands)
            assert here == whole, f"the {side or 'only'} side has {here.total()} cards: {(here - whole) or (whole - here)}"
            everything += here
        if table.waiting:
            assert Counter(table.waiting) == whole, "the batch in the device is not whole"
            everything.update(table.waiting)
        assert bool(table.waiting) == (self.batches and table.opened_at is not None)
        assert Counter(table.cards_in_place()) == everything
        table.check_cards(current.hands.values() if current is not None else ())

    @property
    def batches(self) -> bool:
        return self.table.game.chapter == "633a" and self.table.house["shuffler"] == "automated"

    def count_money(self) -> None:
        """The steps since the last request; then nothing has come from nowhere or gone there."""
        table = self.table
        current = table.round or table.last
        assert current is not None
        if current is not self.seen:
            self.seen, self.read, self.inventory = current, 0, 0
            for account in (self.players, self.staked, self.layout):
                account.clear()
        for step in current.steps[self.read :]:
            self.add(step)
        self.read = len(current.steps)
        assert min(self.layout.values(), default=0) >= 0
        assert self.inventory + self.players.total() + self.layout.total() == 0
        if table.round is not None:
            mine = {(f"seat_{n}", w): cents for n, held in current.wagers.items() for w, cents in held.items() if cents}
            assert mine == dict(+self.layout)
            for number, seat in table.seats.items():
                assert 0 <= table.chips(number) == seat.cents - self.staked[f"seat_{number}"]
            return
        self.chips += self.players.total()
        assert not +self.layout, "a wager was never settled"
        assert current.ledger is not None
        assert current.ledger.players == dict(self.players)
        assert current.ledger.inventory == self.inventory
        assert sum(seat.cents for seat in table.seats.values()) == self.chips

    def add(self, step: Step) -> None:
        spot, cents = (step.who, step.wager), step.cents
        assert cents >= 0
        match step.act:
            case "wager":
                self.staked[step.who] += cents
                self.players[step.who] -= cents
                self.layout[spot] += cents
            case "collect":
                self.layout[spot] -= cents
                self.inventory += cents
            case "return":
                self.layout[spot] -= cents
                self.players[step.who] += cents
            case "pay":
                assert self.layout[spot] > 0
                self.players[step.who] += self.layout.pop(spot) + cents
                self.inventory -= cents
            case "bonus" | "restore":
                self.players[step.who] += cents
                self.inventory -= cents
            case "decide":
                pass  # what he says he puts out; the wager is a step of its own
            case "shuffle" | "void" | "take":
                self.met[step.act] += 1
            case _:
                assert not cents, f"{step} moves money by no known act"
        if step.note.startswith("the cover card comes out"):
            self.met["cover card"] += 1
        elif step.who.startswith("segregated"):
            self.met["segregated"] += 1


def sit_through(situation: Situation, clock: bool) -> Watch:
    """Plays a sitting, every request watched; with the clock going the decks are changed every few rounds."""
    table = situation.table(chance=None if clock else Chance(situation.seed))
    house, outside = table.house, Restless(situation)
    watch = Watch(table, house["decks"] // 2 if house.get("double_shoe") else house["decks"])
    for _ in range(situation.rounds):
        there = len(table.seats)
        outside.arrive(table)
        watch.chips += sum(seat.cents for seat in list(table.seats.values())[there:])
        assert outside.bet(table)
        play_round(table, outside, watch)
    assert table.rounds == situation.rounds
    return watch


WAGERS: dict[str, Any] = {"lucky_ladies": True, "in_between": True, "kings_bounty": True}


@st.composite
def shoes(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A chapter of 21 and a house, by how the cards are kept."""
    dealt = st.fixed_dictionaries(
        {"preshuffled": st.booleans(), "resplits": st.integers(0, 6), "mid_shoe_entry": st.booleans()}
    )
    house: dict[str, Any] = draw(dealt)
    way = draw(st.sampled_from(("single", "double", "automated", "continuous", "hand", "spanish")))
    if way == "spanish":
        fixed = {"decks": st.sampled_from((6, 8)), "shuffler": st.sampled_from(("manual", "automated", "continuous"))}
        flags = {"match_the_dealer": st.booleans(), "even_money": st.booleans()}
        return "635a", house | draw(st.fixed_dictionaries(fixed | flags))
    house |= {"decks": draw(st.integers(1, 8)), "blackjack_switch": draw(st.booleans())} | draw(st.sampled_from((WAGERS, {})))
    if way == "double":
        house |= {"double_shoe": True, "decks": draw(st.sampled_from((2, 4, 6, 8)))}
        house["determinant_red_side"] = draw(st.sampled_from(("left", "right")))
    elif way == "hand":
        house |= {"from_the_hand": True, "shuffler": "automated", "decks": draw(st.integers(1, 2))}
    elif way != "single":
        house["shuffler"] = way
    return "633a", house


def crowd(boxes: list[int], cents: int = 10**9) -> tuple[tuple[int, str, int], ...]:
    return tuple((n, f"player {n}", cents) for n in boxes)


@examples(150)
@given(
    kept=shoes(),
    boxes=st.lists(st.integers(1, 7), min_size=1, max_size=7, unique=True),
    seed=st.integers(0, 2**32),
    trouble=st.sampled_from((0.0, 0.02, 0.2)),
    clock=st.booleans(),
)
def test_no_card_and_no_cent_is_lost(
    kept: tuple[str, dict[str, Any]], boxes: list[int], seed: int, trouble: float, clock: bool
) -> None:
    chapter, house = kept
    sit_through(Situation(chapter, house, crowd(boxes), 25, seed, trouble), clock)


KEPT: dict[str, tuple[str, dict[str, Any]]] = {
    "one deck": ("633a", {"decks": 1}),
    "eight decks": ("633a", {"decks": 8}),
    "a double shoe of two decks": ("633a", {"decks": 2, "double_shoe": True, "blackjack_switch": True}),
    "a double shoe of eight": ("633a", {"decks": 8, "double_shoe": True}),
    "batches": ("633a", {"decks": 4, "shuffler": "automated"}),
    "from the hand": ("633a", {"decks": 2, "shuffler": "automated", "from_the_hand": True}),
    "a continuous shuffler": ("633a", {"decks": 1, "shuffler": "continuous", "blackjack_switch": True}),
    "Spanish 21 with six decks": ("635a", {"decks": 6}),
    "Spanish 21 with eight": ("635a", {"decks": 8, "shuffler": "automated"}),
}


@pytest.mark.parametrize("trouble", [0.0, 0.05])
@pytest.mark.parametrize("kept", KEPT)
def test_shoes_are_dealt_to_the_cover_card_again_and_again(kept: str, trouble: float) -> None:
    chapter, house = KEPT[kept]
    watch = sit_through(Situation(chapter, house, crowd([4, 1, 2, 7, 3, 6]), 100, 8, trouble), clock=False)
    continuous = house.get("shuffler") == "continuous"
    assert watch.met["shuffle"] >= (100 if continuous and not trouble else 4)
    if not continuous or not trouble:  # a device that is out of order leaves a shoe with a cover card
        assert bool(watch.met["cover card"]) == (not continuous)
    assert bool(watch.met["segregated"]) == bool(house.get("double_shoe"))
    if kept in ("one deck", "a double shoe of two decks"):
        assert watch.met["take"], "the shoe never ran out in the middle of a round"
