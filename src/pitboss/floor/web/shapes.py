"""The shapes of answers about tables and rooms, for `/openapi.json`. Answers are encoded without them; tests compare both."""

from typing import Annotated, Any

from pydantic import BaseModel, Field

from pitboss.card_room.announcements import Announcement
from pitboss.card_room.state import Waiting
from pitboss.floor.play.broken_tables import BrokenTable

# What is written by msgspec: its shape is that of the struct of this name (tools/wire_types.py).
LayoutJson = Annotated[dict[str, Any], Field(json_schema_extra={"x-struct": "Layout"})]
StepJson = Annotated[list[Any] | None, Field(json_schema_extra={"x-struct": "StepRow | null"})]
AskedJson = Annotated[dict[str, Any], Field(json_schema_extra={"x-struct": "Asked"})]
EvidenceJson = Annotated[dict[str, Any], Field(json_schema_extra={"x-struct": "Evidence"})]
ProofJson = Annotated[dict[str, Any], Field(json_schema_extra={"x-struct": "CardProof"})]


class InTheLobby(BaseModel):
    """A table as the lobby lists it. `taken` has the names by seat, `limits` the least and the most of each wager in cents,
    `bots` how many bots would join another player."""

    name: str
    log: str
    chapter: str
    game: str
    version: int
    seats: int
    taken: dict[str, str]
    free: list[int]
    takes_players: bool
    limits: dict[str, tuple[int, int]]
    suggested: dict[str, int]
    meter: int | None
    bots: int


class WholeTable(BaseModel):
    """A table at version `v` as the viewer sees it: layout, own seats (`you`), and what is asked."""

    v: int
    log: str
    table: dict[str, Any]
    words: list[list[str]] = []
    question: list[str] | None = None


class OneFrame(BaseModel):
    """One record: its steps, null for hidden ones; a bare version if all are. `words`, if asked for, are lines of paragraph and
    sentence."""

    v: int
    steps: list[StepJson] = []
    evidence: list[EvidenceJson] = []
    words: list[list[str]] = []


class Answered(BaseModel):
    """The command of this id was carried out and produced version `v`. At a table also the frames since the version of the
    command, and who is asked."""

    id: str
    v: int
    frames: list[OneFrame] = []
    asked: list[AskedJson] = []
    clock: int | None = None
    bank: int | None = None


class IsReady(BaseModel):
    """Whether this player places no more wagers for the next round."""

    ready: bool


class Bots(BaseModel):
    """How many bots have sat down, could sit down, or left."""

    bots: int


class HeldBy(BaseModel):
    """The employee who deals; "" for the house's dealer."""

    held_by: str


class RoomSeat(BaseModel):
    """Who sits at a table of a room, with what."""

    player: str
    cents: int
    away: bool


class Jackpot(BaseModel):
    """A jackpot, and the amount on display."""

    kind: str
    displayed: int


class Board(BaseModel):
    """The public state of a Poker room: games, players, list, displayed jackpots."""

    room: str
    chapter: str
    version: int
    tables: list[Announcement]
    seats: dict[str, dict[str, RoomSeat]]
    list: list[Waiting]
    jackpots: dict[str, Jackpot]


class DetailField(BaseModel):
    """A field of an incident's detail: word, label, and type (`seat`, `place`, `number`, `cents`, `choice`, `text`, `flag`); at
    a table also the seats that it can be about at this moment."""

    word: str
    takes: str
    label: str
    required: bool = False
    choices: list[str] = []
    seats: list[int] = []


class Declarable(BaseModel):
    """An incident with its paragraph in our words and its fields; `between` rounds, what is done about it is an `act`."""

    kind: str
    cite: str
    says: str
    fields: list[DetailField]
    between: bool


class Game(BaseModel):
    """A chapter with its incidents and their paragraphs."""

    chapter: str
    game: str
    incidents: dict[str, str]
    declarable: list[Declarable]


class WaitsFor(BaseModel):
    """For whom or what a table waits, and the seats that are asked."""

    whom: str = Field(alias="for")
    seats: list[int]


class PitSeat(BaseModel):
    """Who sits at a seat, with the chips that the last round left."""

    name: str
    chips: int
    bot: bool


class PitDecisions(BaseModel):
    """How many answers people and the clock gave, how many were compared with best play, and that in words."""

    made: int
    silent: int
    people: int
    judged: int | None
    best: int | None
    cost: int | None
    says: str


class TheoreticalWin(BaseModel):
    """The expected win with its standard error and 95% interval, beside the win without the wagers `aside`."""

    win: int
    error: int
    low: int
    high: int
    compared: int
    aside: list[str]
    verdict: str
    says: str


class PitFigures(BaseModel):
    """The figures of a table since a moment, in cents."""

    since: int
    rounds: int
    void: int
    pace: int | None
    handle: int
    wagers: dict[str, Any]
    between_players: int
    win: int
    drop: int
    taken_away: int
    fed: int
    boxed: int
    decisions: PitDecisions
    theoretical: TheoreticalWin | None


class PitTable(BaseModel):
    """A table in the pit; no two have one `title`. `figures` count finished rounds since `since`; `inventory` is its win since
    opening; `counted` is false while its log is being counted. `theoretical` is null without odds; `judged`, `best` and `cost`
    without exact values. Unshown hands are judged for surveillance and auditors who do not play. `offers` lists what staff can
    do now: begin, proceed, declare, void, limits, close. `limits` are the posted ones by option, in cents."""

    name: str
    log: str
    chapter: str
    game: str
    title: str
    seats: int
    meter: int | None
    held_by: str
    version: int
    round: int
    in_progress: bool
    waits: WaitsFor
    offers: list[str]
    limits: dict[str, int]
    out_of_order: list[str]
    taken: dict[str, PitSeat]
    opened: int
    inventory: int
    counted: bool
    figures: PitFigures


class ClosedTable(BaseModel):
    """A table that was closed, and can be opened again."""

    name: str
    chapter: str
    game: str


class InThePit(BaseModel):
    """All tables of the floor, with figures since a moment, those that cannot be played on, and those that were closed."""

    since: int
    tables: list[PitTable]
    fallen: list[BrokenTable]
    closed: list[ClosedTable]


class SubmissionOption(BaseModel):
    """An option of a Rules Submission: its section, its default, and what is allowed."""

    option: str
    section: str
    kind: str
    default: Any
    allowed: Any
    unit: str
    why: str
    required: bool


class Submittable(BaseModel):
    """The options of a chapter's Rules Submission."""

    chapter: str
    game: str
    options: list[SubmissionOption]


class Submitted(BaseModel):
    """A Rules Submission that was read: its chapter, and the options that it names."""

    chapter: str
    house: dict[str, Any]


class Found(BaseModel):
    """A finding: `row` is that of a pay table, `also` lists other fields involved, `fix` what to do."""

    level: str
    section: str
    field: str
    row: str
    given: Any
    allowed: Any
    message: str
    line: int | None
    rule: str
    fix: str
    also: list[str]
    values: list[Any]
    changes: dict[str, Any]
    waiver: str = ""


class Checked(BaseModel):
    """The findings of a submission; it may be filed if `ok`."""

    ok: bool
    chapter: str
    findings: list[Found]


class Held(BaseModel):
    """The house edge of a wager on both sides, null if not offered."""

    wager: str
    before: float | None
    after: float | None


class ComparedWith(BaseModel):
    """The differences from another submission by heading, and the wagers with another house edge."""

    against: str
    lines: list[str]
    wagers: list[Held]


class FormChoice(BaseModel):
    """A value that a field lists."""

    value: Any
    label: str


class FormColumn(BaseModel):
    """A column of a field that is a list: its kind is `cents`, `number`, `text` or `choice`."""

    name: str
    label: str
    kind: str
    choices: list[str]
    required: bool


class FormField(BaseModel):
    """A field of the form: an option, what may be chosen in words (`lawful`), and the wager whose pay table it chooses. With
    `own` the house may post rows of its own."""

    option: str
    label: str
    section: str
    kind: str
    unit: str
    default: Any
    allowed: Any
    lawful: str
    why: str
    required: bool
    choices: list[FormChoice]
    columns: list[FormColumn]
    wager: str
    own: bool


class FormSection(BaseModel):
    """A section of the form."""

    name: str
    title: str
    fields: list[FormField]


class FormTable(BaseModel):
    """A printed pay table, and the option that chooses it, "" where the chapter leaves no choice."""

    wager: str
    option: str
    table: str
    condition: str
    section: str
    rows: list[tuple[str, str]]


class SubmissionForm(BaseModel):
    """The form of a chapter. Players of a game that is not `banked` play against each other."""

    chapter: str
    game: str
    edition: str
    dated: str
    banked: bool
    sections: list[FormSection]
    tables: list[FormTable]


class FormFinding(Found):
    """A finding beside a field or a row; a waiver may help where it is `waivable`."""

    waivable: bool


class WagerHold(BaseModel):
    """What a wager holds on a table (a letter, or `own`): null where that must be worked out."""

    wager: str
    table: str
    edge: float | None
    exact: str | None


class TableEdge(BaseModel):
    """What a wager would hold on a printed table, or on rows of the house's own (`own`)."""

    wager: str
    table: str
    condition: str
    edge: float | None


class FormState(BaseModel):
    """A submission as the form shows it: a value for each option, and which of them the file states."""

    chapter: str
    ok: bool
    values: dict[str, Any]
    stated: list[str]
    about: dict[str, Any]
    findings: list[FormFinding]
    holds: list[WagerHold]
    edges: list[TableEdge]


class UnreadableText(BaseModel):
    """Where a text cannot be read, counted from 1."""

    message: str
    line: int
    column: int


class FormChange(BaseModel):
    """Something that differs from another submission, both sides in words."""

    kind: str
    name: str
    section: str
    before: str
    after: str


class OtherSubmission(BaseModel):
    """What differs from another submission, and what that one's wagers hold; or why it cannot be compared."""

    error: str
    changes: list[FormChange]
    holds: list[WagerHold]


class FormAnswer(BaseModel):
    """The submission with the changes of the form. Without a `state` there is a `mistake` in the text, or it is a `record` of
    that kind."""

    text: str
    mistake: UnreadableText | None
    state: FormState | None
    other: OtherSubmission | None
    record: str


class RecordPart(BaseModel):
    """A list of things within a record, and the fields of each of them."""

    name: str
    label: str
    section: str
    why: str
    fields: list[FormField]


class RecordForm(BaseModel):
    """The form of a kind of record. `rare` are fields that most records leave out; `text` is a file that states nothing, and
    `example` a lawful one."""

    kind: str
    title: str
    says: str
    chapter: str
    agency: str
    fields: list[FormField]
    rare: list[FormField]
    parts: list[RecordPart]
    text: str
    example: str


class RecordStatement(BaseModel):
    """What a text asks of a record without any fault of it."""

    section: str
    about: str
    says: str
    why: str


class RecordDeadline(BaseModel):
    """The last day of something."""

    section: str
    day: str
    what: str
    done: bool
    overdue: bool


class RecordState(BaseModel):
    """A record as its form shows it: values by field (`cleaning[2].date`), which of them the file states, how many entries of
    each list are shown and how many `more` the file has, and all that the check says; `errors` counts also those that are not
    listed."""

    kind: str
    chapter: str
    ok: bool
    on: str
    values: dict[str, Any]
    stated: list[str]
    counts: dict[str, int]
    more: dict[str, int]
    findings: list[FormFinding]
    errors: int
    statements: list[RecordStatement]
    deadlines: list[RecordDeadline]


class RecordAnswer(BaseModel):
    """A record with the changes of its form, and the kind that it states. Without a `state` there is a `mistake`."""

    text: str
    kind: str
    mistake: UnreadableText | None
    state: RecordState | None


class HoldLine(BaseModel):
    """How much of what is worked out; the last line has the holds, or why there are none (`retry`: not yet)."""

    what: str = ""
    part: float = 0.0
    holds: list[WagerHold] | None = None
    error: str = ""
    cite: str = ""
    retry: bool = False


class Preview(BaseModel):
    """The first pages as PNG in Base64, `of` so many."""

    pages: list[str]
    of: int


class Blank(BaseModel):
    """A commented submission with every option at its default."""

    chapter: str
    text: str


class Health(BaseModel):
    """How the floor is."""

    status: str


class FinishedRound(BaseModel):
    """A round that is over, when it ended (milliseconds since 1970), and the paragraph that made it void."""

    round: int
    at: int
    void: str
    records: int


class FinishedRounds(BaseModel):
    """Rounds of a table, the latest first; `next` is where the next page begins."""

    table: str
    log: str
    rounds: list[FinishedRound]
    next: int | None


class HandWinner(BaseModel):
    """What a player won in a hand of Poker, and with which hands by their full names; none where nobody had to show."""

    player: str
    cents: int
    hands: list[str]


class RecentHand(BaseModel):
    """A hand of Poker that is over, and who won it; nobody where it was void."""

    round: int
    won: list[HandWinner]


class RecentHands(BaseModel):
    """The last hands of a table, the latest first."""

    hands: list[RecentHand]


class ChanceRecord(BaseModel):
    """What was published of a promise, with its version and its time."""

    v: int
    at: int
    record: EvidenceJson


class RoundReplay(BaseModel):
    """A round that is over, step by step: the layout before it and its frames, as the viewer may see them. `scope` is the name
    that promises were made for; secrets are revealed where `reveals`."""

    table: str
    everything: bool
    stream: str
    round: int
    first: int
    last: int
    at: int
    void: str
    chapter: str
    house: dict[str, Any]
    yours: list[int]
    layout: LayoutJson
    frames: list[OneFrame]
    scope: str
    seeded: bool
    reveals: bool
    chance: list[ChanceRecord]


class RoundProofs(BaseModel):
    """The proofs of the cards of a round. For auditors: the cards as they were gathered, by root, and the hidden part of
    secrets, by promise."""

    table: str
    round: int
    proofs: list[ProofJson]
    gathered: dict[str, list[int]]
    hidden: dict[str, str]
