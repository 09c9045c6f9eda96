"""What a table remembers between two rounds goes to JSON and comes back equal, at every game, whatever has happened there.

A trip that nothing but defaults has made would prove little: each family must have had every one of its fields filled.
"""

import random
from dataclasses import fields
from typing import Any, get_type_hints

import msgspec
import pytest

from pitboss.errors import IllegalWager
from pitboss.games import BANKED, MODULES, NONBANKED, game
from pitboss.games.nonbanked.rules import Agreement, Customs, PokerMemory
from pitboss.games.nonbanked.rules import memory_of as poker_memory
from pitboss.games.pai_gow.rules import PaiGowMemory
from pitboss.games.pai_gow.rules import memory_of as pai_gow_memory
from pitboss.house import House
from pitboss.table.log.snapshots import memory_from, memory_of
from pitboss.table.memory import DeckMemory, Memory
from pitboss.table.procedures.multideck import ShoeMemory
from pitboss.table.procedures.multideck import memory_of as shoe_memory
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Incident, Moment
from pitboss.table.table import Table
from tests.card_room.playing import Clock, opened, passive, rig
from tests.card_room.playing import play as play_hand
from tests.strategies import Situation, decision, play

PLAYERS = tuple((n, f"player {n}", 900_000) for n in (3, 1, 4, 6))


def travelled(table: Table) -> Memory:
    """What the table remembers, after it has been to JSON and back; it must be what it was."""
    back = memory_from(msgspec.json.decode(msgspec.json.encode(memory_of(table))), table.game.memory)
    assert type(back) is table.game.memory and back == table.memory
    assert {name: type(value) for name, value in vars(back).items()} == {n: type(v) for n, v in vars(table.memory).items()}
    return back


def filled(table: Table) -> set[str]:
    """The fields that have left their defaults, and have come back from the trip."""
    back = travelled(table)
    return {field.name for field in fields(back) if getattr(back, field.name) != getattr(table.game.memory(), field.name)}


def sat_through(number: str, house: dict[str, Any], rounds: int, trouble: float = 0.03, seed: int = 1) -> set[str]:
    """Plays a sitting with some trouble, sends the memory on its trip after every round, and says what was filled."""
    met: set[str] = set()

    def ended(table: Table, finished: Round) -> None:
        met.update(filled(table))

    play(Situation(number, house, PLAYERS, rounds, seed, trouble), ended=ended)
    return met


def test_every_chapter_has_the_record_of_its_family() -> None:
    records = {number: game(number).memory for number in MODULES}
    assert {n for n, record in records.items() if record is PokerMemory} == set(NONBANKED)
    assert {n for n, record in records.items() if record is ShoeMemory} == {"633a", "635a"}
    assert {n for n, record in records.items() if record is PaiGowMemory} == {"561", "645a"}
    assert {n for n, record in records.items() if record is DeckMemory} == set(BANKED) - {"633a", "635a", "561", "645a"}


@pytest.mark.parametrize("number", MODULES)
def test_what_is_remembered_has_a_type_and_a_default(number: str) -> None:
    record = game(number).memory
    assert not [name for name, hint in get_type_hints(record).items() if "Any" in str(hint) or "object" in str(hint)]
    assert record() == record()


@pytest.mark.parametrize("number", BANKED)
def test_a_banked_table_with_trouble(number: str) -> None:
    for seed in range(3):
        sat_through(number, {}, 8, trouble=0.1, seed=seed)


def test_every_field_of_a_shoe() -> None:
    met = sat_through("633a", {"decks": 1, "double_shoe": False}, 40)
    met |= sat_through("633a", {"decks": 8, "double_shoe": True}, 40)
    table = Situation("635a", {}, PLAYERS).table()
    table.sit(*PLAYERS[0])
    table.bet(3, {"Spanish 21": 1000})
    request = table.begin()
    while request is not None:  # § 635a.13(b): two 10s are found
        request = table.reply(Incident("10 in the shoe") if isinstance(request, Moment) else None)
    assert shoe_memory(table).decks_removed
    met |= filled(table)
    assert met == {field.name for field in fields(ShoeMemory)}


def test_every_field_of_pai_gow_poker_with_a_player_bank() -> None:
    met: set[str] = set()
    device = {"shuffler": True, "dealing": "automated shoe", "starting_position": "button"}
    for given in ({}, device):
        clock = Clock(3)
        table = Table(game("645a"), House.of("645a", {"player_bank": True} | given), clock)
        for number, player, cents in PLAYERS:
            table.sit(number, player, cents)
        rng, banks = random.Random(4), 0
        for _ in range(6):
            clock.now += 0.5
            for number in table.seats:
                table.bet(number, {"Pai Gow Poker": 1000})
            request = table.begin()
            while request is not None:
                answer = decision(rng, table, request) if isinstance(request, Ask) else None
                if isinstance(request, Ask) and "bank" in [choice.word for choice in request.choices]:
                    answer = table.verify(request, "bank")
                request = table.reply(answer)
            banks += bool(pai_gow_memory(table).bank_at)
            met |= filled(table)
        assert banks and pai_gow_memory(table).wagered
    assert met == {field.name for field in fields(PaiGowMemory)} - {"unwashed"}  # its second deck is washed at once


OMAHA = {"variant": "omaha high-low eight or better", "kill": "kill", "qualifying_pot": 1500, "smallest_chip": 50}
SCOOP = {"seat_1": "Ah Ad 6h 6d", "seat_2": "9h 9d Th 8d", "seat_3": "Jh Jd Tc 8c", "community": "As Ks Qc 7c 7d"}


@pytest.mark.parametrize("number", NONBANKED)
def test_every_field_of_poker(number: str) -> None:
    met: set[str] = set()
    clock = Clock(1)
    limits = {"small_bet": 500, "big_bet": 1000, "minimum_bet_increase": 500}
    jackpots = {"bad_beat_contribution": 100} | ({"high_hand_contribution": 100} if number == "637a" else {})
    house = OMAHA | limits | jackpots | {"rake": "time", "time_charge": 600, "opening_shuffle": "deck in use"}
    table = opened(number, 4, 500_000, clock, **house)
    poker_memory(table).button_here = 2
    met |= filled(table)
    table.act("player steps away", {"seat": 4})
    rig(table, SCOOP)
    play_hand(table)
    assert poker_memory(table).kill and poker_memory(table).away == {4: 500_000} and poker_memory(table).unwashed
    met |= filled(table)
    clock.now = 1.1
    table.act("time charge", {"floorperson": "F. Lee"})
    table.act("player leaves", {"seat": 4})
    table.act("minimum bet agreed", {"cents": 800, "seats": [1, 2, 3]})
    assert poker_memory(table).minimum == Agreement(800, frozenset({"player 1", "player 2", "player 3"}))
    for payout in [option.removesuffix("_contribution").replace("_", " ") for option in jackpots]:
        table.act("collection period", {"payout": payout, "until": 3.5})
        table.act("contributions end", {"payout": payout})
    met |= filled(table)
    while not poker_memory(table).misdeal:
        request, reported = table.begin(), False
        while request is not None:
            reply = passive(table, request) if reported else Incident("cards not shuffled and cut")
            request, reported = table.reply(reply), True
    met |= filled(table)
    memory = poker_memory(table)
    memory.customs = Customs(antes={1: 100}, blinds={1: -50, 2: 100}, dead_antes=True)
    memory.any_stack, memory.short_of_funds, memory.passed_over = True, {1}, {2}
    met |= filled(table)
    assert met == {field.name for field in fields(PokerMemory)}


@pytest.mark.parametrize("number", NONBANKED)
def test_a_poker_table_told_by_its_memory_deals_as_it_says(number: str) -> None:
    """A memory that comes back from JSON is the table's memory: whom it is told to pass over is passed over."""
    table = opened(number)
    poker_memory(table).passed_over = {2}
    table.memory = travelled(table)
    assert play_hand(table).seats == [1, 3]
    poker_memory(table).passed_over = {2, 3}
    table.memory = travelled(table)
    with pytest.raises(IllegalWager):
        table.begin()
