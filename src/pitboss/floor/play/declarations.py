"""Reports: the incidents of a chapter that staff can declare at a table, each with its paragraph and fields.

A report at a live table names no card: a refusal could reveal where a hidden card lies, so the engine takes the card that lies
there. `check_report` validates the whole detail before the table is consulted. Rule cases still name cards.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pitboss.errors import BadCommand, NotAuthorized
from pitboss.games import game, module
from pitboss.rulebook import paragraph
from pitboss.table.commands import Report
from pitboss.table.devices import AUTOMATED_SHOE, NAMES, READER, SHUFFLER
from pitboss.table.devices import devices_of as house_devices
from pitboss.table.door import MOST_CENTS, is_detail, is_text
from pitboss.table.incidents import YES_OR_NO, check_words
from pitboss.table.procedures.failures import BROKEN, REPAIRED, device_named
from pitboss.table.steps import COMMUNITY, DEALER, Cut
from pitboss.table.table import Table

CARDS = "cards"  # names of cards: in rule cases only
LONGEST_DETAIL = 2000  # characters of JSON
MOST_CARDS = 1000  # that a report may count
SEAT = re.compile(r"(seat[ _]?)?[0-9]{1,2}")
# Each word of a detail: its type (numbers of cents are `cents`) and its label.
FIELDS: dict[str, tuple[str, str]] = {
    "seat": ("seat", "Seat"),
    "to": ("place", "Who got them"),
    "hand": ("place", "Whose hand"),
    "card": (CARDS, "Which card"),
    "cards": (CARDS, "Which cards"),
    "stub": ("number", "Cards in the stub"),
    "announced": ("cents", "Announced"),
    "placed": ("cents", "Placed"),
    "chip": ("cents", "The chip"),
    "by": ("cents", "By how much"),
    "device": ("choice", "Which device"),
    "choice": ("text", "What the player chooses"),
    "low": (CARDS, "The low hand as it was set"),
    "why": ("text", "Why"),
    "said": ("text", "What was said"),
    "says": ("text", "What the player says"),
    "does": ("text", "What the player does"),
    "ruling": ("text", "The ruling"),
    "exposed": ("flag", "Somebody has seen it"),
    "misdealt": ("flag", "The cards were misdealt"),
    "value_can_be_seen": ("flag", "Its value can be seen"),
    "protected": ("flag", "The hand was protected"),
    "contributed": ("flag", "The player contributed to it"),
    "reconstructed": ("flag", "The hand can be reconstructed"),
}
PLACE = ("to", "hand", "seat")
COUNTED = ("wrong number of cards", "shuffler count wrong", "cards dealt to an ineligible player")  # their `cards` are a number
# A wrong count without its number would be on record as no cards at all, and no bet is corrected to an amount that is not said.
REQUIRED = {
    ("stub count wrong", "stub"): "a number: how many cards in the stub there are",
    ("announced amount differs", "announced"): "the amount that was announced, in cents",
}
OWN = "dealer misses own card"
OWN_CARDS = ("first", "second", "hole", "1", "2")
CHOICES: dict[tuple[str, str], tuple[str, ...]] = {
    (OWN, "card"): ("first", "second"),
    ("one card dealt", "choice"): ("card", "dead"),
    ("requested card not dealt", "choice"): ("card", "dead"),
    ("hole card face up", "choice"): ("end", "continue"),
    ("player card exposed", "choice"): ("play", "void"),
}
OTHERS = (DEALER, COMMUNITY)
DEVICES = ("shuffling device", "automated dealing shoe")
JAMS = {"shuffler jam": SHUFFLER, "shuffler count wrong": SHUFFLER, "automated shoe jam": AUTOMATED_SHOE}
READER_MISUSED = "hole card in reader"  # chapters with this incident have a card reader device (§ 633a.14(j))


@lru_cache(maxsize=32)
def declarable(number: str) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """The incidents of a chapter with their paragraphs; and the same in words, with fields."""
    played = game(number)
    incidents = dict(played.incidents)
    fields = [
        {
            "kind": kind,
            "cite": cite,
            "says": paragraph(cite).says,
            "fields": fields_of(kind, played.details[kind], devices_of(incidents), places_of(number)),
            "between": kind in played.acts,
        }
        for kind, cite in sorted(incidents.items())
    ]
    return incidents, fields


def devices_of(incidents: Mapping[str, str]) -> tuple[str, ...]:
    """The devices that may fail at a table, by the incidents of its chapter."""
    return (*DEVICES, READER) if READER_MISUSED in incidents else DEVICES


def places_of(number: str) -> list[str]:
    """Who gets cards in a chapter besides the players.

    >>> places_of("587"), places_of("677a")
    (['community'], ['dealer', 'community'])
    """
    irregularities = getattr(module(number), "IRREGULARITIES", None)
    hands = irregularities.hands if irregularities is not None else OTHERS
    return [place for place in OTHERS if place in hands]


def declarable_at(table: Table) -> list[dict[str, Any]]:
    """What can be declared at a table at this moment: about devices that it has, by the stage of the round and about seats that
    can be concerned, and between two rounds only what is done then. It tells nothing that is hidden from anybody."""
    _, listed = declarable(table.game.chapter)
    if isinstance(table.request, Cut):
        return []
    working = working_devices(table)
    devices = {BROKEN: working, REPAIRED: sorted(table.out_of_order)}
    found = []
    for each in listed:
        kind = each["kind"]
        absent = JAMS.get(kind) not in (None, *working) or not devices.get(kind, True)
        seats = seats_concerned(table, kind)
        if absent or seats is None or (table.round is None and not each["between"]):
            continue
        named = {"choices": [NAMES[device] for device in devices.get(kind, ())], "required": True}
        now: dict[str, dict[str, Any]] = {"device": named, **{place: {"seats": seats} for place in PLACE}}
        found.append(each | {"fields": [field | now.get(field["word"], {}) for field in each["fields"]]})
    return found


def seats_concerned(table: Table, kind: str) -> list[int] | None:
    """The seats that an irregularity can be about now; None where it cannot happen. Between two rounds it is any seat."""
    t, occasion = table.round, table.game.occasion
    return [*table.seats] if t is None or occasion is None else occasion(t, kind)


def working_devices(table: Table) -> list[str]:
    """The devices of a table that are not out of order."""
    reader = [READER] if READER_MISUSED in table.game.incidents else []
    return [device for device in reader + house_devices(table.house) if device not in table.out_of_order]


def fields_of(
    kind: str, words: tuple[str, ...], devices: Sequence[str] = DEVICES, places: Sequence[str] = OTHERS
) -> list[dict[str, Any]]:
    """The fields of an incident's detail at a live table: word, type and label.

    >>> to, cards = fields_of("wrong number of cards", ("to", "hand", "seat", "cards"), places=["dealer"])
    >>> to, cards["label"]
    ({'word': 'to', 'takes': 'place', 'label': 'Who got them', 'choices': ['dealer']}, 'How many cards')
    >>> fields_of("player card exposed", ("seat", "card", "cards"))
    [{'word': 'seat', 'takes': 'seat', 'label': 'Seat'}]
    """
    # `to`, `hand` and `seat` are three words for one thing.
    first = next((word for word in words if word in PLACE), "")
    fields = []
    for word in words:
        takes = takes_of(kind, word)
        if takes == CARDS or (word in PLACE and word != first):
            continue
        choices = devices if word == "device" else CHOICES.get((kind, word), ())
        takes = "choice" if choices else takes
        field: dict[str, Any] = {"word": word, "takes": takes, "label": _label(kind, word)}
        choices = places if takes == "place" else choices
        required = {"required": True} if (kind, word) in REQUIRED else {}
        fields.append(field | required | ({"choices": list(choices)} if choices else {}))
    return fields


def takes_of(kind: str, word: str) -> str:
    """The type of a field."""
    if (kind, word) == (OWN, "card"):
        return "own card"
    return "number" if word == "cards" and kind in COUNTED else FIELDS[word][0]


def _label(kind: str, word: str) -> str:
    if kind == OWN:
        return "Which of the dealer's cards"
    return "How many cards" if word == "cards" and kind in COUNTED else FIELDS[word][1]


# ---------------------------------------------------------------------------- reports


def is_seat(value: object) -> bool:
    """Whether this is the number of a seat, or a seat in words."""
    return (type(value) is int and 0 <= value < 100) or (type(value) is str and SEAT.fullmatch(value) is not None)


def _is_count(value: object, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


READ: dict[str, tuple[Callable[[object], bool], str]] = {
    "seat": (is_seat, "a seat"),
    "place": (lambda value: value in ("dealer", "community") or is_seat(value), "a seat, dealer or community"),
    "number": (lambda value: _is_count(value, MOST_CARDS), f"a number of cards, at most {MOST_CARDS}"),
    "cents": (lambda value: _is_count(value, MOST_CENTS), "a whole number of cents"),
    "choice": (is_text, "a word"),
    "own card": (lambda value: value in (1, 2, *OWN_CARDS) and type(value) is not bool, "first or second"),
    "text": (is_text, "a text of at most 200 characters"),
    "flag": (lambda value: type(value) is bool, "true or false"),
}


def check_report(chapter: str, report: Report) -> None:
    """Check that a report is readable at a live table, whatever the cards. Raises NotAuthorized or BadCommand.

    >>> check_report("565", Report("card face up", {"card": "4c"}))
    Traceback (most recent call last):
    pitboss.errors.NotAuthorized: a report names no card: leave out 'card', the table takes what lies there (§ 565.13(a))
    """
    if not is_text(report.kind) or not is_detail(report.detail, LONGEST_DETAIL):
        raise BadCommand(f"a report has a kind in a few words and a detail of at most {LONGEST_DETAIL} characters")
    played = game(chapter)
    cite = played.incidents.get(report.kind)
    if cite is None:
        kinds = ", ".join(sorted(played.incidents))
        raise NotAuthorized(f"chapter {chapter} has no incident {report.kind!r}; it has {kinds}")
    words = played.details[report.kind]
    check_words(report.kind, report.detail, words, cite)
    for word, value in report.detail.items():
        takes = takes_of(report.kind, word)
        if takes == CARDS:
            message = f"a report names no card: leave out {word!r}, the table takes what lies there"
            raise NotAuthorized(message, cite)
        reads, must = READ[takes]
        if not reads(value):
            raise NotAuthorized(f"{word} in the detail of {report.kind!r} must be {must}", cite)
    for word in words:
        if (report.kind, word) in REQUIRED and word not in report.detail:
            raise NotAuthorized(f"{report.kind!r} needs {REQUIRED[report.kind, word]} ({word!r})", cite)


def check_device(table: Table, report: Report) -> None:
    """Check that a device that is to have failed is one that the table has. Raises NotAuthorized.

    Games of 21 and Poker check it themselves; in logs of earlier versions the others have failures of devices that were not
    there, and must replay."""
    if report.kind != BROKEN or table.round is None or READER_MISUSED in table.game.incidents:
        return
    cite = table.game.incidents[BROKEN]
    device = device_named(table.round, report.detail, cite)
    if device not in house_devices(table.house):
        raise NotAuthorized(f"no {NAMES[device]} is in use at this table", cite)


assert {word for word, (takes, _) in FIELDS.items() if takes == "flag"} == YES_OR_NO
