"""What fair chance leaves in the log of a table, in the order in which it happened, and the whole of it as one value.

Each record goes to plain JSON and back; one that is not as pitboss writes it is refused.
"""

from typing import Annotated, Any, TypeAlias

import msgspec

from pitboss.evidence.errors import BadEvidence

Hex32 = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**32 - 1)]
Hex = Annotated[str, msgspec.Meta(pattern=r"\A(?:[0-9a-f]{2})*\Z")]


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="evidence"):
    """A record on its way to JSON."""


class Promised(_Written, frozen=True, tag="promise"):
    """A promise, before the wagers. Its secret is sealed; only a house without a key leaves it open."""

    number: Count
    promise: Hex32
    sealed: Hex = ""
    secret: Hex = ""
    scheme: Count = 1  # how everything follows from the secret (`pitboss.evidence.shuffles`)


class Pledged(_Written, frozen=True, tag="pledge"):
    """A seat fixes its seed without telling it."""

    promise: Count
    seat: Count
    digest: Hex32


class Seeded(_Written, frozen=True, tag="seed"):
    """A seat adds its seed."""

    promise: Count
    seat: Count
    seed: str


class Withdrawn(_Written, frozen=True, tag="withdraw"):
    """Whoever sat at a seat has left before the cards were shuffled: his seed or pledge does not count any more."""

    promise: Count
    seat: Count


class Shuffled(_Written, frozen=True, tag="shuffle"):
    """So many cards were shuffled with all seeds added by then; the root commits to them."""

    promise: Count
    number: Count
    cards: Count
    root: Hex32


class Reordered(_Written, frozen=True, tag="reorder"):
    """A shuffle whose first card was not yet dealt was rearranged by the seeds that came after it."""

    promise: Count
    number: Count


class Numbered(_Written, frozen=True, tag="number"):
    """A number that chance gave, with all seeds added by then."""

    promise: Count
    number: Count
    least: int
    most: int
    value: int


class Revealed(_Written, frozen=True, tag="reveal"):
    """All shuffles of a promise are over: its secret. Since scheme 2 that is the part from which numbers follow, with the
    digest of the other part; from that, `hidden`, orders and salts follow, and only the log has it."""

    promise: Count
    secret: Hex32
    digest: Hex = ""
    hidden: Hex = ""


class Discarded(_Written, frozen=True, tag="discard"):
    """A promise is let go because it may have been used elsewhere, in records that this log lacks; its secret stays sealed."""

    promise: Count


Record: TypeAlias = Promised | Pledged | Seeded | Withdrawn | Shuffled | Reordered | Numbered | Revealed | Discarded


def published(records: list[Record]) -> list[Record]:
    """What everybody may see of what chance leaves: no secret that is not revealed, and nothing that tells hidden cards."""
    return [_published(each) for each in records]


def _published(record: Record) -> Record:
    if isinstance(record, Promised):
        return Promised(record.number, record.promise, scheme=record.scheme)
    if isinstance(record, Revealed):
        return Revealed(record.promise, record.secret, record.digest)
    return record


class LiveShuffle(_Written, frozen=True):
    """A shuffle that is dealt from: the cards as gathered (sealed like the secret), and the seeds it was rearranged by."""

    number: Count
    root: Hex32
    cards: Hex
    seeds: dict[int, str] = {}
    opened: bool = False


class Standing(_Written, frozen=True):
    """A promise whose shuffles are not all over, or the last one."""

    promised: Promised
    seeds: dict[int, str] = {}
    pledges: dict[int, Hex32] = {}
    shuffles: Count = 0
    numbers: Count = 0
    telling: bool = False  # pledged seeds are told, and no others
    live: tuple[LiveShuffle, ...] = ()


class FairRecord(_Written, frozen=True):
    """All that fair chance is between two moments: what has to be in a snapshot of the table."""

    table: str
    promises: Count  # made so far
    current: bool  # whether the last one stands
    standing: tuple[Standing, ...] = ()


def outline_of(record: FairRecord) -> FairRecord:
    """The value without the cards as gathered, which are sealed anew every time, and without whether proofs were asked for:
    equal where two have come to the same."""
    replace = msgspec.structs.replace
    standing = [replace(s, live=tuple([replace(one, cards="", opened=False) for one in s.live])) for s in record.standing]
    return replace(record, standing=tuple(standing))


def to_data(record: Record | FairRecord) -> Any:
    """A record as plain JSON data."""
    return msgspec.to_builtins(record, str_keys=True)


def from_data(data: Any) -> Record:
    """A record from JSON data; raises BadEvidence if it is none."""
    try:
        record: Record = msgspec.convert(data, Record)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadEvidence(f"this is not a record of chance as a table writes it: {error}") from None
    return record


def fair_record_from_data(data: Any) -> FairRecord:
    """The whole of fair chance from JSON data; raises BadEvidence if it is not that."""
    try:
        return msgspec.convert(data, FairRecord, strict=True, str_keys=True)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadEvidence(f"this is not fair chance as a snapshot holds it: {error}") from None


def described(record: Record) -> str:
    """What a record is, for a sentence."""
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


def difference(at: int, recorded: Record, found: Record) -> str:
    """What is different in a record of a log from what follows from secret, cards and seeds, for a sentence."""
    if type(recorded) is not type(found):
        return f"record {at} is {described(recorded)}, where {described(found)} comes"
    fields = [name for name in found.__struct_fields__ if getattr(recorded, name) != getattr(found, name)]
    says, gives = getattr(recorded, fields[0]), getattr(found, fields[0])
    return f"record {at}, {described(recorded)}: the log says {fields[0]} {says}, but secret, cards and seeds give {gives}"
