"""Rule cases: one TOML file, one situation, read and run through the engine (the format is in docs/cases.md).

The cards of a case land where it says; the rest of the deck fills up at random. The shoe of a case knows for whom each card
is drawn, and everything else is the ordinary table.
"""

import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pitboss.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Card, name, parse, text
from pitboss.errors import BadCard, BadCase, NotAuthorized, PitbossError
from pitboss.games import NONBANKED
from pitboss.games import game as load_game
from pitboss.games.pai_gow.bank import BANK, let_bank
from pitboss.games.pai_gow.rules import WAGER
from pitboss.games.twenty_one.play import SECOND
from pitboss.poker_cases import run_poker_case
from pitboss.rigging import RiggedStack, Rigging
from pitboss.rulebook import Option, chapter, paragraph
from pitboss.shoe import Chance, Stack
from pitboss.table.drivers import drive
from pitboss.table.game import Game
from pitboss.table.house import NO_MAXIMUM, House
from pitboss.table.ledger import METER
from pitboss.table.round import Round
from pitboss.table.steps import COMMUNITY, Ask, Cut, Incident, Moment, Reply, Request
from pitboss.table.table import Table

_AT = re.compile(r"deal|community|dealt|reveal|settle|decision (\d+)")
MOST_COMMUNITY_CARDS = 5  # in any chapter
OFFERS = (
    "no insurance",
    "accept",
    "no switch",
    "no rescue",
    "no surrender",
    "pass",
    "no dealer wager",
)  # what silence means where something is offered
PASSIVE = (*OFFERS, "check", "stand")  # and where nothing is


DECISIONS = (
    *("play", "bet", "raise", "check", "call", "fold", "let it ride", "pull", "hit", "stand", "double", "split", "surrender"),
    *("no surrender", "insurance", "no insurance", "even money", "rescue", "no rescue", "switch", "no switch", "refuse"),
    *("accept", "card", "dead", "set", "bank", "co-bank", "pass", "dealer wager", "no dealer wager"),
)
DECISION = re.compile(rf"({'|'.join(DECISIONS)})(?: |$)")


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


def read_toml(path: Path) -> dict[str, Any]:
    """A file's data; raises BadCase with one sentence that says what is wrong."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadCase(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadCase(f"{path} is not TOML: {error}") from None


def read_case(path: Path) -> Case:
    """Reads one case; raises BadCase with one sentence that says what is wrong and where."""
    data = read_toml(path)
    try:
        return _read(path, data)
    except PitbossError as error:
        raise BadCase(f"{path}: {error.message}", error.cite) from None


_KEYS = {"chapter", "cites", "why", "house", "cards", "seat", "incident", "expect"}


def _table(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadCase(f"{what} must be a table, not {value!r}")
    return dict(value)


def _list(value: Any, what: str, kind: type) -> list[Any]:
    if not isinstance(value, list) or not all(type(v) is kind for v in value):
        raise BadCase(f"{what} must be a list of {'texts' if kind is str else 'tables'}, not {value!r}")
    return list(value)


def _read(path: Path, data: dict[str, Any]) -> Case:
    if unknown := set(data) - _KEYS:
        raise BadCase(f"{sorted(unknown)[0]!r} is not part of a case; a case has {', '.join(sorted(_KEYS))}")
    for key in ("chapter", "expect", "seat"):
        if key not in data:
            raise BadCase(f"the case has no {key!r}")
    book = chapter(str(data["chapter"]))
    cites = _list(data.get("cites", []), "cites", str)
    for cite in cites:
        paragraph(cite)
    seats = _seats(data["seat"], load_game(book.chapter))
    cards: dict[str, list[Card]] = {}
    for place, words in _table(data.get("cards", {}), "cards").items():
        if not isinstance(words, str):
            raise BadCase(f'cards.{place} must be a text such as "Ah 9h", not {words!r}')
        if place not in ("dealer", "community", "then", "determinant card"):
            place = place.replace("_hand_", " hand ").removesuffix(" hand 1")
            found = re.fullmatch(rf"seat_(\d+)(?:{SECOND})?", place)
            if not found:
                raise BadCase(f"there is no place {place!r} for cards; write seat_1, dealer, community or then")
            if int(found[1]) not in seats:
                raise BadCase(f"cards are given to {place}, but no [[seat]] has that number")
        cards[place] = parse(words)
    then = cards.pop("then", [])
    return Case(
        path,
        book.chapter,
        cites,
        str(data.get("why", "")),
        _table(data.get("house", {}), "house"),
        cards,
        then,
        seats,
        [_incident(x) for x in _list(data.get("incident", []), "incident", dict)],
        _expect(_table(data["expect"], "expect"), seats),
    )


def _seats(value: Any, game: Game) -> dict[int, dict[str, Any]]:
    seats: dict[int, dict[str, Any]] = {}
    for seat in _list(value, "seat", dict):
        number = seat.get("number")
        if type(number) is not int or number in seats:
            raise BadCase(f"seat number {number!r} is missing or used twice")
        most = int(chapter(game.chapter).limit("seats"))
        if not 1 <= number <= most:
            raise BadCase(f"there is no seat {number}; the table has seats 1 to {most}")
        _table(seat.get("wagers", {}), f"the wagers of seat {number}")
        for said in _list(seat.get("decisions", []), f"the decisions of seat {number}", str):
            if not DECISION.match(said.strip().lower()):
                raise BadCase(f"seat {number} decides {said!r}; known are {', '.join(DECISIONS)}")
        known = {"number", "wagers", "decisions"} | ({"bank", "dealer_wager"} if BANK in game.wager_names else set())
        if unknown := set(seat) - known:
            raise BadCase(f"seat {number} has {sorted(unknown)[0]!r}; a seat has {', '.join(sorted(known))}")
        if seat.get("bank", False) not in (True, False, "bank", "co-bank"):
            raise BadCase(f'seat {number} has bank = {seat["bank"]!r}; write true or "co-bank"')
        if type(seat.get("dealer_wager", 0)) is not int:
            raise BadCase(f"the dealer_wager of seat {number} must be a whole number of cents")
        seats[number] = seat
    return seats


def _incident(value: dict[str, Any]) -> tuple[str, Incident]:
    at = value.get("at")
    if not isinstance(at, str) or not _AT.fullmatch(at):
        raise BadCase(f"an incident at {at!r}: write deal, decision N, reveal or settle")
    if not isinstance(value.get("kind"), str):
        raise BadCase(f"an incident at {at!r} has no kind")
    return at, Incident(value["kind"], _table(value.get("detail", {}), f"the detail of {value['kind']!r}"))


def _expect(expect: dict[str, Any], seats: dict[int, dict[str, Any]]) -> dict[str, Any]:
    for key, value in expect.items():
        if key == "void":
            if not isinstance(value, bool):
                raise BadCase(f"expect.void must be true or false, not {value!r}")
            continue
        _table(value, f"expect.{key}")
        if key == "house":
            continue
        if not (found := re.fullmatch(r"seat_(\d+)", key)) or int(found[1]) not in seats:
            raise BadCase(f"expect.{key} is not a seat of the case")
        for wager, cents in value.items():
            if type(cents) is not int:
                raise BadCase(f"expect.{key}.{wager} must be a whole number of cents, not {cents!r}")
    return expect


class _Script:
    """Answers from the seats' decisions; `eager` uses up an answer even where the rules leave only one."""

    def __init__(self, case: Case, rigging: Rigging, eager: bool) -> None:
        self.case = case
        self.rigging = rigging
        self.eager = eager
        self.decisions = {
            n: [*_banking(seat, case.house), *map(str, seat.get("decisions", []))] for n, seat in case.seats.items()
        }
        self.pending = list(case.incidents)
        self.answered = 0

    def __call__(self, table: Table, request: Request) -> Reply:
        if isinstance(request, Cut):
            return None
        if not (isinstance(request, Moment) and request.name == "deal"):
            self.rigging.first_deal_over = True
        if self.eager and isinstance(request, Ask) and request.choices[0].word == "accept":
            return table.verify(request, "accept")  # whoever said "hit" has taken the exposed card
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
            if self.eager and left and left[0].lower() == ask.only.word:
                left.pop(0)
                self.answered += 1
            return str(ask.only)
        if left and (passive not in OFFERS or _fits(left[0], words)) and (words != ["set"] or _fits(left[0], words)):
            self.answered += 1
            return left.pop(0)
        if self.eager and left and passive == "no rescue" and left[0].lower() == "stand":
            left.pop(0)
        if words == ["set"] and left and left[0].lower() == "surrender":  # he lays his hands down first, however set
            return f"set {text(ask.choices[0].of[:2])}"
        if passive is None:
            raise BadCase(f"seat {ask.seat} is asked to {' or '.join(words)} and has no decision left", ask.cite)
        return passive


def _fits(decision: str, words: list[str]) -> bool:
    return any(decision.lower() == w or decision.lower().startswith(w + " ") for w in words)


def _banking(seat: dict[str, Any], house: dict[str, Any]) -> list[str]:
    """What a seat says when the bank is offered to it: it takes it, and directs how much the dealer wagers against it."""
    if not seat.get("bank"):
        return []
    if seat["bank"] == "co-bank":
        return ["co-bank"]
    cents = seat.get("dealer_wager", house.get("dealer_bank_wager", 0))
    return ["bank", f"dealer wager {cents}"] if cents else ["bank"]


def _aside(case: Case) -> list[Card]:
    """Cards named in incidents only: they are dealt to nobody."""
    placed = Counter([*case.then, *(c for cards in case.places.values() for c in cards)])
    aside: list[Card] = []
    for _, incident in case.incidents:
        for key in ("card", "cards") if incident.kind != "10 in the shoe" else ():  # a 10 never was in the decks
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
        for wager, cents in seat.get("wagers", {}).items():
            rule = next((w for w in game.wagers if w.name == game.wager_name(wager)), None)
            if rule is not None and rule.amount:  # the chip this house takes is the one that was bet
                given.setdefault(rule.amount, cents)
            if rule is not None and rule.option and not given.get(rule.option):
                given[rule.option] = _offer(game, given, options[rule.option])
    if any(d == "even money" for seat in case.seats.values() for d in seat.get("decisions", [])):
        given.setdefault("even_money", True)
    for seat in case.seats.values():
        if seat.get("bank"):
            given.setdefault("player_bank", True)
        if seat.get("bank") == "co-bank":
            given.setdefault("co_banking", True)
    for _, incident in case.incidents:  # a device that fails is there
        if incident.kind == "shuffler jam" and "shuffler" in options:
            given.setdefault("shuffler", True if options["shuffler"].kind == "flag" else "automated")
        if incident.kind == "automated shoe jam" and "dealing" in options:
            given.setdefault("dealing", "automated shoe")
        if incident.kind == "wrong side of the double shoe":
            given.setdefault("double_shoe", True)
    wagers = [c for seat in case.seats.values() for c in seat.get("wagers", {}).values() if type(c) is int]
    if "smallest_chip" in options:  # chips with which these wagers can be made
        given.setdefault("smallest_chip", math.gcd(options["smallest_chip"].default, *wagers))
    if "optional_wager_minimum" in options:
        given.setdefault("optional_wager_minimum", 1)
    given.setdefault("table_minimum", 1)
    given.setdefault("table_maximum", NO_MAXIMUM)
    return House.of(game.chapter, given)


def _offer(game: Game, given: dict[str, Any], option: Option) -> Any:
    """How a house offers an optional wager that it does not mention: by the first table it may use."""
    values = [a for a in option.allowed if a not in ("", False)] if isinstance(option.allowed, list) else [True]
    for value in values:
        try:
            house = House.of(game.chapter, given | {option.option: value})
            if game.check_house is not None:
                game.check_house(house)
        except NotAuthorized:
            continue
        return value
    return values[0]


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
    if table.meter is not None:
        table.meter.stands = True
    for number, seat in sorted(case.seats.items()):
        table.sit(number, f"player at seat {number}", 10**15)
        wagers = dict(seat.get("wagers", {}))
        if seat.get("bank"):
            let_bank(table, number, seat.get("dealer_wager", 0))
            wagers.setdefault(WAGER, 1000)  # which the bank takes back
        table.bet(number, wagers)
    script = _Script(case, rigging, eager)
    finished = drive(table, script)
    if not finished.void:
        _nothing_left(case, script, rigging, finished)
    return table, finished


def _nothing_left(case: Case, script: _Script, rigging: Rigging, finished: Round) -> None:
    """Whatever a case says must have been used: a decision, an incident or a card left over is a mistake in the case.

    Where the rules ended a hand before its player was asked (Blackjack on either side, an incident), what he would have said
    is harmless, and so is a community card that was not needed because everybody had folded.
    """
    for number, decisions in script.decisions.items():
        unasked = not any(s.act == "decide" and s.who == f"seat_{number}" and s.note in decisions for s in finished.steps)
        ended = case.incidents or (unasked and finished.facts.get("dealer_hand") == "Blackjack")
        if decisions and not ended and set(decisions) - {"stand"}:
            raise BadCase(f"decisions of seat {number} were never asked for: {', '.join(decisions)}")
    if script.pending:
        raise BadCase(f"the incident {script.pending[0][1].kind!r} at {script.pending[0][0]!r} never came up")
    for place, cards in rigging.places.items():
        needless = place == COMMUNITY and len(case.places[place]) <= MOST_COMMUNITY_CARDS
        if cards and not case.incidents and not needless:
            raise BadCase(f"{place} is given {text(cards)}, which the rules deal to nobody there")


def run_case(path: Path) -> list[str]:
    """Runs a case; the list of what differs from its expectation is empty when it passes."""
    data = read_toml(path)
    if str(data.get("chapter", "")).strip() in NONBANKED or "variant" in data:
        return run_poker_case(path, data)
    case = read_case(path)
    found = _run(case)
    if found and case.house.get("blackjack_switch"):
        halves = _halved(case)
        if halves is not None and not _run(halves):
            return []
    return found


def _run(case: Case) -> list[str]:
    try:
        try:
            table, finished = play_case(case)
        except PitbossError:
            table, finished = play_case(case, eager=True)
    except PitbossError as error:
        raise BadCase(f"{case.path}: {error.message}", error.cite) from None
    return differences(case, table, finished)


def _halved(case: Case) -> Case | None:
    """A case of Blackjack Switch whose `Blackjack` is the sum of the two equal wagers, as it is in expectations."""
    seats = {}
    for number, seat in case.seats.items():
        wagers = dict(seat.get("wagers", {}))
        both = wagers.pop("Blackjack", 0)
        if not both or both % 4 or "Blackjack hand 2" in wagers:
            return None
        seats[number] = seat | {"wagers": {"Blackjack": both // 2} | wagers}
    return replace(case, seats=seats)


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
            # A meter that grows or starts again moves no chips of the table inventory container.
            meter = sum(METER[s.act] * s.cents for s in finished.steps if s.act in METER)
            facts = {"vigorish": 0} | finished.facts | {"inventory": ledger.inventory + meter}
            if table.meter is not None:
                facts["meter"] = table.meter.cents
            for fact, value in wanted.items():
                if fact not in facts:
                    raise BadCase(f"{case.path}: nothing is known of house.{fact}; known are {', '.join(sorted(facts))}")
                if str(facts[fact]).lower() != str(value).lower():
                    found.append(f"house.{fact}: expected {value!r}, got {facts[fact]!r}")
            continue
        hands = finished.facts.get("hands", {}).get(int(key.removeprefix("seat_")), [])
        back = totals(ledger.back.get(key, {}), hands)
        back[BANK] = back.get(BANK, 0) - ledger.placed.get(key, {}).get(BANK, 0)  # net: what the bank paid is taken off
        for wager, cents in wanted.items():
            name_ = _name_of(wager, table.game)
            if name_ not in back and not _is_wager(name_, table.game):
                raise BadCase(f"{case.path}: {key}.{wager} is not a wager of chapter {case.chapter}")
            if back.get(name_, 0) != cents:
                found.append(f"{key}.{wager}: expected {cents}, got {back.get(name_, 0)}")
    return found


_PART = re.compile(r"(.+) hand (\d+)")


def _name_of(wager: str, game: Game) -> str:
    """The chapter's spelling of what comes back: a wager, the part of one hand of it, or a payment."""
    part = _PART.fullmatch(wager)
    return f"{game.wager_name(part[1])} hand {part[2]}" if part else game.wager_name(wager)


def _is_wager(name_: str, game: Game) -> bool:
    part = _PART.fullmatch(name_)
    plain = part[1] if part else name_
    return any(w.name == plain for w in game.wagers) or plain in game.payments


def totals(back: dict[str, int], hands: list[str]) -> dict[str, int]:
    """What came back for each wager. `hands` are the suffixes of a seat's hands from the dealer's left, where it has several:
    their wagers are reported by place ("Blackjack hand 2") and summed under the plain name.

    >>> totals({"Blackjack": 0, "Blackjack split 1": 2000}, ["", " split 1"])
    {'Blackjack': 2000, 'Blackjack hand 1': 0, 'Blackjack hand 2': 2000}
    """
    result: dict[str, int] = {}
    suffixes = sorted(filter(None, hands), key=len, reverse=True)
    for wager, cents in back.items():
        suffix = next((s for s in suffixes if wager.endswith(s)), "")
        plain = wager.removesuffix(suffix)
        result[plain] = result.get(plain, 0) + cents
    for plain in list(result):
        if any(suffix and plain + suffix in back for suffix in hands):
            for number, suffix in enumerate(hands, 1):
                result[f"{plain} hand {number}"] = back.get(plain + suffix, 0)
    return result
