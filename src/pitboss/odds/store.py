"""Odds kept on disk between runs, by the rules of the house and by the code and data that they were computed with.

A result is written to a file of its own under another name and then renamed, so that whatever ends a run leaves either the
whole result or none.
"""

import hashlib
import json
import os
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.house import House
from pitboss.odds.distribution import Distribution
from pitboss.odds.row import Row

PACKAGE = Path(__file__).resolve().parent.parent
ROOMS = ("odds", "hands", "games", "table", "rulebook")


def folder() -> Path:
    """Where results are kept: PITBOSS_CACHE, or the user's cache folder."""
    if own := os.environ.get("PITBOSS_CACHE"):
        return Path(own)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitboss"
    except RuntimeError:  # nobody's home is known: a place where nothing can be kept
        return Path(os.devnull) / "pitboss"


@cache
def version() -> str:
    """A digest of all code and data on which odds depend."""
    digest = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.name.encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def stored(what: str, house: House, compute: Callable[[], Any], fresh: bool = False) -> Any:
    """Data for JSON from the store, or computed and stored. A store that cannot be read or written is none."""
    words = json.dumps([version(), house.chapter.chapter, what, house.values, sorted(house.given)], sort_keys=True, default=str)
    path = folder() / f"{what}-{house.chapter.chapter}-{hashlib.sha256(words.encode()).hexdigest()[:24]}.json"
    if not fresh:
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            pass
    found = compute()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}.part")
        part.write_text(json.dumps(found), encoding="utf-8")
        part.replace(path)
    except OSError:
        pass
    return found


def kept(house: House, place: int, compute: Callable[[], list[Row]], fresh: bool = False) -> list[Row]:
    """Rows from the store, or computed and stored."""

    def written() -> list[dict[str, Any]]:
        return [_written(row) for row in compute()]

    what = f"odds-{place}"
    try:
        return [_read(entry) for entry in stored(what, house, written, fresh)]
    except (AttributeError, KeyError, TypeError, ValueError):  # somebody else wrote it
        return [_read(entry) for entry in stored(what, house, written, fresh=True)]


def _written(row: Row) -> dict[str, Any]:
    known = row.distribution
    return {
        "row": [row.chapter, row.wager, row.table, row.condition, row.of],
        "counts": None if known is None else [[str(net), str(count)] for net, count in known.counts.items()],
        "wagered": None if known is None or known.wagered is None else str(known.wagered),
        "parts": known is not None and known.parts,
        "edge": str(row.edge) if isinstance(row.edge, Fraction) else row.edge,
        "rest": [row.method, row.seconds, row.note, row.standard_error, row.extra],
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
    return Row(number, wager, table, condition, of, known, value, method, seconds, note, error, extra)
