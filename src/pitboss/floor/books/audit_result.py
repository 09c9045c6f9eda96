"""Results of an audit: the first mismatch, or the counts of what is in order."""

from dataclasses import dataclass, field

import sqlalchemy as sa

from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.schema import event


class MismatchError(Exception):
    """A disagreement: where, and why."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where, self.why = where, why

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return MismatchError, (self.where, self.why)


def check_line(view: View, stream: str, seq: int, seal: str, claim: str) -> None:
    """Whether a stream has a line with this seal; raises MismatchError."""
    query = sa.select(event.c.seal).where(event.c.stream == stream, event.c.seq == seq)
    stored_seal = view.connection.execute(query).scalar()
    if stored_seal is None:
        raise MismatchError(stream, f"{claim} line {seq} of it, which is not there any more")
    if stored_seal != seal:
        raise MismatchError(stream, f"{claim} another line {seq} of it")


@dataclass
class Audited:
    """A floor in order, with counts."""

    database: str
    streams: int = 0
    lines: int = 0
    records: int = 0
    rounds: int = 0
    commands: int = 0
    entries: int = 0
    accounts: int = 0
    tables: int = 0
    rooms: int = 0
    meters: int = 0
    signatures: int = 0
    signed_by: str = ""  # the signer, "" without a key
    checkpoints: int = 0
    compared: bool = False  # with a checkpoint from another place
    new: int | None = None  # lines since the audit before, None for a whole audit
    witnesses: int = 0  # beside the key, all lines present
    unsigned: int = 0  # office lines of a version that did not sign
    unvouched: dict[str, int] = field(default_factory=dict)  # logs, and how many lines at their end nothing signed stands under
    recorded: bool = False  # whether passwords and sessions are on record
    keys_changed: int = 0  # how often the house changed its key
    archived: int = 0  # lines in archives
    archives: int = 0  # their files
    imported: int = 0  # logs of other houses
    deleted: list[str] = field(default_factory=list)  # archives that were deleted on record
    discarded: int = 0  # promises of chance that were discarded, as the floor was started from a copy
    open_rounds: list[str] = field(default_factory=list)  # tables in the middle of a round
    fallen: list[str] = field(default_factory=list)  # logs that do not follow the rules, of tables that the pit closed for that
    sealed: list[str] = field(default_factory=list)  # logs whose last cards need the key
    not_verified: dict[str, str] = field(default_factory=dict)  # what only the key of the house verifies, by log
