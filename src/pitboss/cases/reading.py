"""Reads and validates the file of a rule case of a banked game."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.cards import Card, parse
from pitboss.cases.order import ORDER, check_order
from pitboss.errors import BadCase, PitbossError
from pitboss.files import not_text, parse_toml, read_text
from pitboss.games import game as load_game
from pitboss.games.pai_gow.bank import BANK
from pitboss.rulebook import chapter, paragraph
from pitboss.table.game import Game
from pitboss.table.steps import SECOND, Incident
from pitboss.table.vocabulary import words_of

MOMENTS = ("deal", "community", "dealt", "reveal", "settle")
_AT = re.compile(rf"{'|'.join(MOMENTS)}|decision ([1-9]\d*)")


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


def read_toml(path: Path) -> dict[str, Any]:
    """The data of a TOML file. Raises BadCase if it cannot be read."""
    try:
        return parse_toml(read_text(path))
    except OSError as error:
        raise BadCase(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadCase(f"{path} is not TOML: {not_text(error)}") from None
    except ValueError as error:
        raise BadCase(f"{path} is not TOML: {error}") from None


def read_case(path: Path) -> Case:
    """Read a case. Raises BadCase with one sentence that says what is wrong and where."""
    return case_of(path, read_toml(path))


def case_of(path: Path, data: dict[str, Any]) -> Case:
    """The case in the data of a file; raises BadCase as `read_case` does."""
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
            match = re.fullmatch(rf"seat_(\d{{1,3}})(?:{SECOND})?", place)
            if not match:
                raise BadCase(f"there is no place {place!r} for cards; write seat_1, dealer, community or then")
            if int(match[1]) not in seats:
                raise BadCase(f"cards are given to {place}, but no [[seat]] has that number")
        if place == "community" and not any(limit.name == "community_cards" for limit in book.limits):
            raise BadCase(f"chapter {book.chapter} deals no community cards")
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
    decisions = [word for word, entry in words_of(game.chapter).items() if entry.in_cases]
    decision = re.compile(rf"({'|'.join(map(re.escape, decisions))})(?: |$)")
    seats: dict[int, dict[str, Any]] = {}
    for seat in _list(value, "seat", dict):
        number = seat.get("number")
        if type(number) is not int or number in seats:
            raise BadCase(f"seat number {number!r} is missing or used twice")
        most = int(chapter(game.chapter).limit("seats"))
        if not 1 <= number <= most:
            raise BadCase(f"there is no seat {number}; the table has seats 1 to {most}")
        _table(seat.get("wagers", {}), f"the wagers of seat {number}")
        for answer in _list(seat.get("decisions", []), f"the decisions of seat {number}", str):
            if not decision.match(answer.strip().lower()):
                raise BadCase(f"seat {number} decides {answer!r}; known are {', '.join(decisions)}")
        keys = {"number", "player", "wagers", "decisions"} | ({"bank", "dealer_wager"} if BANK in game.wager_names else set())
        if unknown := set(seat) - keys:
            raise BadCase(f"seat {number} has {sorted(unknown)[0]!r}; a seat has {', '.join(sorted(keys))}")
        if seat.get("bank", False) not in (True, False, "bank", "co-bank"):
            raise BadCase(f'seat {number} has bank = {seat["bank"]!r}; write true or "co-bank"')
        if type(seat.get("player", "")) is not str:
            raise BadCase(f"the player of seat {number} must be a name, not {seat['player']!r}")
        if type(seat.get("dealer_wager", 0)) is not int:
            raise BadCase(f"the dealer_wager of seat {number} must be a whole number of cents")
        seats[number] = seat
    if len(banks := [number for number, seat in seats.items() if seat.get("bank")]) > 1:
        raise BadCase(f"seats {' and '.join(map(str, banks))} bank; only one player may bank a round", "645a.12(a)")
    return seats


def _incident(value: dict[str, Any]) -> tuple[str, Incident]:
    at = value.get("at")
    if not isinstance(at, str) or not _AT.fullmatch(at):
        raise BadCase(f"an incident at {at!r}: write decision N, {' or '.join(MOMENTS)}")
    if not isinstance(value.get("kind"), str):
        raise BadCase(f"an incident at {at!r} has no kind")
    if unknown := set(value) - {"at", "kind", "detail"}:
        raise BadCase(f"an incident has {sorted(unknown)[0]!r}; it has at, kind and detail")
    return at, Incident(value["kind"], _table(value.get("detail", {}), f"the detail of {value['kind']!r}"))


def _expect(expect: dict[str, Any], seats: dict[int, dict[str, Any]]) -> dict[str, Any]:
    check_order(expect)
    for key, value in expect.items():
        if key in ORDER:
            continue
        if key == "void":
            if not isinstance(value, bool):
                raise BadCase(f"expect.void must be true or false, not {value!r}")
            continue
        _table(value, f"expect.{key}")
        if key == "house":
            continue
        if not (match := re.fullmatch(r"seat_(\d{1,3})", key)) or int(match[1]) not in seats:
            raise BadCase(f"expect.{key} is not a seat of the case")
        for wager, cents in value.items():
            if type(cents) is not int:
                raise BadCase(f"expect.{key}.{wager} must be a whole number of cents, not {cents!r}")
    return expect
