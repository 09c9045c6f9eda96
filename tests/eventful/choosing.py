"""Chooses the sittings to store: many are played, and the fewest kept that still do all that any of them did.

    python -m tests.eventful.choosing 565 637a-room --sittings 300

What a sitting does: from which line to which its rounds went, and how often in a round (so that a place which several seats
reach counts for more); which incident was reported at which moment, before how many seats, and again; who left when; what was
refused; and which pairs of ends two seats had in one round.
"""

import argparse
import json
import sys
import time
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pitboss
from pitboss.errors import NotAuthorized
from pitboss.rulebook import chapter
from tests.eventful.chance import WONDERS
from tests.eventful.random_houses import TIES, house_of
from tests.eventful.rooms import Evening, Given
from tests.eventful.rounds import Line, Sat, Sitting
from tests.eventful.stored import FOLDER, Digests, block, columns, played, read, usual_of, without_usual, write
from tests.strategies import lawful

ROOMS = ("games", "table/procedures", "table/money", "card_room")
UNTRACED = (
    *("bots", "strategy", "house_way", "compiled_way", "quick_way", "usable_way"),
    *("proof", "worth", "points", "ledger", "accounts"),
)
SOURCE = str(Path(pitboss.__file__).parent)
ROOMS_HERE = tuple(f"{SOURCE}/{room}/" for room in ROOMS)
FATES = (
    *("pay", "collect", "return", "restore", "bonus", "jackpot"),
    *("award", "fold", "all_in", "refund", "lose", "win", "vigorish"),
)
MOST_BYTES = 56_000
TIMES = 2
MOST_SECONDS = 1.1  # of playing a file, without tracing
MOST_SECONDS_OF_ROOMS = 2.0
OF_HOUSE = 0.5  # how much of the choices of a house is left, about
Features = set[Any]


class Trace:
    """From which line to which a round goes, and how often."""

    def __init__(self) -> None:
        self.arcs: Counter[tuple[Any, int, int]] = Counter()
        self.here: dict[str, bool] = {}

    def __call__(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        ours = self.here.get(code.co_filename)
        if ours is None:
            path = code.co_filename
            ours = path.startswith(ROOMS_HERE) and Path(path).stem not in UNTRACED
            self.here[path] = ours
        if not ours:
            return None
        arcs, before = self.arcs, frame.f_lineno

        def line(frame: FrameType, event: str, arg: object) -> Any:
            nonlocal before
            if event == "line":
                arcs[code, before, frame.f_lineno] += 1
                before = frame.f_lineno
            return line

        return line

    def features(self) -> Features:
        """What was done since the last time; how often counts as once, twice, a few times or many."""
        found: Features = set()
        for arc, count in self.arcs.items():
            level = 1 if count == 1 else 2 if count == 2 else 3 if count < 6 else 4
            found |= {(arc, at) for at in range(1, level + 1)}
        self.arcs.clear()
        return found


def fates(lines: list[Line]) -> Features:
    """Which ends two seats had in one round, and what several seats had alike."""
    by: dict[str, set[str]] = {}
    for cite, what in lines:
        act, _, rest = what.partition(" ")
        if act in FATES:
            by.setdefault(rest.split(" ")[0], set()).add(f"{act} {cite}")
    ends = sorted({end for found in by.values() for end in found})
    alike = Counter(end for found in by.values() for end in found)
    pairs = {("fates", one, other) for one, other in combinations(ends, 2)}
    return pairs | {("alike", end, min(many, 3)) for end, many in alike.items()} | {("told", cite) for cite, _ in lines}


def tried(name: str, seed: int, house: dict[str, Any]) -> tuple[Features, list[list[Line]], float]:
    """What a sitting does, what it tells, and how long it takes."""
    number, _, room = name.partition("-")

    def fresh() -> Sat | Evening:
        return Evening(Given(number, seed, house)) if room else Sat(Sitting(number, seed, house))

    started = time.process_time()
    fresh().play()
    took = time.process_time() - started
    trace, found = Trace(), set[Any]()
    sat = fresh()

    def ended() -> None:
        found.update(trace.features())

    sat.ended = ended  # type: ignore[method-assign]
    sys.settrace(trace)
    try:
        told = sat.play()
    finally:
        sys.settrace(None)
    found |= trace.features() | sat.features
    for lines in told:
        found |= fates(lines)
    found |= {("option", option, str(value)) for option, value in house.items()}
    return found, told, took


def houses_of(name: str, seed: int) -> dict[str, Any]:
    """A house for a seed; every twelfth is the usual one."""
    number, _, room = name.partition("-")
    rng = Random(f"house {name} {seed}")
    if not room:
        house = house_of(number, rng) if seed % 12 else {}
        for more in ({"shuffler": True}, *TIES["payout_limit"], {"progressive_rate": 25}) if seed >= WONDERS else ():
            known = {option: value for option, value in more.items() if option in chapter(number).option_names}
            house = house | known if lawful(number, house | known) else house
        return house
    return room_house(number, rng)


def room_house(number: str, rng: Random) -> dict[str, Any]:
    """The rules of a room with jackpots that are won now and then."""
    given: dict[str, Any] = {"structure": rng.choice(("no limit", "limit")), "rake_percent": 5}
    choices: dict[str, list[Any]] = {
        "bad_beat": [True],
        "bad_beat_contribution": [100, 250],
        "bad_beat_minimum_pot": [1000, 500, 2000],
        "bad_beat_hands": ["pair or better", "two pair or better", "full house or better"],
        "bad_beat_discontinuance": ["contributions end, the fund is paid to the next Bad Beat"],
        "bad_beat_payouts": [
            [],
            [{"to": "losing hand", "percent": 50}, {"to": "winning hand", "percent": 25}, {"to": "players", "percent": 25}],
            [{"to": "losing hand", "cents": 300}, {"to": "players", "cents": 200}],
        ],
        "bad_beat_count_place": ["closed Poker table", ""],
        "bad_beat_paid_at": ["table", ""],
        "high_hand": [True],
        "high_hand_contribution": [100, 150],
        "high_hand_minimum_players": [2, 3],
        "high_hand_qualifying_period": [60, 30],
        "high_hand_collection_period": [45, 60],
        "high_hand_minimum_pot": [0, 1500],
        "high_hand_claim_limit": [1, 0],
        "minimum_bet_increase": [500],
        "time_charge": [0, 1200],
        "announcements": [True],
        "kill": ["", "kill"],
        "straddle": [False, True],
        "high_hand_count_place": ["closed Poker table", ""],
        "high_hand_paid_at": ["satellite cage", ""],
        "bad_beat_levels": [[], [{"pot": 2000, "take": 100}]],
        "absent_player_stakes": ["counted", "covered"],
    }
    for option, values in choices.items():
        value = rng.choice(values)
        more = {option: value} | (TIES["time_charge"][0] if option == "time_charge" and value else {})
        if value and lawful(number, {**given, **more}):
            given |= more
    return given


def shortened(name: str, words: str, digests: Digests) -> str:
    """A sitting without those choices of its house that change nothing in it."""
    seed, _, house = words.partition(" ")
    given: dict[str, Any] = json.loads(house)
    parts = [list(given)] if not name.endswith("room") else []  # an evening takes longer, and its house is short
    while parts:
        part = parts.pop()
        less = {option: value for option, value in given.items() if option not in part}
        try:
            same = bool(part) and columns(played(name, spelled(seed, less), replay=False)) == digests
        except Exception:  # what is left is not lawful, or cannot be played so
            same = False
        if same:
            given = less
        elif len(part) > 2:  # one by one would take too long
            parts += [part[: len(part) // 2], part[len(part) // 2 :]]
    return spelled(seed, given)


def spelled(seed: object, house: dict[str, Any]) -> str:
    """A sitting as a line."""
    return f"{seed} {json.dumps(house, separators=(',', ':'))}"


def choose(name: str, sittings: int, first: int, most_bytes: int) -> None:
    """Plays many sittings and stores some; those from a later seed on are stored beside what there is."""
    tries: dict[str, tuple[Features, Digests, float]] = {}
    for seed in range(first, first + sittings):
        house = houses_of(name, seed)
        words = spelled(seed, house)
        try:
            features, told, took = tried(name, seed, house)
        except NotAuthorized as error:
            print(name, words, "is refused:", error, file=sys.stderr)
            continue
        except Exception as error:
            print(name, words, "BROKE", type(error).__name__, error, file=sys.stderr)
            continue
        tries[words] = features, columns(told), took
    usual = usual_of(digests for _, digests, _ in tries.values())
    most_seconds = MOST_SECONDS_OF_ROOMS if name.endswith("room") else MOST_SECONDS
    found = {
        words: (f, int(len(words) * (OF_HOUSE - 1)) + len(block(words, without_usual(digests, usual))), took)
        for words, (f, digests, took) in tries.items()
    }
    kept, size, seconds = list[str](), 0, 0.0
    everything = set().union(*(features for features, _, _ in found.values()))
    for _ in range(TIMES):  # and once more: what two sittings do, each does beside other things
        covered = set[Any]()
        left = dict(found)
        while left:
            worth = {words: len(f - covered) / (bytes_ + 30_000 * took) for words, (f, bytes_, took) in left.items()}
            words = max(worth, key=worth.__getitem__)
            features, bytes_, took = left.pop(words)
            if not features - covered:
                break
            if size + bytes_ > most_bytes or seconds + took > most_seconds:
                continue
            del found[words]
            kept.append(words)
            covered |= features
            size += bytes_
            seconds += took
        print(f"{name}: {len(kept)} sittings do {len(covered)} of {len(everything)} things")
    kept.sort(key=lambda words: int(words.split(" ")[0]))
    before = [words for words in read(name)[1] if int(words.split(" ")[0]) < first] if first > 1 else []
    write(name, before + [shortened(name, words, tries[words][1]) for words in kept])
    written = (FOLDER / f"{name}.txt").stat().st_size
    print(f"{name}: {len(kept)} of {sittings} sittings, {written} bytes, {seconds:.2f} s", flush=True)


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description="Chooses the sittings to store.")
    reader.add_argument("names", nargs="+")
    reader.add_argument("--sittings", type=int, default=100)
    reader.add_argument("--first", type=int, default=1, help="the first seed")
    reader.add_argument("--bytes", type=int, default=MOST_BYTES)
    asked = reader.parse_args()
    for each in asked.names:
        choose(each, asked.sittings, asked.first, asked.bytes)
