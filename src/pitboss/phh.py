"""Poker hands in the open hand history format PHH, played through the engine of chapter 637a, and written.

A PHH file is TOML: the variant's code, the stakes, everybody's stack and what was done in turn. `pN` is the Nth player
clockwise from the left of the button, or of the dealer where there is no button; pitboss seats him at seat N. With two players
the button posts the small blind: the format gives antes and blinds in the order of a full table, so that theirs change places.

What the format's tables do otherwise than the chapter is a parameter of the table (`Customs`): antes and blinds by seat, a
short bet that is matched and raised as it is, the odd chip to the first left of the button, any stack dealt in. A file that
pitboss wrote says so in the format's fields for one's own use (`_chapter`, `_house`), and is played by the chapter alone.
"""

import re
import tomllib
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from pitboss.cards import NAMES, Card, deck, parse, rank, suit, text
from pitboss.errors import BadHand, PitbossError, Unbalanced
from pitboss.games import game
from pitboss.games.nonbanked.rules import Customs, Play, play_of
from pitboss.games.nonbanked.variants import VARIANTS, Variant
from pitboss.shoe import Chance, Stack
from pitboss.table.drivers import drive
from pitboss.table.house import NO_MAXIMUM, House
from pitboss.table.round import Round
from pitboss.table.steps import COMMUNITY, Ask, Incident, Reply, Request, Step, seat_name
from pitboss.table.table import Table

CHAPTERS = ("553", CHAPTER := "637a")
# The format's codes: the variant and the structure of its bets.
CODES = {
    "FT": ("hold'em", "limit"),
    "NT": ("hold'em", "no limit"),
    "PO": ("omaha", "pot limit"),
    "FO/8": ("omaha high-low eight or better", "limit"),
    "F7S": ("seven-card stud", "limit"),
    "F7S/8": ("seven-card stud high-low eight or better", "limit"),
    "FR": ("razz", "limit"),
}
NOT_PLAYED = {
    "NS": "no-limit short-deck hold'em",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
# The house's choices that change who gets what, and that the format has no field for.
HOUSE = (
    *("smallest_chip", "odd_chip", "maximum_raises", "check_raise"),
    *("rake", "rake_percent", "rake_maximum", "rake_levels"),
    *("bad_beat_contribution", "bad_beat_minimum_pot", "high_hand_contribution", "high_hand_minimum_pot"),
)
MOST = 10**12  # as much as anybody may have, in the smallest unit of the file
UNKNOWN = "??"
ACTION = re.compile(
    r"(?:d (?P<deal>db|dh p(?P<to>\d+)) (?P<dealt>\S+)|p(?P<player>\d+) (?P<act>f|cc|pb|cbr|sm|sd)(?: (?P<what>\S+))?)"
)
MUCKS = "hand discarded at the showdown"


@dataclass(frozen=True)
class Act:
    """What a player does in turn: f, cc, cbr with a total, or pb."""

    player: int
    word: str
    total: int = 0

    def __str__(self) -> str:
        return f"p{self.player} {self.word}" + (f" {self.total}" if self.total else "")


@dataclass
class Hand:
    """A hand history as read. Amounts are whole: the file's, times `unit` where the file has fractions."""

    path: str
    code: str
    unit: int
    antes: list[int]
    blinds: list[int]
    forced_bet: int
    small_bet: int
    big_bet: int
    dead_antes: bool
    starting: list[int]
    finishing: list[int] | None
    acts: list[Act] = field(default_factory=list)
    cards: dict[str, list[Card]] = field(default_factory=dict)  # where each card lands, in the order received
    mucks: list[int] = field(default_factory=list)  # who throws his hand away at the showdown
    unseen: list[int] = field(default_factory=list)  # whose cards nobody ever saw
    chapter: str = ""  # by whose own rules the hand was played; "" by those of the format
    house: dict[str, Any] = field(default_factory=dict)

    @property
    def variant(self) -> Variant:
        return VARIANTS[CODES[self.code][0]]

    def amount(self, cents: int) -> str:
        """An amount as the file would have it."""
        return str(cents) if self.unit == 1 else f"{Decimal(cents) / self.unit:f}"


@dataclass
class Played:
    """A hand history played: everybody's chips at the end in the order of the file, and how that differs from it."""

    hand: Hand
    table: Table
    stacks: list[int]
    difference: str = ""

    @property
    def steps(self) -> list[Step]:
        """Every step, as far as the hand came."""
        found = self.table.round or self.table.last
        return found.steps if found is not None else []


class _Differs(Exception):
    """The record and the rules part here."""


# ---------------------------------------------------------------------------- reading


def read_hand(path: Path) -> Hand:
    """Reads a hand history; raises BadHand with one sentence that says what is wrong."""
    try:
        words = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadHand(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadHand(f"{path} is not a PHH file: it is not text") from None
    return read_text(words, str(path))


def read_text(words: str, path: str = "the hand") -> Hand:
    """Reads a hand history from its text."""
    try:
        data = tomllib.loads(words, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError, ArithmeticError) as error:
        raise BadHand(f"{path} is not a PHH file: it is not TOML: {error}") from None
    try:
        return _read(data, path)
    except PitbossError as error:
        raise BadHand(f"{path}: {error.message}", error.cite) from None


def _read(data: dict[str, Any], path: str) -> Hand:
    code = data.get("variant")
    if not isinstance(code, str):
        raise BadHand("not a PHH file: it names no variant")
    if code not in CODES:
        what = NOT_PLAYED.get(code, "a variant that the format does not have either")
        raise BadHand(f"pitboss does not play {code!r} ({what}); it plays {', '.join(CODES)}")
    given = _Fields(data)
    starting = given.row("starting_stacks")
    number = len(starting)
    most = House.of(CHAPTER)["seats"]
    if not 2 <= number <= most:
        raise BadHand(f"starting_stacks has {number} players; a table has 2 to {most}")
    if min(starting) <= 0:
        raise BadHand(f"p{starting.index(min(starting)) + 1} has no chips: a player who is dealt in has a stack")
    blinds = VARIANTS[CODES[code][0]].blinds
    limit = CODES[code][1] == "limit"
    small = given.one("small_bet" if limit else "min_bet")
    hand = Hand(
        path=path,
        code=code,
        unit=given.unit,
        antes=_full_table(given.row("antes", number)),
        blinds=_full_table(given.row("blinds_or_straddles", number, signed=True)) if blinds else [],
        forced_bet=0 if blinds else given.one("bring_in"),
        small_bet=small,
        big_bet=given.one("big_bet") if limit else small,
        dead_antes=data.get("ante_trimming_status", False) is False,
        starting=starting,
        finishing=given.row("finishing_stacks", number) if "finishing_stacks" in data else None,
        chapter=data.get("_chapter", ""),
        house=data.get("_house", {}),
    )
    if hand.chapter not in ("", *CHAPTERS):
        raise BadHand(f"_chapter must be {' or '.join(CHAPTERS)}, not {hand.chapter!r}")
    if not isinstance(hand.house, dict) or not set(hand.house) <= set(HOUSE):
        raise BadHand(f"_house must be a table with {', '.join(HOUSE)}")
    for level in hand.house.get("rake_levels", ()):
        if not (isinstance(level, dict) and type(level.get("pot")) is type(level.get("take")) is int):
            raise BadHand("_house: rake_levels must be tables of pot and take")
    actions = data.get("actions")
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise BadHand("actions must be a list of texts")
    _read_actions(hand, actions, given.unit)
    return hand


def _full_table(row: list[int]) -> list[int]:
    """Antes or blinds by player: with two players those of the format change places."""
    return row[::-1] if len(row) == 2 else row


class _Fields:
    """The amounts of a file, made whole."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        places = [0]
        words = [w for a in data.get("actions", ()) if isinstance(a, str) for w in a.split("#")[0].split()[2:3] if "cbr" in a]
        flat = [x for v in data.values() for x in (v if isinstance(v, list) else [v])]
        for value in [*flat, *words]:
            if isinstance(value, Decimal) and value.is_finite():
                exponent = value.normalize().as_tuple().exponent
                places.append(-exponent if isinstance(exponent, int) else 0)
            elif isinstance(value, str) and re.fullmatch(r"\d+\.\d+", value):
                places.append(len(value.split(".")[1].rstrip("0")))
        if max(places) > 6:
            raise BadHand("amounts have more than six decimal places")
        self.unit: int = 10 ** max(places)

    def one(self, name: str) -> int:
        if name not in self.data:
            raise BadHand(f"{name} is missing")
        cents = amount(self.data[name], self.unit, name)
        if cents <= 0 and name != "bring_in":
            raise BadHand(f"{name} must be more than 0")
        return cents

    def row(self, name: str, number: int = 0, signed: bool = False) -> list[int]:
        if name not in self.data:
            raise BadHand(f"{name} is missing")
        row = self.data[name]
        if not isinstance(row, list) or (number and len(row) != number):
            raise BadHand(f"{name} must be a list" + (f" of {number} amounts, one for each player" if number else ""))
        return [amount(value, self.unit, name, signed) for value in row]


def amount(value: Any, unit: int, name: str, signed: bool = False) -> int:
    """An amount in the smallest unit of the file."""
    number = value if type(value) in (int, Decimal) else None
    if isinstance(value, str) and re.fullmatch(r"\d{1,15}(\.\d+)?", value):
        number = Decimal(value)
    if number is None or not Decimal(number).is_finite() or abs(number) > MOST or (number < 0 and not signed):
        raise BadHand(f"{name}: {value!r} is not an amount")
    return int(number * unit)


def _read_actions(hand: Hand, actions: list[str], unit: int) -> None:
    """Sorts the actions: which cards land where, what is done in turn, who shows and who mucks."""
    written: dict[str, list[str]] = {}
    shown: dict[int, list[str]] = {}
    mucked: dict[int, None] = {}
    for action in actions:
        words = " ".join(action.split("#")[0].split())
        if not words:
            continue
        found = ACTION.fullmatch(words)
        if found is None:
            raise BadHand(f"{action!r} is not an action of the format")
        player = int(found["player"] or found["to"] or 0)
        if player > len(hand.starting) or (player == 0 and found["deal"] != "db"):
            raise BadHand(f"{action!r}: there is no such player")
        if found["deal"]:
            place = seat_name(player) if player else COMMUNITY
            written.setdefault(place, []).extend(_card_words(found["dealt"], action))
        elif found["act"] == "sm":
            if found["what"] is None:
                mucked[player] = None
            elif found["what"] != "-":
                shown[player] = _card_words(found["what"], action)
        elif found["act"] == "sd":
            raise BadHand(f"{action!r}: nobody draws in {hand.variant.name}")
        elif (found["act"] == "cbr") != (found["what"] is not None):
            raise BadHand(f"{action!r} is not an action of the format")
        else:
            hand.acts.append(Act(player, found["act"], amount(found["what"], unit, action) if found["what"] else 0))
    for player, cards in shown.items():
        _fill_in(written.get(seat_name(player), []), cards)
    hand.mucks = list(mucked)
    hand.unseen = [p for p in range(1, len(hand.starting) + 1) if UNKNOWN in written.get(seat_name(p), ())]
    hand.cards = _choose_unknown(hand, written)


def _card_words(words: str, action: str) -> list[str]:
    cards = [words[at : at + 2] for at in range(0, len(words), 2)]
    for card in cards:
        if card not in NAMES[:52] and card != UNKNOWN:
            raise BadHand(f"{action!r}: {card!r} is not a card")
    return cards


def _fill_in(held: list[str], shown: list[str]) -> None:
    """Cards shown at the end are those that were dealt unseen."""
    new = [card for card in shown if card != UNKNOWN and card not in held]
    for at, card in enumerate(held):
        if card == UNKNOWN and new:
            held[at] = new.pop(0)


def _choose_unknown(hand: Hand, written: dict[str, list[str]]) -> dict[str, list[Card]]:
    """Some card for each that nobody saw: an up card such that it decides nobody's Forced Bet but that of its player, if he
    made it."""
    known = [card for cards in written.values() for card in cards if card != UNKNOWN]
    if len(set(known)) != len(known):
        twice = next(card for card in known if known.count(card) > 1)
        raise BadHand(f"the {twice} is dealt twice")
    ace_low = hand.variant.ace == "low"
    left = sorted((c for c in deck() if NAMES[c] not in known), key=lambda c: ((rank(c) + ace_low) % 13, suit(c)))
    if sum(len(cards) for cards in written.values()) > len(deck()):
        raise BadHand("more cards are dealt than a deck has")
    poster = next((a.player for a in hand.acts), 0)
    low = hand.variant.forced == "low"
    found: dict[str, list[Card]] = {}
    for up in (True, False):  # up cards have the first choice
        for place, cards in written.items():
            for at, card in enumerate(cards):
                if card == UNKNOWN and up == (at == 2 and bool(hand.variant.forced)):
                    first = (place == seat_name(poster)) == low if up else False
                    cards[at] = NAMES[left.pop(0 if first else -1 if up else len(left) // 2)]
    for place, cards in written.items():
        found[place] = parse(" ".join(cards))
    return found


# ---------------------------------------------------------------------------- playing


class RecordedStack(Stack):
    """A deck that gives each place the card recorded for it; burn cards are some of the rest."""

    __slots__ = ("places",)

    def __init__(self, places: dict[str, list[Card]]) -> None:
        self.places = {place: list(cards) for place, cards in places.items()}
        super().__init__()

    def cut(self, depth: int) -> None:
        """A cut changes nothing here: the record decides."""

    def draw(self, to: str = "") -> Card:
        if to == COMMUNITY or to.startswith("seat_"):
            if not self.places.get(to):
                whom = "the board" if to == COMMUNITY else f"p{to.removeprefix('seat_')}"
                raise BadHand(f"the record has no further card for {whom}, who is to be dealt one")
            card = self.places[to].pop(0)
        else:
            wanted = {c for cards in self.places.values() for c in cards}
            card = next((c for c in reversed(self.cards) if c not in wanted), self.cards[-1])
        if card not in self.cards:
            raise BadHand(f"the {NAMES[card]} is no longer in the deck")
        self.cards.remove(card)
        return card


def house_of(hand: Hand) -> House:
    """The house of a hand: its stakes, no rake, chips of the smallest unit, the odd one to the left of the button."""
    name, structure = CODES[hand.code]
    given = {"variant": name, "structure": structure, "smallest_chip": 1, "odd_chip": "left of button"} | hand.house
    house = House.of(hand.chapter or CHAPTER, given | {"table_minimum": 1, "table_maximum": NO_MAXIMUM})
    posted = sorted((abs(cents) for cents in hand.blinds if cents), reverse=True)
    house.values.update(
        ante=0,
        small_blind=posted[-1] if posted else 0,
        big_blind=posted[0] if posted else 0,
        forced_bet=hand.forced_bet,
        small_bet=hand.small_bet,
        big_bet=hand.big_bet,
    )
    if opens_in_full(hand):
        house.values["forced_bet"] = hand.acts[0].total
    return house


def opens_in_full(hand: Hand) -> bool:
    """Whether the player who is to make the Forced Bet bets in full at once."""
    return not hand.variant.blinds and bool(hand.acts) and hand.acts[0].word == "cbr"


def customs_of(hand: Hand) -> Customs:
    """What the tables of the format do otherwise; in a file of our own only who posts what."""
    return Customs(
        antes=dict(enumerate(hand.antes, 1)),
        blinds=dict(enumerate(hand.blinds, 1)) if hand.variant.blinds else None,
        dead_antes=hand.dead_antes,
        posted_counts=not hand.chapter,
        forced_passes_on=not hand.chapter,
        forced_in_full=opens_in_full(hand),
        short_bets_add=not hand.chapter,
    )


def play_hand(hand: Hand) -> Played:
    """Plays a hand history through the engine and compares."""
    stack = RecordedStack(hand.cards)
    table = Table(game(hand.chapter or CHAPTER), house_of(hand), Chance(0), stacks={"": stack})
    table.memory |= {"any stack": True, "customs": customs_of(hand), "button here": len(hand.starting)}
    for seat, cents in enumerate(hand.starting, 1):
        table.sit(seat, f"p{seat}", cents)
    script = _Script(hand)
    played = Played(hand, table, [])
    try:
        drive(table, script)
        script.finish(stack)
    except _Differs as differs:
        played.difference = str(differs)
    except (BadHand, Unbalanced):
        raise
    except PitbossError as error:
        played.difference = str(error)
    played.stacks = [table.seats[n].cents for n in sorted(table.seats)]
    if not played.difference and hand.finishing is not None and played.stacks != hand.finishing:
        seat = next(n for n, (a, b) in enumerate(zip(played.stacks, hand.finishing, strict=True)) if a != b)
        ruled, recorded = hand.amount(played.stacks[seat]), hand.amount(hand.finishing[seat])
        played.difference = f"p{seat + 1} ends with {recorded} in the record and with {ruled} by the rules"
    return played


class _Script:
    """Answers from the record."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.acts = list(hand.acts)
        self.mucks = [*hand.mucks, *hand.unseen]
        self.opened = hand.variant.blinds

    def __call__(self, table: Table, request: Request) -> Reply:
        now = table.round
        assert now is not None
        play = play_of(now)
        if not self.opened and any(step.note == "Forced Bet" for step in now.steps):
            self.open(now)
        if isinstance(request, Ask):
            return table.verify(request, self.answer(play, request))
        if getattr(request, "name", "") == "reveal" and len(play.contenders) > 1:
            while self.mucks:
                player = self.mucks.pop(0)
                if player in play.contenders and len(play.contenders) > 1:
                    if player in self.hand.unseen and player not in self.hand.mucks:
                        self.somebody_shows(play)
                    return Incident(MUCKS, {"seat": player})
        return None

    def open(self, now: Round) -> None:
        """The Forced Bet must have been made by the player who made it."""
        self.opened = True
        who = next(int(step.who.removeprefix("seat_")) for step in now.steps if step.note == "Forced Bet")
        if not self.acts or self.acts[0].word not in ("pb", "cbr"):
            if all(s in play_of(now).all_in for s in play_of(now).players if s != who):
                return  # there is nobody to bet against
            raise _Differs(f"p{who} is to make the Forced Bet, and the record has none")
        act = self.acts.pop(0)
        if act.player != who:
            raise _Differs(f"the record says {str(act)!r}, but p{who} is to make the Forced Bet")

    def somebody_shows(self, play: Play) -> None:
        """Who keeps his cards to himself has lost, if there is anybody whose cards are known."""
        if all(player in self.hand.unseen for player in play.contenders):
            names = " and ".join(f"p{player}" for player in play.contenders)
            raise BadHand(f"{self.hand.path}: the record does not tell what {names} hold, and so not who wins")

    def answer(self, play: Play, ask: Ask) -> str:
        words = [choice.word for choice in ask.choices]
        act = self.acts[0] if self.acts else None
        if act is None or act.player != ask.seat:
            if "check" in words and all(s in play.all_in for s in play.contenders if s != ask.seat):
                return "check"  # nobody is left to bet against
            if act is None:
                raise BadHand(f"{self.hand.path}: the record ends while p{ask.seat} is to {' or '.join(words)}")
            raise _Differs(f"the record says {str(act)!r}, but it is the turn of p{ask.seat}")
        self.acts.pop(0)
        if act.word == "f":
            return "fold"
        if act.word == "cc":
            return "check" if "check" in words else "call"
        return f"{'bet' if 'bet' in words else 'raise'} {act.total}"

    def finish(self, stack: RecordedStack) -> None:
        """The record must be over when the hand is."""
        if self.acts:
            raise _Differs(f"the hand is over, and the record goes on with {str(self.acts[0])!r}")
        if left := {place: cards for place, cards in stack.places.items() if cards}:
            place, cards = next(iter(left.items()))
            whom = "the board" if place == COMMUNITY else f"p{place.removeprefix('seat_')}"
            raise _Differs(f"the hand is over, and the record deals {text(cards)} to {whom}")


# ---------------------------------------------------------------------------- writing


def write_hand(finished: Round) -> str:
    """The last hand of a table as PHH; raises BadHand where the format cannot tell what happened in it."""
    house, play, ledger = finished.house, play_of(finished), finished.ledger
    code = next((c for c, kind in CODES.items() if kind == (house["variant"], house["structure"])), "")
    if not code:
        raise BadHand(f"PHH has no code for {house['structure']} {house['variant']}")
    if finished.void or ledger is None:
        raise BadHand("PHH cannot tell of a round that is void or not over", finished.void)
    if finished.table.last is not finished:
        raise BadHand("only the last hand of a table is written: the stacks have moved on")
    order = play.players
    number = {seat: n for n, seat in enumerate(order, 1)}
    ends = [finished.table.seats[seat].cents for seat in order]
    fields: dict[str, Any] = {"variant": code, "ante_trimming_status": not play.customs.dead_antes}
    antes = play.customs.antes or dict.fromkeys(order, 0 if play.customs.antes is not None else house["ante"])
    fields["antes"] = _full_table([antes.get(seat, 0) for seat in order])
    if play.variant.blinds:
        blinds = posted(finished)
        fields["blinds_or_straddles"] = _full_table([blinds.get(seat, 0) for seat in order])
    else:
        fields["bring_in"] = house["forced_bet"]
    if house["structure"] == "limit":
        fields |= {"small_bet": house["small_bet"], "big_bet": house["big_bet"]}
    else:
        fields["min_bet"] = house["small_bet"]
    gains = [ledger.players.get(seat_name(seat), 0) for seat in order]
    fields["starting_stacks"] = [end - gain for end, gain in zip(ends, gains, strict=True)]
    fields["actions"] = actions_of(finished, number)
    fields["seats"] = order
    fields["finishing_stacks"] = ends
    if not play.customs.short_bets_add:
        fields["_chapter"] = finished.table.game.chapter
    defaults = {o.option: o.default for o in house.chapter.options}
    always = ("smallest_chip", "odd_chip")
    fields["_house"] = {k: house[k] for k in HOUSE if k in defaults and (k in always or house[k] != defaults[k])}
    words = "".join(f"{key} = {toml(value)}\n" for key, value in fields.items())
    told = play_hand(read_text(words))
    if told.difference:
        raise BadHand(f"PHH cannot tell what happened in this round: {told.difference}")
    return words


def posted(finished: Round) -> dict[int, int]:
    """The Blind Bets and the Straddle Bet by seat, in full even where a stack was short of them."""
    play, house = play_of(finished), finished.house
    if play.customs.blinds is not None:
        return play.customs.blinds
    amounts = [house["small_blind"], house["big_blind"], *house["additional_blinds"]]
    amounts = [cents for cents in amounts if cents]
    found = {play.players[at % len(play.players)]: cents for at, cents in enumerate(amounts)}
    for step in finished.steps:
        if step.act == "decide" and step.note == "straddle":
            found[int(step.who.removeprefix("seat_"))] = step.cents
    return found


def actions_of(finished: Round, number: dict[int, int]) -> list[str]:
    """The steps of a hand as actions: deals, decisions, and who shows after the last of them."""
    dealt: list[str] = []  # places dealt to since the last other step, in order
    hands: dict[str, list[Card]] = {}  # what they were dealt
    held: dict[str, list[Card]] = {}
    found: list[str] = []
    last, shown_then = 0, dict[str, list[Card]]()

    def player(who: str) -> str:
        return f"p{number[int(who.removeprefix('seat_'))]}"

    def flush() -> None:
        for place in dealt:
            cards = joined(hands.pop(place))
            found.append(f"d db {cards}" if place == COMMUNITY else f"d dh {player(place)} {cards}")
        dealt.clear()

    for step in finished.steps:
        if step.act == "deal":
            if step.who not in dealt:
                dealt.append(step.who)
            hands.setdefault(step.who, []).extend(step.cards)
            held.setdefault(step.who, []).extend(step.cards)
            if last == 0:
                shown_then = {place: list(cards) for place, cards in held.items()}
            continue
        flush()
        word = {"fold": "f", "check": "cc", "call": "cc", "bet": "cbr", "raise": "cbr"}.get(step.note, "")
        if step.act == "decide" and word:
            found.append(f"{player(step.who)} {word}" + (f" {step.cents}" if word == "cbr" else ""))
        elif step.act == "bet" and step.note == "Forced Bet":
            found.append(f"{player(step.who)} pb")
        else:
            continue
        last = len(found)
        shown_then = {place: list(cards) for place, cards in held.items()}
    contenders = [seat_name(seat) for seat in play_of(finished).contenders]
    if len(contenders) > 1:
        at = last or next((n for n, a in enumerate(found) if not a.startswith("d dh")), len(found))
        found[at:at] = [f"{player(place)} sm {joined(shown_then[place])}" for place in contenders]
        # Cards that came after an All-in are shown at the end.
        found += [f"{player(p)} sm {joined(held[p])}" for p in contenders if len(held[p]) > len(shown_then[p])]
    mucked = [s.who for s in finished.steps if s.act == "say" and s.note == "the cards are thrown away"]
    found += [f"{player(who)} sm" for who in mucked]
    return found


def joined(cards: list[Card]) -> str:
    """Cards as the format writes them, without spaces."""
    return "".join(NAMES[card] for card in cards)


def toml(value: Any) -> str:
    """A value of a PHH file: a literal text, a number, a list or an inline table."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + "}"
    return str(value) if isinstance(value, int) else f"'{value}'"
