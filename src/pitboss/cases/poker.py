"""Plays rule cases of nonbanked Poker: stakes, stacks and the actions in turn (docs/cases.md has the format)."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pitboss.cards import JOKER, Card, name, parse
from pitboss.cases.order import ORDER, check_order, order_differences, void_differences
from pitboss.cases.rigging import RiggedStack, Rigging
from pitboss.errors import BadCase, PitbossError
from pitboss.games import game as load_game
from pitboss.games.nonbanked.gestures import meaning, read_gesture
from pitboss.games.nonbanked.jackpot_hands import high_hand
from pitboss.games.nonbanked.rules import memory_of, play_of, rules_of
from pitboss.games.nonbanked.seating import funds_needed
from pitboss.games.nonbanked.variants import VARIANTS, Variant
from pitboss.house import House
from pitboss.money import dollars
from pitboss.rulebook import POKER, chapter, paragraph
from pitboss.shoe import Chance, Stack
from pitboss.table.drivers import Driver, drive
from pitboss.table.game import Game
from pitboss.table.procedures.irregularities import seat_in
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Cut, Incident, Moment, Reply, Request, seat_name
from pitboss.table.table import Table

KEYS = {"chapter", "variant", "cites", "why", "actions", "stakes", "house", "cards", "seat", "incident", "expect"}
STAKES = ("structure", "ante", "small_blind", "big_blind", "forced_bet", "small_bet", "big_bet")
MOMENT = re.compile(r"deal|reveal|settle|decision [1-9][0-9]*")
ACTION = re.compile(r"(\d{1,3})\s*:\s*(.+)")
SEAT = re.compile(r"[0-9]{1,3}")
WORDS = {str: "a text", list: "a list", dict: "a table", int: "a whole number of cents", bool: "true or false"}
IN_THE_DECK = ("card face up", "card off the table", "hole card face up", "missing card found")
OFFERS = {
    "no straddle": ("straddle",),
    "no full bet": ("full bet",),
    "show": ("show", "concede", "no show"),
}  # default answers, each with the actions that would answer instead


def run_poker_case(path: Path, data: dict[str, Any]) -> tuple[list[str], Round]:
    """Run a case from the data of its file. Returns the differences from its expectation, [] if it passes, and the round."""
    finished = play_poker_case(path, data)
    return differences(data.get("expect", {}), finished), finished


def play_poker_case(path: Path, data: dict[str, Any], watch: Callable[[Driver], Driver] | None = None) -> Round:
    """Play the hand of a case. `watch` may wrap the driver that answers for the case."""
    try:
        check_shape(data)
        for cite in data.get("cites", []):
            paragraph(cite)
        table, script = open_table(data)
        finished = drive(table, script if watch is None else watch(script))
        if finished.untrue:
            raise finished.untrue[0]
        if script.actions and not finished.void:
            raise BadCase(f"the action {script.actions[0]!r} never came up")
        if script.pending and not finished.void:
            raise BadCase(f"the incident {script.pending[0][1].kind!r} at {script.pending[0][0]!r} never came up")
    except PitbossError as error:
        raise BadCase(f"{path}: {error.message}", error.cite) from None
    return finished


def check_shape(data: dict[str, Any]) -> None:
    """Raise BadCase if a case does not have the form of a case of Poker."""
    _check_keys(data, KEYS, "a case of Poker")
    if not isinstance(data.get("chapter"), str | int):
        raise BadCase(f'a case names its chapter: chapter = "{POKER}"')
    for key, kind in (("variant", str), ("actions", list), ("stakes", dict), ("seat", list), ("expect", dict)):
        if not isinstance(data.get(key), kind):
            raise BadCase(f"a Poker case needs {key!r}, {WORDS[kind]}, not {data.get(key)!r}")
    for key in ("house", "cards"):
        if not isinstance(data.get(key, {}), dict):
            raise BadCase(f"{key} must be a table, not {data[key]!r}")
    cites = data.get("cites", [])
    if not isinstance(cites, list) or not all(isinstance(cite, str) for cite in cites):
        raise BadCase(f"cites must be a list of texts, not {cites!r}")
    for seat in data["seat"]:
        check_seat(seat)
    for action in data["actions"]:
        if not isinstance(action, str) or not ACTION.fullmatch(action.strip()):
            raise BadCase(f"{action!r} is not an action; write for example 2: raise 600")
    seats = [seat["number"] for seat in data["seat"]]
    playing = [seat["number"] for seat in data["seat"] if not seat.get("short")]
    check_stakes(data["stakes"])
    variant = VARIANTS.get(data["variant"])
    if "button" in data["stakes"] and data["stakes"]["button"] not in playing and (variant is None or variant.blinds):
        raise BadCase(f"the button is at one of the seats {', '.join(map(str, playing))}, not at {data['stakes']['button']!r}")
    if data["stakes"].get("kill", "kill") not in ("kill", "half-kill"):
        raise BadCase(f"the kill in effect is kill or half-kill, not {data['stakes']['kill']!r}")
    incidents = data.get("incident", [])
    for incident in incidents if isinstance(incidents, list) else [incidents]:
        if not isinstance(incident, dict) or not isinstance(incident.get("kind"), str) or "at" not in incident:
            raise BadCase(f"an incident has at and kind, not {incident!r}")
        _check_keys(incident, {"at", "kind", "detail"}, "an incident")
        if not isinstance(incident.get("detail", {}), dict):
            raise BadCase(f"the detail of an incident is a table, not {incident['detail']!r}")
        if not MOMENT.fullmatch(str(incident["at"])):
            raise BadCase(f"an incident is at deal, decision N, reveal or settle, not at {incident['at']!r}")
    also = [int(seat) for i in incidents if SEAT.fullmatch(seat := str(i.get("detail", {}).get("seat", "")))]
    check_cards(data, [*seats, *also])
    check_expectation(data["expect"], [*seats, *also])


def check_stakes(stakes: dict[str, Any]) -> None:
    """Raise BadCase if the stakes are not amounts."""
    _check_keys(stakes, {*STAKES, "chip", "button", "kill"}, "[stakes]")
    if not isinstance(stakes.get("structure", ""), str):
        raise BadCase(f"stakes.structure must be a text, not {stakes['structure']!r}")
    for stake in (*STAKES[1:], "chip", "button"):
        if type(stakes.get(stake, 0)) is not int or stakes.get(stake, 0) < 0:
            what = "the number of a seat" if stake == "button" else "a whole number of cents, 0 or more"
            raise BadCase(f"stakes.{stake} must be {what}, not {stakes[stake]!r}")


def check_seat(seat: Any) -> None:
    """Raise BadCase unless a seat has a number, a stack and, optionally, `short`: too few chips to be dealt in."""
    has_keys = isinstance(seat, dict) and {"number", "stack"} <= set(seat) <= {"number", "stack", "short"}
    if not has_keys or type(seat["number"]) is not int or type(seat["stack"]) is not int:
        raise BadCase(f"a seat of Poker has a number and a stack in cents, not {seat!r}")
    if type(seat.get("short", True)) is not bool:
        raise BadCase(f"short of seat {seat['number']} must be true or false, not {seat['short']!r}")


def _check_keys(given: dict[str, Any], allowed: set[str], what: str) -> None:
    if unknown := set(given) - allowed:
        raise BadCase(f"{sorted(unknown)[0]!r} is not part of {what}; it has {', '.join(sorted(allowed))}")


def check_cards(data: dict[str, Any], seats: list[int]) -> None:
    """Raise BadCase if the cards of a case are for unknown places, too many for one, or repeated."""
    if data["variant"] not in VARIANTS:
        return  # the house refuses the variant and cites its section
    variant = VARIANTS[data["variant"]]
    own = sum(len(street.cards) for street in variant.streets)
    board = sum(street.board for street in variant.streets)
    most = {seat_name(n): own for n in seats} | {"community": board or 2, "then": 52}
    named: dict[Card, str] = {}
    for place, words in data.get("cards", {}).items():
        if not isinstance(words, str):
            raise BadCase(f'cards.{place} must be a text such as "Ah 9h", not {words!r}')
        if place not in most:
            raise BadCase(f"this case has no place {place} for cards; it has {', '.join(most)}")
        cards = parse(words)
        if len(cards) > most[place]:
            raise BadCase(f"cards.{place} has {len(cards)} cards; {data['variant']} deals {most[place]} there")
        for card in cards:
            if card == JOKER:
                raise BadCase(f"cards.{place} has a joker, which is not in the deck")
            if card in named:
                raise BadCase(f"the {name(card)} is in cards.{named[card]} and in cards.{place}")
            named[card] = place


def check_incidents(variant: Variant, places: dict[str, list[Card]], incidents: list[tuple[str, Incident]], game: Game) -> None:
    """Raise BadCase if the cards that incidents name cannot be where the incidents say.

    The case may not deal a card that is found in the deck, exchanged or missing. A hole card of Stud that is turned up in the
    deal must be one of its seat's, or is added there if the case leaves room.
    """
    dealt = {card: place for place, cards in places.items() for card in cards}
    for at, incident in incidents:
        words = incident.detail.get("card", incident.detail.get("cards"))
        if incident.kind not in IN_THE_DECK or not isinstance(words, str):
            continue
        hole_card = incident.kind == "hole card face up"
        stud = hole_card and not variant.blinds
        cite = rules_of(game).conduct.exchange if hole_card and not stud else game.incidents[incident.kind]
        place = seat_name(seat_in(incident)) if stud else ""
        hand, number = places.get(place, []), variant.streets[0].cards.count("d")
        for card in parse(words):
            if stud and at == "deal" and card not in hand[:number]:
                if card in dealt or len(hand) >= number:
                    raise BadCase(f"the {name(card)} is not one of the hole cards that the case deals to {place}", cite)
                hand = places[place] = [*hand, card]
            if not stud and card in dealt:
                raise BadCase(f"{incident.kind!r} has the {name(card)}, which is in cards.{dealt[card]} of the case", cite)


def check_expectation(expect: dict[str, Any], seats: list[int]) -> None:
    """Raise BadCase if the expectation of a case has the wrong form, or is about seats that it does not have."""
    kinds: dict[str, type] = {
        "void": bool,
        "won": dict,
        "pots": list,
        "rake": int,
        "jackpot": int,
        "kill": bool,
        **dict.fromkeys(ORDER, list),
    }
    _check_keys(expect, set(kinds), "[expect]")
    for key, given in expect.items():
        if type(given) is not kinds[key]:
            raise BadCase(f"expect.{key} must be {WORDS[kinds[key]]}, not {given!r}")
    for seat, cents in expect.get("won", {}).items():
        if seat not in [seat_name(n) for n in seats]:
            raise BadCase(f"expect.won has {seat!r}, which is no seat of the case")
        if type(cents) is not int:
            raise BadCase(f"expect.won.{seat} must be a whole number of cents, not {cents!r}")
    if not all(type(cents) is int for cents in expect.get("pots", [])):
        raise BadCase(f"expect.pots must be whole numbers of cents, not {expect['pots']!r}")
    check_order(expect)


def house_of(data: dict[str, Any]) -> House:
    """The house of a case: its choices, and its stakes."""
    stakes = data.get("stakes", {})
    number = chapter(str(data["chapter"])).chapter
    given = dict(data.get("house", {})) | {"variant": data["variant"]}
    if "kill" in stakes and given.setdefault("kill", stakes["kill"]) != stakes["kill"]:
        raise BadCase(f"a {stakes['kill']} is in effect at a table with {given['kill'] or 'none'}")
    for option in STAKES:
        if stakes.get(option):
            given[option] = stakes[option]
    given["smallest_chip"] = stakes.get("chip", 1)
    given = {option: value for option, value in given.items() if option not in ("table_minimum", "table_maximum")}
    if "straddle" in given and not isinstance(given["straddle"], bool):
        given["straddle_amount"], given["straddle"] = given["straddle"], True
    for action in data.get("actions", []) if "straddle_amount" not in given else ():
        if match := re.search(r": *straddle (\d{1,15})", action):
            given["straddle"], given["straddle_amount"] = True, int(match[1])
    if any(incident["kind"] in ("shuffler jam", "device out of order") for incident in data.get("incident", [])):
        given.setdefault("shuffler", True)
    if any(incident["kind"] == "shuffler count wrong" for incident in data.get("incident", [])):
        given.setdefault("counting_shuffler", True)
    house = House.unlimited(number, given)
    for option in STAKES[1:]:
        house.values[option] = stakes.get(option, 0)
    if not house.values["small_bet"]:
        house.values["small_bet"] = stakes.get("big_blind") or stakes.get("forced_bet") or given["smallest_chip"]
    house.values["big_bet"] = house.values["big_bet"] or house.values["small_bet"]
    return house


def open_table(data: dict[str, Any]) -> tuple[Table, "Script"]:
    """The table of a case with all players seated, and the script of the hand."""
    house = house_of(data)
    places: dict[str, list[Card]] = {place: parse(words) for place, words in data.get("cards", {}).items()}
    incidents = [(i["at"], Incident(i["kind"], dict(i.get("detail", {})))) for i in data.get("incident", [])]
    game = load_game(house.chapter.chapter)
    check_incidents(VARIANTS[data["variant"]], places, incidents, game)
    then = places.pop("then", [])
    named = [
        c for _, i in incidents for key in ("card", "cards") if isinstance(i.detail.get(key), str) for c in parse(i.detail[key])
    ]
    held = [*then, *(c for cards in places.values() for c in cards)]
    rigging = Rigging(places, then, [c for c in named if c not in held], 0)
    stacks: dict[str, Stack] = {"": RiggedStack(rigging)}
    table = Table(game, house, Chance(0), stacks=stacks)
    take_seats(table, data["seat"], {seat_in(i) for _, i in incidents if i.kind == "eligible player not dealt in"})
    if "kill" in data["stakes"]:
        memory_of(table).kill = True
    if "button" in data["stakes"]:
        memory_of(table).button_here = data["stakes"]["button"]
    return table, Script(data, rigging, incidents)


def take_seats(table: Table, seats: list[dict[str, Any]], passed_over: set[int]) -> None:
    """Seat the players, including eligible ones who are passed over and mentioned only in an incident. Players are dealt in
    whatever their stacks, unless the case says that they are short."""
    needed = funds_needed(table.house)
    for seat in seats:
        table.sit(seat["number"], f"player at seat {seat['number']}", seat["stack"])
        if seat.get("short") and seat["stack"] >= needed:
            number, enough = seat["number"], dollars(needed)
            raise BadCase(f"seat {number} is not short: {enough} is enough to be dealt in", rules_of(table.game).funds)
    for number in sorted(passed_over - set(table.seats)):
        table.sit(number, f"player at seat {number}", needed)
    short = {seat["number"] for seat in seats if seat.get("short")}
    memory = memory_of(table)
    memory.any_stack, memory.short_of_funds, memory.passed_over = True, short, passed_over - short


class Script:
    """A driver that answers with the case's actions, in order."""

    def __init__(self, data: dict[str, Any], rigging: Rigging, incidents: list[tuple[str, Incident]]) -> None:
        self.actions = list(data.get("actions", []))
        self.rigging = rigging
        self.pending = incidents
        self.stud = bool(VARIANTS[data["variant"]].forced)
        self.done = 0

    def __call__(self, table: Table, request: Request) -> Reply:
        if isinstance(request, Cut):
            return None
        if not (isinstance(request, Moment) and request.name == "deal"):
            self.rigging.first_deal_over = True
        now = request.name if isinstance(request, Moment) else f"decision {self.done + 1}"
        for n, (at, incident) in enumerate(self.pending):
            if at == now:
                del self.pending[n]
                return incident
        if not isinstance(request, Ask):
            return None
        answer = self.answer(request, table)
        return answer if isinstance(answer, Incident) else table.verify(request, answer)

    def answer(self, ask: Ask, table: Table) -> str | Incident:
        """The next action: a decision, or the incident of a player who says something and throws cards away."""
        words, stack = [c.word for c in ask.choices], table.chips(ask.seat)
        action = ACTION.fullmatch(self.actions[0].strip()) if self.actions else None
        fits = action is not None and int(action[1]) == ask.seat
        passive = next((w for w in OFFERS if w in words), None)
        if passive is not None and not (fits and action is not None and action[2].startswith(OFFERS[passive])):
            assert table.round is not None
            return passive if "no show" not in words or high_hand(table.round, ask.seat) else "no show"
        if action is None:
            raise BadCase(f"seat {ask.seat} is asked to {' or '.join(words)}, but no actions are left", ask.cite)
        if not fits:
            raise BadCase(f"it is the turn of seat {ask.seat} to {' or '.join(words)}, not {self.actions[0]!r}", ask.cite)
        self.actions.pop(0)
        self.done += 1
        gesture = read_gesture(action[2])
        if gesture is not None and sum((*gesture.chips, *gesture.later)) > stack:
            raise BadCase(f"seat {ask.seat} has {dollars(stack)} and cannot put down more: {action[0]!r}", ask.cite)
        if gesture is not None and gesture.said and (gesture.cards == "discarded" or (gesture.cards and self.stud)):
            return Incident("cards thrown away", {"seat": ask.seat, "said": gesture.said})
        return meaning(ask, gesture, stud=self.stud) if gesture is not None else action[2]


def differences(expect: dict[str, Any], finished: Round) -> list[str]:
    """The differences between a finished hand and the expectation of its case. Money is computed from the steps."""
    money = moved(finished)
    got: dict[str, Any] = {
        "void": bool(finished.void),
        "pots": [] if finished.void else play_of(finished).outcome.pots,
        "kill": memory_of(finished.table).kill,
        **money,
    }
    different = [*void_differences(finished), *money_differences(finished, money)]
    for key, wanted in expect.items():
        if key in ORDER:
            continue
        have = {k: v for k, v in wanted.items() if v} if key == "won" else wanted
        if have != got[key]:
            different.append(f"{key}: expected {wanted}, got {got[key]}")
    return different + order_differences(expect, finished.steps)


def moved(finished: Round) -> dict[str, Any]:
    """The cents that the steps of a hand pushed to each seat, into the drop box and into the jackpot boxes."""
    ledger, won = finished.ledger, Counter[str]()
    for step in finished.steps:
        if step.act == "award":
            won[step.who] += step.cents
    return {"won": dict(won), "rake": ledger.inventory, "jackpot": ledger.box}


def money_differences(finished: Round, money: dict[str, Any]) -> list[str]:
    """Gains and losses in a void hand, and amounts in which the hand's outcome differs from its steps."""
    ledger, outcome = finished.ledger, play_of(finished).outcome
    if finished.void:
        changed = {who: cents for who, cents in ledger.players.items() if cents}
        return [f"void: {who} gains {dollars(cents)} in a void hand" for who, cents in changed.items()]
    won = {seat_name(seat): cents for seat, cents in outcome.won.items()}
    stated = {"won": won, "rake": outcome.rake, "jackpot": outcome.jackpot}
    return [
        f"{key}: the steps move {money[key]}, and the room is told {stated[key]}" for key in stated if stated[key] != money[key]
    ]
