"""What proves a table's log beyond its seals: the evidence of fair chance, and the signatures of the house.

The parts of `pitboss.evidence` that encrypt and sign are imported when used, so that play without a key never loads them.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pitboss.errors import BadLog
from pitboss.evidence.errors import BadEvidence
from pitboss.evidence.records import FairRecord
from pitboss.evidence.records import Record as Evidence
from pitboss.shoe import Source, Witness
from pitboss.table.log.log import Proof
from pitboss.table.log.records import Record
from pitboss.table.log.sealed import Line, Place
from pitboss.table.log.snapshots import Snapshot
from pitboss.table.log.stores import TABLE, TableStore, read_log

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey, PublicKey

Key: TypeAlias = "HouseKey | PublicKey | None"


def house_key(key: Key) -> "HouseKey | None":
    """The private key of the house, or None if only a public key or none is given."""
    return key if hasattr(key, "sealing") else None  # type: ignore[return-value]


def public_key(key: Key) -> "PublicKey | None":
    """The key to verify signatures with."""
    house = house_key(key)
    return house.public if house is not None else key  # type: ignore[return-value]


# ---------------------------------------------------------------------------- chance


def evidence_in(log: Path | Place) -> list[Evidence]:
    """All evidence of chance in a log. If the first record has none, no later record has any."""
    evidence: list[Evidence] = []
    for number, event in enumerate(read_log(log)):
        if isinstance(event, Record):
            evidence += event.evidence
        if not number and not (evidence if isinstance(event, Record) else event.chance):
            break
    return evidence


def recorded_chance(
    evidence: Sequence[Evidence], name: str, key: "HouseKey | None", reveals: bool, start: FairRecord | None
) -> Source:
    """Fair chance as a log records it, from a snapshot on if there is one."""
    from pitboss.evidence.fair import FairReplay, no_hours

    chance = FairReplay(evidence, name, key, reveals=reveals, clock=no_hours)
    if start is not None:
        chance.restore(start)
    return chance


def continue_chance(replayed: Witness, chance: Source | None, key: "HouseKey | None") -> Source:
    """Live fair chance that continues where a log stops. `chance` supplies secrets and clock where they are not the usual
    ones."""
    from pitboss.evidence.fair import FairChance

    if chance is None:
        chance = FairChance(replayed.table, key, reveals=replayed.reveals)
    if not isinstance(chance, FairChance):
        raise BadEvidence("its chance was fair, and cannot go on with another")
    chance.restore(replayed.to_record())
    return chance


def check_snapshot(snapshot: Snapshot, key: Key) -> None:
    """Checks a snapshot's chance against its promises and roots, as far as the key opens them; raises BadEvidence."""
    if snapshot.chance is None:
        return
    if house_key(key) is not None or not any(each.promised.sealed for each in snapshot.chance.standing):
        from pitboss.evidence.fair import FairChance

        FairChance.from_record(snapshot.chance, house_key(key))


# ---------------------------------------------------------------------------- signatures


def signed_store(place: Place, key: "HouseKey | None") -> tuple[TableStore, Snapshot | None, list[Record]]:
    """A store that continues a log in which the house has signed every line it should; raises BadLog. A signed log continues
    only with its key."""
    proof = Proof(TABLE, public_key(key))

    def check(lines: Sequence[tuple[Line, Record | Snapshot]]) -> None:
        for line, event in lines:
            if why := proof.objection(line, event):
                raise BadLog(f"{place}, version {event.version} is not signed with your key, {key and key.public}: {why}")
            if key is None and line.signature:
                raise BadLog(f"{place} is signed: it goes on with the key of the house only")

    return TableStore.again(place, signer=key, check=check)
