"""Sentences as plain text, for pages and screen readers. Suits become signs, and face-down cards are counted in words.

The terminal marks the reader's own seat by its style; plain text says "your seat 3".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from pitboss.table.steps import Step
from pitboss.telling.pieces import BACK, Piece
from pitboss.telling.sentences import Line, Names, tell

Said: TypeAlias = tuple[str, str]  # the paragraph, and the sentence
NUMBERS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
DIGEST = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{56}\b")  # a commitment; abbreviated, since the page shows it elsewhere
NOBODY: frozenset[int] = frozenset()
MARKED = frozenset({"own", "back"})  # styles that plain text expresses in words


def say(steps: Iterable[Step | None], own: frozenset[int] = NOBODY, names: Names | None = None) -> list[Said]:
    """The sentences for redacted steps, for a reader who plays the seats in `own`. None stands for a hidden step. With `names`,
    players are called by name and the reader "you".

    >>> hands = {"seat_1": (50, 47, 0), "seat_2": (53, 53, 53)}
    >>> say([Step("565.10(a)", "deal", who, cards, "down") for who, cards in hands.items()], frozenset({1}))
    [('565.10(a)', 'Deals: your seat 1 A♥ K♠ 2♣ · seat 2 three cards face down')]
    >>> say([Step("565.11(b)", "decide", "seat_2", note="fold"), None], frozenset({1}))
    [('565.11(b)', 'Seat 2: fold')]
    >>> say([Step("565.11(b)", "decide", "seat_2", note="fold")], frozenset({2}), {2: "Bo"})
    [('565.11(b)', 'You fold')]
    """
    return list(_cached_lines(tuple([step for step in steps if step is not None]), own, tuple(sorted((names or {}).items()))))


@lru_cache(maxsize=1024)
def _cached_lines(steps: tuple[Step, ...], own: frozenset[int], names: tuple[tuple[int, str], ...]) -> tuple[Said, ...]:
    """Sentences, cached because several viewers see the same steps, and returning viewers see them again."""
    return tuple([(line.cite, sentence(line)) for line in tell(steps, own, names=dict(names))])


def sentence(line: Line) -> str:
    """The sentence of a line as plain text, with a capital letter at the start."""
    text = " ".join(
        [atom[0][0] if len(atom) == 1 and atom[0][1] not in MARKED else "".join(_spoken(atom)) for atom in line.atoms]
    )
    return DIGEST.sub(r"\1…", text[:1].upper() + text[1:])


def _spoken(atom: Sequence[Piece]) -> Iterator[str]:
    """The texts of an atom, with consecutive backs replaced by their number."""
    for hidden, pieces in groupby(_without_gaps(atom), lambda piece: piece[1] == "back"):
        if hidden:
            number = sum(text == BACK for text, _ in pieces)
            how_many = NUMBERS[number] if number < len(NUMBERS) else str(number)
            yield f"{how_many} card{'s' * (number != 1)} face down"
        else:
            yield from (f"your {text}" if style == "own" and text.startswith("seat ") else text for text, style in pieces)


def _without_gaps(atom: Sequence[Piece]) -> list[Piece]:
    """An atom in which spaces between two backs have the style of backs."""
    pieces = list(atom)
    for at in range(1, len(pieces) - 1):
        if pieces[at][0] == " " and pieces[at - 1][1] == pieces[at + 1][1] == "back":
            pieces[at] = " ", "back"
    return pieces
