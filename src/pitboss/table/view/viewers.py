"""Who may see what of a table: players their own cards, spectators what lies open, surveillance every card dealt.

What is sent is built from steps by an allow-list. `SHOWN` names, for every act, the fields that may pass; for an act that is
not listed, viewers learn only that it happened, and where. A hidden card still counts as a card, so that a client that folds
the steps knows the number. Choices go only to the player who is asked.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from pitboss.cards import NAMES, Card
from pitboss.table.steps import DOWN, LETTERED, UP, Answer, Ask, Choice, Cut, Request, Step, seat_name, seat_of
from pitboss.table.view import faults

BACK: Card = len(NAMES)  # stands for a card that may not be seen
FACES = (*NAMES, "??")
HIDDEN = FACES[BACK]
_CARDS = {face: card for card, face in enumerate(FACES)}

# The fields of each act that pass besides the act itself, its paragraph and its place; None hides the act altogether.
WORDS = ("note",)
MONEY = ("wager", "cents", "note")
CARDS = ("cards", "face", "note")
DECISION = ("cards", "face", "wager", "cents", "note")
SHOWN: dict[str, tuple[str, ...] | None] = {
    **dict.fromkeys(("say", "shuffle", "void", "begin", "end"), WORDS),
    **dict.fromkeys(("players", "button", "gather", "fold", "all_in"), WORDS),
    **dict.fromkeys(("wager", "collect", "return", "pay", "bonus", "restore", "vigorish"), MONEY),
    **dict.fromkeys(("lose", "win", "cover", "surplus"), MONEY),
    **dict.fromkeys(("bet", "refund", "award", "rake", "unrake", "contribute", "charge"), MONEY),
    **dict.fromkeys(("meter", "feed", "unfeed", "jackpot", "reset"), MONEY),
    **dict.fromkeys(("sit", "buy", "leave", "placed", "reverse"), MONEY),
    **dict.fromkeys(("deal", "draw", "reveal", "move", "discard", "take"), CARDS),
    "decide": DECISION,
}
OPEN = frozenset({"deal", "draw", "reveal", "move"})  # everyone sees the cards if they lie face up
UNDEALT = frozenset({"stub", "stack"})  # cards that no one has seen or will see
NEVER = frozenset({"take"})  # cards that go back into a deck and become undealt


@dataclass(frozen=True)
class Viewer:
    """A viewer of a table: a player by name with their seats, or an anonymous viewer."""

    player: str = ""
    seats: frozenset[int] = frozenset()
    everything: bool = False  # surveillance: every card that was dealt, face up or down

    @staticmethod
    def at(*seats: int) -> "Viewer":
        """An anonymous viewer with these seats."""
        return Viewer(seats=frozenset(seats))

    @cached_property
    def places(self) -> frozenset[str]:
        """The places whose cards are the viewer's own."""
        return frozenset(map(seat_name, self.seats))

    def after(self, steps: Iterable[Step]) -> "Viewer":
        """The viewer after players have sat down or left: a named viewer sees a seat's cards while the seat is theirs. An
        anonymous viewer keeps the given seats."""
        seats = self.seats
        for step in steps if self.player else ():
            if step.act == "sit" and step.note == self.player:
                seats |= {seat_of(step.who)}
            elif step.act in ("sit", "leave"):
                seats -= {seat_of(step.who)}
        return self if seats == self.seats else replace(self, seats=seats)


SPECTATOR = Viewer()
SURVEILLANCE = Viewer(everything=True)


# ---------------------------------------------------------------------------- steps


def seen(step: Step, viewer: Viewer, looks: bool) -> Step | None:
    """The step as a viewer sees it: unchanged, or with backs for cards; None if the viewer may only know that there was one.

    `looks` says whether players look at the cards that lie face down before them (`Game.looks`).

    >>> deal = Step("565.8(d)", "deal", "seat_1", (50, 51), "down")
    >>> seen(deal, Viewer("Ann", frozenset({1})), looks=True) is deal
    True
    >>> in_text(seen(deal, SPECTATOR, looks=True))
    ['565.8(d)', 'deal', 'seat_1', ['??', '??'], 'down', '', 0, '']
    """
    passing = _passing(step)
    if passing is None or not SHOWN.get(passing.act):
        return passing
    (shown,) = Audience([viewer], looks).watch([passing])[0]
    return shown


def _passing(step: Step) -> Step | None:
    """A step without the fields of its act that no viewer may see."""
    fields = SHOWN.get(step.act, ())
    if fields is None:
        return None
    if not fields:
        return Step("", step.act, step.who)
    for name in _HIDDEN_OF[step.act]:
        if getattr(step, name):
            nothing = {name: getattr(_NOTHING, name) for name in _HIDDEN_OF[step.act]}
            return msgspec.structs.replace(step, **nothing)
    return step


class Audience:
    """Several viewers of one table, who are shown the same steps together.

    Every step is examined once for all of them. A step that is partly hidden is copied once, and only viewers who see more than
    the public have a list of their own. `looks` says whether players look at the cards that lie face down before them.
    """

    def __init__(self, viewers: Iterable[Viewer], looks: bool) -> None:
        self.looks = looks
        self._backs = _Dealt()
        self._seat(viewers)

    def _seat(self, viewers: Iterable[Viewer]) -> None:
        self.viewers = list(viewers)
        self._at = _Players()  # which of them see the cards of a place
        for at, viewer in enumerate(self.viewers):
            for place in viewer.places:
                self._at[place] = (*self._at[place], at)
        self._number = len(self.viewers)
        self._everything = [at for at, viewer in enumerate(self.viewers) if viewer.everything]

    def watch(self, steps: Sequence[Step]) -> list[Sequence[Step | None]]:
        """What each viewer sees of the next steps; viewers who see the same share one list, which must not be changed.

        A player who sits down sees the cards of their seat from then on, until they leave it.
        """
        for_all: list[Step | None] | None = None
        own: dict[str, list[int]] = {}  # which steps the player of a place sees whole
        looks = self.looks
        paragraph, backs = "", _NO_BACKS
        for at, step in enumerate(steps):
            cards, act = step.cards, step.act
            if not cards and act in _PLAIN:
                continue
            shown: Step | None
            if act == "deal" and step.face == DOWN and len(cards) == 1 and not step.note:  # half of all steps
                if step.cite is not paragraph:
                    paragraph = step.cite
                    backs = self._backs[paragraph]
                who = step.who
                shown, whole = backs[who], looks
            elif act in _LYING:
                face, who = step.face, step.who
                if not cards or (face == UP and act in OPEN):
                    continue
                shown, whole = Step(step.cite, act, who, _BACKS[len(cards)], face, "", 0, step.note), looks and act == "deal"
            elif act == "decide":
                # The exact paragraph of a choice may reveal the hand: § 678a.11(b)(3) is for six cards of a suit.
                cite, who = step.cite, step.who
                lettered = LETTERED[cite] if looks else cite
                if lettered == cite and not cards:
                    continue
                backs_of = _BACKS[len(cards)] if cards else ()
                shown, whole = Step(lettered, act, who, backs_of, step.face, step.wager, step.cents, step.note), True
            elif act in _CHANGES:
                return self._watch_change(steps, at)
            else:
                shown, who, whole = _passing(step), "", False
            if for_all is None:
                for_all = list(steps)
            for_all[at] = shown
            if whole:
                if who in own:
                    own[who].append(at)
                else:
                    own[who] = [at]
        return [steps] * self._number if for_all is None else self._with_own(steps, for_all, own)

    def _with_own(
        self, steps: Sequence[Step], for_all: list[Step | None], own: dict[str, list[int]]
    ) -> list[Sequence[Step | None]]:
        """The public view for each viewer, with the steps that this viewer sees in full in their places."""
        found: list[Sequence[Step | None]] = [for_all] * self._number
        for place, whole in own.items():
            for viewer in self._at[place]:
                found[viewer] = mine = list(found[viewer])
                for at in whole:
                    mine[at] = steps[at]
        for viewer in self._everything:
            pairs = zip(steps, for_all, strict=True)
            found[viewer] = [step if shown is not None and _was_dealt(step) else shown for step, shown in pairs]
        return found

    def _watch_change(self, steps: Sequence[Step], at: int) -> list[Sequence[Step | None]]:
        """Continues after a player sits down or leaves in the middle of the steps."""
        before, change = self.watch(steps[:at]), _passing(steps[at])
        self._seat([viewer.after(steps[at : at + 1]) for viewer in self.viewers])
        return [[*first, change, *then] for first, then in zip(before, self.watch(steps[at + 1 :]), strict=True)]


def redact(steps: Sequence[Step], viewers: Iterable[Viewer], looks: bool) -> list[Sequence[Step | None]]:
    """The view of each viewer on some steps, by `Audience.watch`."""
    return Audience(viewers, looks).watch(steps)


def _was_dealt(step: Step) -> bool:
    """True if surveillance sees all of a step: a decision, or cards of which none is in a deck or goes back into one."""
    return step.act == "decide" or (step.act in _LYING and step.act not in NEVER and step.who not in UNDEALT)


class _Players(dict[str, tuple[int, ...]]):
    """The viewers who see the cards of a place. A player's second hand belongs to the same place."""

    def __missing__(self, place: str) -> tuple[int, ...]:
        return self[place.split(" ")[0]] if " " in place else ()


class _Backs(dict[int, tuple[Card, ...]]):
    """Tuples of face-down cards, by their number."""

    def __missing__(self, number: int) -> tuple[Card, ...]:
        self[number] = (BACK,) * number
        return self[number]


class _DealtBy(dict[str, Step]):
    """The public view of a card dealt face down under one paragraph, by the place it goes to."""

    def __init__(self, cite: str) -> None:
        self.cite = cite

    def __missing__(self, place: str) -> Step:
        self[place] = Step(self.cite, "deal", place, _BACKS[1], DOWN)
        return self[place]


class _Dealt(dict[str, _DealtBy]):
    """The public views of cards dealt face down, by paragraph: a chapter has few paragraphs, and a table few places."""

    def __missing__(self, cite: str) -> _DealtBy:
        self[cite] = _DealtBy(cite)
        return self[cite]


_NO_BACKS = _DealtBy("")
_NOTHING = Step("", "say")
_HIDEABLE = Step.__struct_fields__[3:]
_HIDDEN_OF = {act: tuple(name for name in _HIDEABLE if name not in (fields or ())) for act, fields in SHOWN.items()}
_CHANGES = frozenset({"sit", "leave"})
_PLAIN = frozenset(act for act, fields in SHOWN.items() if fields in (WORDS, MONEY)) - _CHANGES
_LYING = frozenset(act for act, fields in SHOWN.items() if fields is CARDS)
_BACKS = _Backs()


def in_text(step: Step | None) -> list[Any] | None:
    """A seen step, ready for JSON, with only the fields that may pass."""
    p = None if step is None else _passing(step)
    if p is None:
        return None
    return [p.cite, p.act, p.who, [FACES[card] for card in p.cards], p.face, p.wager, p.cents, p.note]


def from_text(row: Sequence[Any] | None) -> Step | None:
    """The step that `in_text` wrote."""
    if row is None:
        return None
    cite, act, who, faces, *rest = row
    return Step(cite, act, who, tuple([_CARDS[face] for face in faces]), *rest)


# ---------------------------------------------------------------------------- questions


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lawful answer as `steps.Choice` has it, with cards as texts."""

    word: str
    least: int = 0
    most: int = 0
    unit: int = 1
    bare: int = 0
    of: tuple[str, ...] = ()
    number: tuple[int, int] = (0, 0)


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question: everyone may know who is asked, but only that player sees the choices.

    `silent` is the answer given if the player says nothing. The cut is offered with the word "cut" and a depth in cards, or
    "refuse".
    """

    seat: int
    choices: tuple[Option, ...] = ()
    cite: str = ""
    about: str = ""
    base: int = 0
    already: int = 0
    silent: str | None = None


def asked(
    requests: Iterable[Request | None], viewer: Viewer, silent: Callable[[Ask], Answer] | None = None
) -> tuple[Asked, ...]:
    """The open questions, as a viewer sees them; `silent` returns the answer for a player who says nothing."""
    return tuple([_asked(request, viewer, silent) for request in requests if type(request) is Ask or type(request) is Cut])


def _asked(request: Ask | Cut, viewer: Viewer, silent: Callable[[Ask], Answer] | None) -> Asked:
    if request.seat not in viewer.seats:
        return Asked(request.seat)
    if isinstance(request, Cut):
        return Asked(
            request.seat, (Option("cut", request.least, request.most), Option("refuse")), request.cite, silent="refuse"
        )
    options = tuple([_option(choice) for choice in request.choices])
    said = None if silent is None else _silence(request, silent)
    return Asked(request.seat, options, request.cite, request.about, request.base, request.already, said)


def _silence(ask: Ask, silent: Callable[[Ask], Answer]) -> str | None:
    """The answer for a player who says nothing; None if there is none, and the question is shown all the same."""
    try:
        return str(silent(ask))
    except Exception as error:
        faults.report("answered for the silent", Step(ask.cite, "decide", seat_name(ask.seat)), error)
        return None


@lru_cache(maxsize=4096)
def _option(choice: Choice) -> Option:
    of = tuple([NAMES[card] for card in choice.of])
    return Option(choice.word, choice.least, choice.most, choice.unit, choice.bare, of, choice.number)
