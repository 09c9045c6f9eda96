"""In which order a chapter has the dealer's acts performed, and where it leaves the order open (`orders.toml` says why).

Acts follow each other as the engine's steps do, group by group. The acts of a group are in no order (`Open`). Where several
things go round the table and the text does not say that one ends before another begins, they are the lanes of a `Weave`.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from pitboss.errors import NotAuthorized
from pitboss.files import parse_toml
from pitboss.table.steps import Act, Step

A = TypeVar("A", bound="Acts")


class Acts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Acts of some paragraphs."""

    paragraphs: tuple[str, ...]
    acts: tuple[str, ...] = ()  # all if left out
    places: tuple[str, ...] = ()  # any if left out; a seat is none
    wagers: tuple[str, ...] = ()  # any if left out
    notes: str = ""  # a pattern, any if left out

    def covers(self, step: Step) -> bool:
        """True if the step is one of these acts."""
        inside = any(step.cite == cite or step.cite.startswith(f"{cite}(") for cite in self.paragraphs)
        named = not self.notes or re.fullmatch(self.notes, step.note) is not None
        told = ((self.acts, step.act), (self.places, step.who), (self.wagers, step.wager))
        return inside and named and all(not wanted or given in wanted for wanted, given in told)


class Open(Acts, frozen=True):
    """Acts that the text puts into no order, of one seat or of the whole table; or acts that may wait until the round ends."""

    of: Literal["seat", "table", "later"]
    why: str
    keeps: bool = False  # the acts of one paragraph keep their order


class Lane(Acts, frozen=True):
    """Acts that go round the table beside those of other lanes. `own` are the lanes whose acts of the same seat come first,
    `after` those that come first at the whole table."""

    name: str
    in_turn: bool = False  # seat by seat
    own: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


class Weave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lanes that may be performed one after the other, or all of them seat by seat."""

    why: str
    lanes: tuple[Lane, ...]
    where: tuple[str, ...] = ()  # the paragraphs that a round has to come to, any round if left out


class Note(Acts, frozen=True):
    """Acts of which the text says something else: `alone`, that the dealer does not touch the chips (the act may be performed
    and need not be); `aloud`, that what is turned up is announced then, or that other `words` are said before the act."""

    why: str
    where: tuple[str, ...] = ()  # the paragraphs that a round has to come to, any round if left out
    words: str = ""
    cite: str = ""  # the paragraph that asks for the words


class Cited(Acts, frozen=True):
    """Acts whose steps carry the paragraph of the reason, as that of a losing hand, and that another paragraph demands."""

    cite: str
    why: str
    where: tuple[str, ...] = ()  # the paragraphs that a round has to come to, any round if left out


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a chapter says of the order of acts."""

    open: tuple[Open, ...]
    weave: tuple[Weave, ...] = ()
    alone: tuple[Note, ...] = ()
    aloud: tuple[Note, ...] = ()
    cited: tuple[Cited, ...] = ()


@dataclass(frozen=True)
class Place:
    """Where an act stands in its round."""

    number: int  # among the acts of the round
    group: int
    chain: str = ""  # acts of a group with the same one keep their order
    later: bool = False  # it may also be performed at any later time
    seat: int = 0
    weave: int = 0  # a run of woven acts, 0 for none
    lane: Lane | None = None

    def precedes(self, other: "Place") -> bool:
        """True if this act has to be performed before the other one."""
        if self.later or self.number >= other.number:
            return False
        if self.group == other.group:
            return bool(self.chain) and self.chain == other.chain
        if self.lane is None or other.lane is None or self.weave != other.weave:
            return True
        own = self.seat == other.seat
        if self.lane is other.lane:
            return own or self.lane.in_turn
        return self.lane.name in other.lane.after or (own and self.lane.name in other.lane.own)


@cache
def orders() -> dict[str, Orders]:
    """What each chapter that is taught says of the order of a dealer's acts."""
    data: dict[str, Any] = parse_toml(Path(__file__).with_name("orders.toml").read_text(encoding="utf-8"))
    return {number: msgspec.convert(entry, Orders) for number, entry in data.items()}


def orders_of(number: str) -> Orders:
    """What a chapter says of the order; raises NotAuthorized for a chapter that is not taught."""
    if (found := orders().get(number)) is None:
        raise NotAuthorized(f"the school does not teach chapter {number} yet; it teaches {', '.join(orders())}")
    return found


@lru_cache(maxsize=4096)
def first(entries: tuple[A, ...], cite: str, act: Act, place: str, wager: str, note: str) -> A | None:
    """The first entry that covers a step of this paragraph, None where there is none."""
    step = Step(cite, act, place, wager=wager, note=note)
    return next((entry for entry in entries if entry.covers(step)), None)
