"""What the dealer of a real table is asked for next, and how it is read."""

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.errors import PitbossError
from pitboss.money import dollars
from pitboss.school.shorthand import cents_in
from pitboss.table.steps import Ask, Step, seat_of

SET = "set"


class BadEntry(PitbossError):
    """Something that cannot be entered now."""


@dataclass(frozen=True)
class Need:
    """What has to be entered next: `kind` is bets, cards, decision, dice or reader. `places` are those of the cards."""

    kind: str
    words: str
    section: str = ""
    who: str = ""
    places: tuple[tuple[int, int], ...] = ()
    ask: Ask | None = None
    request: int = -1


def cards_needed(step: Step, new: Sequence[tuple[int, int]], *, low_first: bool) -> Need:
    """The cards of a step that lie open and were not entered."""
    who = step.who.replace("_", " ")
    if step.act in ("deal", "draw"):
        return Need("cards", f"card {'to' if step.act == 'deal' else 'for'} {who}", step.cite, step.who, tuple(new))
    order = ", the two of the low hand first" if low_first and seat_of(step.who) else ""
    many = f"{len(new)} card{'s' * (len(new) != 1)}"
    return Need("cards", f"{who} turns up: {many}{order}", step.cite, step.who, tuple(new))


def decision_needed(ask: Ask, request: int) -> Need:
    """What a player decides."""
    choices = " or ".join(_choice(choice.word, choice.least, choice.most) for choice in ask.choices)
    about = f" ({ask.about})" if ask.about else ""
    return Need("decision", f"seat {ask.seat}{about}: {choices}?", ask.cite, ask=ask, request=request)


def _choice(word: str, least: int, most: int) -> str:
    if not most or word == SET:
        return word
    return f"{word} {dollars(least)}" if least == most else f"{word} {dollars(least)} to {dollars(most)}"


def in_cents(words: str) -> str:
    """A decision with its amount in dollars as a table takes it.

    >>> in_cents("Raise $30"), in_cents("fold"), in_cents("set Ah Ks")
    ('raise 3000', 'fold', 'set Ah Ks')
    """
    first, *rest = words.split()
    cents = cents_in(rest[-1]) if rest else None
    if cents is None:
        return " ".join((first.lower(), *rest))
    return " ".join((first.lower(), *rest[:-1], str(cents)))
