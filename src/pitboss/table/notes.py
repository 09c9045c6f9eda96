"""The notes of steps that programs read too: each writer stands beside its reader.

A log holds notes as text, and old logs must replay byte for byte, so structure travels in the note instead of a new field. Only
this module knows the spelling of such a note. A reader returns None, or an empty value, for a note that its writer did not
write: notes come from logs, from other versions and from games by other authors.

>>> compared(2, "win", bank=True), read_compared("seat 2 against the bank: win"), read_compared("seat two: win")
('seat 2 against the bank: win', Compared(seat=2, result='win', bank=True), None)
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

LARGEST = 18  # digits of a number in a note

# ---------------------------------------------------------------------------- numbers


def number(value: int) -> str:
    """A number as a note: that of a round that begins, or the cents on a meter."""
    return str(value)


def read_number(note: str) -> int | None:
    """The number that a note consists of, or None.

    >>> read_number("12"), read_number("-3"), read_number("twelve"), read_number("")
    (12, -3, None, None)
    """
    digits = note.removeprefix("-")
    return int(note) if digits.isascii() and digits.isdigit() and len(digits) <= LARGEST else None


def seats_dealt_in(seats: Iterable[int]) -> str:
    """The seats dealt into a hand of Poker, in order."""
    return " ".join(map(str, sorted(seats)))


def read_seats(note: str) -> list[int]:
    """The seats that a note lists; words that are not numbers are skipped.

    >>> read_seats("1 3 6"), read_seats("all")
    ([1, 3, 6], [])
    """
    return [seat for word in note.split() if (seat := read_number(word)) is not None]


def which_hand(at: int) -> str:
    """The hand of a seat that a decision is about, counted from 1."""
    return f"hand {at}"


def read_which_hand(about: str) -> int | None:
    """The number of the hand that a decision is about, None where the seat has only one.

    >>> read_which_hand("hand 2"), read_which_hand("hand"), read_which_hand("")
    (2, None, None)
    """
    word, _, at = about.partition(" ")
    return read_number(at) if word == "hand" else None


# ---------------------------------------------------------------------------- cards and hands

BLACKJACK, SOFT = "Blackjack", "soft "
_POINTS = re.compile(rf"({SOFT})?[0-9]{{1,3}}|{BLACKJACK}")
_HIGH, _LOW = "high hand ", "; low hand "
_COMMITMENT = "; commitment "


def points(total: int, soft: bool = False) -> str:
    """A point total as the dealer announces it."""
    return f"{SOFT * soft}{total}"


def are_points(note: str) -> bool:
    """True if a note is a point total or Blackjack.

    >>> [are_points(note) for note in ("17", "soft 17", "Blackjack", "17 cards")]
    [True, True, True, False]
    """
    return _POINTS.fullmatch(note) is not None


def two_hands(high: str, low: str) -> str:
    """The two hands of Pai Gow Poker, each by its name."""
    return f"{_HIGH}{high}{_LOW}{low}"


def read_two_hands(note: str) -> tuple[str, str] | None:
    """The names of the high and the low hand.

    >>> read_two_hands("high hand pair of kings; low hand ace and queen"), read_two_hands("high hand")
    (('pair of kings', 'ace and queen'), None)
    """
    high, mark, low = note.removeprefix(_HIGH).partition(_LOW)
    return (high, low) if note.startswith(_HIGH) and mark else None


def shuffled(how: str, root: str) -> str:
    """The way of shuffling and the commitment to the order."""
    return f"{how}{_COMMITMENT}{root}"


def read_commitment(note: str) -> str | None:
    """The commitment to a shuffle, which is the last word of its note.

    >>> read_commitment("by hand; commitment 5eed"), read_commitment("by hand")
    ('5eed', None)
    """
    _, mark, root = note.rpartition(_COMMITMENT)
    return root if mark else None


# ---------------------------------------------------------------------------- Pai Gow Poker


class Compared(NamedTuple):
    """How the two hands of a seat compare with the dealer's, or with those of a player who banks."""

    seat: int
    result: str  # win, lose or tie
    bank: bool = False


_COMPARED = re.compile(r"seat ([0-9]{1,3})( against the bank)?: (win|lose|tie)")
_FIRST_CARD = ": the first card goes here"


def compared(seat: int, result: str, bank: bool = False) -> str:
    """The result of comparing the hands of a seat."""
    return f"seat {seat}{' against the bank' * bank}: {result}"


def read_compared(note: str) -> Compared | None:
    """The seat that was compared, with whom, and the result."""
    match = _COMPARED.fullmatch(note)
    return None if match is None else Compared(int(match[1]), match[3], match[2] is not None)


def first_card(why: str) -> str:
    """The reason why the first card goes to the place of a step."""
    return f"{why}{_FIRST_CARD}"


def read_first_card(note: str) -> str | None:
    """The reason why the first card goes to the place of a step, or None.

    >>> read_first_card("the count to 7 ends here: the first card goes here"), read_first_card("“no roll”")
    ('the count to 7 ends here', None)
    """
    return note.removesuffix(_FIRST_CARD) if note.endswith(_FIRST_CARD) else None


# ---------------------------------------------------------------------------- money

POSTED = ANTE, BLIND_BET, STRADDLE_BET, FORCED_BET = "ante", "Blind Bet", "Straddle Bet", "Forced Bet"  # bets that open a hand
BEST = {which: f"the best {which} hand" for which in ("high", "low")}  # the start of the note of a pot won at the showdown


MAIN_POT, SIDE_POT = "main pot", "side pot"
_POT = re.compile(rf"(.*); ({MAIN_POT}|{SIDE_POT} [0-9]{{1,2}})")


def of_pot(why: str, at: int) -> str:
    """The reason why a player won a pot, and which pot it was: the main pot (0) or a side pot."""
    return f"{why}; {f'{SIDE_POT} {at}' if at else MAIN_POT}"


def read_pot(note: str) -> tuple[str, str]:
    """The reason why a player won a pot, and which pot it was, "" where there was only one.

    >>> read_pot("the best high hand, shared; side pot 1"), read_pot("the last player left")
    (('the best high hand, shared', 'side pot 1'), ('the last player left', ''))
    """
    match = _POT.fullmatch(note)
    return (note, "") if match is None else (match[1], match[2])


class Undone(NamedTuple):
    """The act that a step reverses, and why."""

    act: str
    why: str


def undone(act: str, why: str) -> str:
    """The act that is reversed, and why."""
    return f"{act}: {why}"


def read_undone(note: str) -> Undone | None:
    """The act that is reversed, and why, or None.

    >>> read_undone("pay: the round is void"), read_undone("the round is void")
    (Undone(act='pay', why='the round is void'), None)
    """
    act, mark, why = note.partition(": ")
    return Undone(act, why) if mark else None
