"""Rule cases: one TOML file, one situation, read and run through the engine (the format is in docs/cases.md).

The cards of a case land where it says; the rest of the deck fills up at random. The shoe of a case knows for whom each card
is drawn, and everything else is the ordinary table.
"""

import random
import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pitboss.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Card, name, parse, suit
from pitboss.errors import BadCard, BadCase, PitbossError
from pitboss.games import game as load_game
from pitboss.rulebook import chapter, paragraph
from pitboss.shoe import Chance, Stack
from pitboss.table.drivers import drive
from pitboss.table.game import Game
from pitboss.table.house import House
from pitboss.table.multideck import DETERMINANT
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Cut, Incident, Moment, Reply, Request
from pitboss.table.table import Table

_AT = re.compile(r"deal|community|dealt|reveal|settle|decision (\d+)")
PASSIVE = ("no insurance", "accept", "no switch", "check", "stand")  # what silence means, where it means anything


class Rigging:
    """Which cards land where, for all sides of the shoe together."""

    def __init__(self, places: dict[str, list[Card]], then: list[Card], aside: list[Card], seed: int) -> None:
        self.places = {place: list(cards) for place, cards in places.items()}
        self.then = list(then)
        self.aside = list(aside)  # cards named in incidents only
        self.first_deal_over = False
        self.random = random.Random(seed)
        self.reserved = Counter([*then, *aside, *(c for cards in places.values() for c in cards)])


class RiggedStack(Stack):
    """A stack that gives each place the card its case wants there."""

    __slots__ = ("not_determinant", "rigging")

    def __init__(self, rigging: Rigging, not_determinant: Collection[int] = ()) -> None:
        self.rigging = rigging
        self.not_determinant = not_determinant  # suits that would make a determinant card the first player's first card
        super().__init__()

    def cut(self, depth: int) -> None:
        """A cut changes nothing here: the case decides."""

    def draw(self, to: str = "") -> Card:
        r = self.rigging
        if r.places.get(to):
            card = r.places[to].pop(0)
        elif r.first_deal_over and r.then:
            card = r.then.pop(0)
        else:
            return self._random_card(self.not_determinant if to == DETERMINANT else ())
        r.reserved[card] -= 1
        if card in self.cards:
            self.cards.remove(card)
        return card

    def _random_card(self, not_suits: Collection[int] = ()) -> Card:
        held = Counter(self.cards) - self.rigging.reserved
        card = self.rigging.random.choice(sorted(c for c in held.elements() if suit(c) not in not_suits))
        self.cards.remove(card)
        return card

    def take(self, card: Card) -> bool:
        r = self.rigging
        if card in r.aside:
            r.aside.remove(card)
            r.reserved[card] -= 1
        return super().take(card)


@dataclass
class Case:
    """A rule case as read from its file."""

    path: Path
    chapter: str
    cites: list[str]
    why: str
    house: dict[str, Any]
    places: dict[str, list[Card]]
    then: list[Card]
    seats: dict[int, dict[str, Any]]
    incidents: list[tuple[str, Incident]]
    expect: dict[str, Any]
    given: dict[str, Any] = field(default_factory=dict)


def read_case(path: Path) -> Case:
    """Reads one case; raises BadCase with one sentence that says what is wrong and where."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadCase(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadCase(f"{path} is not TOML: {error}") from None
    try:
        return _read(path, data)
    except PitbossError as error:
        raise BadCase(f"{path}: {error.message}", error.cite) from None
    except (TypeError, AttributeError, ValueError, KeyError) as error:
        raise BadCase(f"{path} is not a rule case: {error}") from None


def _read(path: Path, data: dict[str, Any]) -> Case:
    known = {"chapter", "cites", "why", "house", "cards", "seat", "incident", "expect", "variant", "stakes", "actions"}
    if unknown := set(data) - known:
        raise BadCase(f"{sorted(unknown)[0]!r} is not part of a case; a case has {', '.join(sorted(known))}")
    for key in ("chapter", "expect", "seat"):
        if key not in data:
            raise BadCase(f"the case has no {key!r}")
    book = chapter(str(data["chapter"]))
    for cite in data.get("cites", []):
        paragraph(cite)
    seats: dict[int, dict[str, Any]] = {}
    for seat in data["seat"]:
        number = seat.get("number")
        if not isinstance(number, int) or number in seats:
            raise BadCase(f"seat number {number!r} is missing or used twice")
        seats[number] = seat
    cards = {place: parse(words) for place, words in data.get("cards", {}).items()}
    for place in cards:
        if (found := re.fullmatch(r"seat_(\d+)(?:_hand_\d)?", place)) and int(found[1]) not in seats:
            raise BadCase(f"cards are given to {place}, but no [[seat]] has that number")
    then = cards.pop("then", [])
    incidents = []
    for incident in data.get("incident", []):
        at = str(incident.get("at", "deal"))
        if not _AT.fullmatch(at):
            raise BadCase(f"an incident at {at!r}: write deal, decision N, reveal or settle")
        incidents.append((at, Incident(str(incident["kind"]), dict(incident.get("detail", {})))))
    return Case(
        path,
        book.chapter,
        list(data.get("cites", [])),
        str(data.get("why", "")),
        dict(data.get("house", {})),
        cards,
        then,
        seats,
        incidents,
        dict(data["expect"]),
    )


class _Script:
    """Answers from the seats' decisions; `eager` uses up an answer even where the rules leave only one."""

    def __init__(self, case: Case, rigging: Rigging, eager: bool) -> None:
        self.case = case
        self.rigging = rigging
        self.eager = eager
        self.decisions = {n: [str(d) for d in seat.get("decisions", [])] for n, seat in case.seats.items()}
        self.pending = list(case.incidents)
        self.answered = 0

    def __call__(self, table: Table, request: Request) -> Reply:
        if isinstance(request, Cut):
            return None
        if not (isinstance(request, Moment) and request.name == "deal"):
            self.rigging.first_deal_over = True
        now = request.name if isinstance(request, Moment) else f"decision {self.answered + 1}"
        for n, (at, incident) in enumerate(self.pending):
            if at == now:
                del self.pending[n]
                return incident
        if isinstance(request, Moment):
            return None
        words = self.answer(request)
        return table.verify(request, words)

    def answer(self, ask: Ask) -> str:
        left = self.decisions.get(ask.seat, [])
        words = [c.word for c in ask.choices]
        passive = next((w for w in PASSIVE if w in words), None)
        if ask.only is not None:
            if self.eager and left and left[0].split()[0] == ask.only.word.split()[0]:
                left.pop(0)
                self.answered += 1
            return str(ask.only)
        if left and (passive not in ("no insurance", "accept", "no switch") or _fits(left[0], words)):
            self.answered += 1
            return left.pop(0)
        if passive is None:
            raise BadCase(f"seat {ask.seat} is asked to {' or '.join(words)} and has no decision left", ask.cite)
        return passive


def _fits(decision: str, words: list[str]) -> bool:
    return any(decision == w or decision.startswith(w + " ") for w in words)


def _aside(case: Case) -> list[Card]:
    """Cards named in incidents only: they are dealt to nobody."""
    placed = Counter([*case.then, *(c for cards in case.places.values() for c in cards)])
    aside: list[Card] = []
    for _, incident in case.incidents:
        for key in ("card", "cards"):
            words = incident.detail.get(key)
            if isinstance(words, str):
                try:
                    named = parse(words)
                except BadCard:
                    continue
                for card in named:
                    if placed[card]:
                        placed[card] -= 1
                    else:
                        aside.append(card)
    return aside


def house_of(case: Case, game: Game) -> House:
    """The house of a case: what it says, every optional wager that a seat makes, and no table limits unless given."""
    given = dict(case.house)
    options = {o.option: o for o in game_options(game)}
    for seat in case.seats.values():
        for wager in seat.get("wagers", {}):
            rule = next((w for w in game.wagers if w.name == game.wager_name(wager)), None)
            if rule is not None and rule.option and not given.get(rule.option):
                allowed = options[rule.option].allowed
                letters = [a for a in allowed if a not in ("", False)] if isinstance(allowed, list) else [True]
                given[rule.option] = letters[0]
    given.setdefault("table_minimum", 1)
    given.setdefault("table_maximum", 10**12)
    return House.of(game.chapter, given)


def game_options(game: Game) -> Iterable[Any]:
    """The options of a game's chapter."""
    return chapter(game.chapter).options


def play_case(case: Case, *, eager: bool = False, seed: int = 0) -> tuple[Table, Round]:
    """Plays a case to the end of its round."""
    game = load_game(case.chapter)
    house = house_of(case, game)
    rigging = Rigging(case.places, case.then, _aside(case), seed)
    deck = Counter(game.deck(house))
    for card, number in rigging.reserved.items():
        if number > deck[card]:
            raise BadCase(f"the {name(card)} is used {number} times, and the deck holds {deck[card] or 'none'}")
    stacks: dict[str, Stack] = {"": RiggedStack(rigging)}
    if house.get("double_shoe"):
        red, black = (DIAMONDS, HEARTS), (CLUBS, SPADES)
        red_left = house["determinant_red_side"] == "left"
        stacks = {
            "left": RiggedStack(rigging, red if red_left else black),
            "right": RiggedStack(rigging, black if red_left else red),
        }
    table = Table(game, house, Chance(seed), stacks=stacks)
    for number, seat in sorted(case.seats.items()):
        table.sit(number, f"player at seat {number}", 10**15)
        table.bet(number, seat.get("wagers", {}))
    script = _Script(case, rigging, eager)
    finished = drive(table, script)
    left = [f"seat {n}: {', '.join(d)}" for n, d in script.decisions.items() if d]
    if left and not finished.void:
        raise BadCase(f"decisions were never asked for: {'; '.join(left)}")
    if script.pending and not finished.void:
        raise BadCase(f"the incident {script.pending[0][1].kind!r} at {script.pending[0][0]!r} never came up")
    return table, finished


def run_case(path: Path) -> list[str]:
    """Runs a case; the list of what differs from its expectation is empty when it passes."""
    case = read_case(path)
    try:
        try:
            table, finished = play_case(case)
        except PitbossError:
            table, finished = play_case(case, eager=True)
    except PitbossError as error:
        raise BadCase(f"{path}: {error.message}", error.cite) from None
    return differences(case, table, finished)


def differences(case: Case, table: Table, finished: Round) -> list[str]:
    """What a finished round has otherwise than the case expects."""
    ledger = finished.ledger
    assert ledger is not None
    found: list[str] = []
    if "void" in case.expect and bool(case.expect["void"]) != bool(finished.void):
        found.append(f"void: expected {case.expect['void']}, got {bool(finished.void)}")
    for key, wanted in case.expect.items():
        if key == "void":
            continue
        if key == "house":
            facts = finished.facts | {"inventory": ledger.inventory}
            for fact, value in wanted.items():
                if fact not in facts:
                    raise BadCase(f"{case.path}: nothing is known of house.{fact}; known are {', '.join(sorted(facts))}")
                if str(facts[fact]).lower() != str(value).lower():
                    found.append(f"house.{fact}: expected {value!r}, got {facts[fact]!r}")
            continue
        if not (m := re.fullmatch(r"seat_(\d+)", key)) or int(m[1]) not in case.seats:
            raise BadCase(f"{case.path}: expect.{key} is not a seat of the case")
        back = totals(ledger.back.get(key, {}), finished.facts.get("hands", {}).get(int(m[1]), []))
        for wager, cents in wanted.items():
            name_ = table.game.wager_name(wager)
            if back.get(name_, 0) != cents:
                found.append(f"{key}.{wager}: expected {cents}, got {back.get(name_, 0)}")
    return found


def totals(back: dict[str, int], hands: list[str]) -> dict[str, int]:
    """What came back for each wager. `hands` are the suffixes of a seat's split hands from the dealer's left: their wagers
    are reported by place ("Blackjack hand 2") and summed under the plain name.

    >>> totals({"Blackjack": 0, "Blackjack split 1": 2000}, ["", " split 1"])
    {'Blackjack': 2000, 'Blackjack hand 1': 0, 'Blackjack hand 2': 2000}
    """
    if not hands:
        return back
    result: dict[str, int] = {}
    for wager in sorted({w.split(" split ")[0] for w in back}):
        result[wager] = sum(back.get(wager + suffix, 0) for suffix in hands)
        if any(suffix and wager + suffix in back for suffix in hands):
            for number, suffix in enumerate(hands, 1):
                result[f"{wager} hand {number}"] = back.get(wager + suffix, 0)
    return result
