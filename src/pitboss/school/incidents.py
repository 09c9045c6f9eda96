"""Something goes wrong in a round of the school: an irregularity of the chapter that can happen at that moment.

Cards are not named: the engine takes the card that lies there, and refuses what cannot have happened.
"""

from random import Random
from typing import Any

from pitboss.errors import PitbossError
from pitboss.games import module
from pitboss.table.devices import NAMES, devices_of
from pitboss.table.game import Game
from pitboss.table.procedures.irregularities import PLAYER, Irregularities
from pitboss.table.steps import COMMUNITY, DEALER, Ask, Incident, Moment, Request, seat_name
from pitboss.table.table import Table

DULL = ("device repaired or replaced", "new dealer")  # nothing has gone wrong
CHOICES = {  # what a player or the dealer chooses, by the kind
    "one card dealt": ("card", "dead"),
    "requested card not dealt": ("card", "dead"),
    "player card exposed": ("play", "void"),
}
WHY_NO_ROLL = ("cocked", "a die is not flat", "a die fell out of the shaker")


def kinds_of(game: Game) -> list[str]:
    """The kinds of incidents of a chapter in which something has gone wrong."""
    return [kind for kind in sorted(game.incidents) if kind not in DULL]


def trouble(rng: Random, table: Table, kind: str) -> tuple[Incident, Request | None] | None:
    """Has something of a kind go wrong at a table that asks: what, and what the table asks next. None where it cannot happen
    now."""
    if not isinstance(table.request, Ask | Moment) or (detail := _detail(rng, table, kind)) is None:
        return None
    incident = Incident(kind, detail)
    try:
        return incident, table.reply(incident)
    except PitbossError:
        return None


def _detail(rng: Random, table: Table, kind: str) -> dict[str, Any] | None:
    """What is said of an incident that can happen now, None where it cannot."""
    current, words = table.round, table.game.details[kind]
    assert current is not None
    seats = list(current.seats) if table.game.occasion is None else table.game.occasion(current, kind)
    if seats is None or ("seat" in words and "to" not in words and not seats):
        return None
    detail: dict[str, Any] = {}
    if "to" in words and "cards" in words:  # a wrong number of cards
        hands = {place: len(cards) for place, cards in current.hands.items()} or _sizes(table)
        place = rng.choice([place for place in (*map(seat_name, seats), DEALER, COMMUNITY) if hands.get(place)] or [""])
        return {"to": place, "cards": max(1, hands[place] + rng.choice((-1, 1)))} if place else None
    if "seat" in words:
        detail["seat"] = rng.choice(seats)
    if "device" in words:
        devices = sorted({*devices_of(table.house)} - table.out_of_order)
        if not devices:
            return None
        detail["device"] = NAMES[rng.choice(devices)]
    if "stub" in words:
        left = len(current.stack) or len(table.game.deck(table.house)) - sum(map(len, current.hands.values()))
        detail |= {"stub": max(0, left + rng.choice((-2, -1, 1, 2))), "misdealt": rng.random() < 0.5}
    elif kind == "shuffler count wrong":
        detail["cards"] = len(table.game.deck(table.house)) + rng.choice((-1, 1))
    if kind in CHOICES:
        detail["choice"] = rng.choice(CHOICES[kind])
    if "why" in words:
        detail["why"] = rng.choice(WHY_NO_ROLL)
    return detail | {word: rng.random() < 0.5 for word in ("exposed", "value_can_be_seen") if word in words}


def _sizes(table: Table) -> dict[str, int]:
    """How many cards each place is to get, as far as the chapter says so."""
    rules = getattr(module(table.game.chapter), "IRREGULARITIES", None)
    sizes: dict[str, int] = dict(rules.hands) if isinstance(rules, Irregularities) else {}
    return sizes | {seat_name(number): sizes.get(PLAYER, 0) for number in table.seats}


def in_words(incident: Incident) -> str:
    """An incident as it is told to a dealer.

    >>> in_words(Incident("wrong number of cards", {"to": "seat_2", "cards": 4}))
    'wrong number of cards (to seat 2; cards 4)'
    >>> in_words(Incident("stub count wrong", {"stub": 36, "misdealt": True}))
    'stub count wrong (stub 36; misdealt)'
    """
    said = []
    for word, value in incident.detail.items():
        name = word.replace("_", " ")
        plain = str(value).replace("seat_", "seat ")
        said.append((name if value else f"not {name}") if isinstance(value, bool) else f"{name} {plain}")
    return f"{incident.kind} ({'; '.join(said)})" if said else incident.kind
