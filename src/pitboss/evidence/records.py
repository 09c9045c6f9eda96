"""The records of fair chance in a table's log, in order of time, and the state of fair chance as one value.

Each record survives a round trip through plain JSON; a record in any other form than pitboss writes is refused.
"""

from typing import Annotated, Any, TypeAlias

import msgspec

from pitboss.evidence.errors import BadEvidence

Hex32 = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**32 - 1)]
Hex = Annotated[str, msgspec.Meta(pattern=r"\A(?:[0-9a-f]{2})*\Z")]


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="evidence"):
    """A record that is written as JSON."""


class Promised(_Written, frozen=True, tag="promise"):
    """A promise, before the wagers. Its secret is sealed, unless the house has no key."""

    number: Count
    promise: Hex32
    sealed: Hex = ""
    secret: Hex = ""
    scheme: Count = 1  # how orders and numbers follow from the secret (`pitboss.evidence.shuffles`)


class Pledged(_Written, frozen=True, tag="pledge"):
    """A seat commits to its seed without revealing it."""

    promise: Count
    seat: Count
    digest: Hex32


class Seeded(_Written, frozen=True, tag="seed"):
    """A seat adds its seed."""

    promise: Count
    seat: Count
    seed: str


class Withdrawn(_Written, frozen=True, tag="withdraw"):
    """A player left before the cards were shuffled: the seat's seed or pledge no longer counts."""

    promise: Count
    seat: Count


class Shuffled(_Written, frozen=True, tag="shuffle"):
    """A shuffle with all seeds added so far; the root commits to the cards."""

    promise: Count
    number: Count
    cards: Count
    root: Hex32


class Reordered(_Written, frozen=True, tag="reorder"):
    """A shuffle was rearranged by later seeds, before its first card was dealt."""

    promise: Count
    number: Count


class Numbered(_Written, frozen=True, tag="number"):
    """A number from chance, with all seeds added so far."""

    promise: Count
    number: Count
    least: int
    most: int
    value: int


class Revealed(_Written, frozen=True, tag="reveal"):
    """The secret of a promise whose shuffles are all over. Since scheme 2 this is the part that determines numbers, with the
    digest of the other part. That other part, `hidden`, determines orders and salts and is only in the log."""

    promise: Count
    secret: Hex32
    digest: Hex = ""
    hidden: Hex = ""


class Discarded(_Written, frozen=True, tag="discard"):
    """A promise is discarded, because it may have been used elsewhere in records that this log lacks; its secret stays
    sealed."""

    promise: Count


Record: TypeAlias = Promised | Pledged | Seeded | Withdrawn | Shuffled | Reordered | Numbered | Revealed | Discarded


def published(records: list[Record]) -> list[Record]:
    """The public part of records: no unrevealed secret, and nothing that identifies hidden cards."""
    return [_published(each) for each in records]


def _published(record: Record) -> Record:
    if isinstance(record, Promised):
        return Promised(record.number, record.promise, scheme=record.scheme)
    if isinstance(record, Revealed):
        return Revealed(record.promise, record.secret, record.digest)
    return record


class LiveShuffle(_Written, frozen=True):
    """A shuffle still in use: the gathered cards (sealed like the secret), and the seeds that rearranged it."""

    number: Count
    root: Hex32
    cards: Hex
    seeds: dict[int, str] = {}
    opened: bool = False


class Standing(_Written, frozen=True):
    """A promise with shuffles still in use, or the latest promise."""

    promised: Promised
    seeds: dict[int, str] = {}
    pledges: dict[int, Hex32] = {}
    shuffles: Count = 0
    numbers: Count = 0
    telling: bool = False  # only pledged seeds may be revealed now
    live: tuple[LiveShuffle, ...] = ()


class FairRecord(_Written, frozen=True):
    """The whole state of fair chance between two commands, as a table's snapshot needs it."""

    table: str
    promises: Count  # promises made so far
    current: bool  # whether the latest promise stands
    standing: tuple[Standing, ...] = ()


def outline_of(record: FairRecord) -> FairRecord:
    """The value without the gathered cards, which are sealed anew every time, and without whether proofs were requested: equal
    for equal states."""
    replace = msgspec.structs.replace
    standing = [replace(s, live=tuple([replace(one, cards="", opened=False) for one in s.live])) for s in record.standing]
    return replace(record, standing=tuple(standing))


def to_data(record: Record | FairRecord) -> Any:
    """A record as plain JSON data."""
    return msgspec.to_builtins(record, str_keys=True)


def from_data(data: Any) -> Record:
    """A record from JSON data; raises BadEvidence if the data is no record."""
    try:
        record: Record = msgspec.convert(data, Record)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadEvidence(f"this is not a record of chance as a table writes it: {error}") from None
    return record


def fair_record_from_data(data: Any) -> FairRecord:
    """The state of fair chance from JSON data; raises BadEvidence if the data is something else."""
    try:
        return msgspec.convert(data, FairRecord, strict=True, str_keys=True)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadEvidence(f"this is not fair chance as a snapshot holds it: {error}") from None


def description_of(record: Record) -> str:
    """A record in a few words, for a sentence."""
    match record:
        case Promised():
            return f"promise {record.number}"
        case Pledged():
            return f"the pledge of seat {record.seat} for promise {record.promise}"
        case Seeded():
            return f"the seed of seat {record.seat} for promise {record.promise}"
        case Withdrawn():
            return f"that seat {record.seat} withdrew from promise {record.promise}"
        case Shuffled():
            return f"shuffle {record.number} of promise {record.promise}"
        case Reordered():
            return f"the seeds on shuffle {record.number} of promise {record.promise}"
        case Numbered():
            return f"number {record.number} of promise {record.promise}"
        case Revealed():
            return f"the secret of promise {record.promise}"
        case Discarded():
            return f"that promise {record.promise} is discarded"


def difference(at: int, recorded: Record, expected: Record) -> str:
    """A sentence about a log's record that differs from the one that secret, cards and seeds determine."""
    if type(recorded) is not type(expected):
        return f"record {at} is {description_of(recorded)}, where {description_of(expected)} comes"
    fields = [name for name in expected.__struct_fields__ if getattr(recorded, name) != getattr(expected, name)]
    says, gives = getattr(recorded, fields[0]), getattr(expected, fields[0])
    return f"record {at}, {description_of(recorded)}: the log says {fields[0]} {says}, but secret, cards and seeds give {gives}"
