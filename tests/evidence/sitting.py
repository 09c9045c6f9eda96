"""A table that asks fair chance for anything, in any order, and what it leaves."""

from typing import Any

from hypothesis import strategies as st

from pitboss.errors import OutOfTurn
from pitboss.evidence.errors import IllegalSeed
from pitboss.evidence.fair import FairChance, FairReplay, SeededSecrets
from pitboss.evidence.keys import HouseKey
from pitboss.evidence.records import (
    Record,
)
from pitboss.evidence.shuffles import pledge_of, verify_card

KEY = HouseKey(b"\1" * 32, b"\2" * 32)
TABLE = "table 7"
Call = tuple[str, Any]

# ---------------------------------------------------------------------------- a table that asks for anything


class Sitting:
    """Carries out calls in a fixed way, so that the same calls can be made of live chance and of a replay."""

    def __init__(self, chance: FairChance) -> None:
        self.chance = chance
        self.roots: list[str] = []
        self.results: list[Any] = []

    def call(self, call: Call) -> None:
        what, about = call
        chance = self.chance
        try:
            result: Any = None
            match what:
                case "promise":
                    result = chance.promise()
                case "seed":
                    chance.add_seed(*about)
                case "pledge":
                    chance.pledge(about[0], pledge_of(*about))
                case "tell":
                    chance.no_more_seeds()
                case "keep":
                    chance.keep_seeds_of(about)
                case "shuffle":
                    result = chance.shuffle(about)
                    if about:
                        self.roots.append(result.digest)
                case "number":
                    result = chance.number(1, about)
                case "reorder" if self.roots:
                    result = chance.reorder(self.roots[about % len(self.roots)])
                case "open" if self.roots:
                    root = self.roots[about % len(self.roots)]
                    result = chance.open_card(root, 0)
                    assert verify_card(root, result)
                case "end" if self.roots:
                    chance.end(self.roots.pop(about % len(self.roots)))
            self.results.append(result)
        except (IllegalSeed, OutOfTurn) as refused:
            self.results.append(str(refused))


SEEDS = st.tuples(st.integers(1, 3), st.sampled_from(["a", "b"]))
CALLS = st.one_of(
    st.tuples(st.sampled_from(["promise"]), st.none()),
    st.tuples(st.sampled_from(["seed", "pledge"]), SEEDS),
    st.tuples(st.just("tell"), st.none()),
    st.tuples(st.just("keep"), st.lists(st.integers(1, 3))),
    st.tuples(st.just("shuffle"), st.lists(st.integers(0, 52), max_size=12)),
    st.tuples(st.just("number"), st.integers(1, 60)),
    st.tuples(st.sampled_from(["reorder", "open", "end"]), st.integers(0, 9)),
)
SITTINGS = st.lists(CALLS, max_size=25).map(lambda calls: [("promise", None), *calls])
HOUSES = st.sampled_from([KEY, None])


def play(calls: list[Call], key: HouseKey | None, reveals: bool = True, close: bool = True) -> tuple[list[Any], list[Record]]:
    sitting = Sitting(FairChance(TABLE, key, reveals=reveals, draw=SeededSecrets(5)))
    for call in calls:
        sitting.call(call)
    if close:
        sitting.chance.close()
    return sitting.results, sitting.chance.take_records()


def replay(calls: list[Call], records: list[Record], key: HouseKey | None, reveals: bool = True) -> list[Any]:
    chance = FairReplay(records, TABLE, key, reveals=reveals)
    sitting = Sitting(chance)
    for call in calls:
        sitting.call(call)
    chance.close()
    chance.finish()
    return sitting.results
