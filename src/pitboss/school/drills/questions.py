"""A question of a drill: what is seen, what is asked, and what the engine answers."""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from pitboss.cards import NAMES, SIGNS
from pitboss.errors import PitbossError
from pitboss.school.shorthand import cents_in

FILLING = frozenset(("of", "a", "an", "and", "over", "high", "to", "the"))
HOW = {
    "payouts": "Type dollars, such as 25 or 7.50: what is paid besides the wager.",
    "hands": "Type the name of the hand, such as pair of kings, a total, such as soft 17, or win, lose, push.",
    "chips": "Type colours, such as 2 green 1 red, or values, such as 2x25 5.",
    "irregularities": "Type the letter of what happens next.",
    "paragraph": "Type the words that are left out.",
    "best play": "Type the letter of what you do.",
    "payout": "Type the odds, such as 5 to 1, 5:1 or 5, or a percentage of the meter, such as 10%.",
}
_SHOWN = dict(zip(NAMES, SIGNS, strict=True))


class BadAnswer(PitbossError):
    """What was typed is no answer to the question."""


@dataclass(frozen=True)
class Question:
    """A question, and how an answer is read: `reads` reads one, and raises BadAnswer; `means` are those that
    are right."""

    drill: str
    about: str  # what of it is practised: a wager, a hand, a kind of incident
    section: str
    shown: tuple[str, ...]
    ask: str
    answer: str
    why: str
    means: tuple[object, ...]
    reads: Callable[[str], object]
    choices: tuple[str, ...] = ()
    costs: Mapping[object, Fraction] = field(default_factory=dict)  # in cents, of each answer where a wrong one costs something

    def cost(self, typed: str) -> Fraction | None:
        """What an answer costs beside the best one, None where no answer costs anything, and where it is none."""
        try:
            return self.costs.get(self.reads(typed)) if self.costs and typed else None
        except BadAnswer:
            return None

    def is_right(self, typed: str) -> bool:
        """True if what was typed is the answer; raises BadAnswer where it is none."""
        return self.reads(typed) in self.means

    @cached_property
    def key(self) -> str:
        """What the question is told from others by."""
        return hashlib.sha256("\n".join((*self.shown, self.ask)).encode()).hexdigest()[:16]

    def row(self) -> dict[str, Any]:
        """The question and its answer, as the command prints them."""
        costs = {"costs": {str(answer): str(cost) for answer, cost in self.costs.items()}} if self.costs else {}
        return costs | {
            "drill": self.drill,
            "about": self.about,
            "shown": list(self.shown),
            "ask": self.ask,
            "choices": list(self.choices),
            "answer": self.answer,
            "section": self.section,
            "why": self.why,
        }


def amount(typed: str) -> int:
    """An amount in dollars as cents.

    >>> amount("$7.50"), amount("25")
    (750, 2500)
    """
    if (cents := cents_in(typed.strip())) is None:
        raise BadAnswer(f"{typed.strip()!r} is no amount: type dollars, such as 25 or 7.50")
    return cents


def hand_name(typed: str) -> frozenset[str]:
    """The words of a hand's name that matter, whatever the order.

    >>> hand_name("Pair of Kings") == hand_name("pair kings"), hand_name("full house, nines over fours") == hand_name("pair")
    (True, False)
    """
    words = frozenset(re.sub(r"[^\w ]", " ", typed.lower()).split()) - FILLING
    if not words:
        raise BadAnswer("type the name of the hand, such as pair of kings, or the total, such as soft 17")
    return words


def one_of(choices: Sequence[str]) -> Callable[[str], str]:
    """Reads one of some words by how it begins.

    >>> one_of(("win", "lose", "push"))("L")
    'lose'
    """

    def read(typed: str) -> str:
        begun = [choice for choice in choices if typed.strip() and choice.startswith(typed.strip().lower())]
        if len(begun) != 1:
            *others, last = choices
            raise BadAnswer(f"{typed.strip()!r} is no answer: type {', '.join(others)} or {last}")
        return begun[0]

    return read


def shown_cards(cards: Sequence[str]) -> str:
    """Cards as they are shown; cards that lie face down are counted.

    >>> shown_cards(["Ah", "Td", "??"])
    'A♥ 10♦ and 1 face down'
    """
    open_ = [_SHOWN[card] for card in cards if card in _SHOWN]
    hidden = len(cards) - len(open_)
    return " ".join(open_) + (f" and {hidden} face down" if hidden and open_ else f"{hidden} face down" if hidden else "")
