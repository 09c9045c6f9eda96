#!/usr/bin/env python3
"""Solves every game from scratch and rewrites the results that ship with the package (`src/pitboss/answers`).

    python tools/answers.py [CHAPTER…]

With --check it writes nothing and names the results that differ. Results cached on this machine by the same code are reused;
--fresh solves everything again.
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
    """The houses of a chapter whose results ship: the default, those of the floor, and one for each number of decks."""
    choices: list[dict[str, Any]] = [{}, *(given for chapter, given in houses() if chapter == number and given)]
    yield from (House.of(number, given) for given in [*choices, *({"decks": decks} for decks in DECKS.get(number, ()))])


def solve(number: str) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Solve a chapter; yield its results as the cache on this machine stores them."""
    seen: set[str] = set()
    for house in wanted(number):
        print(number, dict(house.given), file=sys.stderr, flush=True)
        rows(number, house.given, best=not house.given)
        if number in BANKED and not house.given:
            rules(number, house)
        for path in sorted(cache_folder().glob(f"*-{number}-{version(number)[:SHORT]}-*.json")):
            what, reads, result = read(path, number)
            if (what == "rules" or what.startswith("odds-")) and json.dumps([what, reads]) not in seen and same(reads, house):
                seen.add(json.dumps([what, reads]))
                yield what, reads, result


def read(path: Path, number: str) -> tuple[str, dict[str, Any], Any]:
    """A cached result: its name, the choices it depends on, its value. Solving times differ by machine, so they become zero."""
    _, reads, result = path.read_text(encoding="utf-8").splitlines()
    value = json.loads(result)
    for entry in value:
        if isinstance(entry, dict) and "rest" in entry:
            entry["rest"][1] = 0.0
    return path.name.partition(f"-{number}-")[0], json.loads(reads), value


def text(number: str, results: list[tuple[str, dict[str, Any], Any]]) -> str:
    """The text of a chapter's file, one result a line."""
    lines = ",\n".join(json.dumps(result, ensure_ascii=False) for result in sorted(results, key=lambda r: json.dumps(r[:2])))
    return f'{{"declaration": "{declaration(number)}", "results": [\n{lines}\n]}}\n'


def main() -> int:
    """Write, or with --check compare, the files of the chapters on the command line, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("chapter", nargs="*", default=sorted(MODULES))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    arguments = parser.parse_args()
    os.environ[OFF] = "off"
    differing = []
    for number in arguments.chapter:
        with recomputing(arguments.fresh):
            new = text(number, list(solve(number)))
        path = FOLDER / f"{number}.json"
        if arguments.check and (not path.is_file() or path.read_text(encoding="utf-8") != new):
            differing.append(number)
        elif not arguments.check:
            path.write_text(new, encoding="utf-8")
    print(*(f"the results of chapter {number} differ" for number in differing), sep="\n", end="\n" if differing else "")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
