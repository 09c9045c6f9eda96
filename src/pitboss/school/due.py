"""What a round demands of its dealer, derived from the engine's own steps: each act with its paragraph and its place.

A step that a dealer performs is an act. Acts follow each other as the steps do; those of one group may be performed in any
order, because the text leaves it open (`orders.toml` says where, and why). A step that demands nothing, such as how the dealer
holds the deck, may be said at its place and need not be.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from pitboss.cards import Card
from pitboss.files import parse_toml
from pitboss.school.acts import AGAIN, CALL, CARDS, FLOOR, MONEY, POKER, TABLE, Act, words_for
from pitboss.school.orders import Open, Place, first, orders_of
from pitboss.table.steps import DEALER, UP, Incident, Step, seat_of

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
_KIND_OF = {"deal": "deal", "move": "deal", "draw": "burn", "take": "burn", "reveal": "reveal", "discard": "discard"} | {
    "button": "handle"
}
DEALERS = {*CARDS, *MONEY, *POKER, *TABLE, "button", "say", "shuffle", "void"}
_COLLECTS = ("collect", "lose", "vigorish", "cover", *TABLE)
EXPOSED = "exposed by accident"  # the note of cards that nobody has turned up on purpose
NO_MORE_BETS = "“no more bets”"
NOTIFIES = "notifies a floorperson"  # demanded by its paragraph; every other call of the floor is only allowed


VOID = Open(paragraphs=(), of="table", why="the text says what follows where all hands are void, and not in which order")


@dataclass(frozen=True)
class Trouble:
    """An incident, with the steps that remedied it at once: from `start` up to `end`."""

    start: int
    end: int
    incident: Incident
    cite: str


@dataclass(frozen=True)
class Due:
    """An act that a round has at this place, and whether it is demanded. `which` says which cards of a place are turned up,
    where they are not all turned up at once."""

    step: Step
    place: Place
    kind: str
    demanded: bool
    which: str = ""
    cited: str = ""  # the paragraph that demands it, where that is not the step's

    @property
    def section(self) -> str:
        """The paragraph that demands it."""
        return self.cited or self.step.cite

    @property
    def words(self) -> str:
        """The line by which a dealer performs it."""
        return FLOOR if self.is_call else " ".join(filter(None, (words_for(self.step), self.which)))

    @property
    def is_call(self) -> bool:
        """True for the call of the floor, which is no step of the engine."""
        return self.step.note in (CALL, NOTIFIES) and self.step.act == "say"

    @property
    def shows_cards(self) -> bool:
        """True if cards that nobody has seen lie open with it."""
        return self.step.act == "reveal" or (self.step.act in ("deal", "draw") and self.step.face == UP)

    def fits(self, act: Act) -> bool:
        """True if an act performs it, as far as the act says."""
        if self.is_call and (act.act == CALL or self.step.note == CALL):
            return act.act == CALL
        return act.fits(self.step) and act.which in ("", self.which)

    def resembles(self, act: Act) -> bool:
        """True if an act performs it but perhaps for its amount or face."""
        return act.act == CALL if self.is_call else act.resembles(self.step)


def due_acts(
    number: str, steps: Sequence[Step], troubles: Sequence[Trouble] = (), automated: frozenset[str] = frozenset()
) -> list[Due]:
    """The acts of a round in the engine's order, with those that the text puts into no order in one group."""
    taught = orders_of(number)
    cites = {step.cite for step in steps}
    lanes = tuple(lane for weave in taught.weave if cites >= {*weave.where} for lane in weave.lanes)
    alone = tuple(entry for entry in taught.alone if cites >= {*entry.where})
    aloud = tuple(entry for entry in taught.aloud if cites >= {*entry.where})
    elsewhere = tuple(entry for entry in taught.cited if cites >= {*entry.where})
    void = next((n for n, step in enumerate(steps) if step.act == "void"), len(steps))
    bets = next(
        (n for n, step in enumerate(steps) if step.note == NO_MORE_BETS or step.act in ("deal", "draw", "bet")), len(steps)
    )
    declared = _declared(steps, troubles, void)
    excused = _void_at_once(steps, troubles, void)
    remedied = {n for trouble in troubles for n in range(trouble.start, trouble.end)}
    parts = _in_parts(steps)
    found, group, weave = list[Due](), 0, 0
    last: tuple[Open, str] | None = None  # what the group is open for
    woven = False  # whether the act before was
    for n, step in enumerate(steps):
        for trouble in troubles:
            if trouble.start == n:
                group, last, woven = group + 1, None, False
                call = Step(trouble.cite, "say", DEALER, note=CALL)
                found.append(Due(call, Place(len(found), group), "remedy", demanded=False))
        if step.note == EXPOSED:
            continue
        kind = _kind(step, prepares=n < bets, remedy=n in remedied)
        if not kind:
            last = None if step.act in ("wager", "decide") else last
            continue
        about = step.cite, step.act, "" if seat_of(step.who) else step.who, step.wager, step.note
        tells = _only_tells(step) or first(alone, *about) is not None
        if (spoken := first(aloud, *about) if n < declared else None) is not None and spoken.words:
            group, last, woven = group + 1, None, False
            announced = Step(spoken.cite, "say", step.who, note=spoken.words)
            demanded = n not in excused and "announce" not in automated
            found.append(Due(announced, Place(len(found), group), "announce", demanded))
        rule = VOID if n >= declared else first(taught.open, *about)
        here = None if rule is None else (rule, step.who if rule.of == "seat" else "")
        if not tells and (here is None or here != last):
            group, last = group + 1, here
        lane = first(lanes, *about) if n < declared else None
        if lane is not None and not (lane.places or step.act == "say" or seat_of(step.who)):
            lane = None
        weave += lane is not None and not woven
        woven = woven if tells else lane is not None
        chain = step.cite if rule is not None and rule.keeps else ""
        later = rule is not None and rule.of == "later"
        seat = _seat_about(steps, n) if lane is not None else 0
        place = Place(len(found), group, chain, later, seat, weave if lane is not None else 0, lane)
        demanded = not tells and n not in excused and kind not in automated
        cited = "" if (entry := first(elsewhere, *about)) is None else entry.cite
        found.append(Due(step, place, kind, demanded, parts.get(n, ""), cited))
        if spoken is not None and not spoken.words:
            group += 1
            folded = any(told.act == "decide" and told.note == "fold" and told.who == step.who for told in steps)
            announced = Step(step.cite, "say", step.who, note=step.note.replace(", ", "; ", 1))
            demanded = not folded and n not in excused and "announce" not in automated
            place = Place(len(found), group, lane=lane, seat=seat, weave=place.weave)
            found.append(Due(announced, place, "announce", demanded))
    return found


def _seat_about(steps: Sequence[Step], n: int) -> int:
    """The seat that a step is about: its own, or one that the dealer names, or that of the next step that has one, as where a
    winning hand is verified."""
    if named := re.search(r"\bseat[ _](\d+)", steps[n].note if steps[n].act == "say" else ""):
        return int(named[1])
    return next((seat for step in steps[n:] if (seat := seat_of(step.who))), 0)


def _in_parts(steps: Sequence[Step]) -> dict[int, str]:
    """Which cards a step turns up, where the cards of a place are turned up in several acts of the dealer."""
    seen: dict[str, list[tuple[int, Step]]] = {}
    for n, step in enumerate(steps):
        if step.act == "reveal" and step.note != EXPOSED:
            seen.setdefault(step.who, []).append((n, step))
    found = {}
    for turned in seen.values():
        shown: set[Card] = set()
        for n, step in turned if len(turned) > 1 else ():
            first, last = len(shown) + 1, len(shown) + len(step.cards)
            if shown >= {*step.cards}:
                found[n] = AGAIN
            else:
                found[n] = str(first) if first == last else f"{first}-{last}"
            shown |= {*step.cards}
        if turned[0][0] in found and all(found[n] == AGAIN for n, _ in turned[1:]):
            del found[turned[0][0]]
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
    if prepares and step.act != "button":
        return "prepare"
    if step.act == "say":
        return "announce" if is_aloud(step.note) else "handle"
    return _KIND_OF.get(step.act, "collect" if step.act in _COLLECTS else "pay")


def _only_tells(step: Step) -> bool:
    """True if a step demands nothing of the dealer."""
    if step.act == "take":  # a part of the shuffle that follows
        return True
    return step.act == "say" and not is_act(step.note)


@cache
def sayings() -> dict[str, re.Pattern[str]]:
    """The notes of steps without cards and chips: those that are acts, and those that only tell."""
    data = parse_toml(Path(__file__).with_name("sayings.toml").read_text(encoding="utf-8"))
    return {kind: re.compile("|".join(f"(?:{note})" for note in notes)) for kind, notes in data.items()}


@lru_cache(maxsize=4096)
def is_act(note: str) -> bool:
    """True if what a step says is an act of the dealer."""
    return sayings()["acts"].fullmatch(note) is not None


@lru_cache(maxsize=4096)
def is_aloud(note: str) -> bool:
    """True if a note is said in words, as quoted ones are."""
    return note.startswith("“") or sayings()["aloud"].fullmatch(note) is not None


@lru_cache(maxsize=4096)
def is_hand(note: str) -> bool:
    """True if a note is the name of a hand, which is different in every round."""
    return note.startswith("high hand ") or sayings()["tells"].fullmatch(note.replace("; ", ", ", 1)) is not None
