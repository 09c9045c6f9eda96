"""What an audit says: the first thing on a floor that is not as it must be, or all that was found in order."""

from dataclasses import dataclass, field


class Differs(Exception):
    """Something does not agree: where, and why."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where, self.why = where, why


@dataclass
class Audited:
    """A floor that is in order: how much of what was looked at, and what could not be without a key."""

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
    signed_by: str = ""  # by whom, "" where nobody gave a key to verify with
    checkpoints: int = 0
    compared: bool = False  # with a checkpoint from another place
    witnesses: int = 0  # beside the key, whose last lines are there
    unsigned: int = 0  # lines of the office that an earlier version wrote, which did not sign them
    unvouched: dict[str, int] = field(default_factory=dict)  # logs, and how many lines at their end nothing signed stands under
    recorded: bool = False  # whether passwords and sessions are on record
    discarded: int = 0  # promises of chance that were discarded, as the floor was started from a copy
    open_rounds: list[str] = field(default_factory=list)  # tables in the middle of a round
    fallen: list[str] = field(default_factory=list)  # logs that do not follow the rules, of tables that the pit closed for that
    sealed: list[str] = field(default_factory=list)  # logs whose last cards only the key of the house opens
