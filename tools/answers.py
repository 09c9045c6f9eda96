#!/usr/bin/env python3
"""Solves the games without the results that come with the package, and writes those anew (`src/pitboss/answers`).

    python tools/answers.py [CHAPTER…]

With --check it writes nothing and names the results that differ. What this machine has stored of earlier runs of the same code
is used; --fresh solves everything again.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.advice.edges import houses
from pitboss.files import cache_folder
from pitboss.games import BANKED, MODULES
from pitboss.house import House
from pitboss.house.watching import same
from pitboss.odds.catalogue import rows
from pitboss.odds.dependencies import version
from pitboss.odds.store import SHORT, recomputing
from pitboss.odds.strategy import rules
from pitboss.shipped import FOLDER, OFF, declaration

DECKS = {"633a": (1, 2, 4, 5, 6, 7, 8), "635a": (6, 8)}


def wanted(number: str) -> Iterator[House]:
    """The houses of a chapter whose results come with the package: the default, those of the floor, each number of decks."""
    chosen: list[dict[str, Any]] = [{}, *(given for chapter, given in houses() if chapter == number and given)]
    yield from (House.of(number, given) for given in [*chosen, *({"decks": decks} for decks in DECKS.get(number, ()))])


def solve(number: str) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """The results of a chapter, from the store into which they are put."""
    known: set[str] = set()
    for house in wanted(number):
        print(number, dict(house.given), file=sys.stderr, flush=True)
        rows(number, house.given, best=not house.given)
        if number in BANKED and not house.given:
            rules(number, house)
        for path in sorted(cache_folder().glob(f"*-{number}-{version(number)[:SHORT]}-*.json")):
            what, reads, result = read(path, number)
            if (what == "rules" or what.startswith("odds-")) and json.dumps([what, reads]) not in known and same(reads, house):
                known.add(json.dumps([what, reads]))
                yield what, reads, result


def read(path: Path, number: str) -> tuple[str, dict[str, Any], Any]:
    """What a file of the store has. The seconds that a machine needed are left out."""
    _, reads, result = path.read_text(encoding="utf-8").splitlines()
    found = json.loads(result)
    for entry in found:
        if isinstance(entry, dict) and "rest" in entry:
            entry["rest"][1] = 0.0
    return path.name.partition(f"-{number}-")[0], json.loads(reads), found


def text(number: str, results: list[tuple[str, dict[str, Any], Any]]) -> str:
    """The file of a chapter, a result on each line."""
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in sorted(results, key=lambda r: json.dumps(r[:2])))
    return f'{{"declaration": "{declaration(number)}", "results": [\n{lines}\n]}}\n'


def main() -> int:
    """Writes the files of the chapters that are named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("chapter", nargs="*", default=sorted(MODULES))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    asked = parser.parse_args()
    os.environ[OFF] = "off"
    differ = []
    for number in asked.chapter:
        with recomputing(asked.fresh):
            found = text(number, list(solve(number)))
        path = FOLDER / f"{number}.json"
        if asked.check and (not path.is_file() or path.read_text(encoding="utf-8") != found):
            differ.append(number)
        elif not asked.check:
            path.write_text(found, encoding="utf-8")
    print(*(f"the results of chapter {number} differ" for number in differ), sep="\n", end="\n" if differ else "")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
