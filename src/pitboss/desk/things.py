"""Which paragraphs are about which physical thing of a table (`equipment.toml`). Nothing else is loaded for it, so that whoever
looks a rule up need not wait for the engine."""

import tomllib
from functools import cache
from pathlib import Path

from pitboss.rulebook import Chapter


def things_of(book: Chapter) -> dict[str, list[str]]:
    """The paragraphs of a chapter by what they are about; those of a game that lives elsewhere are about the table."""
    if book.chapter in _listed():
        return {thing: [book.chapter + cite for cite in cites] for thing, cites in _listed()[book.chapter].items()}
    return {"table": [cite for cite, paragraph in book.paragraphs.items() if paragraph.kind == "equipment"]}


@cache
def _listed() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = tomllib.loads(
        (Path(__file__).parent / "equipment.toml").read_text(encoding="utf-8")
    )
    return found


@cache
def listed() -> frozenset[str]:
    """Every paragraph that is on the checklist of some table."""
    return frozenset(number + cite for number, things in _listed().items() for cites in things.values() for cite in cites)
