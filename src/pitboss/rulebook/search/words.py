"""Words of rules and of questions: stems, synonyms of the trade, names of games, and spelling.

What players, dealers and the regulation call a thing differs ("flashed", "exposed", "face up"). `synonyms.toml` lists such
words in rings; a text is read as its stems and, beside them, the rings that it touches.
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
COMMON = 0.4  # what a word that most rules have is worth
LONGEST_PHRASE = 6  # words of a synonym
SHORTEST_TYPO = 4  # letters: a shorter word is within one letter of too many others
MOST_TYPOS = 6  # words of a question that are corrected: each is compared with every word of the rules
LONG_WORD = 8  # letters, from which two may be wrong
LONGEST_TERM = 3  # words of a term that a chapter defines
DEFINING = ("mean", "meant", "defin", "definit", "term", "word", "call")  # stems with which a definition is asked for
_DEFINES = re.compile(r"^whats? is an? |^whats an? |^what (?:does|do|did|is|are) .*\b(?:mean|meant)\b|\bdefin|\bmeaning of\b")
_CITE = re.compile(r"§?\s*\b(?:\d{3}[a-z]?|\d+-\d+)\.\d+(?:\(\w+\))*")
_HOLD_EM = re.compile(r"\bhold\s?'?\s?em\b")
_TOKEN = re.compile(r"[a-z0-9]+")
_PLURAL = re.compile(r"\b(\d+)s\b")


@dataclass(frozen=True)
class Concept:
    """One thing that a question asks about: its stems in order, the rings of words that mean the same, and of a phrase its
    words one by one."""

    stems: tuple[str, ...]
    rings: frozenset[str] = frozenset()
    parts: tuple["Concept", ...] = ()
    weight: float = 1.0


@dataclass(frozen=True)
class Question:
    """A question as it is understood."""

    concepts: tuple[Concept, ...]
    pairs: tuple[Concept, ...] = ()  # stems that stand together in it
    chapters: tuple[str, ...] = ()  # of the games that it names
    kinds: frozenset[str] = frozenset()  # of rules that it asks for
    read_as: Mapping[str, str] = field(default_factory=dict)  # words that are spelled otherwise, and how they were read
    term: tuple[str, ...] = ()  # the stems of a term whose definition it asks for


@dataclass(frozen=True)
class Trade:
    """`synonyms.toml`, by stems."""

    forms: Mapping[str, str]
    ignore: frozenset[str]
    common: frozenset[str]
    variants: frozenset[tuple[str, ...]]
    rings: Mapping[tuple[str, ...], frozenset[str]]
    kinds: Mapping[tuple[str, ...], frozenset[str]]
    games: Mapping[tuple[str, ...], tuple[str, ...]]
    words: frozenset[str]  # as they are spelled


def stems(words: Iterable[str]) -> dict[str, str]:
    """The Porter stems of words, as SQLite makes them.

    >>> sorted(stems(["wagers", "exposing"]).items())
    [('exposing', 'expos'), ('wagers', 'wager')]
    """
    wanted = sorted(set(words))
    database = sqlite3.connect(":memory:")
    try:
        database.execute("CREATE VIRTUAL TABLE words USING fts5(word, tokenize = 'porter ascii')")
        database.execute("CREATE VIRTUAL TABLE stem USING fts5vocab(words, instance)")
        database.executemany("INSERT INTO words VALUES (?)", [(word,) for word in wanted])
        found = dict(database.execute("SELECT doc, term FROM stem"))
    finally:
        database.close()
    return {word: str(found.get(number, word)) for number, word in enumerate(wanted, 1)}


def tokens(text: str) -> list[str]:
    """The words of a text in small letters, without citations.

    >>> tokens("The dealer's 10s aren't $5 (§ 565.8(b))")
    ['the', 'dealers', '10', 'arent', '5']
    """
    plain = _CITE.sub(" ", text.lower()).replace("’", "'").replace("%", " percent ")
    plain = _HOLD_EM.sub("holdem", plain).replace("'", "")
    return _TOKEN.findall(_PLURAL.sub(r"\1", plain))


def stemmed(texts: Iterable[str], forms: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Texts as stems; irregular forms count as their regular ones."""
    found = [[forms.get(word, word) for word in tokens(text)] for text in texts]
    known = stems(word for words in found for word in words)
    return [tuple(known[word] for word in words) for words in found]


@cache
def trade() -> Trade:
    """The synonyms, read once."""
    data = tomllib.loads(SYNONYMS.read_text(encoding="utf-8"))
    forms: dict[str, str] = data["forms"]
    ignored, common = data["ignore"].split(), data["common"].split()
    parts = {part: [(name, phrase) for name, phrases in data[part].items() for phrase in phrases] for part in PARTS}
    read = stemmed([*ignored, *(phrase for listed in parts.values() for _, phrase in listed)], forms)
    ignore, rest = read[: len(ignored)], iter(read[len(ignored) :])
    found: dict[str, dict[tuple[str, ...], list[str]]] = {part: {} for part in PARTS}
    for part, listed in parts.items():
        for name, _ in listed:
            found[part].setdefault(next(rest), []).append(name)
    rings, kinds, games = (found[part] for part in PARTS)
    spelled = {word for listed in parts.values() for _, phrase in listed for word in tokens(phrase)} | {*ignored, *forms}
    return Trade(
        forms,
        frozenset(stem for each in ignore for stem in each),
        frozenset(stems(common).values()),
        frozenset(stemmed(data["variants"], forms)),
        {phrase: frozenset(names) for phrase, names in rings.items()},
        {phrase: frozenset(names) for phrase, names in kinds.items()},
        {phrase: tuple(numbers) for phrase, numbers in games.items()},
        frozenset(spelled),
    )


def rings_in(text: Sequence[str]) -> list[str]:
    """The rings that stems touch, each as often as they do.

    >>> rings_in(("straddl", "pack"))
    ['straddle', 'deck']
    """
    return _within(text, trade().rings)


def _within(text: Sequence[str], known: Mapping[tuple[str, ...], Iterable[str]]) -> list[str]:
    """What some phrases stand for, as often as stems have them."""
    spans = (tuple(text[at:end]) for at in range(len(text)) for end in range(at + 1, min(at + LONGEST_PHRASE, len(text)) + 1))
    return [name for span in spans if span in known for name in sorted(known[span])]


def _longest(text: Sequence[str], at: int, known: Container[tuple[str, ...]]) -> tuple[str, ...]:
    """The longest of some phrases that begins at a place, () for none."""
    ends = range(min(at + LONGEST_PHRASE, len(text)), at, -1)
    return next((span for end in ends if (span := tuple(text[at:end])) in known), ())


def understand(question: str, vocabulary: Mapping[str, int]) -> Question:
    """A question as concepts; words that no rule has are read as the nearest that one has. `vocabulary` says how often the
    rules have a word."""
    known = trade()
    words = tokens(question)
    unknown = [word for word in dict.fromkeys(words) if is_unknown(word, vocabulary)]
    read_as = {word: meant for word in unknown[:MOST_TYPOS] if (meant := spelled(word, vocabulary))}
    (read,) = stemmed([" ".join(read_as.get(word, word) for word in words)], known.forms)
    chapters, rest = _games(list(read))
    concepts = _concepts(rest) or _concepts(list(read)) or [Concept((stem,)) for stem in read]
    kinds = frozenset(_within(read, known.kinds))
    return Question(tuple(dict.fromkeys(concepts)), _pairs(rest), chapters, kinds, read_as, _term(words, rest))


def _term(words: Sequence[str], rest: Sequence[str]) -> tuple[str, ...]:
    """The stems of the term whose definition is asked for, () where none is: "what is a stub", "what does plaque mean".

    >>> _term(("what", "is", "a", "fouled", "hand"), ("what", "is", "a", "foul", "hand"))
    ('foul', 'hand')
    >>> _term(("what", "is", "the", "lowest", "bet"), ("what", "is", "the", "lowest", "bet"))
    ()
    """
    said = " ".join(words)
    if not _DEFINES.search(said):
        return ()
    term = tuple(stem for stem in rest if stem not in trade().ignore and stem not in DEFINING)
    return term if len(term) <= LONGEST_TERM else ()


def _games(read: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """The chapters of the games that stems name, and the other stems. The longest names count: Three Card Poker is not Poker,
    and beside Spanish 21 a Blackjack is a hand. The one word of a game's name stays, since it says more than that."""
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
    """The concepts of stems, the longest phrases first; words that say nothing are left out."""
    known, at = trade(), 0
    found: list[Concept] = []
    while at < len(read):
        phrase = _longest(read, at, known.rings) or (read[at],)
        words = tuple(_concept(stem) for stem in phrase if stem not in known.ignore)
        found += [Concept(phrase, known.rings[phrase], words)] if len(phrase) > 1 else words
        at += len(phrase)
    return found


def _concept(stem: str) -> Concept:
    known = trade()
    return Concept(
        (stem,), known.rings.get((stem,), frozenset()), weight=COMMON if stem in known.common or stem.isdecimal() else 1.0
    )


def _pairs(read: list[str]) -> tuple[Concept, ...]:
    """Stems that stand next to each other and say something."""
    known = trade()
    pairs = (pair for pair in pairwise(read) if not {*pair} & known.ignore)
    return tuple(Concept(pair, weight=COMMON if {*pair} & known.common else 1.0) for pair in pairs)


# ---------------------------------------------------------------------------- spelling


def is_unknown(word: str, vocabulary: Mapping[str, int]) -> bool:
    """Whether a word is long enough to be judged, and neither a rule nor a synonym has it in any form."""
    if len(word) < SHORTEST_TYPO or word in vocabulary or word in trade().words or not word.isalpha():
        return False
    return not set(stems([word]).values()) & _known_stems(frozenset(vocabulary))


def spelled(word: str, vocabulary: Mapping[str, int]) -> str:
    """The known word that an unknown one most likely is, "" where none is near."""
    most = 2 if len(word) >= LONG_WORD else 1
    near = [(away, other) for other in {*vocabulary, *trade().words} if (away := distance(word, other, most)) <= most]
    # People seldom mistake the first letter.
    ranked = [(away, other[0] != word[0], -vocabulary.get(other, 0), other) for away, other in near]
    return min(ranked)[-1] if ranked else ""


@cache
def _known_stems(words: frozenset[str]) -> frozenset[str]:
    return frozenset(stems({*words, *trade().words}).values())


def distance(one: str, other: str, most: int) -> int:
    """How many letters are wrong, missing, added or exchanged with the next; more than `most` where it is more.

    >>> distance("delaer", "dealer", 2), distance("wagr", "wager", 1), distance("ante", "blind", 1)
    (1, 1, 2)
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, each in enumerate(other, 1):
            best = min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != each))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == each:
                best = min(best, last[j - 2] + 1)
            row.append(best)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
