"""The words of rules and questions: stems, synonyms of the trade, names of games, and spelling.

Players, dealers and the regulation use different words for the same thing ("flashed", "exposed", "face up"). `synonyms.toml`
groups such words in rings. A text is indexed by its stems and by the rings that they belong to.
"""

import re
import sqlite3
import tomllib
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path

SYNONYMS = Path(__file__).parent / "synonyms.toml"
PARTS = ("same", "kinds", "games")
COMMON = 0.4  # weight of a word that most rules have
LONGEST_PHRASE = 6  # words in a synonym
SHORTEST_TYPO = 4  # letters; shorter words are within one letter of too many others
MOST_TYPOS = 6  # corrected words in a question, since each is compared with every word of the rules
LONG_WORD = 8  # letters; words of this length or more may have two wrong letters
LONGEST_TERM = 3  # words in a defined term
DEFINING = ("mean", "meant", "defin", "definit", "term", "word", "call")  # stems of words that ask for a definition
_DEFINES = re.compile(r"^whats? is an? |^whats an? |^what (?:does|do|did|is|are) .*\b(?:mean|meant)\b|\bdefin|\bmeaning of\b")
_CITE = re.compile(r"§?\s*\b(?:\d{3}[a-z]?|\d+-\d+)\.\d+(?:\(\w+\))*")
_HOLD_EM = re.compile(r"\bhold\s?'?\s?em\b")
_TOKEN = re.compile(r"[a-z0-9]+")
_PLURAL = re.compile(r"\b(\d+)s\b")


@dataclass(frozen=True)
class Concept:
    """One thing that a question asks about: its stems in order, its rings of synonyms, and the separate words of a phrase."""

    stems: tuple[str, ...]
    rings: frozenset[str] = frozenset()
    parts: tuple["Concept", ...] = ()
    weight: float = 1.0


@dataclass(frozen=True)
class Question:
    """A parsed question."""

    concepts: tuple[Concept, ...]
    pairs: tuple[Concept, ...] = ()  # adjacent stems
    chapters: tuple[str, ...] = ()  # those of the games that it names
    kinds: frozenset[str] = frozenset()  # the kinds of rules that it asks for
    read_as: Mapping[str, str] = field(default_factory=dict)  # misspelled words, and their corrections
    term: tuple[str, ...] = ()  # the stems of a term whose definition it asks for


@dataclass(frozen=True)
class Trade:
    """The contents of `synonyms.toml`, by stems."""

    forms: Mapping[str, str]
    ignore: frozenset[str]
    common: frozenset[str]
    variants: frozenset[tuple[str, ...]]
    rings: Mapping[tuple[str, ...], frozenset[str]]
    kinds: Mapping[tuple[str, ...], frozenset[str]]
    games: Mapping[tuple[str, ...], tuple[str, ...]]
    words: frozenset[str]  # unstemmed


def stems(words: Iterable[str]) -> dict[str, str]:
    """The Porter stems of words, as SQLite computes them.

    >>> sorted(stems(["wagers", "exposing"]).items())
    [('exposing', 'expos'), ('wagers', 'wager')]
    """
    wanted = sorted(set(words))
    database = sqlite3.connect(":memory:")
    try:
        database.execute("CREATE VIRTUAL TABLE words USING fts5(word, tokenize = 'porter ascii')")
        database.execute("CREATE VIRTUAL TABLE stem USING fts5vocab(words, instance)")
        database.executemany("INSERT INTO words VALUES (?)", [(word,) for word in wanted])
        terms = dict(database.execute("SELECT doc, term FROM stem"))
    finally:
        database.close()
    return {word: str(terms.get(number, word)) for number, word in enumerate(wanted, 1)}


def tokens(text: str) -> list[str]:
    """The words of a text in lower case, without citations.

    >>> tokens("The dealer's 10s aren't $5 (§ 565.8(b))")
    ['the', 'dealers', '10', 'arent', '5']
    """
    plain = _CITE.sub(" ", text.lower()).replace("’", "'").replace("%", " percent ")
    plain = _HOLD_EM.sub("holdem", plain).replace("'", "")
    return _TOKEN.findall(_PLURAL.sub(r"\1", plain))


def stemmed(texts: Iterable[str], forms: Mapping[str, str]) -> list[tuple[str, ...]]:
    """The stems of each text. Irregular forms are replaced by their regular ones first."""
    words_by_text = [[forms.get(word, word) for word in tokens(text)] for text in texts]
    stem_of = stems(word for words in words_by_text for word in words)
    return [tuple(stem_of[word] for word in words) for words in words_by_text]


@cache
def trade() -> Trade:
    """The vocabulary of the trade, read once."""
    data = tomllib.loads(SYNONYMS.read_text(encoding="utf-8"))
    forms: dict[str, str] = data["forms"]
    ignored, common = data["ignore"].split(), data["common"].split()
    parts = {part: [(name, phrase) for name, phrases in data[part].items() for phrase in phrases] for part in PARTS}
    read = stemmed([*ignored, *(phrase for listed in parts.values() for _, phrase in listed)], forms)
    ignore, rest = read[: len(ignored)], iter(read[len(ignored) :])
    names: dict[str, dict[tuple[str, ...], list[str]]] = {part: {} for part in PARTS}
    for part, listed in parts.items():
        for name, _ in listed:
            names[part].setdefault(next(rest), []).append(name)
    rings, kinds, games = (names[part] for part in PARTS)
    spelled = {word for listed in parts.values() for _, phrase in listed for word in tokens(phrase)} | {*ignored, *forms}
    return Trade(
        forms,
        frozenset(stem for phrase in ignore for stem in phrase),
        frozenset(stems(common).values()),
        frozenset(stemmed(data["variants"], forms)),
        {phrase: frozenset(ring) for phrase, ring in rings.items()},
        {phrase: frozenset(kind) for phrase, kind in kinds.items()},
        {phrase: tuple(numbers) for phrase, numbers in games.items()},
        frozenset(spelled),
    )


def rings_in(text: Sequence[str]) -> list[str]:
    """The rings that stems belong to, once for each occurrence.

    >>> rings_in(("straddl", "pack"))
    ['straddle', 'deck']
    """
    return _within(text, trade().rings)


def _within(text: Sequence[str], phrases: Mapping[tuple[str, ...], Iterable[str]]) -> list[str]:
    """The names of all phrases that occur in a text, once for each occurrence."""
    spans = (tuple(text[at:end]) for at in range(len(text)) for end in range(at + 1, min(at + LONGEST_PHRASE, len(text)) + 1))
    return [name for span in spans if span in phrases for name in sorted(phrases[span])]


def _longest(text: Sequence[str], at: int, phrases: Container[tuple[str, ...]]) -> tuple[str, ...]:
    """The longest phrase that starts at a position of a text, () for none."""
    ends = range(min(at + LONGEST_PHRASE, len(text)), at, -1)
    return next((span for end in ends if (span := tuple(text[at:end])) in phrases), ())


def understand(question: str, vocabulary: Mapping[str, int]) -> Question:
    """Parse a question into concepts. Unknown words are corrected to the nearest known one. `vocabulary` has the number of
    occurrences of each word in the rules."""
    lexicon = trade()
    words = tokens(question)
    unknown = [word for word in dict.fromkeys(words) if is_unknown(word, vocabulary)]
    read_as = {word: meant for word in unknown[:MOST_TYPOS] if (meant := spelled(word, vocabulary))}
    (read,) = stemmed([" ".join(read_as.get(word, word) for word in words)], lexicon.forms)
    chapters, rest = _games(list(read))
    concepts = _concepts(rest) or _concepts(list(read)) or [Concept((stem,)) for stem in read]
    kinds = frozenset(_within(read, lexicon.kinds))
    return Question(tuple(dict.fromkeys(concepts)), _pairs(rest), chapters, kinds, read_as, _term(words, rest))


def _term(words: Sequence[str], rest: Sequence[str]) -> tuple[str, ...]:
    """The stems of the term whose definition a question asks for ("what is a stub"), () if it asks for none.

    >>> _term(("what", "is", "a", "fouled", "hand"), ("what", "is", "a", "foul", "hand"))
    ('foul', 'hand')
    >>> _term(("what", "is", "the", "lowest", "bet"), ("what", "is", "the", "lowest", "bet"))
    ()
    """
    if not _DEFINES.search(" ".join(words)):
        return ()
    term = tuple(stem for stem in rest if stem not in trade().ignore and stem not in DEFINING)
    return term if len(term) <= LONGEST_TERM else ()


def _games(read: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """The chapters of the games that a question names, and the remaining stems. The longest name wins: Three Card Poker is not
    Poker, and in a question about Spanish 21, Blackjack is a hand. Names that are also words stay among the stems."""
    named: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    rest: list[str] = []
    at = 0
    while at < len(read):
        name = _longest(read, at, trade().games)
        if name:
            named.append((name, trade().games[name]))
        if not name or name in trade().variants:
            rest += name or read[at : at + 1]
        at += len(name) or 1
    own = [numbers for name, numbers in named if name not in trade().variants]
    return tuple(dict.fromkeys(n for numbers in own or [numbers for _, numbers in named] for n in numbers)), rest


def _concepts(read: list[str]) -> list[Concept]:
    """The concepts of stems. The longest phrase wins; stop words are dropped."""
    lexicon, at = trade(), 0
    concepts: list[Concept] = []
    while at < len(read):
        phrase = _longest(read, at, lexicon.rings) or (read[at],)
        words = tuple(_concept(stem) for stem in phrase if stem not in lexicon.ignore)
        concepts += [Concept(phrase, lexicon.rings[phrase], words)] if len(phrase) > 1 else words
        at += len(phrase)
    return concepts


def _concept(stem: str) -> Concept:
    lexicon = trade()
    return Concept(
        (stem,), lexicon.rings.get((stem,), frozenset()), weight=COMMON if stem in lexicon.common or stem.isdecimal() else 1.0
    )


def _pairs(read: list[str]) -> tuple[Concept, ...]:
    """Pairs of adjacent stems, neither of them a stop word."""
    lexicon = trade()
    pairs = (pair for pair in pairwise(read) if not {*pair} & lexicon.ignore)
    return tuple(Concept(pair, weight=COMMON if {*pair} & lexicon.common else 1.0) for pair in pairs)


# ---------------------------------------------------------------------------- spelling


def is_unknown(word: str, vocabulary: Mapping[str, int]) -> bool:
    """True if a word is long enough to be judged, and no rule or synonym has it in any form."""
    if len(word) < SHORTEST_TYPO or word in vocabulary or word in trade().words or not word.isalpha():
        return False
    return not set(stems([word]).values()) & _known_stems(frozenset(vocabulary))


def spelled(word: str, vocabulary: Mapping[str, int]) -> str:
    """The most likely correction of an unknown word, "" if no known word is close."""
    most = 2 if len(word) >= LONG_WORD else 1
    near = [(away, other) for other in {*vocabulary, *trade().words} if (away := distance(word, other, most)) <= most]
    # The first letter is seldom wrong.
    ranked = [(away, other[0] != word[0], -vocabulary.get(other, 0), other) for away, other in near]
    return min(ranked)[-1] if ranked else ""


@cache
def _known_stems(words: frozenset[str]) -> frozenset[str]:
    return frozenset(stems({*words, *trade().words}).values())


def distance(one: str, other: str, most: int) -> int:
    """The edit distance of two words, with swapped neighbours as one edit (optimal string alignment), capped at `most` + 1.

    >>> distance("delaer", "dealer", 2), distance("wagr", "wager", 1), distance("ante", "blind", 1)
    (1, 1, 2)
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, other_letter in enumerate(other, 1):
            best = min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != other_letter))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == other_letter:
                best = min(best, last[j - 2] + 1)
            row.append(best)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
