"""What may be declared at a table of a chapter: its incidents in words, each with its paragraph and the fields it takes."""

from functools import lru_cache
from typing import Any

from pitboss.games import game
from pitboss.rulebook import paragraph
from pitboss.table.incidents import YES_OR_NO

# What a word of a detail takes (a number of cents is `cents`), and what to call it.
FIELDS: dict[str, tuple[str, str]] = {
    "seat": ("seat", "Seat"),
    "to": ("place", "Who got them"),
    "hand": ("place", "Whose hand"),
    "card": ("cards", "Which card, such as Kh; empty: the next one"),
    "cards": ("cards", "Which cards, such as Kh 7c"),
    "stub": ("number", "Cards in the stub"),
    "announced": ("cents", "Announced"),
    "placed": ("cents", "Placed"),
    "chip": ("cents", "The chip"),
    "by": ("cents", "By how much"),
    "device": ("choice", "Which device"),
    "choice": ("text", "What the player chooses"),
    "low": ("cards", "The low hand as it was set, such as Kh 7c"),
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
COUNTED = ("wrong number of cards", "shuffler count wrong", "cards dealt to an ineligible player")  # whose cards are a number
OWN = "dealer misses own card"
CHOICES: dict[tuple[str, str], tuple[str, ...]] = {
    (OWN, "card"): ("first", "second"),
    ("one card dealt", "choice"): ("card", "dead"),
    ("requested card not dealt", "choice"): ("card", "dead"),
    ("hole card face up", "choice"): ("end", "continue"),
    ("player card exposed", "choice"): ("play", "void"),
}
DEVICES = ("shuffling device", "automated dealing shoe")


@lru_cache(maxsize=32)
def declarable(number: str) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """The incidents of a chapter with their paragraphs; and the same in words, with fields."""
    played = game(number)
    incidents = dict(played.incidents)
    told = [
        {"kind": kind, "cite": cite, "says": paragraph(cite).says, "fields": fields_of(kind, played.details[kind])}
        for kind, cite in sorted(incidents.items())
    ]
    return incidents, told


def fields_of(kind: str, words: tuple[str, ...]) -> list[dict[str, Any]]:
    """The fields of an incident's detail: its word, what it takes, and what to call it.

    >>> fields_of("wrong number of cards", ("to", "hand", "seat", "cards"))
    [{'word': 'to', 'takes': 'place', 'label': 'Who got them'}, {'word': 'cards', 'takes': 'number', 'label': 'How many cards'}]
    """
    # `to`, `hand` and `seat` are three words for one thing, and `card` and `cards` two.
    first = next((word for word in words if word in PLACE), "")
    found = []
    for word in words:
        if (word in PLACE and word != first) or (word == "cards" and "card" in words):
            continue
        takes, label = FIELDS[word]
        if word == "cards" and kind in COUNTED:
            takes, label = "number", "How many cards"
        choices = DEVICES if word == "device" else CHOICES.get((kind, word), ())
        label = "Which of the dealer's cards" if kind == OWN else label
        told: dict[str, Any] = {"word": word, "takes": "choice" if choices else takes, "label": label}
        found.append(told | ({"choices": list(choices)} if choices else {}))
    return found


assert {word for word, (takes, _) in FIELDS.items() if takes == "flag"} == YES_OR_NO
