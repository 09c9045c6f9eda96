"""What a procedure produces: steps, each with the paragraph that demands it, and requests to the outside.

A procedure is a generator. It appends steps to its round and yields requests, which a driver answers. It knows no screen, no
file and no random generator.
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, TypeAlias

import msgspec

from pitboss.cards import CARDS, Card, name, parse, text
from pitboss.errors import BadCard, IllegalDecision
from pitboss.money import dollars
from pitboss.table.vocabulary import word_of

# Places: where cards lie, and who acts. A seat's place is `seat_name`. Where a seat has several hands, all but the first have a
# suffix, and so do their wagers.
DEALER = "dealer"
COMMUNITY = "community"
RACK = "discard rack"
SHOE = "shoe"
STACK = "stack"  # the cards not dealt yet
STUB = "stub"  # the cards left after the deal
FLOORPERSON = "floorperson"
IN_ERROR = "drawn in error"
DRAWN_BEFORE = "the card drawn in error is the next card"  # the note of the step that deals it: it left the stack earlier
BURN_CARDS, DISCARDS, DRAWN = "burn cards", "discards", "drawn"  # the piles of a Poker table
BUTTON = "button"  # the cards that decide where it starts
SECOND = " hand 2"  # the suffix of a player's second hand at Blackjack Switch
_SPLIT = " split "
UP = "up"
DOWN = "down"
DEAD = "dead"  # antes that do not count towards a bet


def seat_name(number: int) -> str:
    """The name of a seat in steps and views."""
    return f"seat_{number}"


_SEAT_OF = {seat_name(number): number for number in range(12)}


def split_hand(suffix: str, number: int) -> str:
    """The suffix of a hand that results from a split.

    >>> seat_name(3) + split_hand("", 1), seat_name(3) + split_hand(SECOND, 2)
    ('seat_3 split 1', 'seat_3 hand 2 split 2')
    """
    return f"{suffix}{_SPLIT}{number}"


def segregated_area(side: str) -> str:
    """The place where segregated cards of one side of a double shoe lie."""
    return f"segregated area, {side}"


def seat_of(place: str) -> int:
    """The seat that a place or hand belongs to, 0 if none.

    >>> seat_of("seat_3"), seat_of("seat_3 split 1"), seat_of("dealer"), seat_of("seat_x")
    (3, 3, 0, 0)
    """
    if (known_seat := _SEAT_OF.get(place)) is not None:
        return known_seat
    number = place[5:].partition(" ")[0] if place.startswith("seat_") else ""
    return int(number) if number.isascii() and number.isdigit() else 0


def suffix_of(place: str) -> str:
    """The suffix that tells a seat's further hand from its first; "" for the first, and for places that belong to no seat.

    >>> suffix_of("seat_3"), suffix_of("seat_3 hand 2 split 1"), suffix_of("discard rack")
    ('', ' hand 2 split 1', '')
    """
    seat = seat_of(place)
    return place.removeprefix(seat_name(seat)) if seat else ""


def is_split(place: str) -> bool:
    """True if a place, or its suffix, belongs to a hand made by splitting."""
    return _SPLIT in place


def before_splitting(place: str) -> str:
    """The place, or suffix, of the hand from which a split hand came.

    >>> before_splitting("seat_3 hand 2 split 1"), before_splitting("seat_3")
    ('seat_3 hand 2', 'seat_3')
    """
    return place.split(_SPLIT)[0]


class _Lettered(dict[str, str]):
    """Citations shortened to the lettered paragraph that contains them.

    >>> LETTERED["678a.11(b)(3)"], LETTERED["637a.11(g)"], LETTERED[""]
    ('678a.11(b)', '637a.11(g)', '')
    """

    def __missing__(self, cite: str) -> str:
        first, mark, rest = cite.partition(")")
        self[cite] = first + mark if rest else cite
        return self[cite]


LETTERED = _Lettered()  # a finer citation of the paragraph that gave a choice may reveal the hand


Act: TypeAlias = Literal[
    # words
    "say",
    "decide",
    "void",
    # cards
    "shuffle",
    "deal",
    "draw",
    "move",
    "reveal",
    "discard",
    "take",
    # wagers against the house
    "wager",
    "collect",
    "return",
    "pay",
    "bonus",
    "restore",
    "vigorish",
    # where a player banks
    "lose",
    "win",
    "cover",
    "surplus",
    # where players play against each other
    "bet",
    "refund",
    "award",
    "rake",
    "unrake",
    "contribute",
    "charge",
    # a progressive meter
    "feed",
    "unfeed",
    "jackpot",
    "reset",
    # at the table, between rounds or during them
    "sit",
    "placed",
    "buy",
    "leave",
    "begin",
    "end",
    # for the picture of the table
    "players",
    "button",
    "gather",
    "fold",
    "all_in",
    "meter",
    # a round that failed is undone
    "reverse",
]
Stage: TypeAlias = Literal["", "hands dealt", "dealt", "decided", "revealed", "settling"]  # the progress of a round


class Step(msgspec.Struct, frozen=True, gc=False):
    """One act at the table and the paragraph behind it.

    Money moves by `wager` (player to layout), `collect` (layout to inventory), `return` (layout to player), `pay` (winnings
    from the inventory, and the wager goes back with them), `bonus` (from the inventory, the wager is not touched) and
    `restore` (a wager already collected comes back from the inventory). `vigorish` goes from a player to the inventory. Where
    a player banks, the dealer may have a wager too and the center of the table holds what is won from the players: `lose`
    (layout to center), `win` (winnings from the center, and the wager goes back with them), `cover` (a bank to the center),
    `surplus` (center to a bank). Where players play against each other they `bet` into the pot; from there chips go by `refund`
    and `award` to players, by `rake` to the house (`unrake`: back into the pot) and by `contribute` to a jackpot's box; a time
    `charge` goes from a player to the house. A progressive meter moves by `feed`, `unfeed`, `jackpot` (from the meter to a
    player) and `reset`; `meter` is what it shows. Cards move by `deal`, `draw`, `discard`, `take` and `move`; `reveal` turns
    them up where they lie. Of a hand of Poker `players` names who is dealt in and `button` where it lies; by `gather` the bets
    go into the middle; `fold` and `all_in` say who bets no more. Around the rounds players `sit`, `buy` and `leave`, put down
    (`placed`) what they wager next, and a round has a `begin` and an `end`.

    `cite` is the paragraph that demands the act, without the section sign; `act` one of those above; `who` the place: "seat_3",
    with " split 1" or " hand 2" for its further hands, "dealer", "community" or a pile, "" for the table. `cards` are the cards
    concerned, from 0 to 52, and `face` is "up" or "down", how they lie. `wager` is the wager's name in the regulation's words,
    `cents` the amount in whole cents, `note` what is said: the decision, the odds that are paid, the name of a hand, a remedy.
    """

    cite: str
    act: Act
    who: str = ""
    cards: tuple[Card, ...] = ()
    face: str = ""
    wager: str = ""
    cents: int = 0
    note: str = ""

    def __str__(self) -> str:
        """The step as a line of a listing.

        >>> print(Step("565.12(d)", "pay", "seat_1", wager="Pair Plus", cents=2500))
        § 565.12(d)      pay      seat_1 Pair Plus $25
        """
        about = (self.who, text(self.cards), self.face, self.wager, dollars(self.cents) if self.cents else "", self.note)
        return f"§ {self.cite:<15}{self.act:<9}{' '.join(filter(None, about))}".rstrip()


class Choice(msgspec.Struct, frozen=True, gc=False):
    """A lawful answer: a word and, where money goes with it, the least and most cents and the chip unit.

    `bare` is the amount that the word alone stands for, 0 where an amount must be said. Where cards must be named, `of` are
    those to choose from and `number` the least and most of them.
    """

    word: str
    least: int = 0
    most: int = 0
    unit: int = 1
    bare: int = 0
    of: tuple[Card, ...] = ()
    number: tuple[int, int] = (0, 0)

    def named(self, names: str) -> tuple[Card, ...]:
        """The cards that `names` lists, in the spelling of `text`; () where they are no lawful choice."""
        of, cards = self.of, []
        for word in names.split(" "):
            card = CARDS.get(word)
            if card not in of or card in cards:
                return ()
            cards.append(card)
        least, most = self.number
        return tuple(cards) if least <= len(cards) <= most else ()

    def verb(self, cite: str) -> str:
        """The choice in the words of the paragraph that asks: "take insurance", "stand"."""
        words, verb = str(self), word_of(cite, self.word).verb
        return f"{verb}{words[len(self.word) :]}" if verb else words

    def __str__(self) -> str:
        if self.of:
            least, most = self.number
            return f"{self.word} {least if least == most else f'{least} to {most}'} of the cards"
        if not self.most:
            return self.word
        if self.least == self.most:
            return f"{self.word} ({dollars(self.most)})"
        return f"{self.word} {dollars(self.least)} to {dollars(self.most)}"


offer = lru_cache(maxsize=4096)(Choice)  # cached: players mostly bet alike


class Answer(msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """A decision: its word (with the cards it names: "set As Kd"), the cents that go with it and, once checked, the cards."""

    word: str
    cents: int = 0
    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return f"{self.word} {self.cents}" if self.cents else self.word


class Ask(msgspec.Struct, frozen=True, gc=False):
    """A question to a seat. `about` names the hand where a seat has several; `base` is what "2x" multiplies."""

    seat: int
    choices: tuple[Choice, ...]
    cite: str
    about: str = ""
    base: int = 0
    already: int = 0  # cents the seat has already put in, where amounts are totals, as in Poker
    together: "tuple[Ask, ...]" = ()  # the questions that follow at once and may be answered ahead of turn
    one_by_one: str = ""  # the paragraph by which a player answers for one position before the other

    def verify(self, reply: str) -> Answer:
        """Reads an answer; raises IllegalDecision with what would be allowed.

        >>> ask = Ask(1, (Choice("check"), Choice("raise", 100, 3000, 100)), "677a.11(b)", base=1000)
        >>> ask.verify("raise 3x"), ask.verify("check")
        (Answer(word='raise', cents=3000), Answer(word='check'))
        >>> ask.verify("raise 3100")
        Traceback (most recent call last):
        pitboss.errors.IllegalDecision: seat 1 may raise $1 to $30, not $31 (§ 677a.11(b))
        >>> ask.verify("fold")
        Traceback (most recent call last):
        pitboss.errors.IllegalDecision: seat 1 may check or raise $1 to $30, not 'fold' (§ 677a.11(b))
        """
        words = " ".join(reply.split()).lower()
        for choice in self.choices:
            if words != choice.word and not words.startswith(choice.word + " "):
                continue
            rest = words[len(choice.word) :].strip().lstrip("$")
            if choice.of:
                cards = self.named(choice, rest)
                return Answer(f"{choice.word} {text(cards)}", cards=tuple(cards))
            if not rest:
                if choice.most and choice.least != choice.most and not choice.bare:
                    raise IllegalDecision(f"seat {self.seat} must say how much: {choice}", self.cite)
                return Answer(choice.word, choice.bare or choice.most)
            times = rest.endswith("x")
            digits = rest.removesuffix("x").strip()
            if not (digits.isascii() and digits.isdigit() and len(digits) < 16) or not choice.most:
                break
            cents = int(digits) * (self.base if times else 1)
            if not choice.least <= cents <= choice.most:
                raise IllegalDecision(f"seat {self.seat} may {choice.verb(self.cite)}, not {dollars(cents)}", self.cite)
            if cents % choice.unit and cents != choice.most:
                raise IllegalDecision(f"{dollars(cents)} is not a multiple of {dollars(choice.unit)}", self.cite)
            return Answer(choice.word, cents)
        raise IllegalDecision(f"seat {self.seat} may {self.may}, not {reply!r}", self.cite)

    @property
    def may(self) -> str:
        """The lawful answers, to follow "seat 1 may".

        >>> Ask(1, (Choice("insurance", 500, 500), Choice("no insurance")), "633a.8(a)").may
        'take insurance ($5) or decline insurance'
        """
        return " or ".join(choice.verb(self.cite) for choice in self.choices)

    def named(self, choice: Choice, words: str) -> list[Card]:
        """The cards that an answer names; raises IllegalDecision unless they are distinct and among those allowed."""
        least, most = choice.number
        try:
            cards = parse(words)
        except BadCard as error:
            raise IllegalDecision(f"seat {self.seat} may {choice}: {error.message}", self.cite) from None
        for card in cards:
            if card not in choice.of:
                raise IllegalDecision(f"seat {self.seat} does not hold the {name(card)}", self.cite)
        if len(set(cards)) != len(cards) or not least <= len(cards) <= most:
            raise IllegalDecision(f"seat {self.seat} may {choice}, not {words!r}", self.cite)
        return cards

    def read(self, words: str, cents: int) -> Answer | None:
        """The answer, if it is one of the choices with a lawful amount or lawful cards; otherwise None."""
        for choice in self.choices:
            word = choice.word
            if words == word:
                if not choice.most:
                    lawful = not cents and not choice.of
                else:
                    lawful = choice.least <= cents <= choice.most and (cents % choice.unit == 0 or cents == choice.most)
                return Answer(words, cents) if lawful else None
            if choice.of and not cents and words.startswith(f"{word} "):
                cards = choice.named(words[len(word) + 1 :])
                return Answer(words, 0, cards) if cards else None
        return None

    def asks_also(self, request: "Request") -> bool:
        """True if the next request is a question of `together`, so that it may have been answered already."""
        if isinstance(request, Ask):
            for ask in self.together:
                if ask.seat == request.seat and ask.about == request.about:
                    return ask.choices == request.choices
        return False

    @property
    def only(self) -> Answer | None:
        """The answer, where the rules leave only one."""
        if len(self.choices) == 1 and self.choices[0].least == self.choices[0].most and not self.choices[0].of:
            return Answer(self.choices[0].word, self.choices[0].most)
        return None


@dataclass(frozen=True)
class Incident:
    """An irregularity, in the words of the rule cases."""

    kind: str
    detail: dict[str, Any] = field(default_factory=dict)


class Moment(msgspec.Struct, frozen=True):
    """A point at which an irregularity may be reported: "deal", "reveal", "settle" or a chapter's own. The reply None means
    that nothing went wrong.

    Where the round cannot go on, `waits_for` is what must be reported first, and None is refused.
    """

    name: str
    waits_for: Incident | None = None


class Cut(msgspec.Struct, frozen=True, gc=False):
    """An offer of the cut to a seat; the reply is a depth from least to most, or None to refuse."""

    seat: int
    least: int
    most: int
    cite: str


class Failed(msgspec.Struct, frozen=True):
    """The procedure failed: a floorperson must void the round."""

    why: str


class Void(Exception):
    """All hands are void: the procedure ends here and every wager still open goes back."""

    def __init__(self, cite: str, note: str = "") -> None:
        super().__init__(note)
        self.cite = cite
        self.note = note


Request: TypeAlias = Ask | Moment | Cut | Failed
Reply: TypeAlias = Answer | Incident | int | None
Procedure: TypeAlias = Generator[Request, Reply, None]
