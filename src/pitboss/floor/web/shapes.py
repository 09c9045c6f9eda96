"""What the floor answers about tables and rooms, as `/openapi.json` describes it. The answers themselves are written as frames
are, without these: tests hold both together."""

from typing import Any

from pydantic import BaseModel


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
    """A table as whoever asks sees it at version `v`: the layout, whose seats are his (`you`), and what is asked."""

    v: int
    log: str
    table: dict[str, Any]
    words: list[list[str]] = []
    question: list[str] | None = None


class OneFrame(BaseModel):
    """What one record shows: its steps, null where one is hidden; a bare version where all are. `words` are the lines of
    what happened, each a paragraph and a sentence, where they were asked for."""

    v: int
    steps: list[list[Any] | None] = []
    evidence: list[dict[str, Any]] = []
    words: list[list[str]] = []


class Answered(BaseModel):
    """The command of this id was carried out, and brought the table to version `v`."""

    id: str
    v: int


class IsReady(BaseModel):
    """Whether this player places no more wagers for the next round."""

    ready: bool


class Bots(BaseModel):
    """How many bots have sat down, could sit down, or left."""

    bots: int


class HeldBy(BaseModel):
    """Who deals himself; "" where the house's dealer does."""

    held_by: str


class Board(BaseModel):
    """What everybody in a Poker room can see: games, who sits where, the list, the jackpots on display."""

    room: str
    chapter: str
    version: int
    tables: list[dict[str, Any]]
    seats: dict[str, dict[str, dict[str, Any]]]
    list: list[dict[str, Any]]
    jackpots: dict[str, dict[str, Any]]


class Field(BaseModel):
    """A word of an incident's detail, what to call it, and what it takes: `seat`, `place`, `number`, `cents`, `choice`, `text`
    or `flag`."""

    word: str
    takes: str
    label: str
    choices: list[str] = []


class Declarable(BaseModel):
    """Something that may go wrong, its paragraph, what that says in our words, and the fields of its detail. What can be done
    `between` two rounds is an `act` then."""

    kind: str
    cite: str
    says: str
    fields: list[Field]
    between: bool


class Game(BaseModel):
    """A chapter, and what can go wrong in it with its paragraph."""

    chapter: str
    game: str
    incidents: dict[str, str]
    declarable: list[Declarable]


class PitTable(BaseModel):
    """A table as the pit sees it. `figures` count rounds that are over since `since`; `inventory` is its win since it opened;
    `counted` is false while the log is still being counted. `theoretical` is null where the odds are not computed, `judged`,
    `best` and `cost` of the decisions where none has an exact value. Decisions of hands that were not shown are judged only for
    surveillance and auditors who do not play. `offers` lists what staff can do now and would not
    be refused: begin, proceed, declare, void, close."""

    name: str
    log: str
    chapter: str
    game: str
    seats: int
    meter: int | None
    held_by: str
    version: int
    round: int
    in_progress: bool
    waits: dict[str, Any]
    offers: list[str]
    out_of_order: list[str]
    taken: dict[str, dict[str, Any]]
    opened: int
    inventory: int
    counted: bool
    figures: dict[str, Any]


class FallenTable(BaseModel):
    """A table or a room that is open and cannot be rebuilt from its log: a pit boss can close it."""

    name: str
    bank: str
    chapter: str
    why: str
    kind: str


class InThePit(BaseModel):
    """All tables of the floor, with figures since a moment, and those that cannot be played on."""

    since: int
    tables: list[PitTable]
    fallen: list[FallenTable]


class Submittable(BaseModel):
    """The options of a chapter's Rules Submission."""

    chapter: str
    game: str
    options: list[dict[str, Any]]


class Code(BaseModel):
    """Lines of a file of the package, from line `first` on, of which `line` names the paragraph `cite`."""

    cite: str
    file: str
    line: int
    first: int
    text: str


class Test(BaseModel):
    """A test and what it says."""

    name: str
    text: str


class Rule(BaseModel):
    """A paragraph in our own words under the heading of its section, `parents` those above it; code that does it, the names of
    its tests, and the first of them."""

    cite: str
    says: str
    heading: str
    chapter: str
    game: str
    kind: str
    status: str
    parents: list[list[str]]
    code: list[Code]
    tests: list[str]
    test: Test | None


class Submitted(BaseModel):
    """A Rules Submission that was read: its chapter, and the options that it names."""

    chapter: str
    house: dict[str, Any]


class Found(BaseModel):
    """One thing that the check of a submission found: `also` are other fields that it comes from, `fix` what to do."""

    level: str
    section: str
    field: str
    given: Any
    allowed: Any
    message: str
    line: int | None
    rule: str
    fix: str
    also: list[str]
    waiver: str = ""


class Checked(BaseModel):
    """What the check says of a submission; it may be filed where `ok`."""

    ok: bool
    chapter: str
    findings: list[Found]


class Held(BaseModel):
    """What a wager holds on both sides, as a fraction of it; null where it is not offered."""

    wager: str
    before: float | None
    after: float | None


class ComparedWith(BaseModel):
    """What differs from another submission, a line each under its heading, and the wagers that hold something else."""

    against: str
    lines: list[str]
    wagers: list[Held]


class Blank(BaseModel):
    """A commented submission with every option at its default."""

    chapter: str
    text: str


class Health(BaseModel):
    """How the floor is."""

    status: str
