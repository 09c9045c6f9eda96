"""Tracks which choices of a house a computation reads, so that its stored result is keyed by these choices and no others.

For an option only its value is recorded, since every house of a chapter has all options. For the choices that were given it
also matters whether a choice was given at all, and iterating over them counts as reading all of them. Sections, limits and
printed pay tables are not tracked: they belong to the chapter and change only with its data.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from pitboss.house import House

VALUE, GIVEN, ALL_GIVEN, INSTEAD = "value", "given", "all given", "instead"
Reads = dict[str, Any]  # each lookup, such as "value decks", with its result as JSON data


class _Values(Mapping[str, Any]):
    """The options of a house, recording each lookup."""

    def __init__(self, inner: Mapping[str, Any], reads: Reads) -> None:
        self.inner, self.reads = inner, reads

    def __getitem__(self, name: str) -> Any:
        value = self.inner[name]
        self.reads[f"{VALUE} {name}"] = _recorded(value)
        return value

    def __contains__(self, name: object) -> bool:
        return name in self.inner

    def __iter__(self) -> Iterator[str]:
        return iter(self.inner)

    def __len__(self) -> int:
        return len(self.inner)

    def __or__(self, other: Mapping[str, Any]) -> dict[str, Any]:
        return dict(self) | dict(other)


class _Given(_Values):
    """The given choices, recording each lookup and each test whether a choice was given."""

    def __getitem__(self, name: str) -> Any:
        self._note(name)
        return self.inner[name]

    def __contains__(self, name: object) -> bool:
        self._note(str(name))
        return name in self.inner

    def __iter__(self) -> Iterator[str]:
        self.reads[ALL_GIVEN] = plain(dict(sorted(self.inner.items())))
        return iter(self.inner)

    def __len__(self) -> int:
        self.reads[ALL_GIVEN] = plain(dict(sorted(self.inner.items())))
        return len(self.inner)

    def _note(self, name: str) -> None:
        self.reads[f"{GIVEN} {name}"] = [plain(self.inner[name])] if name in self.inner else []


def watched(house: House) -> tuple[House, Reads]:
    """A copy of a house that records lookups, and the record. If the house records lookups already, it continues to."""
    reads: Reads = {INSTEAD: plain(_instead(house))} if house.instead else {}
    values, given = _Values(house.values, reads), _Given(house.given, reads)
    return replace(house, values=cast(Any, values), given=cast(Any, given), _paytables={}), reads


def same(reads: Reads, house: House) -> bool:
    """True if every recorded lookup gives the same result in this house."""
    return all(_lookup(house, what) == result for what, result in reads.items()) and (INSTEAD in reads or not house.instead)


def _lookup(house: House, what: str) -> Any:
    if what == ALL_GIVEN:
        return plain(dict(sorted(house.given.items())))
    if what == INSTEAD:
        return plain(_instead(house))
    kind, _, name = what.partition(" ")
    if kind == VALUE:
        return _recorded(house.values[name])
    return [plain(house.given[name])] if name in house.given else []


def _instead(house: House) -> dict[str, Any]:
    return {wager: [table.table, table.kind, table.condition, *table.rows] for wager, table in house.instead.items()}


def _recorded(value: Any) -> Any:
    """The value of an option as JSON data. The name of a file comes with a digest of its content, since a house way may be
    edited without changing its name."""
    if isinstance(value, str) and value.endswith(".toml"):
        path = Path(value)
        return [value, hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""]
    return plain(value)


def plain(value: Any) -> Any:
    """A value as JSON would return it, so that it can be compared with a stored one. A dict becomes a list of pairs, since its
    order decides between printed pay tables."""
    if isinstance(value, Mapping):
        return [[str(name), plain(item)] for name, item in value.items()]
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)
