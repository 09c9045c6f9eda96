"""Full-text search: the paragraphs that answer a question in plain words, best first.

Each concept of a question is scored separately (BM25 of FTS5; the paragraph's own words weigh more than those around it), and a
match by synonym counts a little less. A paragraph that covers more of the question's concepts ranks above one that repeats a
few of them, and one that answers a similar example question (`topics/*.toml`) above both. Start reading at `words.py`.
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

LONGEST = 300  # characters of a question; the rest is ignored
REPEATED = 5  # near duplicates that are appended to the results
MOST = 10  # results, not counting near duplicates
WEIGHTS = (3.0, 0.7, 1.0, 0.2, 1.5)  # of the columns of the index
PAIR = 0.5  # bonus for two words of the question that are adjacent in the rule too
SYNONYM = 0.9  # factor for a match by synonym
INTRODUCES = 0.7  # factor for lead-ins and definitions, which say less than what they introduce
ALIKE = 2.0  # weight of answering a similar example question, where matching words weigh 1
DEFINES = 4.0  # factor for the definition of a term when the question asks for it
ELSEWHERE = 0.6  # factor for rules of other agencies, which are seldom meant
GENERAL = 0.75  # factor for rules about all games when the question names a game
COVER = 0.7  # exponent of the share of the question that a paragraph covers
ASKED = {"irregularity": 2.0}  # factor for rules of the kind that the question asks for
USUAL = 1.4  # that factor for all other kinds
APART = 0.7  # factor for the words of a phrase on their own
SAME = 0.6  # share of common words from which two paragraphs count as near duplicates
LEAST = 1e-6  # the IDF that FTS5 uses for a word in more than half of all paragraphs

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
    """The paragraphs that answer a question, the spellings that were corrected, and True if it is a single word."""

    found: tuple[FoundRule, ...]
    read_as: Mapping[str, str]
    word: bool = False


def find(question: str, chapters: Collection[str] = (), most: int = MOST) -> FoundRules:
    """Search for the paragraphs that answer a question, best first: in `chapters`, else in those of games that it names.

    >>> [rule.cite for rule in find("four card poker: what if the dealer shows a card?").found][:1]
    ['557.13(d)']
    """
    with _lock:  # one connection for all threads
        return _find(question[:LONGEST], chapters, most)


def _find(question: str, chapters: Collection[str], most: int) -> FoundRules:
    contents = _contents(opened())
    asked = understand(question, contents.vocabulary)
    wanted = frozenset(chapters or (asked.chapters and (*asked.chapters, *_general())))
    searched = {number: row for number, row in contents.rows.items() if not wanted or row.chapter in wanted}
    if len(tokens(question)) == 1 and (hits := _matches(f'says : "{asked.concepts[0].stems[0]}"', searched)):
        return FoundRules(tuple(_result(searched[number], hits[number]) for number in _best(hits)), asked.read_as, word=True)
    scores = _scores(asked, searched)
    results: list[FoundRule] = []
    duplicates: list[FoundRule] = []
    replaced = {row.chapter for row in searched.values() if row.replaced}
    for number in _best(scores):
        row = searched[number]
        if any(row.cite in above_of(better.cite) or better.cite in above_of(row.cite) for better in results):
            continue  # a better result contains this paragraph or lies within it
        rule = _result(row, scores[number])
        like = next((place for place, better in enumerate(results) if _is_near_duplicate(row, better)), None)
        if like is None:
            results.append(rule)
        elif results[like].chapter in replaced and rule.chapter not in replaced:  # the text in force comes first
            duplicates.append(results[like])
            results[like] = rule
        else:
            duplicates.append(rule)
        if len(results) == most:
            break
    return FoundRules((*results, *duplicates[:REPEATED]), asked.read_as)


def _is_near_duplicate(row: Row, better: FoundRule) -> bool:
    """True if a paragraph repeats a better one of the same game, say for another dealing method or edition."""
    one, other = set(tokens(row.says)), set(tokens(better.says))
    return row.game == better.game and len(one & other) >= SAME * len(one | other)


def _general() -> list[str]:
    """The chapters about all games."""
    return [number for number, source in sources().items() if source.kind == "general"]


def _best(scores: Mapping[int, float]) -> list[int]:
    """Paragraph numbers by descending score; ties in the order of the rulebook."""
    return sorted(scores, key=lambda number: (-scores[number], number))


def _result(row: Row, score: float) -> FoundRule:
    return FoundRule(row.cite, row.chapter, row.game, row.heading, row.says, score)


class _Contents(NamedTuple):
    rows: dict[int, Row]
    vocabulary: dict[str, int]


@lru_cache(maxsize=2)
def _contents(index: Connection) -> _Contents:
    rows = index.execute("SELECT id, cite, chapter, game, heading, kind, says, replaced FROM paragraph")
    return _Contents({number: Row(*row) for number, *row in rows}, dict(index.execute("SELECT word, number FROM word")))


def _scores(asked: Question, searched: Mapping[int, Row]) -> dict[int, float]:
    """The score of each paragraph: that of its words, relative to the best, plus similarity to example questions it answers."""
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
    """The definitions that contain the term that a question asks for."""
    if not asked.term:
        return []
    return [
        number
        for number in _matches(f"says : {_phrase(Concept(asked.term))}", searched)
        if searched[number].kind == "definition"
    ]


def _means_records(asked: Question, searched: Mapping[int, Row]) -> bool:
    """True if several words of the question, or half of them, occur only in rules of other agencies, as "beer" does."""
    games = {number for number, source in sources().items() if source.kind != "record"}
    occurrences = [{searched[number].chapter for number in _concept(concept, searched)} for concept in asked.concepts]
    alone = sum(bool(chapters) and not chapters & games for chapters in occurrences)
    return 2 * alone >= min(4, max(1, len(occurrences)))


def _places(named: bool, records: bool) -> dict[str, float]:
    """A factor for each chapter. Rules of other agencies count less than those of games, unless they are meant; rules about all
    games count less if the question names a game."""
    game, record = (ELSEWHERE**2, 1.0) if records else (1.0, ELSEWHERE)
    worth = {"record": record, "general": GENERAL if named else game}
    return {number: worth.get(source.kind, game) for number, source in sources().items()}


def _words_scores(asked: Question, searched: Mapping[int, Row]) -> dict[int, float]:
    """The score of each paragraph's words: the sum over the concepts that it has, weighted by rarity, times its coverage."""
    total: dict[int, float] = {}
    covered: dict[int, float] = {}
    possible = 0.0
    for concept in asked.concepts:
        scores = _concept(concept, searched)
        value = max(scores.values(), default=0.0)
        possible += value
        for number, score in scores.items():
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
        total[number] = score * (covered[number] / possible) ** COVER * factor
    return total


def _concept(concept: Concept, searched: Mapping[int, Row]) -> dict[int, float]:
    """The score of each paragraph for one concept: by its own words, a synonym, or the parts of a phrase."""
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
    """The BM25 score of each paragraph for the first phrase or, a little less, for its synonyms, the other phrases."""
    best: dict[int, float] = {}
    for phrase in phrases:
        for number, score in _matches(phrase, searched).items():
            best[number] = max(best.get(number, 0.0), score * (SYNONYM if phrase != phrases[0] else 1.0))
    rare = log(1 + (len(searched) - len(best) + 0.5) / (len(best) + 0.5))
    return {number: score * rare for number, score in best.items()}


def _matches(query: str, searched: Mapping[int, Row]) -> dict[int, float]:
    """The BM25 score of each paragraph without IDF, which FTS5 sets to nearly 0 if half of all paragraphs match."""
    ranked = dict(opened().execute("SELECT rowid, -bm25(text, ?, ?, ?, ?, ?) FROM text WHERE text MATCH ?", (*WEIGHTS, query)))
    rare = max(log((len(_contents(opened()).rows) - len(ranked) + 0.5) / (len(ranked) + 0.5)), LEAST)
    return {number: score / rare for number, score in ranked.items() if number in searched}
