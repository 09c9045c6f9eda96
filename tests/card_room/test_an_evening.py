"""A room lives through an evening of 500 hands and is killed a hundred times, at any byte of its logs: no cent is lost."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pitboss.card_room import Room
from tests.card_room.evening import NUMBER, WEIGHTS, Evening, seen
from tests.card_room.killing import Killed, close_all, killed_after
from tests.card_room.playing import Clock, folder_of

ROOT = Path(__file__).parents[2]
HANDS = 500
KILLS, BY_SIGNAL = 100, 6  # the last few by a signal from another process
BYTES = 60_000  # that are written between two kills, at most
PATIENCE = 300  # seconds for what takes one or two


@dataclass
class Money:
    """What the logs of the tables say of the money, added up without the engine."""

    brought: int = 0
    stacks: Counter[tuple[str, int]] = field(default_factory=Counter)
    pockets: int = 0
    rake: int = 0
    time_charges: int = 0
    contributed: int = 0
    hands: int = 0
    hours: float = 0.0

    def add(self, path: Path) -> None:
        """The log of a table, from its first line to its last."""
        table, steps = path.name, Counter[str]()
        for row in map(json.loads, path.open()):
            if "snapshot" in row:
                continue
            said = row["command"]
            self.hours = max(self.hours, row["at"] / 3_600_000)
            if said["do"] == "sit":
                self.brought += said["cents"]
                self.stacks[table, said["seat"]] += said["cents"]
            elif said["do"] == "act":
                self.between(table, said["kind"], said["detail"])
            elif said["do"] == "begin":
                steps.clear()
            for data in row.get("steps", ()):
                if len(data) > 6 and data[1] not in ("sit", "buy", "leave"):
                    if data[1] == "charge":
                        self.time_charges += data[6]
                        self.stacks[table, int(data[2].removeprefix("seat_"))] -= data[6]
                    steps[data[1]] += data[6]
            if "end" in row:
                self.hands += 1
                self.rake += steps["rake"] - steps["unrake"]
                self.contributed += steps["contribute"]
                for who, cents in row["end"]["players"].items():
                    self.stacks[table, int(who.removeprefix("seat_"))] += cents

    def between(self, table: str, kind: str, detail: dict[str, Any]) -> None:
        """An act between two hands that was not refused."""
        if kind == "stakes added":
            self.brought += detail["cents"]
            self.stacks[table, detail["seat"]] += detail["cents"]
        elif kind == "seat change":
            self.stacks[table, detail["to"]] = self.stacks.pop((table, detail["seat"]))
        elif kind == "player leaves":
            self.pockets += self.stacks.pop((table, detail["seat"]), 0)


def counted(folder: Path) -> Money:
    """The money of all tables, by their logs."""
    money = Money()
    for path in folder.iterdir():
        if path.suffix == ".log" and path.name != "room.log":
            money.add(path)
    return money


def check(room: Room) -> Money:
    """The figures of the room are those of its tables' logs, and every cent is somewhere."""
    books, money = room.books(), counted(folder_of(room))
    books.balance()
    figures = (books.brought, books.stacks, books.pockets, books.rake, books.time_charges)
    assert figures == (money.brought, sum(money.stacks.values()), money.pockets, money.rake, money.time_charges)
    assert books.boxes + books.counting + books.held + books.awarded + books.paid == money.contributed
    assert books.brought == books.stacks + books.pockets + sum(room.drop.values()) + money.contributed
    assert room.state.noted == money.hands
    assert {name: table.house.given for name, table in room.tables.items()} == {
        n: t.given for n, t in room.state.tables.items()
    }
    return money


def size(folder: Path) -> int:
    found = 0
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # the file in which a log began has got its name meanwhile
            found += path.stat().st_size
    return found


def killed_by_signal(folder: Path, seed: int, minutes: float, chance: random.Random) -> None:
    """The evening goes on in another process, which is killed when its logs have grown by some bytes."""
    enough = size(folder) + chance.randrange(1, BYTES)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
    command = [sys.executable, "-m", "tests.card_room.evening", str(folder), str(seed), str(minutes)]
    with subprocess.Popen(command, env=env, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        limit = time.monotonic() + PATIENCE
        while size(folder) < enough and process.poll() is None and time.monotonic() < limit:
            time.sleep(0.0005)
        process.send_signal(signal.SIGKILL)
        _, said = process.communicate()
    assert process.returncode == -signal.SIGKILL, said


@pytest.mark.slow
@pytest.mark.cites("637a.15(a)", "637a.15(e)", "637a.16(e)", "637a.17(a)", "637a.17(b)(3)(iii)", "637a.17(e)", "637a.8(b)(1)")
def test_every_cent_is_somewhere_after_an_evening_of_500_hands_and_100_kills(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here tables put down a snapshot often, so that many a kill comes in the middle of one; in the other process as ever."""
    monkeypatch.setattr("pitboss.table.table.SNAPSHOT_ROUNDS", 10)
    chance, clock = random.Random(20), Clock(0)
    done, refused = Counter[str](), Counter[str]()
    room, kills, segments = Room(NUMBER, tmp_path, clock), 0, 0
    while kills < KILLS or room.state.noted < HANDS:
        evening = Evening(room, f"{segments}")
        if kills < KILLS - BY_SIGNAL:
            try:
                with killed_after(chance.randrange(BYTES)):
                    while True:
                        evening.goes_on()
            except Killed:
                kills += 1
        elif kills < KILLS:
            close_all()
            killed_by_signal(tmp_path, segments, clock.now * 60, chance)
            kills += 1
        else:
            while room.state.noted < HANDS:
                evening.goes_on()
        done, refused, segments = done + evening.done, refused + evening.refused, segments + 1
        close_all()
        room = again(tmp_path, Clock(segments), clock.now, chance)
        clock = room.chance  # type: ignore[assignment]
        room.books().balance()
        if kills % 10 == 0 or kills > KILLS - BY_SIGNAL:
            clock.now = max(clock.now, check(room).hours)
    before = seen(room)
    close_all()
    room = again(tmp_path, Clock(1), clock.now, chance)
    assert seen(room) == before
    money, books = check(room), room.books()
    assert money.hands >= HANDS and len(done) > len(WEIGHTS) * 3 / 4
    assert sum(refused.values()) > 100 and len(refused) > len(WEIGHTS) / 2
    assert room.state.books and max(room.state.openings.values()) > 2, "tables are closed and opened again"
    assert books.rake and books.time_charges and books.pockets and books.paid and len(room.funds) > 2


def again(folder: Path, clock: Clock, now: float, chance: random.Random) -> Room:
    """The room rebuilt, which may be killed meanwhile."""
    clock.now = now
    try:
        with killed_after(chance.randrange(2_000)):
            return Room.resume(folder, clock)
    except Killed:
        return Room.resume(folder, clock)
