"""The day's lesson in the terminal (due cards and some new ones), and printed reports and handouts."""

import time
from collections.abc import Sequence
from random import Random
from typing import Any

from pitboss.house import House
from pitboss.school.cards import cards
from pitboss.school.handouts import Handout
from pitboss.school.memory import AGAIN_AFTER, NEW, Memory, now
from pitboss.school.progress import Progress
from pitboss.table.game import Game
from pitboss.terminal.school.drilling import Answered, ask, summary, tell
from pitboss.terminal.screen import Screen


def run_today(game: Game, house: House, progress: Progress, minutes: int, *, quiet: bool = False) -> list[Answered]:
    """Ask today's cards, each until the answer is right, for at most `minutes`."""
    screen, began = Screen(), time.monotonic()
    deck, rng = cards(game, house), Random()
    memory = Memory(progress.reviews(game.chapter))
    today = progress.new_cards_of(game.chapter, now().date())
    waiting = memory.today(deck, now(), today)
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
            answer = ask(screen, len(answered) + 1, question, quiet=quiet)
        except KeyboardInterrupt:
            screen.blank()
            answer = None
        if answer is None:
            break
        answered.append(answer)
        progress.review(game.chapter, card, right=answer.right, seconds=answer.seconds)
        if not answer.right:
            waiting.insert(AGAIN_AFTER, card)
        if not quiet:
            tell(screen, answer)
    if not quiet:
        summary(screen, answered)
        screen.say(_left(waiting, answered))
    return answered


def _left(waiting: Sequence[object], answered: Sequence[Answered]) -> str:
    """The closing sentence of a lesson."""
    if waiting:
        return f"{len(waiting)} cards of today are left."
    return "All cards of today are known." if answered else "Nothing is due today."


def show_report(report: dict[str, Any]) -> None:
    """Print a report."""
    screen = Screen()
    screen.row([(f"{'section':<14}{'cards':>6}{'asked':>7}{'known':>8}{'due':>5}", "title")])
    for row in report["sections"]:
        screen.row([(f"§ {row['section']:<12}{row['cards']:>6}{row['asked']:>7}{row['known']:>8.0%}{row['due']:>5}", "")])
    screen.row([(f"{'in all':<14}{report['cards']:>6}{report['asked']:>7}{report['known']:>8.0%}{report['due']:>5}", "title")])
    if report["weak_sections"]:
        sections = [f"§ {row['section']} ({row['right']} of {row['of']} right)" for row in report["weak_sections"]]
        screen.say(f"Weakest sections, with lessons and drills: {', '.join(sections)}.")
    if report["weak_cards"]:
        screen.say(f"Weakest cards: {'; '.join(row['card'] for row in report['weak_cards'])}.")
    days = report["days_until_all_were_asked"]
    if days:
        screen.say(f"At {NEW} new cards a day, every card will have been asked in {days} day{'s' * (days != 1)}.")


def show_handout(handout: Handout) -> None:
    """Print a handout."""
    screen = Screen()
    for title, tasks in (("before the first round", handout.opening), ("the round", handout.round)):
        screen.heading(title)
        for task in tasks:
            words = f"says {task.say}" if task.say else ""
            screen.say(f"{'; '.join(filter(None, (task.do, words)))} (§ {task.section})")
    screen.heading("when something goes wrong")
    for remedy in handout.remedies:
        when = f", {remedy.when}" if remedy.when else ""
        screen.say(f"{remedy.kind}{when}: {remedy.then} (§ {remedy.section})")
    screen.heading("payouts to practise")
    for number, question in enumerate(handout.practice, 1):
        screen.say(f"{number}. {'; '.join(question.shown)}")
        screen.indent(question.ask, 3)
    screen.heading("answers")
    for number, question in enumerate(handout.practice, 1):
        screen.say(f"{number}. {question.answer} (§ {question.section}; {question.why})")
