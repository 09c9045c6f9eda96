"""Plays rule cases of the banked games at an ordinary table.

Only the shoe is special: it knows who each card is drawn for, so that the cards of a case land where the case says. All other
cards are random.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pitboss.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Card, name, parse, text
from pitboss.cases.comparing import differences
from pitboss.cases.reading import Case, case_of
from pitboss.cases.rigging import RiggedStack, Rigging
from pitboss.errors import BadCard, BadCase, NotAuthorized, PitbossError
from pitboss.games import game as load_game
from pitboss.games.pai_gow.bank import let_bank
from pitboss.games.pai_gow.rules import WAGER
from pitboss.house import House
from pitboss.rulebook import Option, chapter
from pitboss.shoe import Chance, Stack
from pitboss.table.drivers import Driver, drive
from pitboss.table.game import Game
from pitboss.table.round import Round
from pitboss.table.steps import COMMUNITY, DEALER, Ask, Moment, Reply, Request, seat_name
from pitboss.table.table import Table

MOST_COMMUNITY_CARDS = 5  # in any chapter
OFFERS = (
    "no insurance",
    "accept",
    "no switch",
    "no rescue",
    "no surrender",
    "pass",
    "no dealer wager",
    "card",
)  # the default answers to an offer
PASSIVE = (*OFFERS, "check", "stand")  # all default answers


def run_banked_case(path: Path, data: dict[str, Any]) -> tuple[list[str], Round]:
    """Run a case from the data of its file. Returns the differences from its expectation, [] if it passes, and the round."""
    case = case_of(path, data)
    try:
        table, finished = play_case(case)
    except PitbossError as error:
        raise BadCase(f"{case.path}: {error.message}", error.cite) from None
    return differences(case, table, finished), finished


class _Script:
    """A driver that answers with the decisions of the case."""

    def __init__(self, case: Case, rigging: Rigging) -> None:
        self.case = case
        self.rigging = rigging
        self.decisions = {
            n: [*_banking(seat, case.house), *map(str, seat.get("decisions", []))] for n, seat in case.seats.items()
        }
        self.pending = list(case.incidents)
        self.answered = 0

    def __call__(self, table: Table, request: Request) -> Reply:
        if not isinstance(request, Ask | Moment):
            return None
        dealing = table.round is not None and table.round.stage == "hands dealt"
        if not dealing and not (isinstance(request, Moment) and request.name == "deal"):
            self.rigging.first_deal_over = True
        now = request.name if isinstance(request, Moment) else f"decision {self.answered + 1}"
        for n, (at, incident) in enumerate(self.pending):
            if at == now:
                del self.pending[n]
                return incident
        if isinstance(request, Moment):
            return request.waits_for
        words = self.answer(request)
        return table.verify(request, words)

    def answer(self, ask: Ask) -> str:
        left = self.decisions.get(ask.seat, [])
        words = [c.word for c in ask.choices]
        passive = next((w for w in PASSIVE if w in words), None)
        if ask.only is not None:
            return str(ask.only)
        if left and (passive not in OFFERS or _fits(left[0], words)) and (words != ["set"] or _fits(left[0], words)):
            self.answered += 1
            return left.pop(0)
        if words == ["set"] and left and left[0].lower() == "surrender":  # hands are set, in any way, before a surrender
            return f"set {text(ask.choices[0].of[:2])}"
        if passive is None:
            raise BadCase(f"seat {ask.seat} is asked to {' or '.join(words)} and has no decision left", ask.cite)
        return passive


def _fits(decision: str, words: list[str]) -> bool:
    return any(decision.lower() == w or decision.lower().startswith(w + " ") for w in words)


def _banking(seat: dict[str, Any], house: dict[str, Any]) -> list[str]:
    """A seat's answers to the offer of the bank: accept it, and state the amount that the dealer wagers against it."""
    if not seat.get("bank"):
        return []
    if seat["bank"] == "co-bank":
        return ["co-bank"]
    cents = seat.get("dealer_wager", house.get("dealer_bank_wager", 0))
    return ["bank", f"dealer wager {cents}"] if cents else ["bank"]


HOLDERS = {
    "dealer card exposed": DEALER,
    "hole card exposed": DEALER,
    "community card exposed": COMMUNITY,
    "player card exposed": "",  # the seat that the incident names
}


def _cards_of_incidents(case: Case) -> tuple[dict[str, list[Card | None]], list[Card]]:
    """Where every card of a case lands, and the cards set aside because only an incident names them.

    A card that an incident exposes goes to the hand that it names, if the case leaves room for it there.
    """
    places: dict[str, list[Card | None]] = {place: list(cards) for place, cards in case.places.items()}
    placed = Counter([*case.then, *(c for cards in case.places.values() for c in cards)])
    aside: list[Card] = []
    for _, incident in case.incidents:
        for key in ("card", "cards") if incident.kind != "10 in the shoe" else ():  # the decks have no 10
            words = incident.detail.get(key)
            if not isinstance(words, str):
                continue
            try:
                named = parse(words)
            except BadCard:
                continue
            for card in named:
                if placed[card] and incident.kind != "card face up":  # a card found face up is not used in the round
                    placed[card] -= 1
                elif incident.kind in HOLDERS:
                    place = HOLDERS[incident.kind] or seat_name(incident.detail.get("seat", 0))
                    hand = places.setdefault(place, [])
                    if incident.kind == "hole card exposed" and not hand:
                        hand.append(None)  # the dealer's first card lies face up
                    hand.append(card)
                else:
                    aside.append(card)
    return places, aside


def house_of(case: Case, game: Game) -> House:
    """The house of a case: its choices, every optional wager that a seat makes, and no table limits unless given."""
    given = dict(case.house)
    options = {o.option: o for o in game_options(game)}
    for seat in case.seats.values():
        for wager, cents in seat.get("wagers", {}).items():
            rule = next((w for w in game.wagers if w.name == game.wager_name(wager)), None)
            if rule is not None and rule.amount and not rule.which:  # the house takes the amount that was bet
                given.setdefault(rule.amount, cents)
            if rule is not None and rule.option and not given.get(rule.option):
                given[rule.option] = _offer(game, given, options[rule.option])
    if "progressive_rate" in options and not options["progressive_rate"].default:
        given.setdefault("progressive_rate", 1)  # needed to open the table; the meter of a case does not grow
    if any(d == "even money" for seat in case.seats.values() for d in seat.get("decisions", [])):
        given.setdefault("even_money", True)
    for seat in case.seats.values():
        if seat.get("bank"):
            given.setdefault("player_bank", True)
        if seat.get("bank") == "co-bank":
            given.setdefault("co_banking", True)
    for _, incident in case.incidents:  # a device that fails must exist
        device = str(incident.detail.get("device", "")).lower() if incident.kind == "device out of order" else incident.kind
        if incident.kind == "shuffler count wrong" and "counting_shuffler" in options:
            given.setdefault("counting_shuffler", True)
        if "shoe" in device and "dealing" in options and incident.kind in ("automated shoe jam", "device out of order"):
            given.setdefault("dealing", "automated shoe")
        elif incident.kind in ("shuffler jam", "device out of order") and "shuffler" in options and "reader" not in device:
            given.setdefault("shuffler", True if options["shuffler"].kind == "flag" else "automated")
        if incident.kind == "wrong side of the double shoe":
            given.setdefault("double_shoe", True)
    wagers = [c for seat in case.seats.values() for c in seat.get("wagers", {}).values() if type(c) is int]
    if "smallest_chip" in options:  # small enough chips for these wagers
        given.setdefault("smallest_chip", math.gcd(options["smallest_chip"].default, *wagers))
    if "optional_wager_minimum" in options and options["optional_wager_minimum"].default:
        given.setdefault("optional_wager_minimum", 1)
    return House.unlimited(game.chapter, given)


def _offer(game: Game, given: dict[str, Any], option: Option) -> Any:
    """The choice that offers an optional wager: the first lawful one."""
    values = [a for a in option.allowed if a not in ("", False)] if isinstance(option.allowed, list) else [True]
    for value in values:
        try:
            house = House.of(game.chapter, given | {option.option: value})
            game.check_house(house)
        except NotAuthorized:
            continue
        return value
    return values[0]


def game_options(game: Game) -> Iterable[Any]:
    """The options of a game's chapter."""
    return chapter(game.chapter).options


def play_case(case: Case, *, seed: int = 0, watch: Callable[[Driver], Driver] | None = None) -> tuple[Table, Round]:
    """Play a case to the end of its round. `watch` may wrap the driver that answers for the case."""
    game = load_game(case.chapter)
    house = house_of(case, game)
    places, aside = _cards_of_incidents(case)
    rigging = Rigging(places, case.then, aside, seed)
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
    if table.own_meter is not None:
        table.own_meter.stands = True
    for number, seat in sorted(case.seats.items()):
        table.sit(number, seat.get("player", f"player at seat {number}"), 10**15)
        wagers = dict(seat.get("wagers", {}))
        if seat.get("bank"):
            let_bank(table, number, seat.get("dealer_wager", 0))
            wagers.setdefault(WAGER, 1000)  # taken back when the seat accepts the bank
        table.bet(number, wagers)
    script = _Script(case, rigging)
    finished = drive(table, watch(script) if watch is not None else script)
    if finished.untrue:
        raise finished.untrue[0]
    if not finished.void:
        _check_all_used(case, script, rigging, finished)
    return table, finished


def _check_all_used(case: Case, script: _Script, rigging: Rigging, finished: Round) -> None:
    """Raise BadCase if a decision, an incident or a card of the case was not used, which is a mistake in the case.

    Two exceptions are harmless: decisions of a player whose hand ended before they were asked (Blackjack on either side, an
    incident), and community cards that were not needed because all players had folded.
    """
    for number, decisions in script.decisions.items():
        unasked = not any(s.act == "decide" and s.who == seat_name(number) and s.note in decisions for s in finished.steps)
        ended = case.incidents or (unasked and finished.facts.dealer_hand == "Blackjack")
        if decisions and not ended and set(decisions) - {"stand"}:
            raise BadCase(f"decisions of seat {number} were never asked for: {', '.join(decisions)}")
    if script.pending:
        raise BadCase(f"the incident {script.pending[0][1].kind!r} at {script.pending[0][0]!r} never came up")
    for place, cards in rigging.places.items():
        needless = place == COMMUNITY and len(case.places[place]) <= MOST_COMMUNITY_CARDS
        if cards and not case.incidents and not needless:
            raise BadCase(f"{place} is given {text(c for c in cards if c is not None)}, which the rules deal to nobody there")
