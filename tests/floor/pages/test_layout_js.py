"""The picture that a page folds is the one that the engine folds: after every frame, at every game, for whoever looks."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from pitboss.table.log.records import Record
from pitboss.table.money.side_pots import divide_pots
from pitboss.table.table import Table
from pitboss.table.view.layout import ACTS, Layout
from pitboss.table.view.viewers import SPECTATOR, SURVEILLANCE, Viewer, from_text
from pitboss.table.view.views import Frame, frames
from tests.floor.pages.node import NODE, in_node, needs_node
from tests.sittings import CHAPTERS, sitting

SCRIPT = Path(__file__).with_name("fold.mjs")
SEEDS, ROUNDS = range(3), 4
# Beside the usual houses some that bank, have a meter, rake, charge for time, and draw with few cards left.
RAKED = {"rake": "percentage", "rake_percent": 7.5, "rake_maximum": 500}
DRAW = {"variant": "five-card draw", "rake": "incremental", "rake_levels": [{"pot": 500, "take": 100}]}
BANK = {"player_bank": True, "co_banking": True, "pai_gow_insurance": "A", "progressive_payout": True, "progressive_rate": 13}
MORE: list[tuple[str, dict[str, Any]]] = [
    ("637a", RAKED),
    ("553", DRAW),
    ("637a", {"variant": "seven-card stud"}),
    ("645a", BANK),
]
HOUSES = [*[(chapter, dict[str, Any]()) for chapter in CHAPTERS], *MORE]
pytestmark = needs_node


class Watched(NamedTuple):
    """A sitting as somebody saw it: frame by frame, and the picture after each, as JSON."""

    chapter: str
    viewer: Viewer
    decks: int
    frames: list[list[Any]]
    layouts: list[str]


def watch(chapter: str, house: dict[str, Any], seed: int) -> Iterator[Watched]:
    """One sitting, as a player, a spectator and surveillance see it."""
    records: list[Record] = []
    table, _ = sitting(chapter, seed, ROUNDS, house, watch=lambda _, record: records.append(record))
    for viewer in (Viewer("Ann"), SPECTATOR, SURVEILLANCE):
        sent = msgspec.json.decode(
            msgspec.json.encode(frames(records, viewer, table.game.looks(table.house))), type=list[Frame]
        )
        told = [frame.steps for frame in sent]
        if seed == 0 and viewer is SPECTATOR:  # step by step: within a record chips go to the center and back again
            told = [[step] for steps in told for step in steps]
        yield folded(table, viewer, told)


def folded(table: Table, viewer: Viewer, told: list[list[Any]]) -> Watched:
    """The pictures that the engine makes of some frames."""
    decks = table.house.get("decks") or 1
    layout, layouts = Layout(decks=decks), []
    for steps in told:
        layout.see_all(map(from_text, steps))
        layouts.append(msgspec.json.encode(layout).decode())
    return Watched(table.game.chapter, viewer, decks, told, layouts)


@pytest.fixture(scope="module")
def pairs() -> list[tuple[Watched, list[str]]]:
    """What the engine made of every sitting, and what the page made of it."""
    watched = [each for chapter, house in HOUSES for seed in SEEDS for each in watch(chapter, house, seed)]
    asked = json.dumps([{"decks": each.decks, "frames": each.frames} for each in watched])
    done = subprocess.run([str(NODE), str(SCRIPT)], input=asked, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return list(zip(watched, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_page_has_the_picture_of_the_engine(chapter: str, pairs: list[tuple[Watched, list[str]]]) -> None:
    mine = [pair for pair in pairs if pair[0].chapter == chapter]
    assert len(mine) >= 3 * len(SEEDS)
    for watched, found in mine:
        assert len(found) == len(watched.layouts) > 3
        for steps, ours, theirs in zip(watched.frames, watched.layouts, found, strict=True):
            expected, page = json.loads(ours), json.loads(theirs)
            assert page == expected, (watched.viewer, steps)
            assert list(page["hands"]) == list(expected["hands"])  # a split hand lies next to its first


def test_every_act_that_the_engine_folds_is_among_them(pairs: list[tuple[Watched, list[str]]]) -> None:
    acts = {step[1] for watched, _ in pairs for steps in watched.frames for step in steps if step}
    seldom = {step[1] for step in (*SELDOM, *UNDONE) if step}
    assert set(ACTS) - acts <= seldom, sorted(set(ACTS) - acts)


# Acts that a sitting seldom has, and steps that change nothing.
SELDOM: list[list[Any] | None] = [
    ["623a.7", "sit", "seat_1", [], "", "", 90_000, "Ann"],
    ["623a.7", "meter", "", [], "", "Progressive", 0, "500000"],
    ["623a.7", "placed", "seat_1", [], "", "Ante", 500, ""],
    ["623a.7", "begin", "", [], "", "", 0, "7"],
    ["623a.7", "wager", "seat_1", [], "", "Ante", 500, ""],
    ["623a.7", "wager", "seat_1", [], "", "Progressive", 100, ""],
    ["623a.7", "feed", "", [], "", "Progressive", 70, ""],
    ["623a.7", "unfeed", "", [], "", "Progressive", 20, ""],
    None,
    ["623a.7", "whistle", "seat_1", ["As"], "", "", 3, ""],
    ["623a.7", "toString", "seat_1", [], "", "", 3, ""],
    ["623a.12", "jackpot", "seat_1", [], "", "Progressive", 400_000, ""],
    ["623a.12", "reset", "", [], "", "Progressive", 10_000, ""],
    ["623a.12", "bonus", "seat_1", [], "", "Envy", 900, ""],
    ["623a.12", "collect", "seat_1", [], "", "Ante", 500, ""],
    ["623a.12", "restore", "seat_1", [], "", "Ante", 500, ""],
    ["623a.12", "cover", "seat_1", [], "", "bank", 800, ""],
    ["623a.12", "surplus", "seat_1", [], "", "bank", 300, ""],
    ["623a.12", "rake", "", [], "", "", 30, ""],
    ["623a.12", "unrake", "", [], "", "", 10, ""],
    ["637a.8", "draw", "burn cards", ["??"], "down", "", 0, ""],
    ["637a.8", "take", "burn cards", ["??"], "down", "", 0, ""],
    ["623a.12", "contribute", "", [], "", "", 100, "Bad Beat"],
    ["623a.13", "void", "", [], "", "", 0, ""],
    ["623a.12", "end", "", [], "", "", 0, ""],
    ["637a.9", "charge", "seat_1", [], "", "", 600, ""],
    ["623a.7", "placed", "seat_1", [], "", "Ante", 700, ""],
    ["623a.7", "placed", "seat_1", [], "", "Ante", 0, ""],
]


def card(act: str, who: str, cards: str, face: str = "", note: str = "", wager: str = "") -> list[Any]:
    """A step with cards."""
    return ["633a.7", act, who, cards.split(), face, wager, 0, note]


# Cards alike in a shoe of two decks, hands that are switched, cards dealt by mistake, and a wager of the dealer.
ALIKE: list[list[Any] | None] = [
    card("deal", "dealer", "7d", "up"),
    card("deal", "dealer", "??", "down"),
    card("deal", "seat_1", "9c 9d 9c", "up"),
    card("deal", "seat_1 hand 2", "2c 3c", "up"),
    card("reveal", "dealer", "7d", "up", "14"),
    card("reveal", "dealer", "7d", "up"),
    card("move", "seat_1 split 1", "9c", "up", "seat_1"),
    card("move", "seat_1 hand 2", "9c", "up", "seat_1"),
    card("move", "seat_1", "3c", "up", "seat_1 hand 2"),
    card("move", "seat_1", "3c", "up", "seat_5"),
    card("say", "seat_1", "", "", "soft 17"),
    card("say", "seat_1", "", "", "soft seventeen"),
    card("decide", "seat_1", "", "", "surrender", "hand 2"),
    card("decide", "seat_1", "", "", "fold", "hand 9"),
    card("draw", "seat_2", "??"),
    card("discard", "seat_2", "??", "down"),
    card("deal", "seat_2", "Ah", "down"),
    card("decide", "seat_2", "Ah", "", "set"),
    card("decide", "seat_2", "Kh", "", "discard"),
    card("draw", "drawn in error", "5s", "up"),
    card("deal", "seat_2", "5s", "up"),
    card("discard", "drawn", "5s", "down"),
    ["645a.12", "wager", "dealer", [], "", "Pai Gow Poker", 700, ""],
    ["645a.12", "wager", "seat_2", [], "", "Pai Gow Poker", 500, ""],
    ["645a.12", "lose", "dealer", [], "", "Pai Gow Poker", 700, ""],
    ["645a.12", "win", "seat_2", [], "", "Pai Gow Poker", 475, ""],
]


# A round that failed is undone.
UNDONE: list[list[Any] | None] = [
    ["565.7", "sit", "seat_1", [], "", "", 90_000, "Ann"],
    ["565.7", "meter", "", [], "", "Progressive", 0, "500000"],
    ["565.7", "begin", "", [], "", "", 0, "7"],
    ["565.7", "wager", "seat_1", [], "", "Ante", 500, ""],
    ["565.12", "pay", "seat_1", [], "", "Ante", 700, "7 to 5"],
    ["565.12", "jackpot", "seat_1", [], "", "Progressive", 9000, ""],
    ["645a.12", "lose", "seat_1", [], "", "Pai Gow Poker", 300, ""],
    ["637a.9", "contribute", "", [], "", "pot", 100, "Bad Beat"],
    *[
        ["565.12", "reverse", who, [], "", wager, cents, f"{act}: the round is void"]
        for act, who, wager, cents in (
            ("pay", "seat_1", "Ante", 700),
            ("jackpot", "seat_1", "Progressive", 9000),
            ("lose", "seat_1", "Pai Gow Poker", 300),
            ("lose", "dealer", "Pai Gow Poker", 300),
            ("contribute", "", "Bad Beat", 100),
            ("vigorish", "seat_1", "Ante", 25),
            ("dance", "seat_1", "Ante", 25),
        )
    ],
    ["565.12", "reverse", "seat_1", [], "", "Ante", 700, "nobody knows what"],
    ["565.12", "end", "", [], "", "", 0, ""],
]
# Notes that no game writes.
ODD: list[list[Any] | None] = [
    ["565.7", act, who, [], "up", wager, 500, note]
    for act in ("sit", "players", "meter", "begin", "say", "decide", "move", "bet", "gather", "reverse", "contribute", "end")
    for who, wager in (("seat_1", "Ante"), ("seat_x", "hand two"), ("", "hand 9"))
    for note in ("", ":", "all of them", "1 2 x", "-3", "²")
]


@pytest.mark.parametrize("rows", [SELDOM, ALIKE, UNDONE, ODD])
def test_seldom_acts_and_steps_that_nobody_knows(rows: list[list[Any] | None]) -> None:
    layout, layouts = Layout(decks=2), []
    for row in rows:
        known = row is None or row[1] not in ("whistle", "toString")
        layout.see(from_text(row) if known else None)
        layouts.append(json.loads(msgspec.json.encode(layout)))
    found = in_node(f"{json.dumps(rows)}.map((_, at, all) => new layout.Layout(2).seeAll(seen(all.slice(0, at + 1))))")
    assert found == layouts


def test_pots_divide_as_at_the_table() -> None:
    cases: list[tuple[Any, ...]] = [
        ({1: 1000, 2: 5000, 3: 5000, 4: 700}, [1, 2, 3], [4], [1], {}),
        ({1: 1000, 2: 1000, 4: 3000}, [1, 2], [4], [1, 2], {}),
        ({1: 1000, 2: 1000, 4: 3000}, [1, 2], [4], [1], {1: 100, 2: 100, 4: 100}),
        ({1: 1000, 2: 1000}, [1, 2], [], [], {1: 100, 2: 100}),
        ({1: 1000, 4: 3000, 5: 4000}, [1], [5, 4], [1], {}),
        ({1: 1000, 4: 4000, 5: 4000}, [1], [5, 4], [1], {}),
        ({}, [1, 2], [], [], {}),
        ({}, [1, 2], [], [], {1: 5}),
        ({10: 100, 9: 300, 2: 500}, [2, 9, 10], [], [9, 10], {}),
    ]
    found = in_node(f"{json.dumps(cases)}.map((each) => pots.dividePots(...each))", "pots")
    assert found == [[[cents, seats] for cents, seats in divide_pots(*case)] for case in cases]


def test_a_step_that_cannot_be_drawn_changes_nothing_and_is_reported_once() -> None:
    """A page that is older than its floor may meet one; here a card without its place in the step."""
    rows = [["565.7", "deal", "seat_1", None, "up", "", 0, ""]] * 2 + [["565.7", "begin", "", [], "", "", 0, "4"]]
    code = f"""(() => {{
      const told = []; console.warn = (what) => told.push(what);
      const round = new layout.Layout(1).seeAll(seen({json.dumps(rows)})).round;
      return {{ round, told }};
    }})()"""
    assert in_node(code) == {"round": 4, "told": ["a step cannot be drawn: deal of § 565.7"]}
