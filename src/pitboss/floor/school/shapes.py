"""What the school answers over HTTP, and what its pages know from the start."""

from typing import Annotated, Any

import msgspec
from pydantic import BaseModel, Field

from pitboss.floor.web.page_data import BothPlaces

Events = Annotated[list[dict[str, Any]], Field(json_schema_extra={"items": {"x-struct": "LessonEvent"}})]


class ScoreLine(BaseModel):
    """How many acts or answers of some were right at the first try; `seconds` is the median of answers."""

    about: str
    right: int
    of: int
    seconds: float | None = None


class LessonState(BaseModel):
    """A lesson where it is now: the round, how many of its acts are saved, and its events from `first` on. `ended`: the round
    is over, with its score; `finished`: the lesson is, with the scores of all rounds."""

    lesson: int
    round: int
    rounds: int
    entered: int
    first: int
    events: Events
    seats: list[int]
    wagers: list[str]
    sayings: list[str]
    counts: bool
    at_end: bool
    test: bool
    automated: list[str]
    refused: str
    ended: bool
    finished: bool
    right: int
    of: int
    by_kind: list[ScoreLine]
    by_section: list[ScoreLine]


class DrillQuestion(BaseModel):
    """A question, how it is answered, and which number it is. Its answer is not in it."""

    key: str
    number: int
    drill: str
    shown: list[str]
    ask: str
    choices: list[str]
    how: str
    left: int | None = None


class DrillAnswer(BaseModel):
    """Whether an answer was right, what is right, with the paragraph, what a hand that was played costs, and the next question,
    null after the last, and where it has to be asked for."""

    right: bool
    answer: str
    section: str
    why: str
    says: str
    cost: str = ""
    next: DrillQuestion | None


class SectionKnown(BaseModel):
    """How far a section is known: of its cards some were asked; `known` is the part expected to be known now."""

    section: str
    cards: int
    asked: int
    known: float
    due: int


class Known(BaseModel):
    """What an account knows of a game: cards by section, the weakest sections, drills, and the lesson that goes on."""

    chapter: str
    cards: int
    asked: int
    known: float
    due: int
    days_until_all_were_asked: int
    sections: list[SectionKnown]
    weak_sections: list[ScoreLine]
    drills: dict[str, list[ScoreLine]]
    lesson: int | None
    test: bool


class TestLine(BaseModel):
    """A table test in a list: who deals what, how far, and what was decided (null: not yet)."""

    account: int
    candidate: str
    dealer: str
    chapter: str
    game: str
    lesson: int
    seed: int
    rounds: int
    dealt: int
    examiner: str
    passed: bool | None


class CriterionLine(BaseModel):
    """A criterion of a scoring sheet."""

    name: str
    right: int
    of: int
    least: int
    points: str
    most: int
    met: bool


class VerdictLine(BaseModel):
    """An act of a test with the judgment on it."""

    act: str
    verdict: str
    section: str
    due: str
    message: str


class DecisionLine(BaseModel):
    """What the examiner decided."""

    passed: bool
    by: str
    position: str
    date: str
    remarks: str
    employer: str


class TestSheet(BaseModel):
    """The scoring sheet of a table test (§ 527.5(a)); `met` says that the house's criteria are met, and decides nothing."""

    test: TestLine
    criteria: list[CriterionLine]
    points: str
    most: int
    pass_mark: int
    met: bool
    verdicts: list[VerdictLine]
    decision: DecisionLine | None


class AboutLesson(msgspec.Struct, frozen=True):
    """What the page of a lesson knows from the start."""

    chapter: str
    game: str
    seats: int
    decks: int
    test: bool
    places: BothPlaces


class AboutSchool(msgspec.Struct, frozen=True):
    """What the page of a game in the school knows from the start."""

    chapter: str
    game: str


class AboutDrill(msgspec.Struct, frozen=True):
    """What the page of a drill knows from the start; `drill` is "today" for the cards of the day, "best-play" for hands."""

    chapter: str
    game: str
    drill: str
    table: str
