"""The words that describe an incident in its detail, and the check that only known words are used.

An unknown word is refused, because a misspelt one would silently change the remedy. `DETAILS` lists the words of games dealt
from one deck; 21, Pai Gow Poker and Poker list theirs beside their own incidents.
"""

import difflib
from collections.abc import Mapping
from functools import lru_cache

from pitboss.errors import NotAuthorized
from pitboss.table.steps import Incident

_CARD = ("card", "cards")
_SEAT = ("seat",)

DETAILS: dict[str, tuple[str, ...]] = {
    # cards and hands
    "card face up": _CARD,
    "card drawn in error": ("card", "exposed"),
    "dealer card exposed": _CARD,
    "hole card exposed": _CARD,
    "community card exposed": _CARD,
    "wrong number of cards": ("to", "hand", "seat", "cards"),
    "stub count wrong": ("stub", "misdealt"),
    # devices and shuffle
    "shuffler jam": (),
    "shuffler count wrong": ("cards",),
    "automated shoe jam": (),
    "device out of order": ("device",),
    "device repaired or replaced": ("device",),
    "cut performed improperly": (),
    # players
    "player leaves": _SEAT,
    "player communicates": _SEAT,
}
TEXT = frozenset({"device", "why", "choice", "low", "said", "says", "does", "ruling"})
YES_OR_NO = frozenset({"exposed", "misdealt", "value_can_be_seen", "protected", "contributed", "reconstructed"})


def check_detail(incident: Incident, known_words: tuple[str, ...], cite: str) -> None:
    """Checks that an incident's detail uses the words of its kind, with values of the right type; raises NotAuthorized."""
    check_words(incident.kind, incident.detail, known_words, cite)
    for word, value in incident.detail.items():
        if word in YES_OR_NO and not isinstance(value, bool):
            raise NotAuthorized(f"{word} = {value!r} in the detail of {incident.kind!r} must be true or false", cite)
        if word in TEXT and not isinstance(value, str):
            raise NotAuthorized(f"{word} = {value!r} in the detail of {incident.kind!r} must be a text", cite)
        if word in ("card", "cards", "seat", "to", "hand") and type(value) not in (int, str):
            raise NotAuthorized(f"{word} = {value!r} in the detail of {incident.kind!r} cannot be read", cite)


def check_words(kind: str, detail: Mapping[str, object], known_words: tuple[str, ...], cite: str) -> None:
    """Checks that a detail has only words that its kind knows; raises NotAuthorized."""
    for word in detail:
        if word not in known_words:
            raise NotAuthorized(f"the detail of {kind!r} has no word {word!r}; {_meant(word, known_words)}", cite)


@lru_cache(maxsize=256)
def _meant(word: str, known_words: tuple[str, ...]) -> str:
    """A suggestion for an unknown word: the closest known word, otherwise all known words."""
    close_matches = difflib.get_close_matches(word, known_words, 1)
    return f"did you mean {close_matches[0]}?" if close_matches else f"it has {', '.join(known_words) or 'none'}"
