"""Stored playthroughs: whole rounds, step by step with their citations, regenerated and compared.

A step that vanishes, moves or changes its paragraph shows up here. Every chapter also has a table of its irregularities and one
of its limits (`incident_tables`, `limit_tables`). After a change that is meant, write them anew with
`python tests/test_playthroughs.py [NAME…]` and read the difference before committing it.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import text
from pitboss.games import BANKED, MODULES, NONBANKED, game
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.shoe import Chance
from pitboss.table.steps import Ask, Cut, Incident, Moment, Reply, Request, Step
from pitboss.table.table import Table
from tests.incident_tables import everything, incident_table
from tests.limit_tables import limit_table

FOLDER = Path(__file__).parent / "playthroughs"


class Clock(Chance):
    """Seeded chance whose clock the playthrough sets."""

    now = 0.0

    def hours(self) -> float:
        return self.now


@dataclass(frozen=True)
class Playthrough:
    """A house, a seed, seats, and what happens between and within the rounds (by round number)."""

    name: str
    chapter: str
    house: dict[str, Any]
    seed: int
    rounds: int = 1
    seats: tuple[int, ...] = (1, 3)
    bets: dict[str, int] = field(default_factory=dict)
    before: dict[int, Callable[[Table, Clock], None]] = field(default_factory=dict)
    incidents: dict[tuple[int, str], Incident] = field(default_factory=dict)
    cut: int | None = None
    says: tuple[str, ...] = ()  # what the players say whenever they may; else what bots say
    show: tuple[int, ...] = ()  # the rounds to store; all if empty


def idle(table: Table, clock: Clock) -> None:
    table.rest()


def hours_pass(table: Table, clock: Clock) -> None:
    clock.now += 25


PLAYTHROUGHS = [
    Playthrough("565-manual-shoe", "565", {}, 11, rounds=5, show=(1, 5), bets={"Ante": 1000, "Pair Plus": 500}),
    Playthrough(
        "565-hand",
        "565",
        {"dealing": "hand"},
        12,
        rounds=7,
        show=(1, 5, 6, 7),
        before={6: idle, 7: hours_pass},
    ),
    Playthrough(
        "565-automated-shoe",
        "565",
        {"dealing": "automated shoe", "counting_shuffler": True, "second_deck": True, "version": "565.7(f)(3)"},
        13,
        rounds=2,
        bets={"Ante": 1000, "Pair Plus": 1000},
    ),
    Playthrough("565-automated-shoe-count", "565", {"dealing": "automated shoe"}, 14, rounds=5, show=(5,)),
    Playthrough(
        "565-recut",
        "565",
        {"preshuffled": True},
        15,
        rounds=2,
        before={2: hours_pass},
        incidents={(1, "deal"): Incident("cut performed improperly")},
    ),
    Playthrough(
        "677a-manual-shoe",
        "677a",
        {"trips_plus": "A", "pocket_bonus": "B"},
        21,
        rounds=5,
        show=(1, 5),
        bets={"Ante": 1000, "Odds": 1000, "Trips Plus": 500, "Pocket Bonus": 500},
    ),
    Playthrough("677a-hand", "677a", {"dealing": "hand"}, 22, rounds=7, show=(1, 5, 6, 7), before={6: idle, 7: hours_pass}),
    Playthrough(
        "677a-automated-shoe",
        "677a",
        {"dealing": "automated shoe", "counting_shuffler": True, "second_deck": True, "community_first": True},
        23,
        rounds=2,
    ),
    Playthrough("677a-automated-shoe-count", "677a", {"dealing": "automated shoe"}, 24, rounds=5, show=(5,)),
    Playthrough(
        "677a-preshuffled-recut",
        "677a",
        {"preshuffled": True},
        25,
        rounds=2,
        before={2: hours_pass},
        incidents={(1, "deal"): Incident("cut performed improperly")},
    ),
    Playthrough("677a-reshuffling-device", "677a", {"shuffler": True, "reshuffling_device": True}, 26),
    Playthrough("633a-shoe", "633a", {"decks": 1}, 31, rounds=4, cut=15),
    Playthrough("633a-shoe-dealer-cuts", "633a", {"decks": 2, "settlement": "633a.7(r)(1)"}, 32, rounds=2, before={2: idle}),
    Playthrough("633a-double-shoe", "633a", {"decks": 2, "double_shoe": True}, 33, rounds=14, show=(1, 2, 8, 9, 14)),
    Playthrough(
        "633a-batches", "633a", {"decks": 1, "shuffler": "automated"}, 34, rounds=6, show=(1, 4, 5, 6), before={6: idle}
    ),
    Playthrough("633a-continuous", "633a", {"shuffler": "continuous"}, 35, rounds=2),
    Playthrough("633a-preshuffled", "633a", {"preshuffled": True}, 36, rounds=2, before={2: hours_pass}),
    Playthrough(
        "633a-floorperson",
        "633a",
        {"decks": 2},
        37,
        rounds=2,
        incidents={
            (1, "deal"): Incident("cut performed improperly"),
            (1, "settle"): Incident("floorperson orders a reshuffle"),
            (2, "deal"): Incident("new dealer"),
        },
    ),
    Playthrough(
        "633a-optional-wagers",
        "633a",
        {"lucky_ladies": True, "match_the_dealer": True, "in_between": True, "royal_match_21": "C", "kings_bounty": True},
        38,
        rounds=3,
        bets={
            "Blackjack": 1000,
            "Lucky Ladies": 500,
            "Match-the-Dealer": 500,
            "In Between": 500,
            "Royal Match 21": 500,
            "King's Bounty": 500,
        },
    ),
    Playthrough(
        "633a-switch",
        "633a",
        {"blackjack_switch": True, "super_match": True},
        39,
        rounds=3,
        bets={"Blackjack": 1000, "Super Match": 500},
    ),
    Playthrough(
        "633a-from-the-hand",
        "633a",
        {"from_the_hand": True, "decks": 1, "bet_the_set_21": "A"},
        40,
        rounds=6,
        bets={"Blackjack": 1000, "Bet the Set 21": 500},
        show=(1, 5, 6),
        before={6: hours_pass},
    ),
    Playthrough(
        "635a-shoe", "635a", {"match_the_dealer": True}, 41, cut=40, bets={"Spanish 21": 1000, "Match-the-Dealer": 500}
    ),
    Playthrough(
        "635a-dealer-cuts",
        "635a",
        {"settlement": "635a.7(p)(1)"},
        42,
        rounds=42,
        show=(1, 12, 13, 40, 41, 42),
        seats=(1, 2, 3, 5, 7),
        before={41: idle, 42: hours_pass},
    ),
    Playthrough(
        "635a-automated", "635a", {"shuffler": "automated", "shuffler_fills_shoe": True}, 43, rounds=2, before={2: idle}
    ),
    Playthrough("635a-continuous", "635a", {"shuffler": "continuous"}, 44, rounds=2, before={2: idle}),
    Playthrough("635a-preshuffled", "635a", {"preshuffled": True, "decks": 8}, 45, rounds=2, before={2: hours_pass}),
    Playthrough(
        "635a-floorperson",
        "635a",
        {},
        46,
        rounds=3,
        incidents={
            (1, "deal"): Incident("cut performed improperly"),
            (1, "settle"): Incident("floorperson orders a reshuffle"),
            (2, "deal"): Incident("new dealer"),
            (2, "dealt"): Incident("10 in the shoe", {"card": "Th Tc"}),
        },
    ),
]


def standard(number: str, seed: int) -> list[Playthrough]:
    """The playthroughs that every one-deck game has: three ways of dealing, both ways of shuffling, a pause, a new deck."""
    house, bets = everything(number)
    known = {o.option for o in chapter(number).options}
    counting = {o: True for o in ("counting_shuffler", "second_deck", "community_first") if o in known}
    recut = {(1, "deal"): Incident("cut performed improperly")}
    return [
        Playthrough(f"{number}-manual-shoe", number, house, seed, rounds=5, show=(1, 5), bets=bets),
        Playthrough(
            f"{number}-hand",
            number,
            {"dealing": "hand"},
            seed + 1,
            rounds=7,
            show=(1, 5, 6, 7),
            before={6: idle, 7: hours_pass},
        ),
        Playthrough(f"{number}-automated-shoe", number, {"dealing": "automated shoe"} | counting, seed + 2, rounds=2),
        Playthrough(f"{number}-automated-shoe-count", number, {"dealing": "automated shoe"}, seed + 3, rounds=5, show=(5,)),
        Playthrough(
            f"{number}-preshuffled-recut",
            number,
            {"preshuffled": True},
            seed + 4,
            rounds=2,
            before={2: hours_pass},
            incidents=recut,
        ),
    ]


PLAYTHROUGHS += [
    Playthrough(
        "561-two-areas-and-button",
        "561",
        {"dealing": "automated shoe", "starting_position": "button", "two_joker_decks": True, "mark_starting_position": True},
        51,
        rounds=3,
        cut=20,
    ),
    Playthrough("561-random-number", "561", {"starting_position": "random number generator", "bottom_cover_card": True}, 52),
    Playthrough("561-dice", "561", {}, 53, rounds=4, show=(1, 2, 4), before={3: hours_pass, 4: hours_pass}),
    Playthrough("561-surrender", "561", {}, 54, says=("surrender",)),
    Playthrough(
        "645a-bank",
        "645a",
        {
            "player_bank": True,
            "fortune_bonus": "A",
            "emperors_treasure": "B",
            "pai_gow_insurance": "A",
            "progressive_payout": True,
            "progressive_rate": 20,
        },
        55,
        rounds=4,
        seats=(1, 3, 4),
        bets={"Pai Gow Poker": 1000, "Fortune Bonus": 500, "Emperor's Treasure": 500, "Pai Gow Insurance": 500},
        says=("bank", "dealer wager"),
    ),
    Playthrough(
        "645a-co-bank",
        "645a",
        {
            "player_bank": True,
            "co_banking": True,
            "starting_position": "random number generator",
            "mark_starting_position": True,
        },
        56,
        rounds=3,
        seats=(2, 5),
        cut=15,
        says=("co-bank", "surrender"),
    ),
    Playthrough(
        "645a-button",
        "645a",
        {"dealing": "automated shoe", "starting_position": "button", "two_joker_decks": True, "reshuffling_device": True},
        57,
        rounds=2,
        before={2: idle},
    ),
    *(
        Playthrough(
            f"645a-bonus-wagers-{way.replace(' ', '-')}",
            "645a",
            {
                "dealing": way,
                "emperors_treasure": "C",
                "pai_gow_insurance": "B",
                "progressive_payout": True,
                "progressive_rate": 20,
            },
            seed,
            rounds=rounds,
            show=(rounds,),
            seats=(1, 2, 3, 4, 5, 6),
            bets={"Pai Gow Poker": 1000, "Emperor's Treasure": 500, "Pai Gow Insurance": 500, "Progressive Payout": 100},
        )
        for way, seed, rounds in (("hand", 59, 3), ("automated shoe", 60, 3))
    ),
    Playthrough("645a-idle", "645a", {}, 58, rounds=3, show=(2, 3), before={2: idle, 3: hours_pass}),
]
POKER: dict[str, dict[str, Any]] = {
    "hold-em": {"variant": "hold'em", "structure": "no limit", "rake_percent": 5, "rake_maximum": 400},
    "stud": {"variant": "seven-card stud", "ante": 100, "rake_percent": 10, "rake_collected": "as play progresses"},
    "stud-high-low": {"variant": "seven-card stud high-low", "shuffler": True},
    "stud-eight": {"variant": "seven-card stud high-low eight or better", "shuffler": True, "counting_shuffler": True},
    "omaha-eight": {
        "variant": "omaha high-low eight or better",
        "kill": "kill",
        "qualifying_pot": 1000,
        "count_method": "stub",
    },
    "omaha": {"variant": "omaha", "structure": "pot limit", "button_start": "one card dealt", "bad_beat_contribution": 100},
    "draw": {"variant": "five-card draw", "rake": "incremental", "rake_levels": [{"pot": 500, "take": 100}]},
    "draw-low": {"variant": "five-card draw low", "button_start": "one card dealt", "opening_shuffle": "deck in use"},
    "five-card-stud": {"variant": "five-card stud", "show_discarded_hands": True, "count_method": "deck"},
    "hold-em-device": {"variant": "hold'em", "shuffler": True, "preshuffled": True, "button_start": "one card dealt"},
    "razz": {"variant": "razz", "high_hand_contribution": 100},
}
for _number in NONBANKED:
    for _at, (_name, _house) in enumerate(POKER.items()):
        if _name == "razz" and _number == "553":
            continue
        PLAYTHROUGHS.append(
            Playthrough(
                f"{_number}-{_name}",
                _number,
                _house,
                300 + _at,
                rounds=6,
                show=(1, 2, 5, 6),
                seats=(1, 2, 4, 5, 7),
                before={5: idle, 6: hours_pass},
                incidents={(2, "deal"): Incident("cut performed improperly")} if "shuffler" not in _house else {},
            )
        )
ONE_DECK = ("555", "557", "559", "563", "587", "655a", "657a", "678a", "561", "645a")
for _place, _number in enumerate(n for n in ONE_DECK if n in BANKED):
    PLAYTHROUGHS += standard(_number, 100 + 10 * _place)


def render(step: Step) -> str:
    """A step as one line: its citation first."""
    money = f"{step.cents} on {step.wager}" if step.wager and step.cents else step.wager or (step.cents and str(step.cents))
    parts = [step.cite, step.act, step.who, text(step.cards), step.face, str(money or ""), step.note]
    return " ".join(p for p in parts if p)


def play(p: Playthrough) -> str:
    """Plays the rounds and renders those to store."""
    clock = Clock(p.seed)
    table = Table(game(p.chapter), House.of(p.chapter, p.house), clock)
    for seat in p.seats:
        table.sit(seat, f"player {seat}", 100_000)
    lines = []
    for number in range(1, p.rounds + 1):
        if number in p.before:
            p.before[number](table, clock)
        for seat in p.seats if table.game.dealt_in is None else ():
            table.bet(seat, p.bets or table.game.suggest(table.house))
        pending = dict(p.incidents)
        request = table.begin()
        while request is not None:
            request = table.reply(answer(table, request, number, pending, p))
        assert table.last is not None
        if not p.show or number in p.show:
            lines.append(f"-- round {number}")
            lines += [render(step) for step in table.last.steps]
            assert table.last.ledger is not None
            lines.append(f"-- players {table.last.ledger.players}, inventory {table.last.ledger.inventory}")
    return "\n".join(lines) + "\n"


def answer(table: Table, request: Request, number: int, pending: dict[tuple[int, str], Incident], p: Playthrough) -> Reply:
    if isinstance(request, Moment):
        return pending.pop((number, request.name), None)
    if isinstance(request, Cut):
        return p.cut
    assert isinstance(request, Ask)
    assert table.round is not None
    for choice in request.choices:
        if choice.word in p.says:
            return table.verify(request, choice.word)
    return table.verify(request, table.game.bot(table.round, request))


STORED: dict[str, Callable[[], str]] = {
    **{p.name: partial(play, p) for p in PLAYTHROUGHS},
    **{f"{number}-irregularities": partial(incident_table, number) for number in MODULES},
    **{f"{number}-limits": partial(limit_table, number) for number in MODULES},
}


@pytest.mark.parametrize("name", STORED)
def test_playthrough(name: str) -> None:
    stored = FOLDER / f"{name}.txt"
    assert stored.is_file(), f"{stored.name} is missing: run python tests/test_playthroughs.py and read it"
    assert STORED[name]() == stored.read_text(encoding="utf-8")


def test_every_stored_playthrough_is_played() -> None:
    assert {f.stem for f in FOLDER.glob("*.txt")} == {*STORED}


if __name__ == "__main__":
    for name, make in STORED.items():
        if not sys.argv[1:] or any(name.startswith(word) for word in sys.argv[1:]):
            (FOLDER / f"{name}.txt").write_text(make(), encoding="utf-8")
            print("wrote", name)
