"""A house that notes what is looked up in it, so that a stored result is known by what it was computed from and nothing else.

Every option is there in every house of a chapter, so that only its value tells one house from another. With the choices that
were given it is otherwise: whether one was given at all is something to know too, and whoever goes through them reads them all.
Sections, limits and printed pay tables are the chapter's own, and the same as long as its data are.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from pitboss.house import House

VALUE, GIVEN, ALL_GIVEN, INSTEAD = "value", "given", "all given", "instead"
Reads = dict[str, Any]  # what was looked up ("value decks"), with what was found there as data for JSON


class _Values(Mapping[str, Any]):
    """The options of a house; each that is looked up is noted."""

    def __init__(self, inner: Mapping[str, Any], reads: Reads) -> None:
        self.inner, self.reads = inner, reads

    def __getitem__(self, name: str) -> Any:
        found = self.inner[name]
        self.reads[f"{VALUE} {name}"] = _noted(found)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self.inner

    def __iter__(self) -> Iterator[str]:
        return iter(self.inner)

    def __len__(self) -> int:
        return len(self.inner)

    def __or__(self, other: Mapping[str, Any]) -> dict[str, Any]:
        return dict(self) | dict(other)


class _Given(_Values):
    """The choices that were given; asking whether one was is noted like looking it up."""

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
    """The same house, and what is looked up in it from now on. One that is watched already notes it, too."""
    reads: Reads = {INSTEAD: plain(_instead(house))} if house.instead else {}
    values, given = _Values(house.values, reads), _Given(house.given, reads)
    return replace(house, values=cast(Any, values), given=cast(Any, given), _paytables={}), reads


def same(reads: Reads, house: House) -> bool:
    """Whether a house has what was found in another one wherever that was looked up."""
    return all(_found(house, what) == found for what, found in reads.items()) and (INSTEAD in reads or not house.instead)


def _found(house: House, what: str) -> Any:
    if what == ALL_GIVEN:
        return plain(dict(sorted(house.given.items())))
    if what == INSTEAD:
        return plain(_instead(house))
    kind, _, name = what.partition(" ")
    if kind == VALUE:
        return _noted(house.values[name])
    return [plain(house.given[name])] if name in house.given else []


def _instead(house: House) -> dict[str, Any]:
    return {wager: [table.table, table.kind, table.condition, *table.rows] for wager, table in house.instead.items()}


def _noted(value: Any) -> Any:
    """The value of an option; where it names a file, with what is in it: a house way may be written anew under its name."""
    if isinstance(value, str) and value.endswith(".toml"):
        path = Path(value)
        return [value, hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""]
    return plain(value)


def plain(value: Any) -> Any:
    """A value as JSON gives it back, so that what is in a file can be compared with what is in a house; a dict keeps its order,
    which decides between printed pay tables."""
    if isinstance(value, Mapping):
        return [[str(name), plain(each)] for name, each in value.items()]
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)
