"""What a learner knows of a table: by section, what is weak, and when every card will have been asked."""

from datetime import datetime
from typing import Any

from pitboss.house import House
from pitboss.school.cards import cards
from pitboss.school.judge import RIGHT
from pitboss.school.memory import NEW, Memory, SectionProgress, now
from pitboss.school.progress import Progress
from pitboss.school.scores import section_of
from pitboss.table.game import Game

WEAK = 5  # sections in which most went wrong
LEAST = 3  # acts or answers of a section, before it is called weak


def report(game: Game, house: House, progress: Progress, at: datetime | None = None) -> dict[str, Any]:
    """What a learner knows: by section, what is weak, and when every card will have been asked."""
    at = now() if at is None else at
    known = cards(game, house)
    memory = Memory(progress.reviews(game.chapter))
    sections = memory.sections(known, at)
    new = sum(section.cards - section.asked for section in sections)
    return {
        "chapter": game.chapter,
        "cards": len(known),
        "asked": len(known) - new,
        "known": round(sum(section.known for section in sections) / max(1, len(known)), 3),
        "due": sum(section.due for section in sections),
        "days_until_all_were_asked": -(-new // NEW),
        "sections": [_section(section) for section in sections],
        "weak_sections": weak_sections(progress, game.chapter),
        "weak_cards": [
            {"card": card.name, "section": card.section, "wrong": memory.lapses[card.name]}
            for card in memory.weak_spots(known, at)
        ],
    }


def _section(section: SectionProgress) -> dict[str, Any]:
    known = round(section.known / section.cards, 3)
    return {"section": section.section, "cards": section.cards, "asked": section.asked, "known": known, "due": section.due}


def weak_sections(progress: Progress, chapter: str) -> list[dict[str, Any]]:
    """The sections in which most went wrong, in lessons, drills and cards."""
    tries: dict[str, list[bool]] = {}
    for mark in progress.marks(chapter):
        tries.setdefault(section_of(mark.section), []).append(mark.verdict == RIGHT)
    for row in (*progress.answers(chapter), *progress.reviews(chapter)):
        tries.setdefault(section_of(row["section"]), []).append(row["right"])
    rows: list[dict[str, Any]] = [
        {"section": section, "right": sum(rights), "of": len(rights)} for section, rights in tries.items()
    ]
    weak = [row for row in rows if row["of"] >= LEAST and row["right"] < row["of"]]
    return sorted(weak, key=lambda row: row["right"] / row["of"])[:WEAK]
