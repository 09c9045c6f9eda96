"""Example questions: how people ask for rules (`topics/*.toml`), with the paragraphs that answer each question.

A key of these files names the paragraphs of a topic: "555|557.2(a) 561.2(b)" is § 555.2(a), § 557.2(a) and § 561.2(b). A user's
question is compared with all examples, by its words and by the rings of `synonyms.toml`; rare words count more.
"""

import tomllib
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import lru_cache
from math import log, sqrt
from pathlib import Path
from sqlite3 import Connection
from typing import NamedTuple

from pitboss.rulebook.search.words import Concept, Question, rings_in, stemmed, trade

TOPICS = Path(__file__).parent / "topics"
SCHEMA = """
CREATE TABLE topic (id INTEGER PRIMARY KEY, paragraphs TEXT);
CREATE TABLE example (id INTEGER PRIMARY KEY, topic INTEGER, size REAL);
CREATE VIRTUAL TABLE example_text USING fts5(words, tokenize = "unicode61 tokenchars '_'");
"""
IGNORED = 0.15  # factor for stop words in the size of a question
UNKNOWN = 3.0  # size of a word that no example has
RING = 0.75  # score of a synonym, where the word itself scores 1
APART = 0.7  # factor for the words of a phrase on their own
COVERED = 0.5  # weight of what all examples of a topic cover together
PAIR = 1.0  # bonus for two words that are adjacent in both questions


class Topic(NamedTuple):
    """Paragraphs, and example questions that they answer."""

    cites: tuple[str, ...]
    questions: tuple[str, ...]


class _Examples(NamedTuple):
    sizes: Mapping[int, tuple[int, float]]  # the topic and the size of each question
    paragraphs: Mapping[int, tuple[int, ...]]  # those of each topic


def topics() -> list[Topic]:
    """All topics, in the order of their files."""
    read = (tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(TOPICS.glob("*.toml")))
    return [Topic(cites_of(key), tuple(questions)) for listed in read for key, questions in listed.items()]


def cites_of(key: str) -> tuple[str, ...]:
    """The paragraphs that a key names.

    >>> cites_of("555|557.2(a) 561.2(b)")
    ('555.2(a)', '557.2(a)', '561.2(b)')
    """
    parts = (part.partition(".") for part in key.split())
    return tuple(f"{chapter}.{place}" for chapters, _, place in parts for chapter in chapters.split("|"))


def fill(database: Connection, numbers: Mapping[str, int]) -> None:
    """Add the example questions to an index. `numbers` has the number of each paragraph there."""
    all_topics = topics()
    questions = [(number, question) for number, topic in enumerate(all_topics, 1) for question in topic.questions]
    read = stemmed((question for _, question in questions), trade().forms)
    frequency = Counter(stem for stems in read for stem in set(stems))
    rare = {stem: _rareness(number, len(read)) for stem, number in frequency.items()}
    rare |= {stem: IGNORED * rare[stem] for stem in trade().ignore & rare.keys()}
    database.executescript(SCHEMA)
    with database:
        for number, topic in enumerate(all_topics, 1):
            paragraphs = " ".join(str(numbers[cite]) for cite in topic.cites)
            database.execute("INSERT INTO topic VALUES (?, ?)", (number, paragraphs))
        for example, ((number, _), stems) in enumerate(zip(questions, read, strict=True), 1):
            size = 1 + sum(rare[stem] for stem in set(stems))
            words = " ".join([*stems, *(f"ring_{ring}" for ring in rings_in(stems))])
            database.execute("INSERT INTO example VALUES (?, ?, ?)", (example, number, size))
            database.execute("INSERT INTO example_text (rowid, words) VALUES (?, ?)", (example, words))


def alike(asked: Question, index: Connection) -> dict[int, float]:
    """The similarity of a question to the most similar example that each paragraph answers: from 0 to about 1."""
    examples = _examples(index)
    total: defaultdict[int, float] = defaultdict(float)
    covered: defaultdict[int, float] = defaultdict(float)  # by topic, through any of its examples
    size = 0.0
    for concept in asked.concepts:
        matched = _matched(concept, index)
        exact = sum(share == 1 for share in matched.values()) or len(matched)
        rare = sqrt(concept.weight) * (_rareness(exact, len(examples.sizes)) if matched else UNKNOWN)
        size += rare
        part: dict[int, float] = {}
        for example, share in matched.items():
            total[example] += rare * share
            topic = examples.sizes[example][0]
            part[topic] = max(part.get(topic, 0.0), share)
        for topic, share in part.items():
            covered[topic] += rare * share
    for pair in asked.pairs:
        for example in _examples_with(_phrase(pair), index):
            total[example] += PAIR * pair.weight
    best: dict[int, float] = {}
    for example, score in total.items():
        topic, example_size = examples.sizes[example]
        likeness = score / sqrt(size * example_size) + COVERED * covered[topic] / size
        for number in examples.paragraphs[topic]:
            best[number] = max(best.get(number, 0.0), likeness)
    return best


def _rareness(matching: int, total: int) -> float:
    return log(1 + total / (1 + matching))


def _matched(concept: Concept, index: Connection) -> dict[int, float]:
    """How well each example matches a concept: 1 by its own words, less by a synonym or by parts of it."""
    shares: dict[int, float] = {}
    for part in concept.parts:
        for example, share in _matched(part, index).items():
            shares[example] = shares.get(example, 0.0) + APART * share / len(concept.parts)
    for ring in concept.rings:
        for example in _examples_with(f"ring_{ring}", index):
            shares[example] = max(shares.get(example, 0.0), RING)
    return shares | dict.fromkeys(_examples_with(_phrase(concept), index), 1.0)


def _phrase(concept: Concept) -> str:
    return '"' + " ".join(concept.stems) + '"'


def _examples_with(phrase: str, index: Connection) -> list[int]:
    return [row[0] for row in index.execute("SELECT rowid FROM example_text WHERE example_text MATCH ?", (phrase,))]


@lru_cache(maxsize=2)
def _examples(index: Connection) -> _Examples:
    sizes = {number: (topic, size) for number, topic, size in index.execute("SELECT id, topic, size FROM example")}
    paragraphs = index.execute("SELECT id, paragraphs FROM topic")
    return _Examples(sizes, {number: tuple(map(int, listed.split())) for number, listed in paragraphs})
