"""Rules found by asking: the paragraphs that answer a plain question, best first.

Each concept of a question is looked for by itself (BM25 of FTS5, with the words of the paragraph before those around it); what
it scores by a synonym counts a little less. A paragraph that has more of what is asked comes before one that has a part of it
often, and one that answers a question like it (`topics/*.toml`) before both. Start reading at `words.py`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from sqlite3 import Connection
from threading import RLock
from typing import NamedTuple

from pitboss.rulebook.chapters import sources
from pitboss.rulebook.search.asking import alike
from pitboss.rulebook.search.index import Row, above_of, opened
from pitboss.rulebook.search.words import Concept, Question, tokens, understand

LONGEST = 300  # letters of a question
REPEATED = 5  # paragraphs that say the same as one of these, which come after them
MOST = 10  # paragraphs that are found
WEIGHTS = (3.0, 0.7, 1.0, 0.2, 1.5)  # of the columns of the index
PAIR = 0.5  # two words that stand together also in the rule
SYNONYM = 0.9  # what a synonym is worth beside the word itself
INTRODUCES = 0.7  # what introduces other paragraphs says less than they do
ALIKE = 2.0  # what it is worth to answer a question like this one, beside the words of the rule
DEFINES = 4.0  # what the definition of a term is worth where it is asked for
ELSEWHERE = 0.6  # rules of other agencies are seldom meant
GENERAL = 0.75  # nor are those about all games, where a game is named
COVER = 0.7  # how much it counts that a paragraph has all that is asked
ASKED = {"irregularity": 2.0}  # what a rule of the kind that is asked for is worth
USUAL = 1.4  # of the other kinds
APART = 0.7  # the words of a phrase one by one
SAME = 0.6  # of the words of two paragraphs that say the same
LEAST = 1e-6  # what FTS5 takes for the rareness of a word that half of all paragraphs have

_lock = RLock()


@dataclass(frozen=True)
class FoundRule:
    """A paragraph that answers a question."""

    cite: str
    chapter: str
    game: str
    heading: str
    says: str
    score: float


@dataclass(frozen=True)
class FoundRules:
    """The paragraphs that answer a question, what was read as another word, and whether it is a single word."""

    found: tuple[FoundRule, ...]
    read_as: Mapping[str, str]
    word: bool = False


def find(question: str, chapters: Collection[str] = (), most: int = MOST) -> FoundRules:
    """The paragraphs that answer a question, best first, of some chapters or of those whose games the question names.

    >>> [each.cite for each in find("four card poker: what if the dealer shows a card?").found][:1]
    ['557.13(d)']
    """
    with _lock:  # one connection for all threads
        return _find(question[:LONGEST], chapters, most)


def _find(question: str, chapters: Collection[str], most: int) -> FoundRules:
    known = _known(opened())
    asked = understand(question, known.vocabulary)
    wanted = frozenset(chapters or (asked.chapters and (*asked.chapters, *_general())))
    searched = {number: row for number, row in known.rows.items() if not wanted or row.chapter in wanted}
    if len(tokens(question)) == 1 and (having := _matches(f'says : "{asked.concepts[0].stems[0]}"', searched)):
        return FoundRules(tuple(_found(searched[number], having[number]) for number in _best(having)), asked.read_as, word=True)
    scores = _scores(asked, searched)
    found: list[FoundRule] = []
    again: list[FoundRule] = []
    replaced = {row.chapter for row in searched.values() if row.replaced}
    for number in _best(scores):
        row = searched[number]
        if any(row.cite in above_of(better.cite) or better.cite in above_of(row.cite) for better in found):
            continue  # one of the family says it
        rule = _found(row, scores[number])
        like = next((place for place, better in enumerate(found) if _says_the_same(row, better)), None)
        if like is None:
            found.append(rule)
        elif found[like].chapter in replaced and rule.chapter not in replaced:  # the text in force comes first
            again.append(found[like])
            found[like] = rule
        else:
            again.append(rule)
        if len(found) == most:
            break
    return FoundRules((*found, *again[:REPEATED]), asked.read_as)


def _says_the_same(row: Row, better: FoundRule) -> bool:
    """Whether a paragraph says what a better one of the same game does, of another dealing method or edition."""
    one, other = set(tokens(row.says)), set(tokens(better.says))
    return row.game == better.game and len(one & other) >= SAME * len(one | other)


def _general() -> list[str]:
    """The chapters about all games."""
    return [number for number, source in sources().items() if source.kind == "general"]


def _best(scores: Mapping[int, float]) -> list[int]:
    """The best first, in the order of the rulebook where they are equal."""
    return sorted(scores, key=lambda number: (-scores[number], number))


def _found(row: Row, score: float) -> FoundRule:
    return FoundRule(row.cite, row.chapter, row.game, row.heading, row.says, score)


class _Known(NamedTuple):
    rows: dict[int, Row]
    vocabulary: dict[str, int]


@lru_cache(maxsize=2)
def _known(index: Connection) -> _Known:
    rows = index.execute("SELECT id, cite, chapter, game, heading, kind, says, replaced FROM paragraph")
    return _Known({number: Row(*row) for number, *row in rows}, dict(index.execute("SELECT word, number FROM word")))


def _scores(asked: Question, searched: Mapping[int, Row]) -> dict[int, float]:
    """What each paragraph scores: its words beside those of the best, and how much like the question one is that it answers."""
    words = _words_scores(asked, searched)
    most = max(words.values(), default=1.0)
    likeness = {number: share for number, share in alike(asked, opened()).items() if number in searched}
    places = _places(bool(asked.chapters), _means_records(asked, searched))
    scores = {
        number: (words.get(number, 0.0) / most + ALIKE * likeness.get(number, 0.0)) * places.get(searched[number].chapter, 1.0)
        for number in {*words, *likeness}
    }
    return scores | {number: DEFINES * scores[number] for number in _defining(asked, searched) if number in scores}


def _defining(asked: Question, searched: Mapping[int, Row]) -> list[int]:
    """The definitions that have the term which a question asks for."""
    if not asked.term:
        return []
    return [
        number
        for number in _matches(f"says : {_phrase(Concept(asked.term))}", searched)
        if searched[number].kind == "definition"
    ]


def _means_records(asked: Question, searched: Mapping[int, Row]) -> bool:
    """True if several words of the question, or half of them, occur in rules of other agencies alone, as beer does."""
    games = {number for number, source in sources().items() if source.kind != "record"}
    having = [{searched[number].chapter for number in _concept(concept, searched)} for concept in asked.concepts]
    alone = sum(bool(chapters) and not chapters & games for chapters in having)
    return 2 * alone >= min(4, max(1, len(having)))


def _places(named: bool, records: bool) -> dict[str, float]:
    """What rules of a chapter count: those of other agencies less than those of games, or more where they are meant; those
    about all games less where a game is named."""
    game, record = (ELSEWHERE**2, 1.0) if records else (1.0, ELSEWHERE)
    worth = {"record": record, "general": GENERAL if named else game}
    return {number: worth.get(source.kind, game) for number, source in sources().items()}


def _words_scores(asked: Question, searched: Mapping[int, Row]) -> dict[int, float]:
    """What each paragraph scores by its words: all that it has of what is asked, the rarer the more."""
    total: dict[int, float] = {}
    covered: dict[int, float] = {}
    whole = 0.0
    for concept in asked.concepts:
        found = _concept(concept, searched)
        value = max(found.values(), default=0.0)
        whole += value
        for number, score in found.items():
            total[number] = total.get(number, 0.0) + score
            covered[number] = covered.get(number, 0.0) + value
    for pair in asked.pairs:
        for number, score in _ranked([_phrase(pair)], searched).items():
            if number in total:
                total[number] += pair.weight * PAIR * score
    for number, score in total.items():
        kind = searched[number].kind
        factor = ASKED.get(kind, USUAL) if kind in asked.kinds else 1.0
        factor *= INTRODUCES if kind in ("lead-in", "definition") or "(" not in searched[number].cite else 1.0
        total[number] = score * (covered[number] / whole) ** COVER * factor
    return total


def _concept(concept: Concept, searched: Mapping[int, Row]) -> dict[int, float]:
    """What each paragraph scores for one concept: by its own words, or by a synonym."""
    best = _ranked([_phrase(concept), *(f"ring_{ring}" for ring in concept.rings)], searched)
    apart: dict[int, float] = {}
    for part in concept.parts:
        for number, score in _concept(part, searched).items():
            apart[number] = apart.get(number, 0.0) + APART * score
    best |= {number: max(score, best.get(number, 0.0)) for number, score in apart.items()}
    return {number: concept.weight * score for number, score in best.items()}


def _phrase(concept: Concept) -> str:
    return '"' + " ".join(concept.stems) + '"'


def _ranked(phrases: Sequence[str], searched: Mapping[int, Row]) -> dict[int, float]:
    """BM25 of the first of some phrases, or of the others that mean the same."""
    best: dict[int, float] = {}
    for phrase in phrases:
        for number, score in _matches(phrase, searched).items():
            best[number] = max(best.get(number, 0.0), score * (SYNONYM if phrase != phrases[0] else 1.0))
    rare = log(1 + (len(searched) - len(best) + 0.5) / (len(best) + 0.5))
    return {number: score * rare for number, score in best.items()}


def _matches(query: str, searched: Mapping[int, Row]) -> dict[int, float]:
    """How much of a phrase paragraphs have, by BM25 but for how rare it is: FTS5 gives nothing for what half of all have."""
    ranked = dict(opened().execute("SELECT rowid, -bm25(text, ?, ?, ?, ?, ?) FROM text WHERE text MATCH ?", (*WEIGHTS, query)))
    rare = max(log((len(_known(opened()).rows) - len(ranked) + 0.5) / (len(ranked) + 0.5)), LEAST)
    return {number: score / rare for number, score in ranked.items() if number in searched}
