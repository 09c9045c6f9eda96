"""The lesson of a day in the terminal: the cards that are due and some new ones; and a report of what is known."""

import time
from collections.abc import Sequence
from datetime import datetime
from random import Random
from typing import Any

from pitboss.house import House
from pitboss.school.cards import StudyCard, cards
from pitboss.school.judge import RIGHT
from pitboss.school.memory import NEW, Memory, SectionProgress, now
from pitboss.school.progress import Progress
from pitboss.school.scores import section_of
from pitboss.table.game import Game
from pitboss.terminal.drilling import Answered, ask, summary, tell
from pitboss.terminal.screen import Screen

AGAIN_AFTER = 3  # other cards, before one that was answered wrong is asked again
WEAK = 5  # sections in which most went wrong
LEAST = 3  # acts or answers of a section, before it is called weak


def run_today(game: Game, house: House, progress: Progress, minutes: int, *, quiet: bool = False) -> list[Answered]:
    """Asks the cards of today, each until it is known, for some minutes at the most."""
    screen, began = Screen(), time.monotonic()
    known, rng = cards(game, house), Random()
    memory = Memory(progress.reviews(game.chapter))
    today = progress.new_cards_of(game.chapter, now().date())
    waiting = memory.today(known, now(), today)
    if not quiet:
        new = sum(memory.due_at(card) is None for card in waiting)
        screen.heading(f"{house.chapter.game} · today")
        screen.say(f"{len(waiting) - new} cards to repeat and {new} new ones, for {minutes} minutes at the most. quit leaves.")
    answered: list[Answered] = []
    while waiting and time.monotonic() - began < minutes * 60:
        card = waiting.pop(0)
        question = card.asks(rng)
        if not quiet:
            screen.blank()
            for line in question.shown:
                screen.say(line)
        try:
            found = ask(screen, len(answered) + 1, question, quiet=quiet)
        except KeyboardInterrupt:
            screen.blank()
            found = None
        if found is None:
            break
        answered.append(found)
        progress.review(game.chapter, card, right=found.right, seconds=found.seconds)
        if not found.right:
            waiting.insert(AGAIN_AFTER, card)
        if not quiet:
            tell(screen, found)
    if not quiet:
        summary(screen, answered)
        screen.say(_left(waiting, answered))
    return answered


def _left(waiting: Sequence[StudyCard], answered: Sequence[Answered]) -> str:
    """What is said at the end of a lesson."""
    if waiting:
        return f"{len(waiting)} cards of today are left."
    return "All cards of today are known." if answered else "Nothing is due today."


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


def show_report(found: dict[str, Any]) -> None:
    """Prints a report."""
    screen = Screen()
    screen.row([(f"{'section':<14}{'cards':>6}{'asked':>7}{'known':>8}{'due':>5}", "title")])
    for row in found["sections"]:
        screen.row([(f"§ {row['section']:<12}{row['cards']:>6}{row['asked']:>7}{row['known']:>8.0%}{row['due']:>5}", "")])
    screen.row([(f"{'in all':<14}{found['cards']:>6}{found['asked']:>7}{found['known']:>8.0%}{found['due']:>5}", "title")])
    if found["weak_sections"]:
        said = [f"§ {row['section']} ({row['right']} of {row['of']} right)" for row in found["weak_sections"]]
        screen.say(f"Weakest sections, with lessons and drills: {', '.join(said)}.")
    if found["weak_cards"]:
        screen.say(f"Weakest cards: {'; '.join(row['card'] for row in found['weak_cards'])}.")
    days = found["days_until_all_were_asked"]
    if days:
        screen.say(f"At {NEW} new cards a day, every card will have been asked in {days} day{'s' * (days != 1)}.")
