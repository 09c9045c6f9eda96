"""The first check of a command: every field has its exact type and lies within bounds, or the command is refused before
anything looks at its meaning.

Python lets True and 1.0 pass for seat 1; a log does not.
"""

import json
from collections.abc import Callable
from typing import Any

from pitboss.errors import BadCommand, NotYours
from pitboss.table import commands as said
from pitboss.table.commands import Author, Command

LONGEST = 200  # characters of a name, a word, a seed
LONGEST_ID = 100
LONGEST_DETAIL = 20_000  # characters of JSON
MOST_WAGERS = 100
MOST_CENTS = 2**53 - 1  # the largest integer that every JSON reader represents exactly
LATEST = 253_402_300_800_000  # the year 10000, in milliseconds since 1970


def is_text(value: object, longest: int = LONGEST) -> bool:
    """True for a text of one line at most that can be written and shown.

    >>> is_text("Ann"), is_text("\\x1b[2J"), is_text("\\ud800"), is_text(None)
    (True, False, False, False)
    """
    return type(value) is str and len(value) <= longest and value.isprintable()


def is_number(value: object) -> bool:
    """True for a whole number that can be written."""
    return type(value) is int and -MOST_CENTS <= value <= MOST_CENTS


def is_detail(value: object, longest: int = LONGEST_DETAIL) -> bool:
    """True for a JSON object of moderate length.

    >>> is_detail({"card": "As"}), is_detail({"until": float("nan")}), is_detail([])
    (True, False, False)
    """
    if type(value) is not dict:
        return False
    try:
        long = len(json.dumps(value, ensure_ascii=False, allow_nan=False).encode()) > longest
        return not long and _is_plain(value)
    except (TypeError, ValueError, RecursionError):
        return False


def _is_plain(value: object) -> bool:
    """True if JSON represents a value faithfully: keys are texts, and numbers are not too large."""
    if type(value) is dict:
        return all(is_text(key) and _is_plain(each) for key, each in value.items())
    if type(value) is list:
        return all(map(_is_plain, value))
    if type(value) is float:
        return abs(value) <= MOST_CENTS
    return value is None or type(value) is bool or is_number(value) or is_text(value, LONGEST_DETAIL)


def is_wagers(value: object) -> bool:
    """True for a mapping from wager names to cents."""
    if type(value) is not dict or len(value) > MOST_WAGERS:
        return False
    return all(is_text(name) and is_number(cents) for name, cents in value.items())


def is_name(value: object) -> bool:
    """True for a text that can be a person's name."""
    return is_text(value) and bool(value)


Check = tuple[str, Callable[[Any], bool], str]
SEAT: Check = ("seat", is_number, "a seat is a whole number")
CENTS: Check = ("cents", is_number, "an amount is a whole number of cents")
KIND: Check = ("kind", is_text, "what happened is a word")
DETAIL: Check = ("detail", is_detail, "a detail is a JSON object of moderate length")
WHY: Check = ("why", is_text, f"a reason is a text of at most {LONGEST} characters")
FIELDS: dict[type[Any], tuple[Check, ...]] = {
    said.Open: (),
    said.Sit: (SEAT, ("player", is_name, f"a player's name is a text of 1 to {LONGEST} characters"), CENTS),
    said.Buy: (SEAT, CENTS),
    said.Leave: (SEAT,),
    said.Bet: (SEAT, ("wagers", is_wagers, "wagers are whole numbers of cents by their names")),
    said.Seed: (SEAT, ("seed", is_text, f"a seed is a text of at most {LONGEST} characters")),
    said.Pledge: (SEAT, ("digest", is_text, "a pledge is a digest")),
    said.Rest: (),
    said.Permit: (SEAT,),
    said.PostLimits: (("limits", is_wagers, "limits are whole numbers of cents by their options"),),
    said.Act: (KIND, DETAIL),
    said.Begin: (),
    said.Proceed: (),
    said.Decide: (SEAT, ("word", is_text, "a decision is a word"), CENTS),
    said.CutCards: (
        SEAT,
        ("depth", lambda depth: depth is None or is_number(depth), "a cut is a whole number of cards deep"),
        ("seed", is_text, f"a seed is a text of at most {LONGEST} characters"),
    ),
    said.Report: (KIND, DETAIL),
    said.VoidRound: (WHY, ("defect", is_text, f"a defect is a text of at most {LONGEST} characters")),
    said.Discard: (WHY,),
    said.Close: (),
}


def check_command(command: Command) -> None:
    """Checks that a command can be put on record; raises BadCommand, or NotYours where no author could give it."""
    fields = FIELDS.get(type(command.deed))
    if fields is None:
        raise NotYours("that is not a command")
    author = command.author
    if type(author) is not Author or not is_text(author.name) or type(author.role) is not str:
        raise BadCommand(f"whoever says something has an office and a name of at most {LONGEST} characters")
    if author.role == "player" and not author.name:
        raise NotYours("a player speaks under his name")
    if type(command.at) is not int or not 0 <= command.at <= LATEST:
        raise BadCommand("the time of a command is a whole number of milliseconds since 1970")
    if not is_text(command.id, LONGEST_ID):
        raise BadCommand(f"the id of a command is a text of at most {LONGEST_ID} characters")
    if command.version is not None and not is_number(command.version):
        raise BadCommand("the version that a command was made for is a whole number")
    for name, check, must in fields:
        if not check(getattr(command.deed, name)):
            raise BadCommand(must)
