"""When each card is to be asked again: spaced repetition with fsrs, from the answers that are saved.

A card that was answered wrong comes again at once, one that is known after days, weeks and months. Nothing but the answers is
saved: the schedule follows from them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from pitboss.optional_packages import require
from pitboss.school.cards import KINDS, StudyCard
from pitboss.school.scores import section_of

if TYPE_CHECKING:
    import fsrs

AGAIN_AFTER = 3  # other cards, before one that was answered wrong is asked again
SLOW = 45.0  # seconds after which an answer was hard
NEW = 12  # cards a day that have not been asked before
FORGOTTEN = 0.8  # a weak spot is a card that is known with less than this probability


@dataclass(frozen=True)
class SectionProgress:
    """How far a section is known: of its cards some have been asked; `known` is how many are expected to be known now."""

    section: str
    cards: int
    asked: int
    known: float
    due: int


class Memory:
    """What a learner remembers of the cards of one table, by the answers that are saved; raises NotInstalled without fsrs."""

    def __init__(self, rows: Sequence[dict[str, Any]]) -> None:
        require("school")
        from fsrs import Card, Rating, Scheduler

        self._scheduler: fsrs.Scheduler = Scheduler(enable_fuzzing=False)
        self._cards: dict[str, fsrs.Card] = {}
        self.lapses: dict[str, int] = {}
        self._wrong: set[str] = set()  # cards that were answered wrong last
        for number, row in enumerate(rows):
            at, name = datetime.fromisoformat(row["at"]), row["card"]
            card = self._cards.get(name) or Card(card_id=number, due=at)
            rating = Rating.Again if not row["right"] else Rating.Hard if row["seconds"] > SLOW else Rating.Good
            self._cards[name] = self._scheduler.review_card(card, rating, at)[0]
            self.lapses[name] = self.lapses.get(name, 0) + (not row["right"])
            (self._wrong.discard if row["right"] else self._wrong.add)(name)

    def due_at(self, card: StudyCard) -> datetime | None:
        """When a card is to be asked again, None for a new one."""
        return self.due_named(card.name)

    def due_named(self, name: str) -> datetime | None:
        """When the card of a name is to be asked again, None for a new one."""
        known = self._cards.get(name)
        return None if known is None else known.due

    def known(self, card: StudyCard, now: datetime) -> float:
        """The probability that a card is known now; 0 where it was answered wrong last."""
        return self.known_named(card.name, now)

    def known_named(self, name: str, now: datetime) -> float:
        """The probability that the card of a name is known now."""
        known = self._cards.get(name)
        return 0.0 if known is None or name in self._wrong else float(self._scheduler.get_card_retrievability(known, now))

    def today(self, cards: Sequence[StudyCard], now: datetime, asked_today: int = 0) -> list[StudyCard]:
        """The cards of a day: those that are due by its end, the most forgotten first, then new ones of each kind."""
        end = now + timedelta(hours=12)
        due = [card for card in cards if (at := self.due_at(card)) is not None and at <= end]
        new = [card for card in cards if self.due_at(card) is None]
        return sorted(due, key=lambda card: self.known(card, now)) + in_turn(new)[: max(0, NEW - asked_today)]

    def sections(self, cards: Sequence[StudyCard], now: datetime) -> list[SectionProgress]:
        """How far each section is known, in the order of the chapter."""
        found: dict[str, list[StudyCard]] = {}
        for card in cards:
            found.setdefault(section_of(card.section), []).append(card)
        order = sorted(found, key=lambda section: int(section.split(".")[1]))
        return [self._section(section, found[section], now) for section in order]

    def _section(self, section: str, cards: list[StudyCard], now: datetime) -> SectionProgress:
        asked = [card for card in cards if self.due_at(card) is not None]
        due = sum((self.due_at(card) or now) <= now for card in asked)
        return SectionProgress(section, len(cards), len(asked), sum(self.known(card, now) for card in asked), due)

    def weak_spots(self, cards: Sequence[StudyCard], now: datetime, most: int = 5) -> list[StudyCard]:
        """The cards that were answered wrong most often, or are forgotten."""
        asked = [card for card in cards if self.due_at(card) is not None]
        weak = [card for card in asked if self.lapses[card.name] or self.known(card, now) < FORGOTTEN]
        return sorted(weak, key=lambda card: (-self.lapses[card.name], self.known(card, now)))[:most]


def in_turn(cards: Sequence[StudyCard]) -> list[StudyCard]:
    """Cards of each kind in turn, as long as there are some."""
    waiting = {kind: [card for card in cards if card.kind == kind] for kind in KINDS}
    found: list[StudyCard] = []
    while any(waiting.values()):
        found += [left.pop(0) for left in waiting.values() if left]
    return found


def next_card(
    memory: Memory, cards: Sequence[StudyCard], reviews: Sequence[dict[str, Any]], asked_today: int, at: datetime
) -> tuple[StudyCard | None, int]:
    """The card that is asked next, and how many of the day are left with it: those that were not answered right today. One that
    was answered wrong comes again after others, as far as there are some."""
    last = {row["card"]: row["right"] for row in reviews if datetime.fromisoformat(row["at"]).date() == at.date()}
    waiting = [card for card in memory.today(cards, at, asked_today) if not last.get(card.name)]
    recent = {row["card"] for row in reviews[-AGAIN_AFTER:]}
    return next((card for card in waiting if card.name not in recent), waiting[0] if waiting else None), len(waiting)


def now() -> datetime:
    """The time, as answers are saved with it."""
    return datetime.now(UTC)
