"""What the pages' scripts read beside the answers of `shapes`: the messages of a table's line, and the data of pages.

Messages are written piece by piece (`pitboss.floor.play.broadcast`) and places by the felt; tests decode both by these structs.
`tools/wire_types.py` writes them as the types of the scripts."""

from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.evidence.records import Promised
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import Asked
from pitboss.table.view.views import Frame

Sentence: TypeAlias = tuple[str, str]  # a paragraph, and what the dealer says by it


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message or a piece of one."""


# ---------------------------------------------------------------------------- the line of a table


class TablePicture(Layout, kw_only=True, forbid_unknown_fields=True):
    """A layout, with what its viewer needs to know of the table: the seats of the viewer (`you`), the seats whose players had
    no part in the last round (`new`), the standing promises of fair chance, and the seats whose pledged seed is due now
    (`unrevealed`), and the employee who deals (`held_by`, "" for the house)."""

    name: str
    chapter: str
    house: dict[str, Any]
    you: list[int]
    new: list[int]
    closed: bool
    unrevealed: list[int]
    held_by: str
    promises: list[Promised]


class Answer(Struct, frozen=True):
    """A command brought the table to version `v`, or was `refused`; with `retry` the client sends it again."""

    id: str
    v: int | UnsetType = UNSET
    refused: str | UnsetType = UNSET
    cite: str | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    retry: bool | UnsetType = UNSET


class WholeTableMessage(Struct, frozen=True):
    """The whole table at version `v`, the words of its round, and the seconds until the house goes on without an
    answer, with those of them that are a time bank."""

    v: int
    log: str
    table: TablePicture
    clock: int | UnsetType = UNSET
    bank: int | UnsetType = UNSET
    words: list[Sentence] | UnsetType = UNSET
    question: Sentence | UnsetType = UNSET


class FramesMessage(Struct, frozen=True):
    """What happened up to version `v`. `asked` is there where the table waits."""

    v: int
    frames: list[Frame] | UnsetType = UNSET
    asked: tuple[Asked, ...] | UnsetType = UNSET
    clock: int | UnsetType = UNSET
    bank: int | UnsetType = UNSET
    question: Sentence | UnsetType = UNSET
    answers: list[Answer] | UnsetType = UNSET


class DealerMessage(Struct, frozen=True):
    """An employee deals from now on, or ("") the house."""

    held_by: str


class UnreadableMessage(Struct, frozen=True):
    """A message of the client could not be read."""

    error: str
    id: str | UnsetType = UNSET


# ---------------------------------------------------------------------------- where things lie on a felt


class Point(msgspec.Struct, frozen=True):
    """A point of the felt."""

    x: float
    y: float


class Spot(Point, frozen=True):
    """The centre of a place, its size and its rotation in degrees."""

    w: float
    h: float
    rotation: float


class AreaPlace(Spot, frozen=True):
    """The area of a wager; chips reach as far as `r`."""

    r: float
    shape: str
    label: list[str]
    cite: str
    title: str
    size: float


class CardRow(Spot, frozen=True):
    """A row of cards: `step` from one to the next."""

    scale: float
    step: float
    most: int
    label: str
    cite: str


class SplitRow(Spot, frozen=True):
    """One of several hands of a player: a row, or a column that goes down, and where its chips lie."""

    scale: float
    step: float
    down: bool
    chips: Point


class NamePlace(Spot, frozen=True):
    """Where a name is written."""

    size: float


class SeatPlace(Spot, frozen=True):
    """The place of a player, with the areas by wager."""

    areas: dict[str, AreaPlace]
    cards: CardRow
    own: CardRow
    hands: list[CardRow]
    splits: list[list[SplitRow]]
    name: NamePlace
    bet: Spot | None
    button: Spot | None


class Inscription(msgspec.Struct, frozen=True):
    """A line that is printed on the felt."""

    text: str
    cite: str
    role: str
    size: float
    x: float
    y: float


class Places(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where everything lies (`pitboss.felt.places.Felt.places`); `you` and `others` on the felt of a phone."""

    chapter: str
    form: str
    view: list[float]
    seats: dict[str, SeatPlace]
    dealer: CardRow | None
    dealer_hands: list[CardRow]
    community: list[CardRow]
    pot: list[Spot]
    lines: list[Inscription]
    shoe: Spot | None
    discard: Spot | None
    tray: Spot | None
    meter: Spot | None
    rake: Spot | None
    jackpot: Spot | None
    you: SeatPlace | UnsetType = UNSET
    others: dict[str, Spot] | UnsetType = UNSET


class BothPlaces(Struct, frozen=True):
    """The places on the wide felt and on the one of a phone."""

    wide: Places
    tall: Places


# ---------------------------------------------------------------------------- what a page carries


class TableWager(Struct, frozen=True):
    """A wager before the deal with its limits in cents; `only` are the amounts that are allowed, where they are few."""

    name: str
    cite: str
    required: bool
    least: int
    most: int
    only: list[int]


class AboutTable(Struct, frozen=True):
    """What the page of a table knows from the start."""

    name: str
    log: str
    chapter: str
    game: str
    seats: int
    positions: int  # at which a player may bet in one round
    poker: bool
    room: str
    variant: str
    structure: str
    banks: bool
    wagers: list[TableWager]
    suggested: dict[str, int]
    buy_in: int
    unit: int
    looks: bool
    points: bool  # hands count points, as at games of 21
    means: dict[str, str]
    meter: int | None
    progressive: str
    decks: int
    practice: bool
    nearly_empty: int
    places: BothPlaces


class AboutRound(Struct, frozen=True):
    """What the page of a round knows from the start."""

    table: str
    round: int
    opening: int
    places: BothPlaces
    seats: int
    points: bool  # hands count points, as at games of 21


class GameToOpen(Struct, frozen=True):
    """A chapter that a table can be opened for; Poker in a room."""

    chapter: str
    game: str
    room: str | UnsetType = UNSET
