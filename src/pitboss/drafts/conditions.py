"""The language of conditions: what cards must be for a row to win. It is parsed into records and never evaluated as Python.

    condition   clause { "or" clause }
    clause      term { "and" term }
    term        "not" term | "(" condition ")" | test
    test        hand | property | sum comparison sum
    sum         (number | integer | rank) { ("+" | "-") (number | integer | rank) }
                a hand, a property and a number may look at some groups only: "in" group { "+" group }

A hand is a category of Poker, such as "flush", "pair of jacks or better" or "queen high". docs/drafts.md explains every word.

>>> parse_condition("pair of jacks or better in player and total in dealer >= 17")
And(terms=(Category(name='pair', rank=9, reach='better', over=('player',)), Compare(left=Number(name='total', \
cards=frozenset(), other=(), over=('dealer',)), sign='>=', right=17)))
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from pitboss.cards import CLUBS, DIAMONDS, HEARTS, JOKER, RANKS, SAID_RANKS, SPADES, SUIT_NAMES, TEN, Card
from pitboss.errors import PitbossError
from pitboss.spelling import near

LONGEST, DEEPEST = 2000, 20  # characters of a condition, and levels of parentheses and "not"
Over: TypeAlias = tuple[str, ...]  # groups of cards; none: all that are dealt
Reach: TypeAlias = Literal["exactly", "better", "worse"]


class BadDraft(PitbossError):
    """A draft that cannot be read or cannot be priced, with the line and column where that is known."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        place = f"line {line}" + (f", column {column}" if column else "") + ": " if line else ""
        super().__init__(place + message)
        self.message, self.line, self.column = place + message, line, column


class BadCondition(Exception):
    """A condition that cannot be read; `column` is the place in it, from 1 on."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.message, self.column = message, column


@dataclass(frozen=True)
class Category:
    """A category of Poker hands: exactly this one, or better or worse. `rank` is that of the pair or the highest card, -1 for
    any."""

    name: str
    rank: int = -1
    reach: Reach = "exactly"
    over: Over = ()


@dataclass(frozen=True)
class Property:
    """A property of some cards: suited, same rank, blackjack."""

    name: str
    over: Over = ()


@dataclass(frozen=True)
class Number:
    """A number read from some cards. `cards` are those counted, `other` the groups compared with."""

    name: str
    cards: frozenset[Card] = frozenset()
    other: Over = ()
    over: Over = ()


@dataclass(frozen=True)
class Sum:
    """Numbers added up: each with 1 or -1, a whole number as itself."""

    terms: tuple[tuple[int, "Number | int"], ...]


@dataclass(frozen=True)
class Compare:
    """A number compared with another one."""

    left: "Value"
    sign: str
    right: "Value"


@dataclass(frozen=True)
class Not:
    term: "Condition"


@dataclass(frozen=True)
class And:
    terms: tuple["Condition", ...]


@dataclass(frozen=True)
class Or:
    terms: tuple["Condition", ...]


@dataclass(frozen=True)
class Word:
    """Always or never."""

    holds: bool
    over: Over = ()


Value: TypeAlias = Number | Sum | int
Test: TypeAlias = Category | Property | Number
Condition: TypeAlias = Category | Property | Compare | Not | And | Or | Word

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
    "five of a kind",
)
RANKED = ("pair", "three of a kind", "four of a kind", "straight", "straight flush", "flush")  # may say "of jacks"
PROPERTIES = ("suited", "same rank", "same colour", "identical", "run", "blackjack", "soft", "bust")
NUMBERS = (
    "cards",
    "total",
    "hard total",
    "points",
    "baccarat points",
    "highest",
    "lowest",
    "spread",
    "pips",
    "ranks",
    "suits",
    "pairs",
    "most of a rank",
    "most alike",
    "longest suit",
    "longest run",
    "longest suited run",
    "highest of longest suit",
    "poker value",
    "flush value",
)
HAND_VALUES = ("poker value", "flush value")  # that are compared with those of other hands only
COMPARED = ("same rank as", "same suit as", "same card as")
SIGNS = ("=", "!=", "<", "<=", ">", ">=")
SYNONYMS = {"same color": "same colour", "three-of-a-kind": "three of a kind", "four-of-a-kind": "four of a kind"}
SYNONYMS |= {"3 of a kind": "three of a kind", "4 of a kind": "four of a kind", "5 of a kind": "five of a kind"}

_TOKEN = re.compile(r"\s*(?:(?P<word>[A-Za-z][A-Za-z0-9-]*|[0-9]+[cdhsCDHS]\b|[0-9]+)|(?P<sign><=|>=|!=|[=<>()+,-]))")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_RANK_OF = {name: RANKS.index(letter) for name, letter in SAID_RANKS.items()}
_RANK_OF |= {f"{name}s": rank for name, rank in _RANK_OF.items() if not name[0].isdigit()} | {"sixes": RANKS.index("6")}
_RANK_OF |= {letter.lower(): rank for rank, letter in enumerate(RANKS)} | {"10": TEN}
_ALL = frozenset(range(52))
_KINDS: dict[str, frozenset[Card]] = {
    "red": frozenset(card for card in _ALL if card & 3 in (DIAMONDS, HEARTS)),
    "black": frozenset(card for card in _ALL if card & 3 in (CLUBS, SPADES)),
    "face": frozenset(card for card in _ALL if TEN < card >> 2 < 12),
    "ten-value": frozenset(card for card in _ALL if TEN <= card >> 2 < 12),
    "joker": frozenset({JOKER}),
    "even": frozenset(card for card in _ALL if card >> 2 <= TEN and card >> 2 & 1 == 0),
    "odd": frozenset(card for card in _ALL if card >> 2 < TEN and card >> 2 & 1),
}
_KINDS |= {name: frozenset(card for card in _ALL if card & 3 == suit) for suit, name in enumerate(SUIT_NAMES)}
_KINDS |= {name[:-1]: cards for name, cards in _KINDS.items() if name in SUIT_NAMES}
RESERVED = frozenset(name.split()[0] for name in (*CATEGORIES, *PROPERTIES, *NUMBERS, *COMPARED, "count", "always", "never"))
RESERVED |= {"and", "or", "not", "in", "of", "to"}  # words that no group is called
WORDS = RESERVED | {word for name in (*CATEGORIES, *PROPERTIES, *NUMBERS, *COMPARED, *SYNONYMS) for word in name.split()}
WORDS |= {"better", "worse", "high", *(name for name in _RANK_OF if len(name) > 1), *_KINDS}  # that no definition is called
_LONGEST_FIRST = sorted((*CATEGORIES, *PROPERTIES, *NUMBERS, *COMPARED, *SYNONYMS), key=lambda name: -len(name.split()))
_WORDS_FIRST = tuple((name, tuple(name.split())) for name in _LONGEST_FIRST)


@cache
def parse_condition(words: str) -> Condition:
    """The condition that a text states; raises BadCondition.

    >>> parse_condition("suited and count(king) = 1")
    And(terms=(Property(name='suited', over=()), Compare(left=Number(name='count', cards=frozenset({44, 45, 46, 47}), \
other=(), over=()), sign='=', right=1)))
    >>> parse_condition("flsh")
    Traceback (most recent call last):
    pitboss.drafts.conditions.BadCondition: 'flsh' is not a word of conditions; did you mean flush?
    """
    reader = _Reader(words)
    condition = reader.condition(0)
    reader.end()
    return condition


@cache
def parse_number(words: str) -> Value:
    """The number or sum that a text names; raises BadCondition."""
    reader = _Reader(words)
    number = reader.value()
    reader.end()
    return number


@cache
def parse_cards(words: str) -> frozenset[Card]:
    """The cards that a text names; raises BadCondition.

    >>> sorted(parse_cards("red king, Qs")), len(parse_cards("2 to 6"))
    ([43, 45, 46], 20)
    """
    reader = _Reader(words)
    cards = reader.cards()
    reader.end()
    return cards


def with_names(words: str, names: Mapping[str, str]) -> str:
    """A text with what defined names stand for in their place.

    >>> with_names("wins and suited", {"wins": "(total >= 20)"})
    '(total >= 20) and suited'
    """
    return _NAME.sub(lambda word: names.get(word[0].lower(), word[0]), words)


class _Reader:
    """Reads a text from left to right."""

    def __init__(self, words: str) -> None:
        if len(words) > LONGEST:
            raise BadCondition(f"a condition has at most {LONGEST} characters", LONGEST + 1)
        self._tokens: list[tuple[str, int]] = []
        at = 0
        text = words.rstrip()
        while at < len(text):
            token = _TOKEN.match(text, at)
            if token is None:
                raise BadCondition(f"{text[at:].split()[0][:20]!r} is not part of the language", at + 1)
            self._tokens.append((token[0].strip().lower(), token.start(token.lastgroup or 0) + 1))
            at = token.end()
        self._at = 0
        self._end = len(text) + 1

    def _peek(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._tokens[at][0] if at < len(self._tokens) else ""

    @property
    def _column(self) -> int:
        return self._tokens[self._at][1] if self._at < len(self._tokens) else self._end

    def _take(self, *words: str) -> bool:
        """Take words if they come next."""
        if all(self._peek(ahead) == word for ahead, word in enumerate(words)):
            self._at += len(words)
            return True
        return False

    def _need(self, word: str) -> None:
        if not self._take(word):
            raise BadCondition(f"{word!r} is missing" + (f" before {self._peek()!r}" if self._peek() else ""), self._column)

    def end(self) -> None:
        """Refuse what follows the end."""
        if self._peek():
            raise BadCondition(f"{self._peek()!r} is not expected here: join tests with and, or", self._column)

    def condition(self, depth: int) -> Condition:
        terms = [self._clause(depth)]
        while self._take("or"):
            terms.append(self._clause(depth))
        return terms[0] if len(terms) == 1 else Or(tuple(terms))

    def _clause(self, depth: int) -> Condition:
        terms = [self._term(depth)]
        while self._take("and"):
            terms.append(self._term(depth))
        return terms[0] if len(terms) == 1 else And(tuple(terms))

    def _term(self, depth: int) -> Condition:
        if depth > DEEPEST:
            raise BadCondition(f"it is nested more than {DEEPEST} levels deep", self._column)
        if self._take("not"):
            return Not(self._term(depth + 1))
        if self._take("("):
            condition = self.condition(depth + 1)
            self._need(")")
            return condition
        if self._peek() in ("always", "never"):
            self._at += 1
            return Word(self._tokens[self._at - 1][0] == "always")
        return self._test()

    def _test(self) -> Condition:
        if self._peek() in _RANK_OF and self._peek(1) == "high":
            rank = _RANK_OF[self._peek()]
            self._at += 2
            return Category("high card", rank, self._reach(), self._over())
        column, name = self._column, self.name()
        if name in CATEGORIES:
            rank = -1
            if self._take("of"):
                if name not in RANKED:
                    raise BadCondition(f"{name} takes no rank", column)
                rank = self._rank()
            return Category(name, rank, self._reach(), self._over())
        if name in PROPERTIES:
            return Property(name, self._over())
        left = self.value(name)
        sign = self._peek()
        if sign not in SIGNS:
            raise BadCondition(f"{name} is a number: compare it by {', '.join(SIGNS)}", self._column)
        self._at += 1
        return Compare(left, sign, self.value())

    def value(self, name: str = "") -> Value:
        """A number or a sum; the first name may have been read."""
        terms: list[tuple[int, Number | int]] = [(1, self._term_of_sum(name))]
        while self._peek() in ("+", "-"):
            self._at += 1
            sign = 1 if self._tokens[self._at - 1][0] == "+" else -1
            terms.append((sign, self._term_of_sum()))
        return terms[0][1] if len(terms) == 1 else Sum(tuple(terms))

    def _term_of_sum(self, name: str = "") -> Number | int:
        word = self._peek()
        if not name and word.isdigit():
            self._at += 1
            if len(word) > 6:
                raise BadCondition("a number has at most six digits", self._column)
            return int(word)
        if not name and word in _RANK_OF and not word.isdigit():
            self._at += 1
            return _RANK_OF[word] + 2
        return self.number(name or self.name())

    def name(self) -> str:
        """The name of a test that comes next."""
        for name, words in _WORDS_FIRST:
            if self._take(*words):
                return SYNONYMS.get(name, name)
        if self._take("count"):
            return "count"
        word = self._peek()
        if not word:
            raise BadCondition("a test is missing at the end", self._column)
        known = (*CATEGORIES, *PROPERTIES, *NUMBERS, *COMPARED, "count")
        guess = near(word, known)
        meant = f"; did you mean {' or '.join(guess)}?" if guess else ""
        raise BadCondition(f"{word!r} is not a word of conditions{meant}", self._column)

    def number(self, name: str) -> Number:
        """A number whose name has been read."""
        cards: frozenset[Card] = frozenset()
        other: Over = ()
        if name == "count":
            self._need("(")
            cards = self.cards()
            self._need(")")
        elif name in COMPARED:
            other = self._groups()
        elif name not in NUMBERS:
            raise BadCondition(f"{name} is not a number", self._column)
        return Number(name, cards, other, self._over())

    def _reach(self) -> Reach:
        if self._take("or", "better"):
            return "better"
        return "worse" if self._take("or", "worse") else "exactly"

    def _rank(self) -> int:
        word = self._peek().rstrip("s") if self._peek()[:1].isdigit() else self._peek()  # 7s: here no spade
        if word not in _RANK_OF:
            raise BadCondition(f"{self._peek() or 'nothing'!r} is not a rank", self._column)
        self._at += 1
        return _RANK_OF[word]

    def _over(self) -> Over:
        return self._groups() if self._take("in") else ()

    def _groups(self) -> Over:
        names = [self._group()]
        while self._peek() == "+" and self._peek(1) not in RESERVED and not self._peek(1).isdigit():
            self._at += 1
            names.append(self._group())
        return tuple(names)

    def _group(self) -> str:
        word = self._peek()
        if not word[:1].isalpha():
            raise BadCondition("the name of a group of cards is missing", self._column)
        self._at += 1
        return word

    def cards(self) -> frozenset[Card]:
        """The cards of a list."""
        cards = self._kind()
        while self._take(","):
            cards |= self._kind()
        return cards

    def _kind(self) -> frozenset[Card]:
        """Cards that several words describe together, such as "red king" or "queen of hearts"."""
        cards = self._word()
        while self._take("of") or self._peek() in _KINDS or self._peek() in _RANK_OF:
            cards &= self._word()
        return cards

    def _word(self) -> frozenset[Card]:
        word = self._peek()
        if word in _KINDS:
            self._at += 1
            return _KINDS[word]
        if word in _RANK_OF:
            first = last = self._rank()
            if self._take("to"):
                last = self._rank()
            first, last = min(first, last), max(first, last)
            return frozenset(card for card in _ALL if first <= card >> 2 <= last)
        if len(word) in (2, 3) and word[:-1] in _RANK_OF and word[-1] in "cdhs":
            self._at += 1
            return frozenset({4 * _RANK_OF[word[:-1]] + "cdhs".index(word[-1])})
        said = word or "nothing"
        raise BadCondition(f"{said!r} names no card: write ace, 10, hearts, red, face, ten-value, Qh", self._column)


def tests_in(condition: Condition | Value) -> list[Test]:
    """All tests of a condition or a sum, numbers included."""
    if isinstance(condition, Compare):
        return [*tests_in(condition.left), *tests_in(condition.right)]
    if isinstance(condition, Sum):
        return [term for _, term in condition.terms if isinstance(term, Number)]
    if isinstance(condition, Not):
        return tests_in(condition.term)
    if isinstance(condition, And | Or):
        return [test for term in condition.terms for test in tests_in(term)]
    return [] if isinstance(condition, Word | int) else [condition]
