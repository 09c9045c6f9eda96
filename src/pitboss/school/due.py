"""What a round demands of its dealer, derived from the engine's own steps: each act with its paragraph and its place.

A step that a dealer performs is an act. Acts follow each other as the steps do; those of one group may be performed in any
order, because the text leaves it open (`orders.toml` says where, and why). A step that demands nothing, such as how the dealer
holds the deck, may be said at its place and need not be.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from pitboss.errors import NotAuthorized
from pitboss.files import parse_toml
from pitboss.school.acts import CALL, CARDS, FLOOR, MONEY, Act, words_for
from pitboss.table.steps import DEALER, Incident, Step

KINDS = {  # of acts, each of which can be automated
    "prepare": "everything before “no more bets”: opening, shuffle, cut, placing the cards",
    "announce": "what is said aloud",
    "handle": "what is done with cover cards, stub, dice and the like",
    "deal": "dealing cards",
    "burn": "burning cards, and putting cards out of play",
    "reveal": "turning cards face up",
    "collect": "collecting wagers",
    "pay": "paying, returning wagers, vigorish",
    "discard": "collecting cards",
    "remedy": "what follows an irregularity",
}
_KIND_OF = {"deal": "deal", "move": "deal", "draw": "burn", "take": "burn", "reveal": "reveal", "discard": "discard"}
DEALERS = {*CARDS, *MONEY, "say", "shuffle", "void"}
_COLLECTS = ("collect", "lose", "vigorish", "cover")
EXPOSED = "exposed by accident"  # the note of cards that nobody has turned up on purpose
NO_MORE_BETS = "“no more bets”"


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Acts that the text puts into no order, of one seat or of the whole table; or acts that may wait until the round ends."""

    paragraphs: tuple[str, ...]
    of: Literal["seat", "table", "later"]
    why: str
    acts: tuple[str, ...] = ()  # all if left out
    notes: str = ""  # a pattern, any if left out
    keeps: bool = False  # the acts of one paragraph keep their order

    def covers(self, step: Step) -> bool:
        """True if the step is one of these acts."""
        inside = any(step.cite == cite or step.cite.startswith(f"{cite}(") for cite in self.paragraphs)
        named = not self.notes or re.fullmatch(self.notes, step.note) is not None
        return inside and (not self.acts or step.act in self.acts) and named


VOID = Open((), "table", "the text says what follows where all hands are void, and not in which order")


@dataclass(frozen=True)
class Trouble:
    """An incident, with the steps that remedied it at once: from `start` up to `end`."""

    start: int
    end: int
    incident: Incident
    cite: str


@dataclass
class Due:
    """An act that a round has at this place, and whether it is demanded. `done` is the judge's."""

    step: Step
    group: int
    kind: str
    demanded: bool
    chain: str = ""  # acts of a group with the same one keep their order
    later: bool = False  # it may also be performed at any later time
    done: bool = False

    @property
    def words(self) -> str:
        """The line by which a dealer performs it."""
        return FLOOR if self.is_call else words_for(self.step)

    @property
    def is_call(self) -> bool:
        """True for the call of the floor, which is no step of the engine."""
        return self.step.note == CALL and self.step.act == "say"

    def fits(self, act: Act) -> bool:
        """True if an act performs it, as far as the act says."""
        return act.act == CALL if self.is_call else act.fits(self.step)

    def resembles(self, act: Act) -> bool:
        """True if an act performs it but perhaps for its amount or face."""
        return act.act == CALL if self.is_call else act.resembles(self.step)


@cache
def sayings() -> dict[str, re.Pattern[str]]:
    """The notes of steps without cards and chips: those that are acts, and those that only tell."""
    data = parse_toml(Path(__file__).with_name("sayings.toml").read_text(encoding="utf-8"))
    return {kind: re.compile("|".join(f"(?:{note})" for note in notes)) for kind, notes in data.items()}


@cache
def orders() -> dict[str, tuple[Open, ...]]:
    """Where each chapter that is taught leaves the order open."""
    data: dict[str, Any] = parse_toml(Path(__file__).with_name("orders.toml").read_text(encoding="utf-8"))
    return {number: tuple(msgspec.convert(entry["open"], list[Open])) for number, entry in data.items()}


def open_orders(number: str) -> tuple[Open, ...]:
    """Where a chapter leaves the order of acts open; raises NotAuthorized for a chapter that is not taught yet."""
    if (found := orders().get(number)) is None:
        raise NotAuthorized(f"the school does not teach chapter {number} yet; it teaches {', '.join(orders())}")
    return found


def due_acts(
    number: str, steps: Sequence[Step], troubles: Sequence[Trouble] = (), automated: frozenset[str] = frozenset()
) -> list[Due]:
    """The acts of a round in the engine's order, with those that the text puts into no order in one group."""
    free, found, group = open_orders(number), list[Due](), 0
    void = next((n for n, step in enumerate(steps) if step.act == "void"), len(steps))
    bets = next((n for n, step in enumerate(steps) if step.note == NO_MORE_BETS), len(steps))
    last: tuple[Open, str] | None = None  # what the group is open for
    declared = _declared(steps, troubles, void)
    excused = _void_at_once(steps, troubles, void)
    remedied = {n for trouble in troubles for n in range(trouble.start, trouble.end)}
    for n, step in enumerate(steps):
        for trouble in troubles:
            if trouble.start == n:
                group, last = group + 1, None
                found.append(Due(Step(trouble.cite, "say", DEALER, note=CALL), group, "remedy", demanded=False))
        if step.note == EXPOSED:
            continue
        kind = _kind(step, prepares=n < bets, remedy=n in remedied)
        if not kind:
            last = None if step.act in ("wager", "decide") else last
            continue
        rule = VOID if n >= declared else next((rule for rule in free if rule.covers(step)), None)
        here = None if rule is None else (rule, step.who if rule.of == "seat" else "")
        tells = _only_tells(step)
        if not tells and (here is None or here != last):
            group, last = group + 1, here
        chain = step.cite if rule is not None and rule.keeps else ""
        later = rule is not None and rule.of == "later"
        found.append(Due(step, group, kind, not tells and n not in excused and kind not in automated, chain, later))
    return found


def _declared(steps: Sequence[Step], troubles: Sequence[Trouble], void: int) -> int:
    """Where the acts begin that follow from void hands: with the rest of the remedy, such as removing the deck."""
    first = next((trouble.start for trouble in troubles if trouble.start <= void < trouble.end), void)
    while 0 < first <= void < len(steps) and (steps[first - 1].act, steps[first - 1].cite) == ("say", steps[void].cite):
        first -= 1
    return first


def _void_at_once(steps: Sequence[Step], troubles: Sequence[Trouble], void: int) -> range:
    """The steps that need not be performed because a card was exposed that voids the round. The engine deals on and declares it
    when everybody has cards; the text lets the dealer stop."""
    if void == len(steps):
        return range(0)
    seen = next((n for n, step in enumerate(steps[:void]) if step.note == EXPOSED), 0)
    starts = [trouble.start for trouble in troubles if trouble.start <= seen and trouble.cite == steps[void].cite]
    return range(starts[-1], void) if starts else range(0)


def _kind(step: Step, *, prepares: bool, remedy: bool) -> str:
    """The kind of act that a step is, "" where it is not the dealer's."""
    if step.act not in DEALERS:
        return ""
    if remedy or step.act == "void":
        return "remedy"
    if prepares:
        return "prepare"
    if step.act == "say":
        return "announce" if step.note.startswith("“") else "handle"
    return _KIND_OF.get(step.act, "collect" if step.act in _COLLECTS else "pay")


def _only_tells(step: Step) -> bool:
    """True if a step demands nothing of the dealer."""
    if step.act == "take":  # a part of the shuffle that follows
        return True
    return step.act == "say" and sayings()["acts"].fullmatch(step.note) is None
