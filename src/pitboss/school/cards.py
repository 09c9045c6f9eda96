"""What is learnt by heart at a table, as cards: its paragraphs with a word left out, its payouts, and what follows each
irregularity that can happen there."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from pitboss.errors import BadCase, BadOdds
from pitboss.house import House
from pitboss.house.posted_payouts import VIGORISH, in_force, stated_in_force
from pitboss.money import Odds
from pitboss.rulebook import Paytable, chapter
from pitboss.school.drills.irregularities import question as question_of
from pitboss.school.drills.irregularities import remedy
from pitboss.school.drills.questions import BadAnswer, Question
from pitboss.school.incidents import kinds_of
from pitboss.school.lessons import Lesson, lesson_of_seed
from pitboss.school.orders import orders_of
from pitboss.table.game import Game

KINDS = ("paragraph", "payout", "case")
PARAGRAPHS = ("procedure", "irregularity", "wager")  # of which a dealer knows what they say
GAP = "____"
OTHERS = 9  # rounds with other irregularities, for the wrong answers
NUMBERS = "two|three|four|five|six|seven|eight|nine|ten|twenty|twice|half|both"
# What is left out of a paragraph: the first of these that is in it.
LEFT_OUT = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for words in (
        r"face up|face down|clockwise|counterclockwise",
        r"void|misdeal|stub|discard rack|cover card|floorperson|vigorish",
        r"\d[\d,.]*%?(?: to \d+)?",
        r"farthest|left|right|before|after|first|last",
        NUMBERS,
    )
)
_RATIO = re.compile(r"\s*[:/–-]\s*")


@dataclass(frozen=True)
class StudyCard:
    """A card: its name, what kind it is, the section it belongs to, and how it is asked, each time perhaps otherwise."""

    name: str
    kind: str
    section: str
    asks: Callable[[Random], Question]


def cards(game: Game, house: House) -> list[StudyCard]:
    """The cards of a table, in the order of the chapter; raises NotAuthorized for one that is not taught."""
    orders_of(game.chapter)
    return [*_of_paragraphs(game), *_of_payouts(house), *_of_cases(game, house)]


# ---------------------------------------------------------------------------- paragraphs


def _of_paragraphs(game: Game) -> Iterator[StudyCard]:
    for cite, paragraph in chapter(game.chapter).paragraphs.items():
        if paragraph.kind in PARAGRAPHS and (gap := left_out(paragraph.says)) is not None:
            yield StudyCard(f"paragraph {cite}", "paragraph", cite, partial(_ask_paragraph, cite, paragraph.says, gap))


def left_out(says: str) -> re.Match[str] | None:
    """The words of a paragraph that are to be known, None where there are none.

    >>> left_out("One card found face up goes to the discard rack.")[0]
    'face up'
    """
    return next((found for words in LEFT_OUT if (found := words.search(says))), None)


def _ask_paragraph(cite: str, says: str, gap: re.Match[str], rng: Random) -> Question:
    return Question(
        drill="paragraph",
        about="paragraphs",
        section=cite,
        shown=(f"§ {cite}: {says[: gap.start()]}{GAP}{says[gap.end() :]}",),
        ask="What is left out?",
        answer=gap[0],
        why=says,
        means=(_plain(gap[0]),),
        reads=_plain,
    )


def _plain(typed: str) -> str:
    words = " ".join(typed.lower().split())
    if not words:
        raise BadAnswer("type the words that are left out")
    return words


# ---------------------------------------------------------------------------- payouts


def _of_payouts(house: House) -> Iterator[StudyCard]:
    for table in (*stated_in_force(house), *in_force(house)):
        for hand, payout in table.rows:
            try:
                odds = Odds.parse(payout)
            except BadOdds:
                continue
            if hand != VIGORISH and odds.kind != "none":
                name = " ".join(("payout", table.section, table.wager, table.table, table.condition, hand)).replace("  ", " ")
                yield StudyCard(name, "payout", table.section, partial(_ask_payout, table, hand, payout, odds))


def _ask_payout(table: Paytable, hand: str, payout: str, odds: Odds, rng: Random) -> Question:
    which = ", ".join(filter(None, (table.wager, table.table and f"table {table.table}", table.condition)))
    return Question(
        drill="payout",
        about=table.wager,
        section=table.section,
        shown=(f"{which}: {hand}",),
        ask="What does it pay?",
        answer=payout,
        why="",
        means=(odds,),
        reads=odds_in,
    )


def odds_in(typed: str) -> Odds:
    """Odds as they are typed: 5 to 1, 5:1 or 5 alone.

    >>> odds_in("5:1") == odds_in("5") == odds_in("5 to 1"), odds_in("push").kind
    (True, 'push')
    """
    words = _RATIO.sub(" to ", typed.strip().lower())
    try:
        return Odds.parse(f"{words} to 1" if re.fullmatch(r"[\d,.]+", words) else words)
    except BadOdds:
        raise BadAnswer(f"{typed.strip()!r} is no payout: type 5 to 1, 300 for 1, 10%, $50 or push") from None


# ---------------------------------------------------------------------------- irregularities


def _of_cases(game: Game, house: House) -> Iterator[StudyCard]:
    possible = [kind for kind in kinds_of(game) if _can_happen(game, house, kind)]
    for kind in possible:
        yield StudyCard(f"case {kind}", "case", game.incidents[kind], partial(_ask_case, game, house, kind, possible))


def _can_happen(game: Game, house: House, kind: str) -> bool:
    """True if a table has the device, or whatever else has to be there for an irregularity."""
    try:
        lesson_of_seed(game, house, 1, troubled=True, kind=kind)
    except BadCase:
        return False
    return True


def _ask_case(game: Game, house: House, kind: str, possible: list[str], rng: Random) -> Question:
    """Another round each time, in which the same goes wrong."""
    others = [_lesson(game, house, other, rng) for other in rng.sample(possible, min(OTHERS, len(possible)))]
    remedies = list(dict.fromkeys(remedy(found, found.troubles[0]) for found in others))
    return question_of(_lesson(game, house, kind, rng), remedies, rng)


def _lesson(game: Game, house: House, kind: str, rng: Random) -> Lesson:
    """A round in which something of a kind goes wrong."""
    try:
        return lesson_of_seed(game, house, rng.randrange(1 << 40), troubled=True, kind=kind)
    except BadCase:  # seldom: these shuffles gave no occasion for it
        return lesson_of_seed(game, house, 1, troubled=True, kind=kind)
