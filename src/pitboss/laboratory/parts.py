"""The parts of what comes of an experiment, as a server sends them."""

import msgspec

from pitboss.laboratory.best_play import Play
from pitboss.laboratory.mistakes import Mistake
from pitboss.laboratory.sessions import Session


class NetResult(msgspec.Struct, frozen=True):
    """A net result in units of the first wager, and its chance."""

    net: str
    value: float
    chance: float


class Numbers(msgspec.Struct, frozen=True):
    """A wager in figures. Where only the mean is known, there is no more than the edge."""

    wager: str
    of: str
    condition: str
    edge: float
    exact: str | None
    deviation: float | None = None
    hit_rate: float | None = None
    risk: float | None = None  # the house's gain, as a part of all that is wagered
    skewness: float | None = None
    outcomes: list[NetResult] = []
    method: str = ""
    note: str = ""
    error: float = 0.0  # the standard error, where it is simulated


class Law(msgspec.Struct, frozen=True):
    """Whether the experiment is lawful in Pennsylvania: null where no chapter says anything about it."""

    lawful: bool | None
    why: str
    section: str


class Change(msgspec.Struct, frozen=True):
    """A change of one thing, and by how much it changes the house edge."""

    what: str  # a hand of a pay table, or a rule
    to: str  # the payout or the value
    edge: float


class Changes(msgspec.Struct, frozen=True):
    """What matters: every payout with one unit more, or every rule with each other value; or why that is not worked out."""

    rows: list[Change] = []
    why: str = ""


class DraftLine(msgspec.Struct, frozen=True):
    """A row of a draft: what it pays, its chance, and what it adds to the player's return."""

    bet: str
    hand: str
    pays: str
    chance: float
    adds: float


class Findings(msgspec.Struct):
    """What comes of an experiment. A part is null until it is worked out."""

    first: Numbers | None = None  # in double precision, until the exact numbers are there
    numbers: Numbers | None = None
    law: Law | None = None
    sessions: list[Session] | None = None
    printed: Numbers | None = None
    play: Play | None = None
    mistakes: list[Mistake] | None = None
    changes: Changes | None = None
    lines: list[DraftLine] | None = None
