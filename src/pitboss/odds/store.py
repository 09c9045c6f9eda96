"""Odds kept on disk between runs, by what they were computed from: the code and data that they depend on (`dependencies`), and
what the solver looked up in the house. So a change of Trips Plus does not have the Ante solved again.

A file has three lines: a digest of the others, what was looked up and found there, and the result. It is written under a name
of its own and then renamed, so that whatever ends a run leaves either the whole result or none; one that was edited or cut
short is not believed, and computed again.
"""

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.files import cache_folder
from pitboss.house import House
from pitboss.house.watching import Reads, same, watched
from pitboss.odds.dependencies import is_current, version
from pitboss.odds.distribution import Combination, Distribution
from pitboss.odds.row import Row
from pitboss.shipped import shipped

SHORT = 16  # digits of a digest in a file's name
DAYS = 30  # after which a result of other sources is removed

_computed_anew: ContextVar[set[Path] | None] = ContextVar("_computed_anew", default=None)  # within `recomputing`


@contextmanager
def recomputing(fresh: bool = True) -> Iterator[None]:
    """Has every result computed again that is asked for inside, once, also those that solvers ask for themselves."""
    if not fresh or _computed_anew.get() is not None:
        yield
        return
    token = _computed_anew.set(set())
    try:
        yield
    finally:
        _computed_anew.reset(token)


def stored(what: str, house: House, compute: Callable[[House], Any], fresh: bool = False) -> Any:
    """Data for JSON that came with the package, from the store, or computed from the house and stored. A store that cannot be
    read or written is none."""
    if not fresh and _computed_anew.get() is None and (answer := shipped(what, house)) is not None:
        return answer[0]
    number = house.chapter.chapter
    of_any_version, name = f"{what}-{number}-", f"{what}-{number}-{version(number)[:SHORT]}"
    with recomputing(fresh):
        if (known := _known(name, house)) is not None:
            return known[0]
        seen, reads = watched(house)
        found = compute(seen)
        if is_current(number):
            _write(name, reads, found)
            _remove_old(of_any_version, name)
    return found


def _known(name: str, house: House) -> tuple[Any] | None:
    """The stored result of a house that had the same wherever the solver looked, None where there is none."""
    anew = _computed_anew.get()
    try:
        paths = sorted(path for path in cache_folder().glob(f"{name}-*.json") if anew is None or path in anew)
    except OSError:
        return None
    for path in paths:
        try:
            with path.open(encoding="utf-8") as file:
                digest, looked_up = file.readline(), file.readline()
                if not same(json.loads(looked_up), house):
                    continue
                result = file.read()
            if digest.strip() == _digest(looked_up, result):
                return (json.loads(result),)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):  # cut short, or somebody else wrote it
            continue
    return None


def _write(name: str, reads: Reads, found: Any) -> None:
    looked_up, result = json.dumps(reads, sort_keys=True) + "\n", json.dumps(found) + "\n"
    path = cache_folder() / f"{name}-{hashlib.sha256(looked_up.encode()).hexdigest()[:SHORT]}.json"
    part = path.with_suffix(f".{secrets.token_hex(8)}.part")  # of this call alone, whatever other threads and processes do
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(f"{_digest(looked_up, result)}\n{looked_up}{result}", encoding="utf-8")
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        return
    if (anew := _computed_anew.get()) is not None:
        anew.add(path)


def _remove_old(of_any_version: str, name: str) -> None:
    """Removes results of other sources that are so old that nobody is likely to return to those."""
    with suppress(OSError):  # another process removes them, too
        for path in cache_folder().glob(f"{of_any_version}*.json"):
            if not path.name.startswith(name) and path.stat().st_mtime < time.time() - DAYS * 86_400:
                path.unlink(missing_ok=True)


def _digest(looked_up: str, result: str) -> str:
    return hashlib.sha256((looked_up + result).encode()).hexdigest()


def kept(what: str, house: House, compute: Callable[[House], list[Row]], fresh: bool = False) -> list[Row]:
    """Rows from the store, or computed and stored."""
    return [_read(entry) for entry in stored(what, house, lambda seen: list(map(_written, compute(seen))), fresh)]


def _written(row: Row) -> dict[str, Any]:
    known = row.distribution
    return {
        "row": [row.chapter, row.wager, row.table, row.condition, row.of],
        "counts": None if known is None else [[str(net), str(count)] for net, count in known.counts.items()],
        "wagered": None if known is None or known.wagered is None else str(known.wagered),
        "parts": known is not None and known.parts,
        "edge": str(row.edge) if isinstance(row.edge, Fraction) else row.edge,
        "rest": [row.method, row.seconds, row.note, row.standard_error, row.extra],
        "combinations": [
            [each.hand, each.ending, each.pays, str(each.net), str(each.deals), str(each.staked)] for each in row.combinations
        ],
    }


def _read(entry: dict[str, Any]) -> Row:
    counts, wagered, edge = entry["counts"], entry["wagered"], entry["edge"]
    known = None
    if counts is not None:
        by_net = {Fraction(net): int(count) for net, count in counts}
        known = Distribution(by_net, None if wagered is None else Fraction(wagered), entry["parts"])
    number, wager, table, condition, of = entry["row"]
    method, seconds, note, error, extra = entry["rest"]
    value = Fraction(edge) if isinstance(edge, str) else edge
    classes = tuple(
        Combination(hand, ending, pays, Fraction(net), int(deals), Fraction(staked))
        for hand, ending, pays, net, deals, staked in entry["combinations"]
    )
    return Row(number, wager, table, condition, of, known, value, method, seconds, note, error, extra, classes)
